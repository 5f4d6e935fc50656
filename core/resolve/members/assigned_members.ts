/**
 * What a member is that the body of a type only gives a value (`this.job = new Job()`): what a base declares it to be counts as well, or alone.
 *
 * Stage: resolve. Invariant: only values without a declaration beside them are looked at.
 */
import { DefinitionFlag, DefinitionKind, isCallable, isTypeWithBody } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { type DefinitionId, held, isKnown, type Meaning, Tag, union, weaken } from "../meaning.ts";
import { memberTable } from "../types/inheritance.ts";
import type { World } from "../world.ts";
import { firstDeclaringIn } from "./first_declaring.ts";

/**
 * What the member `name` is that the type `id` gives the value `assigned`; undefined where that alone says it.
 * @param above what the bases of the type say of it
 * @param order these bases
 */
export function assignedMember(
  world: World,
  id: DefinitionId,
  name: string,
  assigned: Meaning,
  above: () => Meaning,
  order: readonly Meaning[],
): Meaning | undefined {
  if (!isOnlyAssigned(world, id, name)) {
    const isBelow = world.rules.valuesOverride === true && isGivenInBody(world, id, name) && isDeclaredAbove(world, order, name);
    return isBelow ? bothOf(above(), assigned) : undefined;
  }
  const inherited = above();
  // What is put into a property of a base goes through that.
  if (isKnown(inherited) && isPropertyAbove(world, order, name)) return inherited;
  // The method is meant until the assignment has run; where members are declared, it is what the name stands for.
  const isDeclared = world.rules.declaredMembers?.test(world.viewOf(id).path) === true;
  if (world.isOwnDefinition(inherited)) return union([isDeclared ? inherited : held(inherited), assigned]);
  // Where members are declared, what is assigned may be of any type that the declared one allows.
  if (isDeclared) {
    return isKnown(inherited) ? inherited : inherited.tag === Tag.external ? weaken(assigned) : undefined;
  }
  // What a base declares it to be holds below that too; the value may be of a type below the declared one.
  if (world.rules.valuesOverride === true && isDeclaredAbove(world, order, name)) {
    const both = bothOf(inherited, assigned);
    if (both !== undefined) return both;
  }
  // Of what nobody knows what is put into it a base may have declared what it is.
  return assigned.tag === Tag.unknown && isKnown(inherited) ? weaken(inherited) : undefined;
}

/** Whether the body of a type gives a member a value and nothing more: no declaration, no function of its own. */
export function isOnlyAssigned(world: World, id: DefinitionId, name: string): boolean {
  const { bindings, expressions } = world.viewOf(id).facts;
  return memberTable(world, id).get(name)?.every((row) =>
    bindings.definition[row] === 0 && bindings.type[row] === 0 && expressions.op[bindings.value[row]!] !== Op.definition
  ) === true;
}

/** Whether the body of a type gives a member values where it stands, without a declaration. */
function isGivenInBody(world: World, id: DefinitionId, name: string): boolean {
  const { bindings, definitions } = world.viewOf(id).facts;
  return memberTable(world, id).get(name)?.every((row) => {
    const definition = bindings.definition[row]!;
    const isValue = definition === 0 || !isCallable(definitions.kind[definition]!) && !isTypeWithBody(definitions.kind[definition]!);
    return isValue && bindings.type[row] === 0 && definitions.type[definition] === 0;
  }) === true;
}

/** What is declared and what is put there, where both are known; what comes from outside is to be of the declared type. */
function bothOf(inherited: Meaning, assigned: Meaning): Meaning | undefined {
  if (!isKnown(inherited)) return undefined;
  if (assigned.tag === Tag.external) return weaken(inherited);
  return isKnown(assigned) ? union([inherited, assigned]) : undefined;
}

/** Whether the first of the types of an order that has a member declares its type. */
function isDeclaredAbove(world: World, order: readonly Meaning[], name: string): boolean {
  const declared = firstDeclaringIn(world, order, name);
  if (declared === undefined) return false;
  const { bindings, definitions } = declared.view.facts;
  return declared.rows.some((row) =>
    bindings.type[row] !== 0 ||
    definitions.kind[bindings.definition[row]!] === DefinitionKind.field && definitions.type[bindings.definition[row]!] !== 0
  );
}

/** Whether the first of the types of an order that has a member reads it by a function. */
function isPropertyAbove(world: World, order: readonly Meaning[], name: string): boolean {
  const declared = firstDeclaringIn(world, order, name);
  if (declared === undefined) return false;
  const { bindings, definitions } = declared.view.facts;
  return declared.rows.some((row) => (definitions.flags[bindings.definition[row]!]! & DefinitionFlag.property) !== 0);
}
