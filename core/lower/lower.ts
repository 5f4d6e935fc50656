/**
 * Lowers expressions, calls, uses and targets to facts, following a language's patterns. Called by a plugin's own rules.
 *
 * Stage: parse -> facts. Expressions are lowered on demand, each once. Invariants: no recursion deeper than `DEEPEST`; a node without a
 * rule is `Op.unknown`, never a guess. The two passes over a file are in `lower_passes.ts`.
 */
import { AccessMode, BindingKind, CallFlag, DefinitionKind } from "../facts.ts";
import { Op } from "../facts/expressions.ts";
import type { LanguagePlugin, ReadingRules, Roles } from "../plugin.ts";
import { ERROR_KIND, type FlatTree, type Grammar } from "../tree/flat_tree.ts";
import { ExpressionBuilder } from "./expression_builder.ts";
import { bindOwnMember, methodAbove, ownMember } from "./inside_types.ts";
import type { Match, Patterns } from "./patterns.ts";
import { RecentMatches } from "./recent_matches.ts";

/** Expressions nested deeper than this are unknown: hand-written code stays far below, and generated code must not overflow the stack. */
const DEEPEST = 400;
/** The least number of links for which a chain is lowered from its far end, and the recursion depth reserved for each link. */
const CHAIN = 40;
const CHAINED: ReadonlySet<string> = new Set(["expression.call", "expression.member", "expression.path"]);

/** A language, ready to lower trees of one of its grammars. */
export interface LoweringLanguage {
  readonly plugin: LanguagePlugin;
  readonly reading: ReadingRules;
  readonly grammar: Grammar;
  readonly patterns: Patterns;
}

/** Everything a plugin's own rules may do: ask about nodes, lower parts, add facts. Valid for one file. */
export class Lowering extends ExpressionBuilder {
  readonly patterns: Patterns;
  protected readonly reading: ReadingRules;
  /** The expression of each node that was lowered, -1 for the others. */
  protected readonly lowered: Int32Array;
  readonly #usesSeen = new Set<number>();
  #depth = 0;
  readonly #matches: RecentMatches;
  /** The first and the last node of a path downwards on which no chain was found: there is none below any node in between. */
  #chainless = { first: 0, last: 0 };

  constructor(tree: FlatTree, { plugin, reading, grammar, patterns }: LoweringLanguage) {
    super(tree, grammar, plugin);
    this.reading = reading;
    this.patterns = patterns;
    this.#matches = new RecentMatches(patterns, tree);
    this.notesBound = patterns.rules.has("expression.bare");
    this.lowered = this.columns.lowered;
  }

  /**
   * Lowers the expression at `node` (0 yields 0), once for each node.
   * @param match the match of its pattern, if already known
   */
  lowerExpression(node: number, match?: Match): number {
    if (node === 0) return 0;
    const known = this.lowered[node]!;
    if (known !== -1) return known;
    if (this.#depth >= DEEPEST && !this.#lowerChain(node)) return 0;
    this.lowered[node] = 0;
    this.#depth++;
    const expression = this.#lowerExpression(node, match);
    this.#depth--;
    this.lowered[node] = expression;
    return expression;
  }
  /**
   * Lowers a chain of calls and members (`a.b().c()`) below `node` from its far end, for which the recursion depth left here does not
   * suffice. Returns whether `node` can then be lowered: not without a chain, apart from some reserve.
   */
  #lowerChain(node: number): boolean {
    const chain = this.#chainBelow(node);
    // For the last few links, and those above what is already lowered, the depth suffices.
    if (chain.length < CHAIN) return this.#depth < DEEPEST + 3 * CHAIN;
    const depth = this.#depth;
    this.#depth = DEEPEST - CHAIN;
    while (chain.length > 0) this.lowerExpression(chain.pop()!);
    this.#depth = depth;
    return true;
  }
  /** The links of the chain below `node`, nearest first. Fewer than `CHAIN` if there is none that is worth lowering this way. */
  #chainBelow(node: number): number[] {
    const chain: number[] = [];
    // A first child is the next node: a path downwards is a range of nodes.
    const { first, last } = this.#chainless;
    if (node >= first && node <= last) return chain;
    let end = node;
    for (let link = this.firstChild(node); link !== 0 && this.lowered[link] === -1; link = this.firstChild(link)) {
      const rule = this.#matches.at(link)?.rule;
      if (rule !== undefined && CHAINED.has(rule)) chain.push(link);
      end = link;
    }
    if (chain.length < CHAIN) this.#chainless = { first: node, last: end };
    return chain;
  }
  /** Sets the expression of `node` for later requests. */
  setExpression(node: number, expression: number): void {
    this.lowered[node] = expression;
  }
  /** What stands at `node` is the name of something and no expression, where every name that nobody asks for may be a call (`expression.bare`). */
  protected setNoExpression(node: number): void {
    if (this.notesBound && this.lowered[node] === -1) this.lowered[node] = 0;
  }
  /** Lowers a type, by the language's own rule if it has one. */
  lowerType(node: number): number {
    if (node === 0) return 0;
    const own = this.reading.lowerType?.(this, node) ?? 0;
    return own !== 0 ? own : this.lowerExpression(node);
  }
  lowerAll(nodes: readonly number[] | undefined): number[] {
    return (nodes ?? []).map((node) => this.lowerExpression(node));
  }

  #lowerExpression(node: number, matched: Match | undefined): number {
    const definition = this.definitionRows[node]!;
    if (definition !== 0) return this.#lowerDefinition(node, definition);
    if (this.patterns.begins[this.tree.kind[node]!] !== 1) return 0;
    if (matched !== undefined) this.#matches.add(node, matched);
    const match = matched ?? this.#matches.at(node);
    return match === undefined ? 0 : this.#apply(node, match);
  }
  /**
   * A definition as a value. For a class that is instantiated where it is declared, an instance; creating it calls the constructor of the
   * base.
   */
  #lowerDefinition(node: number, definition: number): number {
    const self = this.facts.expression(Op.definition, definition);
    const roles = this.drafts[definition]?.roles;
    if (roles?.callee === undefined || this.facts.get("definitions", definition, "kind") !== DefinitionKind.class) return self;
    this.addCall(node, roles.callee[0]!, this.argumentsOf(roles), CallFlag.new);
    return this.facts.expression(Op.new, self, this.facts.list([]));
  }

  /** The expression that a rule yields; 0 for rules that yield none. */
  #apply(node: number, match: Match): number {
    const facts = this.facts;
    const roles = match.roles;
    if (match.own !== "") return this.reading.own[match.own]?.(this, node, roles) ?? 0;
    if (match.literal !== "") return this.#applyLiteral(node, match);
    switch (match.rule) {
      case "expression.name":
        return this.nameAt(node);
      case "expression.bare":
        return this.isBound(node) ? this.nameAt(node) : this.addCallOf(this.nameAt(node), node, node, this.text(node), [], 0);
      case "expression.same":
        return this.#lowerFirst(roles.operand);
      case "expression.member":
        return this.#applyMember(match);
      case "expression.path":
        return facts.expression(Op.path, this.#lowerFirst(roles.object), this.#textOfFirst(roles.property));
      case "expression.call": {
        if (roles.callee === undefined && roles.property !== undefined) return this.#callMember(node, roles.property[0]!, roles);
        const callee = roles.callee?.[0] ?? 0;
        const called = this.#matches.at(callee)?.rule;
        // With overloads, one constructor may call another (`this(…)`).
        const isConstructor = called === "expression.super" || (called === "expression.self" && this.plugin.rules.overloads === true);
        return this.addCall(node, callee, this.argumentsOf(roles), isConstructor ? CallFlag.superConstructor : 0);
      }
      case "expression.new":
        if (roles.property !== undefined) this.setNoExpression(roles.property[0]!);
        return roles.callee === undefined
          ? this.#makeUnknown(node, roles)
          : this.addCall(node, roles.callee[0]!, this.argumentsOf(roles), CallFlag.new);
      case "expression.index":
        return facts.expression(Op.index, this.#lowerFirst(roles.object), facts.list(this.lowerAll(roles.index)));
      case "expression.apply":
        return facts.expression(Op.apply, this.#lowerFirst(roles.object), facts.list((roles.argument ?? []).map((a) => this.lowerType(a))));
      case "expression.await":
        return facts.expression(Op.await, this.#lowerFirst(roles.operand));
      case "expression.iterate":
        return facts.expression(Op.iterate, this.#lowerFirst(roles.operand));
      case "expression.unwrap":
        return facts.expression(Op.unwrap, this.#lowerFirst(roles.operand));
      case "expression.deref":
        return facts.expression(Op.deref, this.#lowerFirst(roles.operand));
      case "expression.reference":
        return facts.expression(Op.reference, this.#lowerFirst(roles.operand));
      case "expression.either":
        return this.either(this.lowerAll(roles.option));
      case "expression.cast":
        return facts.expression(Op.cast, this.lowerType(roles.type?.[0] ?? 0), this.#lowerFirst(roles.operand));
      case "expression.self":
        return facts.expression(Op.self, this.scope(node));
      case "expression.self_type":
        return facts.expression(Op.selfType, this.scope(node));
      case "expression.super":
        return facts.expression(Op.super, this.scope(node));
      case "expression.super_call":
        return this.#callAbove(node, roles);
      case "expression.own_member":
        return ownMember(this, node);
      case "expression.pair": {
        const value = this.#lowerFirst(roles.value);
        this.addUse(roles.value?.[0] ?? 0);
        return facts.expression(Op.pair, this.#textOfFirst(roles.key), value);
      }
      case "expression.spread":
        return facts.expression(Op.spread, this.#lowerFirst(roles.operand));
      case "expression.tuple":
        for (const element of roles.element ?? []) this.addUse(element);
        return facts.expression(Op.tuple, facts.list(this.lowerAll(roles.element)));
    }
    return 0;
  }
  #callAbove(node: number, roles: Roles): number {
    if (roles.property !== undefined) this.setNoExpression(roles.property[0]!);
    return this.addCallOf(methodAbove(this, node), node, node, "super", this.#lowerArguments(this.argumentsOf(roles)), 0);
  }
  /** A new instance of what its place asks for (`new(…)`), which nothing here tells: a constructor is called. */
  #makeUnknown(node: number, roles: Roles): number {
    const name = this.plugin.rules.constructors[0] ?? "new";
    return this.addCallOf(0, node, node, name, this.#lowerArguments(this.argumentsOf(roles)), CallFlag.new);
  }
  /** Lowers the value at `node` that is of the type at `typeNode`: what makes an instance without saying of what makes one of that. */
  protected lowerOfType(node: number, typeNode: number): number {
    const match = node === 0 || typeNode === 0 || this.lowered[node] !== -1 ? undefined : this.#matches.at(node);
    if (match?.rule !== "expression.new" || match.roles.callee !== undefined) return this.lowerExpression(node);
    const made = this.addCallOf(
      this.lowerType(typeNode),
      node,
      node,
      this.calleeText(typeNode),
      this.#lowerArguments(this.argumentsOf(match.roles)),
      CallFlag.new,
    );
    this.setExpression(node, made);
    return made;
  }
  #applyLiteral(node: number, { literal, roles }: Match): number {
    const text = roles.element === undefined ? this.textLiteral(literal, node) : 0;
    if (text !== 0) return text;
    for (const element of roles.element ?? []) this.addUse(element);
    return this.literal(literal, this.lowerAll(roles.element));
  }

  #lowerFirst(nodes: readonly number[] | undefined): number {
    return nodes === undefined ? 0 : this.lowerExpression(nodes[0]!);
  }
  #textOfFirst(nodes: readonly number[] | undefined): number {
    return nodes === undefined ? 0 : this.textNumber(nodes[0]!);
  }
  /** A call whose receiver and name are its own children, without a node for both: `(call object name arguments)`. */
  #callMember(node: number, nameNode: number, roles: Match["roles"]): number {
    const object = roles.object?.[0];
    const name = this.text(nameNode);
    this.setNoExpression(nameNode);
    const callee = object === undefined ? this.nameExpression(name, nameNode) : this.memberExpression(this.lowerExpression(object), name);
    const text = this.shortText(this.tree.start[object ?? nameNode]!, this.tree.end[nameNode]!);
    return this.addCallOf(callee, node, nameNode, text, this.#lowerArguments(this.argumentsOf(roles)), 0);
  }
  #lowerArguments(nodes: readonly number[]): number[] {
    return nodes.map((argument) => {
      this.addUse(argument);
      return this.lowerExpression(argument);
    });
  }

  /** The named children of a node without comments; none for 0. */
  codeIn(node: number): number[] {
    return node === 0 ? [] : this.childrenMarked(node, this.grammar.code);
  }
  /** The argument nodes of a call's roles, without comments: the named children of `arguments`, or each `argument`. */
  argumentsOf(roles: Roles): number[] {
    return roles.argument ? [...roles.argument] : this.codeIn(roles.arguments?.[0] ?? 0);
  }

  /**
   * Adds a call of the expression at `calleeNode` and returns it as an expression. The position of a call is that of its callee's name: the
   * last name in `a.b.c`.
   */
  addCall(node: number, calleeNode: number, argumentNodes: readonly number[], flags: number): number {
    const callee = this.lowerExpression(calleeNode);
    const args = this.#lowerArguments(argumentNodes);
    return this.addCallOf(callee, node, this.lastName(calleeNode), this.calleeText(calleeNode), args, flags);
  }
  /** Adds a call of an expression that is already lowered. `nameNode` gives the position, `text` is for people. */
  addCallOf(callee: number, node: number, nameNode: number, text: string, args: readonly number[], flags: number): number {
    const op = this.facts.get("expressions", callee, "op");
    // The callee is itself the result of a call: the position of the second call is where its arguments begin.
    const at = callee !== 0 && (op === Op.call || op === Op.new) ? this.tree.end[nameNode]! : this.tree.start[nameNode]!;
    const list = this.facts.list(args);
    const caller = this.callerAt(node);
    if (this.facts.get("definitions", caller, "kind") === DefinitionKind.macro) flags |= CallFlag.transcribed;
    if (this.isDamaged(node)) flags |= CallFlag.damaged;
    const call = this.facts.add("calls", {
      expression: callee,
      caller,
      at,
      line: this.line(at),
      column: this.column(at),
      text: this.facts.string(text),
      flags,
      arguments: list,
    });
    const result = this.facts.expression(flags & CallFlag.new ? Op.new : Op.call, callee, list, call);
    this.facts.set("calls", call, "result", result);
    return result;
  }
  /** The node of the last name in a callee: `c` in `a.b.c`; the node itself if there is none. */
  lastName(node: number): number {
    for (let depth = 0; depth < DEEPEST; depth++) {
      const match = this.#matches.at(node);
      const inner = match?.roles.property?.[0] ?? (match?.rule === "expression.same" ? match.roles.operand?.[0] : undefined) ??
        (match?.rule === "expression.apply" || match?.rule === "expression.unwrap"
          ? (match.roles.object ?? match.roles.operand)?.[0]
          : undefined);
      if (inner === undefined || inner === node) return node;
      node = inner;
    }
    return node;
  }
  /** A callee as written, on one line, with the beginning of a long one cut off. */
  calleeText(node: number): string {
    return this.shortText(this.tree.start[node]!, this.tree.end[node]!);
  }
  protected shortText(start: number, end: number): string {
    const text = this.tree.source.slice(start, end).replace(/\s+/g, " ");
    return text.length <= 80 ? text : "…" + text.slice(-79);
  }
  /**
   * Records that the expression at `node` is passed as a value, if it is a name, a member or a path, one of several of these, or a named
   * function or class.
   * @param expression what `node` means if it is both a name and a value (`{ load }`)
   * @param taker the expression that it is passed to; 0 if unknown
   * @param mode of `GivenMode`
   */
  addUse(node: number, expression: number = node === 0 ? 0 : this.lowerExpression(node), taker = 0, mode = 0): void {
    if (expression === 0) return;
    const op = this.facts.get("expressions", expression, "op");
    if (op === Op.either) return this.#useOptions(node, taker, mode);
    if (op === Op.cast) return this.#useOperand(node, this.facts.get("expressions", expression, "b"), taker, mode);
    if (op === Op.guarded) return this.addUse(node, this.facts.get("expressions", expression, "a"), taker, mode);
    if (op === Op.definition) {
      if (!this.#namesItself(this.facts.get("expressions", expression, "a"), node)) return;
    } else if (op !== Op.name && op !== Op.member && op !== Op.path && op !== Op.apply && op !== Op.reference) return;
    this.#noteUse(node, expression, this.tree.start[this.lastName(node)]!, taker, mode);
  }
  /** Records that the function or class `definition`, part of the code at `node`, is passed with it. */
  addPartUse(node: number, definition: number, taker: number, mode = 0): void {
    this.#noteUse(node, this.facts.expression(Op.definition, definition), this.tree.start[node]!, taker, mode);
  }
  /**
   * Records that the value of the expression at `node`, a module or another value, is passed.
   * @param mode of `GivenMode`
   */
  addWholeUse(node: number, expression: number, taker = 0, mode = 0): void {
    this.#noteUse(node, expression, this.tree.start[node]!, taker, mode);
  }
  #noteUse(node: number, value: number, at: number, taker: number, mode: number): void {
    if (this.#usesSeen.has(value)) return;
    this.#usesSeen.add(value);
    // A name before code that did not parse may be anything: the callee of a broken call.
    if (this.isDamaged(node) || (this.hasErrors && this.#isBeforeError(node))) return;
    const expression = taker === 0 ? value : this.facts.expression(Op.given, value, taker, mode);
    this.addUseAt(expression, this.userAt(node), at);
  }
  /**
   * Records that the member at `node` is read or set, `mode`: bits of `AccessMode`.
   * @param expression the member, if the node alone does not give it
   */
  addAccess(node: number, mode: number, expression = this.#memberAt(node, mode)): void {
    if (this.facts.get("expressions", expression, "op") !== Op.member || this.isDamaged(node)) return;
    const at = this.tree.start[this.lastName(node)]!;
    this.facts.add("accesses", { expression, caller: this.callerAt(node), line: this.line(at), column: this.column(at), mode });
  }
  /** The member at `node` itself, whatever is known about its value there (by an assignment or a test). */
  #memberAt(node: number, mode: number): number {
    const expression = (mode & AccessMode.read) === 0 ? 0 : this.lowerExpression(node);
    const match = this.facts.get("expressions", expression, "op") === Op.member ? undefined : this.#matches.at(node);
    return match?.rule === "expression.member" ? this.#applyMember(match) : expression;
  }
  #applyMember({ roles }: Match): number {
    return this.facts.expression(Op.member, this.#lowerFirst(roles.object), this.#textOfFirst(roles.property));
  }
  #isBeforeError(node: number): boolean {
    const after = this.afterSubtree(node);
    return after < this.tree.count && this.tree.kind[after] === ERROR_KIND;
  }

  /** Records each of several alternatives as passed. */
  #useOptions(node: number, taker: number, mode: number): void {
    const roles = this.#matches.at(node)?.roles;
    for (const option of roles?.option ?? roles?.operand ?? roles?.property ?? []) {
      this.addUse(option, this.lowerExpression(option), taker, mode);
    }
  }
  /** Records the operand of a cast or of a tested value as passed. */
  #useOperand(node: number, value: number, taker: number, mode: number): void {
    const roles = this.#matches.at(node)?.roles;
    const operand = roles?.operand?.[0] ?? roles?.property?.at(-1) ?? 0;
    if (operand === 0) this.addUse(node, value, taker, mode);
    else this.addUse(operand, this.lowerExpression(operand), taker, mode);
  }
  /** Whether the definition at `node` is named there rather than by a variable or an assignment, which does not use it. */
  #namesItself(definition: number, node: number): boolean {
    return this.definitionRows[node] === definition && this.facts.get("definitions", definition, "name") !== 0 &&
      this.facts.get("definitions", definition, "start") === this.tree.start[node];
  }

  /**
   * Binds everything that the target at `node` names to (parts of) `value`. Plain names are bound here, sequences by `target.sequence`,
   * everything else by the plugin's `bindTarget`.
   */
  bindTarget(node: number, value: number, kind: number, type = 0): void {
    if (node === 0 || this.#depth >= DEEPEST) return;
    this.#depth++;
    if (!this.reading.bindTarget?.(this, node, value, kind, type)) this.#bindParts(node, value, kind, type);
    this.#depth--;
  }
  #bindParts(node: number, value: number, kind: number, type: number): void {
    const match = this.#matches.at(node);
    if (match === undefined) return;
    if (match.rule === "expression.name" || match.rule === "expression.bare") {
      this.bind(kind, this.text(node), node, { value, type });
    } else if (match.rule === "expression.own_member") bindOwnMember(this, node, value, type);
    else if (match.rule === "expression.same") {
      this.bindTarget(match.roles.operand?.[0] ?? 0, value, kind, type);
    } else if (match.rule === "target.sequence" || match.rule === "expression.tuple") {
      const elements = match.roles.element ?? [];
      for (const [position, element] of elements.entries()) this.bindTarget(element, this.item(value, position), kind);
    }
  }
  /** Binds a parameter of the definition whose scope contains `node`. */
  bindParameter(node: number, target: number, type: number, value: number, flags: number): void {
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
  }
}
