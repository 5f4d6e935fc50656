/**
 * Tests of what a value is by a member of it: `x.kind == "a"`, `x["kind"] in ("a", "b")`.
 *
 * Stage: parse -> facts. Invariant: only constants that types may name (`Literal["a"]`) tell anything.
 */
import { Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { plainText } from "./named_members.ts";
import { lowerTruth } from "./words.ts";

/** Signs of tests that say, where they hold, what the member is. */
const SAYING: ReadonlySet<string> = new Set(["==", "is", "in"]);
/** Those that say it where they do not hold. */
const DENYING: ReadonlySet<string> = new Set(["!=", "is not", "not in"]);
/** Longer lists are data. */
const MOST_VALUES = 12;

/** A test of a member. */
export interface MemberTest {
  /** The value (node) of which a member is asked. */
  readonly object: number;
  /** Expression of the type that has that member. */
  readonly type: number;
  /** Whether the member is one of the constants where the test holds. */
  readonly isSame: boolean;
}

/** The test of a member between `left` and `right` (nodes) by the sign `operator`; undefined for all else. */
export function testOfMember(lowering: Lowering, left: number, operator: string, right: number): MemberTest | undefined {
  const isSame = SAYING.has(operator);
  if (!isSame && !DENYING.has(operator)) return undefined;
  const [object, name] = memberAt(lowering, left);
  // The object in hand is of no union.
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

/** What a member is asked of, and its name. */
function memberAt(lowering: Lowering, node: number): readonly [object: number, name: string | undefined] {
  if (lowering.kind(node) === "attribute") {
    return [lowering.child(node, "object"), lowering.text(lowering.child(node, "attribute"))];
  }
  if (lowering.kind(node) !== "subscript") return [0, undefined];
  return [lowering.child(node, "value"), plainText(lowering, lowering.child(node, "subscript"))];
}

/** The text or truth value that is written at a node, as types name it; 0 for all else. */
function constantAt(lowering: Lowering, node: number): number {
  if (/^(?:true|false)$/.test(lowering.kind(node))) return lowerTruth(lowering, node);
  const text = lowering.kind(node) === "string" ? plainText(lowering, node) : undefined;
  return text === undefined ? 0 : lowering.constant("str", text, Op.key);
}
