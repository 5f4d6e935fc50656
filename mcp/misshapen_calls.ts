/**
 * Calls of tools by a name that is no text, or with arguments that are no object.
 *
 * Stage: MCP. The library refuses them with an error of the protocol in words of its own, which some clients show to nobody. Invariant: each is
 * answered like every wrong call, with the error envelope.
 */
import { isObject, objectOf, type ParsedObject } from "../core/base/parsed_values.ts";

/** Under this name, which no parameter has, stands what was given in place of an object. */
const GIVEN = "\0";

/** A message in the form that the library takes; all others as they are. */
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

/** What a call gave for arguments. */
export function givenTo(args: ParsedObject | undefined): unknown {
  return args !== undefined && Object.hasOwn(args, GIVEN) ? args[GIVEN] : args;
}
