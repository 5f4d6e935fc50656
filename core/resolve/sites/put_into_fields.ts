/**
 * Functions stored in a field by its name or position, which a call of the field may run: `&Server{handle: index}`, `s.handle = index`,
 * `Step{"a", run}`, and arguments of functions that store them: `func New(handle func()) *Server { return &Server{handle: handle} }`.
 *
 * Stage: resolve; only for calls, never during an evaluation. Invariant: which one is present at the call is not known: all are candidates,
 * and only those stored in that field of that type.
 */
import { NO_ROWS } from "../../base/lists.ts";
import { firstCandidates, MOST_HELD } from "../../edges.ts";
import { Op } from "../../facts/expressions.ts";
import { functionsIn, functionsPlacedIn } from "../../facts/stored_names.ts";
import { evaluateValue } from "../evaluate.ts";
import { type DefinitionId, lastPart, type Meaning, Tag } from "../meaning.ts";
import { fieldOwner } from "../members/field_owner.ts";
import { isOwnObject } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import { membersInOrder } from "../types/members_in_order.ts";
import type { World } from "../world.ts";
import { functionsGiven } from "./held_functions.ts";
import { type StoredUse, storedUses } from "./stored_uses.ts";

/** The functions stored in the field `name` of a value like `receiver`, or under the same external full name (`flag.Usage = usage`). */
export function functionsPut(world: World, receiver: Meaning, name: string): readonly DefinitionId[] {
  if (world.rules.fieldsTakeFunctions !== true) return NO_ROWS;
  if (receiver.tag === Tag.external) {
    const full = `${receiver.name}.${name}`;
    return world.kept.functionsPut.get(full) ?? world.kept.functionsPut.find(full, () => findStoredOutside(world, receiver.name, name));
  }
  if (!isOwnObject(world, receiver)) return NO_ROWS;
  const owner = fieldOwner(world, receiver.definition, name);
  if (owner === undefined) return NO_ROWS;
  const key = keyOf(owner, name);
  return world.kept.functionsPut.get(key) ?? world.kept.functionsPut.find(key, () => findPut(world, owner, name));
}

/** A field: what is put into it, and what is known so far of the functions among that. */
interface Field {
  readonly put: readonly StoredUse[];
  readonly found: Set<DefinitionId>;
}

/** What is put into one field may come out of others (`fmt: f.fmt`), which are looked into with it, until no more is found in any. */
function findPut(world: World, owner: DefinitionId, name: string): readonly DefinitionId[] {
  const { functionsPut: kept } = world.kept;
  const fields = new Map<string, Field>();
  const foundIn = (owner: DefinitionId, name: string): ReadonlySet<DefinitionId> => {
    const key = keyOf(owner, name);
    const known = fields.get(key);
    if (known !== undefined) return known.found;
    const field = { put: putInto(world, owner, name), found: new Set<DefinitionId>() };
    fields.set(key, field);
    return field.found;
  };
  let isRead = false;
  const inField = (view: FileView, member: number): Iterable<DefinitionId> => {
    const { a, b } = view.facts.expressions;
    const name = view.text(b[member]!);
    const owner = ownerOfField(world, view, a[member]!, name);
    if (owner === undefined) return NO_ROWS;
    const known = kept.get(keyOf(owner, name));
    if (known !== undefined) return known;
    isRead = true;
    return foundIn(owner, name);
  };
  const asked = foundIn(owner, name);
  const count = (): number => fields.values().reduce((sum, { found }) => sum + found.size, fields.size);
  for (let known = 0; known === 0 || (isRead && known !== count());) {
    known = count();
    for (const { put, found } of fields.values()) {
      for (const { view, value } of put) for (const id of functionsGiven(world, view, value, inField)) found.add(id);
    }
  }
  // Whether the other fields were known before must not be seen in the order.
  return firstCandidates([...asked].sort((one, other) => one - other), MOST_HELD);
}

function keyOf(owner: DefinitionId, name: string): string {
  return `${owner} ${name}`;
}

/** Places that put something into the field `name` of the type `owner`. */
function putInto(world: World, owner: DefinitionId, name: string): StoredUse[] {
  const named = storedUses(world, functionsIn(name))
    .filter(({ view, place }) => ownerOfField(world, view, view.facts.expressions.a[place]!, name) === owner);
  return [...named, ...putByPosition(world, owner, name)];
}

/** What literals of the type `owner` put into its field `name` by its place alone (`Step{"a", run}`). */
export function putByPosition(world: World, owner: DefinitionId, name: string): StoredUse[] {
  const home = world.viewOf(owner);
  const position = membersInOrder(world, owner).findIndex((member) => home.name(member) === name) + 1;
  return storedUses(world, functionsPlacedIn(world.nameOf(owner)))
    .filter((use) => position !== 0 && use.position === position && evaluateValue(world, use.view, use.place).definition === owner);
}

function findStoredOutside(world: World, holder: string, name: string): readonly DefinitionId[] {
  const last = lastPart(holder);
  const isPackage = last === holder || last.includes("/");
  const put = storedUses(world, functionsIn(name)).filter(({ view, place }) => {
    const { op, a } = view.facts.expressions;
    // A package is named as it is imported.
    if (isPackage && op[a[place]!] !== Op.name) return false;
    const into = evaluateValue(world, view, a[place]!);
    return into.tag === Tag.external && into.name === holder;
  });
  const found = put.flatMap(({ view, value }) => [...functionsGiven(world, view, value, () => NO_ROWS)]);
  return firstCandidates(new Set(found), MOST_HELD);
}

/** The type that has the field `name` of a literal's type, or of the value that is assigned to or read; undefined where that is none of the repository. */
function ownerOfField(world: World, view: FileView, holder: number, name: string): DefinitionId | undefined {
  const { tag, definition } = evaluateValue(world, view, holder);
  const isOwn = (tag === Tag.definition || tag === Tag.instance || tag === Tag.self) && !world.inLibrary(definition);
  return isOwn ? fieldOwner(world, definition, name) : undefined;
}
