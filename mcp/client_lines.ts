/**
 * What a client writes: a message of the protocol a line, or several in a batch, as its revision of March 2025 has them.
 *
 * Stage: MCP. The library drops lines that it cannot read, and knows no batches. Invariant: the library sees messages alone, and whatever else
 * a line holds is given back with what is wrong with it, so that no client waits for ever.
 */
import { type JSONRPCMessage, parseJSONRPCMessage, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { isObject, type ParsedObject } from "../core/base/parsed_values.ts";
import { CallgroveError, describeThrown } from "../core/errors.ts";

/** Characters of the longest line that is read. */
const LONGEST = 5_000_000;

const FIELDS: ReadonlySet<string> = new Set(["jsonrpc", "id", "method", "params"]);
const ONE_MESSAGE = 'A line is one message: {"jsonrpc":"2.0","id":1,"method":"tools/list"}';

/** A line, or a part of a batch, that is no message. */
export interface NoMessage {
  /** What the client calls it; null where it does not say. */
  readonly id: string | number | null;
  /** The protocol's. */
  readonly code: ProtocolErrorCode.ParseError | ProtocolErrorCode.InvalidRequest;
  readonly error: CallgroveError;
}

/** What a line holds. */
export interface ReadLine {
  readonly messages: readonly JSONRPCMessage[];
  readonly wrong: readonly NoMessage[];
  /** Its answers go into one line too. */
  readonly isBatch: boolean;
}

/** Reads a line that is not blank. */
export function readLine(line: string): ReadLine {
  if (line.length > LONGEST) return refused(ProtocolErrorCode.InvalidRequest, `Cannot read a line of more than ${LONGEST} characters`);
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch (thrown) {
    return refused(ProtocolErrorCode.ParseError, `Cannot read a line that is not JSON: ${describeThrown(thrown)}`);
  }
  const isBatch = Array.isArray(parsed) && parsed.length > 0;
  const messages: JSONRPCMessage[] = [];
  const wrong: NoMessage[] = [];
  for (const one of isBatch ? parsed as unknown[] : [parsed]) {
    try {
      messages.push(parseJSONRPCMessage(withoutEmptyParams(one)));
    } catch {
      if (!isAnswer(one)) wrong.push(noRequest(one));
    }
  }
  return { messages, wrong, isBatch };
}

function refused(code: NoMessage["code"], why: string): ReadLine {
  return {
    messages: [],
    wrong: [{ id: null, code, error: new CallgroveError("invalid_input", why, { hint: ONE_MESSAGE }) }],
    isBatch: false,
  };
}

/** Parameters that are `null`, as some clients write where there are none, or a list are left out. */
function withoutEmptyParams(message: unknown): unknown {
  if (!isObject(message) || (message["params"] !== null && !Array.isArray(message["params"]))) return message;
  const { params: _params, ...rest } = message;
  return rest;
}

/** An answer to something that was never asked is no request, and gets none. */
function isAnswer(message: unknown): boolean {
  return isObject(message) && message["method"] === undefined && (message["result"] !== undefined || message["error"] !== undefined);
}

function noRequest(message: unknown): NoMessage {
  const id = isObject(message) ? message["id"] : undefined;
  return {
    id: typeof id === "string" || typeof id === "number" ? id : null,
    code: ProtocolErrorCode.InvalidRequest,
    error: new CallgroveError("invalid_input", `Cannot take a message: ${whyNoRequest(message)}`, { hint: ONE_MESSAGE }),
  };
}

function whyNoRequest(message: unknown): string {
  if (!isObject(message)) return `it is not an object, but ${Array.isArray(message) ? "an empty list" : JSON.stringify(message)}`;
  const { jsonrpc, id, method, params }: ParsedObject = message;
  const unknown = Object.keys(message).find((name) => !FIELDS.has(name));
  if (jsonrpc !== "2.0") return '"jsonrpc" must be "2.0"';
  if (typeof method !== "string") return '"method" must be a string';
  if (id !== undefined && typeof id !== "string" && !Number.isSafeInteger(id)) return '"id" must be a string or a whole number';
  if (params !== undefined && !isObject(params)) return '"params" must be an object';
  return unknown === undefined
    ? '"params" has a "_meta" that is not the protocol\'s'
    : `it has a field "${unknown}" that the protocol does not know`;
}

/**
 * Lines in the form that the library takes.
 * @param take told of each line before the library sees its messages
 */
export function readClientLines(take: (read: ReadLine) => Promise<void>): TransformStream<Uint8Array, Uint8Array> {
  const [decoder, encoder] = [new TextDecoder(), new TextEncoder()];
  let rest = "";
  const pass = async (line: string, controller: TransformStreamDefaultController<Uint8Array>): Promise<void> => {
    if (line.trim() === "") return;
    const read = readLine(line);
    await take(read);
    for (const message of read.messages) controller.enqueue(encoder.encode(`${JSON.stringify(message)}\n`));
  };
  return new TransformStream({
    async transform(chunk, controller) {
      const lines = decoder.decode(chunk, { stream: true }).split("\n");
      // A long line is put together once, and what is longer than any may be is not kept.
      lines[0] = rest.length > LONGEST ? rest : rest + lines[0]!;
      rest = lines.pop()!;
      for (const line of lines) await pass(line, controller);
    },
    flush: (controller) => pass(rest, controller),
  });
}
