/**
 * Symbols and files as resources, for people to attach to a conversation.
 *
 * Stage: MCP. Invariant: a resource is the text of a tool's answer, so it is equally fresh and complete.
 */
import { type McpServer, ResourceTemplate } from "@modelcontextprotocol/server";
import type { Asker } from "./asker.ts";
import { toProtocolError } from "./wrong_requests.ts";

const SYMBOL = "callgrove://symbol/{+name}";
const FILE = "callgrove://file/{+path}";
/** The URI templates. */
export const TEMPLATES: readonly string[] = [SYMBOL, FILE];

/** Adds `callgrove://symbol/{name}` and `callgrove://file/{path}`. */
export function addResources(mcp: McpServer, asker: Asker): void {
  mcp.registerResource(
    "symbol",
    new ResourceTemplate(SYMBOL, { list: undefined, complete: { name: asker.completeNames } }),
    {
      title: "A symbol and what surrounds it",
      description: "Source, callers, callees and what a change would reach. Name it as in the tools: load, Job.go, app/io.py:load.",
      mimeType: "text/plain",
    },
    (uri, { name }) => read(asker, uri, "get_call_graph", { symbol_name: wordOf(name), include_source: true }),
  );
  mcp.registerResource(
    "file",
    new ResourceTemplate(FILE, { list: undefined, complete: { path: asker.completePaths } }),
    { title: "Outline of a file", description: "What a file defines, by line.", mimeType: "text/plain" },
    (uri, { path }) => read(asker, uri, "query_file_symbols", { file_path: wordOf(path) }),
  );
}

/** The decoded part of a URI; a `%` that encodes nothing is kept. */
function wordOf(value: string | string[] | undefined): string {
  const written = Array.isArray(value) ? value.join("/") : value ?? "";
  return written.replaceAll(/(?:%[\da-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  });
}

async function read(
  asker: Asker,
  uri: URL,
  tool: string,
  params: Record<string, unknown>,
): Promise<{ contents: { uri: string; mimeType: string; text: string }[] }> {
  const reply = await asker.ask(tool, params);
  if (reply.isError) throw toProtocolError(reply);
  return { contents: [{ uri: uri.href, mimeType: "text/plain", text: reply.text }] };
}
