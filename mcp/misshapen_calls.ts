/**
 * Malformed messages: parameters that are no object, and tool calls with a malformed name or arguments.
 *
 * Stage: MCP. The library drops the former without an answer, and refuses the latter with a protocol error in its own words, which some
 * clients show to nobody. Invariant: each is answered; a malformed call gets the error envelope like any wrong call.
 */
import { isObject, objectOf, type ParsedObject } from "../core/base/parsed_values.ts";

/** The key for arguments that are no object; no parameter has this name. */
const GIVEN = "\0";

/** Rewrites a tool call to the form that the library accepts; other messages are unchanged. */
export function shapeCall<M extends object>(message: M): M {
  const { method, params } = message as ParsedObject;
  if (method !== "tools/call" || (params !== undefined && !isObject(params))) return message;
  const { name, arguments: given } = objectOf(params);
  if (typeof name === "string" && (given === undefined || isObject(given))) return message;
  const shaped = {
    name: typeof name === "string" ? name : JSON.stringify(name) ?? "",
    arguments: given === undefined || given === null ? {} : isObject(given) ? given : { [GIVEN]: given },
  };
  return { ...message, params: { ...objectOf(params), ...shaped } };
}

/** The arguments as the client sent them. */
export function givenTo(args: ParsedObject | undefined): unknown {
  return args !== undefined && Object.hasOwn(args, GIVEN) ? args[GIVEN] : args;
}
