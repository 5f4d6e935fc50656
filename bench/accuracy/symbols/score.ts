/**
 * Symbols against universal-ctags: which definitions that it lists are not in the index, by language and kind.
 *
 *     deno run -A bench/accuracy/symbols/score.ts DIR [--db DIR] [--missed N]
 *
 * Needs a universal-ctags with JSON output on the PATH (Debian: universal-ctags). Invariant: a definition is identified by file, line and
 * name; files that the index omits (with its reason) are not judged. What ctags calls a definition and the index has in another form is
 * counted apart, with the form.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { readRows } from "../../../query/context.ts";
import { openIndex } from "../../open_index.ts";

interface Tag {
  readonly name: string;
  readonly path: string;
  readonly line: number;
  readonly language: string;
  readonly kind: string;
  readonly scopeKind?: string;
}

const LANGUAGES = "Go,Python,TypeScript,JavaScript,Rust";
/** Kinds that name no definition of their own. */
const NO_DEFINITION: Readonly<Record<string, string>> = {
  packageName: "a name for an imported package",
  unknown: "a name that an import or an expression mentions",
  namespace: "",
  implementation: "an impl block: its members belong to the type",
  anonMember: "an embedded type, a field of that name",
  parameter: "a parameter",
  local: "a variable of a function",
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { db: { type: "string" }, missed: { type: "string", default: "0" } },
});
const directory = positionals[0] ?? ".";
const { repository, context } = await openIndex(directory, values.db, "person");
const symbols = new Set<string>();
const lines = new Map<string, Set<number>>();
const files = new Set<string>();
type Row = { path: string; line: number; first: number; name: string };
for (
  const row of readRows<Row>(
    context,
    `SELECT p.path AS path, sv.name_line AS line, sv.line_start AS first, s.name AS name FROM ref_file rf
     JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id JOIN symbol s ON s.id = sv.symbol_id JOIN path p ON p.id = rf.path_id
     WHERE rf.ref_id = ?`,
    context.ref.id,
  )
) {
  files.add(row.path);
  symbols.add(`${row.path}:${row.line}:${row.name}`).add(`${row.path}:${row.first}:${row.name}`);
  const key = `${row.path}:${row.name}`;
  const known = lines.get(key);
  if (known === undefined) lines.set(key, new Set([row.line]));
  else known.add(row.line);
}
repository.close();

const counts = new Map<string, { total: number; found: number; near: number; missed: Tag[] }>();
for (const tag of readTags(directory)) {
  if (!files.has(tag.path)) continue;
  const kind = `${tag.language} ${tag.kind}`;
  let count = counts.get(kind);
  if (count === undefined) counts.set(kind, count = { total: 0, found: 0, near: 0, missed: [] });
  count.total++;
  if (symbols.has(`${tag.path}:${tag.line}:${tag.name}`)) count.found++;
  else if ([...lines.get(`${tag.path}:${tag.name}`) ?? []].some((line) => Math.abs(line - tag.line) <= 3)) count.near++;
  else count.missed.push(tag);
}

function readTags(folder: string): Tag[] {
  const scratch = mkdtempSync(join(tmpdir(), "callgrove-ctags-"));
  try {
    const out = join(scratch, "tags.json");
    execFileSync("ctags", [
      "--output-format=json",
      "--fields=+nKlZ",
      `--languages=${LANGUAGES}`,
      "--extras=-F",
      "-R",
      "-f",
      out,
      ".",
    ], { cwd: folder, maxBuffer: 1 << 30 });
    return readFileSync(out, "utf8").split("\n").filter((line) => line.startsWith("{")).map((line) => JSON.parse(line) as Tag)
      .map((tag) => ({ ...tag, path: tag.path.replace(/^\.\//, "") }));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
print("| kind | ctags lists | in the index | a few lines off | not there | what it is |");
print("|---|---:|---:|---:|---:|---|");
for (const [kind, count] of [...counts].sort((a, b) => b[1].total - a[1].total)) {
  const why = NO_DEFINITION[kind.split(" ")[1]!] ?? "";
  print(
    `| ${kind} | ${count.total} | ${(100 * count.found / count.total).toFixed(1)} % | ${count.near} | ${count.missed.length} | ${why} |`,
  );
}
const most = Number(values.missed);
for (const [kind, count] of most > 0 ? counts : []) {
  for (const tag of count.missed.slice(0, most)) print(`missed ${kind}: ${tag.name} ${tag.path}:${tag.line}`);
}
