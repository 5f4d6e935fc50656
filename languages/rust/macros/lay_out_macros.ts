/**
 * Writes the tokens of one macro, or of an attribute with values, as code.
 *
 * Stage: parse. Invariant: only what may contain a call, a definition or the macro's value is laid out, each token at most once.
 */
import { append } from "../../../core/base/lists.ts";
import { EmbeddedText } from "../../../core/tree/embedded_text.ts";
import { afterSubtree, type FlatTree } from "../../../core/tree/flat_tree.ts";
import type { WrittenPath } from "./called_paths.ts";
import { type Kinds } from "./kinds.ts";
import { readKept } from "./kept_values.ts";
import { layOutMarkup, type Pen, takesMarkup } from "./markup.ts";
import { type MadeModule } from "./modules.ts";
import { comparesTwo, type MacroShape, makesMap, shapeOf } from "./shapes.ts";
import { partsSideBySide } from "./side_by_side.ts";
import { besideMarks, MacroTokens } from "./tokens.ts";

/** Shapes that are laid out even without a visible call. */
const READ_ANYWAY: ReadonlySet<MacroShape> = new Set<MacroShape>(["values", "array", "branches"]);
/** A `{ holder, name }` that waits to be laid out, or what is known of its tokens. */
interface Macro {
  readonly holder: number;
  readonly name: string;
}

/** Lays out macro arguments, region by region. */
export class Layout extends MacroTokens {
  /** Nested invocations of the current macro, in order. */
  #nested: Macro[] = [];
  /** How many of them are copied. */
  #copied = 0;
  /** Whether the current macro has values before its arrows, not patterns. */
  #isKeyed = false;
  /** Paths that the current macro calls. */
  #called: readonly WrittenPath[] = [];
  readonly #pen: Pen = { raw: (text) => this.text.raw(text), span: (tokens, range) => this.#span(tokens, range) };

  /**
   * @param conditions under which macros put their arguments, by macro name
   * @param modules into which macros put their arguments
   * @param keyed the names of further macros with values before their arrows
   */
  constructor(
    tree: FlatTree,
    kinds: Kinds,
    readonly text: EmbeddedText,
    readonly conditions: ReadonlyMap<string, string>,
    readonly modules: ReadonlyMap<string, MadeModule>,
    readonly keyed: ReadonlySet<string>,
  ) {
    super(tree, kinds);
  }

  /** @param called paths among the tokens that the macro calls */
  addMacro(holder: number, name: string, called: readonly WrittenPath[]): void {
    const { tree } = this;
    const waiting: Macro[] = [{ holder, name }];
    for (let macro = waiting.pop(); macro !== undefined; macro = waiting.pop()) {
      let shape = shapeOf(macro.name);
      if (shape === "skip") continue;
      this.#nested = [];
      this.#copied = 0;
      this.#called = macro.holder === holder ? called : [];
      this.#isKeyed = this.keyed.has(macro.name) || makesMap(macro.name);
      const useful = this.#scan(macro.holder) || this.#called.length > 0;
      const tokens = this.tokensOf(macro.holder);
      if (shape === "paths") shape = this.arePaths(tokens) ? "array" : undefined;
      else if (shape === undefined && comparesTwo(macro.name) && this.comparesMade(tokens)) shape = "compared";
      else if (shape === undefined && takesMarkup(macro.name)) shape = "markup";
      if (tokens.length === 0) continue;
      if (!useful && !(shape !== undefined && READ_ANYWAY.has(shape)) && !this.beginsItem(tokens, 0)) continue;
      const from = this.text.length;
      const condition = this.conditions.get(macro.name);
      const around = this.modules.get(macro.name);
      if (condition !== undefined && this.beginsItem(tokens, 0)) this.#layOutApart(`#![cfg(${condition})]`, tree.start[macro.holder]!);
      if (around !== undefined && this.beginsItem(tokens, 0)) this.#layOutWithin(around, tokens, tree.start[macro.holder]!);
      else this.#layOut(tokens, shape);
      if (this.text.length === from) continue;
      if (shape !== "spanned") append(waiting, this.#nested);
      this.text.region(tree.start[macro.holder]!, from);
    }
  }

  /** Records the nested invocations. @returns whether anything there may contain code */
  #scan(holder: number): boolean {
    const { tree, kinds } = this;
    const end = afterSubtree(tree, holder);
    let useful = false;
    for (let node = holder + 1; node < end; node++) {
      const kind = tree.kind[node]!;
      if (kind === kinds.tokens) useful ||= this.isGroup(node, "(");
      if (!kinds.identifier.has(kind)) continue;
      const bang = tree.next[node]!;
      if (bang === 0 || tree.kind[bang] !== kinds.bang) continue;
      let inner = tree.next[bang]!;
      const name = this.written(node);
      if (name === "macro_rules") {
        while (inner !== 0 && tree.kind[inner] !== kinds.tokens) inner = tree.next[inner]!;
        if (inner !== 0) node = afterSubtree(tree, inner) - 1;
      } else if (inner !== 0 && tree.kind[inner] === kinds.tokens && name !== "else") {
        this.#nested.push({ holder: inner, name });
        node = afterSubtree(tree, inner) - 1;
        useful = true;
      }
    }
    return useful;
  }

  /** Writes what a macro adds to the items in its arguments. */
  #layOutApart(added: string, at: number): void {
    const from = this.text.length;
    this.text.raw(added);
    this.text.keepApart(from, at, at, at);
  }

  /** Items within the module that a macro makes of them. */
  #layOutWithin({ before, behind }: MadeModule, tokens: readonly number[], at: number): void {
    this.#layOutApart(before, at);
    this.#layOutItems(tokens);
    this.#layOutApart(behind, at);
  }

  #layOut(tokens: readonly number[], shape: MacroShape | undefined): void {
    const { tree, kinds } = this;
    if (shape === "array") return this.#between("[", tokens, "]");
    if (shape === "match") return this.#layOutMatch(tokens);
    if (shape === "compared") return this.#layOutCompared(tokens);
    if (shape === "markup" && layOutMarkup(this, tokens, this.#pen)) return;
    if (shape === "select") return this.#layOutSelect(tokens);
    if (shape === "branches") return this.#layOutBranches(tokens);
    if (shape === "spanned") {
      const arrow = tokens.findIndex((token) => tree.kind[token] === kinds.arrow);
      this.text.raw("{");
      this.#expression(tokens, [0, Math.max(arrow, 0)], false);
      return this.text.raw("}");
    }
    if (shape === "json") {
      this.text.raw("{");
      this.#layOutKeyed(tokens, 0);
      return this.text.raw("}");
    }
    if (this.beginsItem(tokens, 0)) {
      this.#layOutItems(tokens);
      // The macro itself adds the end (`sql_function!(fn lower(x: Text) -> Text)`).
      return shape === "statics" || this.isBareFunction(tokens) ? this.text.raw(";") : undefined;
    }
    if (this.holdsSplices(tokens)) return;
    const semicolon = tokens.findIndex((token) => tree.kind[token] === kinds.semicolon);
    if (semicolon > 0 && this.isHeader(tokens.slice(0, semicolon)) && this.beginsItem(tokens, semicolon + 1)) {
      return this.#layOutItems(tokens.slice(semicolon + 1));
    }
    // `join!(biased; a(), b())`: an option of the macro, then its list.
    if (semicolon === 1 && kinds.identifier.has(tree.kind[tokens[0]!]!) && tokens.some((token) => tree.kind[token] === kinds.comma)) {
      return this.#layOutExpressions(tokens.slice(2), shape === "values");
    }
    // `dispatch! { value; pattern => result, pattern => result }` is not a sequence of statements.
    const isFollowedByArms = semicolon >= 0 && tokens.findIndex((token) => tree.kind[token] === kinds.arrow) > semicolon;
    if (tree.kind[tokens[0]!] === kinds.letWord || (semicolon >= 0 && !isFollowedByArms)) return this.#between("{", tokens, "}");
    this.#layOutExpressions(tokens, shape === "values");
  }

  /** Items as they are; `static ref` of lazy statics without its `ref`, generated parameters as variables. */
  #layOutItems(tokens: readonly number[]): void {
    const { tree } = this;
    let from = tree.start[tokens[0]!]!;
    for (let i = 1; i < tokens.length; i++) {
      if (this.written(tokens[i]!) === "ref" && this.written(tokens[i - 1]!) === "static") {
        this.#piece(from, tree.start[tokens[i]!]!);
        from = tree.end[tokens[i]!]!;
      } else if (this.drawsParameters(tokens, i)) {
        this.#piece(from, tree.start[tokens[i]!]!);
        if (!this.isGroup(tokens[i - 1], "(")) this.text.raw("()");
        this.#layOutDrawn(this.tokensOf(tokens[i]!));
        // What precedes the body is the result type of a source that the macro generates.
        from = tree.start[tokens.find((token, k) => k > i && this.isGroup(token, "{"))!]! + 1;
      }
    }
    this.#piece(from, tree.end[tokens[tokens.length - 1]!]!);
  }

  /** The start of such a function's body: each parameter as an unknown variable, then its source. */
  #layOutDrawn(tokens: readonly number[]): void {
    this.text.raw("{");
    for (const [from, to] of this.split(tokens, 0, tokens.length, this.kinds.comma)) {
      const source = tokens.findIndex((token, i) => i > from && i < to && this.written(token) === "in");
      this.text.raw("let ");
      this.#span(tokens, [from, source < 0 ? to : source]);
      this.text.raw(";");
      if (source >= 0) this.#expression(tokens, [source + 1, to], true);
    }
  }

  #layOutBranches(tokens: readonly number[]): void {
    const { tree, kinds } = this;
    for (let i = 0; i < tokens.length; i++) {
      if (tree.kind[tokens[i]!] === kinds.arrow && !this.isGroup(tokens[i + 1], "{")) {
        // An arm that is an expression alone.
        let end = i + 1;
        while (end < tokens.length && tree.kind[tokens[end]!] !== kinds.comma) end++;
        this.#expression(tokens, [i + 1, end], false);
        i = end;
      }
      const inner = this.isGroup(tokens[i], "{") ? this.tokensOf(tokens[i]!) : [];
      if (inner.length === 0) continue;
      this.#layOutItems(inner);
      this.text.raw(";\n");
    }
  }

  #layOutMatch(tokens: readonly number[]): void {
    const parts = this.split(tokens, 0, tokens.length, this.kinds.comma);
    const [value, pattern] = parts;
    this.text.raw("{");
    if (value !== undefined && pattern !== undefined) {
      this.text.raw("match ");
      this.#span(tokens, value);
      this.text.raw("{");
      this.#span(tokens, pattern);
      this.text.raw("=>{}}");
    }
    for (const part of parts.slice(2)) this.#expression(tokens, part, false);
    this.text.raw("}");
  }

  #layOutCompared(tokens: readonly number[]): void {
    const parts = this.split(tokens, 0, tokens.length, this.kinds.comma);
    this.text.raw("{(");
    this.#span(tokens, parts[0]!);
    this.text.raw(")==(");
    this.#span(tokens, parts[1]!);
    this.text.raw(");");
    for (const part of parts.slice(2)) this.#expression(tokens, part, false);
    this.text.raw("}");
  }

  #layOutSelect(tokens: readonly number[]): void {
    const { tree, kinds } = this;
    const is = (i: number, kind: number): boolean => i < tokens.length && tree.kind[tokens[i]!] === kind;
    let at = is(1, kinds.semicolon) ? 2 : 0;
    this.text.raw("{");
    while (at < tokens.length) {
      let arrow = at;
      while (arrow < tokens.length && !is(arrow, kinds.arrow)) arrow++;
      let equals = at;
      while (equals < arrow && !is(equals, kinds.equals)) equals++;
      let guard = equals;
      while (guard < arrow && !(is(guard, kinds.comma) && is(guard + 1, kinds.ifWord))) guard++;
      let end = arrow + 1;
      if (this.isGroup(tokens[end], "{")) end++;
      else while (end < tokens.length && !is(end, kinds.comma)) end++;
      end = Math.min(end, tokens.length);
      this.text.raw("{");
      if (equals < arrow) {
        this.text.raw("let ");
        this.#span(tokens, [at, equals]);
        this.text.raw("=(");
        this.#span(tokens, [equals + 1, guard]);
        this.text.raw(").await;");
        if (guard < arrow) this.#expression(tokens, [guard + 2, arrow], false);
      } else if (arrow === tokens.length) this.#expression(tokens, [at, arrow], false);
      else this.#layOutOperation(tokens, at, arrow);
      this.#expression(tokens, [arrow + 1, end], true);
      this.text.raw("};");
      at = is(end, kinds.comma) ? end + 1 : end;
    }
    this.text.raw("}");
  }

  /** `recv(receiver) -> pattern` before an arm: the arguments of the operation, and unknown variables. */
  #layOutOperation(tokens: readonly number[], at: number, arrow: number): void {
    const holder = at + 1 < arrow ? tokens[at + 1]! : 0;
    if (holder === 0 || this.tree.kind[holder] !== this.kinds.tokens) return;
    const given = this.tokensOf(holder);
    if (given.length > 0) this.#layOutExpressions(given, false);
    if (at + 3 >= arrow || this.written(tokens[at + 2]!) !== "->") return;
    this.text.raw("let ");
    this.#span(tokens, [at + 3, arrow]);
    this.text.raw(";");
  }

  /** Values of objects and lists, their keys left out. */
  #layOutKeyed(tokens: readonly number[], depth: number): void {
    const { tree, kinds } = this;
    for (const [start, to] of this.split(tokens, 0, tokens.length, kinds.comma)) {
      let from = start;
      for (let i = from; i < to; i++) if (tree.kind[tokens[i]!] === kinds.colon) from = i + 1;
      const only = to - from === 1 ? tokens[from]! : 0;
      if (only !== 0 && tree.kind[only] === kinds.tokens && !this.isGroup(only, "(") && depth < 50) {
        this.#layOutKeyed(this.tokensOf(only), depth + 1);
      } else this.#expression(tokens, [from, to], false);
    }
  }

  /** Expressions between commas and arrows. */
  #layOutExpressions(tokens: readonly number[], all: boolean): void {
    const { tree, kinds } = this;
    this.text.raw("{");
    const parts = this.split(tokens, 0, tokens.length, kinds.semicolon).flatMap(([from, to]) => this.split(tokens, from, to, kinds.comma));
    for (const [start, end] of parts) {
      const sides = this.split(tokens, start, end, kinds.arrow);
      for (const [i, side] of sides.entries()) {
        let [from, to] = side;
        const kept = readKept(this, tokens, [from, to], this.#pen);
        if (kept === undefined) continue;
        from = kept;
        // `if condition => value`; otherwise a pattern precedes the arrow, or a key.
        if (i === 0 && sides.length > 1 && tree.kind[tokens[from]!] === kinds.ifWord) from++;
        else if (from >= to || (sides.length > 1 && i === 0 && !this.#isKeyed && !this.isNoPattern(tokens, from, to))) continue;
        // A body between braces ends an arm without a comma.
        if (i > 0 && this.isGroup(tokens[from], "{")) to = from + 1;
        // `name: value`, and `call(…): Bound`.
        const colon = this.colonIn(tokens, from, to);
        if (colon === from + 1) from += 2;
        else if (colon > from) to = colon;
        if (all) this.#expression(tokens, [from, to], true);
        else for (const [list, range] of partsSideBySide(this, tokens, from, to)) this.#expression(list, range, false);
      }
    }
    if (!all) this.#layOutCalled();
    this.text.raw("}");
  }

  /** Writes calls of what the macro calls by its path, unless parentheses already make the path a call. */
  #layOutCalled(): void {
    for (const [from, to] of this.#called) {
      if (/^\s*\(/.test(this.tree.source.slice(to, to + 80))) continue;
      this.text.copy(from, to);
      this.text.raw("();");
    }
    this.#called = [];
  }

  /** One expression as a statement, if it may contain a call or `always`. */
  #expression(tokens: readonly number[], [from, to]: readonly [number, number], always: boolean): void {
    if (from >= to) return;
    if (!always && !tokens.slice(from, to).some((token) => this.tree.kind[token] === this.kinds.tokens)) return;
    const isDrawn = this.drawsClosure(tokens, from, to);
    if (isDrawn) {
      this.text.raw("||");
      this.#layOutDrawn(this.tokensOf(tokens[from + 1]!));
    }
    this.#span(tokens, [isDrawn ? from + 3 : from, to]);
    this.text.raw(isDrawn ? "};" : ";");
  }

  #between(before: string, tokens: readonly number[], after: string): void {
    this.text.raw(before);
    this.#span(tokens, [0, tokens.length]);
    this.text.raw(after);
  }
  #span(tokens: readonly number[], [from, to]: readonly [number, number]): void {
    if (from >= to) return;
    let start = this.tree.start[tokens[from]!]!;
    const end = this.tree.end[tokens[to - 1]!]!;
    for (const at of this.typeArguments()) {
      if (at <= start || at >= end) continue;
      this.#piece(start, at);
      this.text.raw("::");
      start = at;
    }
    this.#piece(start, end);
  }

  /** Copies a part of the file, with the invocations inside as empty shells. */
  #piece(from: number, to: number): void {
    const { tree } = this;
    for (; this.#copied < this.#nested.length; this.#copied++) {
      const { holder } = this.#nested[this.#copied]!;
      if (tree.start[holder]! < from) continue;
      if (tree.end[holder]! > to) break;
      this.#copy(from, tree.start[holder]! + 1);
      from = tree.end[holder]! - 1;
    }
    this.#copy(from, to);
  }

  #copy(from: number, to: number): void {
    for (const [start, end] of besideMarks(this.tree.source, from, to)) this.text.copy(start, end);
  }
}
