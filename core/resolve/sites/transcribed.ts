/**
 * Calls and values in the bodies of macros, which are resolved where the macro is used.
 *
 * Stage: resolve. A path from the crate's root has the same meaning everywhere. Another plain name probably means the same as here, but may
 * mean a namesake. For what depends on a name alone, such as a method of a macro variable or quoted code, the namesakes are candidates;
 * only the single trait named by quoted code is bound (`<#type as Draw>::draw`).
 */
import { firstCandidates, MOST_CANDIDATES } from "../../edges.ts";
import { DefinitionKind, isCallable } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { evaluateValue } from "../evaluate.ts";
import { type DefinitionId, definitionId, fileOf, Tag } from "../meaning.ts";
import { onlyBinding } from "../names/names.ts";
import type { FileView } from "../state/file_view.ts";
import { memberTable } from "../types/inheritance.ts";
import { implementationsOf, isDispatched } from "../types/implementations.ts";
import type { World } from "../world.ts";
import { bestName } from "./best_name.ts";
import { type Outcome, outcome } from "./outcome.ts";

/** The root of a path in quoted code, which is not a name of the program. */
const QUOTED = "#";

/** The outcome of a call in a macro's body, where `found` is its outcome as ordinary code. */
export function transcribedCall(world: World, view: FileView, callee: number, found: Outcome): Outcome {
  const root = rootName(view, callee);
  if (root === QUOTED) return quotedCall(world, view, callee, found);
  // Whether a macro variable is external is not known, whatever a wildcard import may provide.
  const isOpen = world.isPlaceholder(root);
  if (found.drop) return found;
  if (found.external && !isOpen) {
    const brought = ofTypeBrought(world, view, callee);
    return brought.length === 0 ? found : asAmbiguous(view, callee, found, brought);
  }
  const isKnown = found.targets.length > 0 && found.rule !== "unique-name";
  if (isKnown && isRooted(world, view, callee)) return found;
  const named = namesakes(world, view, callee);
  if (isKnown) {
    const isPlain = view.facts.expressions.op[callee] === Op.name;
    return { ...found, heuristic: true, candidates: isPlain ? others(found, named) : found.candidates };
  }
  const candidates = found.targets.length > 0 ? found.targets : found.candidates.length > 0 ? found.candidates : named;
  return asAmbiguous(view, callee, found, candidates);
}

/**
 * Functions of traits, and of types named like one from the prelude (`Error::bad()`), if the macro's file does not import that: the file
 * that uses the macro may.
 */
function ofTypeBrought(world: World, view: FileView, callee: number): readonly DefinitionId[] {
  const { expressions: { op, a }, strings } = view.facts;
  const type = a[callee]!;
  if (op[callee] !== Op.path || op[type] !== Op.name || onlyBinding(world, view, type) !== 0) return [];
  return world.repository.callables(bestName(view.facts, callee)).filter((id) => {
    const owner = world.ownerOf(id);
    return owner !== 0 && (world.nameOf(owner) === strings[a[type]!]! || world.kindOf(owner) === DefinitionKind.trait);
  });
}

/** The single trait named by quoted code may be called on any type; otherwise only the name is known. */
function quotedCall(world: World, view: FileView, callee: number, found: Outcome): Outcome {
  const named = namesakes(world, view, callee);
  const [only = 0, other] = named;
  if (other !== undefined || !namesType(view, callee) || !isDispatched(world, only)) return asAmbiguous(view, callee, found, named);
  return outcome("dispatch", { targets: named, candidates: implementationsOf(world, only) });
}

function asAmbiguous(view: FileView, callee: number, found: Outcome, candidates: readonly DefinitionId[]): Outcome {
  if (candidates.length === 0) return { ...found, drop: true };
  return outcome("ambiguous", { name: bestName(view.facts, callee), candidates: candidates.slice(0, MOST_CANDIDATES) });
}

/** What the row `use` of `uses` passes, where `found` is its outcome outside of a macro's body. */
export function transcribedUse(world: World, view: FileView, use: number, found: Outcome | undefined): Outcome | undefined {
  const { definitions, uses } = view.facts;
  if (definitions.kind[uses.caller[use]!] !== DefinitionKind.macro) return found;
  const expression = uses.expression[use]!;
  const targets = partsOfPath(world, view, expression);
  if (targets.length > 0) return outcome("inferred", { targets });
  return found === undefined || isRooted(world, view, expression) ? found : { ...found, heuristic: true };
}

/** The functions that `module::$name` and `Type::$name` may mean, which depends on the macro's use. Empty for any other path. */
function partsOfPath(world: World, view: FileView, expression: number): readonly DefinitionId[] {
  const { expressions, strings } = view.facts;
  if (expressions.op[expression] !== Op.path || !world.isPlaceholder(strings[expressions.b[expression]!]!)) return [];
  const holder = evaluateValue(world, view, expressions.a[expression]!);
  if (holder.tag === Tag.module) {
    return holder.files.flatMap((file) => {
      // All names are examined, so new ones matter.
      world.askInside(file);
      return functionsIn(world, file, world.view(file).ownedBy(1));
    });
  }
  if (holder.tag !== Tag.definition || holder.held || world.inLibrary(holder.definition)) return [];
  // For an enum, a variant is meant.
  if (world.kindOf(holder.definition) === DefinitionKind.enum) return [];
  const file = fileOf(holder.definition);
  const own = [...memberTable(world, holder.definition).values()].flatMap((rows) => functionsIn(world, file, rows));
  const attached = [...world.attachments.get(holder.definition)?.members.values() ?? []].flat();
  return [...own, ...attached.filter((id) => isCallable(world.kindOf(id)))];
}

/** The functions defined by some bindings of a file. */
function functionsIn(world: World, file: number, rows: readonly number[]): DefinitionId[] {
  world.ask(file);
  const { bindings, definitions } = world.view(file).facts;
  return rows.map((row) => bindings.definition[row]!).filter((definition) => isCallable(definitions.kind[definition]!))
    .map((definition) => definitionId(file, definition));
}

/** Whether a path starts at the root of its crate. */
function isRooted(world: World, view: FileView, expression: number): boolean {
  return ROOTED.has(view.facts.expressions.op[expression]!) && rootName(view, expression) === world.rules.pathWords?.root;
}

const ROOTED: ReadonlySet<number> = new Set([Op.name, Op.path, Op.macroOf, Op.apply]);
const LEADS: ReadonlySet<number> = new Set([Op.path, Op.macroOf, Op.apply, Op.member, Op.call]);

/** The name that a path starts with, or the object of a member; "" if it is not a name. */
function rootName({ facts: { expressions, strings } }: FileView, expression: number): string {
  let root = expression;
  while (LEADS.has(expressions.op[root]!)) root = expressions.a[root]!;
  return expressions.op[root] === Op.name ? strings[expressions.a[root]!]! : "";
}

/** What the last name of a callee may mean elsewhere: functions for a plain name, methods for a member. */
function namesakes(world: World, view: FileView, callee: number): readonly DefinitionId[] {
  const name = bestName(view.facts, callee);
  switch (view.facts.expressions.op[callee]) {
    case Op.name:
      return world.repository.callables(name).filter((id) => world.ownerOf(id) === 0);
    case Op.member:
      return world.repository.methods(name);
    case Op.path:
      return ofQuotedType(world, view, callee, world.repository.callables(name));
    case Op.macroOf:
      return world.repository.macros(name);
    default:
      return [];
  }
}

/** Those of `named` that belong to the type named before them in quoted code (`#krate::Job::make`); all if there is none. */
function ofQuotedType(world: World, view: FileView, callee: number, named: readonly DefinitionId[]): readonly DefinitionId[] {
  const { a, b } = view.facts.expressions;
  if (!namesType(view, callee)) return named;
  const type = view.facts.strings[b[a[callee]!]!]!;
  return named.filter((id) => world.nameOf(world.ownerOf(id)) === type);
}

function namesType(view: FileView, callee: number): boolean {
  const { op, a } = view.facts.expressions;
  return op[callee] === Op.path && op[a[callee]!] === Op.path && rootName(view, a[callee]!) === QUOTED;
}

function others({ targets, candidates }: Outcome, named: readonly DefinitionId[]): readonly DefinitionId[] {
  return firstCandidates([...candidates, ...named].filter((id) => !targets.includes(id)));
}
