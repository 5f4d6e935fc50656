/**
 * What all commands share: opening the repository, printing the answer, the exit status.
 *
 * Stage: CLI. Invariant: a command waits for the complete index; a person gets the whole answer, `tool` what an agent would get.
 */
import { CallgroveError } from "../core/errors.ts";
import { loadEngine, loadLanguageModule } from "../later.ts";
import { ask, type Reply, replyError } from "../query/ask.ts";
import type { Context, Workspace } from "../query/context.ts";
import { type IndexState, UNKNOWN_STATE } from "../query/metadata.ts";
import type { Tool } from "../query/tool.ts";
import { type OpenRepository, openRepository } from "../workspace/open_repository.ts";
import { foldersOf } from "./asked_folders.ts";
import { startProgress } from "./progress.ts";
import { chooseStyle, type CommonOptions, formatJson, printAnswer, printNotice, printWords } from "./terminal.ts";

/** Work left after an index run; returns warnings. */
type Rest = () => Promise<readonly string[]>;

/** The repository of one command; `end` removes the progress from the terminal. */
export type CommandRepository = OpenRepository & { end(): void };

/**
 * Opens the repository of the common options for one command.
 * @param defer receives work that index runs leave for later; without it they do everything at once
 */
export function openForCommand(
  options: CommonOptions,
  audience: Workspace["audience"],
  defer?: (rest: Rest) => void,
): CommandRepository {
  const { directory, database } = foldersOf(options);
  const progress = startProgress(options, directory);
  const repository = openRepository({
    directory,
    database,
    audience,
    anyRepository: audience === "person",
    patience: { first: Infinity, update: Infinity },
    index: async (request, onProgress) => {
      const engine = await loadEngine();
      if (defer === undefined) return await engine.indexDirectory(request, onProgress);
      const summary = await engine.indexAlone(request, onProgress);
      defer(() => engine.settle(request));
      return summary;
    },
    onProgress: progress.show,
    languages: async () => (await loadLanguageModule()).loadLanguageTable(),
  });
  return Object.assign(repository, { end: progress.end });
}

/**
 * The index of a repository, brought up to date.
 * @param doing what it is needed for, such as "export"
 * @throws CallgroveError index_not_ready if there is none and none could be made
 */
export async function contextOf(repository: CommandRepository, ref: string | undefined, doing: string): Promise<Context> {
  const { context } = await repository.prepare(undefined, ref, true);
  repository.end();
  if (context === undefined) {
    throw new CallgroveError("index_not_ready", `Cannot ${doing}: there is no index yet`, { hint: "callgrove index" });
  }
  return context;
}

/** Asks a question for a person or a script and prints the answer. */
export async function answerQuestion(tool: Tool, params: Record<string, unknown>, options: CommonOptions): Promise<number> {
  const rest: Rest[] = [];
  const repository = openForCommand(options, "person", (one) => rest.push(one));
  const style = chooseStyle(options);
  const reply = await ask(repository, tool, options.ref === undefined ? params : { ...params, ref: options.ref }, style);
  repository.end();
  printReply(reply, options);
  repository.close();
  for (const one of rest) {
    for (const warning of await one()) if (options.quiet !== true) printNotice(`warning: ${warning}`);
  }
  return reply.status;
}

/** Properties of answers that contain code, whose lines are not broken. */
const CODE = ["source", "hunks"];

/** Prints an answer on stdout, an error on stderr; as JSON if asked for. */
export function printReply(reply: Reply, options: CommonOptions): void {
  const text = options.json === true ? formatJson(reply.structured) : reply.text;
  if (reply.isError) printNotice(text);
  else if (options.json === true || CODE.some((key) => key in reply.structured)) printAnswer(text);
  else printWords(text);
  if (reply.isError && options.debug === true && reply.error !== undefined) printNotice(describeStack(reply.error));
}

/** Prints an error that occurred before any question. */
export async function printFailure(error: CallgroveError, options: CommonOptions): Promise<void> {
  // The text says nothing about the index.
  const state = options.json === true ? await glanceAt(options) : UNKNOWN_STATE;
  printReply(replyError(error, state, chooseStyle({ ...options, json: true })), options);
}

/** The state of the index, as far as it is known without the repository being located. */
async function glanceAt(options: CommonOptions): Promise<IndexState> {
  let repository: CommandRepository | undefined;
  try {
    repository = openForCommand(options, "person");
    return await repository.glance();
  } catch {
    return UNKNOWN_STATE;
  } finally {
    repository?.end();
    repository?.close();
  }
}

/** The stack traces of an error and of its cause. */
function describeStack(error: Error): string {
  const cause = error.cause instanceof Error ? `\ncaused by ${error.cause.stack ?? error.cause.message}` : "";
  return `${error.stack ?? error.message}${cause}`;
}
