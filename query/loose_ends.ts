/**
 * Where a way from one symbol to another may go on that cannot be followed: calls that nobody could resolve, calls of what a variable holds,
 * what is handed over as a value, code that did not parse.
 *
 * Stage: query. All that is reachable is walked as if each such place led wherever it may; an end counts where it is reachable from the one side
 * and what it may lead to reaches the other. Invariant: where there is none, no way was missed.
 */
import { MOST_CANDIDATES } from "../core/edges.ts";
import { type Context, readList, readRow, readRows } from "./context.ts";
import { placeInDamage, readDamaged } from "./damaged_code.ts";
import { keep } from "./kept.ts";
import { SourceReader } from "./source.ts";
import { type Adjacency, NoTarget, readUseGraph, turnRound, type UseGraph, UseRank } from "./use_graph.ts";

/** Call sites of symbols that lead to nothing known in the repository. */
const SITES = `SELECT e.from_symbol_id AS "from", n.text AS name, e.rule AS rule, e.candidates AS candidates, f.language AS language,
    p.path AS path, e.source_line AS line, e.source_column AS "column"
  FROM json_each(?) wanted CROSS JOIN edge e INDEXED BY edge_forward ON e.from_symbol_id = wanted.value AND e.edge_type = 'calls'
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  JOIN symbol f ON f.id = e.from_symbol_id JOIN path p ON p.id = rf.path_id JOIN name n ON n.id = e.to_name_id
  WHERE e.to_symbol_id = 0 AND e.external = 0 ORDER BY e.from_symbol_id, e.source_line, e.source_column`;
const BEARERS = "SELECT json_group_array(id) AS list FROM symbol WHERE name = ? AND language = ?";
const LANGUAGE = `SELECT b.language AS language FROM path p JOIN ref_file rf ON rf.path_id = p.id
  JOIN file_version fv ON fv.id = rf.file_version_id JOIN blob b ON b.id = fv.blob_id WHERE p.path = ? AND rf.ref_id = ?`;
const HANDED =
  `SELECT json_group_array(DISTINCT e.to_symbol_id) AS list FROM ref_file rf CROSS JOIN edge e ON e.resolution_id = rf.resolution_id
  JOIN symbol s ON s.id = e.to_symbol_id AND s.language = ? WHERE rf.ref_id = ? AND e.edge_type = 'references'`;
const HANDED_AT = `SELECT p.path AS path, e.source_line AS line, e.source_column AS "column" FROM edge e INDEXED BY edge_reverse
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? JOIN path p ON p.id = rf.path_id
  WHERE e.to_symbol_id = ? AND e.from_symbol_id = ? AND e.edge_type = 'references' ORDER BY e.source_line, e.source_column LIMIT 1`;

/** Ends that an answer names. */
export const ENDS_SHOWN = 12;
/** Symbols that are walked. */
const MOST_WALKED = 30_000;
const NAME = /[\p{L}_$][\p{L}\p{N}_$]*/gu;

/** A place from which a way may go on. */
export interface LooseEnd {
  /** `path:line:column`, or `path:line`. */
  readonly at: string;
  /** What is called, or handed over; "" where code did not parse. */
  readonly name: string;
  readonly why: "unresolved" | "variable" | "handed over" | "did not parse";
}
export interface LooseEnds {
  /** Near ones first. */
  readonly ends: readonly LooseEnd[];
  /** More is reachable than was walked. */
  readonly stopped: boolean;
}

/** Ends between what is reachable from `from` and what reaches `to`, rows of `symbol` both. */
export function findLooseEnds(context: Context, from: readonly number[], to: readonly number[]): LooseEnds {
  const graph = readUseGraph(context);
  const walk = new Walk(context, graph);
  const stopped = walk.run(from.map((id) => graph.nodeOf(id)).filter((node) => node >= 0));
  return { ends: walk.endsBefore(to.map((id) => graph.nodeOf(id))), stopped };
}

/** What nodes lead to: by what is followed (calls, what these may run), by calls that are ambiguous, by handing it over. */
interface Steps {
  readonly followed: readonly Adjacency[];
  readonly ambiguous: Adjacency;
  readonly handed: Adjacency;
}

function stepsOf(context: Context, graph: UseGraph): Steps {
  return keep(context, "steps", () => {
    const { users, maybe, redefined } = graph;
    const isHandOver = (i: number): boolean => users.ranks[i] === UseRank.reference || users.ranks[i] === UseRank.likelyReference;
    return {
      followed: [
        turnRound(only(users, (i) => users.calls[i] !== 0)),
        turnRound(only(maybe, (i) => maybe.targets[i] !== NoTarget.unknown)),
        turnRound(redefined),
      ],
      ambiguous: turnRound(only(maybe, (i) => maybe.targets[i] === NoTarget.unknown)),
      handed: turnRound(only(users, isHandOver)),
    };
  });
}

function only({ starts, others }: Adjacency, isMeant: (i: number) => boolean): Adjacency {
  const kept = { starts: new Int32Array(starts.length), others: new Int32Array(others.length) };
  let end = 0;
  for (let node = 0; node < starts.length - 1; node++) {
    for (let i = starts[node]!; i < starts[node + 1]!; i++) if (isMeant(i)) kept.others[end++] = others[i]!;
    kept.starts[node + 1] = end;
  }
  return { starts: kept.starts, others: kept.others.subarray(0, end) };
}

interface Site {
  readonly from: number;
  readonly name: string;
  readonly rule: string;
  readonly candidates: string;
  readonly language: string;
  readonly path: string;
  readonly line: number;
  readonly column: number;
}
/** A way from one node to others; `end`: one that is not followed. */
interface Way {
  readonly from: number;
  readonly to: readonly number[];
  readonly end?: () => LooseEnd;
}

/** See the head of this file. */
class Walk {
  readonly #context: Context;
  readonly #graph: UseGraph;
  readonly #steps: Steps;
  readonly #source: SourceReader;
  readonly #damaged: ReadonlyMap<string, readonly (readonly [number, number])[]>;
  readonly #ways: Way[] = [];
  readonly #walked = new Set<number>();
  readonly #known = new Map<string, readonly number[]>();

  constructor(context: Context, graph: UseGraph) {
    this.#context = context;
    this.#graph = graph;
    this.#steps = stepsOf(context, graph);
    this.#source = new SourceReader(context);
    this.#damaged = new Map(readDamaged(context).map(({ path, regions }) => [path, regions]));
  }

  /** Walks all that is reachable; whether it stopped before the end. */
  run(from: readonly number[]): boolean {
    let frontier = [...from];
    for (const node of frontier) this.#walked.add(node);
    while (frontier.length > 0) {
      if (this.#walked.size > MOST_WALKED) return true;
      const before = this.#ways.length;
      for (const node of frontier) this.#addSteps(node);
      this.#addSites(frontier);
      const next: number[] = [];
      for (let i = before; i < this.#ways.length; i++) {
        for (const node of this.#ways[i]!.to) {
          if (node < 0 || this.#walked.has(node)) continue;
          this.#walked.add(node);
          next.push(node);
        }
      }
      frontier = next;
    }
    return false;
  }

  /** The ends among all ways that lead to one of `goals`. */
  endsBefore(goals: readonly number[]): LooseEnd[] {
    const into = new Map<number, Way[]>();
    for (const way of this.#ways) {
      for (const node of way.to) {
        const known = into.get(node);
        if (known === undefined) into.set(node, [way]);
        else known.push(way);
      }
    }
    const reaching = new Set(goals.filter((node) => this.#walked.has(node)));
    for (const node of reaching) for (const { from } of into.get(node) ?? []) reaching.add(from);
    const ends = this.#ways.filter(({ to, end }) => end !== undefined && to.some((node) => reaching.has(node))).map(({ end }) => end!());
    return [...new Map(ends.map((end) => [`${end.at} ${end.name}`, end])).values()];
  }

  #addSteps(node: number): void {
    for (const steps of this.#steps.followed) this.#addWay(node, listOf(steps, node));
    const { ids, files, paths } = this.#graph;
    for (const to of listOf(this.#steps.handed, node)) {
      this.#ways.push({ from: node, to: [to], end: () => this.#handOver(ids[node]!, ids[to]!) });
    }
    const path = paths[files[node]!]!;
    const regions = this.#damaged.get(path);
    if (regions === undefined) return;
    const at = `${path}:${regions[0]?.[0] ?? 1}`;
    this.#addWay(node, this.#namedInDamage(path), () => ({ at, name: "", why: "did not parse" }));
  }

  #addSites(nodes: readonly number[]): void {
    const ids = JSON.stringify(nodes.map((node) => this.#graph.ids[node]!));
    const ambiguous = new Map(nodes.map((node) => [node, listOf(this.#steps.ambiguous, node)]));
    for (const site of readRows<Site>(this.#context, SITES, ids, this.#context.ref.id)) {
      const node = this.#graph.nodeOf(site.from);
      const candidates = site.candidates === "" ? [] : JSON.parse(site.candidates) as number[];
      const isOpen = candidates.length === 0 || candidates.length === MOST_CANDIDATES;
      // What a variable is known to hold is followed.
      const named = candidates.map((id) => this.#graph.nodeOf(id)).filter((one) => ambiguous.get(node)!.includes(one));
      const to = isOpen ? [...named, ...this.#mayMean(site)] : named;
      const why = site.rule === "variable" ? "variable" as const : "unresolved" as const;
      this.#addWay(node, to, () => ({ at: `${site.path}:${site.line}:${site.column}`, name: site.name, why }));
    }
  }

  /** What a call may mean of which nothing but its name is known: of what a variable holds, all that is handed over anywhere. */
  #mayMean({ rule, name, language }: Site): readonly number[] {
    if (rule === "variable") {
      const read = (): number[] => readList(this.#context, HANDED, language, this.#context.ref.id);
      return this.#nodes(`handed ${language}`, () => keep(this.#context, `handed ${language}`, read));
    }
    return this.#nodes(`${language} ${name}`, () => readList(this.#context, BEARERS, name, language), () => {
      // One that no symbol bears may be defined where code did not parse.
      const place = placeInDamage(this.#context, language, name);
      return place === "" ? [] : this.#namedInDamage(place.replace(/:\d+$/, ""));
    });
  }

  #namedInDamage(path: string): readonly number[] {
    const lines = this.#source.lines(path);
    return this.#nodes(`damage ${path}`, () => {
      const language = readRow<{ language: string }>(this.#context, LANGUAGE, path, this.#context.ref.id)?.language ?? "";
      const names = new Set<string>();
      for (const [first, last] of this.#damaged.get(path) ?? []) {
        for (const line of lines.slice(first - 1, last)) for (const [name] of line.matchAll(NAME)) names.add(name);
      }
      return [...names].flatMap((name) => readList<number>(this.#context, BEARERS, name, language));
    });
  }

  /** The nodes of symbols, looked up once; `otherwise`, where there are none. */
  #nodes(key: string, read: () => readonly number[], otherwise: () => readonly number[] = () => []): readonly number[] {
    let nodes = this.#known.get(key);
    if (nodes === undefined) {
      nodes = read().map((id) => this.#graph.nodeOf(id)).filter((node) => node >= 0);
      if (nodes.length === 0) nodes = otherwise();
      this.#known.set(key, nodes);
    }
    return nodes;
  }

  #handOver(from: number, to: number): LooseEnd {
    const site = readRow<{ path: string; line: number; column: number }>(this.#context, HANDED_AT, this.#context.ref.id, to, from)!;
    const name = readRow<{ name: string }>(this.#context, "SELECT name FROM symbol WHERE id = ?", to)!.name;
    return { at: `${site.path}:${site.line}:${site.column}`, name, why: "handed over" };
  }

  #addWay(from: number, to: readonly number[], end?: () => LooseEnd): void {
    if (to.length > 0) this.#ways.push(end === undefined ? { from, to } : { from, to, end });
  }
}

function listOf({ starts, others }: Adjacency, node: number): number[] {
  return [...others.subarray(starts[node], starts[node + 1])];
}
