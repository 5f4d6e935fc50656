/**
 * The MCP server: tools of the registry over the protocol, in both of its eras.
 *
 * Stage: MCP. Invariants: initialize, server/discover and tools/list answer at once, whatever the index does, and are the same for every
 * connection; an answer has two forms, each complete; an error of ours is a result with isError, never an error of the protocol.
 */
import { Server } from "@modelcontextprotocol/server";
import { ask, type Reply, replyError, type Repository } from "../query/ask.ts";
import { UNKNOWN_STATE } from "../query/metadata.ts";
import { COMPACT } from "../query/render/style.ts";
import type { Tool } from "../query/tool.ts";
import { INSTRUCTIONS } from "./instructions.ts";
import { type ListedTool, listTools } from "./tool_list.ts";
import { unknownTool } from "./unknown_tool.ts";

export interface ServerOptions {
  readonly version: string;
  readonly tools: readonly Tool[];
  readonly repository: Repository;
}

/** A server for one connection; made once for each era that a client opens with. */
export function makeServer(options: ServerOptions): Server {
  // The low-level server: parameters are checked by `ask`, so that the command line and every client get the same answers.
  const server = new Server(
    { name: "callgrove", title: "Callgrove", version: options.version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS, cacheHints: { "tools/list": { ttlMs: 3_600_000, cacheScope: "public" } } },
  );
  // Made when it is asked for: a client waits for the reply to its opening.
  let listed: ListedTool[] | undefined;
  server.setRequestHandler("tools/list", () => ({ tools: listed ??= listTools(options.tools) }));
  server.setRequestHandler("tools/call", async (request) => {
    const { name, arguments: params } = request.params;
    const tool = options.tools.find((one) => one.name === name);
    const reply = tool === undefined
      ? replyError(unknownTool(name, options.tools.map((one) => one.name)), undefined, {}, UNKNOWN_STATE, COMPACT)
      : await ask(options.repository, tool, params, COMPACT);
    return toResult(reply);
  });
  return server;
}

function toResult(reply: Reply): { content: { type: "text"; text: string }[]; structuredContent: Record<string, unknown>; isError?: true } {
  return {
    content: [{ type: "text", text: reply.text }],
    structuredContent: reply.structured,
    ...(reply.isError ? { isError: true as const } : {}),
  };
}
