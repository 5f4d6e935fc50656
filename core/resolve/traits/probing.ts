/**
 * The order of method lookup in dot calls.
 *
 * Stage: resolve. The receiver is tried by value, then by reference, then by mutable reference, and so on for each type that it
 * dereferences to; at each step inherent methods precede those of traits. Invariant: if it is not known how a value is borrowed, nothing
 * that depends on it is certain.
 */
import { BindingFlag, DefinitionFlag, listItems } from "../../facts.ts";
import { type DefinitionId, type Meaning, rowOf } from "../meaning.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";

/** A dot call, and the method found for it. */
export interface DottedCall {
  readonly world: World;
  readonly view: FileView;
  /** Rows of `expressions`: the object, and the arguments. */
  readonly receiver: number;
  readonly args: readonly number[];
  readonly name: string;
  readonly called: Meaning;
  /** The trait of the method, or 0. */
  readonly trait: DefinitionId;
}

/** How a value or a type is borrowed; undefined if not known. */
export type Borrow = 0 | 1 | 2 | 3 | 4;
/** By value, `&`, `&mut`, `&&`, `&mut &mut`. */
export const [OWN, SHARED, MUTABLE, TWICE, LENT_ON] = [0, 1, 2, 3, 4] as const;
export const BORROWS: readonly Borrow[] = [OWN, SHARED, MUTABLE, TWICE, LENT_ON];
/** A step that lookup never reaches. */
export const NEVER = 9;

/**
 * The lookup step at which a method is found, by how its impl's type and the receiver are borrowed: three steps for each type that the
 * receiver dereferences to. A `&self` method of a `&mut T` is found after one more dereference, a `&mut self` method of a `&T` after two.
 */
const STEPS = {
  value: [[0, 3, 3, 6, 6], [1, 0, 4, 3, 7], [2, NEVER, 0, NEVER, 3], [NEVER, 1, NEVER, 0, NEVER], [NEVER, NEVER, 2, NEVER, 0]],
  shared: [[1, 0, 4, 3, 7], [NEVER, 1, NEVER, 0, NEVER], [NEVER, NEVER, 1, NEVER, 4], [NEVER, NEVER, NEVER, 1, NEVER], [
    NEVER,
    NEVER,
    NEVER,
    NEVER,
    1,
  ]],
  change: [[2, 5, 0, NEVER, 3], [NEVER, 2, NEVER, NEVER, NEVER], [NEVER, NEVER, 2, NEVER, 0], [NEVER, NEVER, NEVER, 2, NEVER], [
    NEVER,
    NEVER,
    NEVER,
    NEVER,
    2,
  ]],
} as const;

/** The lookup step at which a method of an impl for `owner`, called on `receiver`, is found. */
export function stepsTo(world: World, method: DefinitionId, owner: Borrow | undefined, receiver: Borrow | undefined): number | undefined {
  if (owner === undefined || receiver === undefined) return undefined;
  const asked = (world.flagsOf(method) & DefinitionFlag.byReference) === 0 ? "value" : isChanging(world, method) ? "change" : "shared";
  return STEPS[asked][owner][receiver];
}

/** How a method takes its receiver. */
export function borrowOfReceiver(world: World, method: DefinitionId): Borrow {
  if ((world.flagsOf(method) & DefinitionFlag.byReference) === 0) return OWN;
  return isChanging(world, method) ? MUTABLE : SHARED;
}

/** Whether a method takes `&mut self`. */
function isChanging(world: World, method: DefinitionId): boolean {
  const { facts } = world.viewOf(method);
  return listItems(facts, facts.definitions.parameters[rowOf(method)]!).some((row) =>
    (facts.bindings.flags[row]! & BindingFlag.mutable) !== 0
  );
}
