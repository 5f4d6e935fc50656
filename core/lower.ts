/**
 * Lowers a flat syntax tree to facts, following a language's patterns.
 *
 * Stage: parse -> facts. Two passes in pre-order: the first finds definitions and scopes, the second bindings, imports, calls and
 * uses. Expressions are lowered where someone asks for them, each once. Invariants: no recursion deeper than `DEEPEST`; a node that
 * no rule knows is `Op.unknown`, never a guess.
 */
import { BindingFlag, BindingKind, CallFlag, DefinitionFlag, DefinitionKind, type Facts, Op, ScopeKind } from "./facts.ts";
import { FactsBuilder } from "./facts_builder.ts";
import { ERROR_KIND, type FlatTree, type Grammar } from "./flat_tree.ts";
import { DEFINING } from "./lowering_rules.ts";
import type { Match, Patterns } from "./patterns.ts";
import type { LanguagePlugin } from "./plugin.ts";

/** Expressions nested deeper than this are unknown: real code stays far below, generated code must not end the stack. */
const DEEPEST = 400;
const SIGNATURE_LENGTH = 400;
const LONG_LITERAL = 16;

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
};

const ANONYMOUS: ReadonlySet<number> = new Set([DefinitionKind.lambda, DefinitionKind.object, DefinitionKind.impl]);
const CALLABLE: ReadonlySet<number> = new Set([
  DefinitionKind.function,
  DefinitionKind.method,
  DefinitionKind.constructor,
  DefinitionKind.lambda,
]);

interface Draft {
  node: number;
  parameters: number[];
  typeParameters: number[];
  supertypes: number[];
  returns: number[];
  yields: number[];
  decorators: number[];
  branches: number;
  roles: Readonly<Record<string, readonly number[]>>;
}

/** Everything a plugin's own rules may do: ask about nodes, lower parts, add facts. Valid for one file. */
export class Lowering {
  readonly facts = new FactsBuilder();
  /** The module itself: definition 1, scope 1. */
  readonly module = 1;
  readonly moduleScope = 1;
  /** Free for a plugin's own use within one file. */
  readonly own: Record<string, unknown> = {};
  /** Offset from which names bound by `bind` and `bindTarget` hold, where it is not that of the name: `x = f(x)` binds behind it. */
  bindingAt = 0;
  /** Scope in which a node's names are looked up. */
  readonly #scopeOf: Int32Array;
  readonly #definitionAt: Int32Array;
  readonly #drafts: (Draft | undefined)[] = [undefined];
  readonly #lowered: Int32Array;
  readonly #lineStarts: number[] = [0];
  readonly #usesSeen = new Set<number>();
  readonly #constants = new Map<string, number>();
  #depth = 0;

  constructor(
    readonly tree: FlatTree,
    readonly grammar: Grammar,
    readonly plugin: LanguagePlugin,
    readonly patterns: Patterns,
  ) {
    this.#scopeOf = new Int32Array(tree.count);
    this.#definitionAt = new Int32Array(tree.count);
    this.#lowered = new Int32Array(tree.count).fill(-1);
    const source = tree.source;
    for (let at = source.indexOf("\n"); at !== -1; at = source.indexOf("\n", at + 1)) this.#lineStarts.push(at + 1);
  }

  // --- asking about nodes ---

  /** The node's kind as the grammar names it. */
  kind(node: number): string {
    return this.tree.kind[node] === ERROR_KIND ? "ERROR" : this.grammar.kinds[this.tree.kind[node]!]!;
  }
  text(node: number): string {
    return this.tree.source.slice(this.tree.start[node]!, this.tree.end[node]!);
  }
  parent(node: number): number {
    return this.tree.parent[node]!;
  }
  isNamed(node: number): boolean {
    return this.grammar.named[this.tree.kind[node]!] === 1;
  }
  firstChild(node: number): number {
    return node + 1 < this.tree.count && this.tree.parent[node + 1] === node ? node + 1 : 0;
  }
  /** The next sibling, or 0. */
  next(node: number): number {
    return this.tree.next[node]!;
  }
  /** The sibling before, or 0. */
  previous(node: number): number {
    let before = 0;
    for (let c = this.firstChild(this.parent(node)); c !== 0 && c !== node; c = this.tree.next[c]!) before = c;
    return before;
  }
  /** All children, tokens included. */
  allChildren(node: number): number[] {
    const children: number[] = [];
    for (let c = this.firstChild(node); c !== 0; c = this.tree.next[c]!) children.push(c);
    return children;
  }
  /** Named children (no tokens, but comments too). */
  children(node: number): number[] {
    const children: number[] = [];
    for (let c = this.firstChild(node); c !== 0; c = this.tree.next[c]!) if (this.isNamed(c)) children.push(c);
    return children;
  }
  /** The first child in `field`, or 0. */
  child(node: number, field: string): number {
    const id = this.grammar.fieldIds.get(field);
    if (id === undefined) return 0;
    for (let c = this.firstChild(node); c !== 0; c = this.tree.next[c]!) if (this.tree.field[c] === id) return c;
    return 0;
  }
  /** All named children in `field`. */
  childrenOf(node: number, field: string): number[] {
    const id = this.grammar.fieldIds.get(field);
    return id === undefined ? [] : this.allChildren(node).filter((c) => this.tree.field[c] === id && this.isNamed(c));
  }
  /** The first child of that kind (also a token), or 0. */
  childOfKind(node: number, kind: string): number {
    for (let c = this.firstChild(node); c !== 0; c = this.tree.next[c]!) if (this.kind(c) === kind) return c;
    return 0;
  }
  /** Line of an offset, from 1. */
  line(offset: number): number {
    let low = 0;
    let high = this.#lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#lineStarts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }
  /** Column of an offset, from 1, in UTF-16 units. */
  column(offset: number): number {
    return offset - this.#lineStarts[this.line(offset) - 1]! + 1;
  }
  /** Offset of the beginning of a line. */
  lineStart(line: number): number {
    return this.#lineStarts[line - 1] ?? this.tree.source.length;
  }
  get lines(): number {
    return this.#lineStarts.length;
  }

  // --- scopes and definitions ---

  /** The scope in which names at `node` are looked up. */
  scope(node: number): number {
    return this.#scopeOf[node]!;
  }
  /** Has the names at and below `node` looked up in `scope`; for a `describe`, about parts of what it describes. */
  setScope(node: number, scope: number): void {
    this.#scopeOf[node] = scope;
  }
  /** The scope that owns names declared at `node`: itself in a block-scoped language, else the nearest that is no block. */
  owningScope(node: number): number {
    let scope = this.scope(node);
    if (this.plugin.rules.blockScoped) return scope;
    while (this.facts.get("scopes", scope, "kind") === ScopeKind.block) scope = this.facts.get("scopes", scope, "parent");
    return scope;
  }
  /** The nearest scope outwards of one of `kinds`, or 0. */
  enclosingScope(scope: number, ...kinds: number[]): number {
    while (scope !== 0 && !kinds.includes(this.facts.get("scopes", scope, "kind"))) scope = this.facts.get("scopes", scope, "parent");
    return scope;
  }
  /** The definition that `node` itself is, or 0. */
  definitionAt(node: number): number {
    return this.#definitionAt[node] ?? 0;
  }
  /** The definition whose body holds `node`. */
  enclosingDefinition(node: number): number {
    return this.#definitionOfScope(this.scope(node));
  }
  #definitionOfScope(scope: number): number {
    while (scope !== 0) {
      const definition = this.facts.get("scopes", scope, "definition");
      if (definition !== 0) return definition;
      scope = this.facts.get("scopes", scope, "parent");
    }
    return this.module;
  }
  /** The innermost function, method or lambda around `node`, or 0. */
  enclosingFunction(node: number): number {
    let definition = this.enclosingDefinition(node);
    while (definition > this.module && !CALLABLE.has(this.facts.get("definitions", definition, "kind"))) {
      definition = this.facts.get("definitions", definition, "parent");
    }
    return definition > this.module ? definition : 0;
  }
  /** The nearest named definition around `node` to which a call belongs. */
  callerAt(node: number): number {
    let definition = this.enclosingDefinition(node);
    while (definition > this.module && ANONYMOUS.has(this.facts.get("definitions", definition, "kind"))) {
      definition = this.facts.get("definitions", definition, "parent");
    }
    return Math.max(definition, this.module);
  }
  hasFlag(definition: number, flag: number): boolean {
    return (this.facts.get("definitions", definition, "flags") & flag) !== 0;
  }
  addFlag(definition: number, flag: number): void {
    this.facts.set("definitions", definition, "flags", this.facts.get("definitions", definition, "flags") | flag);
  }
  /** Sets a definition's name and its place. */
  nameDefinition(definition: number, node: number, name = this.text(node)): void {
    const start = this.tree.start[node]!;
    this.facts.set("definitions", definition, "name", this.facts.string(name));
    this.facts.set("definitions", definition, "nameLine", this.line(start));
    this.facts.set("definitions", definition, "nameColumn", this.column(start));
  }
  /** Makes the whole of `node` the definition's range. */
  rangeDefinition(definition: number, node: number): void {
    const start = this.tree.start[node]!;
    const end = this.tree.end[node]!;
    this.facts.set("definitions", definition, "start", start);
    this.facts.set("definitions", definition, "end", end);
    this.facts.set("definitions", definition, "lineStart", this.line(start));
    this.facts.set("definitions", definition, "lineEnd", this.line(Math.max(start, end - 1)));
  }
  setSignature(definition: number, text: string): void {
    const line = text.replace(/\s+/g, " ").trim();
    const short = line.length > SIGNATURE_LENGTH ? line.slice(0, SIGNATURE_LENGTH - 1) + "…" : line;
    this.facts.set("definitions", definition, "signature", this.facts.string(short));
  }
  /** Adds to the lists of a definition. */
  addParameter(definition: number, binding: number): void {
    this.#drafts[definition]?.parameters.push(binding);
  }
  addTypeParameter(definition: number, binding: number): void {
    this.#drafts[definition]?.typeParameters.push(binding);
  }
  addSupertype(definition: number, expression: number): void {
    if (expression !== 0) this.#drafts[definition]?.supertypes.push(expression);
  }
  addReturn(definition: number, expression: number): void {
    if (expression !== 0) this.#drafts[definition]?.returns.push(expression);
  }
  addYield(definition: number, expression: number): void {
    if (expression !== 0) this.#drafts[definition]?.yields.push(expression);
  }
  addDecorator(definition: number, expression: number): void {
    if (expression !== 0) this.#drafts[definition]?.decorators.push(expression);
  }
  /** One more decision point in the function around `node`. */
  addBranch(node: number): void {
    const draft = this.#drafts[this.enclosingFunction(node)];
    if (draft) draft.branches++;
  }

  /** Adds a definition; it opens a scope if its kind does. Names, flags and parts are set by the caller or by `describe`. */
  define(kind: number, node: number, roles: Readonly<Record<string, readonly number[]>> = {}): number {
    const scope = this.scope(node);
    const definition = this.facts.add("definitions", { kind, scope, parent: this.#definitionOfScope(scope), complexity: 1 });
    this.#drafts[definition] = {
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
    this.#definitionAt[node] = definition;
    this.rangeDefinition(definition, node);
    const opens = OPENS_SCOPE[kind];
    if (opens !== undefined) this.facts.set("definitions", definition, "body", this.openScope(opens, node, definition));
    return definition;
  }
  /** Opens a scope over `node`'s children. */
  openScope(kind: number, node: number, definition = 0): number {
    return this.facts.add("scopes", {
      kind,
      parent: this.scope(node),
      definition,
      start: this.tree.start[node]!,
      end: this.tree.end[node]!,
    });
  }
  /** Binds a definition's name in the scope where it stands. */
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
  /** Binds `name` at `node`. */
  bind(
    kind: number,
    name: string,
    node: number,
    parts: { value?: number; type?: number; flags?: number; scope?: number; at?: number } = {},
  ): number {
    const block = this.scope(node);
    const scope = parts.scope ?? this.owningScope(node);
    return this.facts.add("bindings", {
      kind,
      name: this.facts.string(name),
      scope,
      block,
      at: parts.at ?? (this.bindingAt || this.tree.start[node]!),
      type: parts.type ?? 0,
      value: parts.value ?? 0,
      flags: parts.flags ?? 0,
    });
  }

  // --- expressions ---

  /** Lowers the expression at `node` (0 gives 0), whose pattern gave `match` if that is known already. Each node is lowered once. */
  lowerExpression(node: number, match?: Match): number {
    if (node === 0) return 0;
    const known = this.#lowered[node]!;
    if (known !== -1) return known;
    if (this.#depth >= DEEPEST) return 0;
    this.#lowered[node] = 0;
    this.#depth++;
    const expression = this.#lowerExpression(node, match);
    this.#depth--;
    this.#lowered[node] = expression;
    return expression;
  }
  /** Says what the expression at `node` is, for those who ask later. */
  setExpression(node: number, expression: number): void {
    this.#lowered[node] = expression;
  }
  /** Lowers a type; the language may read it in its own way. */
  lowerType(node: number): number {
    if (node === 0) return 0;
    const own = this.plugin.lowerType?.(this, node) ?? 0;
    return own !== 0 ? own : this.lowerExpression(node);
  }
  lowerAll(nodes: readonly number[] | undefined): number[] {
    return (nodes ?? []).map((node) => this.lowerExpression(node));
  }
  /** A reference to `name` as seen from `node`. */
  nameExpression(name: string, node: number, at = this.tree.start[node]!): number {
    return this.facts.expression(Op.name, this.facts.string(name), this.scope(node), at);
  }
  memberExpression(object: number, name: string): number {
    return this.facts.expression(Op.member, object, this.facts.string(name));
  }
  builtin(name: string): number {
    return this.#constant(Op.builtin, name);
  }
  /** A literal of that kind. Of a long one (a table of data) equal elements are kept once. */
  literal(kind: string, elements: readonly number[] = []): number {
    if (elements.length === 0) return this.#constant(Op.literal, kind);
    const few = elements.length > LONG_LITERAL ? [...new Set(elements)] : elements;
    return this.facts.expression(Op.literal, this.facts.string(kind), this.facts.list(few));
  }
  /** An expression that rests on nothing but a name: one row a file. */
  #constant(op: number, name: string): number {
    const key = `${op} ${name}`;
    let known = this.#constants.get(key);
    if (known === undefined) {
      known = this.facts.expression(op, this.facts.string(name));
      this.#constants.set(key, known);
    }
    return known;
  }
  either(options: readonly number[]): number {
    const known = options.filter((o) => o !== 0);
    return known.length === 0
      ? 0
      : known.length === 1 && options.length === 1
      ? known[0]!
      : this.facts.expression(Op.either, this.facts.list(known));
  }
  item(value: number, position: number, mode = 0): number {
    return value === 0 ? 0 : this.facts.expression(Op.item, value, position, mode);
  }

  #lowerExpression(node: number, matched: Match | undefined): number {
    const definition = this.#definitionAt[node]!;
    if (definition !== 0) return this.facts.expression(Op.definition, definition);
    if (this.patterns.begins[this.tree.kind[node]!] !== 1) return 0;
    const match = matched ?? this.patterns.match(this.tree, node);
    return match === undefined ? 0 : this.#apply(node, match);
  }

  /** The value of a rule that gives an expression; other rules give 0. */
  #apply(node: number, match: Match): number {
    const facts = this.facts;
    const roles = match.roles;
    const one = (role: string): number => this.lowerExpression(roles[role]?.[0] ?? 0);
    const textOf = (role: string): number => {
      const at = roles[role]?.[0];
      return at === undefined ? 0 : facts.string(this.text(at));
    };
    const rule = match.rule;
    switch (rule) {
      case "expression.name":
        return this.nameExpression(this.text(node), node);
      case "expression.same":
        return one("operand");
      case "expression.member":
        return facts.expression(Op.member, one("object"), textOf("property"));
      case "expression.path":
        return facts.expression(Op.path, one("object"), textOf("property"));
      case "expression.call":
        return this.addCall(node, roles.callee?.[0] ?? 0, this.argumentsOf(roles), 0);
      case "expression.new":
        return this.addCall(node, roles.callee?.[0] ?? 0, this.argumentsOf(roles), CallFlag.new);
      case "expression.index":
        return facts.expression(Op.index, one("object"), facts.list(this.lowerAll(roles.index)));
      case "expression.apply":
        return facts.expression(Op.apply, one("object"), facts.list((roles.argument ?? []).map((a) => this.lowerType(a))));
      case "expression.await":
        return facts.expression(Op.await, one("operand"));
      case "expression.iterate":
        return facts.expression(Op.iterate, one("operand"));
      case "expression.unwrap":
        return facts.expression(Op.unwrap, one("operand"));
      case "expression.deref":
        return facts.expression(Op.deref, one("operand"));
      case "expression.reference":
        return facts.expression(Op.reference, one("operand"));
      case "expression.either":
        return this.either(this.lowerAll(roles.option));
      case "expression.cast":
        return facts.expression(Op.cast, this.lowerType(roles.type?.[0] ?? 0), one("operand"));
      case "expression.self":
        return facts.expression(Op.self, this.scope(node));
      case "expression.self_type":
        return facts.expression(Op.selfType, this.scope(node));
      case "expression.super":
        return facts.expression(Op.super, this.scope(node));
      case "expression.pair": {
        const value = one("value");
        this.addUse(roles.value?.[0] ?? 0);
        return facts.expression(Op.pair, textOf("key"), value);
      }
      case "expression.spread":
        return facts.expression(Op.spread, one("operand"));
      case "expression.tuple":
        for (const element of roles.element ?? []) this.addUse(element);
        return facts.expression(Op.tuple, facts.list(this.lowerAll(roles.element)));
      case "expression.unknown":
        return 0;
    }
    if (rule.startsWith("expression.literal.")) {
      for (const element of roles.element ?? []) this.addUse(element);
      return this.literal(rule.slice("expression.literal.".length), this.lowerAll(roles.element));
    }
    if (rule.startsWith("own.")) return this.plugin.own[rule.slice(4)]?.(this, node, roles) ?? 0;
    return 0;
  }

  /** Argument nodes of a call's roles: the named children of `arguments`, or each `argument`. Comments are passed over. */
  argumentsOf(roles: Readonly<Record<string, readonly number[]>>): number[] {
    if (roles.argument) return [...roles.argument];
    const holder = roles.arguments?.[0] ?? 0;
    return holder === 0 ? [] : this.children(holder).filter((c) => !this.kind(c).includes("comment"));
  }

  /**
   * Adds a call of the expression at `calleeNode`; gives the call as an expression.
   * The place of a call is that of its callee's name: the last name in `a.b.c`.
   */
  addCall(node: number, calleeNode: number, argumentNodes: readonly number[], flags: number, nameNode = this.lastName(calleeNode)): number {
    const callee = this.lowerExpression(calleeNode);
    const args = argumentNodes.map((argument) => {
      this.addUse(argument);
      return this.lowerExpression(argument);
    });
    return this.addCallOf(callee, node, nameNode, this.calleeText(calleeNode), args, flags);
  }
  /** Adds a call of an expression that is lowered already. `nameNode` gives the place, `text` what people read. */
  addCallOf(callee: number, node: number, nameNode: number, text: string, args: readonly number[], flags: number): number {
    const op = this.facts.get("expressions", callee, "op");
    // What is called is itself the result of a call: the second call stands where its arguments begin.
    const at = callee !== 0 && (op === Op.call || op === Op.new) ? this.tree.end[nameNode]! : this.tree.start[nameNode]!;
    const list = this.facts.list(args);
    const call = this.facts.add("calls", {
      expression: callee,
      caller: this.callerAt(node),
      at,
      line: this.line(at),
      column: this.column(at),
      text: this.facts.string(text),
      flags: this.isGrafted(node) ? flags | CallFlag.inMacro : flags,
      arguments: list,
    });
    const result = this.facts.expression(flags & CallFlag.new ? Op.new : Op.call, callee, list, call);
    this.facts.set("calls", call, "result", result);
    return result;
  }
  /** Whether `node` came from a second parse of loose tokens. */
  isGrafted(node: number): boolean {
    const { grafts } = this.tree;
    let low = 0;
    let high = grafts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (grafts[middle]! <= node) low = middle + 1;
      else high = middle;
    }
    return (low & 1) === 1;
  }
  /** The node of the last name in a callee: `c` of `a.b.c`; the node itself where there is none. */
  lastName(node: number): number {
    for (let depth = 0; depth < DEEPEST; depth++) {
      const match = this.patterns.match(this.tree, node);
      const inner = match?.roles.property?.[0] ?? (match?.rule === "expression.same" ? match.roles.operand?.[0] : undefined) ??
        (match?.rule === "expression.apply" || match?.rule === "expression.unwrap"
          ? (match.roles.object ?? match.roles.operand)?.[0]
          : undefined);
      if (inner === undefined || inner === node) return node;
      node = inner;
    }
    return node;
  }
  /** A callee as written, on one line, shortened in the middle of long chains. */
  calleeText(node: number): string {
    const text = this.text(node).replace(/\s+/g, " ");
    return text.length <= 80 ? text : "…" + text.slice(-79);
  }
  /** Notes that the expression at `node` is handed over as a value, if it is a name, a member or a path. */
  addUse(node: number): void {
    if (node === 0 || this.#usesSeen.has(node)) return;
    const expression = this.lowerExpression(node);
    if (expression === 0) return;
    const op = this.facts.get("expressions", expression, "op");
    if (op !== Op.name && op !== Op.member && op !== Op.path && op !== Op.apply && op !== Op.reference) return;
    this.#usesSeen.add(node);
    const at = this.tree.start[this.lastName(node)]!;
    this.facts.add("uses", { expression, caller: this.callerAt(node), line: this.line(at), column: this.column(at) });
  }

  // --- bindings ---

  /**
   * Binds everything that the target at `node` names to (parts of) `value`.
   * Plain names are bound here, sequences by `target.sequence`, all else by the plugin's `bindTarget`.
   */
  bindTarget(node: number, value: number, kind: number, type = 0): void {
    if (node === 0 || this.#depth >= DEEPEST) return;
    this.#depth++;
    if (!this.plugin.bindTarget?.(this, node, value, kind, type)) this.#bindParts(node, value, kind, type);
    this.#depth--;
  }
  #bindParts(node: number, value: number, kind: number, type: number): void {
    const match = this.patterns.match(this.tree, node);
    if (match === undefined) return;
    if (match.rule === "expression.name") {
      this.bind(kind, this.text(node), node, { value, type });
    } else if (match.rule === "expression.same") {
      this.bindTarget(match.roles.operand?.[0] ?? 0, value, kind, type);
    } else if (match.rule === "target.sequence" || match.rule === "expression.tuple") {
      const elements = match.roles.element ?? [];
      for (const [position, element] of elements.entries()) this.bindTarget(element, this.item(value, position), kind);
    }
  }

  // --- the two passes ---

  run(): Facts {
    const module = this.define(DefinitionKind.module, 0);
    this.#scopeOf[0] = this.moduleScope;
    this.facts.set("definitions", module, "parent", 0);
    this.facts.set("definitions", module, "scope", 0);
    this.facts.set("definitions", module, "lineStart", 1);
    this.facts.set("definitions", module, "lineEnd", this.lines);
    this.facts.set("definitions", module, "nameLine", 1);
    this.facts.set("definitions", module, "nameColumn", 1);
    this.plugin.begin?.(this);
    this.#findDefinitions();
    this.#findFacts();
    this.plugin.finish?.(this);
    this.#finishDefinitions();
    return this.facts.finish(this.lines);
  }

  #findDefinitions(): void {
    const { tree, patterns } = this;
    const opened = new Int32Array(tree.count);
    opened[0] = this.moduleScope;
    let skipTo = 0;
    for (let node = 1; node < tree.count; node++) {
      const parent = tree.parent[node]!;
      if (this.#scopeOf[node] === 0) this.#scopeOf[node] = opened[parent] !== 0 ? opened[parent]! : this.#scopeOf[parent]!;
      if (node < skipTo) continue;
      const kind = tree.kind[node]!;
      if (kind === ERROR_KIND || tree.start[node] === tree.end[node]) this.#noteProblem(node, kind);
      if (patterns.actsFirst[kind] !== 1) continue;
      const match = patterns.match(tree, node);
      if (match === undefined) continue;
      if (DEFINING.has(match.rule)) {
        const definition = this.#defineByRule(node, match);
        opened[node] = this.facts.get("definitions", definition, "body");
      } else if (match.rule === "scope.block") {
        // A function's own body is no branch of it.
        const isBody = parent !== 0 && opened[parent] !== 0 && this.#definitionAt[parent] !== 0;
        if (!isBody) opened[node] = this.openScope(ScopeKind.block, node);
      } else if (match.rule === "scope.function" || match.roles.scope !== undefined) {
        opened[node] = this.openScope(ScopeKind.function, node);
      } else if (match.rule === "skip") skipTo = this.afterSubtree(node);
      for (const part of match.roles.outer ?? []) this.setScope(part, this.scope(node));
    }
  }
  /** The number after the last descendant of `node`. */
  afterSubtree(node: number): number {
    while (node > 0 && this.tree.next[node] === 0) node = this.tree.parent[node]!;
    return node <= 0 ? this.tree.count : this.tree.next[node]!;
  }
  #noteProblem(node: number, kind: number): void {
    const start = this.tree.start[node]!;
    const end = this.tree.end[node]!;
    if (kind !== ERROR_KIND && !(this.isMissing(node))) return;
    this.facts.add("problems", {
      kind: kind === ERROR_KIND ? 1 : 2,
      start,
      end,
      lineStart: this.line(start),
      lineEnd: this.line(Math.max(start, end - 1)),
    });
  }
  /** Whether a node without width stands for a token that the source lacks. */
  isMissing(node: number): boolean {
    return this.hasErrors && this.firstChild(node) === 0;
  }
  /** Set by the caller: whether the parser met anything that it could not read. */
  hasErrors = false;

  #defineByRule(node: number, match: Match): number {
    const kind = DefinitionKind[match.rule.slice("definition.".length) as keyof typeof DefinitionKind];
    const definition = this.define(kind, node, match.roles);
    const name = match.roles.name?.[0];
    if (name !== undefined) this.nameDefinition(definition, name);
    const body = match.roles.body?.[0];
    if (body === undefined && CALLABLE.has(kind)) this.addFlag(definition, DefinitionFlag.bodiless);
    const isBound = this.plugin.describe?.(this, node, definition) === false;
    const bound = this.facts.get("definitions", definition, "kind");
    if (
      !isBound && this.facts.get("definitions", definition, "name") !== 0 && !ANONYMOUS.has(bound) &&
      this.facts.get("definitions", definition, "owner") === 0
    ) {
      const hoisted = bound !== DefinitionKind.variable && bound !== DefinitionKind.constant;
      this.bindDefinition(definition, this.owningScope(node), hoisted, this.scope(node));
    }
    return definition;
  }

  #findFacts(): void {
    const { tree, patterns } = this;
    for (let node = 1; node < tree.count; node++) {
      const definition = this.#definitionAt[node]!;
      if (definition !== 0) {
        this.#describeParts(definition);
        continue;
      }
      if (patterns.actsSecond[tree.kind[node]!] !== 1) continue;
      // A node that an earlier one has lowered needs no second look: its calls and uses are noted.
      if (this.#lowered[node] !== -1) continue;
      const match = patterns.match(tree, node);
      if (match === undefined) continue;
      if (match.rule === "skip") node = this.afterSubtree(node) - 1;
      else if (match.rule === "expression.call" || match.rule === "expression.new" || match.rule.startsWith("own.")) {
        this.lowerExpression(node, match);
      } else if (!match.rule.startsWith("expression.")) this.#statement(node, match);
      else if (match.rule.startsWith("expression.literal.") || match.rule === "expression.pair" || match.rule === "expression.tuple") {
        if (match.roles.element || match.roles.value) this.lowerExpression(node, match);
      }
    }
  }

  #statement(node: number, match: Match): void {
    const roles = match.roles;
    const type = (): number => this.lowerType(roles.type?.[0] ?? 0);
    const value = (): number => this.lowerExpression(roles.value?.[0] ?? 0);
    switch (match.rule) {
      case "parameter":
      case "parameter.rest":
      case "parameter.keywords":
      case "parameter.optional":
      case "parameter.receiver":
        this.bindParameter(node, roles.name?.[0] ?? roles.target?.[0] ?? 0, type(), value(), PARAMETER_FLAGS[match.rule]!);
        return;
      case "type_parameter": {
        const name = roles.name?.[0] ?? node;
        const bound = this.lowerType(roles.bound?.[0] ?? 0);
        this.addTypeParameter(
          this.enclosingDefinition(node),
          this.bind(BindingKind.typeParameter, this.text(name), node, { type: bound, flags: BindingFlag.hoisted, scope: this.scope(node) }),
        );
        return;
      }
      case "binding.variable":
      case "binding.assignment": {
        const kind = match.rule === "binding.variable" ? BindingKind.variable : BindingKind.assignment;
        const from = value();
        this.addUse(roles.value?.[0] ?? 0);
        for (const target of roles.target ?? []) this.bindTarget(target, from, kind, type());
        return;
      }
      case "binding.each": {
        const iterable = this.lowerExpression(roles.iterable?.[0] ?? 0);
        const element = iterable === 0 ? 0 : this.facts.expression(Op.iterate, iterable);
        for (const target of roles.target ?? []) this.bindTarget(target, element, BindingKind.variable);
        return;
      }
      case "binding.enter": {
        const manager = value();
        const entered = manager === 0 ? 0 : this.facts.expression(Op.enter, manager);
        for (const target of roles.target ?? []) this.bindTarget(target, entered, BindingKind.variable);
        return;
      }
      case "return": {
        const from = roles.value?.[0] ?? 0;
        this.addUse(from);
        this.addReturn(this.enclosingFunction(node), this.lowerExpression(from));
        return;
      }
      case "yield":
        this.addYield(this.enclosingFunction(node), value());
        return;
      case "decorator": {
        const decorator = roles.value?.[0] ?? 0;
        this.lowerExpression(decorator);
        return;
      }
      case "branch":
        this.addBranch(node);
        return;
    }
  }

  /** Binds a parameter of the definition whose scope `node` stands in. */
  bindParameter(node: number, target: number, type: number, value: number, flags: number): number {
    const owner = this.enclosingDefinition(node);
    let binding = 0;
    const name = target === 0 ? "" : this.text(target);
    if (/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) || name === "") {
      binding = this.bind(BindingKind.parameter, name, node, { type, value, flags, scope: this.scope(node) });
    } else {
      binding = this.bind(BindingKind.parameter, "", node, { type, value, flags, scope: this.scope(node) });
      this.bindTarget(target, this.facts.expression(Op.binding, binding), BindingKind.variable);
    }
    this.addParameter(owner, binding);
    return binding;
  }

  #describeParts(definition: number): void {
    const draft = this.#drafts[definition]!;
    const { roles } = draft;
    const set = (column: "type" | "value" | "owner", expression: number): void => {
      if (expression !== 0) this.facts.set("definitions", definition, column, expression);
    };
    for (const type of roles.supertype ?? []) this.addSupertype(definition, this.lowerType(type));
    if (roles.type) set("type", this.lowerType(roles.type[0]!));
    if (roles.owner) set("owner", this.lowerType(roles.owner[0]!));
    if (roles.value) {
      const value = this.lowerExpression(roles.value[0]!);
      this.addUse(roles.value[0]!);
      // A function whose body is an expression gives that back.
      if (CALLABLE.has(this.facts.get("definitions", definition, "kind"))) this.addReturn(definition, value);
      else set("value", value);
    }
  }

  #finishDefinitions(): void {
    for (let definition = 1; definition < this.facts.size("definitions"); definition++) {
      const draft = this.#drafts[definition]!;
      const set = (
        column: "parameters" | "typeParameters" | "supertypes" | "returns" | "yields" | "decorators",
        items: readonly number[],
      ): void => this.facts.set("definitions", definition, column, this.facts.list(items));
      set("parameters", draft.parameters);
      set("typeParameters", draft.typeParameters);
      set("supertypes", draft.supertypes);
      set("returns", draft.returns);
      set("yields", draft.yields);
      set("decorators", draft.decorators);
      this.facts.set("definitions", definition, "complexity", 1 + draft.branches);
      if (definition === this.module) continue;
      if (this.facts.get("definitions", definition, "signature") === 0) this.#sign(definition, draft);
      const doc = this.plugin.doc?.(this, draft.node) ?? "";
      if (doc !== "") this.facts.set("definitions", definition, "doc", this.facts.string(doc));
    }
  }
  /** The signature: the text from the definition's start to its body. */
  #sign(definition: number, draft: Draft): void {
    if (ANONYMOUS.has(this.facts.get("definitions", definition, "kind"))) return;
    const start = this.facts.get("definitions", definition, "start");
    const end = draft.roles.body ? this.tree.start[draft.roles.body[0]!]! : this.facts.get("definitions", definition, "end");
    const text = this.tree.source.slice(start, Math.min(end, start + 4 * SIGNATURE_LENGTH));
    this.setSignature(definition, text.replace(/[\s{:]+$/, ""));
  }
}

const PARAMETER_FLAGS: Readonly<Record<string, number>> = {
  "parameter": 0,
  "parameter.rest": BindingFlag.rest,
  "parameter.keywords": BindingFlag.keywords,
  "parameter.optional": BindingFlag.optional,
  "parameter.receiver": BindingFlag.receiver,
};
