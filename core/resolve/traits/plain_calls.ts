/**
 * Calls of which no rule in `implementation_for.ts` can say that something else is meant than was found.
 *
 * Stage: resolve. Those are most calls, and each is asked for twice: so these checks cost next to nothing. Invariant: where a rule might find
 * something, a call is not plain.
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

/** Whether what was found for a callee is meant, whatever is brought in, borrowed and handed over there. */
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
  // What is named by a trait is no function of the type itself.
  if (op[callee] !== Op.member) return op[callee] !== Op.path || op[a[callee]!] !== Op.cast;
  const name = view.text(b[callee]!);
  if (called.weak || called.held || world.attachments.blanketsWith(name).length > 0) return false;
  if (isOfLibrary) return !namesInScope(world).has(name);
  return world.methodsOfTraits(name).length === 0 && !mayBeTaken(world, called.definition, name) && !isOnLentSelf(world, view, a[callee]!);
}

/** Whether it is `self` within an impl for references (`impl Allocator for &Arena`), which may have methods that are met before those of the type. */
function isOnLentSelf(world: World, view: FileView, receiver: number): boolean {
  const { op, a } = view.facts.expressions;
  const impl = op[receiver] === Op.self ? implAround(view, a[receiver]!) : 0;
  return impl !== 0 && isForReferences(world, impl);
}

/** Whether a method is one of a trait, or of an impl of one. */
function isDeclaredOrGivenByTrait(world: World, method: DefinitionId): boolean {
  const parent = world.parentOf(method);
  const kind = parent === 0 ? 0 : world.kindOf(parent);
  return kind === DefinitionKind.trait || (kind === DefinitionKind.impl && hasTrait(world, parent));
}

/** Methods of the library's traits of which it matters whether they are in scope: those that have to be imported, and those that have one method alone. */
function namesInScope(world: World): ReadonlySet<string> {
  return world.kept.namesInScope ??= findNamesInScope(world);
}

function findNamesInScope(world: World): ReadonlySet<string> {
  const names = new Set<string>();
  const { kind } = world.view(world.library).facts.definitions;
  for (let row = MODULE_ROW + 1; row < kind.length; row++) {
    if (kind[row] !== DefinitionKind.trait) continue;
    const trait = definitionId(world.library, row);
    const methods = memberTable(world, trait);
    if (methods.size > 1 && world.rules.importedTraits?.includes(world.nameOf(trait)) !== true) continue;
    for (const name of methods.keys()) names.add(name);
  }
  return names;
}
