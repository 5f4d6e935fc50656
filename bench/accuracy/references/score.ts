/**
 * Functions and classes that are passed as values, or properties and getters that are read, against a compiler's list: how many of these
 * uses the index knows.
 *
 *     deno run -A bench/accuracy/references/score.ts DIR --truth USES.jsonl [--edges reads] [--db DIR] [--wrong] [--missed]
 *
 * A use is found if an edge leads from its place to the target, of type `references` unless another is given. Wrong is a certain edge at
 * the place of a use that only leads elsewhere, or at a place where the compiler says that nothing is used. Invariant: places without a
 * line in the list are not judged.
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
    edges: { type: "string", default: "references" },
    wrong: { type: "boolean", default: false },
    missed: { type: "boolean", default: false },
  },
});

interface Use extends Place {
  readonly column: number;
  readonly kind: string;
  /** null: none of the given kind. */
  readonly target: Place | null;
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
   WHERE rf.ref_id = ? AND e.edge_type = ?`,
  context.ref.id,
  values.edges,
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
  const { target } = use;
  const isFound = here.some(({ targetPath, targetLine }) => targetPath === target?.file && targetLine === target.line);
  if (target !== null) {
    const count = found.get(use.kind) ?? { all: 0, found: 0 };
    found.set(use.kind, { all: count.all + 1, found: count.found + (isFound ? 1 : 0) });
  }
  const meant = target === null ? "nothing" : `${target.file}:${target.line}`;
  const place = `${use.file}:${use.line}:${use.column} ${use.name} (${use.kind}) -> ${meant}`;
  const isWrong = !isFound && here.some(({ confidence }) => confidence === "static");
  if (isWrong) wrong++;
  if (isWrong && values.wrong) print(`wrong: ${place}, said ${here.map((one) => `${one.targetPath}:${one.targetLine}`).join(", ")}`);
  else if (!isFound && target !== null && values.missed) print(`missed: ${place}`);
}
const sum = (of: "all" | "found"): number => [...found.values()].reduce((before, one) => before + one[of], 0);
print(`${sum("all")} uses, recall ${share(sum("found"), sum("all"))}, ${wrong} with another target for certain`);
for (const [kind, count] of [...found].sort(([a], [b]) => a.localeCompare(b))) print(`  ${kind}: ${count.found} of ${count.all}`);
repository.close();
