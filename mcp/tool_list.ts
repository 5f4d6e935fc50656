/**
 * The tools as clients see them.
 *
 * Stage: MCP. Invariant: made only from the tools' own values, so the list depends neither on the index nor on the repository or the
 * client.
 */
import * as z from "zod";
import type { Tool } from "../query/tool.ts";

type JsonObject = Record<string, unknown>;

/** A tool as in `tools/list`. */
export interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: { readonly type: "object" } & JsonObject;
  readonly outputSchema: { readonly type: "object" } & JsonObject;
  readonly annotations: JsonObject;
}

/** The list of tools. */
export function listTools(tools: readonly Tool[]): ListedTool[] {
  return tools.map((tool) => ({
    name: tool.name,
    description: tool.description,
    inputSchema: toSchema(tool.input, "input"),
    outputSchema: toSchema(tool.output, "output"),
    annotations: annotationsOf(tool),
  }));
}

/** Whether a tool is destructive or idempotent matters only if it writes. */
function annotationsOf({ annotations }: Tool): JsonObject {
  const { readOnlyHint, openWorldHint } = annotations;
  return readOnlyHint ? { readOnlyHint, openWorldHint } : { ...annotations };
}

function toSchema(schema: z.ZodObject, io: "input" | "output"): { type: "object" } & JsonObject {
  return shorten(z.toJSONSchema(schema, { io }), io === "input" ? DROPPED : DROPPED_OUTPUT) as { type: "object" } & JsonObject;
}

/** Keywords that only validation needs, not the author of a call. */
const DROPPED = new Set(["$schema", "minLength", "maxLength", "maxItems"]);
/** A tool's description says what its answer looks like; every client would pay for each word twice. */
const DROPPED_OUTPUT = new Set([...DROPPED, "description", "items"]);

/** Leaves out what carries no information: the dialect, open objects, the range of safe integers. */
function shorten(value: unknown, dropped: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((one) => shorten(one, dropped));
  if (typeof value !== "object" || value === null) return value;
  const kept: JsonObject = {};
  for (const [key, inner] of Object.entries(value)) {
    const isEmpty = typeof inner === "object" && inner !== null && Object.keys(inner).length === 0;
    // A parameter may have such a name itself; then its value here is an object.
    if (dropped.has(key) && (typeof inner !== "object" || key === "items")) continue;
    if (key === "additionalProperties" && isEmpty) continue;
    if ((key === "minimum" || key === "maximum") && Math.abs(Number(inner)) === Number.MAX_SAFE_INTEGER) continue;
    if (key === "properties" && isEmpty) continue;
    kept[key] = shorten(inner, dropped);
  }
  return kept;
}
