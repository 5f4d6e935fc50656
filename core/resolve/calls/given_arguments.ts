/**
 * The arguments of a call, as far as they help to select one of several declarations.
 *
 * Stage: resolve. Invariant: nothing is evaluated before it is needed.
 */
import { DefinitionKind } from "../../facts.ts";
import { Op, SpreadMode } from "../../facts/expressions.ts";
import { evaluateValue } from "../evaluate.ts";
import { functionMeaning, type Meaning, partsOf, UNKNOWN } from "../meaning.ts";
import { constantMeantAt } from "../names/constants.ts";
import { isOtherObject } from "../names/discriminants.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";

/** The place of an argument: a position, or the name of a keyword argument. */
export type GivenPlace = number | string;

/** The arguments of a call, for overload resolution. */
export interface Given {
  readonly positional: number;
  /** Names of the keyword arguments. */
  readonly named: readonly string[];
  /** A sequence of arguments is spread (`*args`): their number is not known. */
  readonly isOpen: boolean;
  /** A mapping of arguments is spread (`**options`): their names are not known. */
  readonly isOpenByName: boolean;
  /** The explicit type arguments of the call (`find<Job>("x")`). */
  readonly types?: readonly Meaning[] | undefined;
  /** The receiver, on which the choice of an overload may depend (`self: Box[int]`). */
  readonly receiver?: Meaning | undefined;
  /** The argument at a place; absent if arguments are not known. */
  readonly meaningOf?: (place: GivenPlace) => Meaning;
  /** The kind and the text of a constant argument, "" for anything else. */
  readonly constantOf?: (place: GivenPlace) => string;
  /** Whether an object literal given there is certainly not of the type. */
  readonly isOtherObject?: (place: GivenPlace, type: Meaning) => boolean;
}

/** In a list of arguments: the function that a decorator receives, which is no expression. */
export const DECORATED = 0;
/** That function, of which nothing more is known. */
const SOME_FUNCTION = functionMeaning([], UNKNOWN);

/** A number of positional arguments. @param meaningOf see `Given` */
export function givenInPlaces(positional: number, meaningOf?: (place: GivenPlace) => Meaning): Given {
  return { positional, named: [], isOpen: false, isOpenByName: false, ...(meaningOf === undefined ? {} : { meaningOf }) };
}

/** The arguments of a call. @param args expressions */
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

/** The object literal (row of `definitions`) of an argument, or 0. */
export function objectLiteral(view: FileView, argument: number): number {
  const { expressions, definitions } = view.facts;
  const row = expressions.op[argument] === Op.definition ? expressions.a[argument]! : 0;
  return definitions.kind[row] === DefinitionKind.object ? row : 0;
}
