/**
 * Fields of classes without a constructor in their code: what makes one puts its arguments into them (`@dataclass`, `NamedTuple`, a model's fields).
 *
 * Stage: query. Pure. Invariant: an argument by its place belongs to a field only where the class tells the places of its fields.
 */
import { BindingKind, DefinitionKind, type Facts, rowsWith } from "../../core/facts.ts";

/** A field that an argument is put into. */
export interface FieldMade {
  /** The scope of the class's body. */
  readonly scope: number;
  readonly name: string;
  /** Whether the fields are known by their places too, so that whoever takes an object apart gets them (`for name, check in RULES`). */
  readonly isPart: boolean;
}

/**
 * The field that takes an argument, given by its position from 0 or by its name.
 * @param type row of `definitions`, the class
 * @param byPlace see `fieldsByPlace` of the rules
 */
export function fieldMade(
  facts: Facts,
  type: number,
  argument: number | string,
  byPlace: readonly [string, string] | undefined,
): FieldMade | undefined {
  const { bindings, definitions, strings } = facts;
  const scope = definitions.body[type]!;
  const ofBody = rowsWith(bindings.scope, scope).filter((row) => bindings.kind[row] === BindingKind.field);
  const bound = (name: string): number => ofBody.find((row) => strings[bindings.name[row]!] === name) ?? 0;
  const at = typeof argument === "string" || byPlace === undefined ? 0 : bound(byPlace.join(String(argument)));
  const field = rowsWith(definitions.parent, type).find((row) =>
    definitions.kind[row] === DefinitionKind.field &&
    (strings[definitions.name[row]!] === argument ||
      (at !== 0 && rowsWith(bindings.definition, row).some((one) => bindings.at[one] === bindings.at[at])))
  );
  return field === undefined ? undefined : { scope, name: strings[definitions.name[field]!]!, isPart: bound("0") !== 0 };
}
