/**
 * What `include_source` adds to a call graph: the symbol's source, the text of call lines, and what a change would reach.
 *
 * Stage: query. Invariants: everything stays within the given number of bytes; what is left out is counted.
 */
import type { Context } from "../context.ts";
import type { Match } from "../names/find_symbol.ts";
import { readCandidates } from "../rows/candidates.ts";
import { changedIds } from "../rows/links.ts";
import { type Excerpt, SourceReader } from "../rows/source.ts";
import { countDependents, nameDependent, type Reach, readDependents } from "./dependents.ts";
import type { GraphEdge } from "./graph_walk.ts";

/** What is known of an edge beyond the edge itself. */
export interface EdgeSource {
  /** The text of the first call sites, by line. */
  readonly callLines: Readonly<Record<number, string>>;
  /** The number of call sites whose text is not shown. */
  readonly moreLines: number;
  /** What a dispatched or ambiguous call may run: `path:line name`. */
  readonly mayReach: readonly string[];
}
/** Everything about one symbol, within a budget. */
export interface GraphSource {
  /** False: without source text, including that of call lines. */
  readonly bodies: boolean;
  /** Undefined if the indexed text no longer exists. */
  readonly source: Excerpt | undefined;
  /** Parallel to the edges shown. */
  readonly callers: readonly EdgeSource[];
  readonly callees: readonly EdgeSource[];
  readonly reach: Reach;
  /** The nearest tests that reach the symbol: `path:line name`. */
  readonly tests: readonly string[];
  readonly testsLeftOut: number;
}

const LINES_SHOWN = 3;
const CANDIDATES_SHOWN = 3;
const TESTS_SHOWN = 5;
/** The share of the bytes for the symbol's own source. */
const SOURCE_SHARE = 0.4;
const REACH_DEPTH = 3;

/** Reads the additions of one answer; each file is read once. */
export class GraphSourceReader {
  readonly #context: Context;
  readonly #reader: SourceReader;

  constructor(context: Context) {
    this.#context = context;
    this.#reader = new SourceReader(context);
  }

  /** The symbol's source, within its share of `bytes`. */
  excerpt(match: Match, bytes: number): Excerpt | undefined {
    return this.#reader.excerpt(match.row, Math.floor(bytes * SOURCE_SHARE));
  }

  edge(edge: GraphEdge): EdgeSource {
    const shown = edge.lines.slice(0, LINES_SHOWN);
    return {
      callLines: Object.fromEntries(shown.map((line) => [line, this.#reader.line(edge.callSite.file, line)])),
      moreLines: edge.lines.length - shown.length,
      mayReach: readCandidates(this.#context, edge, CANDIDATES_SHOWN),
    };
  }

  /** Counts what a change would reach within three calls, with the nearest tests. */
  reach(match: Match): Pick<GraphSource, "reach" | "tests" | "testsLeftOut"> {
    const { found } = readDependents(this.#context, changedIds(this.#context, match), REACH_DEPTH);
    const tests = found.filter((one) => one.test);
    return {
      reach: countDependents(found),
      tests: tests.slice(0, TESTS_SHOWN).map((one) => `${one.path}:${one.line} ${nameDependent(this.#context, one).name}`),
      testsLeftOut: Math.max(0, tests.length - TESTS_SHOWN),
    };
  }
}

/** The JSON of an edge's additions. */
export function structureEdgeSource(source: EdgeSource): Record<string, unknown> {
  return {
    call_lines: source.callLines,
    ...(source.moreLines > 0 ? { more_call_lines: source.moreLines } : {}),
    ...(source.mayReach.length > 0 ? { may_reach: source.mayReach } : {}),
  };
}

/** The JSON of the additions besides the edges. */
export function structureGraphSource({ source, reach, tests, testsLeftOut }: GraphSource): Record<string, unknown> {
  return {
    ...(source === undefined ? {} : {
      source: {
        line_start: source.lineStart,
        line_end: source.lineEnd,
        text: source.text,
        ...(source.leftOut > 0 ? { lines_left_out: source.leftOut } : {}),
      },
    }),
    reach: {
      definitions: reach.symbols,
      files: reach.files,
      tests: reach.tests,
      entry_points: reach.entryPoints,
      by_distance: reach.byDistance,
      by_evidence: reach.byEvidence,
      ...(tests.length === 0 ? {} : { nearest_tests: tests }),
      ...(testsLeftOut === 0 ? {} : { tests_left_out: testsLeftOut }),
    },
  };
}
