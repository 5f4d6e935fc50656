/**
 * Modules loaded by a call: `import_module("a.b")`, `__import__(name)`, entries of `sys.modules`.
 *
 * Stage: parse -> facts. Invariant: computed parts are `COMPUTED_PART` in the text, and the rest is then written as a path, so that it is
 * not taken for a module's full name.
 */
import { COMPUTED_PART, Op } from "../../core/facts/expressions.ts";
import type { Lowering } from "../../core/lower/lower.ts";

/** Sums within sums. */
const DEEPEST = 20;
/** Calls that return a module without naming it. */
const UNNAMED: ReadonlySet<string> = new Set(["module_from_spec", "load_source", "ModuleType"]);

/** The module returned by a call of the function `name`. */
export function loadedModule(lowering: Lowering, node: number, name: string, args: readonly number[]): number {
  const { facts } = lowering;
  const line = lowering.line(lowering.tree.start[node]!);
  const named = args.find((argument) => lowering.kind(argument) !== "keyword_argument") ?? 0;
  let text = UNNAMED.has(name) || named === 0 ? COMPUTED_PART : moduleText(lowering, named, 0);
  if (text.startsWith(".")) text = packageBefore(lowering, args) + text;
  // Without a list of names, the top-level package is returned.
  if (name === "__import__" && args.length < 2 && !text.includes(COMPUTED_PART)) text = text.split(".")[0]!;
  return text === "" ? 0 : facts.expression(Op.module, facts.string(asPath(text)), 0, name === "ModuleType" ? 0 : line);
}

/** The package that a relative name refers to, as given beside it; "" for the file's own. */
function packageBefore(lowering: Lowering, args: readonly number[]): string {
  const [, second = 0] = args;
  if (second === 0) return "";
  const isKeyword = lowering.kind(second) === "keyword_argument";
  return moduleText(lowering, isKeyword ? lowering.child(second, "value") : second, 0);
}

/** The module loaded under the name at `node`, as far as it is a literal. */
export function loadedAs(lowering: Lowering, node: number): number {
  const text = lowering.kind(node) === "string" ? textOfString(lowering.text(node)) : "";
  const isDetermined = text !== "" && !text.includes(COMPUTED_PART);
  return isDetermined ? lowering.facts.expression(Op.module, lowering.facts.string(text), 0, 0) : someModule(lowering);
}

/** An unknown module: an entry of `sys.modules[…]`, a value of type `ModuleType`. */
export function someModule({ facts }: Lowering): number {
  return facts.expression(Op.module, facts.string(COMPUTED_PART), 0, 0);
}

/** The name at `node`, as far as it is a literal. */
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
  // The current package: what follows is relative to it.
  return /^__(?:name|package)__$/.test(lowering.text(node)) ? "" : COMPUTED_PART;
}

function textOfString(written: string): string {
  const [, prefix = "", , text = ""] = /^([a-zA-Z]*)("""|'''|"|')([^]*)\2$/.exec(written) ?? [];
  if (!/f/i.test(prefix)) return text;
  return text.replace(/\{__(?:name|package)__\}/g, "").replace(/\{[^{}]*\}/g, COMPUTED_PART);
}

/** A name of which neither the package nor the module is known. */
const ALL_UNKNOWN = /^…[.…]*$/;

/** A name with a computed part as the path that it is a part of: `./plugins/…`. */
function asPath(text: string): string {
  const parts = text.replaceAll(/…[^.]*…/g, COMPUTED_PART);
  if (!parts.includes(COMPUTED_PART)) return parts;
  if (ALL_UNKNOWN.test(parts)) return COMPUTED_PART;
  return parts.replace(/^\.+/, (dots) => dots.length === 1 ? "./" : "../".repeat(dots.length - 1)).replaceAll(/(?<=[\w…])\./g, "/");
}
