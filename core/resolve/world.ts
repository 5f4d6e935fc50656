/**
 * All files of one language in one ref, with the maps that the evaluator reads.
 *
 * Stage: resolve. A view of a file is built when the file is first asked for. Invariants: the library is the last file and never a
 * target; whatever one file's evaluation asks of another is noted (`ask`).
 */
import { addAt } from "../lists.ts";
import { type Associated, noteInherited, withInherited } from "./associated.ts";
import { BindingFlag, BindingKind, DefinitionFlag, DefinitionKind, type Facts, listItems } from "../facts.ts";
import type { LanguagePlugin, ResolutionRules } from "../plugin.ts";
import type { RouteRules } from "../route_rules.ts";
import { type Outline, outlineOf, outlineRules } from "../outline.ts";
import { Attachments } from "./attachments.ts";
import { Depths } from "./depths.ts";
import { Environment } from "./environment.ts";
import { LookUps } from "./look_ups.ts";
import type { MemberPlaces } from "./member_places.ts";
import type { EmbeddedLevels } from "./promotion.ts";
import type { WildcardTable } from "./wildcards.ts";
import type { HandedThrough } from "./handed_through.ts";
import { FileView } from "./file_view.ts";
import { type DefinitionId, definitionId, fileOf, isClosed, type Meaning, rowOf, substitute, Tag, union } from "./meaning.ts";
import type { ModuleResolver, ModuleTarget } from "./modules.ts";
import { NameIndex } from "./name_index.ts";
import type { LibraryInterface } from "./relations/relate_library.ts";
import { RouteMounts } from "./relations/route_mounts.ts";
import { Provisional } from "./provisional.ts";
import { type Node, Reliance } from "./reliance.ts";
import type { Embedders } from "./structural.ts";
import { SharedAnswers } from "./shared_answers.ts";
import type { StoredValue } from "./stored_abroad.ts";
import { Subtypes } from "./subtypes.ts";
import { namesOfBlanket } from "./blankets.ts";
import { projectEntry } from "./unify.ts";

/** One file as the pipeline hands it over; facts are decoded when they are first needed; the outline says what they say of names. */
export interface SourceFile {
  readonly path: string;
  readonly facts: Facts;
  readonly outline: Outline;
}

/** An empty list that all share: most look-ups find nothing. */
export const NO_ROWS: readonly number[] = [];

/** Whether definitions of that kind are types. */
export function isType(kind: number): boolean {
  return kind >= DefinitionKind.class && kind <= DefinitionKind.enum || kind === DefinitionKind.type_alias;
}

/** One language of one ref. */
export class World {
  readonly rules: ResolutionRules;
  /** The library's modules, each with what its names begin with where several have one name (`MODULE_NAME`): its own, then its twin's. */
  readonly libraryModules = new Map<string, readonly string[]>();
  /** The first module, as people read it, of each of these beginnings. */
  readonly libraryPrefixes = new Map<string, string>();
  readonly library: number;
  readonly #files: readonly SourceFile[];
  readonly #views: (FileView | undefined)[] = [];
  readonly #fileByPath = new Map<string, number>();
  readonly #roots: number[] = [];
  /** By file and specifier. */
  readonly #targets: Map<string, ModuleTarget>[] = [];
  /** Who bears which name. */
  readonly names: NameIndex;
  readonly reliance = new Reliance();
  readonly attachments: Attachments;
  readonly subtypes: Subtypes;
  #blanketNames: Map<string, DefinitionId[]> | undefined;
  readonly #methods = new Map<string, readonly DefinitionId[]>();
  /** Entries of the evaluation under way that rest on what is still open. */
  readonly provisional: Provisional = new Provisional();
  /** How many entries of the evaluation under way were not kept. */
  discarded = 0;
  /** Full names of the library's functions. */
  readonly libraryNames = new Map<DefinitionId, string>();
  /** Definitions by name at the top of a file's package, by file. */
  readonly #packages: (Map<string, DefinitionId[]> | undefined)[] = [];
  readonly #owners = new Map<DefinitionId, DefinitionId>();
  #common: Set<string> | undefined;
  /** Types that embed others, by the names of the fields. */
  readonly embedders = new Map<string, Embedders>();
  /** Types of the repository that satisfy a structural interface. */
  readonly structural = new Map<DefinitionId, { readonly types: readonly DefinitionId[]; readonly rests: Node }>();
  /** Methods of types, promoted ones included, by the type (and the build that asks) and the name; 0: it has none. */
  readonly namedMethods = new Map<string, { readonly method: DefinitionId; readonly rests: Node }>();
  /** Types that have a method of a name, however they come by it. */
  readonly heirs = new SharedAnswers<string, readonly DefinitionId[]>(this.reliance);
  /** Interfaces of the library that types satisfy by their methods, by the method that tells. */
  libraryInterfaces: ReadonlyMap<string, readonly LibraryInterface[]> | undefined;
  /** What a call of a member may run, by the member (and the file that asks where an ordinary build leaves it out). */
  readonly implementations = new SharedAnswers<DefinitionId | string, readonly DefinitionId[]>(this.reliance);
  /** Constructors of the types below one, by that type. */
  readonly constructorsBelow = new SharedAnswers<DefinitionId | string, readonly DefinitionId[]>(this.reliance);
  /** Whether decorators may keep what they decorate. */
  readonly keeping = new SharedAnswers<string, boolean>(this.reliance);
  /** What the repository stores in a member of what lies outside, or of something unknown, by the member's name. */
  readonly storedAbroad = new SharedAnswers<string, readonly StoredValue[]>(this.reliance);
  /** Files that a file imports, by file. */
  readonly importedFiles: (readonly number[] | undefined)[] = [];
  /** Orders of inheritance and members by type, members by module and name. `openAt`: it is being made, since that depth of the evaluation. */
  readonly orders = new Map<DefinitionId, { readonly order: readonly Meaning[]; readonly rests: Node; readonly openAt?: number }>();
  /** How many orders are being made. */
  openOrders = 0;
  readonly memberTables = new Map<DefinitionId, Map<string, number[]>>();
  /** Of long orders where a name may stand; and what types that embed many have through them. */
  readonly memberPlaces = new WeakMap<readonly Meaning[], MemberPlaces>();
  readonly embeddedLevels = new Map<DefinitionId, EmbeddedLevels>();
  /** Names of macros that are being looked for, by module and use. */
  readonly macrosSought = new Set<string>();
  /** Associated types of traits that were asked for. */
  readonly associated = new Map<DefinitionId, readonly Associated[]>();
  /** What modules show, by module, name and space; `openAt`: it is being looked for, since that depth of the evaluation, as the nth of those. */
  readonly exported = new Map<
    string,
    { readonly meaning: Meaning | undefined; readonly rests: Node; readonly openAt?: number; readonly nth?: number }
  >();
  readonly lookUps = new LookUps();
  readonly depths: Depths = new Depths(this);
  /** What imports name, by file and row, and the file that asks where an ordinary build leaves it out. */
  readonly importTargets = new Map<string, { readonly meaning: Meaning; readonly rests: Node }>();
  /** Wildcards of modules by file, and for those that have many which of them lead to a name. */
  readonly wildcards = new Map<number, readonly number[]>();
  readonly wildcardTables = new Map<number, WildcardTable>();
  /** What modules hand on of what lies outside, by module. */
  readonly handedThrough = new Map<DefinitionId, HandedThrough>();
  #routeMounts: RouteMounts | undefined;
  /** Depth of the evaluation, and the shallowest entry that a cycle came back to. */
  depth = 0;
  cycle = Infinity;
  /** Conditional types that are being decided, and how many were since the first of them. */
  conditions = 0;
  decisions = 0;
  /** Of the entries under way, by the depth that they began at: what is assumed of each, and whether an evaluation came back to it. */
  readonly assumed: Meaning[] = [];
  readonly met: boolean[] = [];

  constructor(readonly plugin: LanguagePlugin, files: readonly SourceFile[], library: Facts, readonly modules: ModuleResolver) {
    this.rules = plugin.rules;
    const { libraryModules = [], libraryTwins, separator } = plugin.rules;
    for (const module of libraryModules) {
      const prefix = `${module.replaceAll(/\W+/g, "_")}_`;
      const twin = prefix.replace(/^[^_]+/, (name) => libraryTwins?.[name] ?? name);
      this.libraryModules.set(module, twin === prefix ? [prefix] : [prefix, twin]);
      if (!this.libraryPrefixes.has(prefix)) this.libraryPrefixes.set(prefix, module.replaceAll(separator, "."));
    }
    this.#files = [...files, { path: plugin.library.path, facts: library, outline: outlineOf(library, outlineRules(plugin.rules)) }];
    this.library = files.length;
    this.names = new NameIndex(this.#files.map((file) => file.outline));
    this.attachments = new Attachments(this);
    this.subtypes = new Subtypes(this);
    for (const [i, file] of files.entries()) this.#fileByPath.set(file.path, i);
  }

  get fileCount(): number {
    return this.#files.length - 1;
  }
  view(file: number): FileView {
    let view = this.#views[file];
    if (view === undefined) {
      view = new FileView(file, this.#files[file]!.path, this.#files[file]!.facts, this.rules);
      this.#views[file] = view;
    }
    return view;
  }
  pathOf(file: number): string {
    return this.#files[file]!.path;
  }
  viewOf(id: DefinitionId): FileView {
    return this.view(fileOf(id));
  }
  kindOf(id: DefinitionId): number {
    return this.viewOf(id).facts.definitions.kind[rowOf(id)]!;
  }
  flagsOf(id: DefinitionId): number {
    return this.viewOf(id).facts.definitions.flags[rowOf(id)]!;
  }
  nameOf(id: DefinitionId): string {
    return this.viewOf(id).name(rowOf(id));
  }
  parentOf(id: DefinitionId): DefinitionId {
    const parent = this.viewOf(id).facts.definitions.parent[rowOf(id)]!;
    return parent === 0 ? 0 : definitionId(fileOf(id), parent);
  }
  inLibrary(id: DefinitionId): boolean {
    return fileOf(id) === this.library;
  }
  file(path: string): number {
    return this.#fileByPath.get(path) ?? -1;
  }
  /** Notes that what is being evaluated rests on `file`, or on who bears a name. */
  ask(file: number): void {
    if (file !== this.library) this.reliance.ask(file);
  }
  askName(name: string): void {
    this.reliance.askName(name);
  }
  /** What a specifier written in `file` means. */
  target(specifier: string, file: number): ModuleTarget {
    const known = this.#targets[file] ??= new Map();
    let target = known.get(specifier);
    if (target === undefined) {
      target = file === this.library ? { kind: "outside", name: specifier } : this.modules.resolve(specifier, this.#files[file]!.path);
      known.set(specifier, target);
    }
    return target;
  }
  /** The file of the crate's root around a file, or -1 where the language knows none. */
  rootOf(file: number): number {
    let root = this.#roots[file];
    if (root === undefined) {
      const specifier = this.modules.rootOf?.(this.#files[file]!.path) ?? "";
      const target = specifier === "" ? undefined : this.target(specifier, file);
      root = target?.kind === "inside" ? this.file(target.paths[0]!) : -1;
      this.#roots[file] = root;
    }
    return root;
  }
  /** The names by which a file may speak of what it imports without a name of its own: those that the modules themselves bear. */
  packageNames(view: FileView): ReadonlyMap<string, number> {
    if (view.packageNames === undefined) {
      const { bindings, imports, strings } = view.facts;
      view.packageNames = new Map();
      for (const row of view.ownedBy(1)) {
        if ((bindings.flags[row]! & BindingFlag.guessed) === 0) continue;
        const import_ = bindings.import_[row]!;
        const target = this.target(strings[imports.module[import_]!]!, view.index);
        if (target.kind === "inside") view.packageNames.set(this.modules.nameOf(target.paths[0]!), import_);
      }
    }
    return view.packageNames;
  }
  /** Where routers are mounted, by the language's own rules. */
  routeMounts(routes: RouteRules): RouteMounts {
    return this.#routeMounts ??= new RouteMounts(this, routes);
  }
  /** The library's definitions of a name. */
  libraryRows(name: string): readonly number[] {
    return this.view(this.library).inModule(name);
  }
  /** The library's type or function of that name, or 0. */
  libraryDefinition(name: string): DefinitionId {
    const view = this.view(this.library);
    for (const row of view.inModule(name)) {
      const definition = view.facts.bindings.definition[row]!;
      if (definition !== 0) return definitionId(this.library, definition);
    }
    return 0;
  }
  /** Functions and methods of the repository by name. */
  callables(name: string): readonly DefinitionId[] {
    this.askName(name);
    return this.names.find("callables", name);
  }
  /** Functions of the repository that belong to a type, by name. */
  methods(name: string): readonly DefinitionId[] {
    const all = this.callables(name);
    let methods = this.#methods.get(name);
    if (methods === undefined) this.#methods.set(name, methods = all.filter((id) => this.ownerOf(id) !== 0));
    return methods;
  }
  /** Those that the library does not declare. */
  ofRepository(ids: readonly DefinitionId[]): readonly DefinitionId[] {
    return ids.filter((id) => !this.inLibrary(id));
  }
  /** Macros of the repository that are declared by rules, by name. */
  macros(name: string): readonly DefinitionId[] {
    this.askName(name);
    return this.names.find("macros", name);
  }
  /** Whether some macro of the repository bears the name. */
  bearsMacro(name: string): boolean {
    return this.macros(name).length > 0 || this.names.makesMacro(name);
  }
  /** Definitions of a name at the top of all files of a package. */
  inPackage(file: number, name: string): readonly DefinitionId[] {
    this.askName(name);
    let names = this.#packages[file];
    if (names === undefined) {
      const members = this.modules.packageOf(this.#files[file]!.path).map((path) => this.file(path)).filter((member) => member >= 0);
      names = this.#namesInPackage(members);
      for (const member of members) this.#packages[member] = names;
      this.#packages[file] = names;
    }
    return names.get(name) ?? NO_ROWS;
  }
  #namesInPackage(members: readonly number[]): Map<string, DefinitionId[]> {
    const names = new Map<string, DefinitionId[]>();
    for (const file of members) {
      const view = this.view(file);
      for (const row of view.ownedBy(1)) {
        const definition = view.facts.bindings.definition[row]!;
        if (definition === 0 || view.facts.bindings.kind[row] !== BindingKind.definition) continue;
        const text = view.text(view.facts.bindings.name[row]!);
        addAt(names, text, definitionId(file, definition));
      }
    }
    return names;
  }
  /** The values that a type's instance gives to the type's parameters. */
  environmentOf(entry: Meaning | undefined): Environment {
    const environment = new Environment();
    const { values } = environment;
    if (entry !== undefined && entry.items.length > 0) {
      const view = this.viewOf(entry.definition);
      const parameters = listItems(view.facts, view.facts.definitions.typeParameters[rowOf(entry.definition)]!);
      const count = Math.min(parameters.length, entry.items.length);
      for (let i = 0; i < count; i++) values.set(definitionId(view.index, parameters[i]!), entry.items[i]!);
      if (entry.items.length > count && this.rules.itemPaths) noteInherited(this, entry, values);
    }
    return environment;
  }
  /** `meaning` with the parameters of `type` replaced by `items`. */
  substituteParameters(meaning: Meaning, type: DefinitionId, items: readonly Meaning[]): Meaning {
    if (items.length === 0 || (!this.rules.itemPaths && isClosed(meaning))) return meaning;
    const given = { ...meaning, definition: type, items };
    const settled = substitute(meaning, this.environmentOf(given));
    if (!this.rules.itemPaths || settled.tag !== Tag.instance) return settled;
    return projectEntry(this, withInherited(this, settled, given), items);
  }
  /** The type that a method belongs to: its parent, an impl's type, or what its `owner` names; 0 for a plain function. */
  ownerOf(member: DefinitionId): DefinitionId {
    let owner = this.#owners.get(member);
    if (owner === undefined) this.#owners.set(member, owner = this.attachments.ownerOf(member) || this.#parentType(member));
    return owner;
  }
  #parentType(member: DefinitionId): DefinitionId {
    const parent = this.parentOf(member);
    if (parent === 0) return 0;
    const kind = this.kindOf(parent);
    return kind >= DefinitionKind.class && kind <= DefinitionKind.enum || kind === DefinitionKind.object || kind === DefinitionKind.impl
      ? parent
      : 0;
  }
  /** Whether a method of that name is so common outside that one definition in the repository proves nothing. */
  isCommonMethod(name: string): boolean {
    if (this.#common === undefined) {
      this.#common = new Set(this.rules.commonMethods);
      const { definitions, strings } = this.view(this.library).facts;
      for (let row = 2; row < definitions.length; row++) {
        const kind = definitions.kind[row]!;
        if (kind === DefinitionKind.method || kind === DefinitionKind.function || kind === DefinitionKind.field) {
          this.#common.add(strings[definitions.name[row]!]!);
        }
      }
    }
    return this.#common.has(name);
  }
  /** Blanket impls that give a member of that name: the repository's, or the library's. */
  blanketsWith(name: string, ofLibrary = false): readonly DefinitionId[] {
    if (this.#blanketNames === undefined) {
      const blankets = this.attachments.blankets;
      if (blankets === undefined) return NO_ROWS;
      this.#blanketNames = new Map();
      for (const impl of [...blankets.own, ...blankets.library]) {
        for (const one of namesOfBlanket(this, impl)) {
          addAt(this.#blanketNames, one, impl);
        }
      }
    }
    const found = this.#blanketNames.get(name);
    return found === undefined ? NO_ROWS : found.filter((impl) => this.inLibrary(impl) === ofLibrary);
  }
  /** Of definitions that bear one name, those that an ordinary build has; all of them where it has none. */
  preferDefault(ids: readonly DefinitionId[]): readonly DefinitionId[] {
    if (ids.length < 2) return ids;
    const from = this.unusualFile();
    if (from !== "") {
      const together = ids.filter((id) => this.modules.builtTogether?.(from, this.viewOf(id).path) ?? true);
      if (together.length > 0) ids = together;
    }
    const active = ids.filter((id) =>
      (this.flagsOf(id) & DefinitionFlag.inactive) === 0 && (this.modules.isDefault?.(this.viewOf(id).path) ?? true)
    );
    return active.length === 0 ? ids : active;
  }
  /** The key of what is asked of a definition where the answer hangs on the build that the file in hand is part of. */
  keyInBuild(id: DefinitionId): DefinitionId | string {
    const from = this.unusualFile();
    return from === "" ? id : `${id} ${from}`;
  }
  /** The path of the file in hand where an ordinary build leaves it out, else "": such a file sees the twins that are built with it. */
  unusualFile(): string {
    const { file } = this.reliance;
    if (this.modules.isDefault === undefined || file === this.library) return "";
    const path = this.#files[file]!.path;
    return this.modules.isDefault(path) ? "" : path;
  }
  /** Several meanings of one name: of twins under conditions the ordinary build's, else one of all. */
  joinTwins(meanings: readonly Meaning[]): Meaning {
    if (meanings.length < 2) return union(meanings);
    const ids = meanings.filter((m) => m.tag === Tag.definition || m.tag === Tag.instance).map((m) => m.definition);
    const active = this.preferDefault(ids);
    return active.length === ids.length ? union(meanings) : union(meanings.filter((m) => active.includes(m.definition)));
  }
  /** Whether members come to types from outside their bodies: then who bears a member's name anywhere matters. */
  get attachesMembers(): boolean {
    return this.names.hasOwned;
  }
  /** Begins with a file, or with an evaluation by itself. */
  begin(file: number): void {
    this.depth = 0;
    this.cycle = Infinity;
    this.provisional.clear();
    this.depths.isGivenUp = false;
    this.reliance.begin(file);
  }
  /** Gives up what is kept whether or not the evaluation that found it was cut. */
  forgetCut(): void {
    const kept = [
      this.structural,
      this.namedMethods,
      this.heirs,
      this.handedThrough,
      this.implementations,
      this.constructorsBelow,
      this.embedders,
      this.embeddedLevels,
      this.libraryNames,
      this.#owners,
      this.#methods,
    ];
    for (const table of kept) table.clear();
    this.#blanketNames = undefined;
    this.#routeMounts = undefined;
  }
  /** What is being evaluated holds for now only: nothing of it is kept. */
  keepNothing(): void {
    this.cycle = -1;
    this.lookUps.meetGuard();
  }
  /**
   * Evaluates something that is asked about in the midst of another evaluation, which does not rest on it; `file` says it.
   * @returns settled: it does not hang on what is still being evaluated, so the value may be kept
   */
  evaluateApart<T>(file: number, evaluate: () => T): { readonly value: T; readonly settled: boolean } {
    const outer = this.cycle;
    this.cycle = Infinity;
    this.reliance.enterShared(file);
    const value = evaluate();
    this.reliance.drop();
    const settled = this.cycle > this.depth;
    this.cycle = settled ? outer : Math.min(outer, this.cycle);
    return { value, settled };
  }
}
