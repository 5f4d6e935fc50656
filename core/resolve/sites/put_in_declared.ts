/**
 * Values of the repository where an external type is declared: `private conn: Conn = new OwnConn()`, in languages with structural types.
 *
 * Stage: resolve; only for calls, never during an evaluation. Invariant: only initializers, or values that the class assigns to its own
 * field; another value may be there, so their members are candidates.
 */
import { NO_ROWS } from "../../base/lists.ts";
import { Op } from "../../facts/expressions.ts";
import { evaluateValue } from "../evaluate.ts";
import { type DefinitionId, instance, type Meaning, Tag } from "../meaning.ts";
import { runBy } from "../members/constructors.ts";
import { declaredAt } from "../members/first_declaring.ts";
import { memberMeaning } from "../members/members.ts";
import { onlyBinding, Space } from "../names/names.ts";
import { isOwnClass, isOwnDefinition, isOwnObject } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";

/** Members called `name` of the values of the field or variable `object`, which is declared with an external type. */
export function membersOfPut(world: World, view: FileView, object: number, name: string): readonly DefinitionId[] {
  if (!world.rules.separateTypes || world.repository.callables(name).length === 0) return NO_ROWS;
  return valuesPut(world, view, object).flatMap((value) => {
    const member = memberMeaning(world, value, name, Space.value);
    return isOwnDefinition(world, member) ? [member.definition] : NO_ROWS;
  });
}

/** The classes of these values, as the constructors that create them. */
export function classesPut(world: World, view: FileView, object: number): readonly DefinitionId[] {
  if (!world.rules.separateTypes) return NO_ROWS;
  return valuesPut(world, view, object).filter((value) => isOwnClass(world, value)).map(({ definition }) => runBy(world, definition));
}

const NONE: readonly Meaning[] = [];

/** Repository objects and classes among the values of a field or a variable. */
function valuesPut(world: World, view: FileView, object: number, isInner = false): readonly Meaning[] {
  const isMember = view.facts.expressions.op[object] === Op.member;
  const binding = isMember ? 0 : onlyBinding(world, view, object);
  const declared = isMember ? declaredAt(world, view, object) : binding === 0 ? undefined : { view, rows: [binding] };
  if (declared === undefined) return NONE;
  const { view: there, rows } = declared;
  const { bindings, definitions, expressions } = there.facts;
  return rows.flatMap((row): readonly Meaning[] => {
    let value = bindings.value[row]! || definitions.value[bindings.definition[row]!]!;
    while (expressions.op[value] === Op.cast && expressions.b[value] !== 0) value = expressions.b[value]!;
    const meaning = value === 0 ? undefined : evaluateValue(world, there, value);
    if (meaning === undefined) return NONE;
    // An instance of a class that is stored somewhere.
    const isMade = meaning.tag === Tag.external && expressions.op[value] === Op.new && !isInner;
    if (isMade) {
      return valuesPut(world, there, expressions.a[value]!, true).filter((one) => isOwnClass(world, one)).map((one) =>
        instance(one.definition)
      );
    }
    const isOwn = meaning.tag !== Tag.self && (isOwnObject(world, meaning) || isOwnClass(world, meaning));
    return isOwn ? [meaning] : NONE;
  });
}
