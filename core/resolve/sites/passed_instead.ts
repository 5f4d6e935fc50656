/**
 * Values that callers may pass in place of a default: `def run(client=None): client = client or Client()`, and the same stored in a member
 * (`self.client = client or Client()`).
 *
 * Stage: resolve. Invariant: these are candidates, and only for parameters without a declared type: any type with such a member may be
 * passed. The same applies to calls of functions that return one of several values, one of which is unknown.
 */
import { NO_ROWS } from "../../base/lists.ts";
import { MOST_CANDIDATES } from "../../edges.ts";
import { BindingFlag, BindingKind, listItems } from "../../facts.ts";
import { CastMode, Op } from "../../facts/expressions.ts";
import { evaluateType, evaluateValue } from "../evaluate.ts";
import { type DefinitionId, fileOf, type Meaning, rowOf, Tag } from "../meaning.ts";
import { declaredAt } from "../members/first_declaring.ts";
import { findNameOf, onlyBinding } from "../names/names.ts";
import { isOwnFunction } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";

/** Maximum number of names between a receiver and the parameter. */
const LONGEST = 3;

/** Other methods called `name` that a call on the value of `object` may run, which reaches `targets` if nothing else is passed. */
export function passedInstead(
  world: World,
  view: FileView,
  object: number,
  name: string,
  targets: readonly DefinitionId[],
): readonly DefinitionId[] {
  if (world.rules.valuesOverride !== true) return NO_ROWS;
  const all = world.repository.methods(name);
  if (all.length <= targets.length || all.length > MOST_CANDIDATES || !mayBeGiven(world, view, object, LONGEST, false)) return NO_ROWS;
  // An external default may stand for a value that a framework provides.
  if (targets.length === 0 && isParameter(world, view, object)) return NO_ROWS;
  return all.filter((method) => !targets.includes(method));
}

function isParameter(world: World, view: FileView, expression: number): boolean {
  return view.facts.bindings.kind[onlyBinding(world, view, expression)] === BindingKind.parameter;
}

/**
 * Whether the value of an expression may be an argument for a parameter without a declared type, in place of its default or of another
 * alternative (`isOption`); arguments of a required parameter are known from its callers.
 */
function mayBeGiven(world: World, view: FileView, expression: number, depth: number, isOption: boolean): boolean {
  const { op, a, b, c } = view.facts.expressions;
  switch (op[expression]) {
    case Op.name:
      return bindingsGiven(world, view, findNameOf(world, view, expression)?.rows ?? NO_ROWS, depth, isOption);
    case Op.member:
      return memberGiven(world, view, expression, depth);
    case Op.either:
      return listItems(view.facts, a[expression]!).some((part) => mayBeGiven(world, view, part, depth, true));
    case Op.call:
      return mayBeGiven(world, view, a[expression]!, depth, isOption) || givesUnknown(world, evaluateValue(world, view, a[expression]!));
    case Op.guarded:
    case Op.settled:
    // What is taken out of an argument.
    case Op.iterate:
    case Op.index:
    case Op.item:
      return mayBeGiven(world, view, a[expression]!, depth, isOption);
    case Op.cast:
      return (c[expression] === CastMode.excluded || c[expression] === CastMode.put) &&
        mayBeGiven(world, view, b[expression]!, depth, isOption);
    default:
      return false;
  }
}

/** Whether a function without a declared result returns a known value in one place and an unknown one in another. */
function givesUnknown(world: World, callee: Meaning): boolean {
  if (!isOwnFunction(world, callee)) return false;
  const { definition } = callee;
  world.ask(fileOf(definition));
  const target = world.viewOf(definition);
  const { type, returns } = target.facts.definitions;
  if (type[rowOf(definition)] !== 0) return false;
  const given = listItems(target.facts, returns[rowOf(definition)]!);
  if (given.length < 2) return false;
  const kinds = given.map((one) => evaluateValue(world, target, one).tag);
  return kinds.includes(Tag.unknown) && kinds.some((tag) => tag !== Tag.unknown && tag !== Tag.nothing);
}

function bindingsGiven(world: World, view: FileView, rows: readonly number[], depth: number, isOption: boolean): boolean {
  const { kind, type, value, flags } = view.facts.bindings;
  const isOne = isOption || rows.length > 1;
  return rows.some((row) => {
    if (type[row] !== 0 && evaluateType(world, view, type[row]!).tag !== Tag.unknown) return false;
    if (kind[row] === BindingKind.parameter) {
      const isOther = (flags[row]! & (BindingFlag.receiver | BindingFlag.rest | BindingFlag.keywords)) !== 0;
      return !isOther && (isOne || (flags[row]! & BindingFlag.optional) !== 0);
    }
    return kind[row] !== BindingKind.import && value[row] !== 0 && depth > 0 && mayBeGiven(world, view, value[row]!, depth - 1, isOne);
  });
}

/** The same for a member of a repository object: the values assigned to it in its own class. */
function memberGiven(world: World, view: FileView, expression: number, depth: number): boolean {
  if (depth === 0) return false;
  const declared = declaredAt(world, view, expression);
  return declared !== undefined && bindingsGiven(world, declared.view, declared.rows, depth - 1, false);
}
