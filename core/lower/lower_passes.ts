/**
 * The two passes over a file: definitions and scopes first, then bindings, imports, calls and uses.
 *
 * Stage: parse -> facts. Both traverse the flat tree once, in pre-order. Invariant: a node that was lowered for an earlier one is not
 * visited again.
 */
import { BindingFlag, BindingKind, CallFlag, DefinitionFlag, DefinitionKind, isCallable, ScopeKind } from "../facts.ts";
import { Op } from "../facts/expressions.ts";
import type { StoredFacts } from "../facts/stored_facts.ts";
import { ERROR_KIND, type FlatTree } from "../tree/flat_tree.ts";
import { findConflicts } from "../base/merge_conflicts.ts";
import { tableOf } from "../base/tables.ts";
import { ANONYMOUS, type Draft, SIGNATURE_LENGTH } from "./definition_builder.ts";
import { giveHeldCode } from "./held_code.ts";
import { Lowering, type LoweringLanguage } from "./lower.ts";
import { isFilePackage, lowerBase, lowerPackageAround, PACKAGE_AROUND } from "./inside_types.ts";
import { lowerImport, lowerPackage, moduleText } from "./lower_imports.ts";
import { DEFINING } from "./lowering_rules.ts";
import type { Match } from "./patterns.ts";

const PARAMETER_FLAGS: Readonly<Record<string, number>> = tableOf({
  "parameter": 0,
  "parameter.rest": BindingFlag.rest,
  "parameter.keywords": BindingFlag.keywords,
  "parameter.optional": BindingFlag.optional,
  "parameter.receiver": BindingFlag.receiver,
});

/** Roles whose presence sets a flag of a definition. */
const FLAG_ROLES: Readonly<Record<string, number>> = tableOf({
  exported: DefinitionFlag.exported,
  partial: DefinitionFlag.part,
  static: DefinitionFlag.static,
  abstract: DefinitionFlag.abstract,
  async: DefinitionFlag.async,
  test: DefinitionFlag.test,
});

/**
 * The facts of a tree.
 * @param hasErrors whether the parser found something that it could not read
 */
export function lowerTree(tree: FlatTree, language: LoweringLanguage, hasErrors: boolean): StoredFacts {
  const passes = new Passes(tree, language);
  passes.hasErrors = hasErrors;
  return passes.run();
}

class Passes extends Lowering {
  /** The module of the `@import.from` around the current node, and the node after that import. */
  #importedFrom = { module: "", end: 0 };
  /** The node after the `statics` around the current node. */
  #staticsEnd = 0;

  run(): StoredFacts {
    const module = this.define(DefinitionKind.module, 0);
    this.scopeOf[0] = this.moduleScope;
    this.facts.set("definitions", module, "parent", 0);
    this.facts.set("definitions", module, "scope", 0);
    this.facts.set("definitions", module, "lineStart", 1);
    this.facts.set("definitions", module, "lineEnd", Math.max(1, this.lines));
    this.facts.set("definitions", module, "nameLine", 1);
    this.facts.set("definitions", module, "nameColumn", 1);
    this.reading.begin?.(this);
    // Of a conflict one side was read, if that helped.
    if (this.hasErrors) { for (const { start, end } of findConflicts(this.tree.source)) this.#addProblem(1, start, end); }
    this.#findDefinitions();
    this.#findFacts();
    this.reading.finish?.(this);
    if (this.plugin.rules.impliedSuper === true) this.#addImpliedSuper();
    this.#finishDefinitions();
    giveHeldCode(this);
    return this.facts.finish(this.lines);
  }

  #findDefinitions(): void {
    const { tree, patterns } = this;
    const { opened } = this.columns;
    opened[0] = this.moduleScope;
    let skipTo = 0;
    for (let node = 1; node < tree.count; node++) {
      const parent = tree.parent[node]!;
      if (this.scopeOf[node] === 0) this.scopeOf[node] = opened[parent] !== 0 ? opened[parent]! : this.scopeOf[parent]!;
      if (node < skipTo) continue;
      const kind = tree.kind[node]!;
      if (kind === ERROR_KIND || tree.start[node] === tree.end[node]) this.#noteProblem(node, kind);
      if (patterns.actsFirst[kind] !== 1) continue;
      const match = patterns.match(tree, node);
      if (match === undefined) continue;
      if (match.rule === "skip") skipTo = this.afterSubtree(node);
      else this.#openNode(node, match);
    }
  }
  /** Handles what a node defines and the scope that it opens. */
  #openNode(node: number, match: Match): void {
    const { opened } = this.columns;
    const { rule, roles } = match;
    if (rule === "statics") this.#staticsEnd = this.afterSubtree(node);
    else if (DEFINING.has(rule)) opened[node] = this.facts.get("definitions", this.#defineByRule(node, match), "body");
    else if (rule === PACKAGE_AROUND) {
      if (isFilePackage(this, node)) return;
      opened[node] = this.facts.get("definitions", this.#defineByRule(node, { ...match, rule: "definition.namespace" }), "body");
    } else if (rule === "scope.block" || roles.block !== undefined) {
      // A function's own body is not a branch of it.
      const parent = this.tree.parent[node]!;
      const isBody = parent !== 0 && opened[parent] !== 0 && this.definitionRows[parent] !== 0;
      if (!isBody || this.reading.isBodyApart?.(this, node) === true) opened[node] = this.openScope(ScopeKind.block, node);
    } else if (roles.loop !== undefined) opened[node] = this.openScope(ScopeKind.loop, node);
    else if (rule === "scope.function" || roles.scope !== undefined) opened[node] = this.openScope(ScopeKind.function, node);
    for (const part of roles.outer ?? []) this.setScope(part, this.scope(node));
  }
  #noteProblem(node: number, kind: number): void {
    if (kind !== ERROR_KIND && !(this.isMissing(node))) return;
    this.#addProblem(kind === ERROR_KIND ? 1 : 2, this.tree.start[node]!, this.tree.end[node]!);
  }
  #addProblem(kind: number, start: number, end: number): void {
    this.facts.add("problems", {
      kind,
      start,
      end,
      lineStart: this.line(start),
      lineEnd: this.line(Math.max(start, end - 1)),
    });
  }
  #defineByRule(node: number, match: Match): number {
    const kind = DefinitionKind[match.rule.slice("definition.".length) as keyof typeof DefinitionKind];
    const definition = this.define(kind, node, match.roles);
    const name = match.roles.name?.[0];
    if (name !== undefined) this.nameDefinition(definition, name, this.#nameOf(kind, name));
    if (node < this.#staticsEnd) this.addFlag(definition, DefinitionFlag.static);
    for (const role in FLAG_ROLES) if (match.roles[role] !== undefined) this.addFlag(definition, FLAG_ROLES[role]!);
    const body = match.roles.body?.[0];
    if (body === undefined && isCallable(kind)) this.addFlag(definition, DefinitionFlag.bodiless);
    const isBound = this.reading.describe?.(this, node, definition) === false;
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

  /** The name of a definition. A constructor named like its type in the source gets the language's own name for constructors. */
  #nameOf(kind: number, name: number): string {
    const { constructors } = this.plugin.rules;
    const text = this.text(name);
    return kind !== DefinitionKind.constructor || constructors.includes(text) ? text : constructors[0] ?? text;
  }

  #findFacts(): void {
    const { tree, patterns, reading: { accessAt } } = this;
    for (let node = 1; node < tree.count; node++) {
      const definition = this.definitionRows[node]!;
      if (definition !== 0) {
        this.#describeParts(definition);
        if (this.drafts[definition]!.roles.callee !== undefined) this.lowerExpression(node);
        continue;
      }
      const mode = patterns.members[tree.kind[node]!] === 1 ? accessAt?.(this, node) ?? 0 : 0;
      if (mode !== 0) this.addAccess(node, mode);
      if (patterns.actsSecond[tree.kind[node]!] !== 1) continue;
      // Already lowered for an earlier node: its calls and uses are recorded.
      if (this.lowered[node] !== -1) continue;
      const match = patterns.match(tree, node);
      if (match === undefined) continue;
      if (match.action === "skip") node = this.afterSubtree(node) - 1;
      else this.#readNode(node, match);
    }
  }
  #readNode(node: number, match: Match): void {
    const { action, roles } = match;
    if (action === "statement") this.#statement(node, match);
    else if (action === "lower" || (action === "lower-parts" && (roles.element || roles.value))) this.lowerExpression(node, match);
  }

  #statement(node: number, match: Match): void {
    const roles = match.roles;
    const type = (): number => this.lowerType(roles.type?.[0] ?? 0);
    const value = (): number => this.lowerOfType(roles.value?.[0] ?? 0, roles.type?.[0] ?? 0);
    switch (match.rule) {
      case "parameter":
      case "parameter.rest":
      case "parameter.keywords":
      case "parameter.optional":
      case "parameter.receiver":
        this.#bindParameters(node, match, type, value);
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
      case "return":
        this.#readReturn(node, roles.value?.[0] ?? 0);
        return;
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
      case "import.from":
        this.#importedFrom = { module: moduleText(this, roles.module?.[0]), end: this.afterSubtree(node) };
        return;
      case "import":
        lowerImport(this, node, roles, node < this.#importedFrom.end ? this.#importedFrom.module : "");
        return;
      default:
        this.#readHead(node, match);
    }
  }
  /** What a file belongs to, and what a type's body says of its bases. */
  #readHead(node: number, { rule, roles }: Match): void {
    if (rule === "package") lowerPackage(this, roles);
    else if (rule === PACKAGE_AROUND) lowerPackageAround(this, node);
    else if (rule === "base") {
      for (const word of roles.property ?? []) this.setNoExpression(word);
      lowerBase(this, node, roles);
    }
  }
  #readReturn(node: number, from: number): void {
    const inside = this.enclosingFunction(node);
    const returned = this.lowerOfType(from, this.drafts[inside]?.roles.type?.[0] ?? 0);
    this.addUse(from);
    this.addReturn(inside, returned);
  }
  #bindParameters(node: number, { rule, roles }: Match, type: () => number, value: () => number): void {
    for (const name of roles.name ?? roles.target ?? [0]) this.bindParameter(node, name, type(), value(), PARAMETER_FLAGS[rule]!);
    for (const name of roles.name ?? []) this.setNoExpression(name);
    if (roles.field !== undefined) this.#defineField(node, roles.field[0]!, type());
    const isOfHead = roles.member !== undefined && !isCallable(this.facts.get("definitions", this.enclosingDefinition(node), "kind"));
    if (isOfHead) this.#defineField(node, roles.member![0]!, type());
  }
  /** A parameter that declares a field as well, of the type whose constructor has it or in whose head it stands. */
  #defineField(node: number, name: number, type: number): void {
    const { facts } = this;
    const owner = this.enclosingDefinition(node);
    const scope = facts.get("definitions", owner, isCallable(facts.get("definitions", owner, "kind")) ? "scope" : "body");
    const definition = this.define(DefinitionKind.field, node);
    this.placeDefinition(definition, scope);
    this.nameDefinition(definition, name);
    const [binding] = this.parametersOf(owner).slice(-1);
    if (type !== 0) facts.set("definitions", definition, "type", type);
    else if (binding !== undefined) facts.set("definitions", definition, "value", facts.expression(Op.binding, binding));
    this.bindDefinition(definition, scope, true);
  }
  #describeParts(definition: number): void {
    const draft = this.drafts[definition]!;
    const { roles } = draft;
    const set = (column: "type" | "value" | "owner", expression: number): void => {
      if (expression !== 0) this.facts.set("definitions", definition, column, expression);
    };
    for (const name of roles.name ?? []) this.setNoExpression(name);
    // A parameter that consists of its name alone.
    for (const name of roles.parameters ?? []) {
      if (this.patterns.match(this.tree, name)?.rule === "expression.name") this.bindParameter(name, name, 0, 0, 0);
    }
    // What is mixed in hides what the bases have; of several the last does.
    for (const type of roles.mixin?.toReversed() ?? []) this.addSupertype(definition, this.lowerType(type));
    for (const type of roles.supertype ?? []) this.addSupertype(definition, this.lowerType(type));
    if (this.facts.get("definitions", definition, "kind") === DefinitionKind.enum_member) this.#describeMade(definition, draft);
    if (roles.type) set("type", this.lowerType(roles.type[0]!));
    if (roles.owner) set("owner", this.lowerType(roles.owner[0]!));
    if (roles.value) {
      const value = this.lowerOfType(roles.value[0]!, roles.type?.[0] ?? 0);
      this.addUse(roles.value[0]!);
      // A function whose body is an expression returns it.
      if (isCallable(this.facts.get("definitions", definition, "kind"))) this.addReturn(definition, value);
      else set("value", value);
    }
  }

  /** Describes an enum member: one with arguments calls the enum's constructor, one with a body extends the enum. */
  #describeMade(definition: number, { node, roles }: Draft): void {
    if (roles.arguments === undefined && roles.body === undefined) return;
    const name = roles.name?.[0] ?? node;
    const around = this.nameOf(this.facts.get("definitions", definition, "parent"));
    if (roles.arguments !== undefined) {
      const callee = this.nameExpression(around, name);
      this.addCallOf(callee, name, name, this.text(name), this.lowerAll(this.argumentsOf(roles)), CallFlag.new);
    }
    if (roles.body !== undefined) this.addSupertype(definition, this.nameExpression(around, name));
  }

  /** Calls the base's constructor at the name of each constructor that calls none, of its base or its own class (the `super()` that Java adds). */
  #addImpliedSuper(): void {
    const { facts, drafts } = this;
    const [flags, callers] = [facts.column("calls", "flags"), facts.column("calls", "caller")];
    const calling = new Set(Array.from(callers).filter((_caller, call) => (flags[call]! & CallFlag.superConstructor) !== 0));
    const kinds = facts.column("definitions", "kind");
    for (const [definition, draft] of drafts.entries()) {
      const [name, body] = [draft?.roles.name?.[0], draft?.roles.body?.[0]];
      if (kinds[definition] !== DefinitionKind.constructor || calling.has(definition) || name === undefined || body === undefined) continue;
      const type = facts.get("definitions", definition, "parent");
      // What names no base builds on the library's root type.
      if (kinds[type] !== DefinitionKind.class || drafts[type]!.supertypes.length === 0) continue;
      this.addCallOf(facts.expression(Op.super, this.scope(body)), body, name, "super", [], CallFlag.superConstructor);
    }
  }
  #finishDefinitions(): void {
    for (let definition = 1; definition < this.facts.size("definitions"); definition++) {
      const draft = this.drafts[definition]!;
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
      if (definition === this.module) {
        const text = this.reading.moduleDoc?.(this) ?? "";
        if (text !== "") this.facts.set("definitions", definition, "doc", this.facts.string(text));
        continue;
      }
      if (this.facts.get("definitions", definition, "signature") === 0) this.#sign(definition, draft);
      const doc = this.reading.doc?.(this, draft.node) ?? "";
      if (doc !== "") this.facts.set("definitions", definition, "doc", this.facts.string(doc));
    }
  }
  /** Sets the signature: the code from the definition's start to its body. */
  #sign(definition: number, draft: Draft): void {
    const kind = this.facts.get("definitions", definition, "kind");
    // An impl has no name of its own: what it is for is read from its header.
    if (ANONYMOUS.has(kind) && kind !== DefinitionKind.impl) return;
    const { tree } = this;
    const isApart = tree.start[draft.node]! >= (tree.apart?.base ?? Infinity);
    const start = isApart ? tree.start[draft.node]! : this.facts.get("definitions", definition, "start");
    const whole = isApart ? tree.end[draft.node]! : this.facts.get("definitions", definition, "end");
    const body = draft.roles.body?.[0] ?? this.#bracedBody(draft.node);
    const end = body === 0 ? whole : tree.start[body]!;
    let first = draft.node;
    while (first > 0 && tree.start[this.parent(first)]! >= start) first = this.parent(first);
    const text = this.code(first, start, Math.min(end, start + 4 * SIGNATURE_LENGTH));
    this.setSignature(definition, text.replace(/[\s{:]+$/, ""));
  }
  /** The body of a definition without a role for it (a struct's fields), or 0. */
  #bracedBody(node: number): number {
    const body = this.child(node, "body");
    return body > 0 && this.tree.source[this.tree.start[body]!] === "{" ? body : 0;
  }
}
