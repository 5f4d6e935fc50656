/**
 * Bases created by a call: `extends mixin(A)`, `class C(Manager.from_queryset(Jobs))`.
 *
 * Stage: resolve.
 */
import { isCallable, listItems } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { callMeaning } from "../calls/call_results.ts";
import { evaluateValue } from "../evaluate.ts";
import { type DefinitionId, instance, type Meaning, rowOf, Tag, UNKNOWN } from "../meaning.ts";
import { findNameOf } from "../names/names.ts";
import { isOwnClass } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import { parametersOf } from "../state/parameters.ts";
import type { World } from "../world.ts";

const NONE: readonly Meaning[] = [];

/** The bases behind `base`, the supertype at `expression`, if a call created it; usually empty. */
export function basesOfCall(world: World, view: FileView, expression: number, base: Meaning): readonly Meaning[] {
  const { op, a } = view.facts.expressions;
  if (base.tag === Tag.external && op[expression] === Op.call) return passedClasses(world, view, expression);
  if (base.tag === Tag.external) {
    // The same through a name (`Base = declarative_base(cls=Rows)`), or a member of a call's result (`db = Database(model_class=Rows)`,
    // `class Job(db.Model)`).
    const { origin } = op[expression] === Op.member ? evaluateValue(world, view, a[expression]!) : base;
    return origin === undefined ? NONE : passedClasses(world, world.view(origin.file), origin.expression);
  }
  return base.tag === Tag.instance && op[expression] === Op.new ? mixedIn(world, view, a[expression]!, base.definition) : [];
}

/**
 * Classes passed to an external function that creates a base (`Manager.from_queryset(Jobs)`, `with_metaclass(Meta, Base)`), which has their
 * members.
 */
function passedClasses(world: World, view: FileView, call: number): Meaning[] {
  if (view.facts.expressions.op[call] !== Op.call) return [];
  return listItems(view.facts, view.facts.expressions.b[call]!).map((argument) => evaluateValue(world, view, argument))
    .filter((value) => isOwnClass(world, value))
    .map((value) => instance(value.definition, value.items));
}

/**
 * `extends mixin(A)`: instances of the argument for the parameter that the class in `mixin` extends; for `extends one(two(A))`, one after
 * the other.
 * @param made the class that the call returns
 */
function mixedIn(world: World, view: FileView, call: number, made: DefinitionId): Meaning[] {
  const { expressions } = view.facts;
  const maker = world.parentOf(made);
  if (expressions.op[call] !== Op.call || maker === 0 || !isCallable(world.kindOf(maker))) return [];
  if (evaluateValue(world, view, expressions.a[call]!).definition !== maker) return [];
  const target = world.viewOf(made);
  const inside = target.facts.expressions;
  const parameters = parametersOf(world, maker);
  const args = listItems(view.facts, expressions.b[call]!);
  return listItems(target.facts, target.facts.definitions.supertypes[rowOf(made)]!).flatMap((base) => {
    const name = inside.a[base]!;
    if (inside.op[base] !== Op.new || inside.op[name] !== Op.name) return [];
    const rows = findNameOf(world, target, name)?.rows ?? [];
    const argument = args[parameters.indexOf(rows[0]!)] ?? 0;
    const given = argument === 0 ? UNKNOWN : callMeaning(world, view, evaluateValue(world, view, argument), [], true);
    return given.tag === Tag.instance ? [given, ...mixedIn(world, view, argument, given.definition)] : [];
  });
}
