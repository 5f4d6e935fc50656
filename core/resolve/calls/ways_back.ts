/**
 * How a value is followed back to what it came out of.
 *
 * Stage: resolve. Data.
 */
import { Op } from "../../facts/expressions.ts";

/** How many steps back a value is followed to what it came out of. */
export const LONGEST = 16;
/** Expressions whose value comes out of that of another, their column a. */
export const STEPS: ReadonlySet<number> = new Set([
  Op.member,
  Op.call,
  Op.new,
  Op.index,
  Op.item,
  Op.await,
  Op.iterate,
  Op.enter,
  Op.unwrap,
  Op.deref,
  Op.reference,
]);
