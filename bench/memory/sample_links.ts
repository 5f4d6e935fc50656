/**
 * A sample of links to be marked by hand: `deno run -A bench/memory/sample_links.ts DIR [--count N] [--work DIR] > links.jsonl`.
 *
 * What people wrote about a real project (its change logs, release notes and guides, one message a paragraph) is read as sessions of that project;
 * then every n-th link is printed with the words around it. `marks.jsonl` keeps what a reader found of each; `check_marks.ts` scores a new run with them.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { DatabaseSync } from "node:sqlite";
import { loadLanguageTable } from "../../language_table.ts";
import { locateProject } from "../../core/store/location.ts";
import { indexDirectory } from "../../engine.ts";
import { ingestMemory } from "../../memory/ingest.ts";
import { openRepository } from "../../workspace/open_repository.ts";

/** A link as it is marked. */
export interface SampleLink {
  readonly project: string;
  /** Document and line that the message began at. */
  readonly source: string;
  /** As written. */
  readonly mention: string;
  /** What it was linked to: `path:line name`. */
  readonly symbol: string;
  /** The words around it. */
  readonly text: string;
}

const DOCUMENT = /\.(md|rst)$/i;
const SKIPPED = /node_modules|testdata|\.github|licen|thanks|code_of_conduct|requirements/i;

/** The links of a project's own documents. */
export async function linksOf(project: string, work: string): Promise<SampleLink[]> {
  const languageTable = await loadLanguageTable();
  const folder = join(work, "transcripts");
  mkdirSync(folder, { recursive: true });
  for (const [i, file] of documentsOf(project).entries()) writeFileSync(join(folder, `${i}.jsonl`), toTranscript(project, file));
  const repository = openRepository({
    directory: project,
    database: join(work, "db"),
    audience: "agent",
    anyRepository: true,
    patience: { first: Infinity, update: Infinity },
    index: (wish, onProgress) => indexDirectory(wish, onProgress),
    languages: () => Promise.resolve(languageTable),
  });
  const { context } = await repository.prepare(undefined, undefined, true);
  await ingestMemory(context!, await locateProject(project, join(work, "db")), languageTable, { folders: [folder] });
  repository.close();
  const db = new DatabaseSync(join(work, "db", "sessions.db"), { readOnly: true });
  const rows = db.prepare(`SELECT m.uid AS uid, m.content AS content, c.detail AS mention, c.path AS path, c.name AS name
    FROM call_graph_memory c JOIN messages m ON m.id = c.message_id WHERE c.evidence = 'mention' ORDER BY m.uid, c.detail`).all() as Record<
    string,
    string
  >[];
  db.close();
  return rows.map((row) => ({
    project: basename(project),
    source: row["uid"]!.split(":").slice(2).join(":"),
    mention: row["mention"]!,
    symbol: `${row["path"]} ${row["name"]}`,
    text: around(row["content"]!, row["mention"]!),
  }));
}

function documentsOf(folder: string, depth = 5): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (SKIPPED.test(entry.name)) return [];
    if (entry.isDirectory()) return depth > 0 ? documentsOf(path, depth - 1) : [];
    return DOCUMENT.test(entry.name) ? [path] : [];
  }).sort();
}

/** One message a paragraph or list item. */
function toTranscript(project: string, file: string): string {
  const session = relative(project, file).replaceAll("\\", "/");
  const lines: string[] = [];
  let line = 1;
  for (const block of readFileSync(file, "utf8").split(/(?<=\n)(?=\s*\n|[-*] )/)) {
    const text = block.trim();
    if (text !== "") {
      lines.push(JSON.stringify({ session: session, id: String(line), role: "assistant", time: "2026-01-01T00:00:00.000Z", text }));
    }
    line += block.split("\n").length - 1;
  }
  return `${lines.join("\n")}\n`;
}

function around(content: string, mention: string): string {
  const text = content.replace(/\s+/g, " ");
  const at = Math.max(0, text.indexOf(mention.replaceAll("`", "")) - 90);
  return text.slice(at, at + 220);
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { count: { type: "string", default: "60" }, work: { type: "string" } },
  });
  for (const place of positionals) {
    const work = values.work ?? mkdtempSync(join(tmpdir(), "callgrove-links-"));
    const links = await linksOf(resolve(place), work);
    const step = Math.max(1, Math.floor(links.length / Number(values.count)));
    console.error(`${place}: ${links.length} links, every ${step}. is printed`);
    for (const link of links.filter((_, i) => i % step === 0).slice(0, Number(values.count))) console.log(JSON.stringify(link));
    if (values.work === undefined) rmSync(work, { recursive: true });
  }
}
