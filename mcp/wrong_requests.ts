/**
 * Openings, and requests for prompts, resources and completions, that cannot be answered.
 *
 * Stage: MCP. The protocol has no error results for these, so the envelope is sent with a protocol error. Invariant: errors in a request
 * are found before the library sees it, which would use its own words.
 */
import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import * as z from "zod";
import { objectOf, type ParsedObject } from "../core/base/parsed_values.ts";
import { CallgroveError, toCallgroveError } from "../core/errors.ts";
import { type Called, checkParams } from "../query/answer/check_params.ts";
import { showValue } from "../query/answer/wrong_value.ts";
import type { Reply } from "../query/ask.ts";
import { type Prompt, PROMPTS } from "./prompts.ts";
import { TEMPLATES } from "./resources.ts";
import { unknownName } from "./unknown_name.ts";

/** The opening of a connection, in the protocol's revisions up to 2025. */
const OPENING: Called = {
  name: "initialize",
  input: z.looseObject({
    protocolVersion: z.string(),
    capabilities: z.looseObject({}),
    clientInfo: z.looseObject({ name: z.string(), version: z.string() }),
  }),
};

/** A completion request according to the protocol; other fields are up to the client. */
const COMPLETION: Called = {
  name: "completion/complete",
  input: z.looseObject({
    ref: z.looseObject({ type: z.enum(["ref/prompt", "ref/resource"]) }),
    argument: z.looseObject({ name: z.string(), value: z.string() }),
    context: z.looseObject({ arguments: z.record(z.string(), z.string()).optional() }).optional(),
  }),
};

/**
 * Why an opening, or a request for a prompt, a resource or completions, cannot be answered; undefined if it can, and for all other
 * messages.
 */
export function findWrong(message: object): CallgroveError | undefined {
  const { method, params } = message as ParsedObject;
  try {
    if (method === "initialize") checkParams(OPENING, params);
    if (method === "prompts/get") checkPrompt(objectOf(params));
    if (method === "resources/read") checkAddress(objectOf(params)["uri"]);
    if (method === "completion/complete") checkCompletion(params);
    return undefined;
  } catch (thrown) {
    return toCallgroveError(thrown);
  }
}

/** An error reply as a protocol error, with its text as the message, for clients that pass on nothing else. */
export function toProtocolError({ text, structured }: Reply): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, text, structured);
}

function checkPrompt({ name, arguments: given }: ParsedObject): void {
  checkParams(findPrompt(name), given);
}

function findPrompt(name: unknown): Prompt {
  const prompt = PROMPTS.find((one) => one.name === name);
  if (prompt !== undefined) return prompt;
  throw unknownName("prompt", typeof name === "string" ? name : JSON.stringify(name) ?? "", PROMPTS.map((one) => one.name));
}

/** An unknown argument has no completions, which is no error: clients ask for all of them. */
function checkCompletion(params: unknown): void {
  const { type, name, uri } = objectOf(checkParams(COMPLETION, params)["ref"]);
  if (type === "ref/prompt") findPrompt(name);
  else if (!TEMPLATES.some((one) => one === uri)) {
    throw new CallgroveError(
      "invalid_input",
      `Cannot complete for ${uri === undefined ? "a resource: uri is missing" : `the resource ${showValue(uri)}`}`,
      {
        hint: `Completions are there for ${TEMPLATES.join(" and ")}`,
      },
    );
  }
}

function checkAddress(uri: unknown): void {
  if (typeof uri === "string" && isReadable(uri)) return;
  const why = uri === undefined
    ? "a resource: uri is missing"
    : `the resource ${showValue(uri)}: ${typeof uri === "string" ? "there is none" : "a uri is a string"}`;
  throw new CallgroveError("invalid_input", `Cannot read ${why}`, {
    hint: "Give callgrove://symbol/NAME (load, Job.go, app/io.py:load) or callgrove://file/PATH; resources/list has the others.",
  });
}

/** Whether a URI may lead to a resource: after our own scheme there must be a name or path. */
function isReadable(uri: string): boolean {
  return URL.canParse(uri) && /^(?:callgrove:\/\/(?:symbol|file)\/.|skill:)/s.test(uri);
}
