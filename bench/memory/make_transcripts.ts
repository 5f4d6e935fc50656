/**
 * Made transcripts of sessions on a real project, for measurements: `deno run -A bench/memory/make_transcripts.ts PROJECT DIR [--sessions N] [--messages N]`.
 *
 * They look like Claude Code's: people's questions, an agent's words with names of the project's own functions in code marks, files that are read, commands'
 * output with stack traces, edits with the file as it was before (each session works on a few files, every edit starts from the one before). Invariant: the
 * same project gives the same bytes; nothing of it is kept in this repository.
 */
import { closeSync, mkdirSync, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { claudeSession } from "../../tests/support/transcripts.ts";
import { makeLanguageTable } from "../../core/scan/languages_of.ts";
import { languages } from "../../languages/mod.ts";
import { locateProject } from "../../core/store/location.ts";
import { scanWorkingTree } from "../../core/scan/scan.ts";

/** Numbers that are the same in each run. */
function makeRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 0x100000000;
  };
}

const WORDS =
  "the a this that we should now because when it is not of to and in with for from after before cache file line value error test result call change again only first last new old slow check read write path name"
    .split(" ");

/** Makes `sessions` transcripts with `messages` messages each in `folder`; returns their bytes. */
export async function makeTranscripts(project: string, folder: string, sessions: number, messages: number): Promise<number> {
  const files = (await scanWorkingTree(await locateProject(project), makeLanguageTable(languages))).files
    .filter((file) => file.size > 500 && file.size < 60_000).map((file) => file.path);
  const names = namesOf(project, files);
  mkdirSync(folder, { recursive: true });
  let bytes = 0;
  for (let i = 0; i < sessions; i++) {
    const random = makeRandom(i + 1);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
    const out = openSync(join(folder, `session-${String(i).padStart(4, "0")}.jsonl`), "w");
    const start = new Date(Date.UTC(2026, 0, 1) + i * 3_600_000).toISOString();
    const session = claudeSession(`made-${i}`, project, start);
    const own = Array.from({ length: 5 }, () => pick(files)).map((path) => ({ path, text: readFileSync(join(project, path), "utf8") }));
    const sentence = (length: number): string =>
      Array.from({ length }, () => random() < 0.04 ? `\`${pick(names)}\`` : pick(WORDS)).join(" ");
    let lines: string[] = [];
    for (let n = 0; n < messages; n++) {
      const kind = random();
      if (kind < 0.12) lines.push(session.user(sentence(30)));
      else if (kind < 0.5) lines.push(session.assistant(sentence(90)));
      else if (kind < 0.94) lines.push(kind < 0.75 ? session.printed(sentence(200)) : readSome(session, project, pick(own), random));
      else lines.push(editSome(session, project, pick(own), random));
      if (lines.length >= 50 || n === messages - 1) {
        const block = new TextEncoder().encode(`${lines.join("\n")}\n`);
        bytes += block.length;
        writeSync(out, block);
        lines = [];
      }
    }
    closeSync(out);
  }
  return bytes;
}

/** Names that the project's source defines, found by their keywords: good enough to talk about. */
function namesOf(project: string, files: readonly string[]): string[] {
  const names = new Set<string>();
  for (const path of files.slice(0, 800)) {
    const text = readFileSync(join(project, path), "utf8");
    for (
      const found of text.matchAll(
        /^\s*(?:export |async |pub |static )*(?:def|func|fn|function|class|struct) +(?:\([^)]*\) *)?([A-Za-z_]\w{3,})/gm,
      )
    ) names.add(found[1]!);
  }
  return [...names];
}

type Session = ReturnType<typeof claudeSession>;
interface OpenFile {
  readonly path: string;
  text: string;
}

function readSome(session: Session, project: string, file: OpenFile, random: () => number): string {
  const lines = file.text.split("\n");
  const first = 1 + Math.floor(random() * Math.max(1, lines.length - 200));
  const shown = lines.slice(first - 1, first + 199);
  return session.read(join(project, file.path), first, shown.length, shown.join("\n"));
}

/** One line inside the file is changed; the next edit begins there. */
function editSome(session: Session, project: string, file: OpenFile, random: () => number): string {
  const lines = file.text.split("\n");
  let at = Math.floor(random() * lines.length);
  while (at < lines.length - 1 && (!/^\s+\w/.test(lines[at]!) || lines.indexOf(lines[at]!) !== lines.lastIndexOf(lines[at]!))) at++;
  const before = file.text;
  const [removed, added] = [lines[at]!, `${lines[at]!} ${/^\s*#/.test(lines[at]!) ? "" : "#"} edit ${Math.floor(random() * 1e6)}`];
  if (removed === "" || before.indexOf(removed) !== before.lastIndexOf(removed)) return session.assistant("Nothing to change.");
  file.text = before.replace(removed, () => added);
  return session.edit(join(project, file.path), before, removed, added);
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { sessions: { type: "string", default: "1000" }, messages: { type: "string", default: "500" } },
  });
  const [project, folder] = positionals;
  if (project === undefined || folder === undefined) {
    throw new Error("usage: make_transcripts.ts PROJECT DIR [--sessions N] [--messages N]");
  }
  const bytes = await makeTranscripts(project, folder, Number(values.sessions), Number(values.messages));
  console.log(`${(bytes / 1e6).toFixed(1)} MB in ${folder}`);
}
