/**
 * Modules of `require(…)` and `import(…)`: which ones, as far as it is in the source, and whether they are passed on.
 *
 * Stage: parse -> facts. Invariant: a computed part is `COMPUTED_PART` in the text, so that the rest is not taken for the whole.
 */
import { COMPUTED_PART, ModuleUse, Op } from "../../core/facts/expressions.ts";
import type { Lowering } from "../../core/lower/lower.ts";
import { firstNamed, stateOf, stringText, unwrapped } from "./file_state.ts";
import { declaratorOf } from "./lower/block_names.ts";
import { constantText } from "./lower/property_names.ts";

/** Sums within sums: generated ones are as good as unknown. */
const DEEPEST = 40;
const PATH_CALL = /^(?:path\.(?:posix\.)?)?(?:join|resolve)$/;
/** Calls that return the file that their first argument names. */
const SAME = /^(?:require\.resolve|import\.meta\.resolve|(?:url\.|URL\.)?(?:pathToFileURL|fileURLToPath)|String|URL)$/;
const HERE = new Set(["__dirname", "import.meta.dirname", "import.meta.url", "__filename", "import.meta.filename"]);
/** What is not code. */
const NO_CODE = /\.(?:json5?|node|wasm|css|s[ac]ss|less|html?|svg|png|jpe?g|gif|txt|ya?ml|toml|md|sql)$/i;

/** What may name a module. */
const SPECIFIERS = new Set([
  "string",
  "template_string",
  "identifier",
  "member_expression",
  "call_expression",
  "binary_expression",
  "ternary_expression",
  "subscript_expression",
]);

/** Whether `require` at `node` is called with a module's name. */
export function namesModule(lowering: Lowering, node: number): boolean {
  return SPECIFIERS.has(lowering.kind(unwrapped(lowering, node)));
}

/**
 * What loads a module as `require` does: that of the file's own `module`, and those of tests, even if mocks replace the module's imports.
 */
const LOADERS = /^(?:module\.require|jest\.requireActual|proxyquire(?:\.\w+\(\))*(?:\.load)?|rewire|importFresh|\w+\.reRequire)$/;
/** The same of what loads one as `import` does. */
const PROMISING_LOADERS = /^(?:vi(?:test)?\.importActual|esmock(?:\.\w+)?)$/;
/** Loaders relative to the program's start, or to another file, which is only known at run time. */
const LOADERS_ELSEWHERE = /^(?:require\.main|process\.mainModule|module\.parent|(?:\w+\.)?remote)\.require$/;
/** Variables whose value is a loader: what Node creates for a file, and what is created from the file's own `require`. */
const MADE_LOADER = /\b(?:const|let|var)\s+([\w$]+)\s*=\s*(?:(?:[\w$]+\.)*createRequire\(|[^\n;=]*\(require\)\s*(?:;|\n|$))/g;

/** How a call loads a module. */
interface Loader {
  /** The node that names it. */
  readonly callee: number;
  /** Flags (`ModuleUse`). */
  readonly use: number;
  /** Paths are relative to another file, which is not known. */
  readonly isElsewhere?: true;
}

/**
 * The loader by which the call at `node` loads the module that its first argument names, other than `require` and `import`; undefined for
 * all other calls. The grammar parses `await load<T>(x)` as `(await load)<T>(x)`, so that the call is the awaited module.
 */
export function loaderAt(
  lowering: Lowering,
  node: number,
  callee: number,
  specifier: number | undefined,
): Loader | undefined {
  if (specifier === undefined || !namesModule(lowering, specifier)) return undefined;
  const isAwaited = lowering.kind(callee) === "await_expression" && lowering.child(node, "type_arguments") !== 0;
  const loader = isAwaited ? firstNamed(lowering, callee) : callee;
  const name = lowering.text(loader);
  if (LOADERS.test(name) || isMadeLoader(lowering, loader, specifier)) return { callee: loader, use: 0 };
  if (LOADERS_ELSEWHERE.test(name)) return { callee: loader, use: 0, isElsewhere: true };
  return PROMISING_LOADERS.test(name) ? { callee: loader, use: isAwaited ? 0 : ModuleUse.promised } : undefined;
}

/**
 * Whether the value of the name at `node` is a loader (`createRequire(import.meta.url)`, `lazily(require)`), and `specifier` is a path from
 * here.
 */
function isMadeLoader(lowering: Lowering, node: number, specifier: number): boolean {
  // `const require = createRequire(…)` is called as any `require`.
  if (lowering.kind(node) !== "identifier" || lowering.kind(specifier) !== "string" || lowering.text(node) === "require") return false;
  const made = stateOf(lowering).loadersMade ??= new Set(Array.from(lowering.tree.source.matchAll(MADE_LOADER), ([, name]) => name!));
  return made.has(lowering.text(node)) && /^\.\.?\//.test(stringText(lowering, specifier));
}

/** Places that pass their value on. */
const PASSING = new Set(["arguments", "arrow_function", "return_statement", "jsx_expression"]);

/** What only adds members of one object to another. */
const JOINING = /(?:^Object\.assign|\b__exportStar)$/;

/** The module that `require` or `import` at `node` returns. @param isElsewhere whether paths are relative to a file that is not known */
export function moduleOf(lowering: Lowering, node: number, specifier: number | undefined, promised: number, isElsewhere = false): number {
  if (specifier === undefined) return 0;
  const { facts } = lowering;
  const inner = unwrapped(lowering, specifier);
  if (lowering.kind(inner) === "ternary_expression") {
    lowering.lowerExpression(lowering.child(inner, "condition"));
    return lowering.either(
      ["consequence", "alternative"].map((role) => moduleOf(lowering, node, lowering.child(inner, role), promised, isElsewhere)),
    );
  }
  if (lowering.kind(specifier) !== "string") lowering.lowerExpression(specifier);
  const written = specifierText(lowering, specifier);
  if (written === undefined) return 0;
  let place = lowering.parent(node);
  while (lowering.kind(place) === "await_expression" || lowering.kind(place) === "parenthesized_expression") place = lowering.parent(place);
  const said = written.includes(COMPUTED_PART) ? packageSaid(lowering, place) : "";
  const text = said || (isElsewhere ? written.replace(/^(?:\.\.?\/)+/, `${COMPUTED_PART}/`) : written);
  // Nothing of a module that is only loaded to run is called here, and a computed name would match many.
  if (text.includes(COMPUTED_PART) && lowering.kind(place) === "expression_statement") return 0;
  const module = facts.expression(Op.module, facts.string(text), promised, lowering.line(lowering.tree.start[specifier]!));
  if (PASSING.has(lowering.kind(place)) && !JOINING.test(lowering.text(lowering.child(lowering.parent(place), "function") || place))) {
    lowering.addWholeUse(node, module);
  }
  return module;
}

/** A type that is the whole of a module. */
const OF_MODULE = /^(?::\s*)?typeof\s+import\(\s*["']([^."'/][^"']*)["']\s*\)$/;

/**
 * The package that the type around a load with a computed name gives (`await import(found) as typeof import("vite")`), or "": one of the
 * repository's own modules may also be another of the same shape.
 */
function packageSaid(lowering: Lowering, place: number): string {
  const isCast = lowering.kind(place) === "as_expression";
  const type = isCast ? lowering.codeIn(place)[1] ?? 0 : lowering.kind(place) === "variable_declarator" ? lowering.child(place, "type") : 0;
  return OF_MODULE.exec(lowering.text(type).trim())?.[1] ?? "";
}

/** What may be the path of a module's file, as an argument of any call. */
const PATHS = new Set(["string", "template_string", "call_expression", "binary_expression"]);

/**
 * A string at `node` with the path of a file relative to this one (`path.join(__dirname, "../lib/store.js")`), as an argument of a call
 * that has a result: that may come from the module. The literal itself if it names none.
 */
export function pathOfModule(lowering: Lowering, node: number, literal: number): number {
  if (!PATHS.has(lowering.kind(node))) return literal;
  const call = lowering.parent(lowering.parent(node));
  const taker = lowering.text(lowering.child(call, "function"));
  if (lowering.kind(lowering.parent(call)) === "expression_statement" || PATH_CALL.test(taker) || SAME.test(taker)) return literal;
  const text = textOf(lowering, node, 0);
  if (!/^\.\.?\//.test(text) || text.includes(COMPUTED_PART) || NO_CODE.test(text)) return literal;
  const { facts } = lowering;
  return facts.expression(Op.cast, lowering.builtin("String"), facts.expression(Op.module, facts.string(text), ModuleUse.type, 0));
}

/** The specifier at `node`, with marks for computed parts; undefined if it does not name code. */
function specifierText(lowering: Lowering, node: number): string | undefined {
  const text = textOf(lowering, node, 0).replaceAll(/…[^/]*…/g, COMPUTED_PART);
  return text.includes(COMPUTED_PART) && NO_CODE.test(text) ? undefined : text;
}

function textOf(lowering: Lowering, written: number, depth: number): string {
  const node = unwrapped(lowering, written);
  if (node === 0 || depth > DEEPEST) return COMPUTED_PART;
  switch (lowering.kind(node)) {
    case "string":
      return stringText(lowering, node);
    case "template_string":
      return textOfTemplate(lowering, node, depth);
    case "binary_expression":
      if (lowering.text(lowering.child(node, "operator")) !== "+") return COMPUTED_PART;
      return textOf(lowering, lowering.child(node, "left"), depth + 1) + textOf(lowering, lowering.child(node, "right"), depth + 1);
    case "call_expression":
    case "new_expression":
      return textOfCall(lowering, node, depth);
    case "member_expression":
      if (/^(?:href|pathname)$/.test(lowering.text(lowering.child(node, "property")))) {
        return textOf(lowering, lowering.child(node, "object"), depth + 1);
      }
  }
  return HERE.has(lowering.text(node)) ? "." : constantText(lowering, node) ?? textOfLocal(lowering, node, depth);
}

/** The string that is the value of a constant of a block around `node` (`const folder = `${root}/lib``). */
function textOfLocal(lowering: Lowering, node: number, depth: number): string {
  const declarator = lowering.kind(node) === "identifier" ? declaratorOf(lowering, node, lowering.text(node)) : 0;
  const isConstant = declarator !== 0 && lowering.text(lowering.firstChild(lowering.parent(declarator))) === "const" &&
    lowering.text(lowering.child(declarator, "name")) === lowering.text(node);
  return isConstant ? textOf(lowering, lowering.child(declarator, "value"), depth + 1) : COMPUTED_PART;
}

function textOfTemplate(lowering: Lowering, node: number, depth: number): string {
  const { start, end, source } = lowering.tree;
  let text = "";
  let at = start[node]! + 1;
  for (const part of lowering.children(node)) {
    if (lowering.kind(part) !== "template_substitution") continue;
    text += source.slice(at, start[part]!) + textOf(lowering, firstNamed(lowering, part), depth + 1);
    at = end[part]!;
  }
  return text + source.slice(at, end[node]! - 1);
}

function textOfCall(lowering: Lowering, node: number, depth: number): string {
  const callee = lowering.text(lowering.child(node, "function") || lowering.child(node, "constructor"));
  const args = lowering.codeIn(lowering.child(node, "arguments"));
  const joined = textOfJoined(lowering, lowering.child(node, "function"), args[0], depth);
  if (joined !== undefined) return joined;
  const [first] = args;
  if (first === undefined) return COMPUTED_PART;
  if (SAME.test(callee)) return textOf(lowering, first, depth + 1);
  if (!PATH_CALL.test(callee)) return COMPUTED_PART;
  // What a path that does not start with the file's own folder is relative to is only known at run time.
  const parts = args.map((one) => textOf(lowering, one, depth + 1));
  return (HERE.has(lowering.text(first)) ? parts : [COMPUTED_PART, ...parts]).join("/");
}

/** `["a", "b"].join("/")`; undefined if it is something else. */
function textOfJoined(lowering: Lowering, callee: number, separator: number | undefined, depth: number): string | undefined {
  if (lowering.kind(callee) !== "member_expression" || lowering.text(lowering.child(callee, "property")) !== "join") return undefined;
  const list = unwrapped(lowering, lowering.child(callee, "object"));
  if (lowering.kind(list) !== "array") return undefined;
  const between = separator === undefined ? "," : textOf(lowering, separator, depth + 1);
  return lowering.codeIn(list).map((one) => textOf(lowering, one, depth + 1)).join(between);
}
