/**
 * Calls that end in one of several: which one is told when the program runs.
 *
 * Stage: query. A call leads to an interface's method, to a base's that others redefine, to what holds a function, or it makes a type that has
 * its constructor from another. Invariant: a name alone is none of these: what is ambiguous only by its name may reach nothing here.
 */
import { SymbolMark } from "../../core/store/symbol_directory.ts";
import { type Context, readRow } from "../context.ts";
import { keep } from "../rows/kept.ts";
import { type Adjacency, bearerOf, NoTarget, turnRound, type UseGraph, UseRank } from "../rows/use_graph.ts";
import { readConstructorHeirs, readInheritedConstructors, readMadeType } from "./inherited_constructors.ts";
import { mayEverRun } from "./own_objects.ts";

/** Whether one calls the other on something else than itself, without its type's name. */
const OF_ANOTHER = `SELECT 1 FROM edge e INDEXED BY edge_forward
  CROSS JOIN ref_file r ON r.resolution_id = e.resolution_id AND r.ref_id = ?
  WHERE e.from_symbol_id = ? AND e.to_symbol_id = ? AND e.edge_type = 'calls' AND e.rule NOT IN ('path', 'decorated', 'scope', 'self', 'dispatch')
  LIMIT 1`;

/** The dispatch of a graph: what is looked up for one question serves the next. */
export function dispatchOf(context: Context, graph: UseGraph): Dispatch {
  const known = keep(context, "dispatch", () => new Lookups());
  return new Dispatch(context, graph, known);
}

/** What was looked up of a graph. */
class Lookups {
  readonly bearers = new Map<number, string>();
  readonly made = new Map<number, Made>();
  redefining: Adjacency | undefined;
  deciding: ReadonlySet<number> | undefined;
  readonly ofOthers = new Map<number, boolean>();
}

/** The type that a constructor makes, and the types that have it from there. */
interface Made {
  /** -1 for what is no constructor. */
  readonly type: number;
  readonly heirs: readonly number[];
}

/** See the head of this file. */
export class Dispatch {
  readonly #context: Context;
  readonly #graph: UseGraph;
  readonly #known: Lookups;

  constructor(context: Context, graph: UseGraph, known: Lookups) {
    this.#context = context;
    this.#graph = graph;
    this.#known = known;
  }

  /** Who makes calls that may end in a node without leading to it. */
  callersOf(node: number): readonly number[] {
    return [...this.callersByName(node), ...this.makersOf(node)];
  }

  /** The same without those of `makersOf`. */
  callersByName(node: number): readonly number[] {
    return gather((isIt) => this.#someCaller(node, isIt));
  }

  /** Who makes types that have a node, a constructor, from its own type. */
  makersOf(node: number): readonly number[] {
    return gather((isIt) => this.#someMaker(node, isIt));
  }

  /** Whether there is any of them. */
  hasCallers(node: number): boolean {
    return this.#someCaller(node, () => true) || this.#someMaker(node, () => true);
  }

  /** The type that a node makes; -1 where that is no constructor. */
  typeMadeBy(node: number): number {
    return this.#made(node).type;
  }

  /** Constructors that making a node, a type, may run and that are not its own. */
  inheritedBy(node: number): readonly number[] {
    const { ids, marks, nodeOf } = this.#graph;
    return (marks[node]! & SymbolMark.type) === 0 ? NONE : readInheritedConstructors(this.#context, ids[node]!).map(nodeOf);
  }

  #someMaker(node: number, isIt: (caller: number) => boolean): boolean {
    const { users } = this.#graph;
    for (const heir of this.#made(node).heirs) {
      for (let i = users.starts[heir]!; i < users.starts[heir + 1]!; i++) if (users.calls[i] !== 0 && isIt(users.others[i]!)) return true;
      if (this.#someOfHolder(heir, isIt)) return true;
    }
    return false;
  }

  /** Whether `isIt` says so of one who calls what a variable holds that may be the node. */
  #someOfHolder(node: number, isIt: (caller: number) => boolean): boolean {
    const { starts, others, targets } = this.#graph.maybe;
    for (let i = starts[node]!; i < starts[node + 1]!; i++) if (targets[i] === NoTarget.holder && isIt(others[i]!)) return true;
    return false;
  }

  #made(node: number): Made {
    let made = this.#known.made.get(node);
    if (made === undefined) this.#known.made.set(node, made = this.#readMade(node));
    return made;
  }

  #readMade(node: number): Made {
    const { ids, marks, heirs, nodeOf } = this.#graph;
    const type = (marks[node]! & NO_CONSTRUCTOR) !== 0 ? -1 : nodeOf(readMadeType(this.#context, ids[node]!));
    if (type < 0 || heirs.starts[type] === heirs.starts[type + 1]) return { type, heirs: NONE };
    return { type, heirs: readConstructorHeirs(this.#context, ids[type]!).map(nodeOf) };
  }

  /** Whether `isIt` says so of one who makes such calls; the others are not looked for. */
  #someCaller(node: number, isIt: (caller: number) => boolean): boolean {
    const { maybe, redefined, users } = this.#graph;
    for (let i = maybe.starts[node]!; i < maybe.starts[node + 1]!; i++) {
      const target = maybe.targets[i]!;
      const leadsHere = target === NoTarget.holder || (target >= 0 && this.#areNamesakes(target, node));
      if (leadsHere && isIt(maybe.others[i]!)) return true;
    }
    for (const base of reach(redefined, node)) {
      for (let i = users.starts[base]!; i < users.starts[base + 1]!; i++) {
        const caller = users.others[i]!;
        if (users.open[i] === 0) continue;
        const mayEnd = this.mayRun(caller, base, node) && (!this.#areNamesakes(caller, node) || this.#mayEndElsewhere(caller, base));
        if (mayEnd && isIt(caller)) return true;
      }
      if (this.#someOfHolder(base, isIt)) return true;
    }
    return false;
  }

  /** What may run where a call leads to a node: what redefines it. */
  redefining(node: number): readonly number[] {
    return reach(this.#known.redefining ??= turnRound(this.#graph.redefined), node);
  }

  /** Whether a use of `target` by `user` may run `node`, which redefines it, by the object of which it is a member there. */
  mayRun(user: number, target: number, node: number): boolean {
    const { ids } = this.#graph;
    return mayEverRun(this.#context, ids[user]!, ids[target]!, ids[node]!);
  }

  /** Whether all that says that a method redefines others is only likely. */
  isLikely(redefining: number): boolean {
    const { starts, ranks } = this.#graph.redefined;
    return ranks.subarray(starts[redefining], starts[redefining + 1]).every((rank) => rank === UseRank.likelyCall);
  }

  /** Whether what redefines `target` may run where a namesake of it calls it: see `isOfOwnBase`. */
  #mayEndElsewhere(caller: number, target: number): boolean {
    const { ids, maybe } = this.#graph;
    if (caller === target) return true;
    const keyOf = (one: number, other: number): number => one * ids.length + other;
    const key = keyOf(caller, target);
    if (this.#known.deciding === undefined) {
      const keys = new Set<number>();
      for (let i = 0; i < maybe.others.length; i++) if (maybe.targets[i]! >= 0) keys.add(keyOf(maybe.others[i]!, maybe.targets[i]!));
      this.#known.deciding = keys;
    }
    if (this.#known.deciding.has(key)) return true;
    let calls = this.#known.ofOthers.get(key);
    if (calls === undefined) {
      const row = readRow(this.#context, OF_ANOTHER, this.#context.ref.id, ids[caller]!, ids[target]!);
      this.#known.ofOthers.set(key, calls = row !== undefined);
    }
    return calls;
  }

  #areNamesakes(one: number, other: number): boolean {
    return this.#bearer(one) === this.#bearer(other);
  }

  #bearer(node: number): string {
    let bearer = this.#known.bearers.get(node);
    if (bearer === undefined) this.#known.bearers.set(node, bearer = bearerOf(this.#context, this.#graph.ids[node]!));
    return bearer;
  }
}

/** All that a node leads to, however far. */
function reach({ starts, others }: Adjacency, from: number): readonly number[] {
  if (starts[from] === starts[from + 1]) return NONE;
  const reached = new Set([from]);
  for (const at of reached) for (let i = starts[at]!; i < starts[at + 1]!; i++) reached.add(others[i]!);
  reached.delete(from);
  return [...reached];
}

const NONE: readonly number[] = [];
const NO_CONSTRUCTOR: number = SymbolMark.type | SymbolMark.value | SymbolMark.module;

/** All that something tells of until it is told to stop. */
function gather(tell: (isIt: (one: number) => boolean) => void): number[] {
  const all: number[] = [];
  tell((one) => {
    all.push(one);
    return false;
  });
  return all;
}
