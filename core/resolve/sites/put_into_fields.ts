/**
 * Functions that code puts into a field under its name or by its place, which a call of the field may run: `&Server{handle: index}`, `s.handle = index`,
 * `Step{"a", run}`, and what callers hand to who puts it there: `func New(handle func()) *Server { return &Server{handle: handle} }`.
 *
 * Stage: resolve; only of calls, never in the midst of an evaluation. Invariant: which one is there when it is called nothing tells: all are
 * candidates, and no other than those that are put into that field of that type.
 */
import { NO_ROWS } from "../../base/lists.ts";
import { firstCandidates, MOST_HELD } from "../../edges.ts";
import { Op } from "../../facts/expressions.ts";
import { functionsIn, functionsPlacedIn } from "../../facts/stored_names.ts";
import { evaluateValue } from "../evaluate.ts";
import { type DefinitionId, lastPart, type Meaning, Tag } from "../meaning.ts";
import { firstDeclaring } from "../members/first_declaring.ts";
import type { FileView } from "../state/file_view.ts";
import { membersInOrder } from "../types/members_in_order.ts";
import type { World } from "../world.ts";
import { functionsGiven } from "./held_functions.ts";
import { type StoredUse, storedUses } from "./stored_uses.ts";

/** The functions that are put into the field `name` of a value like `receiver`, or of the same full name outside (`flag.Usage = usage`). */
export function functionsPut(world: World, receiver: Meaning, name: string): readonly DefinitionId[] {
  if (world.rules.fieldsTakeFunctions !== true) return NO_ROWS;
  if (receiver.tag === Tag.external) {
    const full = `${receiver.name}.${name}`;
    return world.kept.functionsPut.get(full) ?? world.kept.functionsPut.find(full, () => findPutAbroad(world, receiver.name, name));
  }
  if (!world.isOwnObject(receiver)) return NO_ROWS;
  const owner = firstDeclaring(world, receiver.definition, name)?.owner;
  if (owner === undefined) return NO_ROWS;
  const key = `${owner} ${name}`;
  return world.kept.functionsPut.get(key) ?? world.kept.functionsPut.find(key, () => findPut(world, owner, name));
}

function findPut(world: World, owner: DefinitionId, name: string): readonly DefinitionId[] {
  const named = storedUses(world, functionsIn(name))
    .filter(({ view, place }) => isOfField(world, view, view.facts.expressions.a[place]!, owner, name));
  return functionsAmong(world, [...named, ...putByPosition(world, owner, name)], (view, member) => {
    const { a, b } = view.facts.expressions;
    return view.text(b[member]!) === name && isOfField(world, view, a[member]!, owner, name);
  });
}

/** What literals of the type `owner` put into its field `name` by its place alone (`Step{"a", run}`). */
export function putByPosition(world: World, owner: DefinitionId, name: string): StoredUse[] {
  const home = world.viewOf(owner);
  const position = membersInOrder(world, owner).findIndex((member) => home.name(member) === name) + 1;
  return storedUses(world, functionsPlacedIn(world.nameOf(owner)))
    .filter((use) => position !== 0 && use.position === position && evaluateValue(world, use.view, use.place).definition === owner);
}

function findPutAbroad(world: World, holder: string, name: string): readonly DefinitionId[] {
  const last = lastPart(holder);
  const isPackage = last === holder || last.includes("/");
  const put = storedUses(world, functionsIn(name)).filter(({ view, place }) => {
    const { op, a } = view.facts.expressions;
    // A package is named as it is imported.
    if (isPackage && op[a[place]!] !== Op.name) return false;
    const into = evaluateValue(world, view, a[place]!);
    return into.tag === Tag.external && into.name === holder;
  });
  return functionsAmong(world, put, () => false);
}

/**
 * The functions that are among what is put into a field.
 * @param isField whether a member reads that field: what its functions return may be put there in turn (`l.next = l.next(l)`)
 */
function functionsAmong(
  world: World,
  put: readonly StoredUse[],
  isField: (view: FileView, member: number) => boolean,
): readonly DefinitionId[] {
  const found = new Set<DefinitionId>();
  let isRead = false;
  const inField = (view: FileView, member: number): Iterable<DefinitionId> => {
    if (!isField(view, member)) return NO_ROWS;
    isRead = true;
    return found;
  };
  for (let size = -1; size < 0 || (isRead && size !== found.size);) {
    size = found.size;
    for (const { view, value } of put) for (const id of functionsGiven(world, view, value, inField)) found.add(id);
  }
  return firstCandidates(found, MOST_HELD);
}

/** Whether a literal's type, or the value that is assigned to, has the field from `owner`. */
function isOfField(world: World, view: FileView, holder: number, owner: DefinitionId, name: string): boolean {
  const { tag, definition } = evaluateValue(world, view, holder);
  const isOwn = (tag === Tag.definition || tag === Tag.instance || tag === Tag.self) && !world.inLibrary(definition);
  return isOwn && firstDeclaring(world, definition, name)?.owner === owner;
}
