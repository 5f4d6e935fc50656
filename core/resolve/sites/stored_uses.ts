/**
 * Places that put something where outlines say under which name (`Outline.stored`).
 *
 * Stage: resolve. Invariant: whoever asks rests on who stores under that name, and on the inside of the files that do.
 */
import { GivenMode } from "../../facts/expressions.ts";
import { fileOf, rowOf } from "../meaning.ts";
import { storedAs } from "../state/asked_names.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";

/** Places of one name that are looked at. */
export const MOST_PLACES = 64;

/** One such place: rows of `expressions` of `view`. */
export interface StoredUse {
  readonly view: FileView;
  /** What it is put into, and what is put there. */
  readonly place: number;
  readonly value: number;
  /** The place of a field or an element in a literal of the type `place`, from 1; 0: none. */
  readonly position: number;
}

/** What is stored under a name. @param only the file that alone counts */
export function storedUses(world: World, name: string, only?: number): StoredUse[] {
  if (only === undefined) world.askName(storedAs(name));
  const uses = world.names.find("stored", name).filter((use) => only === undefined || fileOf(use) === only);
  return uses.slice(0, MOST_PLACES).map((use) => {
    const view = world.view(fileOf(use));
    world.askInside(view.index);
    const { uses, expressions: { a, b, c } } = view.facts;
    const given = uses.expression[rowOf(use)]!;
    return { view, place: b[given]!, value: a[given]!, position: c[given]! >> GivenMode.position };
  });
}
