/**
 * The commands of memory that are not questions: `memory ingest`, `memory search`, `forget`.
 *
 * Stage: CLI. Invariants: sessions are read only from folders that were named; nothing is removed without saying what; parts are loaded
 * only when their command runs.
 */
import { join, resolve } from "node:path";
import { existsSync } from "node:fs";
import type { Command as Program } from "commander";
import { readVariable } from "../core/base/process_environment.ts";
import { homeFolder } from "../core/base/user_folders.ts";
import { CallgroveError } from "../core/errors.ts";
import { loadIngest, loadLanguageModule } from "../later.ts";
import type { Forgotten } from "../memory/forget.ts";
import type { MemorySummary } from "../memory/ingest.ts";
import type { Context } from "../query/context.ts";
import { count } from "../query/render/style.ts";
import { transcriptWorkerEntry } from "../thread_entries.ts";
import { placeOf } from "./asked_folders.ts";
import { addExamples } from "./help.ts";
import { contextOf, openForCommand } from "./session.ts";
import { startingFolder } from "./starting_folder.ts";
import { chooseStyle, type CommonOptions, formatJson, printAnswer, printNotice, printWords, usageError } from "./terminal.ts";

type Finish = (status: number) => void;

/** The folders in which agents keep their transcripts by default. */
function usualFolders(): string[] {
  const home = homeFolder();
  const env = (name: string, ...standard: string[]): string => readVariable(name) || join(home, ...standard);
  return [
    join(env("CLAUDE_CONFIG_DIR", ".claude"), "projects"),
    join(env("CODEX_HOME", ".codex"), "sessions"),
    join(home, ".gemini", "tmp"),
    join(env("XDG_DATA_HOME", ".local", "share"), "opencode"),
  ].filter((folder) => existsSync(folder));
}

/** Adds `memory ingest` and `memory search`. */
export function addMemory(program: Program, finish: Finish): void {
  const memory = program.command("memory").summary("read git's history and agents' sessions, and search them")
    .description("What people and agents said about this code: reads it in, and searches it. callgrove recall SYMBOL shows it.");
  addExamples(memory, [
    ["callgrove memory ingest", "decisions in files and fixes in git's history"],
    ["callgrove memory ingest --sessions ~/.claude/projects", "agents' transcripts below that folder too"],
    ["callgrove memory search retry timeout", "messages with these words"],
  ]);
  addIngest(memory, finish);
  addSearch(memory, finish);
}

function addIngest(memory: Program, finish: Finish): void {
  const ingest = memory.command("ingest").summary("read what is new")
    .description(
      "Reads decision records and agents' instructions of the repository, fixes in git's history, and transcripts below the named folders; only what is new.",
    )
    .option(
      "--sessions [dirs...]",
      "folders with agents' transcripts; without a folder the usual ones (nothing is read unless you give this)",
    )
    .option("--all-fixes", "every fix in git's history, however old; without it the newest");
  addExamples(ingest, [
    ["callgrove memory ingest", "decisions and history only"],
    ["callgrove memory ingest --all-fixes", "history from its beginning"],
    ["callgrove memory ingest --sessions", "sessions where Claude Code, Codex, Gemini CLI and OpenCode keep them"],
    ["callgrove memory ingest --sessions ./transcripts", "from a folder of your own"],
  ]);
  ingest.action(async (own: { sessions?: true | string[]; allFixes?: boolean }) => {
    const options = ingest.optsWithGlobals<CommonOptions>();
    const folders = own.sessions === undefined
      ? undefined
      : own.sessions === true
      ? usualFolders()
      : own.sessions.map((one) => resolve(startingFolder(), one));
    if (folders !== undefined && folders.length === 0) {
      throw usageError(
        "Cannot find sessions: none of the usual folders is there",
        "Name the folder: callgrove memory ingest --sessions DIR",
      );
    }
    await withContext(options, async (context) => {
      const { ingestMemory } = await loadIngest();
      const languageTable = await (await loadLanguageModule()).loadLanguageTable();
      const project = await placeOf(options);
      let last = 0;
      const onProgress = (done: number, total: number): void => {
        if (options.quiet === true || options.json === true || performance.now() - last < 2000 || total < 20e6) return;
        last = performance.now();
        printNotice(`callgrove: sessions ${Math.round((done / total) * 100)} %`);
      };
      const ingestOptions = folders === undefined ? undefined : { folders, onProgress, readerEntry: transcriptWorkerEntry };
      const summary = await ingestMemory(context, project, languageTable, ingestOptions, {
        extent: own.allFixes === true ? "all" : "newest",
      });
      if (options.json === true) printAnswer(formatJson(structureSummary(summary)));
      else printWords(renderSummary(summary));
      if (options.json !== true && options.quiet !== true) { for (const warning of summary.warnings) printNotice(`warning: ${warning}`); }
      finish(0);
    });
  });
}

/** The summary in the words of all other JSON: keys of several words have underscores. */
function structureSummary({ unreadChanges, sessions, ...rest }: MemorySummary): Record<string, unknown> {
  const structured = { ...rest, unread_changes: unreadChanges };
  if (sessions === undefined) return structured;
  const { tooLong, otherRepositories, noTranscripts, editsNotPlaced, ...counts } = sessions;
  return {
    ...structured,
    sessions: {
      ...counts,
      too_long: tooLong,
      other_repositories: otherRepositories,
      no_transcripts: noTranscripts,
      edits_not_placed: editsNotPlaced,
    },
  };
}

function renderSummary({ decisions, errors, notes, history, followed, unreadChanges, sessions }: MemorySummary): string {
  const lines = [
    `${count(decisions, "decision")}, ${count(errors, "error")}, ${count(notes, "note")}; new: ${
      count(history.fixes, "fix", "fixes")
    } of git's history, which touched ${count(history.functions, "function")}`,
  ];
  if (history.left > 0) {
    lines.push(`${count(history.left, "older fix", "older fixes")} of git's history were not read; --all-fixes reads them too`);
  }
  if (history.bound > 0) lines.push(`of git's history only the newest ${history.bound.toLocaleString("en")} commits were looked at`);
  if (followed.moved + followed.lost > 0) {
    lines.push(`${followed.moved} renamed or moved functions followed, ${followed.lost} that are gone are kept`);
  }
  if (followed.left > 0) lines.push(`${followed.left} more are gone and have not been looked for yet: the next run continues`);
  if (unreadChanges > 0) {
    lines.push(`when functions of ${count(unreadChanges, "file")} last changed has not been read yet: the next run continues`);
  }
  if (sessions === undefined) lines.push("no sessions were read; name their folder with --sessions DIR");
  else {
    lines.push(
      `${count(sessions.files, "transcript")}, ${sessions.read} with something new: ${count(sessions.messages, "message")} of ${
        count(sessions.sessions, "session")
      }, ${count(sessions.links, "link")} to functions`,
    );
    const left = [
      sessions.otherRepositories > 0 ? `${sessions.otherRepositories} of other repositories` : "",
      sessions.noTranscripts > 0 ? `${sessions.noTranscripts} that are not transcripts` : "",
      sessions.unfinished > 0 ? `${sessions.unfinished} still being written` : "",
      sessions.unknown > 0 ? `${count(sessions.unknown, "line")} of unknown kind` : "",
      sessions.tooLong > 0 ? `${count(sessions.tooLong, "line")} above the limit` : "",
      sessions.editsNotPlaced > 0 ? `${count(sessions.editsNotPlaced, "edit")} without a place` : "",
    ].filter((part) => part !== "");
    if (left.length > 0) lines.push(`left out: ${left.join(", ")}`);
  }
  return lines.join("\n");
}

function addSearch(memory: Program, finish: Finish): void {
  const search = memory.command("search").summary("find decisions, errors, notes and messages that contain all words")
    .argument("<words...>", "words")
    .description("Searches decisions, errors, notes and agents' sessions for entries that contain all words.");
  addExamples(search, [["callgrove memory search retry timeout", "both words"]]);
  search.action(async (words: string[]) => {
    const options = search.optsWithGlobals<CommonOptions>();
    const { readSessions } = await import("../memory/store/sessions_store.ts");
    const { searchMessages } = await import("../memory/search_messages.ts");
    const { db, warnings } = readSessions((await placeOf(options)).folder);
    for (const warning of warnings) printNotice(`warning: ${warning}`);
    const { readOrg } = await import("../memory/store/org_store.ts");
    const { searchEntries } = await import("../memory/search_entries.ts");
    const { renderEntries } = await import("../query/render/memory.ts");
    const { value: entries } = readOrg((await placeOf(options)).folder, () => {}, (org) => searchEntries(org, words, 20));
    if (db === undefined && entries.length === 0) {
      throw new CallgroveError(
        "result_not_found",
        `No decision, error or note contains ${words.join(" and ")}; no sessions have been read yet`,
        {
          hint: "To search sessions too: callgrove memory ingest --sessions DIR",
        },
      );
    }
    const found = db === undefined ? [] : searchMessages(db, words, 20);
    db?.close();
    const style = chooseStyle(options);
    const isEmpty = found.length + entries.length === 0;
    const messages = found.map((one) =>
      `${style.strong(one.time.slice(0, 10))} ${one.author || one.role}, session ${one.session}\n  ${one.preview}`
    );
    if (options.json === true) printAnswer(formatJson({ entries, messages: found }));
    else {printAnswer(
        isEmpty
          ? `Nothing that is remembered contains ${words.join(" and ")}.`
          : [...renderEntries(entries, style), ...messages].join("\n"),
      );}
    finish(isEmpty ? 1 : 0);
  });
}

/** Adds `forget [SYMBOL]`. */
export function addForget(program: Program, finish: Finish): void {
  const forget = program.command("forget").summary("remove what is remembered about a symbol, a session, or everything")
    .description("Removes memory for good, also from the databases' free pages; transcripts that are read again do not bring it back.")
    .argument("[symbol]", "the symbol: messages about it, and entries about it alone")
    .option("--session <id>", "a session instead")
    .option("--all", "everything that is remembered about this repository")
    .option("--yes", "do not ask, which is also the default without a terminal (needed for --all)");
  addExamples(forget, [
    ["callgrove forget load", "what is remembered about load"],
    ["callgrove forget --session 1f0c…", "a session"],
    ["callgrove forget --all --yes", "everything"],
  ]);
  forget.action(async (symbol: string | undefined, own: { session?: string; all?: boolean; yes?: boolean }) => {
    const options = forget.optsWithGlobals<CommonOptions>();
    if ([symbol, own.session, own.all].filter((one) => one !== undefined).length !== 1) {
      throw usageError("Cannot tell what to forget: give a symbol, --session or --all", "See: callgrove forget --help");
    }
    if (own.all === true && own.yes !== true) throw usageError("Cannot forget everything without --yes", "callgrove forget --all --yes");
    const what = symbol === undefined ? `session ${own.session}` : `what is remembered about ${symbol}`;
    if (own.yes !== true && mayAsk(options) && !confirm(`Forget ${what} for good?`)) {
      printNotice("Nothing was forgotten");
      return finish(1);
    }
    const removed = await (symbol === undefined ? forgetApart(options, own.session) : forgetOne(options, symbol));
    if (options.json === true) printAnswer(formatJson(removed));
    else {
      const untied = removed.untied === 0 ? "" : `; ${removed.untied} more ${removed.untied === 1 ? "stays" : "stay"} with other symbols`;
      printAnswer(
        `Forgotten: ${count(removed.messages, "message")}, ${count(removed.entries, "remembered entry", "remembered entries")}${untied}`,
      );
      if (removed.fixes > 0) printNotice(`note: ${count(removed.fixes, "fix of git's history stays", "fixes of git's history stay")}`);
      if (removed.kept.length > 0) printNotice(`note: decisions in files stay as long as the files do: ${removed.kept.join(", ")}`);
    }
    finish(removed.messages + removed.entries + removed.untied === 0 ? 1 : 0);
  });
}

/** Whether a user can be asked; a script that gives the command has decided. */
function mayAsk(options: CommonOptions): boolean {
  return options.input !== false && options.json !== true && Deno.stdin.isTerminal() && Deno.stdout.isTerminal();
}

async function forgetApart(options: CommonOptions, session: string | undefined): Promise<Forgotten> {
  const { forgetAll, forgetSession } = await import("../memory/forget.ts");
  const { openOrg } = await import("../memory/store/org_store.ts");
  const { folder } = await placeOf(options);
  const { db } = openOrg(folder);
  try {
    return session === undefined ? forgetAll(folder, db) : forgetSession(folder, db, session);
  } finally {
    db.close();
  }
}

async function forgetOne(options: CommonOptions, symbol: string): Promise<Forgotten> {
  const { forgetSymbol } = await import("../memory/forget.ts");
  const { refreshDecisions } = await import("../memory/decisions/refresh_decisions.ts");
  const { openOrg } = await import("../memory/store/org_store.ts");
  const { findOneSymbol } = await import("../query/names/find_symbol.ts");
  let removed: Forgotten | undefined;
  await withContext(options, async (context) => {
    for (const warning of await context.followLost(context)) printNotice(`warning: ${warning}`);
    const { row, twins } = findOneSymbol(context, symbol);
    const { db } = openOrg(context.databases);
    try {
      refreshDecisions(context, db);
      removed = forgetSymbol(context.databases, db, [row, ...twins].map((one) => one.stableId));
    } finally {
      db.close();
    }
  });
  return removed!;
}

/** Runs `work` on the repository's index, after bringing it up to date. */
async function withContext(options: CommonOptions, work: (context: Context) => Promise<void>): Promise<void> {
  const repository = openForCommand(options, "person");
  try {
    await work(await contextOf(repository, undefined, "read memory"));
  } finally {
    repository.end();
    repository.close();
  }
}
