/**
 * The inheritance order of a type, and the names that its own body declares.
 *
 * Stage: resolve. Invariant: circular inheritance ends; types outside the repository are in the order.
 */
import { addAt, append, NO_ROWS } from "../../base/lists.ts";
import { BindingKind, DefinitionKind, isCallable, listItems } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { evaluateType, evaluateValue } from "../evaluate.ts";
import {
  type DefinitionId,
  definitionId,
  DERIVED,
  fileOf,
  instance,
  isInstanceOf,
  type Meaning,
  named,
  rowOf,
  Tag,
  UNKNOWN,
} from "../meaning.ts";
import { isOfKind, isOwnType } from "../ownership.ts";
import { placeOf } from "../state/circles.ts";
import type { FileView } from "../state/file_view.ts";
import { widenAll } from "../state/fixpoint.ts";
import type { World } from "../world.ts";
import { basesOf, declaredBeside, writtenBases } from "./bases.ts";
import { substituteParameters } from "./environments.ts";
import { flattenOrder, mergeC3 } from "./linearization.ts";

/**
 * The order in which a type's members are looked up: itself first. Entries are instances, external or unknown types, or other meanings that
 * are parts of it.
 */
export function orderOf(world: World, id: DefinitionId): readonly Meaning[] {
  const known = world.kept.orders.get(id);
  if (known !== undefined) {
    if (typeof known === "number") return world.circles.read(known) as readonly Meaning[];
    world.reliance.use(known.rests);
    return known.order;
  }
  return makeOrder(world, id);
}

/** A type in the order of `type`, with its arguments in terms of `type`. */
export function specialized(world: World, base: Meaning, type: Meaning): Meaning {
  return base.definition === type.definition ? type : substituteParameters(world, base, type.definition, type.items);
}

/** The entry for `wanted` in a type's order: itself, or a base, in the type's own terms; undefined if there is none. */
export function entryOf(world: World, type: DefinitionId, wanted: DefinitionId): Meaning | undefined {
  for (const entry of orderOf(world, type)) if (isInstanceOf(entry, wanted)) return entry;
  return undefined;
}

/** `type` as the type `wanted` that it is or extends, with its arguments; undefined if it does not. */
export function asSuper(world: World, type: Meaning, wanted: DefinitionId): Meaning | undefined {
  const base = entryOf(world, type.definition, wanted);
  return base === undefined ? undefined : specialized(world, base, type);
}

function makeOrder(world: World, id: DefinitionId): readonly Meaning[] {
  // While its order is being computed, a type has no bases: circular inheritance ends here.
  const alone = [instance(id)];
  const { evaluation, circles, kept: { orders } } = world;
  if (world.depths.isFull(orders, id, evaluation.openOrders)) {
    world.depths.cut(orders, id, () => orderOf(world, id));
    return alone;
  }
  orders.set(id, circles.open(alone));
  evaluation.openOrders++;
  world.reliance.enter(fileOf(id));
  const order = findOrder(world, id, alone);
  evaluation.openOrders--;
  if (circles.closes()) {
    orders.set(id, { order, rests: world.reliance.leave() });
    return order;
  }
  return circles.end<readonly Meaning[]>({
    file: fileOf(id),
    place: placeOf(fileOf(id), 0, rowOf(id)),
    nothing: alone,
    evaluate: () => findOrder(world, id, alone),
    widen: widenAll,
    keep: (order, rests) => orders.set(id, { order, rests }),
    mark: (code) => orders.set(id, code),
    free: () => orders.delete(id),
  }, order);
}

function findOrder(world: World, id: DefinitionId, self: readonly Meaning[]): readonly Meaning[] {
  // A type declared in several places has the members of all declarations before those of its bases. None includes another's order: each
  // would contain all.
  const others = declaredBeside(world, id);
  const bases = writtenBases(world, id);
  for (const { definition, items } of others) {
    append(bases, writtenBases(world, definition).map((base) => substituteParameters(world, base, definition, items)));
  }
  const lists = bases.map((base) => {
    if (base.tag !== Tag.instance) return [base];
    const order = orderOf(world, base.definition).flatMap((entry, i) => {
      const above = i === 0 ? base : substituteParameters(world, entry, base.definition, base.items);
      if (above.tag !== Tag.instance) return above;
      // An intersection with a type parameter (`T & Extra`) extends what that stands for.
      if (entry.tag === Tag.parameter) return specializedOrder(world, above);
      // A derive macro also implements supertraits, unless an impl does.
      return base.name === DERIVED ? named(above, DERIVED) : above;
    });
    // In circular inheritance each type follows itself.
    return order.some((entry) => isInstanceOf(entry, id)) ? order.filter((entry) => !isInstanceOf(entry, id)) : order;
  });
  if (world.rules.linearization !== "c3") return [...self, ...flattenOrder([others, ...lists])];
  return [...self, ...(lists.length === 1 ? lists[0]! : mergeC3([...lists, bases]))];
}

/** The order of a type with its arguments. */
function specializedOrder(world: World, type: Meaning): readonly Meaning[] {
  return orderOf(world, type.definition).map((entry) => specialized(world, entry, type));
}

/** Whether a type extends something external. */
export function buildsOnOutside(world: World, type: DefinitionId): boolean {
  return orderOf(world, type).some(({ tag }) => tag === Tag.external);
}

/** Whether a type extends the external type with a name. */
export function buildsOnNamed(world: World, type: DefinitionId, name: string): boolean {
  return orderOf(world, type).some((base) => base.tag === Tag.external && base.name === name);
}

/** What a type's bases provide: `orderOf` without the type itself and its merged declarations. */
export function aboveOf(world: World, id: DefinitionId): readonly Meaning[] {
  const order = orderOf(world, id);
  const others = declaredBeside(world, id);
  if (others.length === 0) return order.slice(1);
  const own = new Set([id, ...others.map((other) => other.definition)]);
  return order.filter((entry) => entry.tag !== Tag.instance || !own.has(entry.definition));
}

/**
 * Whether values of a type have a member of that name through other types: an inherited one of the repository, or the target of an alias.
 */
export function isOthersToo(world: World, id: DefinitionId, name: string): boolean {
  return world.kindOf(id) === DefinitionKind.type_alias ||
    aboveOf(world, id).some((base) => isOwnType(world, base) && memberTable(world, base.definition).has(name));
}

/** Whether one of the types in an inheritance order declares a member of that name. */
export function isDeclaredIn(world: World, order: readonly Meaning[], name: string): boolean {
  for (const { tag, definition } of order) {
    if (tag !== Tag.instance) continue;
    world.ask(fileOf(definition));
    if (memberTable(world, definition).has(name)) return true;
  }
  return false;
}

/**
 * What `super` refers to, without interfaces that a class only implements.
 * @param behind an instance of the type in that order after which it starts; by default `id` itself
 */
export function inheritedFrom(world: World, id: DefinitionId, behind: Meaning | undefined): readonly Meaning[] {
  let above = aboveOf(world, id);
  if (behind !== undefined) {
    above = above.slice(above.findIndex((base) => isInstanceOf(base, behind.definition)) + 1);
  }
  if (world.kindOf(id) !== DefinitionKind.class || !above.some((base) => isInterface(world, base))) return above;
  const made = madeInterfaces(world, id);
  return above.filter((base) => !isInterface(world, base) || made.has(base.definition));
}

function isInterface(world: World, meaning: Meaning): boolean {
  return isOfKind(world, meaning, DefinitionKind.interface);
}

/**
 * The interfaces that a class has through a value which it, or a base, extends and which creates them (`declare const Base: new () => I`).
 */
function madeInterfaces(world: World, id: DefinitionId): ReadonlySet<DefinitionId> {
  const made = new Set<DefinitionId>();
  for (const entry of orderOf(world, id)) {
    if (!isOfKind(world, entry, DefinitionKind.class)) continue;
    const view = world.viewOf(entry.definition);
    for (const supertype of listItems(view.facts, view.facts.definitions.supertypes[rowOf(entry.definition)]!)) {
      const base = view.facts.expressions.op[supertype] === Op.new ? evaluateType(world, view, supertype) : UNKNOWN;
      if (isInterface(world, base)) { for (const one of orderOf(world, base.definition)) made.add(one.definition); }
    }
  }
  return made;
}

/** Whether an interface in a class's order is only implemented: no merged interface of the class, or of its bases, extends it. */
export function isOnlyImplemented(world: World, type: DefinitionId, entry: DefinitionId): boolean {
  if (world.kindOf(entry) !== DefinitionKind.interface || world.kindOf(type) !== DefinitionKind.class) return false;
  return !orderOf(world, type).some((one) =>
    isOfKind(world, one, DefinitionKind.class) &&
    declaredBeside(world, one.definition).some(({ definition }) => extendsInterface(world, definition, entry, new Set()))
  );
}

/** Whether an interface extends another through interfaces alone: a class merged with it may only implement that. */
function extendsInterface(world: World, id: DefinitionId, other: DefinitionId, seen: Set<DefinitionId>): boolean {
  if (seen.has(id) || world.kindOf(id) !== DefinitionKind.interface) return false;
  seen.add(id);
  return basesOf(world, id).some(({ tag, definition }) =>
    tag === Tag.instance && (definition === other || extendsInterface(world, definition, other, seen))
  );
}

/** The metaclass of a class, declared by it or a base; cached because every instantiation asks. */
export function metaclassOf(world: World, id: DefinitionId): DefinitionId | undefined {
  const { metaclasses } = world.kept;
  const known = metaclasses.get(id) ?? metaclasses.find(id, () => findMetaclass(world, id), fileOf(id));
  return known === 0 ? undefined : known;
}

/** @returns 0: none */
function findMetaclass(world: World, id: DefinitionId): DefinitionId {
  for (const entry of orderOf(world, id)) {
    if (entry.tag !== Tag.instance) continue;
    const view = world.viewOf(entry.definition);
    world.ask(view.index);
    const written = view.facts.definitions.value[rowOf(entry.definition)]!;
    const metaclass = written === 0 ? UNKNOWN : evaluateValue(world, view, written);
    if (metaclass.tag === Tag.definition && metaclass.definition !== id) return metaclass.definition;
  }
  return 0;
}

/** The first definition in a type's own body under a name; 0 if it has none. */
export function firstMember(world: World, type: DefinitionId, name: string): DefinitionId {
  const row = memberTable(world, type).get(name)?.[0];
  const definition = row === undefined ? 0 : world.viewOf(type).facts.bindings.definition[row]!;
  return definition === 0 ? 0 : definitionId(fileOf(type), definition);
}

/** Names of the members that a type's own body declares, with their bindings. */
export function memberTable(world: World, id: DefinitionId): Map<string, number[]> {
  return membersIn(world.viewOf(id), rowOf(id));
}

/** The same for a type (row of `definitions`) of a file. */
export function membersIn(view: FileView, row: number): Map<string, number[]> {
  return view.memberTables[row] ??= makeTable(view, row);
}

function makeTable(view: FileView, row: number): Map<string, number[]> {
  const { definitions: { body, kind }, bindings } = view.facts;
  const table = new Map<string, number[]>();
  // Of a constructor function only the fields of its instances.
  const onlyFields = isCallable(kind[row]!);
  for (const member of body[row] === 0 ? NO_ROWS : view.ownedBy(body[row]!)) {
    if (bindings.kind[member] === BindingKind.typeParameter) continue;
    if (onlyFields && bindings.kind[member] !== BindingKind.field) continue;
    addAt(table, view.text(bindings.name[member]!), member);
  }
  return table;
}
