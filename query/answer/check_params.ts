/**
 * Checks the parameters of a call against the tool's schema.
 * Stage: query. Invariant: an unknown parameter is answered with the list of known ones, a wrong value with what was given and what is
 * expected.
 */
import { isObject, objectOf } from "../../core/base/parsed_values.ts";
import { CallgroveError } from "../../core/errors.ts";
import { meantBy } from "./alike_words.ts";
import { nearestWord } from "../names/name_likeness.ts";
import type { Tool } from "../tool.ts";
import { judgeValue, showValue, type WrongValue } from "./wrong_value.ts";

/** Anything that is called by name with parameters: a tool or a prompt. */
export type Called = Pick<Tool, "name" | "input"> & Partial<Pick<Tool, "command">>;
type Shape = Readonly<
  Record<string, { readonly description?: string | undefined; safeParse(value: unknown): { readonly success: boolean } }>
>;

/**
 * @param tools all tools: one of them may have the parameter that this one lacks
 * @throws CallgroveError invalid_input, saying what is wrong, which parameters exist and which one was probably meant.
 */
export function checkParams(tool: Called, params: unknown, tools: readonly Called[] = []): Record<string, unknown> {
  const shape = tool.input.shape as Shape;
  const parsed = tool.input.safeParse(withinReach(withoutNulls(shape, params ?? {})));
  if (parsed.success) return parsed.data;
  const required = Object.keys(shape).filter((name) => !shape[name]!.safeParse(undefined).success);
  const known = Object.keys(shape).map((name) => required.includes(name) ? `${name} (required)` : name);
  const problems: string[] = [];
  const meant: Record<string, string> = {};
  const wrong: Record<string, WrongValue> = {};
  const given = objectOf(typeof params === "string" ? readJson(params) : params);
  for (const issue of parsed.error.issues) {
    const at = issue.path.join(".");
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys) {
        const near = meantBy(key, Object.keys(shape).filter((name) => given[name] === undefined)) ?? nearestWord(key, Object.keys(shape));
        if (near !== undefined) meant[key] = near;
        problems.push(`unknown parameter "${key}"${near === undefined ? ofOthers(key, tools) : `, did you mean "${near}"?`}`);
      }
    } else if (at === "") problems.push(`the parameters must be one JSON object, not ${showValue(params)}`);
    else if (valueAt(given, issue.path) === undefined) {
      problems.push(`parameter "${at}" is missing${issue.code === "invalid_value" ? ` (one of ${issue.values.join(", ")})` : ""}`);
    } else if (valueAt(given, issue.path) === "" && issue.code === "too_small") problems.push(`parameter "${at}" is empty`);
    else {
      const { given: value, wanted, near } = wrong[at] = judgeValue(issue, valueAt(given, issue.path));
      const holds = wanted === "an object" ? shape[at]?.description : undefined;
      const form = holds === undefined ? wanted : `${wanted} (${holds.replace(/\.$/, "")})`;
      problems.push(`parameter "${at}" must be ${form}, not ${value}${near === undefined ? "" : `, did you mean "${near}"?`}`);
    }
  }
  const remediation = repair(tool, given, meant, wrong) ?? askOther(given, tools);
  throw new CallgroveError("invalid_input", `Cannot call ${tool.name}: ${problems.join("; ")}`, {
    hint: `Known parameters: ${known.join(", ")}`,
    data: {
      tool: tool.name,
      known: Object.keys(shape),
      required,
      ...(Object.keys(wrong).length === 0 ? {} : { wrong }),
      ...(Object.keys(meant).length === 0 ? {} : { did_you_mean: meant }),
      ...(remediation === undefined ? {} : { remediation }),
    },
  });
}

/** The value of a text that holds JSON (some clients encode twice); undefined if it is not JSON. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce((at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], value);
}

/** The parameters without optional ones that are `null`: some clients must send every parameter. */
function withoutNulls(shape: Shape, params: unknown): unknown {
  if (!isObject(params)) return params;
  const isLeftOut = (name: string): boolean => Object.hasOwn(shape, name) && shape[name]!.safeParse(undefined).success;
  return Object.fromEntries(Object.entries(params).filter(([name, value]) => value !== null || !isLeftOut(name)));
}

/** The parameters with integers beyond the safe range reduced to the largest safe one, which a tool then clamps and reports. */
function withinReach(params: unknown): unknown {
  if (!isObject(params)) return params;
  const most = Number.MAX_SAFE_INTEGER;
  const tame = (value: unknown): unknown => Number.isInteger(value) ? Math.min(most, Math.max(-most, value as number)) : value;
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, tame(value)]));
}

/** A parameter that leaves tests out, which no list does. */
const SAYS_TESTS = /tests?(?:$|_)/i;
/** More tools than that are not named. */
const MOST_HAVING = 2;

/** Which tools have a parameter of this name, or how a list is kept to code that ships; "" if nothing is known. */
function ofOthers(key: string, tools: readonly Called[]): string {
  if (SAYS_TESTS.test(key)) return ": tests always stand last in a list";
  const having = toolsHaving(key, tools);
  return having.length === 0 ? "" : `, which is a parameter of ${having.map(({ name }) => name).join(" and ")}`;
}

/** The few tools that have a parameter of this name. */
function toolsHaving(key: string, tools: readonly Called[]): readonly Called[] {
  const having = tools.filter(({ input }) => Object.hasOwn(input.shape, key));
  return having.length > MOST_HAVING ? [] : having;
}

/** The same call of another tool that has all of these parameters, under this or another name; undefined if none takes them. */
function askOther(given: Readonly<Record<string, unknown>>, tools: readonly Called[]): string | undefined {
  for (const other of Object.keys(given).flatMap((key) => toolsHaving(key, tools))) {
    const names = Object.keys(other.input.shape);
    const params = Object.fromEntries(
      Object.entries(given).map(([key, value]) => [names.includes(key) ? key : meantBy(key, names) ?? key, value]),
    );
    if (other.input.safeParse(params).success) return `${other.name} ${JSON.stringify(params)}`;
  }
  return undefined;
}

/**
 * The call that was probably meant: known names and words, numbers as numbers, one value for a list and a list for one value, no empty
 * values, and the command's defaults or an empty object for what is missing; undefined if that is not valid either.
 */
function repair(
  tool: Called,
  given: Readonly<Record<string, unknown>>,
  meant: Readonly<Record<string, string>>,
  wrong: Readonly<Record<string, WrongValue>>,
): string | undefined {
  const shape = tool.input.shape as Shape;
  const params: Record<string, unknown> = { ...tool.command?.defaults };
  const named = new Set<string>();
  for (const [key, value] of Object.entries(given)) {
    if (SAYS_TESTS.test(key) && !Object.hasOwn(shape, key)) continue;
    const name = meant[key] ?? key;
    if (named.has(name)) return undefined;
    named.add(name);
    const takes = (one: unknown): boolean => Object.hasOwn(shape, name) && shape[name]!.safeParse(one).success;
    const read = typeof value === "string" ? readJson(value) : undefined;
    const likely = [value, wrong[key]?.near, read, Array.isArray(value) ? value[0] : [value]].find((one) =>
      one !== undefined && takes(one)
    );
    if (likely !== undefined || (value !== null && value !== "")) params[name] = likely ?? value;
  }
  for (const [name, one] of Object.entries(shape)) {
    if (params[name] === undefined && !one.safeParse(undefined).success && one.safeParse({}).success) params[name] = {};
  }
  return tool.input.safeParse(params).success ? `${tool.name} ${JSON.stringify(params)}` : undefined;
}
