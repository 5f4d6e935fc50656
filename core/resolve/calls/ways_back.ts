/**
 * How a value is traced back to its origin.
 *
 * Stage: resolve. Data.
 */
import { Op } from "../../facts/expressions.ts";

/** Maximum number of steps back to the origin of a value. */
export const LONGEST = 16;
/** Operations whose value comes from that of their column a. */
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
