/**
 * What a function passed to external code returns of its arguments: `signal.with(|data| data.item)` of a `Signal<Data>`.
 *
 * Stage: resolve. Invariant: only what the parameters may contain comes out; which of these the function receives is not known.
 */
import { BindingKind, listItems } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { type Meaning, rowOf } from "../meaning.ts";
import { memberMeaning } from "../members/members.ts";
import { onlyBinding, Space } from "../names/names.ts";
import { isOwnFunction } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";
import { callMeaning } from "./call_results.ts";
import { addTypes, typesWithin } from "./types_within.ts";

/** Maximum number of steps from a part back to the parameter that it is taken from. */
const LONGEST = 12;

/** Operations whose value is that of their column a, or a part of it. */
const THROUGH: ReadonlySet<number> = new Set([Op.await, Op.unwrap, Op.deref, Op.reference, Op.index, Op.item, Op.iterate]);

/**
 * The types of the repository that the lambda `taker` returns if its parameters are of the types `passed`. Empty if its own code determines
 * the result.
 */
export function takenOut(world: World, taker: Meaning, passed: readonly Meaning[]): Meaning[] {
  const found: Meaning[] = [];
  if (passed.length === 0 || !isOwnFunction(world, taker)) return found;
  const view = world.viewOf(taker.definition);
  world.ask(view.index);
  const { returns, type } = view.facts.definitions;
  const row = rowOf(taker.definition);
  if (type[row] !== 0) return found;
  const parts = new Parts(world, view, row, passed);
  for (const value of listItems(view.facts, returns[row]!)) for (const part of parts.of(value, 0)) addTypes(world, part, 0, found);
  return found;
}

class Parts {
  constructor(
    private readonly world: World,
    private readonly view: FileView,
    private readonly taker: number,
    private readonly passed: readonly Meaning[],
  ) {}

  /** The types that an expression of the function may have, given the arguments. */
  of(expression: number, depth: number): readonly Meaning[] {
    if (expression === 0 || depth > LONGEST) return [];
    const { facts } = this.view;
    const { op, a, b } = facts.expressions;
    const part = a[expression]!;
    switch (op[expression]) {
      case Op.name:
        return this.#ofBinding(onlyBinding(this.world, this.view, expression), depth);
      case Op.binding:
        return this.#ofBinding(part, depth);
      case Op.member:
        return this.#members(part, this.view.text(b[expression]!), Space.value, depth);
      case Op.call:
        return this.#ofCall(part, listItems(facts, b[expression]!), depth);
      case Op.tuple:
      case Op.either:
        return listItems(facts, part).flatMap((item) => this.of(item, depth + 1));
      default:
        return THROUGH.has(op[expression]!) ? this.of(part, depth + 1) : [];
    }
  }

  /** A parameter has the types of the arguments, a variable those of its value. */
  #ofBinding(row: number, depth: number): readonly Meaning[] {
    const { bindings, scopes } = this.view.facts;
    if (row === 0 || bindings.type[row] !== 0) return [];
    if (bindings.kind[row] !== BindingKind.parameter) return this.of(bindings.value[row]!, depth + 1);
    return scopes.definition[bindings.scope[row]!] === this.taker ? this.passed : [];
  }

  /**
   * The result of a method of the repository; for an external method (`.cloned()`), and for a variant with a value, the receiver or that
   * value.
   */
  #ofCall(callee: number, args: readonly number[], depth: number): readonly Meaning[] {
    const { op, a, b } = this.view.facts.expressions;
    if (op[callee] !== Op.member) return args.flatMap((argument) => this.of(argument, depth + 1));
    const methods = this.#members(a[callee]!, this.view.text(b[callee]!), Space.call, depth);
    const own = methods.filter((method) => isOwnFunction(this.world, method));
    return own.length > 0 ? own.map((method) => callMeaning(this.world, this.view, method, args, false)) : this.of(a[callee]!, depth + 1);
  }

  #members(object: number, name: string, space: number, depth: number): Meaning[] {
    return typesWithin(this.world, this.of(object, depth + 1)).map((type) => memberMeaning(this.world, type, name, space));
  }
}
