/**
 * Lays out the arguments of macro invocations as code, to be parsed again.
 *
 * Stage: parse. The grammar parses a macro's arguments as loose tokens; half of a crate's calls are in these. Each invocation becomes a
 * region of one text: its items as they are, its expressions as statements of a block. A nested invocation is a region of its own, and
 * leaves an empty shell in the outer one, so that no token is parsed twice. Invariant: only what may contain a call, a definition or the
 * macro's value is laid out. For the bodies of macros see `macros/embed_macro_bodies.ts`.
 */
import type { ReadMacro } from "../../../core/plugin.ts";
import type { EmbeddedCode } from "../../../core/tree/embed.ts";
import { EmbeddedText } from "../../../core/tree/embedded_text.ts";
import { type FlatTree, type Grammar, nodeText } from "../../../core/tree/flat_tree.ts";
import { holderOfValues, LIKE_ELEMENTS } from "./attribute_values.ts";
import { calledPaths, callsGiven, type WrittenPath } from "./called_paths.ts";
import { conditionAt } from "./conditions.ts";
import { embedMacroBody } from "./embed_macro_bodies.ts";
import { MacroExchange, readConditions, readGiven } from "./exchange.ts";
import { expandCall, type MacroRules, readRules, rulesOf, type Written } from "./expand_macros.ts";
import { findKinds, type Kinds } from "./kinds.ts";
import { type MadeModule, moduleAt } from "./modules.ts";
import { Layout } from "./lay_out_macros.ts";
import { type Token, TokenReader, tokensAmong } from "./parts.ts";
import { makesThreadLocals, takesValuesBeforeArrows, withoutRaw } from "./shapes.ts";

/** All macro arguments of a file that may contain code, and its macro declarations; or undefined. */
export function embedMacros(tree: FlatTree, grammar: Grammar, given: readonly ReadMacro[]): EmbeddedCode | undefined {
  const macros = new FileMacros(tree, findKinds(grammar), given);
  readAll(macros);
  return macros.finish();
}

/** A function of its own: the engine leaves a loop that it has compiled at each call where it has not seen what follows. */
function readAll(macros: FileMacros): void {
  const { tree, kinds } = macros;
  for (let node = 1; node < tree.count; node++) {
    const kind = tree.kind[node];
    if (kind === kinds.attribute) macros.readAttribute(node);
    else if (kind === kinds.invocation || kind === kinds.macro || kind === kinds.rule) macros.read(node);
  }
}

/** The macros that a file declares and calls, in source order. */
class FileMacros {
  #text: EmbeddedText | undefined;
  #layout: Layout | undefined;
  readonly #macros: Map<string, MacroRules>;
  readonly #conditions: Map<string, string>;
  readonly #modules = new Map<string, MadeModule>();
  /** Macros with values before their arrows, and no patterns. */
  readonly #keyed: Set<string>;
  /** Macros that are not expanded, and call their arguments. */
  readonly #calling = new Map<string, MacroRules>();
  readonly #exchange: MacroExchange;
  readonly #written: Written = { given: 0 };

  constructor(readonly tree: FlatTree, readonly kinds: Kinds, given: readonly ReadMacro[]) {
    this.#macros = readGiven(kinds, given);
    this.#conditions = readConditions(kinds, given);
    this.#keyed = new Set(given.filter(({ text }) => takesValuesBeforeArrows(text)).map(({ name }) => name));
    this.#exchange = new MacroExchange(tree, kinds.block, given);
  }

  read(node: number): void {
    const { tree, kinds } = this;
    const kind = tree.kind[node];
    if (kind === kinds.macro) this.#readDeclared(node);
    else if (kind === kinds.rule) embedMacroBody(tree, kinds, node, this.#begunText());
    else this.#readCall(node);
  }

  readAttribute(node: number): void {
    const holder = holderOfValues(this.tree, this.kinds, node);
    if (holder !== 0) this.#layOut(holder, LIKE_ELEMENTS);
  }

  finish(): EmbeddedCode | undefined {
    return this.#text?.finish(this.kinds.tokens, this.#exchange.notes());
  }

  #readDeclared(node: number): void {
    const { tree, kinds } = this;
    const rules = readRules(tree, kinds, node, this.#macros);
    if (rules !== undefined) this.#macros.set(rules.name, rules);
    const condition = conditionAt(tree, kinds, node);
    const name = this.#exchange.addDeclared(node, rules, condition);
    if (condition !== undefined) this.#conditions.set(name, condition);
    const made = moduleAt(tree, kinds, node);
    if (made !== undefined) this.#modules.set(name, made);
    const text = nodeText(tree, node);
    if (rules === undefined && callsGiven(text)) this.#calling.set(withoutRaw(name), rulesOf(tree, kinds, node, false));
    else this.#calling.delete(withoutRaw(name));
    if (takesValuesBeforeArrows(text)) this.#keyed.add(name);
    else this.#keyed.delete(name);
  }

  #readCall(node: number): void {
    const { tree, kinds } = this;
    const holder = tokensAmong(tree, kinds, node + 1);
    if (holder === 0) return;
    const text = this.#begunText();
    const name = lastWord(tree.source, tree.source.lastIndexOf("!", tree.start[holder]!));
    const call = { name, node, arguments: holder };
    this.#exchange.addCall(name, makesThreadLocals(name) && !nodeText(tree, holder).includes("="));
    const rules = this.#macros.get(name);
    const isMeant = rules !== undefined && (!rules.isGiven || this.#exchange.isReached(call));
    if (isMeant && expandCall(tree, kinds, this.#macros, call, text, this.#written)) return;
    this.#layOut(holder, name, this.#calledBy(holder, name));
  }

  /** The functions that a call of a macro of the file makes it call. */
  #calledBy(holder: number, name: string): readonly WrittenPath[] {
    const { tree, kinds } = this;
    const rules = this.#calling.get(withoutRaw(name));
    return rules === undefined ? [] : calledPaths(rules, new TokenReader(tree, kinds, true).inside(holder) as readonly Token[]);
  }

  #layOut(holder: number, name: string, called: readonly WrittenPath[] = []): void {
    this.#layout ??= new Layout(this.tree, this.kinds, this.#begunText(), this.#conditions, this.#modules, this.#keyed);
    this.#layout.addMacro(holder, name, called);
  }

  #begunText(): EmbeddedText {
    return this.#text ??= new EmbeddedText(this.tree.source);
  }
}

/** The identifier that ends before `end`. */
function lastWord(source: string, end: number): string {
  return /(?<![\w#])[\w#]*\s*$/.exec(source.slice(Math.max(0, end - 80), end))![0].trim();
}
