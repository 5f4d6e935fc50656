/**
 * All files of one language in one ref, with the look-up tables that the evaluator reads.
 *
 * Stage: resolve. A view of a file is built on first use. Invariants: the library is the last file and never a target; whatever the evaluation of one file
 * asks of another is recorded (`ask`).
 */
import { DefinitionKind, type Facts, isTypeWithBody, type Table } from "../facts.ts";
import { type Outline, outlineOf } from "../facts/outline.ts";
import type { LanguagePlugin } from "../plugin.ts";
import type { ResolutionRules } from "../rules/resolution_rules.ts";
import type { RouteRules } from "../rules/route_rules.ts";
import { type DefinitionId, definitionId, fileOf, rowOf } from "./meaning.ts";
import { Attachments, type Undetermined } from "./members/attachments.ts";
import type { ModuleResolver } from "./modules.ts";
import { RepositoryNames } from "./names/repository_names.ts";
import { Stubs } from "./names/stubs.ts";
import { commonNames } from "./shape/common_names.ts";
import { RouteMounts } from "./relations/route_mounts.ts";
import { insideOf } from "./state/asked_names.ts";
import { Circles } from "./state/circles.ts";
import { Depths } from "./state/depths.ts";
import { Evaluation } from "./state/evaluation.ts";
import { FileView } from "./state/file_view.ts";
import { Kept } from "./state/kept.ts";
import { LibraryNames } from "./state/library_names.ts";
import type { LookUps } from "./state/look_ups.ts";
import { ModuleTargets } from "./state/module_targets.ts";
import { NameIndex } from "./state/name_index.ts";
import { Reliance } from "./state/reliance.ts";
import { Subtypes } from "./types/subtypes.ts";

/** One file as the pipeline provides it. Facts are decoded on first use; the outline lists the names in them. */
export interface SourceFile {
  readonly path: string;
  readonly facts: Facts;
  readonly outline: Outline;
}

/** All files of one language of one ref, the state of their evaluation, and what is known already. */
export class World {
  readonly rules: ResolutionRules;
  /** The names that the library declares. */
  readonly library: LibraryNames;
  /** What module specifiers refer to. */
  readonly targets: ModuleTargets = new ModuleTargets(this);
  readonly #files: readonly SourceFile[];
  #views: (FileView | undefined)[];
  /** Views that were asked for before the last sweep, and not since. */
  #earlierViews: (FileView | undefined)[] = [];
  /** Rows of the facts in `#views`, as `FileView.rows` counts them. */
  #rows = 0;
  /** Definition tables by file, cached: the properties of definitions are read more often than anything else. */
  #definitions: (Table<"definitions"> | undefined)[];
  readonly #fileByPath = new Map<string, number>();
  readonly #isTestFile: boolean[] = [];
  /** Definitions of the repository by name, as they stand in the outlines; see `repository`. */
  readonly names: NameIndex;
  readonly reliance = new Reliance();
  readonly evaluation: Evaluation = new Evaluation(this.reliance);
  readonly lookUps: LookUps = this.evaluation.lookUps;
  readonly kept: Kept = new Kept(this.evaluation);
  /** The functions, methods and macros of the repository by name. */
  readonly repository: RepositoryNames = new RepositoryNames(this);
  readonly depths: Depths = new Depths(this);
  readonly circles: Circles = new Circles(this);
  readonly attachments: Attachments;
  readonly subtypes: Subtypes;
  /** The library is the last file: its definitions have the greatest ids. */
  readonly #firstOfLibrary: DefinitionId;
  readonly #owners = new Map<DefinitionId, DefinitionId>();
  #common: Set<string> | undefined;
  #routeMounts: RouteMounts | undefined;
  /** Which files are stubs of which other files. */
  readonly stubs: Stubs;

  constructor(
    readonly plugin: LanguagePlugin,
    files: readonly SourceFile[],
    library: Facts,
    readonly modules: ModuleResolver,
    undetermined?: Undetermined,
  ) {
    this.rules = plugin.rules;
    this.#files = [...files, { path: plugin.library.path, facts: library, outline: outlineOf(library, plugin.rules) }];
    this.library = new LibraryNames(this, files.length);
    this.reliance.library = files.length;
    this.#firstOfLibrary = definitionId(files.length, 0);
    this.#views = new Array(this.#files.length);
    this.#definitions = new Array(this.#files.length);
    this.names = new NameIndex(this.#files.map((file) => file.outline));
    this.attachments = new Attachments(this, undetermined);
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
    const file = fileOf(id);
    return this.#views[file] ?? this.#findView(file);
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
    return id >= this.#firstOfLibrary;
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
    this.reliance.ask(file);
  }
  askName(name: string): void {
    this.reliance.askName(name);
  }
  /** Records a dependency on function bodies of a file, not only on what is visible to other files. */
  askInside(file: number): void {
    this.ask(file);
    this.askName(insideOf(this.pathOf(file)));
  }
  /** Where routers are mounted, by the language's rules. */
  routeMounts(routes: RouteRules): RouteMounts {
    return this.#routeMounts ??= new RouteMounts(this, routes);
  }
  /** The type that a method belongs to: its parent, an impl's type, or the type that its `owner` names; 0 for a plain function. */
  ownerOf(member: DefinitionId): DefinitionId {
    return this.#owners.get(member) ??
      this.evaluation.keepApart(this.#owners, member, fileOf(member), () => this.attachments.ownerOf(member) || this.#parentType(member));
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
    return (this.#common ??= commonNames(this.view(this.library.file).facts, this.rules)).has(name);
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
