/**
 * Calls whose target is decided at run time.
 *
 * Stage: query. Such a call leads to a method of an interface or of a base that others override, or to something that holds a function, or
 * it instantiates a type with an inherited constructor. Invariant: a call that is ambiguous only by name is not one of these.
 */
import { SymbolMark } from "../../core/store/symbol_directory.ts";
import { type Context, readRow } from "../context.ts";
import { keep } from "../rows/kept.ts";
import { type Adjacency, bearerOf, NoTarget, turnRound, type UseGraph, UseRank } from "../rows/use_graph.ts";
import { readConstructorHeirs, readInheritedConstructors, readMadeType } from "../rows/inherited_constructors.ts";
import { mayEverRun } from "./own_objects.ts";

/** Whether one symbol calls another on an object other than its own, and without naming its type. */
const OF_ANOTHER = `SELECT 1 FROM edge e INDEXED BY edge_forward
  CROSS JOIN ref_file r ON r.resolution_id = e.resolution_id AND r.ref_id = ?
  WHERE e.from_symbol_id = ? AND e.to_symbol_id = ? AND e.edge_type = 'calls' AND e.rule NOT IN ('path', 'decorated', 'scope', 'self', 'dispatch')
  LIMIT 1`;

/** The dispatch of a graph. What is looked up for one question is kept for the next. */
export function dispatchOf(context: Context, graph: UseGraph): Dispatch {
  const known = keep(context, "dispatch", () => new Lookups());
  return new Dispatch(context, graph, known);
}

/** What was looked up in a graph. */
class Lookups {
  readonly bearers = new Map<number, string>();
  readonly made = new Map<number, Made>();
  redefining: Adjacency | undefined;
  deciding: ReadonlySet<number> | undefined;
  readonly ofOthers = new Map<number, boolean>();
}

/** The type that a constructor makes, and the types that inherit the constructor. */
interface Made {
  /** -1 if it is no constructor. */
  readonly type: number;
  readonly heirs: readonly number[];
}

/** Finds calls whose target is decided at run time. */
export class Dispatch {
  readonly #context: Context;
  readonly #graph: UseGraph;
  readonly #known: Lookups;

  constructor(context: Context, graph: UseGraph, known: Lookups) {
    this.#context = context;
    this.#graph = graph;
    this.#known = known;
  }

  /** Callers that may run a node without an edge to it. */
  callersOf(node: number): readonly number[] {
    return [...this.callersByName(node), ...this.makersOf(node)];
  }

  /** The same without those of `makersOf`. */
  callersByName(node: number): readonly number[] {
    return gather((isIt) => this.#someCaller(node, isIt));
  }

  /** Callers that instantiate types which inherit a node, a constructor. */
  makersOf(node: number): readonly number[] {
    return gather((isIt) => this.#someMaker(node, isIt));
  }

  /** Whether `callersOf` finds any. */
  hasCallers(node: number): boolean {
    return this.#someCaller(node, () => true) || this.#someMaker(node, () => true);
  }

  /** The type that a node constructs; -1 if it is no constructor. */
  typeMadeBy(node: number): number {
    return this.#made(node).type;
  }

  /** Constructors that instantiating a node, a type, may run and that it inherits. */
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

  /** Whether `isIt` holds for some caller of a variable that may hold the node. */
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

  /** Whether `isIt` holds for some caller that may run the node; stops at the first. */
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

  /** The nodes that override a node, and that a call of it may therefore run. */
  redefining(node: number): readonly number[] {
    return reach(this.#known.redefining ??= turnRound(this.#graph.redefined), node);
  }

  /** Whether a use of `target` by `user` may run `node`, which overrides it, judging by the object of the call. */
  mayRun(user: number, target: number, node: number): boolean {
    const { ids } = this.#graph;
    return mayEverRun(this.#context, ids[user]!, ids[target]!, ids[node]!);
  }

  /** Whether a method is only likely, and never certain, to override others. */
  isLikely(redefining: number): boolean {
    const { starts, ranks } = this.#graph.redefined;
    return ranks.subarray(starts[redefining], starts[redefining + 1]).every((rank) => rank === UseRank.likelyCall);
  }

  /** Whether a call of `target` by its namesake may run an override: see `isOfOwnBase`. */
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

/** All nodes that a node leads to, at any distance. */
function reach({ starts, others }: Adjacency, from: number): readonly number[] {
  if (starts[from] === starts[from + 1]) return NONE;
  const reached = new Set([from]);
  for (const at of reached) for (let i = starts[at]!; i < starts[at + 1]!; i++) reached.add(others[i]!);
  reached.delete(from);
  return [...reached];
}

const NONE: readonly number[] = [];
const NO_CONSTRUCTOR: number = SymbolMark.type | SymbolMark.value | SymbolMark.module;

/** Collects everything that an enumeration reports, without stopping it. */
function gather(each: (isIt: (one: number) => boolean) => void): number[] {
  const all: number[] = [];
  each((one) => {
    all.push(one);
    return false;
  });
  return all;
}
