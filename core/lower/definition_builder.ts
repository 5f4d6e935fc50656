/**
 * Scopes, definitions and bindings of one file while they are being collected.
 *
 * Stage: parse -> facts. Invariant: definition 1 and scope 1 are the module; every other definition lies in some scope.
 */
import { BindingFlag, BindingKind, DefinitionFlag, DefinitionKind, isBlock, isCallable, ScopeKind } from "../facts.ts";
import { NamedMode, Op } from "../facts/expressions.ts";
import { FactsBuilder } from "../facts/facts_builder.ts";
import type { LanguagePlugin, Roles } from "../plugin.ts";
import { ERROR_KIND, type FlatTree, type Grammar } from "../tree/flat_tree.ts";
import { TreeReader } from "../tree/tree_reader.ts";
import { type NodeColumns, takeNodeColumns } from "./node_columns.ts";

/** Signatures are truncated to this many characters. */
export const SIGNATURE_LENGTH = 400;

/** White space other than a single space. */
const BLANKS = /\s{2,}|[^\S ]/g;

/** Joins the lines of a list as if it had been written on one line: line breaks carry no meaning. */
function joinLines(text: string): string {
  let joined = "";
  // Testing `joined` itself would flatten it for each line.
  let last = "";
  for (const line of text.split("\n")) {
    const next = line.trim();
    if (next === "") continue;
    const first = next[0]!;
    if (last === "," && ")]}>".includes(first)) {
      joined = joined.slice(0, -1).trimEnd();
      last = joined.at(-1) ?? "";
    }
    const isWrapped = last === "" || ")]>".includes(first) || "([<".includes(last);
    joined += isWrapped ? next : ` ${next}`;
    last = next.at(-1)!;
  }
  return joined;
}

const OPENS_SCOPE: Readonly<Record<number, number>> = {
  [DefinitionKind.module]: ScopeKind.module,
  [DefinitionKind.namespace]: ScopeKind.namespace,
  [DefinitionKind.class]: ScopeKind.class,
  [DefinitionKind.struct]: ScopeKind.class,
  [DefinitionKind.interface]: ScopeKind.class,
  [DefinitionKind.trait]: ScopeKind.class,
  [DefinitionKind.protocol]: ScopeKind.class,
  [DefinitionKind.enum]: ScopeKind.class,
  [DefinitionKind.impl]: ScopeKind.class,
  [DefinitionKind.object]: ScopeKind.class,
  [DefinitionKind.function]: ScopeKind.function,
  [DefinitionKind.method]: ScopeKind.function,
  [DefinitionKind.constructor]: ScopeKind.function,
  [DefinitionKind.lambda]: ScopeKind.function,
  [DefinitionKind.type_alias]: ScopeKind.class,
  [DefinitionKind.enum_member]: ScopeKind.class,
  [DefinitionKind.macro]: ScopeKind.function,
};

/** Kinds without a name of their own. */
export const ANONYMOUS: ReadonlySet<number> = new Set([DefinitionKind.lambda, DefinitionKind.object, DefinitionKind.impl]);

/** The lists of a definition, until they are stored. */
export interface Draft {
  node: number;
  parameters: number[];
  typeParameters: number[];
  supertypes: number[];
  returns: number[];
  yields: number[];
  decorators: number[];
  branches: number;
  roles: Roles;
}

/** The parts of an import: the module, the name in that module ("": the whole), and the scope in which it holds. */
export interface ImportParts {
  readonly module: string;
  readonly name: string;
  readonly scope: number;
  readonly flags: number;
}

/** What a plugin may do with scopes and definitions. */
export class DefinitionBuilder extends TreeReader {
  readonly facts = new FactsBuilder();
  /** The module itself: definition 1, scope 1. */
  readonly module = 1;
  readonly moduleScope = 1;
  /** For a plugin's own use within one file. */
  readonly own: Record<string, unknown> = {};
  /**
   * The offset from which names bound by `bind` and `bindTarget` hold, if it differs from that of the name: `x = f(x)` binds after the
   * statement's value. 0: that of the name.
   */
  bindingAt = 0;
  /** The scope in which a node's names are looked up. */
  protected readonly scopeOf: Int32Array;
  /** The definition at a node, or 0. */
  protected readonly definitionRows: Int32Array;
  protected readonly drafts: (Draft | undefined)[] = [undefined];
  /** Nodes outside a definition's own that belong to its head. */
  readonly #heads = new Map<number, number>();
  /** By scope the names that are bound in it so far, where somebody asks (`notesBound`). */
  readonly #boundIn = new Map<number, Set<number>>();
  /** Whether what is bound is noted, for `isBound`. */
  protected notesBound = false;
  /** For each scope, the definition that opened it or the nearest enclosing one. */
  readonly #definitionsOfScopes: number[] = [this.module];

  protected readonly columns: NodeColumns;

  constructor(tree: FlatTree, grammar: Grammar, readonly plugin: LanguagePlugin) {
    super(tree, grammar);
    this.columns = takeNodeColumns(tree.count);
    this.scopeOf = this.columns.scope;
    this.definitionRows = this.columns.definition;
  }

  /** The index of a node's text among the facts' strings. */
  textNumber(node: number): number {
    return this.facts.stringOf(this.tree.source, this.tree.start[node]!, this.tree.end[node]!);
  }
  /** The scope in which names at `node` are looked up. */
  scope(node: number): number {
    return this.scopeOf[node]!;
  }
  /** Makes names at and below `node` be looked up in `scope`; to be called by `describe` for parts of what it describes. */
  setScope(node: number, scope: number): void {
    this.scopeOf[node] = scope;
  }
  /** The scope that owns names declared at `node`: its own in a block-scoped language, otherwise the nearest one that is not a block. */
  owningScope(node: number): number {
    let scope = this.scope(node);
    if (this.plugin.rules.blockScoped) return scope;
    while (isBlock(this.facts.get("scopes", scope, "kind"))) scope = this.facts.get("scopes", scope, "parent");
    return scope;
  }
  /** The nearest enclosing scope of one of `kinds`, or 0. */
  enclosingScope(scope: number, ...kinds: number[]): number {
    while (scope !== 0 && !kinds.includes(this.facts.get("scopes", scope, "kind"))) scope = this.facts.get("scopes", scope, "parent");
    return scope;
  }
  /** The definition at `node` itself, or 0. */
  definitionAt(node: number): number {
    return this.definitionRows[node] ?? 0;
  }
  /** The definition whose body contains `node`. */
  enclosingDefinition(node: number): number {
    return this.#definitionOfScope(this.scope(node));
  }
  #definitionOfScope(scope: number): number {
    return this.#definitionsOfScopes[scope]!;
  }
  /** The innermost function, method or lambda around `node`, or 0. */
  enclosingFunction(node: number): number {
    let definition = this.enclosingDefinition(node);
    while (definition > this.module && !isCallable(this.facts.get("definitions", definition, "kind"))) {
      definition = this.facts.get("definitions", definition, "parent");
    }
    return definition > this.module ? definition : 0;
  }
  /**
   * Whether `node` lies in code that the parser could not read: its reading of the pieces there is a guess. A function that is complete in
   * itself is not damaged, wherever it lies.
   */
  isDamaged(node: number): boolean {
    if (!this.hasErrors) return false;
    const { kind, parent } = this.tree;
    for (let at = node; at !== 0; at = parent[at]!) {
      if (kind[at] === ERROR_KIND) return true;
      const definition = this.definitionRows[at]!;
      if (definition !== 0 && isCallable(this.facts.get("definitions", definition, "kind"))) return false;
    }
    return false;
  }
  /** The nearest named definition around `node`, to which a call belongs. */
  callerAt(node: number): number {
    let definition = this.enclosingDefinition(node);
    while (definition > this.module && this.#hasNoName(definition)) {
      definition = this.facts.get("definitions", definition, "parent");
    }
    return Math.max(definition, this.module);
  }
  /** Whether a definition is anonymous. A class that is instantiated where it is declared is, too. */
  #hasNoName(definition: number): boolean {
    return ANONYMOUS.has(this.facts.get("definitions", definition, "kind")) || this.drafts[definition]?.roles.callee !== undefined;
  }
  /**
   * The definition to which a value passed at `node` belongs: what is in a function's head belongs to the function, wherever it is
   * evaluated.
   */
  userAt(node: number): number {
    const caller = this.callerAt(node);
    if (isCallable(this.facts.get("definitions", caller, "kind"))) return caller;
    for (let at = this.tree.parent[node]!; at > 0; at = this.tree.parent[at]!) {
      const definition = this.#heads.get(at) ?? this.definitionRows[at]!;
      if (definition !== 0 && isCallable(this.facts.get("definitions", definition, "kind"))) {
        return this.nameOf(definition) === "" ? caller : definition;
      }
    }
    return caller;
  }
  /** A definition's name; "" before it has one. */
  nameOf(definition: number): string {
    return this.facts.text(this.facts.get("definitions", definition, "name"));
  }
  hasFlag(definition: number, flag: number): boolean {
    return (this.facts.get("definitions", definition, "flags") & flag) !== 0;
  }
  addFlag(definition: number, flag: number): void {
    this.facts.set("definitions", definition, "flags", this.facts.get("definitions", definition, "flags") | flag);
  }
  /** Sets a definition's name and its position. */
  nameDefinition(definition: number, node: number, name?: string): void {
    const start = this.tree.start[node]!;
    this.facts.set("definitions", definition, "name", name === undefined ? this.textNumber(node) : this.facts.string(name));
    this.facts.set("definitions", definition, "nameLine", this.line(start));
    this.facts.set("definitions", definition, "nameColumn", this.column(start));
  }
  /** Makes the whole of `node` the definition's range. */
  rangeDefinition(definition: number, node: number): void {
    const range = this.range(node);
    const start = range[0];
    const end = range[1];
    this.facts.set("definitions", definition, "start", start);
    this.facts.set("definitions", definition, "end", end);
    this.facts.set("definitions", definition, "lineStart", this.line(start));
    this.facts.set("definitions", definition, "lineEnd", this.line(Math.max(start, end - 1)));
  }
  setSignature(definition: number, text: string): void {
    const line = (text.includes("\n") ? joinLines(text) : text.trim()).replace(BLANKS, " ");
    const short = line.length > SIGNATURE_LENGTH ? line.slice(0, SIGNATURE_LENGTH - 1) + "…" : line;
    this.facts.set("definitions", definition, "signature", this.facts.string(short));
  }
  /** Adds a parameter to a definition. The following methods add to its other lists. */
  addParameter(definition: number, binding: number): void {
    this.drafts[definition]?.parameters.push(binding);
  }
  addTypeParameter(definition: number, binding: number): void {
    this.drafts[definition]?.typeParameters.push(binding);
  }
  /** The type parameters of a definition, as rows of `bindings`; complete when the whole file is lowered. */
  typeParametersOf(definition: number): readonly number[] {
    return this.drafts[definition]?.typeParameters ?? [];
  }
  /** The parameters of a definition so far, as rows of `bindings`. */
  parametersOf(definition: number): readonly number[] {
    return this.drafts[definition]?.parameters ?? [];
  }
  addSupertype(definition: number, expression: number): void {
    if (expression !== 0) this.drafts[definition]?.supertypes.push(expression);
  }
  /** Adds a supertype that comes before those that are there. */
  addFirstSupertype(definition: number, expression: number): void {
    if (expression !== 0) this.drafts[definition]?.supertypes.unshift(expression);
  }
  addReturn(definition: number, expression: number): void {
    if (expression !== 0) this.drafts[definition]?.returns.push(expression);
  }
  addYield(definition: number, expression: number): void {
    if (expression !== 0) this.drafts[definition]?.yields.push(expression);
  }
  /** Records that `node`, outside the definition, is part of its head: a decorator. */
  addHead(definition: number, node: number): void {
    this.#heads.set(node, definition);
  }
  addDecorator(definition: number, expression: number): void {
    if (expression !== 0) this.drafts[definition]?.decorators.push(expression);
  }
  /**
   * Records that `definition` is decorated by what `decorator` names or, if it is a call, returns. `node` is the decorator's name.
   * @param isHarmless whether, by its name, it does not retain the definition; if it may, the definition is marked as passed on
   */
  addDecorating(definition: number, decorator: number, node: number, isHarmless: boolean): void {
    if (!isHarmless) this.addFlag(definition, DefinitionFlag.passedOut);
    if (decorator === 0 || this.isDamaged(node)) return;
    const expression = this.facts.expression(Op.named, decorator, NamedMode.decorator, isHarmless ? 1 : 0);
    this.addUseAt(expression, definition, this.tree.start[node]!);
  }
  /** Adds a use of a value by `caller` (row of `definitions`) at an offset of the file. */
  addUseAt(expression: number, caller: number, at: number): void {
    this.facts.add("uses", { expression, caller, line: this.line(at), column: this.column(at) });
  }
  /** Counts one more decision point in the function around `node`. */
  addBranch(node: number): void {
    const draft = this.drafts[this.enclosingFunction(node)];
    if (draft) draft.branches++;
  }

  /** Adds a definition, which opens a scope if its kind does. Names, flags and parts are set by the caller or by `describe`. */
  define(kind: number, node: number, roles: Roles = {}): number {
    const scope = this.scope(node);
    const definition = this.facts.add("definitions", { kind, scope, parent: this.#definitionOfScope(scope), complexity: 1 });
    this.drafts[definition] = {
      node,
      parameters: [],
      typeParameters: [],
      supertypes: [],
      returns: [],
      yields: [],
      decorators: [],
      branches: 0,
      roles,
    };
    this.definitionRows[node] = definition;
    this.rangeDefinition(definition, node);
    const opens = OPENS_SCOPE[kind];
    if (opens !== undefined) this.facts.set("definitions", definition, "body", this.openScope(opens, node, definition));
    return definition;
  }
  /** Opens a scope over the children of `node`. */
  openScope(kind: number, node: number, definition = 0): number {
    const parent = this.scope(node);
    this.#definitionsOfScopes.push(definition !== 0 ? definition : this.#definitionOfScope(parent));
    return this.facts.add("scopes", { kind, parent, definition, start: this.tree.start[node]!, end: this.tree.end[node]! });
  }
  /** Moves a definition to another scope than that of its node, as part of that scope's definition. */
  placeDefinition(definition: number, scope: number): void {
    this.facts.set("definitions", definition, "scope", scope);
    this.facts.set("definitions", definition, "parent", this.facts.get("scopes", scope, "definition"));
  }
  /** Binds a definition's name in the given scope. */
  bindDefinition(definition: number, scope: number, hoisted: boolean, block = scope): number {
    return this.facts.add("bindings", {
      kind: BindingKind.definition,
      name: this.facts.get("definitions", definition, "name"),
      scope,
      block,
      at: this.facts.get("definitions", definition, "start"),
      definition,
      flags: hoisted ? BindingFlag.hoisted : 0,
    });
  }
  /**
   * Adds an import at `node` that holds in `scope`. Returns the row of `imports`.
   * @param flags of `LinkFlag`
   */
  addImport(node: number, { module, name, scope, flags }: ImportParts): number {
    const at = this.tree.start[node]!;
    return this.facts.add("imports", {
      module: this.facts.string(module),
      name: this.facts.string(name),
      scope,
      at,
      flags,
      line: this.line(at),
    });
  }
  /**
   * Binds the name that an import (row of `imports`) introduces, in the import's scope. It is visible before its position.
   * @param flags of `BindingFlag`
   */
  bindImport(import_: number, name: string, flags = 0): void {
    const scope = this.facts.get("imports", import_, "scope");
    this.facts.add("bindings", {
      kind: BindingKind.import,
      name: this.facts.string(name),
      scope,
      block: scope,
      at: this.facts.get("imports", import_, "at"),
      import_,
      flags: BindingFlag.hoisted | flags,
    });
  }
  #noteBound(scope: number, name: number): void {
    if (!this.notesBound) return;
    const names = this.#boundIn.get(scope);
    if (names === undefined) this.#boundIn.set(scope, new Set([name]));
    else names.add(name);
  }
  /** Whether a variable or parameter of the name at `node` is bound so far in the function around it, or around the blocks that it stands in. */
  isBound(node: number): boolean {
    const name = this.textNumber(node);
    for (let scope = this.scope(node); scope !== 0; scope = this.facts.get("scopes", scope, "parent")) {
      if (this.#boundIn.get(scope)?.has(name) === true) return true;
      const definition = this.facts.get("scopes", scope, "definition");
      if (definition !== 0 && this.facts.get("definitions", definition, "kind") !== DefinitionKind.lambda) return false;
    }
    return false;
  }
  /** Binds `name` at `node`. */
  bind(
    kind: number,
    name: string,
    node: number,
    parts: { value?: number; type?: number; flags?: number; scope?: number; at?: number } = {},
  ): number {
    const block = this.scope(node);
    const scope = parts.scope ?? this.owningScope(node);
    const nameRow = this.facts.string(name);
    this.#noteBound(scope, nameRow);
    return this.facts.add("bindings", {
      kind,
      name: nameRow,
      scope,
      block,
      at: parts.at ?? (this.bindingAt || this.tree.start[node]!),
      type: parts.type ?? 0,
      value: parts.value ?? 0,
      flags: parts.flags ?? 0,
    });
  }
}
