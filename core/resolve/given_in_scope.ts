/**
 * What a trait in scope may give to a value from outside whose type no name tells.
 *
 * Stage: resolve. Such a value is a field of a type outside, what a variant outside holds, what a function outside gives. Invariant: that a
 * trait is in scope and that types outside have it makes its method likely, never certain.
 */
import { DefinitionKind } from "../facts.ts";
import { Op } from "../expressions.ts";
import type { FileView } from "./file_view.ts";
import { ownerOfImpl } from "./fitting.ts";
import { type DefinitionId, lastPart, type Meaning, Tag } from "./meaning.ts";
import { type Outcome, outcome } from "./outcome.ts";
import { reachableBy } from "./reachable.ts";
import { implementationsOf } from "./subtypes.ts";
import { bringsIn } from "./trait_scope.ts";
import type { World } from "./world.ts";

/** How types are spelt. */
const TYPE = /^[A-Z].*[a-z]/;

/** What call `call` of `receiver.name(…)` may mean for that; undefined where it is left outside. */
export function givenInScope(
  world: World,
  view: FileView,
  call: number,
  callee: number,
  receiver: Meaning,
  name: string,
): Outcome | undefined {
  const { expressions } = view.facts;
  if (!world.rules.itemPaths || receiver.tag !== Tag.external || expressions.op[callee] !== Op.member) return undefined;
  if (TYPE.test(lastPart(receiver.name))) return undefined;
  const methods = world.methods(name).filter((method) => isOfTraitAbroad(world, method));
  const found = methods.length === 0
    ? methods
    : reachableBy(world, view, call, callee, methods).filter((method) =>
      bringsIn(world, view, world.parentOf(method), expressions.a[callee]!) === true
    );
  if (found.length === 0) return undefined;
  // What many types outside have themselves.
  if (found.length > 1 || world.isCommonMethod(name)) return outcome("ambiguous", { name, candidates: found });
  return outcome("dispatch", { targets: found, candidates: implementationsOf(world, found[0]!), heuristic: true });
}

/** Whether a method stands in a trait of the repository that some type outside has. */
function isOfTraitAbroad(world: World, method: DefinitionId): boolean {
  const trait = world.parentOf(method);
  return trait !== 0 && world.kindOf(trait) === DefinitionKind.trait && !world.inLibrary(trait) &&
    world.attachments.outsideImplsOf(trait).some((impl) => ownerOfImpl(world, impl).tag === Tag.external);
}
