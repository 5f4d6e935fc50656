/**
 * Implementors against a compiler's: precision and recall of the pairs (interface, type).
 *
 *     deno run -A bench/accuracy/implementors/score.ts DIR --truth PAIRS.jsonl --judged PLACES.json [--db DIR] [--wrong] [--missed]
 *
 * DIR is indexed (or its index in --db brought up to date) and asked as `query_interface_implementors` asks. Invariant: counted are pairs
 * whose two ends were both judged by the compiler; a pair is identified by the places of the two declarations. If PLACES lists `files`,
 * everything in one of them was judged, so that a pair the compiler does not know is wrong.
 */
import { readFileSync } from "node:fs";
import process from "node:process";
import { parseArgs } from "node:util";
import { readRows } from "../../../query/context.ts";
import { findMatches } from "../../../query/names/search_matches.ts";
import { implementorsOf } from "../../../query/nodes/implementors_of.ts";
import { readSymbol } from "../../../query/rows/symbol_row.ts";
import { readJsonLines } from "../../json_lines.ts";
import { openIndex } from "../../open_index.ts";
import type { Place } from "../truth.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    truth: { type: "string" },
    judged: { type: "string" },
    db: { type: "string" },
    wrong: { type: "boolean", default: false },
    missed: { type: "boolean", default: false },
  },
});
const { repository, context } = await openIndex(positionals[0] ?? ".", values.db, "person");

/**
 * A package that is compiled with its tests is another package to the compiler, so the declarations of a test are not compared with those
 * of other packages: such pairs are not judged.
 */
function isJudged(contract: string, type: string): boolean {
  const folder = (place: string): string => place.slice(0, place.lastIndexOf("/") + 1);
  const isTest = (place: string): boolean => /_test\.go:\d+$/.test(place);
  return folder(contract) === folder(type) || !(isTest(contract) || isTest(type));
}

const keyOf = (place: Place): string => `${place.file}:${place.line}`;
/** `also`: further places that identify it, such as further declarations of an interface. */
interface Told extends Place {
  readonly also?: readonly Place[];
}
interface Judged {
  readonly types: readonly Told[];
  readonly interfaces: readonly Told[];
  readonly files?: readonly string[];
  /** Where what was judged is reported; none: everywhere. */
  readonly evidence?: readonly Pick<Place, "file" | "line">[];
  /** Types of which the compiler does not know all bases. */
  readonly unknown?: readonly Place[];
}
const places = JSON.parse(readFileSync(values.judged!, "utf8")) as Judged;
const covered = places.files === undefined ? undefined : new Set(places.files);
const types = new Map(places.types.map((place) => [keyOf(place), place.name]));
const first = new Map(
  [...places.types, ...places.interfaces].flatMap((one) => (one.also ?? []).map((place) => [keyOf(place), keyOf(one)] as const)),
);
const unknown = new Set((places.unknown ?? []).map(keyOf));
const isTypeJudged = (file: string, key: string): boolean => types.has(key) || covered?.has(file) === true;
const interfaces = new Map(places.interfaces.map((place) => [keyOf(place), place.name]));
const truth = new Set(
  readJsonLines<{ interface: Place; type: Place }>(values.truth!).flatMap((pair) => {
    const [contract, type] = [keyOf(pair.interface), keyOf(pair.type)];
    return isJudged(contract, type) ? `${contract} <- ${type}` : [];
  }),
);
const evidence = new Set((places.evidence ?? []).map((one) => `${one.file}:${one.line}`));
/** Pairs that are reported where something was judged. */
const said = new Set(places.evidence === undefined ? [] : pairsSaidAt(evidence));
function pairsSaidAt(lines: ReadonlySet<string>): string[] {
  type Row = { path: string; line: number; one: number; other: number };
  const rows = readRows<Row>(
    context,
    `SELECT p.path AS path, e.source_line AS line, e.from_symbol_id AS one, e.to_symbol_id AS other
     FROM ref_file rf JOIN edge e ON e.resolution_id = rf.resolution_id JOIN path p ON p.id = rf.path_id
     WHERE rf.ref_id = ? AND e.edge_type = 'implements' AND e.to_symbol_id IS NOT NULL`,
    context.ref.id,
  );
  return rows.filter((row) => lines.has(`${row.path}:${row.line}`)).flatMap((row) => {
    const [type, contract] = [readSymbol(context, row.one), readSymbol(context, row.other)];
    return type === undefined || contract === undefined ? [] : `${contract.path}:${contract.nameLine} <- ${type.path}:${type.nameLine}`;
  });
}
const NO_TYPES = new Set(["Function", "External", "BlanketImpl"]);
const found = new Map<string, string>();
const known = new Set<string>();
const contracts = findMatches(context, "*", { contracts: true }, Number.MAX_SAFE_INTEGER).rows;
const classes = findMatches(context, "*", { kinds: ["class"] }, Number.MAX_SAFE_INTEGER).rows;
for (const row of [...contracts, ...classes]) {
  const written = `${row.path}:${row.nameLine}`;
  const contract = first.get(written) ?? written;
  if (!interfaces.has(contract)) continue;
  known.add(contract);
  const own = implementorsOf(context, row);
  for (const one of own.describe(0, own.total)) {
    const place = `${one.file_path}:${one.line}`;
    const type = first.get(place) ?? place;
    if (type === contract || !isTypeJudged(one.file_path, type) || !isJudged(contract, type)) continue;
    const key = `${contract} <- ${type}`;
    // A function used as a constructor is not a type to the compiler, and external definitions have no place here.
    if (!truth.has(key) && (unknown.has(type) || NO_TYPES.has(one.type))) continue;
    if (places.evidence !== undefined && !truth.has(key) && !said.has(key)) continue;
    found.set(key, `${one.rule}${one.transitive === true ? ` via ${one.via}` : ""}`);
  }
}
const right = [...found.keys()].filter((key) => truth.has(key));
const share = (n: number, of: number): string => of === 0 ? "–" : `${(100 * n / of).toFixed(2)} %`;
const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
print(`${interfaces.size} interfaces (${known.size} in the index), ${types.size} types, ${truth.size} true pairs, ${found.size} found`);
print(`precision ${share(right.length, found.size)}, recall ${share(right.length, truth.size)}`);
const name = (key: string): string => {
  const [contract, type] = key.split(" <- ") as [string, string];
  return `${interfaces.get(contract)} ${contract} <- ${types.get(type) ?? "?"} ${type}`;
};
if (values.wrong) { for (const [key, rule] of found) if (!truth.has(key)) print(`wrong: ${name(key)} [${rule}]`); }
if (values.missed) { for (const key of truth) if (!found.has(key)) print(`missed: ${name(key)}`); }
repository.close();
