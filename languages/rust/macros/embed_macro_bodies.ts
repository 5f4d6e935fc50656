/**
 * Lays out the bodies of `macro_rules!` as code, as far as they are statements and expressions.
 *
 * Stage: parse. A macro variable becomes an identifier of equal length (`$x` is read as `_x`), `$crate` stays, a repetition represents one
 * round of it. The values of variables are not known, so members of them are unknown. In a body that contains an item, only calls of
 * functions by their paths are laid out: its definitions, and thus the meanings of its methods and variables, depend on the call.
 * Invariant: no token is parsed twice.
 */
import type { EmbeddedText } from "../../../core/tree/embedded_text.ts";
import { afterSubtree, type FlatTree, nodeText } from "../../../core/tree/flat_tree.ts";
import { isGroup, tokensAmong } from "./parts.ts";
import { shapeOf } from "./shapes.ts";

/** Numbers of the node kinds that matter here. */
export interface BodyKinds {
  readonly rule: number;
  readonly tokens: number;
  readonly repetition: number;
  readonly metavariable: number;
  readonly identifier: ReadonlySet<number>;
  readonly comments: ReadonlySet<number>;
  readonly bang: number;
  readonly comma: number;
}

/** The range of a path in the file, and whether it ends with a macro variable. */
type Path = readonly [from: number, to: number, isOpenEnded: boolean];

/** A path whose meaning depends on the macro's use. */
const OPEN_PATH = /^<?Self\b|\$(?!crate\b)/;
/** The start of the names of macro variables. */
const VARIABLES = /\$(?!crate\b)/g;

/** Words that start an item in a macro's body. */
const MADE_ITEMS: ReadonlySet<string> = new Set([
  "fn",
  "struct",
  "enum",
  "trait",
  "impl",
  "mod",
  "macro_rules",
  "static",
  "union",
  "extern",
]);

/** Adds the body of one rule of a macro to `text`. */
export function embedMacroBody(tree: FlatTree, kinds: BodyKinds, rule: number, text: EmbeddedText): void {
  const body = tokensAmong(tree, kinds, rule + 1);
  if (body === 0) return;
  const reader = new BodyReader(tree, kinds, text);
  const holds = whatItHolds(tree, kinds, body);
  if (holds === "items") reader.addCalls(body, isUsedElsewhere(tree, kinds, tree.parent[rule]!));
  else if (holds === "code") reader.add(body, "");
}

/** What a body contains that is worth parsing: an item, something like a call, or a field access. */
function whatItHolds(tree: FlatTree, kinds: BodyKinds, body: number): "items" | "code" | "nothing" {
  const end = afterSubtree(tree, body);
  let holds: "code" | "nothing" = "nothing";
  for (let node = body + 1; node < end; node++) {
    const kind = tree.kind[node]!;
    if (kind === kinds.bang || isGroup(tree, kinds, node, "(")) holds = "code";
    // A field of a macro variable may be the macro's value.
    if (kind === kinds.metavariable && tree.source[tree.end[node]!] === ".") holds = "code";
    if (tree.end[node]! - tree.start[node]! <= 11 && MADE_ITEMS.has(nodeText(tree, node))) return "items";
  }
  return holds;
}

/** Whether a macro is not, or not only, used in its own file. */
function isUsedElsewhere(tree: FlatTree, kinds: BodyKinds, macro: number): boolean {
  let name = "";
  for (let c = macro + 1; c !== 0 && name === ""; c = tree.next[c]!) {
    const text = nodeText(tree, c);
    if (kinds.identifier.has(tree.kind[c]!) && text !== "macro_rules") name = text;
  }
  const { source } = tree;
  const before = source.slice(source.lastIndexOf("}", tree.start[macro]!) + 1, tree.start[macro]!);
  if (name === "" || before.includes("macro_export")) return true;
  return !new RegExp(`\\b${name}\\s*!`).test(source.slice(tree.end[macro]!)) || new RegExp(`\\buse\\b[^;]*\\b${name}\\b`).test(source);
}

class BodyReader {
  /** Invocations inside whose arguments wait for their turn. */
  readonly #waiting: { readonly holder: number; readonly name: string }[] = [];

  constructor(readonly tree: FlatTree, readonly kinds: BodyKinds, readonly text: EmbeddedText) {}

  /** A body as a block; arguments of a macro inside as a block of statements, one each. */
  add(holder: number, name: string): void {
    const from = this.text.length;
    this.text.raw("{");
    this.#walk(this.#inside(holder), name !== "");
    this.text.raw("}");
    this.text.region(this.tree.start[holder]!, from);
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) this.add(next.holder, next.name);
  }

  /**
   * Lays out the calls of functions that a body names by path, as a block of statements without their arguments.
   * @param isOpen whether the code around the macro's use is not known here: then also calls of methods, on something unknown
   */
  addCalls(holder: number, isOpen: boolean): void {
    const paths: Path[] = [];
    const made = new Set<string>();
    this.#findCalls(holder, paths, made);
    const { source } = this.text;
    const called = paths.filter(([from, to]) =>
      this.#isMethod(from) || OPEN_PATH.test(source.slice(from, to)) ? isOpen : !made.has(source.slice(from, to))
    );
    if (called.length === 0) return;
    const at = this.text.length;
    this.text.raw("{");
    for (const [from, to, isOpenEnded] of called) {
      if (this.#isMethod(from)) {
        // The dot is replaced by a placeholder for its object.
        this.text.copy(from - 1, from, "_");
        this.text.raw(".");
      }
      this.text.copy(from, to, source.slice(from, to).replace(VARIABLES, "_"));
      this.text.raw(isOpenEnded ? ";" : "();");
    }
    this.text.raw("}");
    this.text.region(this.tree.start[holder]!, at);
  }

  #isMethod(at: number): boolean {
    return this.text.source[at - 1] === ".";
  }

  /** Notes the paths before parentheses, in order, and the names that the body makes itself. */
  #findCalls(holder: number, paths: Path[], made: Set<string>): void {
    const { tree, kinds } = this;
    const nodes = this.#inside(holder);
    for (const [i, node] of nodes.entries()) {
      const kind = tree.kind[node];
      if (this.#written(node) === "let") made.add(this.#written(nodes[i + 1]));
      if (kind === kinds.repetition) this.#findCalls(node, paths, made);
      const open = kind === kinds.metavariable ? this.#openPath(nodes, i) : undefined;
      if (open !== undefined) paths.push([tree.start[open]!, tree.end[node]!, true]);
      if (kind !== kinds.tokens || this.#written(nodes[i - 1]) === "#") continue;
      const isMacro = this.#invokedBefore(nodes, i) !== undefined;
      const path = isMacro || isGroup(tree, kinds, node, "(") ? this.#pathBefore(nodes, isMacro ? i - 1 : i, made) : undefined;
      if (path !== undefined) paths.push(isMacro ? [path[0], tree.end[nodes[i - 1]!]!, false] : path);
      this.#findCalls(node, paths, made);
    }
  }

  /** The path that ends before the node at `i`, without the type arguments of its end, if it may be called as a function. */
  #pathBefore(nodes: readonly number[], i: number, made: Set<string>): Path | undefined {
    const { tree, kinds } = this;
    const angle = this.#angleBefore(nodes, i);
    if (angle !== undefined && this.#written(nodes[angle - 1]) !== "::") return undefined;
    const last = angle === undefined ? i - 1 : angle - 2;
    if (last < 0 || !kinds.identifier.has(tree.kind[nodes[last]!]!) || !/^[a-z_]/.test(this.#written(nodes[last]))) return undefined;
    let first = last;
    while (first > 1 && this.#written(nodes[first - 1]) === "::") {
      const inner = this.#angleBefore(nodes, first - 1);
      if (inner === undefined) first -= 2;
      else if (this.#written(nodes[inner - 1]) === "::") first = inner - 2;
      else {
        // `<T as Trait>::name` begins with its brackets.
        first = inner;
        break;
      }
    }
    if (first < 0) return undefined;
    const before = this.#written(nodes[first - 1]);
    if (before === "fn") made.add(this.#written(nodes[last]));
    const path: Path = [tree.start[nodes[first]!]!, tree.end[nodes[last]!]!, false];
    const isPath = first === last || /^[$\w<]+$/.test(this.#written(nodes[first]));
    const holdsRepetition = tree.source.slice(path[0], path[1]).includes("$(");
    return before === "fn" || (before === "." && first !== last) || !isPath || holdsRepetition ? undefined : path;
  }

  /** The index of the node that opens the angle brackets closed before the node at `i`; undefined if there are none. */
  #angleBefore(nodes: readonly number[], i: number): number | undefined {
    let depth = 0;
    for (let at = i - 1; at >= 0; at--) {
      const written = this.#written(nodes[at]);
      if (written === ">" || written === ">>") depth += written.length;
      else if (written === "<") depth--;
      if (depth <= 0) return at === i - 1 ? undefined : at;
      if (written === ";") return undefined;
    }
    return undefined;
  }

  /** The first node of a path that ends with the macro's variable at `i`. */
  #openPath(nodes: readonly number[], i: number): number | undefined {
    let first = i;
    while (first > 1 && this.#written(nodes[first - 1]) === "::" && this.kinds.identifier.has(this.tree.kind[nodes[first - 2]!]!)) {
      first -= 2;
    }
    return first === i || this.#written(nodes[first - 1]) === "::" ? undefined : nodes[first];
  }

  #written(node: number | undefined): string {
    return node === undefined ? "" : nodeText(this.tree, node);
  }

  /** The nodes between a node's brackets, comments left out. */
  #inside(holder: number): number[] {
    const { tree, kinds } = this;
    const nodes: number[] = [];
    for (let c = holder + 1; c !== 0; c = tree.next[c]!) if (!kinds.comments.has(tree.kind[c]!)) nodes.push(c);
    const isBracket = (node: number): boolean => /^[([{]$/.test(nodeText(tree, node));
    const closing = nodes.findLastIndex((node) => /^[)\]}]$/.test(nodeText(tree, node)));
    return nodes.slice(nodes.findIndex(isBracket) + 1, closing);
  }

  #walk(nodes: readonly number[], areArguments = false): void {
    const { tree, kinds, text } = this;
    for (const [i, node] of nodes.entries()) {
      const kind = tree.kind[node]!;
      const start = tree.start[node]!;
      const end = tree.end[node]!;
      if (i > 0 && tree.end[nodes[i - 1]!]! < start) text.raw(" ");
      if (areArguments && kind === kinds.comma) text.raw(";");
      else if (kind === kinds.repetition) this.#walk(this.#inside(node), areArguments);
      else if (kind === kinds.tokens) {
        text.copy(start, start + 1);
        const called = this.#invokedBefore(nodes, i);
        if (called === undefined) this.#walk(this.#inside(node));
        else if (shapeOf(called) !== "skip") this.#waiting.push({ holder: node, name: called });
        text.copy(end - 1, end);
      } else if (kind === kinds.metavariable) {
        text.copy(start, end, tree.source.slice(start, end).replace(VARIABLES, "_"));
      } else text.copy(start, end);
    }
  }

  /** The name of the macro whose arguments the node at `i` is: `name ! ( … )`. */
  #invokedBefore(nodes: readonly number[], i: number): string | undefined {
    const { tree, kinds } = this;
    if (i < 2 || tree.kind[nodes[i - 1]!] !== kinds.bang || !kinds.identifier.has(tree.kind[nodes[i - 2]!]!)) return undefined;
    return nodeText(tree, nodes[i - 2]!);
  }
}
