/**
 * The results of the language's operations: iterating, awaiting, indexing, unwrapping, and tuple positions.
 *
 * Stage: resolve. Invariant: the table of library types takes precedence, then the methods of the protocol; otherwise the result is
 * unknown.
 */
import { DefinitionKind, isCallable } from "../../facts.ts";
import { ItemMode } from "../../facts/expressions.ts";
import {
  anyKnown,
  instance,
  isKnown,
  isObject,
  lastPart,
  type Meaning,
  outOf,
  sameMeaning,
  Tag,
  union,
  UNKNOWN,
  weaken,
} from "../meaning.ts";
import { isClosedType } from "../members/library_members.ts";
import { DEEPEST, memberMeaning } from "../members/members.ts";
import { dereferenced, ownMethod } from "../members/promotion.ts";
import { Space } from "../names/names.ts";
import { isLibraryType, isOwnObject } from "../ownership.ts";
import { substitute } from "../substitution.ts";
import { seenThrough } from "../types/fitting.ts";
import { applyArguments, ownerEnvironment, parameterTypes } from "../types/inference.ts";
import { metaclassOf, orderOf, specialized } from "../types/inheritance.ts";
import { atLeast } from "../types/keyed.ts";
import { partAt, valuesIn } from "../types/rest_parts.ts";
import { isSpeltAsType } from "../types/spelling.ts";
import type { World } from "../world.ts";
import { callUnseen, namedType } from "./call_results.ts";
import { givenInPlaces } from "./given_arguments.ts";
import { overloadFor } from "./overloads.ts";
import { passedOn } from "./thenables.ts";

/** The operations of `ResolutionRules.operations`. */
type Operation = "iterate" | "iterateKey" | "await" | "enter" | "index" | "unwrap" | "deref";

/** Maximum number of positions of a named tuple that are distinguished. */
const MOST_POSITIONS = 12;

/** The content of an external type, which is not of that type itself; undefined if the name is not spelled like a type. */
function externalElement(world: World, object: Meaning, operation: Operation): Meaning | undefined {
  const isHeld = operation === "iterate" || operation === "index";
  if (!world.rules.externalParts || !isHeld || !isSpeltAsType(lastPart(object.name))) return undefined;
  return outOf(object, `${object.name}.item`);
}

/** The result of an operation: according to the table of library types, otherwise by the protocol's methods. */
export function operate(world: World, object: Meaning, operation: Operation, isAsync = false, depth = 0): Meaning {
  if (depth > DEEPEST) return UNKNOWN;
  switch (object.tag) {
    case Tag.external:
      return externalElement(world, object, operation) ?? (object.applied === undefined ? object : outOf(object, object.name));
    case Tag.nothing:
      return object;
    case Tag.union:
      return anyKnown(object.items.map((part) => operate(world, part, operation, isAsync, depth + 1)));
    case Tag.tuple:
      return operation === "iterate" || operation === "index" ? union(valuesIn(world, object)) : transparentOperation(object, operation);
    case Tag.parameter:
    case Tag.keyed:
      return operateOnBounds(world, object, operation, isAsync, depth);
    case Tag.self:
      return operateOn(world, instance(object.definition), object, operation, isAsync, depth);
    case Tag.instance:
      return operateOn(world, object, object, operation, isAsync, depth);
    case Tag.function:
      return yieldedBy(world, object.items[0], operation) ?? transparentOperation(object, operation);
    case Tag.definition:
      if (isCallable(world.kindOf(object.definition))) {
        return yieldedBy(world, takerOf(world, object), operation) ?? transparentOperation(object, operation);
      }
      // Iterating over an enum yields its members.
      if (operation === "iterate" && world.kindOf(object.definition) === DefinitionKind.enum) return instance(object.definition);
      return givenByClass(world, object, operation, isAsync, depth) ?? transparentOperation(object, operation);
    default:
      return transparentOperation(object, operation);
  }
}

/** The result of an operation on a type parameter: of several bounds (`Iterator<Item = T> + Clone`), the one that defines it. */
function operateOnBounds(world: World, object: Meaning, operation: Operation, isAsync: boolean, depth: number): Meaning {
  const { result } = object;
  if (result === undefined) return transparentOperation(object, operation);
  if (result.tag !== Tag.tuple || !world.rules.implementations) return operate(world, result, operation, isAsync, depth + 1);
  const given = result.items.map((bound) => operate(world, bound, operation, isAsync, depth + 1));
  const known = given.filter((one, i) => one.tag !== Tag.unknown && one !== result.items[i]);
  return known.find(isKnown) ?? known[0] ?? transparentOperation(object, operation);
}

/** The result of iterating over a class or indexing it, by its metaclass. */
function givenByClass(world: World, { definition }: Meaning, operation: Operation, isAsync: boolean, depth: number): Meaning | undefined {
  const isClass = (operation === "iterate" || operation === "index") && world.kindOf(definition) === DefinitionKind.class;
  const metaclass = isClass ? metaclassOf(world, definition) : undefined;
  return metaclass === undefined ? undefined : operate(world, instance(metaclass), operation, isAsync, depth + 1);
}

/** The first parameter of a function, with its receiver's type and type arguments substituted. */
function takerOf(world: World, callee: Meaning): Meaning | undefined {
  const [taker] = world.rules.iteratesFunctions === true ? parameterTypes(world, callee.definition) : [];
  if (taker?.tag !== Tag.function) return taker;
  const environment = ownerEnvironment(world, callee.definition, callee);
  applyArguments(world, callee, callee.definition, environment);
  return substitute(taker, environment);
}

/** Whether a value is a function, by its type, that is called when it is iterated over. */
export function isIteratedFunction(world: World, value: Meaning): boolean {
  if (world.rules.iteratesFunctions !== true) return false;
  return value.tag === Tag.function || (value.tag === Tag.instance && namedType(world, value)?.tag === Tag.function);
}

/** What a function passes to `taker`, its first parameter, if it is a function that can be iterated over. */
function yieldedBy(world: World, taker: Meaning | undefined, operation: Operation): Meaning | undefined {
  if (world.rules.iteratesFunctions !== true || taker?.tag !== Tag.function) return undefined;
  return operation === "iterateKey" ? taker.items[0] : operation === "iterate" ? taker.items[1] : undefined;
}

function transparentOperation(object: Meaning, operation: Operation): Meaning {
  return operation === "await" || operation === "deref" || operation === "unwrap" ? object : UNKNOWN;
}

/** Whether it is of a library type that is awaited for its content. */
export function isPromise(world: World, { tag, definition }: Meaning): boolean {
  return tag === Tag.instance && world.library.positionGiven("await", definition) !== undefined;
}

function operateOn(world: World, type: Meaning, receiver: Meaning, operation: Operation, isAsync: boolean, depth: number): Meaning {
  const table = world.rules.operations[operation];
  for (const base of orderOf(world, type.definition)) {
    if (!isLibraryType(world, base)) continue;
    const entry = specialized(world, base, type);
    const position = table?.[world.nameOf(entry.definition)];
    if (position === undefined) continue;
    if (position < 0) return type;
    const item = entry.items[position] ?? UNKNOWN;
    // An awaited value keeps its certainty; the content of a container is declared separately.
    if (!isLeftOpen(world, item) || world.inLibrary(type.definition)) {
      if (operation !== "await") return item;
      const known = atLeast(world, item) ?? item;
      // Where promises resolve to their content, awaiting a promise of a promise yields the inner content.
      const value = world.rules.passesOn !== undefined && isPromise(world, known)
        ? operate(world, known, operation, isAsync, depth + 1)
        : item;
      return type.weak ? weaken(value) : value;
    }
    // A repository type with open arguments (a `Mapping`) may have the method itself.
    break;
  }
  const named = world.rules.iteratesFunctions === true && !world.inLibrary(type.definition) ? namedType(world, type) : undefined;
  if (named?.tag === Tag.function) return operate(world, named, operation, isAsync, depth + 1);
  // A bound that requires a pointer (`interface{ *T }`) dereferences to its target.
  if (named !== undefined && operation === "deref" && world.kindOf(type.definition) === DefinitionKind.interface) return named;
  // What the library's pointers do is done to their target.
  const pointed = operation === "unwrap" ? undefined : seenThrough(world, type);
  if (pointed !== undefined) return operation === "deref" ? pointed : operate(world, pointed, operation, isAsync, depth + 1);
  const target = operation === "index" ? indexedBehind(world, type, receiver) : undefined;
  if (target !== undefined) return operate(world, target, operation, isAsync, depth + 1);
  const isShown = operation === "deref" && world.inLibrary(type.definition);
  // Library types have what they dereference to as members; a type also represents references to it.
  const methods = isShown ? undefined : protocolMethods(world, operation, isAsync);
  if (methods !== undefined) {
    const result = callMethods(world, receiver, methods, isAsync && operation !== "await", operation !== "deref", depth);
    const isOpen = result?.tag === Tag.unknown && (operation === "iterate" || operation === "index");
    const positions = isOpen ? positionsOf(world, receiver) : [];
    if (positions.length > 0) return weaken(union(positions));
    // An external method for entering or awaiting usually returns the object itself.
    if ((operation === "enter" || operation === "await") && result?.tag === Tag.external && isOfOutside(world, receiver, methods[0]!)) {
      return instance(receiver.definition, receiver.items, true);
    }
    if (result !== undefined) return operation === "await" ? outcome(world, result) : result;
  }
  const passed = operation === "await" ? passedOn(world, receiver) : undefined;
  if (passed !== undefined) return passed;
  if (world.inLibrary(type.definition) && operation !== "await" && operation !== "deref" && operation !== "unwrap") return UNKNOWN;
  return transparentOperation(receiver, operation);
}

/** Whether a repository object gets a method from outside. */
function isOfOutside(world: World, object: Meaning, method: string): boolean {
  return isOwnObject(world, object) && memberMeaning(world, object, method, Space.value).tag === Tag.external;
}

/** What a repository type dereferences to by its own method, if it has no method for indexing: that is indexed instead. */
function indexedBehind(world: World, type: Meaning, receiver: Meaning): Meaning | undefined {
  const { deref, index } = world.rules.protocols;
  if (deref === undefined || index === undefined || world.inLibrary(type.definition)) return undefined;
  return ownMethod(world, type, index[0]!) === undefined ? dereferenced(world, type, receiver) : undefined;
}

/** The types of the positions of a named tuple. */
function positionsOf(world: World, tuple: Meaning): Meaning[] {
  const found: Meaning[] = [];
  for (let at = 0; at < MOST_POSITIONS; at++) {
    const held = memberMeaning(world, tuple, String(at), Space.value);
    if (!isKnown(held)) break;
    found.push(held);
  }
  return found;
}

/** The result of awaiting, if the method returned the generator `steps`: that generator's final result. */
function outcome(world: World, steps: Meaning): Meaning {
  if (steps.tag === Tag.external) return steps;
  const position = steps.tag === Tag.instance ? world.library.positionGiven("await", steps.definition) : undefined;
  return position === undefined ? UNKNOWN : steps.items[position] ?? UNKNOWN;
}

/** Whether nothing is known of a value; an open type of the library counts as unknown. */
function isLeftOpen(world: World, { tag, definition }: Meaning): boolean {
  return tag === Tag.unknown || (tag === Tag.parameter && world.inLibrary(definition));
}

/** A slice of `object` for a range of indices: by its own method, otherwise of what it dereferences to, otherwise of its own type. */
export function partOf(world: World, object: Meaning): Meaning {
  let whole = object;
  for (let inner = seenThrough(world, whole); inner !== undefined; inner = seenThrough(world, whole)) whole = inner;
  // The bounds of a slice are numbers, so any elements may be left.
  const sequence = whole.tag === Tag.tuple && world.rules.partIndices !== undefined ? world.library.definition(world.rules.restType) : 0;
  if (sequence !== 0) return instance(sequence, [operate(world, whole, "index")]);
  if (!isObject(whole)) return whole;
  const { index, deref, part } = world.rules.protocols;
  const names = world.inLibrary(whole.definition) ? [part, deref] : [index, deref];
  for (const name of names) {
    const method = name === undefined ? undefined : ownMethod(world, instance(whole.definition, whole.items), name[0]!);
    if (method === undefined) continue;
    const given = callUnseen(world, { ...method, result: whole });
    if (!isLeftOpen(world, given) && given.tag !== Tag.nothing) return given;
  }
  return whole;
}

function protocolMethods(world: World, operation: Operation, isAsync: boolean): readonly string[] | undefined {
  const protocols = world.rules.protocols;
  switch (operation) {
    case "iterate":
      return isAsync ? protocols.asyncIterate : protocols.iterate;
    case "enter":
      return isAsync ? protocols.asyncEnter : protocols.enter;
    case "await":
      return protocols.await;
    case "index":
      return protocols.index;
    case "deref":
      return protocols.deref;
    case "unwrap":
      return protocols.unwrap;
    default:
      return undefined;
  }
}

/**
 * `x.__iter__().__next__()`: calls each method on the result of the previous one; operations of the library end it early. `isAwaited`: the
 * last result is awaited. `mayLieOutside`: an external base of the object may have the method.
 */
function callMethods(
  world: World,
  object: Meaning,
  methods: readonly string[],
  isAwaited: boolean,
  mayLieOutside: boolean,
  depth: number,
): Meaning | undefined {
  let meaning = object;
  for (const [i, name] of methods.entries()) {
    // A result of the same type (an `IntoIterator` for all iterators) adds nothing.
    const isOther = i > 0 && meaning.definition !== object.definition;
    if (isOther && isLibraryType(world, meaning)) {
      return operate(world, meaning, "iterate", false, depth + 1);
    }
    const method = memberMeaning(world, meaning, name, Space.value);
    if (method.tag === Tag.external) return !mayLieOutside ? undefined : isClosedType(world, meaning) ? UNKNOWN : method;
    if (method.tag !== Tag.definition) return i === 0 ? undefined : UNKNOWN;
    meaning = callUnseen(world, method);
  }
  return isAwaited ? operate(world, meaning, "await", false, depth + 1) : meaning;
}

/** The rest of a sequence after its first elements; for any other iterable, a sequence of its elements. */
function restOf(world: World, object: Meaning): Meaning {
  const { restType, leftType = restType } = world.rules;
  if (restType === "" || !isObject(object)) return object;
  const element = operate(world, object, "iterate");
  const isSequence = !isOwnObject(world, object) && sameMeaning(element, operate(world, object, "index"));
  return element.tag === Tag.unknown || isSequence ? object : instance(world.library.definition(leftType), [element]);
}

/** The element at a literal position: by the overload of the type's own method for positions. */
function atPosition(world: World, object: Meaning): Meaning {
  const { positionType, protocols } = world.rules;
  const name = protocols.index?.[0];
  if (positionType !== undefined && name !== undefined && isObject(object)) {
    const method = world.inLibrary(object.definition) ? UNKNOWN : memberMeaning(world, object, name, Space.value);
    const position = (): Meaning => instance(world.library.definition(positionType));
    const id = method.tag === Tag.definition ? overloadFor(world, method.definition, () => givenInPlaces(1, position)) : 0;
    const given = id === 0 ? UNKNOWN : callUnseen(world, { ...method, definition: id });
    if (id !== method.definition || !isLeftOpen(world, given)) return given;
  }
  return operate(world, object, "index");
}

/** Position `at` of a tuple; of anything else an element. `mode`: an `ItemMode`. */
export function elementOf(world: World, object: Meaning, at: number, mode: number): Meaning {
  const isFromEnd = mode === ItemMode.writtenFromEnd;
  if (object.tag === Tag.tuple) return partAt(world, object, at, isFromEnd ? ItemMode.fromEnd : mode);
  if (object.tag === Tag.union) return anyKnown(object.items.map((part) => elementOf(world, part, at, mode)));
  const field = !isFromEnd && isOwnObject(world, object) ? memberMeaning(world, object, String(at), Space.value) : UNKNOWN;
  if (isKnown(field) || (field.tag === Tag.external && mode === ItemMode.written)) return field;
  if (isFromEnd || mode === ItemMode.written) return atPosition(world, object);
  if (mode === ItemMode.rest) return restOf(world, object);
  const element = operate(world, object, "iterate");
  // The external base is used only if nothing in the repository defines the element.
  if (field.tag === Tag.external && !isKnown(element)) return field;
  if (element.tag !== Tag.unknown) return element;
  return at === 0 && world.rules.callingTypeConverts ? object : UNKNOWN;
}
