/**
 * Which calls of `call`, `apply` and `bind` are those of functions.
 *
 * Stage: parse -> facts. Invariant: what may be an object's own method of that name is left to the resolver.
 */
import { DefinitionKind, ScopeKind } from "../../../core/facts.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { selfNamed, stateOf, unwrapped } from "../file_state.ts";
import { declaredIn } from "./block_names.ts";
import { callableNamed } from "./prototypes.ts";

/** Literals from which a method of their type is taken (`[].slice.call(list)`). */
const LITERALS: ReadonlySet<string> = new Set(["array", "object", "string", "template_string", "regex", "number"]);

/** Whether `object.call(…)`, `.apply` or `.bind`, with these arguments, is the function's that `object` is. */
export function isForwarded(lowering: Lowering, object: number, name: string, args: readonly number[]): boolean {
  const inner = unwrapped(lowering, object);
  const kind = lowering.kind(inner);
  if (kind !== "identifier" && kind !== "member_expression" && kind !== "subscript_expression") return false;
  const first = args[0] ?? 0;
  if (first === 0 || (name === "apply" && takesNoList(lowering, args))) return false;
  const callable = kind === "identifier" ? callableNamed(lowering, lowering.text(inner)) : 0;
  // A class can only be called by `new`: what looks like a call is a static method of its own.
  if (lowering.facts.get("definitions", callable, "kind") === DefinitionKind.class) return false;
  if ((kind === "identifier" && isMade(lowering, inner)) || isGiven(lowering, `${lowering.text(inner)}.${name}`)) return false;
  const firstKind = lowering.kind(first);
  if (firstKind === "this" || firstKind === "null" || firstKind === "undefined") return true;
  if (kind !== "identifier") {
    const holder = lowering.child(inner, "object");
    if (lowering.kind(holder) === "super" || LITERALS.has(lowering.kind(unwrapped(lowering, holder)))) return true;
    if (lowering.kind(holder) === "member_expression" && lowering.text(lowering.child(holder, "property")) === "prototype") return true;
    return lowering.text(holder) === lowering.text(first);
  }
  if (callable !== 0) return !hasInNamespace(lowering, lowering.text(inner), name);
  if (name !== "apply" || args.length < 2) return false;
  if (lowering.text(args[1]!) === "arguments") return true;
  // What is named like a class, and not called on the current object, is likely a class or a namespace with a function of its own.
  const isClass = /^[A-Z]/.test(lowering.text(inner)) && selfNamed(lowering, object, lowering.text(first)) === 0;
  return !isClass && lowering.kind(args[1]!) === "array";
}

/** Whether a namespace of that name in this file, which may be one with a function, declares `member`. */
function hasInNamespace(lowering: Lowering, namespace: string, member: string): boolean {
  const { facts } = lowering;
  const { namespaced } = stateOf(lowering);
  // Called for each such call: each binding is looked at once.
  for (const size = facts.size("bindings"); namespaced.seen < size; namespaced.seen++) {
    const definition = facts.get("bindings", namespaced.seen, "definition");
    if (definition === 0 || facts.get("scopes", facts.get("bindings", namespaced.seen, "scope"), "kind") !== ScopeKind.namespace) continue;
    const holder = facts.get("definitions", facts.get("definitions", definition, "parent"), "name");
    namespaced.members.add(`${holder} ${facts.get("bindings", namespaced.seen, "name")}`);
  }
  return namespaced.members.has(`${facts.string(namespace)} ${facts.string(member)}`);
}

/** Matches from the rare end of the path. */
const GIVEN = /(?<=(?<![\w$.])([\w$]+(?:\.[\w$]+)*))\.(?:call|apply|bind)(?=\s*=(?![=>]))/g;

/** Whether the file assigns a value to `path`, which may be a function's `bind` (`_.bind = function …`). */
function isGiven(lowering: Lowering, path: string): boolean {
  const given = stateOf(lowering).forwardersGiven ??= new Set(
    Array.from(lowering.tree.source.matchAll(GIVEN), ([end, start]) => `${start}${end}`),
  );
  return given.has(path);
}

/** Literals that are not lists. */
const NO_LIST = /^(?:true|false|number|string|template_string|object|arrow_function|function_expression|new_expression)$/;

/** Whether arguments cannot be those of a function's `apply`: an object, and a list. */
function takesNoList(lowering: Lowering, args: readonly number[]): boolean {
  return args.length > 2 || NO_LIST.test(lowering.kind(args[1] ?? 0));
}

/**
 * Whether the name at `node` was bound to the result of `new`, in the blocks around it: that is an object of its class, hardly ever a
 * function.
 */
function isMade(lowering: Lowering, node: number): boolean {
  const name = lowering.text(node);
  for (let block = node; block !== 0;) {
    block = lowering.parent(block);
    if (block !== 0 && lowering.kind(block) !== "statement_block") continue;
    const declarator = declaredIn(lowering, block).get(name) ?? node;
    if (declarator < node) return lowering.kind(lowering.child(declarator, "value")) === "new_expression";
  }
  return false;
}
