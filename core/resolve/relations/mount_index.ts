/**
 * An index of all calls, in the files of one language, that mount routes under a path.
 *
 * Stage: resolve. What is mounted is determined by the resolver (`route_sources.ts`), never by a name alone. Invariants: built once, and
 * all its dependencies become those of everyone who uses it; mounts in tests count only if there are no others.
 */
import { addAt } from "../../base/lists.ts";
import { folderOf } from "../../base/path_parts.ts";
import { DefinitionFlag, LinkFlag, listItems, rowsWith } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { nameOfDefault } from "../../facts/outline.ts";
import { lastNameOf } from "../../facts/written_names.ts";
import type { RouteMount, RoutePrefix, RouteRules, RouteWrapper } from "../../rules/route_rules.ts";
import { calleeMeaning, evaluateValue } from "../evaluate.ts";
import { type DefinitionId, rowOf, Tag } from "../meaning.ts";
import { passedTo } from "../state/asked_names.ts";
import type { FileView } from "../state/file_view.ts";
import { takerOfParameter } from "../state/parameters.ts";
import type { Node } from "../state/reliance.ts";
import { SharedAnswers } from "../state/shared_answers.ts";
import type { World } from "../world.ts";
import { valueOfBinding } from "./held_values.ts";
import { argumentAt, argumentsOf, firstArgument, heldText, receiverOf } from "./route_arguments.ts";
import { eachClassInTree } from "./route_modules.ts";
import { joinPrefixes, NO_PREFIX, pathOfPattern, type Prefix, prefixOf, UNKNOWN_PREFIX } from "./route_path.ts";
import { dottedName, keyOf, outsideName, returnsOf, sourcesOf } from "./route_sources.ts";

const DEEPEST = 12;

/** A place where something is mounted. */
export interface Mount {
  readonly file: number;
  /** The call (row of `expressions`), or 0. */
  readonly call: number;
  /** What it is mounted on: an expression; 0 for the root of all routes, -1 if not known. */
  readonly holder: number;
  /** The paths given by the call, alternatives of each other; empty if it gives none. */
  readonly said: readonly Prefix[];
  readonly replaces: boolean;
}

/** A call (row of `expressions`) in a file. */
export type CallPlace = readonly [view: FileView, call: number];

/** The mounts of one world; `routes` are the rules of its language. */
export class MountIndex {
  #mounts: Map<string, Mount[]> | undefined;
  /** The dependencies of the mounts. */
  #rests: Node = 0;
  /** By the name of what is called: files and calls in them. */
  readonly #named: SharedAnswers<string, readonly (readonly [file: number, call: number])[]>;
  /** By file. */
  readonly #lists = new Map<number, Map<number, number>>();

  constructor(readonly world: World, readonly routes: RouteRules) {
    this.#named = new SharedAnswers(world.evaluation);
  }

  /** The mounts of the source with that key (`keyOf`). */
  mountsOf(key: string): readonly Mount[] {
    if (this.#mounts === undefined) {
      this.world.reliance.enterShared();
      this.#mounts = this.#findMounts();
      this.#rests = this.world.reliance.drop();
    }
    this.world.reliance.use(this.#rests);
    return this.#ordinary(this.#mounts.get(key) ?? [], ({ file, call }) => [this.world.view(file), call]);
  }

  /** Calls (rows of `expressions`) of a function with arguments. */
  callsOf(definition: DefinitionId): readonly CallPlace[] {
    const names = [this.world.nameOf(definition), ...this.#namesOfDefault(definition)].filter((name) => name !== "");
    const calls = names.flatMap((name) => this.#callsNamed(name)).filter(([view, call]) => {
      const meaning = calleeMeaning(this.world, view, view.facts.expressions.a[call]!);
      return meaning.tag === Tag.definition && meaning.definition === definition;
    });
    const distinct = new Map(calls.map((place) => [`${place[0].index} ${place[1]}`, place]));
    return this.#ordinary([...distinct.values()], (place) => place);
  }

  /** The names by which importers may call a function that its file exports by default. */
  #namesOfDefault(definition: DefinitionId): string[] {
    const { path, facts: { exports, strings } } = this.world.viewOf(definition);
    const { exportsOnly, mainExport } = this.world.rules;
    if (!exportsOnly) return [];
    const isWhole = exports.flags.some((flags, row) =>
      row > 0 && ((flags & LinkFlag.whole) !== 0 || strings[exports.name[row]!] === mainExport)
    );
    return isWhole ? [nameOfDefault(path), nameOfDefault(folderOf(path))] : [];
  }

  /** Calls (rows of `expressions`) with arguments of a callee of that name, in all files. */
  #callsNamed(name: string): readonly CallPlace[] {
    const found = this.#named.get(name) ?? this.#named.find(name, () => this.#findCallsNamed(name));
    return found.map(([file, call]) => [this.world.view(file), call]);
  }

  #findCallsNamed(name: string): (readonly [file: number, call: number])[] {
    const { world } = this;
    world.askName(passedTo(name));
    const found: (readonly [file: number, call: number])[] = [];
    for (const file of world.names.filesPassing(name)) {
      const view = world.view(file);
      world.askInside(view.index);
      const { calls, strings } = view.facts;
      for (let call = 1; call < calls.length; call++) {
        const isOther = !name.startsWith("./") && strings[lastNameOf(view.facts, calls.expression[call]!)] !== name;
        if (calls.arguments[call] === 0 || isOther) continue;
        if (view.facts.expressions.op[calls.result[call]!] === Op.call) found.push([file, calls.result[call]!]);
      }
    }
    return found;
  }

  /** The arguments for a parameter (row of `bindings`): expressions with their files. */
  argumentsFor(view: FileView, binding: number): readonly CallPlace[] {
    const taker = takerOfParameter(this.world, view, binding);
    if (taker === undefined) return [];
    const name = view.text(view.facts.bindings.name[binding]!);
    return this.callsOf(taker.definition).flatMap(([home, call]) => {
      const args = argumentsOf(home, call);
      const argument = argumentAt(home, args, taker.position) || argumentAt(home, args, name);
      return argument === 0 ? [] : [[home, argument] as const];
    });
  }

  /** The full name of a method called on a parameter without a type, if all callers pass the same. */
  nameByCallers(view: FileView, call: number, method: string): string | undefined {
    const names = new Set<string>();
    this.#addPassedOn(view, receiverOf(view, call), names, new Set());
    const [name] = names;
    return names.size === 1 && name !== "" ? `${name}.${method}` : undefined;
  }

  /**
   * Adds the full names of the arguments that callers pass for the parameters that a value comes from, until they differ; "" for an unknown
   * one. @param seen parameters examined so far: functions may pass arguments on to each other
   */
  #addPassedOn(view: FileView, expression: number, names: Set<string>, seen: Set<string>): void {
    const sources = sourcesOf(this.world, view, expression);
    let isNotKnown = sources.length === 0;
    for (const source of sources) {
      const key = keyOf(source);
      if (source.kind !== "given") names.add("");
      else if (!seen.has(key)) {
        seen.add(key);
        const passed = this.argumentsFor(source.view, source.binding);
        isNotKnown ||= passed.length === 0;
        for (const [home, argument] of passed) {
          const meaning = evaluateValue(this.world, home, argument);
          if (meaning.tag === Tag.external) names.add(dottedName(this.world, meaning.name));
          else this.#addPassedOn(home, argument, names, seen);
          if (names.size > 1 || names.has("")) return;
        }
      }
    }
    if (isNotKnown && names.size === 0) names.add("");
  }

  /** Calls of something external, by its full name. */
  callsOutside({ name, callee }: { readonly name: string; readonly callee: RegExp }): readonly CallPlace[] {
    const calls = this.#callsNamed(name).filter(([view, call]) => callee.test(outsideName(this.world, view, call) ?? ""));
    return this.#ordinary(calls, (place) => place);
  }

  /** The paths given by the call of a rule: usually one, several for a list, none if it gives none. */
  readPaths(view: FileView, args: readonly number[], rule: RoutePrefix): readonly Prefix[] {
    const argument = firstArgument(view, args, rule.path);
    if (argument === 0 || evaluateValue(this.world, view, argument).tag === Tag.nothing) return [];
    const { expressions } = view.facts;
    const isList = expressions.op[argument] === Op.literal && expressions.b[argument] !== 0;
    const items = isList ? listItems(view.facts, expressions.b[argument]!) : [argument];
    return items.map((item) => {
      const text = heldText(this.world, view, item);
      return text === undefined ? UNKNOWN_PREFIX : prefixOf(text);
    });
  }

  /** The list (row of `expressions`) that contains a call as an element, or 0. */
  listAround(view: FileView, call: number): number {
    let lists = this.#lists.get(view.index);
    if (lists === undefined) {
      this.#lists.set(view.index, lists = new Map());
      const { expressions, lists: all } = view.facts;
      for (const row of rowsWith(expressions.op, Op.literal)) {
        const list = expressions.b[row]!;
        for (let i = list === 0 ? 0 : all[list]!; i > 0; i--) lists.set(all[list + i]!, row);
      }
    }
    return lists.get(call) ?? 0;
  }

  /** Of several places those outside of tests, if there are any: a mount in a test is not where the route is served. */
  #ordinary<T>(places: readonly T[], placeOf: (place: T) => CallPlace): readonly T[] {
    if (places.length < 2) return places;
    const others = places.filter((place) => !this.#isInTest(...placeOf(place)));
    return others.length > 0 ? others : places;
  }

  #isInTest(view: FileView, call: number): boolean {
    if (this.world.isTestFile(view.index)) return true;
    const { calls, definitions, expressions } = view.facts;
    for (let row = calls.caller[expressions.c[call]!]!; row !== 0; row = definitions.parent[row]!) {
      if (definitions.flags[row]! & (DefinitionFlag.test | DefinitionFlag.inactive)) return true;
    }
    return false;
  }

  #findMounts(): Map<string, Mount[]> {
    const { world } = this;
    const mounts = new Map<string, Mount[]>();
    this.#addRoots(mounts);
    this.#addTrees(mounts);
    for (const [name, rules] of Map.groupBy(this.routes.mounts, (mount) => mount.name)) {
      for (const [view, call] of this.#callsNamed(name)) {
        if (!rules.some((rule) => mayMount(view, call, rule))) continue;
        world.reliance.enterShared(view.index);
        const outside = outsideName(world, view, call) ?? this.nameByCallers(view, call, name);
        const rule = outside === undefined ? undefined : rules.find((one) => one.callee.test(outside));
        if (rule !== undefined) this.#addMounts(mounts, view, call, rule);
        world.reliance.leave();
      }
    }
    return mounts;
  }

  /** Adds the contents of modules that are named as the root of all routes. */
  #addRoots(mounts: Map<string, Mount[]>): void {
    const { world } = this;
    const { rootModule } = this.routes;
    if (rootModule === undefined) return;
    world.askName(rootModule.named);
    for (const id of world.names.find("nameable", rootModule.named)) {
      const view = world.viewOf(id);
      world.askInside(view.index);
      const text = heldText(world, view, view.facts.definitions.value[rowOf(id)]!);
      const reached = new Map<string, Prefix>();
      if (text !== undefined) this.#reachModule(filesOfModule(world, view, text), rootModule.holds, NO_PREFIX, reached, 0);
      for (const key of reached.keys()) addAt(mounts, key, { file: view.index, call: 0, holder: 0, said: [], replaces: false });
    }
  }

  #addTrees(mounts: Map<string, Mount[]>): void {
    const { moduleTree } = this.routes;
    for (const [view, call] of moduleTree === undefined ? [] : this.callsOutside(moduleTree)) {
      eachClassInTree(this.world, moduleTree!, view, call, (definition, path) => {
        addAt(mounts, keyOf({ kind: "defined", definition }), { file: view.index, call, holder: 0, said: [path], replaces: false });
      });
    }
  }

  #addMounts(mounts: Map<string, Mount[]>, view: FileView, call: number, rule: RouteMount): void {
    const args = argumentsOf(view, call);
    const places = new Set(rule.mounted.map((place) => argumentAt(view, args, place)).filter((argument) => argument !== 0));
    const path = firstArgument(view, args, rule.path);
    // What is mounted may be in the place of the path.
    const saysPath = !places.has(path) || (args.length > 1 && !this.#isHandler(view, path));
    const read = saysPath ? this.readPaths(view, args, rule) : [];
    const said = rule.isPattern === true ? read.map((one) => ({ ...one, text: pathOfPattern(one.text) })) : read;
    const holder = rule.isListed === true ? this.listAround(view, call) || -1 : receiverOf(view, call);
    for (const argument of places) {
      if (argument === path && saysPath) continue;
      const reached = new Map<string, Prefix>();
      this.#reach(view, argument, NO_PREFIX, reached);
      for (const [key, before] of reached) {
        const behind = before === NO_PREFIX ? said : said.length === 0 ? [before] : said.map((one) => joinPrefixes(one, before));
        addAt(mounts, key, { file: view.index, call, holder, said: behind, replaces: rule.replaces === true });
      }
    }
  }

  /** Whether a value is known not to be a path: a function, a router, or something the framework creates. */
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
    return listItems(view.facts, view.facts.expressions.b[list]!).some((item) => heldText(this.world, view, item) !== undefined);
  }

  /** Adds all sources whose routes are served where a value is mounted: its own, and those that it contains. */
  #reach(view: FileView, expression: number, before: Prefix, into: Map<string, Prefix>, depth = 0): void {
    if (depth > DEEPEST) return;
    for (const source of sourcesOf(this.world, view, expression)) {
      const key = keyOf(source);
      if (key === "" || into.has(key)) continue;
      into.set(key, before);
      if (source.kind !== "made") continue;
      if (source.view.facts.expressions.op[source.expression] === Op.literal) {
        this.#reachSpread(source.view, source.expression, before, into, depth);
        continue;
      }
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
        // However long a chain is, it is one value.
        this.#reach(source.view, receiverOf(source.view, source.expression), before, into, depth);
      }
    }
  }

  /** The parts that a list takes over from others: `[path("x/", view), *router.urls]`. */
  #reachSpread(view: FileView, list: number, before: Prefix, into: Map<string, Prefix>, depth: number): void {
    const { op, a, b } = view.facts.expressions;
    for (const item of listItems(view.facts, b[list]!)) {
      if (op[item] === Op.spread) this.#reach(view, a[item]!, before, into, depth + 1);
    }
  }

  #unwrap(view: FileView, call: number, wrapper: RouteWrapper, before: Prefix, into: Map<string, Prefix>, depth: number): void {
    const args = argumentsOf(view, call);
    const inner = joinPrefixes(before, this.readPaths(view, args, wrapper)[0] ?? NO_PREFIX);
    for (const argument of wrapper.wrapped === "all" ? args : [argumentAt(view, args, wrapper.wrapped)]) {
      if (wrapper.variable === undefined) this.#reach(view, argument, inner, into, depth + 1);
      else this.#reachIncluded(view, argument, wrapper.variable, inner, into, depth + 1);
    }
  }

  /** The contents of a module, of a module's name, of a list, or of a tuple that starts with one of these. */
  #reachIncluded(view: FileView, argument: number, variable: string, before: Prefix, into: Map<string, Prefix>, depth: number): void {
    const { expressions } = view.facts;
    const isTuple = expressions.op[argument] === Op.tuple;
    const included = isTuple ? listItems(view.facts, expressions.a[argument]!)[0] ?? 0 : argument;
    const text = heldText(this.world, view, included);
    if (text !== undefined) return this.#reachModule(filesOfModule(this.world, view, text), variable, before, into, depth);
    this.#reach(view, included, before, into, depth);
    const modules = sourcesOf(this.world, view, included).flatMap((source) => source.kind === "module" ? source.files : []);
    this.#reachModule(modules, variable, before, into, depth);
  }

  #reachModule(files: readonly number[], variable: string, before: Prefix, into: Map<string, Prefix>, depth: number): void {
    for (const file of files) {
      const view = this.world.view(file);
      this.world.askInside(view.index);
      for (const row of view.inModule(variable)) {
        this.#reach(view, valueOfBinding(view, row), before, into, depth);
      }
    }
  }
}

/** Whether a call (row of `expressions`) has arguments that the rule may mount: most calls of such names mount nothing. */
function mayMount(view: FileView, call: number, rule: RouteMount): boolean {
  const args = argumentsOf(view, call);
  const { op, b } = view.facts.expressions;
  return rule.mounted.some((place) => {
    const argument = argumentAt(view, args, place);
    return argument !== 0 && op[argument] !== Op.key && (op[argument] !== Op.literal || b[argument] !== 0);
  });
}

/** Files of the module named by a text, resolved like an import of the file. */
function filesOfModule(world: World, view: FileView, name: string): readonly number[] {
  world.askName(name.slice(name.lastIndexOf(world.rules.separator) + 1));
  return world.targets.filesOf(name, view.index);
}
