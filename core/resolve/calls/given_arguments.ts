/**
 * What a call gives, as far as it tells which of several declarations it means.
 *
 * Stage: resolve. Invariant: nothing is evaluated before somebody asks for it.
 */
import { DefinitionKind } from "../../facts.ts";
import { Op, SpreadMode } from "../../facts/expressions.ts";
import { evaluateValue } from "../evaluate.ts";
import { functionMeaning, type Meaning, partsOf, UNKNOWN } from "../meaning.ts";
import { constantMeantAt } from "../names/constants.ts";
import { isOtherObject } from "../names/discriminants.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";

/** Where something is given: a position, or the name that it is given by. */
export type GivenPlace = number | string;

/** The arguments of a call, as far as they tell which overload it means. */
export interface Given {
  readonly positional: number;
  /** Names of those that are given by name. */
  readonly named: readonly string[];
  /** A sequence of them is spread (`*args`): how many there are is not said. */
  readonly isOpen: boolean;
  /** A mapping of them is spread (`**options`): which names there are is not said. */
  readonly isOpenByName: boolean;
  /** The type arguments that are written at the call (`find<Job>("x")`). */
  readonly types?: readonly Meaning[] | undefined;
  /** What the function is called on, where its declarations may ask for one of several (`self: Box[int]`). */
  readonly receiver?: Meaning | undefined;
  /** What is given at a position or by a name; left out where that is not known. */
  readonly meaningOf?: (place: GivenPlace) => Meaning;
  /** The kind and the text of a constant that is given there, "" of anything else. */
  readonly constantOf?: (place: GivenPlace) => string;
  /** Whether an object literal that is given there surely is none of the type. */
  readonly isOtherObject?: (place: GivenPlace, type: Meaning) => boolean;
}

/** In a list of arguments, the function that a decorator is given: no expression says what it is. */
export const DECORATED = 0;
/** That function, of which nothing more is known. */
const SOME_FUNCTION = functionMeaning([], UNKNOWN);

/** So many arguments by place and none by name. @param meaningOf see `Given` */
export function givenInPlaces(positional: number, meaningOf?: (place: GivenPlace) => Meaning): Given {
  return { positional, named: [], isOpen: false, isOpenByName: false, ...(meaningOf === undefined ? {} : { meaningOf }) };
}

/** @param args expressions. */
export function givenBy(world: World, view: FileView, args: readonly number[]): Given {
  const { expressions } = view.facts;
  const named = args.filter((argument) => expressions.op[argument] === Op.pair && expressions.c[argument] === 0);
  const spread = args.filter((argument) => expressions.op[argument] === Op.spread);
  const mappings = spread.filter((argument) => expressions.b[argument] === SpreadMode.mapping).length;
  const expressionAt = (place: GivenPlace): number => {
    if (typeof place === "number") return spread.length > 0 ? 0 : args[place] ?? 0;
    const pair = named.find((argument) => view.text(expressions.a[argument]!) === place);
    return pair === undefined ? 0 : expressions.b[pair]!;
  };
  return {
    positional: args.length - named.length - spread.length,
    named: named.map((argument) => view.text(expressions.a[argument]!)),
    isOpen: spread.length > mappings,
    isOpenByName: mappings > 0,
    meaningOf: (place) => place === 0 && args[0] === DECORATED ? SOME_FUNCTION : evaluateValue(world, view, expressionAt(place)),
    constantOf: (place) => constantMeantAt(world, view, expressionAt(place)),
    isOtherObject: (place, type) => {
      const object = objectLiteral(view, expressionAt(place));
      return object !== 0 && partsOf(type).every((part) => isOtherObject(world, view, object, part));
    },
  };
}

/** The object literal (row of `definitions`) that an argument is, or 0. */
export function objectLiteral(view: FileView, argument: number): number {
  const { expressions, definitions } = view.facts;
  const row = expressions.op[argument] === Op.definition ? expressions.a[argument]! : 0;
  return definitions.kind[row] === DefinitionKind.object ? row : 0;
}
