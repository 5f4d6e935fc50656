/**
 * All files of one language in one ref, with the look-up tables that the evaluator reads.
 *
 * Stage: resolve. A view of a file is built on first use. Invariants: the library is the last file and never a target; whatever the evaluation of one file
 * asks of another is recorded (`ask`).
 */
import { addAt, NO_ROWS } from "../base/lists.ts";
import { BindingFlag, BindingKind, DefinitionKind, type Facts, isCallable, isTypeWithBody, type Table } from "../facts.ts";
import { type Outline, outlineOf } from "../facts/outline.ts";
import type { LanguagePlugin } from "../plugin.ts";
import type { ResolutionRules } from "../rules/resolution_rules.ts";
import type { RouteRules } from "../rules/route_rules.ts";
import { type DefinitionId, definitionId, fileOf, isObject, type Meaning, rowOf, Tag } from "./meaning.ts";
import { Attachments, type Untold } from "./members/attachments.ts";
import type { ModuleChoice, ModuleResolver, ModuleTarget } from "./modules.ts";
import { Stubs, withoutStubs } from "./names/stubs.ts";
import { isPassedIn } from "./names/undeclared_types.ts";
import { commonNames } from "./shape/common_names.ts";
import { RouteMounts } from "./relations/route_mounts.ts";
import { insideOf } from "./state/asked_names.ts";
import { Circles } from "./state/circles.ts";
import { Depths } from "./state/depths.ts";
import { Evaluation } from "./state/evaluation.ts";
import { FileView } from "./state/file_view.ts";
import { Kept } from "./state/kept.ts";
import type { LookUps } from "./state/look_ups.ts";
import { NameIndex } from "./state/name_index.ts";
import { Reliance } from "./state/reliance.ts";
import { writtenTarget } from "./state/required_modules.ts";
import { type Finding, SharedAnswers } from "./state/shared_answers.ts";
import { Subtypes } from "./types/subtypes.ts";

/** One file as the pipeline provides it. Facts are decoded on first use; the outline lists the names in them. */
export interface SourceFile {
  readonly path: string;
  readonly facts: Facts;
  readonly outline: Outline;
}

/** Operations that yield one of the type arguments of a library type. */
type GivesArgument = Exclude<keyof ResolutionRules["operations"], "passedOn" | "shared">;

/** What the names begin with that the library file declares of a module. */
function libraryPrefix(module: string): string {
  return `${module.replaceAll(/\W+/g, "_")}_`;
}

/** All files of one language of one ref, the state of their evaluation, and what is known already. */
export class World {
  readonly rules: ResolutionRules;
  /** The library's modules, each with the prefixes of its names where several modules share a name (`MODULE_NAME`): its own, then its twin's. */
  readonly libraryModules = new Map<string, readonly string[]>();
  /** The first module with each of these prefixes, in the form shown to users. */
  readonly libraryPrefixes = new Map<string, string>();
  readonly library: number;
  readonly #files: readonly SourceFile[];
  #views: (FileView | undefined)[];
  /** Views that were asked for before the last sweep, and not since. */
  #earlierViews: (FileView | undefined)[] = [];
  /** Rows of the facts in `#views`, as `FileView.rows` counts them. */
  #rows = 0;
  /** Definition tables by file, cached: the properties of definitions are read more often than anything else. */
  #definitions: (Table<"definitions"> | undefined)[];
  readonly #fileByPath = new Map<string, number>();
  readonly #roots: number[] = [];
  /** By file; null: no alternatives. */
  readonly #choices: (ModuleChoice | null)[] = [];
  readonly #isTestFile: boolean[] = [];
  /** By file, then by specifier. */
  readonly #targets: Map<string, ModuleTarget>[] = [];
  /** Definitions of the repository by name. */
  readonly names: NameIndex;
  readonly reliance = new Reliance();
  readonly evaluation: Evaluation = new Evaluation(this.reliance);
  readonly lookUps: LookUps = this.evaluation.lookUps;
  readonly kept: Kept = new Kept(this.evaluation);
  readonly depths: Depths = new Depths(this);
  readonly circles: Circles = new Circles(this);
  readonly attachments: Attachments;
  readonly subtypes: Subtypes;
  readonly #methods: SharedAnswers<string, readonly DefinitionId[]> = new SharedAnswers(this.evaluation);
  readonly #declaring = new Map<string, readonly DefinitionId[]>();
  /** By file: definitions at the top level of its package, by name. */
  readonly #packages: (Map<string, DefinitionId[]> | undefined)[] = [];
  readonly #owners = new Map<DefinitionId, DefinitionId>();
  #common: Set<string> | undefined;
  #attachesMembers: boolean | undefined;
  #routeMounts: RouteMounts | undefined;
  /** Which files are stubs of which other files. */
  readonly stubs: Stubs;

  constructor(
    readonly plugin: LanguagePlugin,
    files: readonly SourceFile[],
    library: Facts,
    readonly modules: ModuleResolver,
    untold?: Untold,
  ) {
    this.rules = plugin.rules;
    const { libraryModules = [], libraryTwins, separator } = plugin.rules;
    for (const module of libraryModules) {
      const prefix = libraryPrefix(module);
      const whole = libraryTwins?.[module];
      const twin = whole === undefined ? prefix.replace(/^[^_]+/, (name) => libraryTwins?.[name] ?? name) : libraryPrefix(whole);
      this.libraryModules.set(module, twin === prefix ? [prefix] : [prefix, twin]);
      if (!this.libraryPrefixes.has(prefix)) this.libraryPrefixes.set(prefix, module.replaceAll(separator, "."));
    }
    this.#files = [...files, { path: plugin.library.path, facts: library, outline: outlineOf(library, plugin.rules) }];
    this.library = files.length;
    this.#views = new Array(this.#files.length);
    this.#definitions = new Array(this.#files.length);
    this.names = new NameIndex(this.#files.map((file) => file.outline));
    this.attachments = new Attachments(this, untold);
    this.subtypes = new Subtypes(this);
    for (const [i, file] of files.entries()) this.#fileByPath.set(file.path, i);
    this.stubs = new Stubs(this);
  }
  get fileCount(): number {
    return this.#files.length - 1;
  }
  /** One file's facts and what is known of them. Nobody keeps it beyond the file in hand: see `sweep`. */
  view(file: number): FileView {
    return this.#views[file] ?? this.#findView(file);
  }
  #findView(file: number): FileView {
    const view = this.#earlierViews[file] ?? new FileView(file, this.#files[file]!.path, this.#files[file]!.facts, this.rules);
    this.#rows += view.rows;
    return this.#views[file] = view;
  }
  /**
   * Between two files: where more than `most` rows were looked at, gives up the views that nobody has asked for since it last did so. They
   * are made anew when they are wanted.
   */
  sweep(most: number): void {
    if (this.#rows <= most) return;
    this.#earlierViews = this.#views;
    this.#views = new Array(this.#files.length);
    this.#definitions = new Array(this.#files.length);
    this.#rows = 0;
  }
  pathOf(file: number): string {
    return this.#files[file]!.path;
  }
  viewOf(id: DefinitionId): FileView {
    return this.view(fileOf(id));
  }
  kindOf(id: DefinitionId): number {
    const file = fileOf(id);
    return (this.#definitions[file] ?? this.#definitionsOf(file)).kind[rowOf(id)]!;
  }
  flagsOf(id: DefinitionId): number {
    const file = fileOf(id);
    return (this.#definitions[file] ?? this.#definitionsOf(file)).flags[rowOf(id)]!;
  }
  isDecorated(id: DefinitionId): boolean {
    return (this.#definitions[fileOf(id)] ?? this.#definitionsOf(fileOf(id))).decorators[rowOf(id)] !== 0;
  }
  nameOf(id: DefinitionId): string {
    return this.viewOf(id).name(rowOf(id));
  }
  parentOf(id: DefinitionId): DefinitionId {
    const file = fileOf(id);
    const parent = (this.#definitions[file] ?? this.#definitionsOf(file)).parent[rowOf(id)]!;
    return parent === 0 ? 0 : definitionId(file, parent);
  }
  #definitionsOf(file: number): Table<"definitions"> {
    return this.#definitions[file] = this.view(file).facts.definitions;
  }
  inLibrary(id: DefinitionId): boolean {
    return fileOf(id) === this.library;
  }
  /** Whether it is a value of a type of the repository, including the receiver. */
  isOwnObject(meaning: Meaning): boolean {
    return isObject(meaning) && !this.inLibrary(meaning.definition);
  }
  /** Whether it is an instance of a type of the repository; unlike `isOwnObject`, not the receiver. */
  isOwnType({ tag, definition }: Meaning): boolean {
    return tag === Tag.instance && !this.inLibrary(definition);
  }
  /** Whether it is an instance of a library type. */
  isLibraryType({ tag, definition }: Meaning): boolean {
    return tag === Tag.instance && this.inLibrary(definition);
  }
  /** Whether it is an instance of a type declared as `kind` (`DefinitionKind`): an interface, a trait, an object literal. */
  isOfKind({ tag, definition }: Meaning, kind: number): boolean {
    return tag === Tag.instance && this.kindOf(definition) === kind;
  }
  /** Whether it is a definition of the repository. */
  isOwnDefinition({ tag, definition }: Meaning): boolean {
    return tag === Tag.definition && !this.inLibrary(definition);
  }
  /** Whether it is a class of the repository itself, not an instance. */
  isOwnClass(meaning: Meaning): boolean {
    return this.isOwnDefinition(meaning) && this.kindOf(meaning.definition) === DefinitionKind.class;
  }
  /** Whether a type or trait is not declared in the repository: it is external, or the library declares it. */
  isOutsideRepository(meaning: Meaning): boolean {
    return meaning.tag === Tag.external || this.isLibraryType(meaning);
  }
  /** The definitions of the repository among meanings, without duplicates. */
  ownDefinitions(meanings: readonly Meaning[]): DefinitionId[] {
    return [...new Set(meanings.filter((one) => this.isOwnDefinition(one)).map(({ definition }) => definition))];
  }
  /** Whether it is the definition of a function. */
  isFunction({ tag, definition }: Meaning): boolean {
    return tag === Tag.definition && isCallable(this.kindOf(definition));
  }
  /** Whether it is the definition of a function of the repository. */
  isOwnFunction(meaning: Meaning): boolean {
    return this.isFunction(meaning) && !this.inLibrary(meaning.definition);
  }
  file(path: string): number {
    return this.#fileByPath.get(path) ?? -1;
  }
  /** Whether a file contains tests, by the language's rules. */
  isTestFile(file: number): boolean {
    return this.#isTestFile[file] ??= this.plugin.isTestFile(this.pathOf(file), this.#files[file]!.outline.declarations.tests === true) ||
      this.modules.isTestFile?.(this.pathOf(file)) === true;
  }
  /** The files at `paths` that the ref contains in this language. */
  filesAt(paths: readonly string[]): number[] {
    const files: number[] = [];
    for (let i = 0; i < paths.length; i++) {
      const file = this.file(paths[i]!);
      if (file >= 0) files.push(file);
    }
    return files;
  }
  /** Records that the current evaluation depends on `file`, or on the definitions of a name. */
  ask(file: number): void {
    if (file !== this.library) this.reliance.ask(file);
  }
  askName(name: string): void {
    this.reliance.askName(name);
  }
  /** Records a dependency on function bodies of a file, not only on what is visible to other files. */
  askInside(file: number): void {
    this.ask(file);
    this.askName(insideOf(this.pathOf(file)));
  }
  /** The target of a specifier written in `file`. */
  target(specifier: string, file: number): ModuleTarget {
    const known = this.#targets[file] ??= new Map();
    let target = known.get(specifier);
    if (target === undefined) {
      target = file === this.library ? { kind: "outside", name: specifier } : writtenTarget(this.modules, this.view(file), specifier);
      known.set(specifier, target);
    }
    return target;
  }
  /** The files of the repository that a specifier written in `file` refers to; none if it refers to something else. */
  filesOfTarget(specifier: string, file: number): readonly number[] {
    const target = this.target(specifier, file);
    return target.kind === "inside" ? this.filesAt(target.paths) : [];
  }
  /** The root file of the crate that contains a file, or -1 if the language has none. */
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
  /** The alternatives that a build chooses among, if a file is in one of them (`ModuleResolver.choiceOf`). */
  choiceOf(file: number): ModuleChoice | undefined {
    let choice = this.#choices[file];
    if (choice === undefined) this.#choices[file] = choice = this.modules.choiceOf?.(this.pathOf(file)) ?? null;
    return choice ?? undefined;
  }
  /** The import rows by the names that a file may use for imports without a local name: the modules' own names. */
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
  /** Where routers are mounted, by the language's rules. */
  routeMounts(routes: RouteRules): RouteMounts {
    return this.#routeMounts ??= new RouteMounts(this, routes);
  }
  /** The library's top-level bindings of a name. */
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
  /** A name of the library file in the form shown to users: `std.io.Error.kind` for `std_io_Error.kind`. */
  inModule(name: string): string {
    for (let end = name.lastIndexOf("_"); end > 0; end = name.lastIndexOf("_", end - 1)) {
      const module = this.libraryPrefixes.get(name.slice(0, end + 1));
      if (module !== undefined) return `${module}.${name.slice(end + 1)}`;
    }
    return name;
  }
  /** The library's type of tuples, or 0. */
  tupleType(): DefinitionId {
    const { tupleType } = this.rules;
    return tupleType === undefined ? 0 : this.libraryDefinition(tupleType);
  }
  /** The index of the type argument that an operation on a library type yields, -1 for a value of the type itself; undefined for all other types. */
  positionGiven(operation: GivesArgument, type: DefinitionId): number | undefined {
    return this.inLibrary(type) ? this.rules.operations[operation]?.[this.nameOf(type)] : undefined;
  }
  /** Functions and methods of the repository by name. */
  callables(name: string): readonly DefinitionId[] {
    this.askName(name);
    return this.names.find("callables", name);
  }
  /**
   * Functions of the repository that belong to a type, or to an untyped parameter, by name; without declarations in stubs of functions that the source
   * defines.
   */
  methods(name: string): readonly DefinitionId[] {
    return this.#methods.get(name) ?? this.#methods.seek(name, () => this.#findMethods(name));
  }
  /** Callers depend on the name, and on nothing else that is evaluated for it. */
  #findMethods(name: string): Finding<readonly DefinitionId[]> {
    const all = this.callables(name);
    const isMethod = (id: DefinitionId): boolean => this.ownerOf(id) !== 0 || this.#isPutIntoParameter(id);
    return this.evaluation.apart(this.reliance.file, () => withoutStubs(this, all.filter(isMethod)));
  }
  /** Functions of that name declared in traits of the repository. */
  methodsOfTraits(name: string): readonly DefinitionId[] {
    const all = this.callables(name);
    let methods = this.#declaring.get(name);
    if (methods === undefined) {
      methods = all.filter((id) => this.parentOf(id) !== 0 && this.kindOf(this.parentOf(id)) === DefinitionKind.trait);
      this.#declaring.set(name, methods);
    }
    return methods;
  }
  /** Traits of the repository that declare a function of that name. */
  traitsDeclaring(name: string): readonly DefinitionId[] {
    return this.methodsOfTraits(name).map((id) => this.parentOf(id));
  }
  /** Those that are not in the library. */
  ofRepository(ids: readonly DefinitionId[]): readonly DefinitionId[] {
    return ids.filter((id) => !this.inLibrary(id));
  }
  /** Declarative macros (`macro_rules!`) of the repository, by name. */
  macros(name: string): readonly DefinitionId[] {
    this.askName(name);
    return this.names.find("macros", name);
  }
  /** Whether the repository has a macro of that name. */
  bearsMacro(name: string): boolean {
    return this.macros(name).length > 0 || this.names.makesMacro(name);
  }
  /** Definitions of a name at the top level of all files of a package. */
  inPackage(file: number, name: string): readonly DefinitionId[] {
    this.askName(name);
    let names = this.#packages[file];
    if (names === undefined) {
      const members = this.filesAt(this.modules.packageOf(this.#files[file]!.path));
      names = this.#namesInPackage(members);
      for (const member of members) this.#packages[member] = names;
      this.#packages[file] = names;
    }
    return names.get(name) ?? NO_ROWS;
  }
  /** Whether two definitions are in the same package: unexported names of different packages are distinct even if spelled alike. */
  areOfOnePackage(one: DefinitionId, other: DefinitionId): boolean {
    const packageOf = (id: DefinitionId): string | undefined => this.modules.packageOf(this.viewOf(id).path)[0];
    return packageOf(one) === packageOf(other);
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
  /** The type that a method belongs to: its parent, an impl's type, or the type that its `owner` names; 0 for a plain function. */
  ownerOf(member: DefinitionId): DefinitionId {
    return this.#owners.get(member) ??
      this.evaluation.keepApart(this.#owners, member, fileOf(member), () => this.attachments.ownerOf(member) || this.#parentType(member));
  }
  #isPutIntoParameter(member: DefinitionId): boolean {
    const view = this.viewOf(member);
    const owner = view.facts.definitions.owner[rowOf(member)]!;
    return owner !== 0 && isPassedIn(this, view, owner);
  }
  #parentType(member: DefinitionId): DefinitionId {
    const parent = this.parentOf(member);
    if (parent === 0) return 0;
    const kind = this.kindOf(parent);
    return isTypeWithBody(kind) || kind === DefinitionKind.object || kind === DefinitionKind.impl ? parent : 0;
  }
  /**
   * A name with `.` between all parts, whatever separator the language uses: external items have one name, regardless of the path by which they are imported.
   */
  dotted(name: string): string {
    const { separator } = this.rules;
    return separator === "." ? name : name.replaceAll(separator, ".");
  }
  /** Whether a name is a macro placeholder, which is replaced where the macro is used. */
  isPlaceholder(name: string): boolean {
    const { placeholderSign } = this.rules;
    return placeholderSign !== undefined && name.startsWith(placeholderSign);
  }
  /** Whether every value has a member of that name. */
  allHave(name: string): boolean {
    return this.rules.everywhere?.includes(name) === true;
  }
  /** Whether a method of that name is so common outside that a single definition in the repository proves nothing. */
  isCommonMethod(name: string): boolean {
    return (this.#common ??= commonNames(this.view(this.library).facts, this.rules)).has(name);
  }
  /** Whether any type has members defined outside its body: then the definitions of a member's name anywhere matter. */
  get attachesMembers(): boolean {
    return this.#attachesMembers ??= this.names.hasOwned;
  }
  /** Starts with a file, or with an independent evaluation. */
  begin(file: number): void {
    this.depths.isGivenUp = false;
    this.evaluation.begin(file);
    this.circles.begin();
  }
  /** Drops what is kept even if the evaluation that computed it was cut short. */
  forgetCut(): void {
    this.#routeMounts = undefined;
  }
}
