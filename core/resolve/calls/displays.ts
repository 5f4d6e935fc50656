/**
 * Literals: texts and numbers; lists, sets and dictionaries with their elements.
 *
 * Stage: resolve. Invariant: the first elements of a long literal represent all of them.
 */
import { DefinitionKind } from "../../facts.ts";
import { Op, PairMode, SpreadMode } from "../../facts/expressions.ts";
import { evaluateValue } from "../evaluate.ts";
import { definitionMeaning, external, instance, type Meaning, NOTHING, sameMeaning, union, UNKNOWN } from "../meaning.ts";
import type { FileView } from "../state/file_view.ts";
import { asInstance } from "../traits/traits.ts";
import { instanceOf } from "../types/instances.ts";
import type { World } from "../world.ts";
import { oneOf } from "./alternatives.ts";
import { operate } from "./operations.ts";

/** Maximum length of a list literal whose elements are distinguished. */
const LONGEST_TUPLE = 3;
/** Number of elements of equal type that represent all of them. */
const ALIKE = 8;

/** A literal of the library type `kind` with its elements: expressions, pairs and spreads. */
export function literalOf(world: World, view: FileView, kind: string, elements: readonly number[]): Meaning {
  if (world.rules.nothing.includes(kind)) return NOTHING;
  const definition = world.library.definition(kind);
  if (definition === 0) return external(kind);
  if (elements.length === 0) return instanceOf(world, definitionMeaning(definition));
  const { expressions } = view.facts;
  const keys: Meaning[] = [];
  const values: Meaning[] = [];
  let isKeyed = false;
  for (const [at, element] of elements.entries()) {
    if (at === ALIKE && areAlike(keys) && areAlike(values)) break;
    if (expressions.op[element] === Op.pair) {
      isKeyed = true;
      if (expressions.c[element] === PairMode.expression) keys.push(evaluateValue(world, view, expressions.a[element]!));
      values.push(asInstance(world, evaluateValue(world, view, expressions.b[element]!)));
    } else if (expressions.op[element] === Op.spread) {
      const spread = evaluateValue(world, view, expressions.a[element]!);
      const isMapping = expressions.b[element] === SpreadMode.mapping;
      isKeyed ||= isMapping;
      if (isMapping) keys.push(operate(world, spread, "iterate"));
      values.push(operate(world, spread, isMapping ? "index" : "iterate"));
    } else values.push(asInstance(world, evaluateValue(world, view, element)));
  }
  const items = isKeyed ? [keys.length > 0 ? union(keys) : UNKNOWN, union(values)] : [oneOf(world, values)];
  if (world.kindOf(definition) === DefinitionKind.type_alias) return instanceOf(world, definitionMeaning(definition), items);
  const made = instance(definition, items);
  const mayBeTuple = world.rules.separateTypes === true && values.length > 1 && values.length <= LONGEST_TUPLE;
  return mayBeTuple && kind === world.rules.restType ? { ...made, applied: values } : made;
}

function areAlike([first, ...others]: readonly Meaning[]): boolean {
  return others.every((one) => sameMeaning(first!, one));
}
