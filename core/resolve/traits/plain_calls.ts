/**
 * A fast check for calls to which no rule in `implementation_for.ts` applies.
 *
 * Stage: resolve. Most calls are such, and each is evaluated twice, so these checks must be cheap. Invariant: if a rule might apply, a call
 * is not plain.
 */
import { DefinitionKind, MODULE_ROW } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { type DefinitionId, definitionId, type Meaning, Tag } from "../meaning.ts";
import type { FileView } from "../state/file_view.ts";
import { isForReferences } from "../types/fitting.ts";
import { memberTable } from "../types/inheritance.ts";
import type { World } from "../world.ts";
import { implAround } from "./borrows.ts";
import { mayBeTaken } from "./met_instead.ts";
import { hasTrait } from "./traits.ts";

/** Whether the meaning found for a callee is final, regardless of scope, borrowing and arguments. */
export function isPlain(world: World, view: FileView, callee: number, called: Meaning): boolean {
  if (view.bounds.size > 0) return false;
  const { op, a, b } = view.facts.expressions;
  if (called.tag === Tag.unknown) return true;
  if (called.tag === Tag.external) {
    return op[callee] === Op.member ? world.attachments.blanketsWith(view.text(b[callee]!)).length === 0 : op[callee] !== Op.path;
  }
  if (called.tag !== Tag.definition) return false;
  const isOfLibrary = world.inLibrary(called.definition);
  const mayBeOther = isOfLibrary
    ? op[callee] === Op.path || called.result?.tag === Tag.external
    : isDeclaredOrGivenByTrait(world, called.definition);
  if (mayBeOther) return false;
  // A function named through a trait is not the type's own.
  if (op[callee] !== Op.member) return op[callee] !== Op.path || op[a[callee]!] !== Op.cast;
  const name = view.text(b[callee]!);
  if (called.weak || called.held || world.attachments.blanketsWith(name).length > 0) return false;
  if (isOfLibrary) return !namesInScope(world).has(name);
  return world.repository.methodsOfTraits(name).length === 0 && !mayBeTaken(world, called.definition, name) &&
    !isOnLentSelf(world, view, a[callee]!);
}

/** Whether it is `self` in an impl for references (`impl Allocator for &Arena`), which may have methods that precede the type's. */
function isOnLentSelf(world: World, view: FileView, receiver: number): boolean {
  const { op, a } = view.facts.expressions;
  const impl = op[receiver] === Op.self ? implAround(view, a[receiver]!) : 0;
  return impl !== 0 && isForReferences(world, impl);
}

/** Whether a method is of a trait, or of an impl of one. */
function isDeclaredOrGivenByTrait(world: World, method: DefinitionId): boolean {
  const parent = world.parentOf(method);
  const kind = parent === 0 ? 0 : world.kindOf(parent);
  return kind === DefinitionKind.trait || (kind === DefinitionKind.impl && hasTrait(world, parent));
}

/**
 * Library methods for which it matters whether their traits are in scope: traits that must be imported, and traits with a single method.
 */
function namesInScope(world: World): ReadonlySet<string> {
  return world.kept.namesInScope ??= findNamesInScope(world);
}

function findNamesInScope(world: World): ReadonlySet<string> {
  const names = new Set<string>();
  const { kind } = world.view(world.library.file).facts.definitions;
  for (let row = MODULE_ROW + 1; row < kind.length; row++) {
    if (kind[row] !== DefinitionKind.trait) continue;
    const trait = definitionId(world.library.file, row);
    const methods = memberTable(world, trait);
    if (methods.size > 1 && world.rules.importedTraits?.includes(world.nameOf(trait)) !== true) continue;
    for (const name of methods.keys()) names.add(name);
  }
  return names;
}
