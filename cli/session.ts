/**
 * What all commands share: the repository asked about, the answer printed, the exit status.
 *
 * Stage: CLI. Invariant: a command waits for the index to be whole; a person gets all of an answer, `tool` what an agent would get.
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

/** What an index run leaves to be done, which gives warnings. */
type Rest = () => Promise<readonly string[]>;

/** A repository that one command asks; `end` takes the progress off the terminal. */
export type CommandRepository = OpenRepository & { end(): void };

/**
 * The repository of the common options, opened for one command.
 * @param defer takes what index runs leave for later; without it they do everything at once.
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
    index: async (wish, onProgress) => {
      const engine = await loadEngine();
      if (defer === undefined) return await engine.indexDirectory(wish, onProgress);
      const summary = await engine.indexAlone(wish, onProgress);
      defer(() => engine.settle(wish));
      return summary;
    },
    onProgress: progress.show,
    languages: async () => (await loadLanguageModule()).loadLanguageTable(),
  });
  return Object.assign(repository, { end: progress.end });
}

/**
 * The index of such a repository, brought up to date.
 * @param doing what it is wanted for, as in "export"
 * @throws CallgroveError index_not_ready where there is none and none could be made
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

/** Properties of answers that hold code, whose lines are left as they are. */
const CODE = ["source", "hunks"];

/** An answer on stdout, an error on stderr; both as JSON where that is asked for. */
export function printReply(reply: Reply, options: CommonOptions): void {
  const text = options.json === true ? formatJson(reply.structured) : reply.text;
  if (reply.isError) printNotice(text);
  else if (options.json === true || CODE.some((key) => key in reply.structured)) printAnswer(text);
  else printWords(text);
  if (reply.isError && options.debug === true && reply.error !== undefined) printNotice(describeStack(reply.error));
}

/** An error that came before any question. */
export async function printFailure(error: CallgroveError, options: CommonOptions): Promise<void> {
  // The text says nothing of the index.
  const state = options.json === true ? await glanceAt(options) : UNKNOWN_STATE;
  printReply(replyError(error, state, chooseStyle({ ...options, json: true })), options);
}

/** Where not even the place can be told, nothing is known of an index. */
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

/** Stacks of an error and of what caused it. */
function describeStack(error: Error): string {
  const cause = error.cause instanceof Error ? `\ncaused by ${error.cause.stack ?? error.cause.message}` : "";
  return `${error.stack ?? error.message}${cause}`;
}
