/**
 * Tests of a value's member: `x.kind == "a"`, `x["kind"] in ("a", "b")`.
 *
 * Stage: parse -> facts. Invariant: only constants that types may contain (`Literal["a"]`) are used.
 */
import { Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { plainText } from "./named_members.ts";
import { lowerTruth } from "./words.ts";

/** Operators that determine the member if the test holds. */
const SAYING: ReadonlySet<string> = new Set(["==", "is", "in"]);
/** Operators that determine it if the test does not hold. */
const DENYING: ReadonlySet<string> = new Set(["!=", "is not", "not in"]);
/** Longer lists are data. */
const MOST_VALUES = 12;

/** A test of a member. */
export interface MemberTest {
  /** The value (node) whose member is tested. */
  readonly object: number;
  /** Expression of the type that has that member. */
  readonly type: number;
  /** Whether the member is one of the constants if the test holds. */
  readonly isSame: boolean;
}

/** The test of a member between `left` and `right` (nodes) by the operator `operator`; undefined for anything else. */
export function testOfMember(lowering: Lowering, left: number, operator: string, right: number): MemberTest | undefined {
  const isSame = SAYING.has(operator);
  if (!isSame && !DENYING.has(operator)) return undefined;
  const [object, name] = memberAt(lowering, left);
  // The receiver is not of a union type.
  if (name === undefined || lowering.text(object) === "self") return undefined;
  const isList = operator.endsWith("in");
  if (isList && !/^(?:list|tuple|set)$/.test(lowering.kind(right))) return undefined;
  const written = isList ? lowering.codeIn(right) : [right];
  const values = written.length > MOST_VALUES ? [] : written.map((one) => constantAt(lowering, one));
  if (values.length === 0 || values.includes(0)) return undefined;
  const { facts } = lowering;
  const types = values.map((value) => facts.expression(Op.pair, facts.string(name), value));
  return { object, type: types.length === 1 ? types[0]! : facts.expression(Op.either, facts.list(types)), isSame };
}

/** The object of a member, and its name. */
function memberAt(lowering: Lowering, node: number): readonly [object: number, name: string | undefined] {
  if (lowering.kind(node) === "attribute") {
    return [lowering.child(node, "object"), lowering.text(lowering.child(node, "attribute"))];
  }
  if (lowering.kind(node) !== "subscript") return [0, undefined];
  return [lowering.child(node, "value"), plainText(lowering, lowering.child(node, "subscript"))];
}

/** The string or truth value at a node, as types name it; 0 for anything else. */
function constantAt(lowering: Lowering, node: number): number {
  if (/^(?:true|false)$/.test(lowering.kind(node))) return lowerTruth(lowering, node);
  const text = lowering.kind(node) === "string" ? plainText(lowering, node) : undefined;
  return text === undefined ? 0 : lowering.constant("str", text, Op.key);
}
