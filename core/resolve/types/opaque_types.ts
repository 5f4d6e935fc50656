/**
 * Opaque types, known by a trait alone (`-> impl Shape`).
 *
 * Stage: resolve. Invariant: the concrete type is used only as far as the function declares it; if nothing more is known, the trait is.
 */
import { evaluateType, evaluateValue } from "../evaluate.ts";
import { DefinitionKind, isCallable } from "../../facts.ts";
import { isOwnType } from "../ownership.ts";
import { Environment } from "../state/environment.ts";
import type { FileView } from "../state/file_view.ts";
import { orderOf } from "./inheritance.ts";
import { boundsIn, type DefinitionId, fileOf, held, type Meaning, rowOf, Tag, UNKNOWN } from "../meaning.ts";
import { substitute } from "../substitution.ts";
import { asInstance } from "../traits/traits.ts";
import type { World } from "../world.ts";
import { implsGiving, ownerOfImpl, traitOfImpl } from "./fitting.ts";
import { LEFT_OPEN, openParameters } from "./type_arguments.ts";
import { unify } from "./unify.ts";

/** Maximum nesting of types. */
const DEEPEST = 6;

/** The meaning of an opaque type: the value that the function returns. An external trait may constrain its associated types further. */
export function opaqueType(world: World, view: FileView, type: number, value: number): Meaning {
  const trait = evaluateType(world, view, type);
  const bounds = boundsIn(trait);
  const isOwn = bounds.some((one) => isOwnType(world, one));
  if (!isOwn && !bounds.some((one) => one.tag === Tag.instance)) return trait;
  const hidden = asInstance(world, evaluateValue(world, view, value));
  if (!isOwn && !saysAll(world, hidden, bounds)) return trait;
  switch (hidden.tag) {
    case Tag.instance:
      return world.kindOf(hidden.definition) === DefinitionKind.trait
        ? trait
        : { ...inferredFromBounds(world, hidden, bounds), held: false };
    case Tag.self:
    case Tag.parameter:
    case Tag.tuple:
      return { ...hidden, held: false };
    case Tag.definition:
      return isCallable(world.kindOf(hidden.definition)) ? held(hidden) : trait;
    default:
      return trait;
  }
}

/** Whether a value is of a repository type that determines everything that traits of the library would. */
function saysAll(world: World, type: Meaning, traits: readonly Meaning[]): boolean {
  const { definition } = type;
  if (!isOwnType(world, type) || world.kindOf(definition) === DefinitionKind.trait) return false;
  return traits.every((trait) =>
    trait.items.length === 0 ||
    orderOf(world, definition).some((base) =>
      base.definition === trait.definition && base.items.length > 0 && base.items.every((item) => item.tag !== Tag.unknown)
    )
  );
}

/** A type as one with the traits `bounds`: its open arguments are determined by the impls that give it these traits. */
function inferredFromBounds(world: World, type: Meaning, bounds: readonly Meaning[], depth = 0): Meaning {
  if (depth > DEEPEST || !isOpen(world, type, 0)) return type;
  for (const bound of bounds) {
    const impls = implsGiving(world, type.definition, bound.definition);
    if (bound.tag !== Tag.instance || bound.items.length === 0 || impls.length !== 1) continue;
    const known = inferredFromImpl(world, type, bound, impls[0]!, depth);
    if (!isOpen(world, known, 0)) return known;
  }
  return type;
}

function inferredFromImpl(world: World, type: Meaning, bound: Meaning, impl: DefinitionId, depth: number): Meaning {
  world.ask(fileOf(impl));
  const owner = ownerOfImpl(world, impl);
  if (owner.definition !== type.definition) return type;
  const environment = new Environment();
  unify(world, traitOfImpl(world, impl), bound, environment);
  for (const [i, item] of owner.items.entries()) {
    if (!environment.values.has(item.definition)) unify(world, item, type.items[i] ?? UNKNOWN, environment);
  }
  const view = world.viewOf(impl);
  for (const parameter of openParameters(world, view, rowOf(impl))) {
    const given = environment.values.get(parameter.definition);
    if (given?.tag !== Tag.instance || parameter.result === undefined) continue;
    const asked = boundsIn(parameter.result).map((one) => substitute(one, environment));
    environment.values.set(parameter.definition, inferredFromBounds(world, given, asked, depth + 1));
  }
  return {
    ...type,
    items: type.items.map((item, i) => (isOpen(world, item, 1) && owner.items[i] ? substitute(owner.items[i], environment) : item)),
  };
}

/** Whether a call left a type argument open, of which only a trait is known. */
function isOpen(world: World, { tag, definition, name, items }: Meaning, depth: number): boolean {
  if (tag === Tag.parameter) return name === LEFT_OPEN;
  if (depth > 0 && tag === Tag.instance && world.kindOf(definition) === DefinitionKind.trait) return true;
  return depth <= DEEPEST && items.some((item) => isOpen(world, item, depth + 1));
}
