/**
 * The use graph extended by everything that cannot be followed: what each unresolved call, each call of what a variable holds, each
 * function passed as a value and each damaged file may lead to.
 *
 * Stage: query. Built once per index state. A target set that many ends share (all symbols with a name, all functions passed anywhere) is
 * one extra node, a hub numbered after the nodes of the use graph, so the graph grows with the number of ends and not with the product.
 * Invariant: whatever a path may lead through is an arc here; an arc that is not certain is an end.
 */
import { addAt } from "../../core/base/lists.ts";
import { type Context, readList } from "../context.ts";
import { placeInDamage, readDamaged, readDamagedNames } from "../rows/damaged_code.ts";
import { keep } from "../rows/kept.ts";
import { mayBeMore } from "../rows/more_candidates.ts";
import { type Adjacency, NoTarget, placesOf, readUseGraph, type UseGraph, UseRank } from "../rows/use_graph.ts";

/** Call sites without a known target in the repository. */
const SITES = `SELECT json_group_array(json_array(e.from_symbol_id, e.to_name_id, e.rule = 'variable', e.candidates, e.source_line,
    e.source_column)) AS list
  FROM ref_file rf CROSS JOIN edge e ON e.resolution_id = rf.resolution_id
  WHERE rf.ref_id = ? AND e.edge_type = 'calls' AND e.to_symbol_id = 0 AND e.external = 0`;
const LANGUAGES = `SELECT json_group_array(json_array(p.path, b.language)) AS list FROM ref_file rf JOIN path p ON p.id = rf.path_id
  JOIN file_version fv ON fv.id = rf.file_version_id JOIN blob b ON b.id = fv.blob_id WHERE rf.ref_id = ?`;
const NAMES = "SELECT json_group_array(json_array(n.id, n.text)) AS list FROM json_each(?) wanted CROSS JOIN name n ON n.id = wanted.value";
const BEARERS = `SELECT json_group_array(json_array(s.name, s.id, s.language)) AS list FROM json_each(?) wanted
  CROSS JOIN symbol s INDEXED BY symbol_by_name ON s.name = wanted.value`;

/** Why a path cannot be followed with certainty. */
export type EndReason = "unresolved" | "variable" | "passed as a value" | "did not parse";
const REASONS: readonly EndReason[] = ["unresolved", "variable", "passed as a value", "did not parse"];

/** The number of the one end that stands for all functions passed as values. */
export const PASSED_END = 1;

/** Arcs from nodes; those of node n lie from `starts[n]` to `starts[n + 1]`. */
export interface Arcs extends Adjacency {
  /** The number of each arc's end, 0 where the arc is certain. */
  readonly ends: Int32Array;
}
/** The extended graph. Nodes from `graph.ids.length` on are hubs. */
export interface LooseGraph {
  readonly out: Arcs;
  /** The same arcs by the node they lead to. */
  readonly into: Arcs;
  /** The ends, numbered from 1. Line and column are 0 where the arc itself gives the place. */
  readonly ends: {
    readonly reason: readonly number[];
    readonly name: readonly string[];
    readonly line: readonly number[];
    readonly column: readonly number[];
  };
}

/** The reason of the end with the given number. */
export function reasonOf({ ends }: LooseGraph, end: number): EndReason {
  return REASONS[ends.reason[end]!]!;
}

/** The extended graph of the context's ref. */
export function readLooseGraph(context: Context): LooseGraph {
  return keep(context, "loose graph", () => new Builder(context, readUseGraph(context)).build());
}

type Site = [from: number, name: number, isVariable: 0 | 1, candidates: string, line: number, column: number];

class Builder {
  readonly #context: Context;
  readonly #graph: UseGraph;
  readonly #from = new Numbers();
  readonly #to = new Numbers();
  readonly #end = new Numbers();
  /** Starts with the entries for "no end" and for passed functions. */
  readonly #ends = { reason: [0, REASONS.indexOf("passed as a value")], name: ["", ""], line: [0, 0], column: [0, 0] };
  readonly #hubs = new Map<string, number>();
  readonly #languages: readonly string[];
  readonly #open = new Map<string, boolean>();

  constructor(context: Context, graph: UseGraph) {
    this.#context = context;
    this.#graph = graph;
    const languages = new Map(readList<[string, string]>(context, LANGUAGES, context.ref.id));
    this.#languages = graph.paths.map((path) => languages.get(path) ?? "");
  }

  build(): LooseGraph {
    this.#addFollowed();
    this.#addPassing();
    this.#addDamage();
    this.#addSites();
    const count = this.#graph.ids.length + this.#hubs.size;
    const [from, to, end] = [this.#from.take(), this.#to.take(), this.#end.take()];
    return { out: arcsBy(from, to, end, count), into: arcsBy(to, from, end, count), ends: this.#ends };
  }

  #add(from: number, to: number, end = 0): void {
    this.#from.add(from);
    this.#to.add(to);
    this.#end.add(end);
  }

  #addEnd(reason: EndReason, name: string, line: number, column: number): number {
    const ends = this.#ends;
    ends.reason.push(REASONS.indexOf(reason));
    ends.name.push(name);
    ends.line.push(line);
    ends.column.push(column);
    return ends.line.length - 1;
  }

  /** The hub with a key; `fill` adds its targets when it is first created. */
  #hub(key: string, fill: (hub: number) => void): number {
    let hub = this.#hubs.get(key);
    if (hub === undefined) {
      this.#hubs.set(key, hub = this.#graph.ids.length + this.#hubs.size);
      fill(hub);
    }
    return hub;
  }

  /** Adds calls and what they may run. */
  #addFollowed(): void {
    const { users, maybe, redefined } = this.#graph;
    each(users, (target, user, i) => users.calls[i] === 0 || this.#add(user, target));
    each(maybe, (candidate, caller, i) => {
      if (maybe.targets[i] !== NoTarget.unknown) this.#add(caller, candidate);
    });
    each(redefined, (redefining, base) => this.#add(base, redefining));
  }

  /** Adds functions passed as values, from where they are passed; a variable may hold any of those of its language. */
  #addPassing(): void {
    const { users, files } = this.#graph;
    let last = -1;
    each(users, (target, user, i) => {
      if (users.ranks[i] !== UseRank.reference && users.ranks[i] !== UseRank.likelyReference) return;
      this.#add(user, target, PASSED_END);
      if (target === last) return;
      last = target;
      this.#add(this.#passedHub(this.#languages[files[target]!]!), target);
    });
  }

  #passedHub(language: string): number {
    return this.#hub(`handed ${language}`, () => {});
  }

  /** Every symbol of a damaged file may call whatever its unparsed code names. */
  #addDamage(): void {
    const damaged = new Map(readDamaged(this.#context).map(({ path, unfollowed }) => [path, unfollowed]));
    if (damaged.size === 0) return;
    const { files, paths } = this.#graph;
    const ends = new Map<string, number>();
    for (const [node, file] of files.entries()) {
      const path = paths[file]!;
      const regions = damaged.get(path);
      if (regions === undefined) continue;
      let end = ends.get(path);
      if (end === undefined) ends.set(path, end = this.#addEnd("did not parse", "", regions[0]?.[0] ?? 1, 0));
      this.#add(node, this.#hub(`damage ${path}`, () => {}), end);
    }
    const named = readDamagedNames(this.#context);
    const bearers = this.#bearersOf(new Set([...named.values()].flatMap((names) => [...names])));
    for (const [path, names] of named) {
      const language = this.#languages[paths.indexOf(path)] ?? "";
      const hub = this.#hub(`damage ${path}`, () => {});
      for (const name of names) for (const node of bearers.get(`${language} ${name}`) ?? []) this.#add(hub, node);
    }
  }

  #addSites(): void {
    const { files } = this.#graph;
    const sites = readList<Site>(this.#context, SITES, this.#context.ref.id);
    const names = new Map(readList<[number, string]>(this.#context, NAMES, JSON.stringify([...new Set(sites.map((site) => site[1]))])));
    const bearers = this.#bearersOf(names.values());
    for (const [from, nameId, isVariable, written, line, column] of sites) {
      const node = this.#graph.nodeOf(from);
      if (node < 0) continue;
      const name = names.get(nameId)!;
      const language = this.#languages[files[node]!]!;
      const open = isVariable === 1 ? () => this.#passedHub(language) : () => this.#nameHub(language, name, bearers);
      // A variable whose possible values are known is followed already.
      const hubs = written === "" ? [open()] : isVariable === 1 ? [] : [this.#candidatesHub(written)];
      if (this.#isOpen(written)) hubs.push(open());
      if (hubs.length === 0) continue;
      const end = this.#addEnd(isVariable === 1 ? "variable" : "unresolved", name, line, column);
      for (const hub of hubs) this.#add(node, hub, end);
    }
  }

  /** The hub of an ambiguous call's candidates. */
  #candidatesHub(written: string): number {
    return this.#hub(`candidates ${written}`, (hub) => {
      for (const id of JSON.parse(written) as number[]) {
        const node = this.#graph.nodeOf(id);
        if (node >= 0) this.#add(hub, node);
      }
    });
  }

  /** Whether there may be more candidates than the ones stored. */
  #isOpen(written: string): boolean {
    let isOpen = this.#open.get(written);
    if (isOpen === undefined) {
      this.#open.set(written, isOpen = written !== "" && mayBeMore(this.#context, JSON.parse(written) as number[]));
    }
    return isOpen;
  }

  /** The hub of all symbols with a name; a name without symbols may be defined in unparsed code. */
  #nameHub(language: string, name: string, bearers: ReadonlyMap<string, readonly number[]>): number {
    return this.#hub(`${language} ${name}`, (hub) => {
      const nodes = bearers.get(`${language} ${name}`) ?? [];
      for (const node of nodes) this.#add(hub, node);
      const place = nodes.length > 0 ? "" : placeInDamage(this.#context, language, name);
      if (place !== "") this.#add(hub, this.#hub(`damage ${place.replace(/:\d+$/, "")}`, () => {}));
    });
  }

  /** Nodes by language and name. */
  #bearersOf(names: Iterable<string>): Map<string, number[]> {
    const found = new Map<string, number[]>();
    for (const [name, id, language] of readList<[string, number, string]>(this.#context, BEARERS, JSON.stringify([...new Set(names)]))) {
      const node = this.#graph.nodeOf(id);
      if (node < 0) continue;
      const key = `${language} ${name}`;
      addAt(found, key, node);
    }
    return found;
  }
}

/** Calls `visit` for every pair of a list. */
function each({ starts, others }: Adjacency, visit: (node: number, other: number, i: number) => void): void {
  for (let node = 0; node < starts.length - 1; node++) {
    for (let i = starts[node]!; i < starts[node + 1]!; i++) visit(node, others[i]!, i);
  }
}

function arcsBy(nodes: Int32Array, others: Int32Array, ends: Int32Array, count: number): Arcs {
  const { starts, places } = placesOf(nodes, count);
  const arcs = { starts, others: new Int32Array(nodes.length), ends: new Int32Array(nodes.length) };
  for (let i = 0; i < nodes.length; i++) {
    arcs.others[places[i]!] = others[i]!;
    arcs.ends[places[i]!] = ends[i]!;
  }
  return arcs;
}

/** A growing list of 32-bit numbers. */
class Numbers {
  #numbers = new Int32Array(1 << 16);
  #end = 0;

  add(number: number): void {
    if (this.#end === this.#numbers.length) {
      const wider = new Int32Array(this.#end * 2);
      wider.set(this.#numbers);
      this.#numbers = wider;
    }
    this.#numbers[this.#end++] = number;
  }

  take(): Int32Array {
    return this.#numbers.subarray(0, this.#end);
  }
}
