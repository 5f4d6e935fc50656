/**
 * From a question to its answer: every tool call and every command takes this way.
 * Stage: query. Parameters are checked, the repository is found and its index brought up to date, the tool runs in one transaction, and the
 * answer gets its metadata and its two forms. Invariants: an answer is never silently stale; both forms are complete; every failure becomes
 * the one error envelope.
 */
import { bytesOf, bytesOfJson, firstBytes } from "../core/base/text_size.ts";
import { CallgroveError, type ErrorCode, toCallgroveError } from "../core/errors.ts";
import type { IndexProgress } from "../core/pipeline.ts";
import { checkParams } from "./answer/check_params.ts";
import { type DetailLevel, type Details, readDetails } from "./answer/detail.ts";
import { detailBudgetOf, SAFETY_LIMIT } from "./answer/page.ts";
import { type Context, inReadTransaction, type Workspace } from "./context.ts";
import type { Suggestion } from "./followup/asking.ts";
import { analyse } from "./followup/previous.ts";
import { suggest, writeCall, writeCommand } from "./followup/suggest.ts";
import {
  type IndexState,
  makeMetadata,
  type Metadata,
  renderMetadata,
  renderStanding,
  renderState,
  renderWarnings,
  stateAfter,
} from "./metadata.ts";
import { TOOLS } from "./mod.ts";
import { renamesOf } from "./names/reexports.ts";
import { inCommandWords, inToolWords } from "./names/tool_words.ts";
import { renderDetails } from "./render/details.ts";
import { renderError } from "./render/error.ts";
import { inOneLine, namesCut, namesInLine } from "./render/names_in_line.ts";
import type { Style } from "./render/style.ts";
import type { Answer, Tool } from "./tool.ts";

/** Most suggestions that an answer shows; `suggest_followup_queries` gives all. */
const NEXT_SHOWN = 2;

/** Errors that may go away once the index has changed. */
const OF_INDEX: ReadonlySet<ErrorCode> = new Set(["symbol_not_found", "ambiguous_symbol", "file_not_found"]);

/** A repository with its index, ready for a question. */
export interface Prepared {
  readonly workspace: Workspace;
  /** Undefined while there is no index to ask. */
  readonly context: Context | undefined;
  readonly state: IndexState;
  /** Progress of the index run under way. */
  readonly progress?: IndexProgress;
}

/** Access to disk, git and the indexer, supplied by the caller (a command or the server). */
export interface Repository {
  /**
   * Finds the repository and brings its index up to date, as far as the caller is willing to wait.
   * @param repo folder named in the question; undefined for the one around the caller
   * @param ref as named in the question
   * @param needsIndex false: nothing is built, because the question does that itself
   * @param ofRefs the refs that the question is about (`Tool.ofRefs`): if none of them is checked out, nobody waits for a large change of
   * the working tree
   */
  prepare(repo: string | undefined, ref: string | undefined, needsIndex: boolean, ofRefs?: readonly string[]): Promise<Prepared>;
  /**
   * What is known of the working tree's index without bringing it up to date. Never throws.
   * @param repo folder named in the question; if it is not a folder that may be asked about, the caller's own
   */
  glance(repo?: string): Promise<IndexState>;
  /**
   * Checks, after an unexpected failure, whether the index is damaged, and rebuilds it if so.
   * @returns whether the question can be asked again
   */
  mend?(repo: string | undefined): Promise<boolean>;
  /** Called after every answer, for statistics, with the tool's name and the bytes of its text. */
  noteAnswer?(tool: string, bytes: number): void;
}

/** An answer in both forms. */
export interface Reply {
  readonly structured: Record<string, unknown>;
  readonly text: string;
  readonly isError: boolean;
  /** Exit status of a command: 0 answered, 1 nothing found, 2 wrong usage, 3 not possible. */
  readonly status: number;
  readonly error?: CallgroveError;
}

/** Asks a tool. Never throws: an error is a reply, too. */
export async function ask(repository: Repository, tool: Tool, params: unknown, style: Style): Promise<Reply> {
  const answer = await answerTool(repository, tool, params, style);
  repository.noteAnswer?.(tool.name, bytesOf(answer.text));
  return answer;
}

async function answerTool(repository: Repository, tool: Tool, params: unknown, style: Style, isAgain = false): Promise<Reply> {
  let state: IndexState | undefined;
  let next: readonly Suggestion[] = [];
  const given = (typeof params === "object" && params !== null ? params : {}) as Record<string, unknown>;
  try {
    const checked = checkParams(tool, params, TOOLS);
    const prepared = await repository.prepare(text(checked["repo"]), text(checked["ref"]), tool.needsIndex, tool.ofRefs?.(checked));
    const { context } = prepared;
    if (tool.needsIndex && context === undefined) return replyUnready(prepared, style);
    if (context !== undefined) state = prepared.state;
    const ran = await runTool(tool, context ?? (prepared.workspace as Context), checked, given, state);
    next = ran.next;
    if (ran.answer === undefined) throw ran.thrown;
    // The state of an index that the question itself builds is known only afterwards.
    state ??= (await repository.prepare(text(checked["repo"]), text(checked["ref"]), true)).state;
    return reply(tool, ran.answer, next, state, given, style);
  } catch (thrown) {
    const mended = !isAgain && !(thrown instanceof CallgroveError) && await mend(repository, text(given["repo"]));
    if (mended === true) return await answerTool(repository, tool, params, style, true);
    state ??= await repository.glance(text(given["repo"]));
    return replyError(toCallgroveError(mended === false ? thrown : mended), state, style, next);
  }
}

/** Whether the index was damaged and has been repaired; an error if the repair failed. */
async function mend(repository: Repository, repo: string | undefined): Promise<boolean | CallgroveError> {
  try {
    return await repository.mend?.(repo) ?? false;
  } catch (thrown) {
    return thrown instanceof CallgroveError ? thrown : false;
  }
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** An answer with the details of the symbols that it lists. */
interface DetailedAnswer extends Answer<unknown> {
  readonly details?: Details;
}

/** The result of a question, and suggestions if the result says that it is not enough. */
interface Ran {
  readonly answer?: DetailedAnswer;
  readonly thrown?: unknown;
  readonly next: readonly Suggestion[];
}

/** Runs a question synchronously, suggestions included, so that nothing else comes between the ends of its transaction. */
async function runTool(
  tool: Tool,
  context: Context,
  params: Record<string, unknown>,
  given: Record<string, unknown>,
  state: IndexState | undefined,
): Promise<Ran> {
  if (!tool.needsIndex || state === undefined) return { answer: await tool.run(context, params, undefined), next: [] };
  const failed = (thrown: unknown): Ran => {
    if (!(thrown instanceof CallgroveError)) throw thrown;
    return { thrown, next: nextCalls(context, tool, given, { error: envelopeOf(thrown) }) };
  };
  let gathered: unknown;
  try {
    gathered = await tool.gather?.(context, params);
  } catch (thrown) {
    return inReadTransaction(context, () => failed(thrown));
  }
  return inReadTransaction(context, () => {
    try {
      const answer = runOn(tool, context, params, gathered);
      if (answer.notes?.suggestedAction !== undefined) return { answer, next: [] };
      const results = { ...bodyOf(tool, answer), metadata: makeMetadata(state, answer.notes) };
      return { answer, next: nextCalls(context, tool, given, results) };
    } catch (thrown) {
      return failed(thrown);
    }
  });
}

function runOn(tool: Tool, context: Context, params: Record<string, unknown>, gathered: unknown): DetailedAnswer {
  const ran = tool.run(context, params, gathered);
  if (ran instanceof Promise) throw new CallgroveError("internal_error", `Cannot run ${tool.name}: a question must not wait`);
  const answer = noteRenames(ran, renamesOf(context));
  const level = params["detail_level"] as DetailLevel | undefined;
  const compact = params["compact"] === true;
  if (level === undefined || tool.listed === undefined || (compact && tool.givesHandles === true)) return answer;
  const list = bytesOfJson(structureOf(tool, answer.value));
  const bytes = detailBudgetOf(context, params["limit"] as number | undefined, list);
  return { ...answer, details: readDetails(context, tool.listed(answer.value), level, compact, bytes) };
}

/** The answer with a warning for each name that its symbol does not bear where it is defined. */
function noteRenames(answer: Answer<unknown>, renames: readonly string[]): Answer<unknown> {
  if (renames.length === 0) return answer;
  return { ...answer, notes: { ...answer.notes, warnings: [...renames, ...answer.notes?.warnings ?? []] } };
}

/** The structured value, without details and metadata. */
function structureOf(tool: Tool, value: unknown): Record<string, unknown> {
  return tool.structure === undefined ? value as Record<string, unknown> : tool.structure(value);
}

/** The structured value with details, without metadata. */
function bodyOf(tool: Tool, { value, details }: DetailedAnswer): Record<string, unknown> {
  return {
    ...structureOf(tool, value),
    ...(details === undefined ? {} : { details: details.map }),
    ...(details === undefined || details.leftOut === 0 ? {} : { details_left_out: details.leftOut }),
  };
}

function reply(
  tool: Tool,
  answer: DetailedAnswer,
  next: readonly Suggestion[],
  state: IndexState,
  params: Record<string, unknown>,
  style: Style,
): Reply {
  const { value, notes, details } = answer;
  const action = notes?.suggestedAction;
  const suggested = next.length > 0
    ? { suggestedAction: writeNext(next, style), lowConfidence: true }
    : action === undefined || style.places === "grouped"
    ? {}
    : { suggestedAction: inCommandWords(TOOLS, tool, action) };
  const metadata = inWords(makeMetadata(state, { ...notes, ...suggested }), style);
  const structured = limitNames({ ...bodyOf(tool, answer), metadata });
  const blocks = [
    [...renderStanding(namesInLine(metadata), notes?.texts), tool.render(namesInLine(value), style)].join("\n"),
    details === undefined ? "" : renderDetails(namesInLine(details)),
    renderMetadata(namesInLine(metadata)),
  ];
  const isJson = params["json_output"] === true;
  const written = isJson ? JSON.stringify(structured) : blocks.filter((block) => block !== "").join("\n\n");
  // A person's text has one place per line and is longer than the value, whose lists already keep to the limit; it shows all that they
  // hold.
  const text = isJson || style.places === "full" ? written : limitText(written);
  return { structured, text, isError: false, status: tool.isEmpty?.(value) === true ? 1 : 0 };
}

/** Suggestions, if the answer or the error says that it is not enough. */
function nextCalls(
  context: Context,
  tool: Tool,
  params: Record<string, unknown>,
  results: Record<string, unknown>,
): readonly Suggestion[] {
  if (!tool.annotations.readOnlyHint) return [];
  const previous = { tool: tool.name, params, results };
  return suggest(context, TOOLS, previous, analyse(previous), NEXT_SHOWN);
}

/** For models all calls on one line; for people the first one, as a command to paste. */
function writeNext(next: readonly Suggestion[], style: Style): string {
  if (style.places === "grouped") return next.map(writeCall).join(" or ");
  return writeCommand(TOOLS, next[0]!) ?? writeCall(next[0]!);
}

/** The value itself, or with its names cut where they alone make it too long. */
function limitNames(structured: Record<string, unknown>): Record<string, unknown> {
  return bytesOfJson(structured) <= SAFETY_LIMIT ? structured : namesCut(structured);
}

/** The last resort: lists keep to their own budgets, which are far smaller. */
function limitText(written: string): string {
  if (written.length < SAFETY_LIMIT / 2) return written;
  if (bytesOf(written) <= SAFETY_LIMIT - 100) return written;
  return `${firstBytes(written, SAFETY_LIMIT - 200).replace(/\n[^\n]*$/, "")}\n(cut at the size limit)`;
}

/** The reply while the first index is still being built: not an error, but with little to say. */
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

/** Replaces calls by commands for readers who can type them, and commands by calls for those who cannot. */
function wordsOf(style: Style): (sentence: string) => string {
  return style.places === "full" ? (sentence) => sentence : (sentence) => inToolWords(TOOLS, sentence);
}

function inWords(metadata: Metadata, style: Style): Metadata {
  return metadata.warnings === undefined ? metadata : { ...metadata, warnings: metadata.warnings.map(wordsOf(style)) };
}

function envelopeOf({ code, message, data }: CallgroveError): Pick<CallgroveError, "code" | "message" | "data"> {
  return { code, message, data };
}

/** The error envelope. @param next suggestions */
export function replyError(
  error: CallgroveError,
  state: IndexState,
  style: Style,
  next: readonly Suggestion[] = [],
): Reply {
  const say = wordsOf(style);
  const envelope = { ...envelopeOf(error), message: say(error.message) };
  const known = error.data["remediation"];
  const remediation = known !== undefined ? say(String(known)) : next.length === 0 ? undefined : writeNext(next.slice(0, 1), style);
  const metadata = inWords(
    makeMetadata(stateAfter(error, state), {
      completeness: "partial",
      ...(next.length === 0 ? {} : { suggestedAction: writeNext(next, style) }),
    }),
    style,
  );
  const hint = say(error.hint);
  const data = { ...error.data, ...(remediation === undefined ? {} : { remediation }), ...(hint === "" ? {} : { hint }) };
  const message = renderError(namesInLine({ ...envelope, hint }), inOneLine(metadata.suggested_action ?? remediation ?? ""), style);
  const said = namesInLine(metadata);
  const standing = renderState(said);
  return {
    structured: { error: { ...envelope, data }, metadata },
    text: (OF_INDEX.has(error.code) ? [...standing, message, ...renderWarnings(said)] : [message, ...renderWarnings(said), ...standing])
      .join("\n"),
    isError: true,
    status: error.exitStatus,
    error,
  };
}
