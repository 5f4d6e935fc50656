/**
 * The paths under which routers are served: their own, and those of everything that they are mounted on, in all files of a language.
 *
 * Stage: resolve. Invariants: a router may have several paths; if part of a prefix is not known, the prefix is marked as incomplete; every
 * file and name that a result depends on is recorded.
 */
import { append } from "../../base/lists.ts";
import { Op } from "../../facts/expressions.ts";
import type { RoutePrefix, RouteRules } from "../../rules/route_rules.ts";
import { type DefinitionId, Tag } from "../meaning.ts";
import { bindingMeaning } from "../names/bindings.ts";
import { Space } from "../names/names.ts";
import type { FileView } from "../state/file_view.ts";
import { takerOfParameter } from "../state/parameters.ts";
import type { Node } from "../state/reliance.ts";
import type { World } from "../world.ts";
import { type Mount, MountIndex } from "./mount_index.ts";
import { argumentsOf, receiverOf } from "./route_arguments.ts";
import { joinPrefixes, NO_PREFIX, type Prefix, UNKNOWN_PREFIX } from "./route_path.ts";
import { Registrars } from "./route_registrars.ts";
import { dottedName, keyOf, outsideBase, outsideName, returnsOf, type Source, sourcesOf } from "./route_sources.ts";

const DEEPEST = 12;
const LONGEST_CHAIN = 400;
/** Maximum number of places where a router is mounted; with more, its path is not known. */
const MOST_PATHS = 24;

/** Maximum number of sources that are followed for one: in a cycle the number of ways may be unlimited. */
const MOST_STEPS = 2000;

/** The prefixes of routers in one world; `routes` are the rules of its language. */
export class RouteMounts {
  readonly registrars: Registrars;
  readonly #index: MountIndex;
  readonly #known = new Map<string, { readonly prefixes: readonly Prefix[]; readonly rests: Node }>();
  /** Sources whose paths are being computed. */
  readonly #open = new Set<string>();
  /** Number of times that one of these was reached again, or the limit was exceeded. */
  #circles = 0;
  /** Number of sources followed for the outermost of these. */
  #steps = 0;
  #application: { readonly prefix: Prefix; readonly rests: Node } | undefined;

  constructor(readonly world: World, readonly routes: RouteRules) {
    this.#index = new MountIndex(world, routes);
    this.registrars = new Registrars(world, routes);
  }

  /** All paths under which routes declared on the value of an expression are served. */
  prefixesOf(view: FileView, expression: number): readonly Prefix[] {
    const found = this.#prefixesOfValue(view, expression);
    return found.length === 0 ? [UNKNOWN_PREFIX] : found;
  }

  /** Those of a function that is mounted itself (a handler with its path in an attribute). */
  prefixesOfDefinition(definition: DefinitionId): readonly Prefix[] {
    const mounts = this.#index.mountsOf(keyOf({ kind: "defined", definition }));
    return mounts.length === 0 ? [UNKNOWN_PREFIX] : this.#mounted(mounts, NO_PREFIX);
  }

  /** Those of a class of handlers: the application's, and those of its module. */
  prefixesOfClass(definition: DefinitionId): readonly Prefix[] {
    const mounts = this.#index.mountsOf(keyOf({ kind: "defined", definition }));
    const before = this.#applicationPrefix();
    return mounts.length === 0 ? [before] : this.#mounted(mounts, NO_PREFIX).map((path) => joinPrefixes(before, path));
  }

  /** The paths given by a rule's call, alternatives of each other; empty if it gives none. */
  readPaths(view: FileView, args: readonly number[], rule: RoutePrefix): readonly Prefix[] {
    return this.#index.readPaths(view, args, rule);
  }

  /** The full name of a method called on a parameter without a type, if all callers are known to pass the same. */
  nameByCallers(view: FileView, call: number, method: string): string | undefined {
    return this.#index.nameByCallers(view, call, method);
  }

  /** Those of the list that contains a call (row of `expressions`). */
  prefixesOfList(view: FileView, call: number): readonly Prefix[] {
    const list = this.#index.listAround(view, call);
    return list === 0 ? [UNKNOWN_PREFIX] : this.#prefixesOfSource({ kind: "made", view, expression: list });
  }

  /** The prefix of all handlers of the application, if there is a single application. */
  #applicationPrefix(): Prefix {
    const rule = this.routes.applicationPrefix;
    if (rule === undefined) return NO_PREFIX;
    if (this.#application === undefined) {
      this.world.reliance.enterShared();
      const prefixes = this.#index.callsOutside(rule).map(([view, call]) =>
        this.#index.readPaths(view, argumentsOf(view, call), rule)[0] ?? NO_PREFIX
      );
      const isOne = distinct(prefixes).length === 1 && this.#index.callsOutside(rule.made).length <= prefixes.length;
      const prefix = prefixes.length === 0 ? NO_PREFIX : isOne ? prefixes[0]! : UNKNOWN_PREFIX;
      this.#application = { prefix, rests: this.world.reliance.leave() };
    } else this.world.reliance.use(this.#application.rests);
    return this.#application.prefix;
  }

  /** The path that a value was created with (`axios.create({ baseURL })`), regardless of where it is mounted. */
  ownPrefix(view: FileView, expression: number, depth = 0): Prefix {
    const source = depth > LONGEST_CHAIN ? undefined : sourcesOf(this.world, view, expression)[0];
    if (source?.kind !== "made") return NO_PREFIX;
    const name = outsideName(this.world, source.view, source.expression);
    if (name === undefined) {
      const result = returnsOf(this.world, source.view, source.expression)[0];
      return result === undefined ? NO_PREFIX : this.ownPrefix(result[0], result[1], depth + 1);
    }
    const receiver = receiverOf(source.view, source.expression);
    return joinPrefixes(this.ownPrefix(source.view, receiver, depth + 1), this.#saidBy(source.view, source.expression, name));
  }

  /** Empty if all ways lead back to a source being computed. */
  #prefixesOfValue(view: FileView, expression: number): readonly Prefix[] {
    const sources = sourcesOf(this.world, view, expression);
    if (sources.length === 0) return [UNKNOWN_PREFIX];
    return distinct(sources.flatMap((source) => this.#prefixesOfSource(source)));
  }

  /** The start of a chain of calls that give no path: `Router::new()` of `Router::new().route(…).layer(…)`. */
  #baseOf(source: Source): Source {
    for (let length = 0; source.kind === "made" && length < LONGEST_CHAIN; length++) {
      const name = source.view.facts.expressions.op[source.expression] === Op.literal
        ? undefined
        : outsideName(this.world, source.view, source.expression);
      if (name === undefined || this.routes.prefixes.some((one) => one.callee.test(name))) break;
      const before = sourcesOf(this.world, source.view, receiverOf(source.view, source.expression));
      if (before.length !== 1 || before[0]!.kind !== "made") break;
      source = before[0]!;
    }
    return source;
  }

  #prefixesOfSource(from: Source): readonly Prefix[] {
    const source = this.#baseOf(from);
    if (source.kind === "named") return [this.#ofRoot(source.name, NO_PREFIX)];
    const key = keyOf(source);
    const known = this.#known.get(key);
    if (known !== undefined) {
      this.world.reliance.use(known.rests);
      return known.prefixes;
    }
    if (this.#open.size === 0) this.#steps = 0;
    if (this.#open.has(key) || this.#open.size > DEEPEST || ++this.#steps > MOST_STEPS) {
      this.#circles++;
      return this.#open.has(key) ? [] : [UNKNOWN_PREFIX];
    }
    const circles = this.#circles;
    this.#open.add(key);
    this.world.reliance.enterShared("view" in source ? source.view.index : undefined);
    const prefixes = distinct(
      source.kind === "made"
        ? this.#prefixesOfMade(source.view, source.expression)
        : source.kind === "given"
        ? this.#prefixesOfGiven(source.view, source.binding)
        : [UNKNOWN_PREFIX],
    );
    const rests = this.world.reliance.leave();
    this.#open.delete(key);
    // Within a cycle of mounts, or beyond the limit, a result is valid only for the current question.
    if (circles === this.#circles) this.#known.set(key, { prefixes, rests });
    return prefixes;
  }

  #prefixesOfMade(view: FileView, expression: number): readonly Prefix[] {
    const { world } = this;
    const mounts = this.#index.mountsOf(keyOf({ kind: "made", view, expression }));
    const name = view.facts.expressions.op[expression] === Op.literal ? undefined : outsideName(world, view, expression);
    if (name === undefined) return this.#prefixesOfOurs(view, expression, mounts);
    const own = this.#saidBy(view, expression, name);
    const receiver = receiverOf(view, expression);
    const isChained = receiver !== 0 && sourcesOf(world, view, receiver).some(({ kind }) => kind === "made" || kind === "given");
    if (isChained) return this.#prefixesOfValue(view, receiver).map((outer) => joinPrefixes(outer, own));
    return mounts.length > 0 ? this.#mounted(mounts, own) : [this.#ofRoot(name, own)];
  }

  /** The prefixes of a list, and of what a repository function or class creates. */
  #prefixesOfOurs(view: FileView, expression: number, mounts: readonly Mount[]): readonly Prefix[] {
    const results = returnsOf(this.world, view, expression);
    if (results.length > 0) {
      if (mounts.length > 0) return this.#mounted(mounts, this.ownPrefix(view, expression));
      return results.flatMap(([home, result]) => this.#prefixesOfValue(home, result));
    }
    const isList = view.facts.expressions.op[expression] === Op.literal;
    const base = isList ? "" : outsideBase(this.world, view, expression);
    const own = isList || this.routes.roots.test(base) ? NO_PREFIX : this.#saidToBase(view, expression, base);
    return mounts.length > 0 ? this.#mounted(mounts, own) : [isList ? UNKNOWN_PREFIX : this.#ofRoot(base, own)];
  }

  /**
   * The argument of a repository class's constructor with the name of its base's path; other ways of passing it to the base are not
   * followed.
   */
  #saidToBase(view: FileView, call: number, base: string): Prefix {
    const rule = this.routes.prefixes.find((one) => one.callee.test(base));
    const path = rule?.path.filter((place) => typeof place === "string") ?? [];
    return rule === undefined || path.length === 0
      ? UNKNOWN_PREFIX
      : this.#index.readPaths(view, argumentsOf(view, call), { ...rule, path })[0] ?? UNKNOWN_PREFIX;
  }

  /** The prefixes of a router that is a parameter: the mounts of its function, and the arguments of its callers. */
  #prefixesOfGiven(view: FileView, binding: number): readonly Prefix[] {
    const { world } = this;
    const taker = takerOfParameter(world, view, binding);
    if (taker === undefined) return [UNKNOWN_PREFIX];
    const { definition, position } = taker;
    const found = position === 0 ? [...this.#mounted(this.#index.mountsOf(keyOf({ kind: "defined", definition })), NO_PREFIX)] : [];
    const passed = this.#index.argumentsFor(view, binding);
    for (const [home, argument] of passed) append(found, this.#prefixesOfValue(home, argument));
    // If all arguments lead back here, the others determine where it is mounted.
    if (found.length > 0 || passed.length > 0) return found;
    const type = bindingMeaning(world, view, binding, Space.value);
    return [type.tag === Tag.external ? this.#ofRoot(dottedName(world, type.name), NO_PREFIX) : UNKNOWN_PREFIX];
  }

  #mounted(mounts: readonly Mount[], own: Prefix): readonly Prefix[] {
    return mounts.flatMap(({ file, holder, said, replaces }) => {
      const inner = said.length === 0 ? [own] : said.map((path) => joinPrefixes(path, replaces ? NO_PREFIX : own));
      const outer = holder > 0 ? this.#prefixesOfValue(this.world.view(file), holder) : [holder === 0 ? NO_PREFIX : UNKNOWN_PREFIX];
      return outer.flatMap((prefix) => inner.map((path) => joinPrefixes(prefix, path)));
    });
  }

  #ofRoot(name: string, own: Prefix): Prefix {
    return this.routes.roots.test(name) ? own : joinPrefixes(UNKNOWN_PREFIX, own);
  }

  /** The path given by a call of one of the `prefixes` rules. */
  #saidBy(view: FileView, call: number, name: string): Prefix {
    const rule = this.routes.prefixes.find((one) => one.callee.test(name));
    return rule === undefined ? NO_PREFIX : this.#index.readPaths(view, argumentsOf(view, call), rule)[0] ?? NO_PREFIX;
  }
}

/** The prefixes without duplicates; a single unknown prefix if there are too many. */
function distinct(prefixes: readonly Prefix[]): readonly Prefix[] {
  const known = new Map(prefixes.map((prefix) => [`${prefix.isWhole} ${prefix.text}`, prefix]));
  return known.size > MOST_PATHS ? [UNKNOWN_PREFIX] : [...known.values()];
}
