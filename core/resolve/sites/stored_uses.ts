/**
 * Places that store a value under a name, according to the outlines (`Outline.stored`).
 *
 * Stage: resolve. Invariant: the result depends on which files store under that name, and on the function bodies of these files.
 */
import { GivenMode } from "../../facts/expressions.ts";
import { fileOf, rowOf } from "../meaning.ts";
import { storedAs } from "../state/asked_names.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";

/** Maximum number of places of one name that are examined. */
export const MOST_PLACES = 64;

/** One such place: rows of `expressions` of `view`. */
export interface StoredUse {
  readonly view: FileView;
  /** The object in which it is stored, and the stored value. */
  readonly place: number;
  readonly value: number;
  /** The position of a field or element in a literal of the type `place`, from 1; 0: none. */
  readonly position: number;
}

/** The places that store under a name. @param only restricts them to one file */
export function storedUses(world: World, name: string, only?: number): StoredUse[] {
  if (only === undefined) world.askName(storedAs(name));
  const uses = world.names.find("stored", name).filter((use) => only === undefined || fileOf(use) === only);
  let asked = -1;
  return uses.slice(0, MOST_PLACES).map((use) => {
    const view = world.view(fileOf(use));
    if (view.index !== asked) world.askInside(asked = view.index);
    const { uses, expressions: { a, b, c } } = view.facts;
    const given = uses.expression[rowOf(use)]!;
    return { view, place: b[given]!, value: a[given]!, position: c[given]! >> GivenMode.position };
  });
}
