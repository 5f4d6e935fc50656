/**
 * What a condition implies for names and paths in it: `isinstance(x, T)`, `type(x) is T`, `issubclass(x, T)`, `x.kind == "a"`, and type
 * guards (`-> TypeIs[T]`).
 *
 * Stage: parse -> facts. Invariant: only plain names, and paths of attributes and literal positions, are narrowed.
 */
import { Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { CLASS_NAME } from "./comparisons.ts";
import { testOfMember } from "./discriminants.ts";

/** The result of a condition: `name` (its node) is an instance of `type`, or is not. */
export interface Test {
  readonly name: number;
  /** The name is a path of attributes. */
  readonly isPath: boolean;
  /** Expression of the type; 0: it follows from the result of the call `guard`. */
  readonly type: number;
  readonly guard: number;
  readonly holds: boolean;
  /** It follows from a member. */
  readonly isByMember?: boolean;
  /** Expression of a value that was put there. */
  readonly made?: number;
}

/** Conditions within one another. */
const DEEPEST = 20;
/** Kinds of nodes that are paths. */
export const PATHS: ReadonlySet<string> = new Set(["attribute", "subscript"]);
/** The source text of a path: attributes, and literal positions and keys. */
export const PATH = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*|\[(?:\d+|"[^"\]\n]*"|'[^'\]\n]*')\])+$/;

/** Everything that `condition` (or, if `negated`, its opposite) implies for names and paths. */
export function findTests(lowering: Lowering, condition: number, negated: boolean, depth = 0): Test[] {
  if (condition === 0 || depth > DEEPEST) return [];
  switch (lowering.kind(condition)) {
    case "parenthesized_expression":
      return findTests(lowering, lowering.codeIn(condition)[0] ?? 0, negated, depth + 1);
    case "not_operator":
      return findTests(lowering, lowering.child(condition, "argument"), !negated, depth + 1);
    case "boolean_operator": {
      const left = findTests(lowering, lowering.child(condition, "left"), negated, depth + 1);
      const right = findTests(lowering, lowering.child(condition, "right"), negated, depth + 1);
      const isBoth = lowering.kind(lowering.child(condition, "operator")) === (negated ? "or" : "and");
      return isBoth ? [...left, ...right] : eitherOf(lowering, left, right);
    }
    case "call":
      return readTest(lowering, condition, !negated);
    case "comparison_operator":
      return readComparison(lowering, condition, negated);
    default:
      return [];
  }
}

/** For two conditions of which one holds: what both imply for the same name is one of two types. */
export function eitherOf(lowering: Lowering, left: readonly Test[], right: readonly Test[]): Test[] {
  const isPlain = ({ type, holds }: Test): boolean => holds && type !== 0;
  return left.filter(isPlain).flatMap((one) => {
    const other = right.find((test) => isPlain(test) && lowering.text(test.name) === lowering.text(one.name));
    const isByMember = one.isByMember === true || other?.isByMember === true;
    return other === undefined ? [] : [{ ...one, isByMember, type: lowering.either([one.type, other.type]) }];
  });
}

/** Names of type guard functions; others are not examined. */
const GUARD = /^_*(?:is|has|can|supports)/;

/** What a call implies if it returns true (`holds`), or if it does not. */
function readTest(lowering: Lowering, call: number, holds: boolean): Test[] {
  const callee = lowering.child(call, "function");
  const [name = 0, classes = 0] = lowering.codeIn(lowering.child(call, "arguments"));
  const tested = testedName(lowering, name);
  if (tested === undefined) return [];
  const known = lowering.kind(callee) === "identifier" ? lowering.text(callee) : "";
  if (known === "isinstance" || (known === "issubclass" && holds)) {
    const type = classes === 0 ? 0 : typeOfClasses(lowering, classes, known === "issubclass");
    return type === 0 ? [] : [{ ...tested, type, guard: 0, holds }];
  }
  const last = lowering.kind(callee) === "attribute" ? lowering.text(lowering.child(callee, "attribute")) : known;
  if (!GUARD.test(last) || (!holds && tested.isPath)) return [];
  return [{ ...tested, type: 0, guard: lowering.lowerExpression(call), holds }];
}

/** What a comparison implies, or if `negated` its opposite. */
function readComparison(lowering: Lowering, comparison: number, negated: boolean): Test[] {
  const [left = 0, right = 0, more = 0] = lowering.codeIn(comparison);
  if (more !== 0) return [];
  const operator = lowering.text(lowering.child(comparison, "operators"));
  const member = testOfMember(lowering, left, operator, right);
  if (member === undefined) return readClassTest(lowering, left, operator, right, negated);
  const asked = testedName(lowering, member.object);
  // Paths are narrowed only by classes: otherwise each place would be read before tests of its first name.
  if (asked === undefined || asked.isPath) return [];
  return [{ ...asked, type: member.type, guard: 0, holds: member.isSame !== negated, isByMember: true }];
}

/** `type(x) is T`, `x.__class__ is T`, `x is T` for a class; a negative result implies nothing, because `x` may be of a subclass of `T`. */
function readClassTest(lowering: Lowering, left: number, operator: string, right: number, negated: boolean): Test[] {
  const isSame = operator === "is" || operator === "==";
  if (negated === isSame || (!isSame && operator !== "is not" && operator !== "!=")) return [];
  const owner = ownerOfClass(lowering, left);
  const kind = lowering.kind(right);
  // Whether a name is a class is known here only by its spelling.
  const isClass = owner === 0 && operator.startsWith("is") && CLASS_NAME.test(lowering.text(right));
  const tested = testedName(lowering, isClass ? left : owner);
  if (tested === undefined || (kind !== "identifier" && kind !== "attribute") || lowering.text(right).endsWith(".__class__")) return [];
  const type = lowering.lowerType(right);
  if (type === 0) return [];
  return [{ ...tested, type: isClass ? lowering.facts.expression(Op.classOf, type) : type, guard: 0, holds: true }];
}

/** The value whose class `node` evaluates to; otherwise 0. */
function ownerOfClass(lowering: Lowering, node: number): number {
  if (lowering.kind(node) === "attribute") {
    return lowering.text(lowering.child(node, "attribute")) === "__class__" ? lowering.child(node, "object") : 0;
  }
  if (lowering.kind(node) !== "call" || lowering.text(lowering.child(node, "function")) !== "type") return 0;
  const [value = 0, other = 0] = lowering.codeIn(lowering.child(node, "arguments"));
  return other === 0 ? value : 0;
}

/**
 * The class or tuple of classes at `node` as the type of an instance, or of the class itself; 0: one of them applies to many kinds of
 * values (`Callable`).
 */
function typeOfClasses(lowering: Lowering, node: number, isClass: boolean): number {
  const classes = lowering.kind(node) === "tuple" ? lowering.codeIn(node) : [node];
  const types = classes.map((one) => lowering.lowerType(one));
  if (types.some((type) => lowering.facts.get("expressions", type, "op") === Op.functionType)) return 0;
  return lowering.either(isClass ? types.map((type) => type && lowering.facts.expression(Op.classOf, type)) : types);
}

/** The tested name or path; undefined for anything else. */
function testedName(lowering: Lowering, node: number): Pick<Test, "name" | "isPath"> | undefined {
  while (node !== 0 && lowering.kind(node) === "parenthesized_expression") node = lowering.codeIn(node)[0] ?? 0;
  if (node === 0) return undefined;
  if (lowering.kind(node) === "named_expression") return { name: lowering.child(node, "name"), isPath: false };
  const isPath = PATHS.has(lowering.kind(node)) && PATH.test(lowering.text(node));
  return isPath || lowering.kind(node) === "identifier" ? { name: node, isPath } : undefined;
}
