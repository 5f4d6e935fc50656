/**
 * Objects of the application that an external base returns: by iterating over a repository object (`for checker in registry`), by a method
 * of it that calls the base (`registry.find(key)`), and results of functions that are stored in something external
 * (`user.profile().star()`).
 *
 * Stage: resolve. Invariant: these are candidates, and only under names that are not common outside: which value is returned is not known.
 */
import { NO_ROWS } from "../../base/lists.ts";
import { MOST_CANDIDATES } from "../../edges.ts";
import { Op } from "../../facts/expressions.ts";
import { callMeaning } from "../calls/call_results.ts";
import { namedByMaker } from "../calls/class_fields.ts";
import { membersOfGiven } from "../calls/given_members.ts";
import { operate } from "../calls/operations.ts";
import { typesWithin } from "../calls/types_within.ts";
import { evaluateObject } from "../evaluate.ts";
import { type DefinitionId, definitionMeaning, instance, type Meaning, Tag } from "../meaning.ts";
import { memberMeaning } from "../members/members.ts";
import { onlyValue, Space } from "../names/names.ts";
import { isOwnFunction, isOwnObject, ownDefinitions } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import { orderOf } from "../types/inheritance.ts";
import type { World } from "../world.ts";
import { functionsStoredOutside } from "./stored_outside.ts";

/** Methods called `name` that may be meant on the external value of the expression `object`. */
export function membersOutOfBase(world: World, view: FileView, object: number, name: string): readonly DefinitionId[] {
  if (world.rules.protocols.read === undefined || world.isCommonMethod(name)) return NO_ROWS;
  const all = world.repository.methods(name);
  if (all.length === 0 || all.length > MOST_CANDIDATES) return NO_ROWS;
  const { op, a } = view.facts.expressions;
  let value = boundTo(world, view, object);
  // It may be a class, which is instantiated (`for kind in registry: kind()`).
  if (op[value] === Op.call && op[a[value]!] === Op.name) value = boundTo(world, view, a[value]!);
  const given = op[value] === Op.iterate
    ? objectsBehind(world, evaluateObject(world, view, a[value]!)).map((one) => ({ from: one, made: operate(world, one, "iterate") }))
    : op[value] === Op.call && op[a[value]!] === Op.member
    ? givenByMember(world, view, a[value]!)
    : [];
  if (given.some(({ from, made }) => isOfBase(world, from, made))) return all;
  return ownDefinitions(
    world,
    typesWithin(world, given.map(({ made }) => made)).map((type) => memberMeaning(world, type, name, Space.value)),
  );
}

/** The value that a name is bound to, if it is bound once; other expressions themselves. */
function boundTo(world: World, view: FileView, expression: number): number {
  return view.facts.expressions.op[expression] === Op.name ? onlyValue(world, view, expression) : expression;
}

/** A created value, and the object that created it. */
interface Given {
  readonly from: Meaning;
  readonly made: Meaning;
}

/** A value if it is an object of the repository; otherwise the objects named by texts that it is loaded by. */
function objectsBehind(world: World, value: Meaning): readonly Meaning[] {
  if (value.tag === Tag.definition) return [];
  return isOwnObject(world, value) ? [value] : namedByMaker(world, value);
}

/** The results of the repository methods that a call of a member may mean. */
function givenByMember(world: World, view: FileView, member: number): readonly Given[] {
  const { a, b } = view.facts.expressions;
  const giver = evaluateObject(world, view, a[member]!);
  const asked = view.text(b[member]!);
  const given = (from: Meaning, method: Meaning): Given => ({ from, made: callMeaning(world, view, method, [], false) });
  if (isOwnObject(world, giver)) {
    const method = memberMeaning(world, giver, asked, Space.value);
    return isOwnFunction(world, method) ? [given(giver, method)] : [];
  }
  if (giver.tag !== Tag.external) return [];
  const methods = membersOfGiven(world, view, a[member]!, giver, asked).map((id) => {
    const owner = instance(world.ownerOf(id));
    return given(owner, memberMeaning(world, owner, asked, Space.value));
  });
  return [...methods, ...functionsStoredOutside(world, giver, asked).map((id) => given(giver, definitionMeaning(id)))];
}

/** Whether a value came from a member that a repository object has from an external base. */
function isOfBase(world: World, { definition }: Meaning, made: Meaning): boolean {
  if (made.tag !== Tag.external || definition === 0) return false;
  return orderOf(world, definition).some(({ tag, name }) => tag === Tag.external && made.name.startsWith(`${name}.`));
}
