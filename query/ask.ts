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
import { type DetailLevel, type Details, readDetails } from "./detail.ts";
import { type IndexState, makeMetadata, type Metadata, renderMetadata, UNKNOWN_STATE } from "./metadata.ts";
import { budgetOf, SAFETY_LIMIT } from "./page.ts";
import { renderDetails } from "./render/details.ts";
import { renderError } from "./render/error.ts";
import type { Style } from "./render/style.ts";
import type { Answer, Tool } from "./tool.ts";

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
  /** Told of every answer, for counting: the tool's name and the size of its text. */
  noteAnswer?(tool: string, bytes: number): void;
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
  const answer = await answerTool(repository, tool, params, style);
  repository.noteAnswer?.(tool.name, new TextEncoder().encode(answer.text).length);
  return answer;
}

async function answerTool(repository: Repository, tool: Tool, params: unknown, style: Style): Promise<Reply> {
  let state = UNKNOWN_STATE;
  const given = (typeof params === "object" && params !== null ? params : {}) as Record<string, unknown>;
  try {
    const checked = checkParams(tool, params);
    const prepared = await repository.prepare(text(checked["repo"]), text(checked["ref"]), tool.needsIndex);
    state = prepared.state;
    if (tool.needsIndex && prepared.context === undefined) return replyUnready(prepared, style);
    const context = prepared.context ?? (prepared.place as Context);
    const answer = await runTool(tool, context, checked);
    // An answer about the making of an index knows its state only afterwards.
    if (!tool.needsIndex) state = (await repository.prepare(text(checked["repo"]), text(checked["ref"]), true)).state;
    return reply(tool, answer, makeMetadata(state, answer.notes), style, checked["json_output"] === true);
  } catch (thrown) {
    return replyError(toCallgroveError(thrown), tool, given, state, style);
  }
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** An answer and what was asked for about the symbols that it lists. */
interface DetailedAnswer extends Answer<unknown> {
  readonly details?: Details;
}

/** A question runs in one piece: nothing else may come between the two ends of its transaction. */
async function runTool(tool: Tool, context: Context, params: Record<string, unknown>): Promise<DetailedAnswer> {
  if (!tool.needsIndex) return await tool.run(context, params, undefined);
  const gathered = await tool.gather?.(context, params);
  context.db.exec("BEGIN");
  try {
    const answer = tool.run(context, params, gathered);
    if (answer instanceof Promise) throw new CallgroveError("internal_error", `Cannot run ${tool.name}: a question must not wait`);
    const level = params["detail_level"] as DetailLevel | undefined;
    if (level === undefined || tool.listed === undefined) return answer;
    const bytes = budgetOf(context, params["limit"] as number | undefined);
    return { ...answer, details: readDetails(context, tool.listed(answer.value), level, params["compact"] === true, bytes) };
  } finally {
    context.db.exec("COMMIT");
  }
}

function reply(tool: Tool, { value, details }: DetailedAnswer, metadata: Metadata, style: Style, asJson: boolean): Reply {
  const body = tool.structure === undefined ? value as Record<string, unknown> : tool.structure(value);
  const structured = {
    ...body,
    ...(details === undefined ? {} : { details: details.map }),
    ...(details === undefined || details.leftOut === 0 ? {} : { details_left_out: details.leftOut }),
    metadata,
  };
  const blocks = [tool.render(value, style), details === undefined ? "" : renderDetails(details), renderMetadata(metadata)];
  const written = asJson ? JSON.stringify(structured) : blocks.filter((block) => block !== "").join("\n\n");
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
