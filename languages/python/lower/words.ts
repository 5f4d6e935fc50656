/**
 * Texts that are words, and booleans: they select overloads (`Literal["r"]`, `Literal[True]`) and name entries.
 *
 * Stage: parse -> facts. Invariant: a text has its own value only as an argument of a call whose result is used, beside what it names, or
 * where a type requires it.
 */
import { Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { lastPart } from "../describe_definitions.ts";
import { REPLACING } from "./replaced_names.ts";

/** In UTF-16 units; a longer text is hardly the name of a member. */
const LONGEST_WORD = 100;
const [DOT, ZERO, NINE, UPPER_A, UPPER_Z, UNDERSCORE, LOWER_A, LOWER_Z] = [46, 48, 57, 65, 90, 95, 97, 122];

/** Kinds of nodes around a call whose result is not used. */
const UNHEEDED: ReadonlySet<string> = new Set(["expression_statement", "argument_list"]);

/** `True` and `False`. */
export function lowerTruth(lowering: Lowering, node: number): number {
  return lowering.constant("bool", lowering.kind(node), Op.key);
}

/** How bytes begin: `b"x"`, `Rb"x"`. */
const BYTES = /^[rR]?[bB]/;

/**
 * A text: as a word, if it is an argument of a call whose result may depend on it. Elsewhere a word is only recorded: a member may be read
 * by it.
 */
export function lowerText(lowering: Lowering, node: number): number {
  if (BYTES.test(lowering.text(node))) return lowering.literal("bytes");
  const path = lowering.textLiteral("str", node);
  if (lowering.kind(node) === "concatenated_string") return path || lowering.literal("str");
  const word = path === 0 && !isKey(lowering, node) ? wordAt(lowering, node) : 0;
  if (path === 0 && word === 0) noteFullName(lowering, node);
  return path ||
    (word !== 0 && (isPassed(lowering, node) || isBesideNamed(lowering, node) || isModel(lowering, node)) ? word : lowering.literal("str"));
}

/** A possible full name of a function or class that is loaded by name. */
const FULL_NAME = /^["'](\w+(?:\.\w+)*[.:]\w+)["']$/;
const LONGEST_FULL_NAME = 120;
/** One of a package's module, or of an attribute of a module (`app.mail:Handler`). */
const SURE_NAME = /:|\..*\./;
/** The last names of functions that replace, or call by a name of its own, what a text names. */
const NOT_LOADING: ReadonlySet<string> = new Set([...REPLACING, "getLogger", "multiple"]);

/**
 * Records a text that may be a full name (`handlers = {"mail": "app.mail:Handler"}`); among arguments, which may have another meaning, only
 * one that can hardly be anything else (`load("app.mail:Handler")`, `queue.enqueue("app.jobs.run")`).
 */
function noteFullName(lowering: Lowering, node: number): void {
  const { start, end } = lowering.tree;
  if (end[node]! - start[node]! > LONGEST_FULL_NAME || isKey(lowering, node)) return;
  const name = FULL_NAME.exec(lowering.text(node))?.[1];
  if (name === undefined) return;
  const callee = calleeAround(lowering, node);
  if (callee !== 0 && (!SURE_NAME.test(name) || NOT_LOADING.has(lastPart(lowering.text(callee))))) return;
  lowering.constant("str", name.replace(":", "."), Op.key);
}

/** What is called with the text at `node` as an argument; 0 for any other text. */
function calleeAround(lowering: Lowering, node: number): number {
  const outer = lowering.parent(node);
  const list = lowering.kind(outer) === "keyword_argument" ? lowering.parent(outer) : outer;
  return lowering.kind(list) === "argument_list" ? lowering.child(lowering.parent(list), "function") : 0;
}

/** Whether a text is a key: `table["name"]`, `{"name": value}`. */
function isKey(lowering: Lowering, node: number): boolean {
  const outer = lowering.parent(node);
  const kind = lowering.kind(outer);
  return kind === "subscript" || (kind === "pair" && lowering.child(outer, "key") === node);
}

function isPassed(lowering: Lowering, node: number): boolean {
  const outer = lowering.parent(node);
  const list = lowering.kind(outer) === "keyword_argument" ? lowering.parent(outer) : outer;
  return lowering.kind(list) === "argument_list" && !UNHEEDED.has(lowering.kind(lowering.parent(lowering.parent(list))));
}

/** Whether a call receives a text beside an argument of that name (`add_to_class("nick", nick)`). */
function isBesideNamed(lowering: Lowering, node: number): boolean {
  const list = lowering.parent(node);
  if (lowering.kind(list) !== "argument_list") return false;
  const name = lowering.text(node).slice(1, -1);
  return lowering.codeIn(list).some((one) => lowering.kind(one) === "identifier" && lowering.text(one) === name);
}

/** Whether a text names the class of what is created (`class Meta: model = "shop.Customer"`). */
function isModel(lowering: Lowering, node: number): boolean {
  const outer = lowering.parent(node);
  return lowering.kind(outer) === "assignment" && lowering.text(lowering.child(outer, "left")) === "model";
}

/** The word in plain quotes at `node`, or the name of a class after others (`shop.Customer`); otherwise 0. */
export function wordAt(lowering: Lowering, node: number): number {
  const { start, end, source } = lowering.tree;
  const from = start[node]! + 1;
  const to = end[node]! - 1;
  if (to <= from || to - from > LONGEST_WORD) return 0;
  for (let at = from; at < to; at++) {
    const unit = source.charCodeAt(at);
    if (!isPartOfWord(unit) && (unit !== DOT || !isUpper(source.charCodeAt(at + 1)))) return 0;
  }
  return lowering.constant("str", source.slice(from, to), Op.key);
}

function isUpper(unit: number): boolean {
  return unit >= UPPER_A && unit <= UPPER_Z;
}

function isPartOfWord(unit: number): boolean {
  return (unit >= LOWER_A && unit <= LOWER_Z) || unit === UNDERSCORE || isUpper(unit) ||
    (unit >= ZERO && unit <= NINE);
}
