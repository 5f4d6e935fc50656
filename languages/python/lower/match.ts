/**
 * `match`: what each pattern implies for the subject, and the names that it captures.
 *
 * Stage: parse -> facts. Invariant: a capture in a class pattern is an attribute of that class by its written name, or by the class's
 * positions (`lower/positions.ts`).
 */
import { AccessMode, BindingKind } from "../../../core/facts.ts";
import { CastMode, ItemMode, Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { isParenthesized, lowerTuple } from "./displays.ts";
import { markOther } from "./leaving_blocks.ts";
import { writtenName } from "./made_classes.ts";
import { matchedField } from "./positions.ts";

const DEEPEST = 30;
/** Maximum number of cases whose classes are excluded in later cases. */
const MOST_REFUTED = 24;

/** Binds the captures of all cases; a class pattern narrows a subject that is a plain name, in its own case and in the later ones. */
export function lowerMatch(lowering: Lowering, node: number): void {
  const body = lowering.child(node, "body");
  const subjects = lowering.codeIn(node).filter((part) => part !== body);
  const subject = lowering.childOfKind(node, ",") === 0 ? subjects[0] ?? 0 : 0;
  // `match a, b:` is a tuple without brackets.
  const whole = subject === 0 ? lowerTuple(lowering, node, { element: subjects }) : lowering.lowerExpression(subject);
  let value = whole;
  let refutedCount = 0;
  for (const clause of lowering.codeIn(body)) {
    if (lowering.kind(clause) !== "case_clause") continue;
    lowering.addBranch(clause);
    markOther(lowering, clause);
    const patterns = lowering.codeIn(clause).filter((part) => lowering.kind(part) === "case_pattern");
    lowering.bindingAt = lowering.tree.end[patterns[patterns.length - 1] ?? clause]!;
    // `case a, b:` is a sequence without brackets.
    if (patterns.length === 1) bindPattern(lowering, patterns[0]!, value, 0);
    else bindItems(lowering, patterns, value, 0);
    const type = patterns.length === 1 ? patternType(lowering, patterns[0]!, 0) : 0;
    const seen = type === 0 ? value : lowering.facts.expression(Op.cast, type, value, CastMode.tested);
    if (seen !== whole && subject !== 0 && lowering.kind(subject) === "identifier") {
      lowering.bind(BindingKind.narrowing, lowering.text(subject), patterns[0]!, { value: seen });
    }
    lowering.bindingAt = 0;
    if (type === 0 || refutedCount === MOST_REFUTED || lowering.child(clause, "guard") !== 0 || !takesAll(lowering, patterns[0]!, 0)) {
      continue;
    }
    value = lowering.facts.expression(Op.cast, type, value, CastMode.excluded);
    refutedCount++;
  }
}

/** Whether a pattern fits whatever is of the class that it names. */
function takesAll(lowering: Lowering, pattern: number, depth: number): boolean {
  if (depth > DEEPEST) return false;
  const parts = lowering.codeIn(pattern);
  switch (lowering.kind(pattern)) {
    case "case_pattern":
    case "as_pattern":
      return parts.length > 0 && takesAll(lowering, parts[0]!, depth + 1);
    case "union_pattern":
      return parts.every((part) => takesAll(lowering, part, depth + 1));
    case "tuple_pattern":
      return isParenthesized(lowering, pattern) && takesAll(lowering, parts[0]!, depth + 1);
    default:
      return lowering.kind(pattern) === "class_pattern" && parts.length === 1;
  }
}

/** The class that whatever fits `pattern` is an instance of, or 0. */
function patternType(lowering: Lowering, pattern: number, depth: number): number {
  if (pattern === 0 || depth > DEEPEST) return 0;
  const [first = 0] = lowering.codeIn(pattern);
  switch (lowering.kind(pattern)) {
    case "case_pattern":
    case "as_pattern":
      return patternType(lowering, first, depth + 1);
    case "class_pattern":
      return dottedName(lowering, first);
    case "union_pattern": {
      const types = lowering.codeIn(pattern).map((part) => patternType(lowering, part, depth + 1));
      return types.includes(0) ? 0 : lowering.either(types);
    }
    case "tuple_pattern":
      return isParenthesized(lowering, pattern) ? patternType(lowering, first, depth + 1) : 0;
    default:
      return 0;
  }
}

function dottedName(lowering: Lowering, node: number): number {
  const [first, ...rest] = lowering.codeIn(node) as [number, ...number[]];
  let name = lowering.nameExpression(lowering.text(first), first);
  for (const part of rest) name = lowering.memberExpression(name, lowering.text(part));
  return name;
}

function bindPattern(lowering: Lowering, pattern: number, value: number, depth: number): void {
  if (pattern === 0 || depth > DEEPEST) return;
  const parts = lowering.codeIn(pattern);
  const inner = (part: number | undefined, of: number): void => bindPattern(lowering, part ?? 0, of, depth + 1);
  switch (lowering.kind(pattern)) {
    case "case_pattern":
      inner(parts[0], value);
      return;
    case "dotted_name":
      // A dotted name is compared, a plain one captures.
      if (parts.length === 1) capture(lowering, parts[0]!, value);
      return;
    case "as_pattern":
      inner(parts[0], value);
      captureAs(lowering, parts[parts.length - 1]!, parts[0] ?? 0, value);
      return;
    case "union_pattern":
      for (const part of parts) inner(part, value);
      return;
    case "list_pattern":
    case "tuple_pattern":
      if (isParenthesized(lowering, pattern)) inner(parts[0], value);
      else bindItems(lowering, parts, value, depth + 1);
      return;
    case "class_pattern":
      bindClassPattern(lowering, parts, value, depth);
      return;
    case "dict_pattern":
      for (let i = 0; i < parts.length; i++) {
        if (lowering.kind(parts[i]!) === "case_pattern") inner(parts[i], entryOf(lowering, parts[i - 1]!, value));
        else if (lowering.kind(parts[i]!) === "splat_pattern") inner(parts[i], value);
      }
      return;
    case "splat_pattern":
      if (parts[0] !== undefined) capture(lowering, parts[0], value);
  }
}

/** The patterns of a sequence: those after a star count from its end. */
function bindItems(lowering: Lowering, patterns: readonly number[], value: number, depth: number): void {
  let isBehind = false;
  for (let i = 0; i < patterns.length; i++) {
    const pattern = patterns[i]!;
    const inner = lowering.kind(pattern) === "case_pattern" ? lowering.codeIn(pattern)[0] ?? 0 : pattern;
    const isStar = lowering.kind(inner) === "splat_pattern";
    const item = isStar
      ? lowering.item(value, i, ItemMode.rest)
      : isBehind
      ? lowering.item(value, patterns.length - 1 - i, ItemMode.fromEnd)
      : lowering.item(value, i);
    bindPattern(lowering, pattern, item, depth);
    isBehind ||= isStar;
  }
}

/** The value of a mapping under a pattern's key. */
function entryOf(lowering: Lowering, key: number, value: number): number {
  if (value === 0) return 0;
  const name = writtenName(lowering, key) ?? "";
  return lowering.facts.expression(Op.index, value, lowering.facts.list([lowering.literal("str")]), lowering.facts.string(name));
}

function bindClassPattern(lowering: Lowering, [name = 0, ...fields]: readonly number[], subject: number, depth: number): void {
  const type = dottedName(lowering, name);
  if (type !== 0) lowering.addUse(lowering.codeIn(name).at(-1)!, type);
  const seen = lowering.facts.expression(Op.cast, type, subject, subject === 0 ? 0 : CastMode.tested);
  const isBuiltin = /^(?:str|int|float|bool|bytes|list|dict|set|tuple)$/.test(lowering.text(name));
  for (const [position, field] of fields.entries()) {
    const written = lowering.codeIn(field)[0] ?? 0;
    // `key=Pattern() as name` is read as `(key=Pattern()) as name`.
    const isNamed = written !== 0 && lowering.kind(written) === "as_pattern";
    const keyword = isNamed ? lowering.codeIn(lowering.codeIn(written)[0] ?? 0)[0] ?? 0 : written;
    if (keyword === 0 || lowering.kind(keyword) !== "keyword_pattern") {
      const value = isBuiltin ? seen : lowering.memberExpression(seen, matchedField(position));
      bindPattern(lowering, field, value, depth + 1);
      continue;
    }
    const [key = 0, pattern = 0] = lowering.codeIn(keyword);
    const value = lowering.memberExpression(seen, lowering.text(key));
    lowering.addAccess(key, AccessMode.read, value);
    bindPattern(lowering, pattern, value, depth + 1);
    if (isNamed) captureAs(lowering, lowering.codeIn(written).at(-1)!, pattern, value);
  }
}

/** `pattern as name`. */
function captureAs(lowering: Lowering, name: number, pattern: number, value: number): void {
  const type = patternType(lowering, pattern, 0);
  capture(lowering, name, type === 0 ? value : lowering.facts.expression(Op.cast, type, value, CastMode.tested));
}

function capture(lowering: Lowering, name: number, value: number): void {
  const text = lowering.text(name);
  if (text !== "_") lowering.bind(BindingKind.variable, text, name, { value });
}
