/**
 * The result of `x[i]`.
 *
 * Stage: resolve. Invariant: of several implementations, the one that accepts the index applies; if none certainly does, all of them.
 */
import { DefinitionKind, isType, listItems } from "../../facts.ts";
import { nameOfElements } from "../../facts/stored_names.ts";
import { evaluateType, evaluateValue } from "../evaluate.ts";
import { isLibraryType, isOfKind, isOwnClass, isOwnDefinition, isOwnFunction, isOwnObject } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import { callMeaning } from "./call_results.ts";
import { applied } from "../types/inference.ts";
import { metaclassOf } from "../types/inheritance.ts";
import { anyOfMembers, namedByConstant } from "../types/keyed.ts";
import { held, instance, isObject, type Meaning, partsOf, Tag, UNKNOWN, weaken } from "../meaning.ts";
import { memberMeaning } from "../members/members.ts";
import { Space } from "../names/names.ts";
import { storedAs } from "../state/asked_names.ts";
import { operate, partOf } from "./operations.ts";
import { implementedMember } from "../traits/by_trait.ts";
import { chooseImplementation } from "../traits/by_arguments.ts";
import { asInstance } from "../traits/traits.ts";
import type { World } from "../world.ts";

/** Maximum number of dereferences to find the indexed type. */
const DEEPEST = 4;

/** What an index (row of `expressions`) gives: an element of a container, an item of a tuple, a part of the whole, or type arguments on a class. */
export function indexOf(world: World, view: FileView, expression: number): Meaning {
  const { facts } = view;
  const [holder, list, constant] = [facts.expressions.a[expression]!, facts.expressions.b[expression]!, facts.expressions.c[expression]!];
  const object = evaluateValue(world, view, holder);
  const indices = listItems(facts, list);
  const name = view.text(constant);
  const named = namedByConstant(world, object, name);
  if (named !== undefined) return named;
  if (indices.length === 0) return partOf(world, object);
  if (object.tag === Tag.definition) {
    if (!takesTypesByIndex(world, object)) return UNKNOWN;
    if (world.rules.enumValues !== undefined && world.kindOf(object.definition) === DefinitionKind.enum) return instance(object.definition);
    return givenByMetaclass(world, view, object, indices) ?? applied(world, object, indices.map((item) => evaluateType(world, view, item)));
  }
  if (object.tag === Tag.external && isTypeNamed(world, view, indices[0]!)) {
    return applied(world, object, indices.map((item) => evaluateType(world, view, item)));
  }
  const { partIndices } = world.rules;
  if (partIndices === undefined) {
    const element = operate(world, object, "index");
    return element.tag === Tag.unknown && world.rules.separateTypes === true ? oneOfFields(world, view, object, holder) : element;
  }
  const known = indexedBy(world, view, object, indices);
  if (known !== undefined) return known;
  return isPartIndex(world, view, indices[0]!) ? partOf(world, object) : operate(world, object, "index");
}

function isPartIndex(world: World, view: FileView, expression: number): boolean {
  const index = evaluateValue(world, view, expression);
  return isLibraryType(world, index) &&
    world.rules.partIndices!.includes(world.nameOf(index.definition));
}

/** The result of a sequence method with an index that selects a slice (`jobs.get(1..)`); undefined for other calls. */
export function partGiven(world: World, view: FileView, method: Meaning, args: readonly number[]): Meaning | undefined {
  const { partMethods } = world.rules;
  if (partMethods === undefined || args.length !== 1 || method.result === undefined || !world.inLibrary(method.definition)) {
    return undefined;
  }
  const name = world.nameOf(method.definition);
  const isMeant = partMethods.names.includes(name) && world.nameOf(world.parentOf(method.definition)) === partMethods.owner;
  if (!isMeant || !isPartIndex(world, view, args[0]!)) return undefined;
  const part = partOf(world, method.result);
  // As if the whole were a sequence of slices.
  if (part.tag !== Tag.instance) return UNKNOWN;
  return callMeaning(world, view, memberMeaning(world, instance(part.definition, [part], part.weak), name, Space.call), [], false);
}

/**
 * Whether brackets after a definition may be its type arguments; where type arguments are written otherwise, they select a static member.
 */
export function takesTypesByIndex(world: World, { tag }: Meaning): boolean {
  return tag === Tag.definition && world.rules.separateTypes !== true;
}

/** Whether brackets after an external generic function contain a type (Go: `do.Invoke[Job](i)`). */
function isTypeNamed(world: World, view: FileView, index: number): boolean {
  if (!world.rules.callingTypeConverts) return false;
  const named = evaluateValue(world, view, index);
  return named.tag === Tag.definition && !named.held && isType(world.kindOf(named.definition));
}

/**
 * What an object has under a name that only the running program knows, where all that it has are values of known types; of a table that is written
 * out also where all are classes or functions of the repository. Nothing is told of one in whose elements other values are stored.
 */
function oneOfFields(world: World, view: FileView, object: Meaning, holder: number): Meaning {
  const any = anyOfMembers(world, object);
  const parts = partsOf(any);
  const isDetermined = parts.every(({ tag }) => tag === Tag.instance) ||
    (isOfKind(world, object, DefinitionKind.object) && parts.every((part) => isOwnClass(world, part) || isOwnFunction(world, part)));
  return isDetermined && !isStoredInto(world, view, holder) ? held(weaken(any)) : UNKNOWN;
}

/** Whether some place stores a value in an element of what bears the name of `holder` (`TABLE[key] = value`). */
function isStoredInto(world: World, { facts }: FileView, holder: number): boolean {
  const name = nameOfElements(facts, holder);
  if (name === "") return false;
  world.askName(storedAs(name));
  return world.names.find("stored", name).length > 0;
}

/** The result of indexing a class by its metaclass, which takes precedence over type arguments; undefined if it has no such method. */
function givenByMetaclass(world: World, view: FileView, { definition }: Meaning, indices: readonly number[]): Meaning | undefined {
  const method = world.rules.protocols.index?.[0];
  const metaclass = method === undefined || world.inLibrary(definition) ? undefined : metaclassOf(world, definition);
  if (metaclass === undefined || world.inLibrary(metaclass)) return undefined;
  const member = memberMeaning(world, instance(metaclass), method!, Space.value);
  return isOwnDefinition(world, member) ? callMeaning(world, view, member, indices, false) : undefined;
}

/** The result of the method of a repository type that is called for an index. */
function givenByMethod(world: World, view: FileView, object: Meaning, name: string, indices: readonly number[]): Meaning | undefined {
  if (!isOwnObject(world, object) || indices.length > 1) {
    return undefined;
  }
  const method = memberMeaning(world, object, name, Space.value);
  if (!isOwnDefinition(world, method)) return undefined;
  const given = callMeaning(world, view, method, indices, false);
  return given.tag === Tag.unknown ? undefined : given;
}

/** The result of indexing a repository type, or what it dereferences to, with this index; undefined if not known. */
function indexedBy(world: World, view: FileView, object: Meaning, indices: readonly number[]): Meaning | undefined {
  const { indexTrait, protocols } = world.rules;
  const method = protocols.index?.[0];
  if (indexTrait === undefined && method !== undefined) return givenByMethod(world, view, object, method, indices);
  const trait = indexTrait === undefined ? 0 : world.library.definition(indexTrait);
  if (trait === 0 || method === undefined) return undefined;
  let whole = object;
  for (let depth = 0; depth < DEEPEST; depth++) {
    if (!isObject(whole)) return undefined;
    const own = world.inLibrary(whole.definition) ? undefined : implementedMember(world, whole, instance(trait), method);
    if (own !== undefined) {
      const at = (): Meaning => asInstance(world, evaluateValue(world, view, indices[0]!));
      const chosen = chooseImplementation(world, own, { count: 1, at });
      const given = chosen.tag === Tag.definition ? callMeaning(world, view, chosen, indices, false) : undefined;
      return given === undefined || given.tag === Tag.unknown ? undefined : given;
    }
    const inner = operate(world, whole, "deref");
    if (inner === whole || (inner.tag === whole.tag && inner.definition === whole.definition)) return undefined;
    whole = inner;
  }
  return undefined;
}
