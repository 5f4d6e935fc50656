/**
 * The MCP server: tools of the registry over the protocol, in both of its versions; resources, prompts, completions and a skill.
 *
 * Stage: MCP. Invariants: initialize, server/discover and tools/list are answered at once, regardless of the index, and identically for
 * every connection; an answer has two forms, each complete; an error of ours is a result with isError, never a protocol error.
 */
import { McpServer, type ServerContext } from "@modelcontextprotocol/server";
import type { SkillsExtension } from "@modelcontextprotocol/server/ext/skills";
import type { IndexProgress } from "../core/pipeline.ts";
import { ask, type Reply, replyError, type Repository } from "../query/ask.ts";
import { COMPACT } from "../query/render/style.ts";
import type { Tool } from "../query/tool.ts";
import { makeAsker } from "./asker.ts";
import { instructionsFor } from "./instructions.ts";
import { givenTo } from "./misshapen_calls.ts";
import { addPrompts } from "./prompts.ts";
import { addResources } from "./resources.ts";
import { type ListedTool, listTools } from "./tool_list.ts";
import { unknownName } from "./unknown_name.ts";

/** What the composition root supplies. */
export interface ServerOptions {
  readonly version: string;
  /** Tools that clients see and may call. */
  readonly tools: readonly Tool[];
  /** All tools, for resources and prompts. */
  readonly allTools: readonly Tool[];
  readonly repository: Repository;
  readonly skills: SkillsExtension;
  /** Subscribes to the progress of indexing; returns the function that unsubscribes. */
  readonly onProgress: (report: (progress: IndexProgress) => void) => () => void;
  /** Called for each tool call before it is answered. */
  readonly onCall?: () => void;
}

/** Lists change only with the program; answers depend on the index. */
const LISTS = { ttlMs: 3_600_000, cacheScope: "public" } as const;
const ANSWERS = { ttlMs: 0, cacheScope: "private" } as const;

/** A server for one connection; made once for each protocol version that a client opens with. */
export function makeServer(options: ServerOptions): McpServer {
  const mcp = new McpServer({ name: "callgrove", title: "Callgrove", version: options.version }, {
    capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
    instructions: instructionsFor(new Set(options.tools.map(({ name }) => name))),
    cacheHints: {
      "tools/list": LISTS,
      "prompts/list": LISTS,
      "resources/list": LISTS,
      "resources/templates/list": LISTS,
      "resources/read": ANSWERS,
    },
  });
  const asker = makeAsker(options.allTools, options.repository);
  addResources(mcp, asker);
  addPrompts(mcp, asker);
  options.skills.attach(mcp);
  // Tools use the low-level server: `ask` checks parameters, so that the command line and every client get the same answers. The list is
  // made on demand, as clients wait for the reply to their opening.
  let listed: ListedTool[] | undefined;
  mcp.server.setRequestHandler("tools/list", () => ({ tools: listed ??= listTools(options.tools) }));
  mcp.server.setRequestHandler("tools/call", async (request, context) => {
    options.onCall?.();
    const { name, arguments: params } = request.params;
    const tool = options.tools.find((one) => one.name === name);
    if (tool === undefined) {
      const error = unknownName("tool", name, options.tools.map((one) => one.name));
      return toResult(replyError(error, await options.repository.glance(), COMPACT));
    }
    const stop = options.onProgress(makeTeller(context));
    try {
      return toResult(await unlessCancelled(ask(options.repository, tool, givenTo(params), COMPACT), context.mcpReq.signal));
    } finally {
      stop();
    }
  });
  return mcp;
}

const STAGES = ["scan", "parse", "resolve", "write"];

/** Returns a function that sends progress to a client that asked for it: monotonic, at most once per percent. */
function makeTeller(context: ServerContext): (progress: IndexProgress) => void {
  const token = context.mcpReq._meta?.progressToken;
  let last = 0;
  return ({ stage, done, total }) => {
    if (token === undefined || context.mcpReq.signal.aborted) return;
    const at = Math.max(0, STAGES.indexOf(stage)) + (total === 0 ? 0 : Math.min(1, done / total));
    const progress = Math.floor(100 * at / STAGES.length);
    if (progress <= last) return;
    last = progress;
    const message = `indexing: ${stage}${total === 0 ? "" : ` ${done} of ${total} files`}`;
    context.mcpReq.notify({ method: "notifications/progress", params: { progressToken: token, progress, total: 100, message } })
      .catch(() => {});
  };
}

/** The answer, rejected if the client cancels; work shared with others continues. */
function unlessCancelled(reply: Promise<Reply>, signal: AbortSignal): Promise<Reply> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(new Error("cancelled"));
    signal.addEventListener("abort", () => reject(new Error("cancelled")), { once: true });
    reply.then(resolve, reject);
  });
}

function toResult(reply: Reply): { content: { type: "text"; text: string }[]; structuredContent: Record<string, unknown>; isError?: true } {
  return {
    content: [{ type: "text", text: reply.text }],
    structuredContent: reply.structured,
    ...(reply.isError ? { isError: true as const } : {}),
  };
}
