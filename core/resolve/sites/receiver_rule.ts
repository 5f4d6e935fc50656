/**
 * The rule of an edge to a member, depending on its receiver.
 *
 * Stage: resolve.
 */
import type { Rule } from "../../edges.ts";
import { BindingFlag } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { COMPOSED, type Meaning, Tag } from "../meaning.ts";
import { findBehindTests } from "../names/names.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";

/** The rule for a member of `receiver`. @param object the receiver's expression */
export function receiverRule(world: World, view: FileView, object: number, receiver: Meaning): Rule {
  const { expressions, bindings } = view.facts;
  const op = expressions.op[object]!;
  if (op === Op.self || op === Op.super || op === Op.selfType) return "self";
  if (op === Op.name && view.receiverNames.has(expressions.a[object]!)) {
    const found = findBehindTests(world, view, object);
    if (found !== undefined && bindings.flags[found.rows[0]!]! & BindingFlag.receiver) return "self";
  }
  if (receiver.tag === Tag.module) return "import";
  if (receiver.tag === Tag.definition && !receiver.held) return "path";
  if (receiver.tag === Tag.union && (receiver.name !== COMPOSED || receiver.weak)) return "union";
  return receiver.weak ? "inferred" : "type";
}
