/**
 * Modules that are loaded by a call: `import_module("a.b")`, `__import__(name)`, what `sys.modules` holds.
 *
 * Stage: parse -> facts. Invariant: what is computed is `COMPUTED_PART` in the text, and the rest then is a path, so that nobody takes it for a
 * module's whole name.
 */
import { COMPUTED_PART, Op } from "../../core/facts/expressions.ts";
import type { Lowering } from "../../core/lower/lower.ts";

/** Sums within sums. */
const DEEPEST = 20;
/** Calls that give a module that they do not name. */
const UNNAMED: ReadonlySet<string> = new Set(["module_from_spec", "load_source", "ModuleType"]);

/** The module that a call of the function `name` gives. */
export function loadedModule(lowering: Lowering, node: number, name: string, args: readonly number[]): number {
  const { facts } = lowering;
  const line = lowering.line(lowering.tree.start[node]!);
  const named = args.find((argument) => lowering.kind(argument) !== "keyword_argument") ?? 0;
  let text = UNNAMED.has(name) || named === 0 ? COMPUTED_PART : moduleText(lowering, named, 0);
  if (text.startsWith(".")) text = packageBefore(lowering, args) + text;
  // Without a list of names the package on top is given.
  if (name === "__import__" && args.length < 2 && !text.includes(COMPUTED_PART)) text = text.split(".")[0]!;
  return text === "" ? 0 : facts.expression(Op.module, facts.string(asPath(text)), 0, name === "ModuleType" ? 0 : line);
}

/** The package that a relative name belongs to, as it is said beside it; "" where that is the file's own. */
function packageBefore(lowering: Lowering, args: readonly number[]): string {
  const [, second = 0] = args;
  if (second === 0) return "";
  const isKeyword = lowering.kind(second) === "keyword_argument";
  return moduleText(lowering, isKeyword ? lowering.child(second, "value") : second, 0);
}

/** The module that is loaded under the name at `node`, as far as that is written out. */
export function loadedAs(lowering: Lowering, node: number): number {
  const text = lowering.kind(node) === "string" ? textOfString(lowering.text(node)) : "";
  const isTold = text !== "" && !text.includes(COMPUTED_PART);
  return isTold ? lowering.facts.expression(Op.module, lowering.facts.string(text), 0, 0) : someModule(lowering);
}

/** A module of which nothing is said: what `sys.modules[…]` gives, a value of type `ModuleType`. */
export function someModule({ facts }: Lowering): number {
  return facts.expression(Op.module, facts.string(COMPUTED_PART), 0, 0);
}

/** The name at `node` as far as it is written out. */
function moduleText(lowering: Lowering, node: number, depth: number): string {
  if (node === 0 || depth > DEEPEST) return COMPUTED_PART;
  switch (lowering.kind(node)) {
    case "string":
      return textOfString(lowering.text(node));
    case "binary_operator": {
      const left = moduleText(lowering, lowering.child(node, "left"), depth + 1);
      if (lowering.text(lowering.child(node, "operator")) === "%") return left.replace(/%[sr]/g, COMPUTED_PART);
      return left + moduleText(lowering, lowering.child(node, "right"), depth + 1);
    }
    case "parenthesized_expression":
      return moduleText(lowering, lowering.codeIn(node)[0] ?? 0, depth + 1);
    case "call": {
      const callee = lowering.child(node, "function");
      if (lowering.kind(callee) !== "attribute" || lowering.text(lowering.child(callee, "attribute")) !== "format") return COMPUTED_PART;
      return moduleText(lowering, lowering.child(callee, "object"), depth + 1).replace(/\{[^{}]*\}/g, COMPUTED_PART);
    }
  }
  // The package in hand: what follows is relative to it.
  return /^__(?:name|package)__$/.test(lowering.text(node)) ? "" : COMPUTED_PART;
}

function textOfString(written: string): string {
  const [, prefix = "", , text = ""] = /^([a-zA-Z]*)("""|'''|"|')([^]*)\2$/.exec(written) ?? [];
  if (!/f/i.test(prefix)) return text;
  return text.replace(/\{__(?:name|package)__\}/g, "").replace(/\{[^{}]*\}/g, COMPUTED_PART);
}

/** A name of which neither the package nor the module is told. */
const NOTHING_TOLD = /^…[.…]*$/;

/** A name with a computed part as the path that it is a part of: `./plugins/…`. */
function asPath(text: string): string {
  const parts = text.replaceAll(/…[^.]*…/g, COMPUTED_PART);
  if (!parts.includes(COMPUTED_PART)) return parts;
  if (NOTHING_TOLD.test(parts)) return COMPUTED_PART;
  return parts.replace(/^\.+/, (dots) => dots.length === 1 ? "./" : "../".repeat(dots.length - 1)).replaceAll(/(?<=[\w…])\./g, "/");
}
