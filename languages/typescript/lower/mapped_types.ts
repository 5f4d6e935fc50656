/**
 * Mapped types: the members of `{ [K in keyof T]: … }` from T, and of `{ [K in Names]: V }` for every name.
 *
 * Stage: parse -> facts. Invariant: if the members are derived from T's in a way that is not understood, nothing is known.
 */
import { BindingFlag, BindingKind, DefinitionFlag, DefinitionKind } from "../../../core/facts.ts";
import { Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { firstNamed, stateOf } from "../file_state.ts";
import { INDEX_SIGNATURE } from "../text/signature_names.ts";
import { flatten, lowerType } from "./types.ts";

/** Parts of a member's type other than the member itself. */
const BESIDE = /\s*\|\s*(?:undefined|null)\s*/g;

/** The `mapped_type_clause` of the object type at `node`, or 0. */
export function mappedClause(lowering: Lowering, node: number): number {
  const signature = firstNamed(lowering, node);
  const clause = lowering.kind(signature) === "index_signature" ? firstNamed(lowering, signature) : 0;
  return lowering.kind(clause) === "mapped_type_clause" ? clause : 0;
}

/** The type of the object type at `node`, which is mapped by `clause`; 0 if nothing is known about it. */
export function lowerMappedType(lowering: Lowering, node: number, clause: number): number {
  const signature = lowering.parent(clause);
  const template = firstNamed(lowering, lowering.child(signature, "type"));
  const key = lowering.text(lowering.child(clause, "name"));
  const keys = lowering.child(clause, "type");
  const member = mappedFrom(lowering, template, key);
  const source = member === 0 ? 0 : firstNamed(lowering, member);
  if (source === 0 && !speaksOf(lowering, template, key)) {
    const isNamed = lowering.kind(keys) === "type_identifier" && !isRenamed(lowering, clause);
    return isNamed
      ? allAlike(lowering, node, signature, template, key, lowerType(lowering, keys))
      : allAlike(lowering, node, signature, template, "");
  }
  if (isRenamed(lowering, clause)) return 0;
  const isKept = source !== 0 && keepsMembers(lowering, template, `${lowering.text(source)}[${key}]`);
  if (!isKept) return allAlike(lowering, node, signature, template, key);
  // Of the members that are named it has these alone.
  return saysNames(lowering, keys)
    ? allAlike(lowering, node, signature, member, key, lowerType(lowering, keys))
    : lowerType(lowering, source);
}

/** Whether keys are names themselves, not those of a type: literals, or an alias. */
function saysNames(lowering: Lowering, keys: number): boolean {
  switch (lowering.kind(keys)) {
    case "literal_type":
      return true;
    case "union_type":
      return flatten(lowering, keys).every((part) => saysNames(lowering, part));
    case "type_identifier":
      return !isParameter(lowering, keys);
    default:
      return false;
  }
}

/** Whether the name at `node` is a type parameter of what is around it. */
function isParameter(lowering: Lowering, node: number): boolean {
  const name = lowering.text(node);
  for (let around = lowering.parent(node); around !== 0; around = lowering.parent(around)) {
    const parameters = lowering.codeIn(lowering.child(around, "type_parameters"));
    if (parameters.some((parameter) => lowering.text(lowering.child(parameter, "name")) === name)) return true;
  }
  return false;
}

/** Whether a template is another for each key. */
function speaksOf(lowering: Lowering, template: number, key: string): boolean {
  for (let at = template; at < lowering.afterSubtree(template); at++) {
    if (lowering.kind(at) === "type_identifier" && lowering.text(at) === key) return true;
  }
  return false;
}

/** The first `T[K]` in a template, or 0. */
function mappedFrom(lowering: Lowering, template: number, key: string): number {
  for (let at = template; at < lowering.afterSubtree(template); at++) {
    if (lowering.kind(at) !== "lookup_type") continue;
    const object = firstNamed(lowering, at);
    const index = lowering.children(at).find((child) => child !== object && lowering.kind(child) === "type_identifier") ?? 0;
    if (index !== 0 && lowering.text(index) === key) return at;
  }
  return 0;
}

/** Whether members get other names (`` as `get${K}` ``); a condition only leaves some of them out. */
function isRenamed(lowering: Lowering, clause: number): boolean {
  const alias = lowering.child(clause, "alias");
  return alias !== 0 && lowering.kind(alias) !== "conditional_type" && !/^(?:Exclude|Extract)</.test(lowering.text(alias));
}

/** Whether a template keeps a member as it is, or, if it is a function, with other parameters or a result that contains the member's. */
function keepsMembers(lowering: Lowering, template: number, member: string): boolean {
  const text = lowering.text(template).replaceAll(BESIDE, "").trim();
  if (text === member || text === `NonNullable<${member}>`) return true;
  if (lowering.kind(template) === "function_type") return takesAlike(text, member) && text.includes(`ReturnType<${member}>`);
  if (lowering.kind(template) !== "conditional_type") return false;
  const tested = lowering.kind(lowering.child(template, "right"));
  return tested === "function_type" || lowering.text(lowering.child(template, "right")) === "Function";
}

/** Whether a function type has the parameters of the function `member`. */
function takesAlike(text: string, member: string): boolean {
  return text.includes(`Parameters<${member}>`);
}

/** The type of a template; if it is a function with the parameters of T's `member` and another result, it represents that member. */
function templateType(lowering: Lowering, template: number, key: string): number {
  const { facts } = lowering;
  const type = lowerType(lowering, template);
  const member = lowering.kind(template) === "function_type" && type !== 0 && key !== "" ? mappedFrom(lowering, template, key) : 0;
  if (member === 0 || !takesAlike(lowering.text(template), lowering.text(member))) return type;
  const [parameters, result] = [facts.get("expressions", type, "a"), facts.get("expressions", type, "b")];
  return facts.expression(Op.functionType, parameters, result, lowerType(lowering, member));
}

/**
 * An object type that has the template's type under every name.
 * @param key the template's name for the key, "" if nothing depends on it
 * @param keys the type of these names, if it may determine which they are
 */
function allAlike(lowering: Lowering, node: number, signature: number, template: number, key: string, keys = 0): number {
  const { facts } = lowering;
  const object = lowering.definitionAt(node);
  const body = facts.get("definitions", object, "body");
  if (lowering.definitionAt(signature) === 0) {
    const parameter = key === ""
      ? 0
      : lowering.bind(BindingKind.typeParameter, key, signature, { type: keys, flags: BindingFlag.hoisted, scope: body });
    const type = templateType(lowering, template, key);
    if (type === 0) return 0;
    const member = lowering.define(DefinitionKind.method, signature);
    lowering.nameDefinition(member, signature, INDEX_SIGNATURE);
    lowering.rangeDefinition(member, signature);
    lowering.addFlag(member, DefinitionFlag.bodiless);
    facts.set("definitions", member, "type", type);
    facts.set("definitions", member, "parent", object);
    if (parameter !== 0) lowering.addTypeParameter(member, parameter);
    lowering.bindDefinition(member, body, true);
  }
  stateOf(lowering).objectTypes.set(object, node);
  return facts.expression(Op.definition, object);
}
