/**
 * `callgrove mcp`: the server on this process's standard input and output.
 *
 * Stage: CLI. Invariants: stdout belongs to the protocol; indexing runs in a thread of its own, so that the server always answers; the
 * process ends when the client leaves.
 */
import { Readable, Writable } from "node:stream";
import {
  isJSONRPCRequest,
  isJSONRPCResponse,
  isSpecType,
  type JSONRPCErrorResponse,
  type ProtocolError,
} from "@modelcontextprotocol/server";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import type { CallgroveError } from "../core/errors.ts";
import type { IndexProgress } from "../core/pipeline.ts";
import { loadLanguageModule } from "../later.ts";
import { Batches } from "../mcp/batches.ts";
import { type NoMessage, readClientLines, type ReadLine } from "../mcp/client_lines.ts";
import { shapeCall } from "../mcp/misshapen_calls.ts";
import { makeServer, type ServerOptions } from "../mcp/server.ts";
import { rehearse } from "../mcp/rehearsal.ts";
import { takeOpening } from "../mcp/serve_opening.ts";
import { loadSkills } from "../mcp/skill.ts";
import { findWrong, toProtocolError } from "../mcp/wrong_requests.ts";
import { replyError } from "../query/ask.ts";
import { TOOLS, type ToolSet, toolSet } from "../query/mod.ts";
import { COMPACT } from "../query/render/style.ts";
import { VERSION } from "../version.ts";
import { makeIndexThread } from "../workspace/index_thread.ts";
import { openRepository } from "../workspace/open_repository.ts";
import { foldersOf } from "./asked_folders.ts";
import { type CommonOptions, printNotice } from "./terminal.ts";
import { writeAll } from "./write_all.ts";

/** How long a question waits for the index before it is answered without it, ms. */
const PATIENCE = { first: 10_000, update: 10_000 };

/** Turns an error into the protocol's. */
type Refuse = (error: CallgroveError) => Promise<ProtocolError>;

type ErrorOfAnswer = JSONRPCErrorResponse["error"];

/** The answer to what the library is not to see. */
function answerWith<Id>(id: Id, { code: own, message, data }: ProtocolError, code = own): { jsonrpc: "2.0"; id: Id; error: ErrorOfAnswer } {
  return { jsonrpc: "2.0", id, error: { code, message, data } };
}

/** The transport on stdin and stdout, where need be behind an opening that was answered before this was loaded. */
function openTransport(refuse: Refuse): StdioServerTransport {
  const opening = takeOpening();
  const stdout = makeStdout();
  const write = (message: object): void => void stdout.write(`${JSON.stringify(message)}\n`);
  const batches = new Batches(write);
  const take = async ({ messages, wrong, isBatch }: ReadLine): Promise<void> => {
    for (const message of messages) {
      const givenUp = isSpecType.CancelledNotification(message) ? message.params.requestId : undefined;
      if (givenUp !== undefined) batches.settle(givenUp);
    }
    const isUnanswered = ({ id }: NoMessage): boolean => id === null || opening?.answered(id) !== true;
    const answers = await Promise.all(
      wrong.filter(isUnanswered).map(async ({ id, code, error }) => answerWith(id, await refuse(error), code)),
    );
    if (isBatch) batches.begin(messages.filter(isJSONRPCRequest).map(({ id }) => id), answers);
    else answers.forEach(write);
  };
  const input = (opening?.input() ?? Deno.stdin.readable).pipeThrough(readClientLines(take));
  const transport = new StdioServerTransport(Readable.fromWeb(input), stdout);
  const send = transport.send.bind(transport);
  transport.send = (message) => {
    const id = isJSONRPCResponse(message) ? message.id : undefined;
    const isDone = id !== undefined && (opening?.answered(id) === true || batches.settle(id, message));
    return isDone ? Promise.resolve() : send(message);
  };
  return transport;
}

/** Standard output as a stream that loses nothing: the runtime's own fails if a non-blocking pipe is full. */
function makeStdout(): Writable {
  return new Writable({
    decodeStrings: false,
    write(text: string | Uint8Array, _encoding, done) {
      try {
        writeAll("stdout", typeof text === "string" ? text : new TextDecoder().decode(text));
        done();
      } catch (thrown) {
        done(thrown as Error);
      }
    },
  });
}

/** Serves until the client leaves; returns the exit status. */
export async function serveMcp(options: CommonOptions & { readonly tools?: ToolSet }): Promise<number> {
  const { directory, database } = foldersOf(options);
  const thread = makeIndexThread();
  const listeners = new Set<(progress: IndexProgress) => void>();
  const repository = openRepository({
    directory,
    database,
    ref: options.ref,
    audience: "agent",
    anyRepository: false,
    patience: PATIENCE,
    index: thread.index,
    onProgress: (progress) => listeners.forEach((visit) => visit(progress)),
    languages: async () => (await loadLanguageModule()).loadLanguageTable(),
  });
  let isWanted = false;
  const serverOptions: ServerOptions = {
    version: VERSION,
    tools: toolSet(options.tools ?? "all"),
    allTools: TOOLS,
    repository,
    skills: await loadSkills(),
    onProgress: (visit) => {
      listeners.add(visit);
      return () => listeners.delete(visit);
    },
    onCall: () => isWanted = true,
  };
  return await new Promise((done) => {
    const refuse = async (error: CallgroveError): Promise<ProtocolError> =>
      toProtocolError(replyError(error, await repository.glance(), COMPACT));
    const transport = openTransport(refuse);
    const server = serveStdio(() => makeServer(serverOptions), {
      transport,
      onerror: (error) => {
        if (options.debug === true) printNotice(`callgrove mcp: ${error.message}`);
      },
    });
    const received = transport.onmessage;
    transport.onmessage = (message) => {
      const wrong = findWrong(message);
      if (wrong === undefined) received?.(shapeCall(message));
      else if (isJSONRPCRequest(message)) void refuse(wrong).then((error) => transport.send(answerWith(message.id, error)));
    };
    const closed = transport.onclose;
    transport.onclose = () => {
      isWanted = true;
      closed?.();
      void server.close();
      thread.end();
      repository.close();
      done(0);
    };
    // Failures will show in the first question.
    void rehearse(repository, TOOLS, () => isWanted).catch(() => {});
  });
}
