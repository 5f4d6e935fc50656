/**
 * Behind which paths routers are served: who mounts them where, in all files of a language.
 *
 * Stage: resolve. What is mounted is what the resolver finds that an expression comes from (`route_sources.ts`), never what bears a name.
 * Invariants: a router may have several paths; where something before a path is not said, the prefix is not whole; every file and name that
 * an answer rests on is noted, whoever asked first.
 */
import { lastNameOf } from "../../outline.ts";
import { listItems, Op } from "../../facts.ts";
import type { RouteMount, RoutePrefix, RouteRules, RouteWrapper } from "../../route_rules.ts";
import { bindingMeaning } from "../bindings.ts";
import { calleeMeaning, evaluateValue } from "../evaluate.ts";
import type { FileView } from "../file_view.ts";
import { parametersOf } from "../inference.ts";
import { type DefinitionId, definitionId, rowOf, Tag } from "../meaning.ts";
import { isCallable, Space } from "../names.ts";
import type { Node } from "../reliance.ts";
import { handedTo } from "../spelling.ts";
import type { World } from "../world.ts";
import { argumentAt, argumentsOf, firstArgument, receiverOf, textOf } from "./route_arguments.ts";
import { joinPrefixes, NO_PREFIX, pathOfPattern, type Prefix, prefixOf, UNKNOWN_PREFIX } from "./route_path.ts";
import { askInside, outsideName, plainName, returnsOf, type Source, sourcesOf } from "./route_sources.ts";

const DEEPEST = 12;
/** A router that is mounted in more places has no path of its own that anyone could tell. */
const MOST_PATHS = 24;

/** One place where something is mounted. */
interface Mount {
  readonly view: FileView;
  /** What it is mounted on: an expression; 0 for nothing that is mounted itself, -1 for what is not known. */
  readonly holder: number;
  /** The paths that the call says, any of which leads there; none where it says nothing. */
  readonly said: readonly Prefix[];
  readonly replaces: boolean;
}

/** See the head of this file. One for each world; `routes` are its language's. */
export class RouteMounts {
  #mounts: Map<string, Mount[]> | undefined;
  /** What the mounts rest on. */
  readonly #rests: Node[] = [];
  readonly #known = new Map<string, { readonly prefixes: readonly Prefix[]; readonly rests: Node }>();
  /** Sources whose paths are being looked for. */
  readonly #open = new Set<string>();
  #application: { readonly prefix: Prefix; readonly rests: Node } | undefined;
  readonly #lists = new Map<FileView, Map<number, number>>();

  constructor(readonly world: World, readonly routes: RouteRules) {}

  /** All paths behind which routes are served that are declared on the value of an expression. */
  prefixesOf(view: FileView, expression: number): readonly Prefix[] {
    const sources = sourcesOf(this.world, view, expression);
    if (sources.length === 0) return [UNKNOWN_PREFIX];
    return distinct(sources.flatMap((source) => this.#prefixesOfSource(source)));
  }

  /** Those of a function that is mounted itself (a handler that says its path in an attribute). */
  prefixesOfDefinition(definition: DefinitionId): readonly Prefix[] {
    const mounts = this.#mountsOf(keyOf({ kind: "defined", definition }));
    return mounts.length === 0 ? [UNKNOWN_PREFIX] : this.#mounted(mounts, NO_PREFIX);
  }

  /** Those of the list in which a call (row of `expressions`) stands. */
  prefixesOfList(view: FileView, call: number): readonly Prefix[] {
    const list = this.#listAround(view, call);
    return list === 0 ? [UNKNOWN_PREFIX] : this.#prefixesOfSource({ kind: "made", view, expression: list });
  }

  /** The path before all handlers of the application, where there is one application. */
  applicationPrefix(): Prefix {
    const rule = this.routes.applicationPrefix;
    if (rule === undefined) return NO_PREFIX;
    if (this.#application === undefined) {
      this.world.reliance.enterShared();
      const prefixes = this.#outsideCalls(rule).map(([view, call]) => this.readPaths(view, argumentsOf(view, call), rule)[0] ?? NO_PREFIX);
      const isOne = distinct(prefixes).length === 1 && this.#outsideCalls(rule.made).length <= prefixes.length;
      const prefix = prefixes.length === 0 ? NO_PREFIX : isOne ? prefixes[0]! : UNKNOWN_PREFIX;
      this.#application = { prefix, rests: this.world.reliance.leave() };
    } else this.world.reliance.use(this.#application.rests);
    return this.#application.prefix;
  }

  #outsideCalls({ name, callee }: { readonly name: string; readonly callee: RegExp }): readonly (readonly [FileView, number])[] {
    const calls = this.#callsNamed(name).filter(([view, call]) => callee.test(outsideName(this.world, view, call) ?? ""));
    return this.#ordinary(calls, ([view]) => view);
  }

  /** The path that a value was made with (`axios.create({ baseURL })`), and nothing of where it is mounted. */
  ownPrefix(view: FileView, expression: number, depth = 0): Prefix {
    const source = depth > DEEPEST ? undefined : sourcesOf(this.world, view, expression)[0];
    if (source?.kind !== "made") return NO_PREFIX;
    const name = outsideName(this.world, source.view, source.expression);
    if (name === undefined) {
      const result = returnsOf(this.world, source.view, source.expression)[0];
      return result === undefined ? NO_PREFIX : this.ownPrefix(result[0], result[1], depth + 1);
    }
    const receiver = receiverOf(source.view, source.expression);
    return joinPrefixes(this.ownPrefix(source.view, receiver, depth + 1), this.#saidBy(source.view, source.expression, name));
  }

  #prefixesOfSource(source: Source): readonly Prefix[] {
    if (source.kind === "named") return [this.#ofRoot(source.name, NO_PREFIX)];
    const key = keyOf(source);
    if (this.#open.has(key) || this.#open.size > DEEPEST) return [];
    const known = this.#known.get(key);
    if (known !== undefined) {
      this.world.reliance.use(known.rests);
      return known.prefixes;
    }
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
    // Within a circle of mounts an answer holds only for who is asked about.
    if (this.#open.size === 0) this.#known.set(key, { prefixes, rests });
    return prefixes;
  }

  #prefixesOfMade(view: FileView, expression: number): readonly Prefix[] {
    const { world } = this;
    const mounts = this.#mountsOf(keyOf({ kind: "made", view, expression }));
    const name = view.facts.expressions.op[expression] === Op.literal ? undefined : outsideName(world, view, expression);
    if (name === undefined) {
      if (mounts.length > 0) return this.#mounted(mounts, this.ownPrefix(view, expression));
      const results = returnsOf(world, view, expression);
      return results.length === 0 ? [UNKNOWN_PREFIX] : results.flatMap(([home, result]) => this.prefixesOf(home, result));
    }
    const own = this.#saidBy(view, expression, name);
    const receiver = receiverOf(view, expression);
    const isChained = receiver !== 0 && sourcesOf(world, view, receiver).some(({ kind }) => kind === "made" || kind === "given");
    if (isChained) return this.prefixesOf(view, receiver).map((outer) => joinPrefixes(outer, own));
    return mounts.length > 0 ? this.#mounted(mounts, own) : [this.#ofRoot(name, own)];
  }

  /** Of a router that a parameter brings: where its function is mounted, and what its callers hand over. */
  #prefixesOfGiven(view: FileView, binding: number): readonly Prefix[] {
    const { world } = this;
    const owner = view.facts.scopes.definition[view.facts.bindings.scope[binding]!]!;
    if (owner === 0 || !isCallable(view.facts.definitions.kind[owner]!)) return [UNKNOWN_PREFIX];
    const definition = definitionId(view.index, owner);
    const position = parametersOf(world, definition).indexOf(binding);
    const found = position === 0 ? [...this.#mounted(this.#mountsOf(keyOf({ kind: "defined", definition })), NO_PREFIX)] : [];
    for (const [home, call] of this.#ordinary(this.#callsOf(definition), ([home]) => home)) {
      const args = argumentsOf(home, call);
      const argument = argumentAt(home, args, position) || argumentAt(home, args, view.text(view.facts.bindings.name[binding]!));
      if (argument !== 0) found.push(...this.prefixesOf(home, argument));
    }
    if (found.length > 0) return found;
    const type = bindingMeaning(world, view, binding, Space.value);
    return [type.tag === Tag.external ? this.#ofRoot(plainName(type.name), NO_PREFIX) : UNKNOWN_PREFIX];
  }

  /** Calls (rows of `expressions`) of a function that hand it something. */
  #callsOf(definition: DefinitionId): (readonly [FileView, number])[] {
    const name = this.world.nameOf(definition);
    if (name === "") return [];
    return this.#callsNamed(name).filter(([view, call]) => {
      const meaning = calleeMeaning(this.world, view, view.facts.expressions.a[call]!);
      return meaning.tag === Tag.definition && meaning.definition === definition;
    });
  }

  /** Calls (rows of `expressions`) that hand something to what bears a name, in all files. */
  #callsNamed(name: string): (readonly [FileView, number])[] {
    const { world } = this;
    world.askName(handedTo(name));
    const found: (readonly [FileView, number])[] = [];
    for (const file of world.names.filesHanding(name)) {
      const view = world.view(file);
      askInside(world, view);
      const { calls, strings } = view.facts;
      for (let call = 1; call < calls.length; call++) {
        if (calls.arguments[call] === 0 || strings[lastNameOf(view.facts, calls.expression[call]!)] !== name) continue;
        if (view.facts.expressions.op[calls.result[call]!] === Op.call) found.push([view, calls.result[call]!]);
      }
    }
    return found;
  }

  #mounted(mounts: readonly Mount[], own: Prefix): readonly Prefix[] {
    return mounts.flatMap(({ view, holder, said, replaces }) => {
      const inner = said.length === 0 ? [own] : said.map((path) => joinPrefixes(path, replaces ? NO_PREFIX : own));
      const outer = holder > 0 ? this.prefixesOf(view, holder) : [holder === 0 ? NO_PREFIX : UNKNOWN_PREFIX];
      return outer.flatMap((prefix) => inner.map((path) => joinPrefixes(prefix, path)));
    });
  }

  #ofRoot(name: string, own: Prefix): Prefix {
    return this.routes.roots.test(name) ? own : joinPrefixes(UNKNOWN_PREFIX, own);
  }

  /** The path that a call of one of the `prefixes` says. */
  #saidBy(view: FileView, call: number, name: string): Prefix {
    const rule = this.routes.prefixes.find((one) => one.callee.test(name));
    return rule === undefined ? NO_PREFIX : this.readPaths(view, argumentsOf(view, call), rule)[0] ?? NO_PREFIX;
  }

  /** The paths of a rule's call: one mostly, several of a list, none where it says nothing. */
  readPaths(view: FileView, args: readonly number[], rule: RoutePrefix): readonly Prefix[] {
    const argument = firstArgument(view, args, rule.path);
    if (argument === 0 || evaluateValue(this.world, view, argument).tag === Tag.nothing) return [];
    const { expressions } = view.facts;
    const isList = expressions.op[argument] === Op.literal && expressions.b[argument] !== 0;
    const items = isList ? listItems(view.facts, expressions.b[argument]!) : [argument];
    return items.map((item) => {
      const text = textOf(this.world, view, item);
      return text === undefined ? UNKNOWN_PREFIX : prefixOf(text);
    });
  }

  #mountsOf(key: string): readonly Mount[] {
    this.#mounts ??= this.#findMounts();
    for (const node of this.#rests) this.world.reliance.use(node);
    return this.#ordinary(this.#mounts.get(key) ?? [], ({ view }) => view);
  }

  /** Of places that mount something those outside of tests, if there are any: what a test sets up is not where it is served. */
  #ordinary<T>(places: readonly T[], viewOf: (place: T) => FileView): readonly T[] {
    const others = places.filter((place) => !this.world.plugin.isTestFile(viewOf(place).path));
    return others.length > 0 ? others : places;
  }

  #findMounts(): Map<string, Mount[]> {
    const { world } = this;
    const mounts = new Map<string, Mount[]>();
    this.#note(undefined, () => this.#addRoots(mounts));
    for (const name of new Set(this.routes.mounts.map((mount) => mount.name))) {
      const calls = this.#note(undefined, () => this.#callsNamed(name));
      for (const [view, call] of calls) {
        this.#note(view, () => {
          const outside = outsideName(world, view, call);
          const rule = outside === undefined ? undefined : this.routes.mounts.find((one) => one.callee.test(outside));
          if (rule !== undefined) this.#addMounts(mounts, view, call, rule);
        });
      }
    }
    return mounts;
  }

  /** Does something on which all rest who ask for mounts; `view`: where it is said. */
  #note<T>(view: FileView | undefined, act: () => T): T {
    this.world.reliance.enterShared(view?.index);
    const result = act();
    this.#rests.push(this.world.reliance.drop());
    return result;
  }

  /** What the modules hold that are named as the root of all routes. */
  #addRoots(mounts: Map<string, Mount[]>): void {
    const { world } = this;
    const { rootModule } = this.routes;
    if (rootModule === undefined) return;
    world.askName(rootModule.named);
    for (const id of world.names.find("nameable", rootModule.named)) {
      const view = world.viewOf(id);
      askInside(world, view);
      const text = textOf(world, view, view.facts.definitions.value[rowOf(id)]!);
      const reached = new Map<string, Prefix>();
      if (text !== undefined) this.#reachModule(filesOfModule(world, view, text), rootModule.holds, NO_PREFIX, reached, 0);
      for (const key of reached.keys()) addTo(mounts, key, { view, holder: 0, said: [], replaces: false });
    }
  }

  #addMounts(mounts: Map<string, Mount[]>, view: FileView, call: number, rule: RouteMount): void {
    const args = argumentsOf(view, call);
    const places = new Set(rule.mounted.map((place) => argumentAt(view, args, place)).filter((argument) => argument !== 0));
    const path = firstArgument(view, args, rule.path);
    // In the path's place something may stand that is mounted.
    const saysPath = !places.has(path) || (args.length > 1 && !this.#isHandler(view, path));
    const read = saysPath ? this.readPaths(view, args, rule) : [];
    const said = rule.isPattern === true ? read.map((one) => ({ ...one, text: pathOfPattern(one.text) })) : read;
    const holder = rule.isListed === true ? this.#listAround(view, call) || -1 : receiverOf(view, call);
    for (const argument of places) {
      if (argument === path && saysPath) continue;
      const reached = new Map<string, Prefix>();
      this.#reach(view, argument, NO_PREFIX, reached);
      for (const [key, before] of reached) {
        const behind = before === NO_PREFIX ? said : said.length === 0 ? [before] : said.map((one) => joinPrefixes(one, before));
        addTo(mounts, key, { view, holder, said: behind, replaces: rule.replaces === true });
      }
    }
  }

  /** Whether a value is known to be no path: a function, a router, or whatever the framework itself makes. */
  #isHandler(view: FileView, expression: number): boolean {
    const sources = sourcesOf(this.world, view, expression);
    return sources.length > 0 && sources.every((source) => {
      if (source.kind === "named") return this.routes.packages.test(source.name);
      if (source.kind !== "made") return source.kind !== "given";
      if (source.view.facts.expressions.op[source.expression] === Op.literal) return !this.#hasText(source.view, source.expression);
      const name = outsideName(this.world, source.view, source.expression);
      return name === undefined || this.routes.packages.test(name);
    });
  }

  #hasText(view: FileView, list: number): boolean {
    return listItems(view.facts, view.facts.expressions.b[list]!).some((item) => textOf(this.world, view, item) !== undefined);
  }

  /** All sources whose routes are served where a value is mounted: its own, and those of what it is made of. */
  #reach(view: FileView, expression: number, before: Prefix, into: Map<string, Prefix>, depth = 0): void {
    if (depth > DEEPEST) return;
    for (const source of sourcesOf(this.world, view, expression)) {
      const key = keyOf(source);
      if (key === "" || into.has(key)) continue;
      into.set(key, before);
      if (source.kind !== "made" || source.view.facts.expressions.op[source.expression] === Op.literal) continue;
      const name = outsideName(this.world, source.view, source.expression);
      if (name === undefined) {
        for (const [home, result] of returnsOf(this.world, source.view, source.expression)) {
          this.#reach(home, result, before, into, depth + 1);
        }
        continue;
      }
      const wrapper = this.routes.wrappers?.find((one) => one.callee.test(name));
      if (wrapper !== undefined) this.#unwrap(source.view, source.expression, wrapper, before, into, depth);
      else if (!this.routes.prefixes.some((one) => one.callee.test(name))) {
        this.#reach(source.view, receiverOf(source.view, source.expression), before, into, depth + 1);
      }
    }
  }

  #unwrap(view: FileView, call: number, wrapper: RouteWrapper, before: Prefix, into: Map<string, Prefix>, depth: number): void {
    const args = argumentsOf(view, call);
    const inner = joinPrefixes(before, this.readPaths(view, args, wrapper)[0] ?? NO_PREFIX);
    const argument = argumentAt(view, args, wrapper.wrapped);
    if (wrapper.variable === undefined) this.#reach(view, argument, inner, into, depth + 1);
    else this.#reachIncluded(view, argument, wrapper.variable, inner, into, depth + 1);
  }

  /** What a module, a module's name, a list, or a tuple that begins with one of them holds. */
  #reachIncluded(view: FileView, argument: number, variable: string, before: Prefix, into: Map<string, Prefix>, depth: number): void {
    const { expressions } = view.facts;
    const isTuple = expressions.op[argument] === Op.tuple;
    const included = isTuple ? listItems(view.facts, expressions.a[argument]!)[0] ?? 0 : argument;
    const text = textOf(this.world, view, included);
    if (text !== undefined) return this.#reachModule(filesOfModule(this.world, view, text), variable, before, into, depth);
    this.#reach(view, included, before, into, depth);
    const modules = sourcesOf(this.world, view, included).flatMap((source) => source.kind === "module" ? source.files : []);
    this.#reachModule(modules, variable, before, into, depth);
  }

  #reachModule(files: readonly number[], variable: string, before: Prefix, into: Map<string, Prefix>, depth: number): void {
    for (const file of files) {
      const view = this.world.view(file);
      askInside(this.world, view);
      const { bindings, definitions } = view.facts;
      for (const row of view.inModule(variable)) {
        const definition = bindings.definition[row]!;
        const value = definition === 0 ? bindings.value[row]! : definitions.value[definition]!;
        this.#reach(view, value, before, into, depth);
      }
    }
  }

  /** The list (row of `expressions`) that has a call among its elements, or 0. */
  #listAround(view: FileView, call: number): number {
    let lists = this.#lists.get(view);
    if (lists === undefined) {
      this.#lists.set(view, lists = new Map());
      const { expressions, lists: all } = view.facts;
      for (let row = 1; row < expressions.length; row++) {
        const list = expressions.op[row] === Op.literal ? expressions.b[row]! : 0;
        for (let i = list === 0 ? 0 : all[list]!; i > 0; i--) lists.set(all[list + i]!, row);
      }
    }
    return lists.get(call) ?? 0;
  }
}

function addTo(mounts: Map<string, Mount[]>, key: string, mount: Mount): void {
  const known = mounts.get(key);
  if (known === undefined) mounts.set(key, [mount]);
  else known.push(mount);
}

/** Files of the module that a text names, as a file's import would. */
function filesOfModule(world: World, view: FileView, name: string): readonly number[] {
  world.askName(name.slice(name.lastIndexOf(world.rules.separator) + 1));
  const target = world.target(name, view.index);
  return target.kind === "inside" ? target.paths.map((path) => world.file(path)).filter((file) => file >= 0) : [];
}

/** A name for a source; "" for what is found by no one. */
function keyOf(source: Source): string {
  switch (source.kind) {
    case "made":
      return `${source.view.index}:${source.expression}`;
    case "given":
      return `${source.view.index}(${source.binding})`;
    case "defined":
      return `=${source.definition}`;
    default:
      return "";
  }
}

/** Each prefix once; one unknown prefix where they are too many. */
function distinct(prefixes: readonly Prefix[]): readonly Prefix[] {
  const known = new Map(prefixes.map((prefix) => [`${prefix.isWhole} ${prefix.text}`, prefix]));
  return known.size > MOST_PATHS ? [UNKNOWN_PREFIX] : [...known.values()];
}
