/**
 * Values that other code stores in a field of a repository object which its class sets to an external one: `self.cluster = rados.Rados()`
 * there, and in a test `exporter.cluster = FakeCluster()`.
 *
 * Stage: resolve; only for calls, never during an evaluation. Invariant: which of the two is present is not known: the stored value is a
 * candidate.
 */
import { NO_ROWS } from "../../base/lists.ts";
import { evaluateHolder, evaluateValue } from "../evaluate.ts";
import { Op } from "../../facts/expressions.ts";
import { type DefinitionId, fileOf, type Meaning, rowOf } from "../meaning.ts";
import { memberMeaning } from "../members/members.ts";
import { Space } from "../names/names.ts";
import { isOwnDefinition, isOwnObject } from "../ownership.ts";
import { storedAs } from "../state/asked_names.ts";
import type { FileView } from "../state/file_view.ts";
import { entryOf } from "../types/inheritance.ts";
import type { World } from "../world.ts";

/** Maximum number of places of one name that are examined. */
const MOST_PLACES = 64;

/** Members called `name` of the values stored in the field that `object` reads. */
export function membersStoredInField(world: World, view: FileView, object: number, name: string): readonly DefinitionId[] {
  const { op, b } = view.facts.expressions;
  if (!world.rules.assignmentsBind || op[object] !== Op.member || world.repository.callables(name).length === 0) return NO_ROWS;
  const field = view.text(b[object]!);
  world.askName(storedAs(field));
  const uses = world.names.find("stored", field);
  const holder = uses.length === 0 ? undefined : evaluateHolder(world, view, object);
  if (holder === undefined || !isOwnObject(world, holder)) return NO_ROWS;
  return uses.slice(0, MOST_PLACES).flatMap((use) => {
    const value = storedInto(world, use, holder);
    const member = value === undefined ? undefined : memberMeaning(world, value, name, Space.value);
    return member !== undefined && isOwnDefinition(world, member) ? [member.definition] : NO_ROWS;
  });
}

/** The repository object that a row of `uses`, with its file, stores in a field of an object like `holder`. */
function storedInto(world: World, use: number, holder: Meaning): Meaning | undefined {
  const view = world.view(fileOf(use));
  world.askInside(view.index);
  const { uses, expressions: { op, a, b } } = view.facts;
  const given = uses.expression[rowOf(use)]!;
  const place = b[given]!;
  const value = op[place] === Op.member ? evaluateValue(world, view, a[given]!) : undefined;
  if (value === undefined || !isOwnObject(world, value)) return undefined;
  const into = evaluateValue(world, view, a[place]!);
  if (!isOwnObject(world, into)) return undefined;
  const isAlike = entryOf(world, into.definition, holder.definition) ?? entryOf(world, holder.definition, into.definition);
  return isAlike === undefined ? undefined : value;
}
