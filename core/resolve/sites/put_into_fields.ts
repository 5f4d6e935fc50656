/**
 * Functions that code puts into a field under its name, which a call of the field may run: `&Server{handle: index}`, `s.handle = index`, and what
 * callers hand to who puts it there: `func New(handle func()) *Server { return &Server{handle: handle} }`.
 *
 * Stage: resolve; only of calls, never in the midst of an evaluation. Invariant: which one is there when it is called nothing tells: all are
 * candidates, and no other than those that are put into that field of that type.
 */
import { NO_ROWS } from "../../base/lists.ts";
import { firstCandidates } from "../../edges.ts";
import { functionsIn } from "../../facts/stored_names.ts";
import { evaluateValue } from "../evaluate.ts";
import { type DefinitionId, fileOf, type Meaning, rowOf, Tag } from "../meaning.ts";
import { firstDeclaring } from "../members/first_declaring.ts";
import { storedAs } from "../state/asked_names.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";
import { functionsGiven } from "./held_functions.ts";

/** Places of one name that are looked at. */
export const MOST_PLACES = 64;

/** The functions that are put into the field `name` of a value like `receiver`. */
export function functionsPut(world: World, receiver: Meaning, name: string): readonly DefinitionId[] {
  if (world.rules.fieldsTakeFunctions !== true || !world.isOwnObject(receiver)) return NO_ROWS;
  const owner = firstDeclaring(world, receiver.definition, name)?.owner;
  if (owner === undefined) return NO_ROWS;
  const key = `${owner} ${name}`;
  return world.kept.functionsPut.get(key) ?? world.kept.functionsPut.find(key, () => findPut(world, owner, name));
}

function findPut(world: World, owner: DefinitionId, name: string): readonly DefinitionId[] {
  const asked = functionsIn(name);
  world.askName(storedAs(asked));
  const found = new Set<DefinitionId>();
  for (const use of world.names.find("stored", asked).slice(0, MOST_PLACES)) {
    const view = world.view(fileOf(use));
    world.askInside(view.index);
    const { uses, expressions: { a, b } } = view.facts;
    const given = uses.expression[rowOf(use)]!;
    if (!isOfField(world, view, a[b[given]!]!, owner, name)) continue;
    for (const id of functionsGiven(world, view, a[given]!)) found.add(id);
  }
  return firstCandidates(found);
}

/** Whether a literal's type, or the value that is assigned to, has the field from `owner`. */
function isOfField(world: World, view: FileView, holder: number, owner: DefinitionId, name: string): boolean {
  const { tag, definition } = evaluateValue(world, view, holder);
  const isOwn = (tag === Tag.definition || tag === Tag.instance || tag === Tag.self) && !world.inLibrary(definition);
  return isOwn && firstDeclaring(world, definition, name)?.owner === owner;
}
