/**
 * Which of several symbols with a name comes first.
 *
 * Stage: query. Invariant: the order depends only on the index and is the same for every question.
 */
import { compareText } from "../../core/base/lists.ts";
import { DefinitionFlag } from "../../core/facts.ts";
import { type Context, readList } from "../context.ts";
import { countCalls } from "../rows/count_calls.ts";
import { readStanding } from "../rows/standing.ts";
import { isTest } from "../rows/symbol_row.ts";
import type { Match } from "./find_symbol.ts";

const CALL_SOMETHING = `SELECT json_group_array(wanted.value) AS list FROM json_each(?) wanted WHERE EXISTS (
  SELECT 1 FROM edge e CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  WHERE e.from_symbol_id = wanted.value AND e.edge_type = 'calls')`;
/** Those of some symbols that others in the ref override. */
const REDEFINED = `SELECT json_group_array(wanted.value) AS list FROM json_each(?) wanted WHERE EXISTS (
  SELECT 1 FROM edge e INDEXED BY edge_reverse CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  WHERE e.to_symbol_id = wanted.value AND e.edge_type = 'overrides')`;

/** Kinds that have a body to run or are instantiated: what callers are usually asked of. */
export const CALLED: ReadonlySet<string> = new Set([
  "function",
  "method",
  "constructor",
  "class",
  "struct",
  "interface",
  "trait",
  "protocol",
  "enum",
  "macro",
]);
/** With more definitions of a name than this, they are ranked without counting callers. */
const COUNT_LIMIT = 100;

/** A test that holds if `test` does, or if a match makes calls itself. */
function orCalls(context: Context, matches: readonly Match[], test: (match: Match) => boolean): (match: Match) => boolean {
  const others = matches.filter((match) => !test(match)).flatMap((match) => match.ids);
  const calling = new Set(others.length === 0 ? [] : readList<number>(context, CALL_SOMETHING, JSON.stringify(others), context.ref.id));
  return (match) => test(match) || match.ids.some((id) => calling.has(id));
}

/** A file with test doubles: `mocks/store.go`, `mock_store.go`, `store.fake.ts`. */
const STAND_IN = /(?:^|[/._-])(?:mock|fake|stub)s?(?=[/._-])/i;

/** A file that shows how the code is used. */
const SHOWS_USE = /(?:^|\/)(?:examples?|samples?|demos?|benches|benchmarks?)\//i;

/**
 * Best first: called before uncalled, code before tests and packed code, test doubles and examples last, overridden methods before their
 * overrides, public before private, often called before rarely called.
 */
export function rankMatches(context: Context, matches: Match[]): Match[] {
  if (matches.length === 1) return matches;
  const fanIn = new Map<Match, number>();
  if (matches.length <= COUNT_LIMIT) {
    const calls = countCalls(context, matches.flatMap((match) => match.ids));
    for (const match of matches) fanIn.set(match, match.ids.reduce((sum, id) => sum + calls.get(id)!, 0));
  }
  const isCalled = (match: Match): boolean => CALLED.has(match.row.kind) || (fanIn.get(match) ?? 0) > 0;
  const running = matches.some(({ row }) => CALLED.has(row.kind)) ? matches.filter(orCalls(context, matches, isCalled)) : matches;
  const standingOf = readStanding(context);
  const bases = new Set(readList<number>(context, REDEFINED, JSON.stringify(running.flatMap((match) => match.ids)), context.ref.id));
  const order = (match: Match): number[] => [
    CALLED.has(match.row.kind) ? 0 : 1,
    standingOf(match.row.path, isTest(match.row)),
    STAND_IN.test(match.row.path) || SHOWS_USE.test(match.row.path) ? 1 : 0,
    match.ids.some((id) => bases.has(id)) ? 0 : 1,
    (match.row.flags & (DefinitionFlag.bodiless | DefinitionFlag.damaged)) === 0 ? 0 : 1,
    match.row.exported === 1 ? 0 : 1,
    -(fanIn.get(match) ?? 0),
  ];
  const keys = new Map(running.map((match) => [match, order(match)]));
  return running.sort((a, b) => {
    const [x, y] = [keys.get(a)!, keys.get(b)!];
    const at = x.findIndex((value, i) => value !== y[i]);
    if (at >= 0) return x[at]! - y[at]!;
    return compareText(a.row.path, b.row.path) || a.row.lineStart - b.row.lineStart;
  });
}
