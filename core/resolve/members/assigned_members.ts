/**
 * Members that the body of a type only assigns: the declaration in a base counts as well, or alone.
 *
 * Stage: resolve. Invariant: only for assigned members without a declaration of their own.
 */
import { DefinitionFlag, DefinitionKind, isCallable, isTypeWithBody } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { type DefinitionId, held, isKnown, type Meaning, Tag, union, weaken } from "../meaning.ts";
import { isOwnDefinition } from "../ownership.ts";
import { memberTable } from "../types/inheritance.ts";
import type { World } from "../world.ts";
import { firstDeclaringIn } from "./first_declaring.ts";

/**
 * The member `name` to which the type `id` assigns `assigned`; undefined if that alone determines it.
 * @param above what the bases of the type say about it
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
  // An assignment to a property of a base calls that property's setter.
  if (isKnown(inherited) && isPropertyAbove(world, order, name)) return inherited;
  // The method is meant until the assignment has run; where members are declared, the name stands for it.
  const isDeclared = world.rules.declaredMembers?.test(world.viewOf(id).path) === true;
  if (isOwnDefinition(world, inherited)) return union([isDeclared ? inherited : held(inherited), assigned]);
  // Where members are declared, the assigned value may be of any subtype of the declared type.
  if (isDeclared) {
    return isKnown(inherited) ? inherited : inherited.tag === Tag.external ? weaken(assigned) : undefined;
  }
  // The declaration of a base applies to subtypes, too; the value may be of a subtype of the declared type.
  if (world.rules.valuesOverride === true && isDeclaredAbove(world, order, name)) {
    const both = bothOf(inherited, assigned);
    if (both !== undefined) return both;
  }
  // If the assigned value is unknown, the declaration of a base may determine it.
  return assigned.tag === Tag.unknown && isKnown(inherited) ? weaken(inherited) : undefined;
}

/** Whether the body of a type only assigns a member: no declaration, no method of its own. */
export function isOnlyAssigned(world: World, id: DefinitionId, name: string): boolean {
  const { bindings, expressions } = world.viewOf(id).facts;
  return memberTable(world, id).get(name)?.every((row) =>
    bindings.definition[row] === 0 && bindings.type[row] === 0 && expressions.op[bindings.value[row]!] !== Op.definition
  ) === true;
}

/** Whether the body of a type assigns a member directly in the class body, without a declaration. */
function isGivenInBody(world: World, id: DefinitionId, name: string): boolean {
  const { bindings, definitions } = world.viewOf(id).facts;
  return memberTable(world, id).get(name)?.every((row) => {
    const definition = bindings.definition[row]!;
    const isValue = definition === 0 || !isCallable(definitions.kind[definition]!) && !isTypeWithBody(definitions.kind[definition]!);
    return isValue && bindings.type[row] === 0 && definitions.type[definition] === 0;
  }) === true;
}

/** The declared and the assigned meaning, if both are known; an external value is assumed to be of the declared type. */
function bothOf(inherited: Meaning, assigned: Meaning): Meaning | undefined {
  if (!isKnown(inherited)) return undefined;
  if (assigned.tag === Tag.external) return weaken(inherited);
  return isKnown(assigned) ? union([inherited, assigned]) : undefined;
}

/** Whether the first type of an order that has a member declares its type. */
function isDeclaredAbove(world: World, order: readonly Meaning[], name: string): boolean {
  const declared = firstDeclaringIn(world, order, name);
  if (declared === undefined) return false;
  const { bindings, definitions } = declared.view.facts;
  return declared.rows.some((row) =>
    bindings.type[row] !== 0 ||
    definitions.kind[bindings.definition[row]!] === DefinitionKind.field && definitions.type[bindings.definition[row]!] !== 0
  );
}

/** Whether the first type of an order that has a member defines it as a property. */
function isPropertyAbove(world: World, order: readonly Meaning[], name: string): boolean {
  const declared = firstDeclaringIn(world, order, name);
  if (declared === undefined) return false;
  const { bindings, definitions } = declared.view.facts;
  return declared.rows.some((row) => (definitions.flags[bindings.definition[row]!]! & DefinitionFlag.property) !== 0);
}
