/**
 * Functions and classes that are handed over as values, against a compiler's list: how many of these uses the index knows.
 *
 *     deno run -A bench/accuracy/references/score.ts DIR --truth USES.jsonl [--db DIR] [--wrong] [--missed]
 *
 * Found is a use where an edge of type `references`, or a call of what holds the function, leads from its place to the target. Wrong is a
 * certain edge at the place of a use that leads elsewhere alone. Invariant: places without a use in the list are not judged.
 */
import process from "node:process";
import { parseArgs } from "node:util";
import { readRows } from "../../../query/context.ts";
import { readJsonLines } from "../../json_lines.ts";
import { openIndex } from "../../open_index.ts";
import type { Place } from "../truth.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    truth: { type: "string" },
    db: { type: "string" },
    wrong: { type: "boolean", default: false },
    missed: { type: "boolean", default: false },
  },
});

interface Use extends Place {
  readonly column: number;
  readonly kind: string;
  readonly target: Place;
}
type Edge = { path: string; line: number; column: number; confidence: string; targetPath: string; targetLine: number };

const { repository, context } = await openIndex(positionals[0] ?? ".", values.db, "person");
const edges = readRows<Edge>(
  context,
  `SELECT p.path AS path, e.source_line AS line, e.source_column AS column, e.confidence AS confidence, tp.path AS targetPath,
     tv.name_line AS targetLine
   FROM ref_file rf JOIN path p ON p.id = rf.path_id JOIN edge e ON e.resolution_id = rf.resolution_id
   JOIN symbol t ON t.id = e.to_symbol_id JOIN path tp ON tp.id = t.path_id JOIN ref_file trf ON trf.ref_id = rf.ref_id AND trf.path_id = t.path_id
   JOIN symbol_version tv ON tv.file_version_id = trf.file_version_id AND tv.symbol_id = t.id
   WHERE rf.ref_id = ? AND e.edge_type = 'references'`,
  context.ref.id,
);
const at = Map.groupBy(edges, ({ path, line, column }) => `${path}:${line}:${column}`);
const uses = readJsonLines<Use>(values.truth!);
const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const share = (n: number, of: number): string => of === 0 ? "–" : `${(100 * n / of).toFixed(2)} %`;

const found = new Map<string, { all: number; found: number }>();
let wrong = 0;
for (const use of uses) {
  const here = at.get(`${use.file}:${use.line}:${use.column}`) ?? [];
  const isFound = here.some(({ targetPath, targetLine }) => targetPath === use.target.file && targetLine === use.target.line);
  const count = found.get(use.kind) ?? { all: 0, found: 0 };
  found.set(use.kind, { all: count.all + 1, found: count.found + (isFound ? 1 : 0) });
  const place = `${use.file}:${use.line}:${use.column} ${use.name} (${use.kind}) -> ${use.target.file}:${use.target.line}`;
  const isWrong = !isFound && here.some(({ confidence }) => confidence === "static");
  if (isWrong) wrong++;
  if (isWrong && values.wrong) print(`wrong: ${place}, said ${here.map((one) => `${one.targetPath}:${one.targetLine}`).join(", ")}`);
  else if (!isFound && values.missed) print(`missed: ${place}`);
}
const all = [...found.values()].reduce((sum, one) => sum + one.found, 0);
print(`${uses.length} uses as values, recall ${share(all, uses.length)}, ${wrong} with another target for certain`);
for (const [kind, count] of [...found].sort(([a], [b]) => a.localeCompare(b))) print(`  ${kind}: ${count.found} of ${count.all}`);
repository.close();
