/**
 * The arguments of a call, and whether a declaration accepts them.
 *
 * Stage: comparison of two refs. Pure. Invariant: a call is reported as not fitting only if that is certain.
 */
import { type Facts, listItems } from "../facts.ts";
import { Op, SpreadMode } from "../facts/expressions.ts";
import type { Declaration, Parameter } from "./declaration.ts";

/** The arguments of a call as written. */
export interface CallArguments {
  /** The number of positional arguments. */
  readonly placed: number;
  /** The names of keyword arguments. */
  readonly named: readonly string[];
  /** Whether a sequence is spread into the call (`*args`, `...list`): `placed` is a lower bound. */
  readonly open: boolean;
  /** Whether a mapping is spread into the call (`**options`): `named` may be incomplete. */
  readonly openNames: boolean;
  /** Whether the callee is a path (`Type::method`): the receiver may be among the arguments. */
  readonly byPath: boolean;
}

/** The arguments of the call at a place in the file; undefined if there is no call. */
export function argumentsAt(facts: Facts, line: number, column: number): CallArguments | undefined {
  const { calls, expressions, strings } = facts;
  for (let call = 1; call < calls.length; call++) {
    if (calls.line[call] !== line || calls.column[call] !== column) continue;
    const written = listItems(facts, calls.arguments[call]!);
    const isNamed = (argument: number): boolean => expressions.op[argument] === Op.pair && expressions.c[argument] === 0;
    const isSpread = (argument: number): boolean => expressions.op[argument] === Op.spread;
    const isMapping = (argument: number): boolean => isSpread(argument) && expressions.b[argument] === SpreadMode.mapping;
    return {
      placed: written.filter((argument) => !isNamed(argument) && !isSpread(argument)).length,
      named: written.filter(isNamed).map((argument) => strings[expressions.a[argument]!]!),
      open: written.some((argument) => isSpread(argument) && !isMapping(argument)),
      openNames: written.some(isMapping),
      byPath: expressions.op[calls.expression[call]!] === Op.path,
    };
  }
  return undefined;
}

/** Whether a call with these arguments fits the parameters; true if that is unknown. */
export function fitsCall({ parameters, receiver }: Declaration, call: CallArguments): boolean {
  if (parameters === undefined) return true;
  const withReceiver = receiver !== "" && call.byPath && call.placed > 0;
  return takes(parameters, call) || (withReceiver && takes(parameters, { ...call, placed: call.placed - 1 }));
}

function takes(parameters: readonly Parameter[], { placed, named, open, openNames }: CallArguments): boolean {
  const places = parameters.filter(({ rest, by }) => !rest && by !== "name");
  if (placed > places.length && !parameters.some(({ rest, by }) => rest && by !== "name")) return false;
  const byPlace = new Set(places.slice(0, placed));
  const ofName = (name: string): Parameter | undefined => parameters.find((one) => !one.rest && one.by !== "place" && one.name === name);
  const takesAnyName = parameters.some(({ rest, by }) => rest && by !== "place");
  const isTaken = (name: string): boolean => {
    const meant = ofName(name);
    return meant === undefined ? takesAnyName : !byPlace.has(meant);
  };
  if (!named.every(isTaken)) return false;
  const byName = new Set(named.map(ofName));
  return parameters.every((one) =>
    one.rest || one.optional || one.standard !== "" || byPlace.has(one) || byName.has(one) ||
    (open && one.by !== "name") || (openNames && one.by !== "place")
  );
}
