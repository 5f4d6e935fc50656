/**
 * Messages that are not of the form that the protocol wants: parameters that are no object, and calls of tools by such a name or with such arguments.
 *
 * Stage: MCP. The library drops the former, and refuses the latter with an error of the protocol in words of its own, which some clients show to
 * nobody. Invariant: each is answered, a call like every wrong call, with the error envelope.
 */
import { isObject, objectOf, type ParsedObject } from "../core/base/parsed_values.ts";

/** Under this name, which no parameter has, stands what was given in place of an object. */
const GIVEN = "\0";

/** A line that may have parameters which are no object: only such a one is parsed twice. */
const NO_OBJECT = /"params"\s*:\s*(?:null|\[)/;

/** A message whose parameters are `null`, as some clients write where there are none, or a list: without them. All others as they are. */
function shapeLine(line: string): string {
  if (!NO_OBJECT.test(line)) return line;
  try {
    const message: unknown = JSON.parse(line);
    if (!isObject(message) || (message["params"] !== null && !Array.isArray(message["params"]))) return line;
    const { params: _params, ...rest } = message;
    return JSON.stringify(rest);
  } catch {
    return line;
  }
}

/** What a client writes, with the lines that the library would drop unanswered in a form that it takes. */
export function shapeLines(): TransformStream<Uint8Array, Uint8Array> {
  const [decoder, encoder] = [new TextDecoder(), new TextEncoder()];
  let rest = "";
  return new TransformStream({
    transform(chunk, controller) {
      const lines = decoder.decode(chunk, { stream: true }).split("\n");
      // A long line is put together once.
      lines[0] = rest + lines[0]!;
      rest = lines.pop()!;
      if (lines.length > 0) controller.enqueue(encoder.encode(lines.map((line) => `${shapeLine(line)}\n`).join("")));
    },
    flush(controller) {
      if (rest !== "") controller.enqueue(encoder.encode(shapeLine(rest)));
    },
  });
}

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
