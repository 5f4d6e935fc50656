/**
 * Macros declared in one file and called in another: what a file declares, and which of its calls mean a shared macro.
 *
 * Stage: parse. Invariant: what a file declares does not depend on the macros shared with it.
 */
import type { ReadMacro } from "../../../core/plugin.ts";
import { type FlatTree, nodeText } from "../../../core/tree/flat_tree.ts";
import type { DeclaredMacro, MacroNotes } from "../../../core/tree/given_macros.ts";
import { conditionOf, isMisnamed } from "./conditions.ts";
import { definesItems, type MacroCall, type MacroRules, rulesOf } from "./expand_macros.ts";
import { KNOWN_MACROS } from "./known_macros.ts";
import { callsIn } from "./names.ts";
import type { RuleKinds } from "./parts.ts";
import { isWellKnown, shapeOf, takesValuesBeforeArrows } from "./shapes.ts";

/** Rules by the text of their macro: the files of a crate share the same ones. */
const rulesByText = new Map<string, MacroRules | undefined>();
const MOST_KEPT = 500;

/** The rules of macros that make definitions, by their names. */
export function readGiven(kinds: RuleKinds, given: readonly ReadMacro[]): Map<string, MacroRules> {
  const macros = new Map<string, MacroRules>();
  // One that consists of calls of others may come before them.
  for (let before = -1; macros.size > before;) {
    before = macros.size;
    for (const macro of given) {
      const rules = macros.has(macro.name) ? undefined : rulesOfText(kinds, macro);
      if (rules !== undefined && definesItems(rules, macro.text, macros)) macros.set(macro.name, rules);
    }
  }
  return macros;
}

/** The conditions under which shared macros put their arguments, by name. */
export function readConditions(kinds: RuleKinds, given: readonly ReadMacro[]): Map<string, string> {
  const conditions = new Map<string, string>();
  for (const macro of given) {
    const condition = conditionOf(rulesOfText(kinds, macro) ?? NO_RULES);
    if (condition !== undefined) conditions.set(macro.name, condition);
  }
  return conditions;
}
const NO_RULES: MacroRules = { name: "", isGiven: true, rules: [] };

function rulesOfText(kinds: RuleKinds, macro: ReadMacro): MacroRules | undefined {
  if (rulesByText.has(macro.text)) return rulesByText.get(macro.text);
  if (rulesByText.size >= MOST_KEPT) rulesByText.clear();
  const tree = macro.tree();
  const node = tree.kind.subarray(0, tree.count).indexOf(kinds.macro);
  const rules = node < 0 ? undefined : rulesOf(tree, kinds, node, true);
  rulesByText.set(macro.text, rules);
  return rules;
}

/** A rule that begins with a call. */
const CALLS_FIRST = /=>\s*[{(]\s*(?:\$\(\s*)?(?:\$crate::)?\w+!/;
/** Characters before a declaration in which its attributes are looked for. */
const BEFORE = 400;

/** The macros that one file declares, calls, and shares with others. */
export class MacroExchange {
  readonly #declared: DeclaredMacro[] = [];
  /** All macros that the file declares: its calls mean these. */
  readonly #own = new Set<string>();
  /** Those that generate definitions, including shared ones. */
  readonly #defining = new Map<string, MacroRules>();
  readonly #called = new Set<string>();
  readonly #given: ReadonlyMap<string, ReadMacro>;
  readonly #imported = new Map<string, string | undefined>();

  constructor(readonly tree: FlatTree, readonly block: number, given: readonly ReadMacro[]) {
    this.#given = new Map(given.map((macro) => [macro.name, macro]));
  }

  /**
   * Records a macro; returns its name.
   * @param rules if it generates definitions, possibly with shared macros
   * @param condition if it puts its arguments under one
   */
  addDeclared(node: number, rules: MacroRules | undefined, condition: string | undefined): string {
    const { source, start } = this.tree;
    const text = nodeText(this.tree, node);
    const name = /^macro_rules!\s*([\w#]+)/.exec(text)?.[1];
    if (name === undefined) return "";
    this.#own.add(name);
    const makesItems = rules !== undefined && definesItems(rules, text, this.#defining);
    if (makesItems) this.#defining.set(name, rules);
    const defines = makesItems || isMisnamed(name, condition) || takesValuesBeforeArrows(text);
    // A macro declared in a function is local.
    if (this.#isLocal(node) || (!defines && !CALLS_FIRST.test(text))) return name;
    for (const called of callsIn(text)) this.addCall(called);
    const before = source.slice(Math.max(0, start[node]! - BEFORE), start[node]!);
    const exported = /#\[macro_export\b[^\]]*\](?:\s*#\[[^\]]*\]|\s*\/\/[^\n]*)*\s*$/.test(before);
    this.#declared.push({ name, text, defines, exported });
    return name;
  }

  #isLocal(node: number): boolean {
    const { kind, parent } = this.tree;
    for (let outer = parent[node]!; outer !== 0; outer = parent[outer]!) if (kind[outer] === this.block) return true;
    return false;
  }

  /** @param makesStatic whether an argument is a static without a value, so that only its rules determine what it generates */
  addCall(name: string, makesStatic = false): void {
    if (shapeOf(name) === undefined || (makesStatic && !isWellKnown(name))) this.#called.add(name);
  }

  /** Whether a call with a shared macro's name means that macro: by its path, or by an import of the name. */
  isReached({ name, node }: MacroCall): boolean {
    const { source, start } = this.tree;
    const path = /^[\w:\s#$]*/.exec(source.slice(start[node]!, start[node]! + 200))![0].replaceAll(/\s/g, "");
    const before = path.slice(0, -name.length);
    const from = this.#given.get(name)!.from;
    if (before !== "") return this.#isWithin(before, from);
    if (!this.#imported.has(name)) this.#imported.set(name, this.#importOf(name));
    const imported = this.#imported.get(name);
    return imported === undefined ? from === "" || KNOWN_MACROS.has(name) : this.#isWithin(imported, from);
  }

  /** Whether a path leads into the package that is called so; "" is the own one, also by a module of the file. */
  #isWithin(path: string, from: string): boolean {
    const first = /^(?:::)?\s*(\$?\w+)/.exec(path)?.[1] ?? "";
    if (from !== "") return first === from;
    if (/^(?:crate|self|super|\$crate)$/.test(first)) return true;
    return /^\w+$/.test(first) && new RegExp(`\\bmod\\s+${first}\\s*[;{]`).test(this.tree.source);
  }

  /** The path by which a name is imported; undefined if it is not. */
  #importOf(name: string): string | undefined {
    return new RegExp(`^\\s*(?:pub\\b(?:\\([^)]*\\))?\\s*)?use\\s+([^;]*\\b${name}\\b[^;]*);`, "m").exec(this.tree.source)?.[1];
  }

  notes(): MacroNotes | undefined {
    const called = [...this.#called].filter((name) => !this.#own.has(name)).sort();
    return this.#declared.length + called.length === 0 ? undefined : { declared: this.#declared, called };
  }
}
