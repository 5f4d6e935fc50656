/**
 * One question, one answer: the way that every tool call and every command goes.
 *
 * Stage: query. Parameters are checked, the repository is found, its index is brought up to date, the tool runs in one transaction, and
 * the answer gets its metadata and its two forms. Invariants: an answer is never silently stale; both forms are complete; whatever
 * goes wrong ends in the one error envelope.
 */
import { CallgroveError, toCallgroveError } from "../core/errors.ts";
import type { IndexProgress } from "../core/pipeline.ts";
import { checkParams, repairCall } from "./check_params.ts";
import type { Context, Place } from "./context.ts";
import { type IndexState, makeMetadata, type Metadata, type Notes, renderMetadata, UNKNOWN_STATE } from "./metadata.ts";
import { SAFETY_LIMIT } from "./page.ts";
import { renderError } from "./render/error.ts";
import type { Style } from "./render/style.ts";
import type { Tool } from "./tool.ts";

/** A repository with its index as it is for this question. */
export interface Prepared {
  readonly place: Place;
  /** Undefined where there is nothing to ask yet. */
  readonly context: Context | undefined;
  readonly state: IndexState;
  /** How far the index under way is. */
  readonly progress?: IndexProgress;
}

/** What touches the disk, git and the indexer; given by whoever asks (a command, a server). */
export interface Repository {
  /**
   * Finds the repository and brings its index up to date as far as the asker waits for it.
   * @param repo folder named in the question; undefined for the one that the asker stands in.
   * @param ref as named in the question.
   * @param needsIndex false: nothing is built, the question does that itself.
   */
  prepare(repo: string | undefined, ref: string | undefined, needsIndex: boolean): Promise<Prepared>;
}

/** An answer in its two forms. */
export interface Reply {
  readonly structured: Record<string, unknown>;
  readonly text: string;
  readonly isError: boolean;
  /** Exit status of a command: 0 answered, 1 nothing found, 2 wrong usage, 3 not possible. */
  readonly status: number;
  readonly error?: CallgroveError;
}

/** Asks a tool. Never throws: an error is a reply. */
export async function ask(repository: Repository, tool: Tool, params: unknown, style: Style): Promise<Reply> {
  let state = UNKNOWN_STATE;
  const given = (typeof params === "object" && params !== null ? params : {}) as Record<string, unknown>;
  try {
    const checked = checkParams(tool, params);
    const prepared = await repository.prepare(text(checked["repo"]), text(checked["ref"]), tool.needsIndex);
    state = prepared.state;
    if (tool.needsIndex && prepared.context === undefined) return replyUnready(prepared, style);
    const context = prepared.context ?? (prepared.place as Context);
    const { value, notes } = await runTool(tool, context, checked);
    // An answer about the making of an index knows its state only afterwards.
    if (!tool.needsIndex) state = (await repository.prepare(text(checked["repo"]), text(checked["ref"]), true)).state;
    return reply(tool, value, makeMetadata(state, notes), style, checked["json_output"] === true);
  } catch (thrown) {
    return replyError(toCallgroveError(thrown), tool, given, state, style);
  }
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** A question runs in one piece: nothing else may come between the two ends of its transaction. */
async function runTool(tool: Tool, context: Context, params: Record<string, unknown>): Promise<{ value: unknown; notes?: Notes }> {
  if (!tool.needsIndex) return await tool.run(context, params);
  context.db.exec("BEGIN");
  try {
    const answer = tool.run(context, params);
    if (answer instanceof Promise) throw new CallgroveError("internal_error", `Cannot run ${tool.name}: a question must not wait`);
    return answer;
  } finally {
    context.db.exec("COMMIT");
  }
}

function reply(tool: Tool, value: unknown, metadata: Metadata, style: Style, asJson: boolean): Reply {
  const body = tool.structure === undefined ? value as Record<string, unknown> : tool.structure(value);
  const structured = { ...body, metadata };
  const remarks = renderMetadata(metadata);
  const written = asJson ? JSON.stringify(structured) : tool.render(value, style) + (remarks === "" ? "" : `\n\n${remarks}`);
  return { structured, text: limitText(written), isError: false, status: tool.isEmpty?.(value) === true ? 1 : 0 };
}

/** The last line of defence; lists keep to their budget long before. */
function limitText(written: string): string {
  if (written.length < SAFETY_LIMIT / 2) return written;
  const bytes = new TextEncoder().encode(written);
  if (bytes.length <= SAFETY_LIMIT - 100) return written;
  return `${new TextDecoder().decode(bytes.subarray(0, SAFETY_LIMIT - 200)).replace(/\n[^\n]*$/, "")}\n(cut at the size limit)`;
}

/** No index yet, and it takes longer than the asker waits: no error, but little to say. */
function replyUnready(prepared: Prepared, style: Style): Reply {
  const { progress } = prepared;
  const metadata = makeMetadata(prepared.state, {
    completeness: "partial",
    suggestedAction: "ask again in a few seconds: the index is being built",
  });
  const done = progress === undefined || progress.total === 0 ? "" : `: ${progress.stage}, ${progress.done} of ${progress.total} files`;
  return {
    structured: { ...(progress === undefined ? {} : { progress: { ...progress } }), metadata },
    text: `${style.strong("The index of this repository is being built")}${done}. Nothing is known about the question yet.\n\n${
      renderMetadata(metadata)
    }`,
    isError: false,
    status: 3,
  };
}

/** The error envelope. `params` are those of the call that failed, so that the next call can be written out. */
export function replyError(
  error: CallgroveError,
  tool: Tool | undefined,
  params: Record<string, unknown>,
  state: IndexState,
  style: Style,
): Reply {
  const schema = error.code === "index_incompatible"
    ? { ...state, indexing: "failed" as const, schema: "reindex_required" as const }
    : state;
  const metadata = makeMetadata(schema, { completeness: "partial" });
  const remediation = error.data["remediation"] ?? repairCall(error, tool, params, style.places === "grouped" ? "tool" : "command");
  const data = { ...error.data, ...(remediation === undefined ? {} : { remediation }), ...(error.hint === "" ? {} : { hint: error.hint }) };
  return {
    structured: { error: { code: error.code, message: error.message, data }, metadata },
    text: renderError(error, remediation === undefined ? "" : String(remediation), style),
    isError: true,
    status: error.exitStatus,
    error,
  };
}
