/**
 * What a call of a function in a property may run, if an interface or an unnamed type declares it (`run: (job: Job) => void`), and what a
 * class assigns to such a field of its own.
 *
 * Stage: resolve. Invariant: these are candidates, the declared property first: it represents whatever a value of the type provides.
 */
import { append, NO_ROWS } from "../../base/lists.ts";
import { firstCandidates } from "../../edges.ts";
import { DefinitionKind, isCallable, rowsWith } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { boundsIn, type DefinitionId, definitionId, type Meaning, partsOf, rowOf, Tag } from "../meaning.ts";
import { declaredProperty } from "./declared_properties.ts";
import { firstDeclaringOf } from "./first_declaring.ts";
import { implementationsOf } from "../types/implementations.ts";
import type { World } from "../world.ts";

/** The properties `name` declared by types of `receiver`, each with its implementations; empty if it is not such a property. */
export function heldByProperty(world: World, receiver: Meaning, name: string): readonly DefinitionId[] {
  if (!world.rules.separateTypes) return NO_ROWS;
  const found: DefinitionId[] = [];
  for (const part of receiver.tag === Tag.parameter ? boundsIn(receiver.result) : partsOf(receiver)) {
    const property = propertyOf(world, part, name);
    if (property === 0) append(found, putIntoField(world, part, name));
    else if (!found.includes(property)) append(found, [property, ...implementationsOf(world, property)]);
  }
  return found.length < 2 ? found : firstCandidates(found);
}

/** The property that the type of a value, or the nearest of its bases, declares under a name; 0 if none does. */
function propertyOf(world: World, value: Meaning, name: string): DefinitionId {
  const declaring = firstDeclaringOf(world, value, name);
  return declaring === undefined ? 0 : declaredProperty(world, declaring.owner, name);
}

/** The fields `name` of the types of `receiver`, or their nearest bases: calling one calls its value. */
export function fieldsOf(world: World, receiver: Meaning, name: string): readonly DefinitionId[] {
  const found = partsOf(receiver).flatMap((part) => {
    const declaring = firstDeclaringOf(world, part, name);
    if (declaring === undefined) return [];
    // Bindings of fields assigned in methods (`self.run = run`) do not refer to the definition.
    const { strings, definitions } = declaring.view.facts;
    const owner = rowOf(declaring.owner);
    const field = rowsWith(definitions.name, strings.indexOf(name)).find((row) =>
      definitions.kind[row] === DefinitionKind.field && definitions.parent[row] === owner
    );
    return field === undefined ? [] : [definitionId(declaring.view.index, field)];
  });
  return firstCandidates(found);
}

/** The functions that the class of `value`, or its nearest base with the field `name`, assigns to it (`this.run = () => {}`). */
export function putIntoField(world: World, value: Meaning, name: string): DefinitionId[] {
  const declaring = firstDeclaringOf(world, value, name);
  if (declaring === undefined) return [];
  const { bindings, definitions, expressions: { op, a } } = declaring.view.facts;
  const given = declaring.rows.map((row) => bindings.value[row]!).filter((value) => op[value] === Op.definition).map((value) => a[value]!);
  return given.filter((row) => isCallable(definitions.kind[row]!) && definitions.name[row] !== 0)
    .map((row) => definitionId(declaring.view.index, row));
}
