/**
 * In which order methods of one name are met that are called by a dot.
 *
 * Stage: resolve. What is called is tried as it is, then by reference, then by reference for a change, and so on for each thing that it dereferences
 * to; at each of these steps what a type has itself comes before what its traits give. Invariant: where it is not told how a value is borrowed,
 * nothing is sure that hangs on it.
 */
import { BindingFlag, DefinitionFlag, listItems } from "../../facts.ts";
import { type DefinitionId, type Meaning, rowOf } from "../meaning.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";

/** A call by a dot, and the method that was found for it. */
export interface DottedCall {
  readonly world: World;
  readonly view: FileView;
  /** What stands before the dot, and the arguments: rows of `expressions`. */
  readonly receiver: number;
  readonly args: readonly number[];
  readonly name: string;
  readonly called: Meaning;
  /** The trait that the method is of, or 0. */
  readonly trait: DefinitionId;
}

/** How a value or a type is borrowed; undefined where that is not told. */
export type Borrow = 0 | 1 | 2 | 3 | 4;
/** Itself, `&`, `&mut`, `&&`, `&mut &mut`. */
export const [OWN, SHARED, MUTABLE, TWICE, LENT_ON] = [0, 1, 2, 3, 4] as const;
export const BORROWS: readonly Borrow[] = [OWN, SHARED, MUTABLE, TWICE, LENT_ON];
/** A step that the search does not come to. */
export const NEVER = 9;

/**
 * In which step of the search a method is found, by how the type of its impl and the receiver are borrowed: three steps for each thing that the receiver
 * dereferences to. A `&self` of a `&mut T` is found by one more dereference, a `&mut self` of a `&T` by two.
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

/** In which step of the search a method is found whose impl is for `owner`, called on `receiver`. */
export function stepsTo(world: World, method: DefinitionId, owner: Borrow | undefined, receiver: Borrow | undefined): number | undefined {
  if (owner === undefined || receiver === undefined) return undefined;
  const asked = (world.flagsOf(method) & DefinitionFlag.byReference) === 0 ? "value" : isChanging(world, method) ? "change" : "shared";
  return STEPS[asked][owner][receiver];
}

/** How a method asks for its receiver. */
export function borrowOfReceiver(world: World, method: DefinitionId): Borrow {
  if ((world.flagsOf(method) & DefinitionFlag.byReference) === 0) return OWN;
  return isChanging(world, method) ? MUTABLE : SHARED;
}

/** Whether a method asks for `&mut self`. */
function isChanging(world: World, method: DefinitionId): boolean {
  const { facts } = world.viewOf(method);
  return listItems(facts, facts.definitions.parameters[rowOf(method)]!).some((row) =>
    (facts.bindings.flags[row]! & BindingFlag.mutable) !== 0
  );
}
