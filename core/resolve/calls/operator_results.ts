/**
 * What operators give that stand for methods of their left operand.
 *
 * Stage: resolve. Invariant: of what the method is not in sight nothing is told for certain.
 */
import { listItems } from "../../facts.ts";
import { calleeMeaning, evaluateValue } from "../evaluate.ts";
import type { FileView } from "../state/file_view.ts";
import { fileOf, isKnown, type Meaning, Tag, UNKNOWN, weaken } from "../meaning.ts";
import { associatedTypes } from "../traits/associated.ts";
import { asInstance, traitFor } from "../traits/traits.ts";
import { substituteParameters } from "../types/environments.ts";
import { couldBe, implsGiving, ownerOfImpl } from "../types/fitting.ts";
import { growsAnew } from "./reflected.ts";
import type { World } from "../world.ts";

/**
 * What the implementation gives that takes the right operand, where a type has several of the operator's trait and macros write its method:
 * unknown where none of them alone does. Undefined where the method is in sight, or given once.
 */
function resultByOperand(world: World, view: FileView, type: Meaning, call: number, args: readonly number[]): Meaning | undefined {
  if (!world.rules.implementations || args.length !== 1) return undefined;
  const method = calleeMeaning(world, view, view.facts.expressions.a[call]!);
  if (method.tag !== Tag.definition || !world.inLibrary(method.definition)) return undefined;
  const trait = world.parentOf(method.definition);
  const impls = implsGiving(world, type.definition, trait);
  if (impls.length < 2) return undefined;
  const right = asInstance(world, evaluateValue(world, view, args[0]!));
  const fitting = impls.filter((impl) => couldBe(world, ownerOfImpl(world, impl), type)).map((impl) => {
    world.ask(fileOf(impl));
    return substituteParameters(world, traitFor(world, impl, type.definition), type.definition, type.items);
  }).filter(({ items }) => couldBe(world, items[0] ?? UNKNOWN, right));
  const position = associatedTypes(world, trait)[0]?.position;
  return fitting.length !== 1 || position === undefined ? UNKNOWN : fitting[0]!.items[position] ?? UNKNOWN;
}

/**
 * What an operator gives: what its method does where one is in sight; else what the expression `otherwise` gives where the left operand is known, or by
 * inference, of a type of the repository, the left operand's type.
 * @param call 0 where both operands are of one type, which a constant without one takes over from the other: `otherwise` is the right one
 */
export function resultOfOperator(world: World, view: FileView, left: Meaning, call: number, otherwise: number): Meaning {
  const type = asInstance(world, left);
  if (call === 0) return typedOperand(world, view, left, otherwise);
  const args = listItems(view.facts, view.facts.expressions.b[call]!);
  if (!world.isOwnObject(type) && (otherwise !== 0 || !growsAnew(world, type))) {
    const isOpen = type.tag === Tag.unknown || type.tag === Tag.parameter;
    if (otherwise !== 0) return isOpen ? UNKNOWN : evaluateValue(world, view, otherwise);
    const isForeign = (world.rules.implementations && type.tag === Tag.instance) ||
      (world.rules.reflected !== undefined && type.tag === Tag.external);
    // Beside a value of the repository it gives what that implements for what is left of it.
    if (!isForeign || args.length === 0 || !world.isOwnObject(asInstance(world, evaluateValue(world, view, args[0]!)))) return left;
    const given = evaluateValue(world, view, call);
    return world.rules.implementations && given.tag === Tag.external ? UNKNOWN : given;
  }
  const given = resultByOperand(world, view, type, call, args) ?? evaluateValue(world, view, call);
  if (!isKnown(given)) {
    return otherwise === 0 ? weaken(left) : evaluateValue(world, view, otherwise);
  }
  // A type may have the operator for several right operands, and macros may have written some of them.
  if (args.length === 0) return given;
  const right = evaluateValue(world, view, args[0]!);
  return right.tag === Tag.unknown || right.tag === Tag.nothing || right.tag === Tag.external ? weaken(given) : given;
}

/** Of two operands of one type the one that tells it. @param right an expression */
function typedOperand(world: World, view: FileView, left: Meaning, right: number): Meaning {
  const mayBeConstant = (value: Meaning): boolean => {
    const plain = asInstance(world, value);
    return plain.tag === Tag.unknown || world.isLibraryType(plain);
  };
  if (!mayBeConstant(left)) return left;
  const other = evaluateValue(world, view, right);
  return left.tag !== Tag.unknown && mayBeConstant(other) ? left : other;
}
