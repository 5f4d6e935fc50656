/**
 * Members selected by a constant in brackets (`x[CONSTANT]`, `row["name"]`), and by a type parameter: the result of `find<K>(kind: K):
 * Types[K]` for the given kind, the parameter that `on<K>(name: K, f: (event: Events[K]) => void)` passes to f.
 *
 * Stage: resolve. Invariant: an unknown key selects nothing.
 */
import { DefinitionKind, listItems } from "../../facts.ts";
import { ItemMode, Op } from "../../facts/expressions.ts";
import { elementOf, operate } from "../calls/operations.ts";
import {
  ANY_ELEMENT,
  ANY_KEY,
  type DefinitionId,
  definitionId,
  fileOf,
  instance,
  isKnown,
  keyedMeaning,
  type Meaning,
  named,
  REST,
  rowOf,
  sameMeaning,
  Tag,
  union,
  UNKNOWN,
  weaken,
  WIDEST,
} from "../meaning.ts";
import { memberMeaning } from "../members/members.ts";
import { memberText } from "../names/discriminants.ts";
import { Space } from "../names/names.ts";
import { isLibraryType, isOwnType } from "../ownership.ts";
import { Environment } from "../state/environment.ts";
import type { FileView } from "../state/file_view.ts";
import { substitute } from "../substitution.ts";
import type { World } from "../world.ts";
import { conditionalAlias, decided, isConditional, leastOf } from "./conditional_types.ts";
import { mentionsParameter } from "./inference.ts";
import { memberTable, orderOf } from "./inheritance.ts";

const DEEPEST = 4;

/** `x[CONSTANT]`, if x has a member with the constant's name and its type is one whose members are named that way. */
export function namedByConstant(world: World, object: Meaning, name: string): Meaning | undefined {
  if (name === "" || !isKnown(object)) return undefined;
  const { keyedTypes } = world.rules;
  if (keyedTypes !== undefined && !isKeyed(world, object, keyedTypes)) return undefined;
  const member = memberMeaning(world, object, name, Space.value);
  return isKnown(member) ? member : undefined;
}

function isKeyed(world: World, object: Meaning, types: readonly string[]): boolean {
  if (object.tag === Tag.union) return object.items.every((item) => isKeyed(world, item, types));
  return object.tag === Tag.instance &&
    orderOf(world, object.definition).some((entry) => isLibraryType(world, entry) && types.includes(world.nameOf(entry.definition)));
}

/** `meaning` with keyed members looked up and conditions decided; open ones stay. */
export function withKeys(world: World, meaning: Meaning): Meaning {
  if (!hasKeys(world, meaning, 0)) return meaning;
  const { evaluation } = world;
  const around = evaluation.keyedResults;
  // Results are reused only within one evaluation: another one must record its own dependencies.
  if (around?.number !== evaluation.number) evaluation.keyedResults = { number: evaluation.number, byDepth: [], open: [] };
  try {
    return putMembers(world, meaning, 0);
  } finally {
    evaluation.keyedResults = around;
  }
}

/** `findMembers`, cached per part: the types in a chain of calls contain earlier ones many times. */
function putMembers(world: World, meaning: Meaning, depth: number): Meaning {
  if (meaning.items.length === 0 && meaning.result === undefined) return meaning;
  const results = world.evaluation.keyedResults!.byDepth[depth] ??= new Map();
  const known = results.get(meaning);
  if (known !== undefined) return known;
  const found = findMembers(world, meaning, depth);
  results.set(meaning, found);
  return found;
}

function findMembers(world: World, meaning: Meaning, depth: number): Meaning {
  if (meaning.tag === Tag.keyed) return memberByKey(world, meaning);
  if (meaning.tag === Tag.conditional) {
    const [checked, ...others] = meaning.items as [Meaning, ...Meaning[]];
    const known = withKeys(world, checked);
    return decided(world, known === checked ? meaning : { ...meaning, items: [known, ...others] });
  }
  if (isOpenAlias(world, meaning)) {
    const known = depth <= DEEPEST ? meaning.items.map((item) => putMembers(world, item, depth + 1)) : meaning.items;
    return conditionalAlias(world, meaning.definition, known);
  }
  if (depth > DEEPEST) return meaning;
  let changed = false;
  const next = (part: Meaning): Meaning => {
    const found = putMembers(world, part, depth + 1);
    if (found !== part) changed = true;
    return found;
  };
  const items = meaning.items.map(next);
  const isFunction = meaning.tag === Tag.function && meaning.result !== undefined;
  const result = isFunction ? next(meaning.result) : meaning.result;
  const applied = isFunction ? meaning.applied?.map(next) : meaning.applied;
  if (!changed) return meaning;
  return meaning.tag === Tag.union ? union(items) : { ...meaning, items, result, applied };
}

/** Whether a meaning is a conditional alias whose arguments have not decided it. */
export function isOpenAlias(world: World, { tag, definition, items }: Meaning): boolean {
  return tag === Tag.instance && items.length > 0 && world.rules.separateTypes && world.kindOf(definition) === DefinitionKind.type_alias &&
    isConditional(world, definition);
}

/**
 * What an open alias is at least: with the bounds of the type parameters in its keys, otherwise whichever branch applies. Undefined if
 * nothing is known.
 */
export function atLeast(world: World, alias: Meaning): Meaning | undefined {
  if (!isOpenAlias(world, alias)) return undefined;
  if (alias.items.some(({ tag, result }) => tag === Tag.keyed && result !== undefined)) {
    const known = conditionalAlias(world, alias.definition, alias.items.map((item) => item.tag === Tag.keyed ? item.result ?? item : item));
    if (!isOpenAlias(world, known)) return known;
  }
  return leastOf(world, alias);
}

function hasKeys(world: World, meaning: Meaning, depth: number): boolean {
  const { tag, items, result, applied } = meaning;
  if (tag === Tag.keyed || tag === Tag.conditional || isOpenAlias(world, meaning)) return true;
  if (depth > DEEPEST) return false;
  for (let i = 0; i < items.length; i++) if (hasKeys(world, items[i]!, depth + 1)) return true;
  if (tag !== Tag.function || result === undefined) return false;
  return hasKeys(world, result, depth + 1) || (applied !== undefined && hasKeys(world, applied[0]!, depth + 1));
}

/** The type under a literal key of the type `object`: a member, or an element of a tuple; for a type parameter, that of its bound. */
export function underKey(world: World, object: Meaning, key: string): Meaning {
  if (!/^\d+$/.test(key)) return memberMeaning(world, object, key, Space.value);
  return elementOf(world, object.tag === Tag.parameter ? object.result ?? UNKNOWN : object, Number(key), ItemMode.written);
}

/** Whether a type depends on a type parameter, or on `this`. */
function isNotKnown(world: World, type: Meaning): boolean {
  return type.tag === Tag.parameter || type.tag === Tag.self || type.tag === Tag.keyed || type.tag === Tag.conditional ||
    (isOpenAlias(world, type) && mentionsParameter(type));
}

/** `member`, which a type has under a key: for a type parameter, its bound's member, which its value may refine. */
export function openMember(world: World, type: Meaning, key: Meaning, member: Meaning): Meaning {
  if (!isNotKnown(world, type)) return member;
  return isKnown(member) ? { ...keyedMeaning(type, key), result: member } : keyedMeaning(type, key);
}

function memberByKey(world: World, keyed: Meaning): Meaning {
  const [written, key] = keyed.items as [Meaning, Meaning];
  const object = withKeys(world, written);
  // If it depends on no parameter, it will never be decided.
  if (isOpenAlias(world, object) && !mentionsParameter(object)) return UNKNOWN;
  if (object.tag === Tag.keyed || object.tag === Tag.conditional || isOpenAlias(world, object)) {
    return object === written ? keyed : openMember(world, object, key, underNamedKey(world, object.result, key));
  }
  if (object.tag === Tag.parameter || key.tag === Tag.parameter) return keyed;
  // A `this` type is refined in subclasses; here it has the class's member.
  if (object.tag === Tag.self) return openMember(world, object, key, underNamedKey(world, object, key));
  if (key.tag === Tag.keyed && key.items[0]!.tag === Tag.parameter) return keyed;
  if (key.name === ANY_KEY.name || key.name === ANY_ELEMENT.name) return anyUnder(world, object, key);
  const name = keyName(world, key);
  // One of several texts, as a variable may hold.
  if (name === undefined) return isTextual(world, key) ? { ...weaken(anyOfMembers(world, object)), held: keyed.held } : UNKNOWN;
  const member = underOpenKey(world, object, name);
  // The value of a field that holds a method is not called as a method.
  const isField = member.held && member.tag === Tag.definition && member.result !== undefined;
  return member.tag === Tag.external ? UNKNOWN : { ...member, held: keyed.held || isField, name: keyed.name === REST ? REST : member.name };
}

/** Whether a key is a text of unknown content. */
function isTextual(world: World, key: Meaning): boolean {
  return isLibraryType(world, key) && world.nameOf(key.definition) === world.rules.textType;
}

/** What a type has under a key that is a literal; otherwise unknown. */
function underNamedKey(world: World, type: Meaning | undefined, key: Meaning): Meaning {
  const name = type === undefined ? undefined : keyName(world, key);
  return type === undefined || name === undefined ? UNKNOWN : underOpenKey(world, type, name);
}

/** `underKey`, but unknown for a member defined in terms of itself (`get in() { return this.cached("in"); }`). */
function underOpenKey(world: World, object: Meaning, key: string): Meaning {
  const { evaluation } = world;
  const { open } = evaluation.keyedResults!;
  for (const one of open) {
    if (one.key !== key || !sameMeaning(one.object, object)) continue;
    evaluation.meet(evaluation.number);
    return UNKNOWN;
  }
  open.push({ object, key });
  const member = underKey(world, object, key);
  open.pop();
  return member;
}

/** What a known type has under any one key. @param key `ANY_KEY` or `ANY_ELEMENT` */
export function anyUnder(world: World, type: Meaning, key: Meaning): Meaning {
  return key.name === ANY_ELEMENT.name ? operate(world, type, "iterate") : anyOfMembers(world, type);
}

/** Any one member of a type (`T[keyof T]`): the union of their types; unknown if one is unknown, or has no name. */
export function anyOfMembers(world: World, type: Meaning): Meaning {
  if (!isOwnType(world, type)) return UNKNOWN;
  const found = new Map<string, Meaning>();
  for (const base of orderOf(world, type.definition)) {
    if (!isOwnType(world, base)) return UNKNOWN;
    // No name is looked up here, so new members are detected through the file.
    world.askInside(fileOf(base.definition));
    for (const name of memberTable(world, base.definition).keys()) {
      if (found.has(name)) continue;
      const member = memberMeaning(world, type, name, Space.value);
      const isNamed = name !== world.rules.protocols.index?.[0];
      if (!isNamed || member.tag === Tag.unknown || found.size === WIDEST) return UNKNOWN;
      found.set(name, { ...member, held: false });
    }
  }
  return union([...found.values()]);
}

/** The constraint of a keyed member, whatever its key: any one member of its object. */
export function anyOfKeyed(world: World, { items }: Meaning): Meaning {
  const [object, key] = items as [Meaning, Meaning];
  return key.tag === Tag.parameter ? anyOfMembers(world, object) : UNKNOWN;
}

/** The name of the member selected by a constant (`[Kind.a]`), a text (`"a"`), or a type's text member (`{ kind: "a" }["kind"]`). */
function keyName(world: World, key: Meaning): string | undefined {
  if (key.tag === Tag.keyed) return memberText(world, key.items[0]!, key.items[1]!.name);
  if (key.tag === Tag.instance && key.name !== "") return key.name;
  if (key.tag === Tag.definition && world.kindOf(key.definition) === DefinitionKind.enum_member) {
    return `[${world.nameOf(world.parentOf(key.definition))}.${world.nameOf(key.definition)}]`;
  }
  const written = key.tag === Tag.external ? /[\w$]+\.[\w$]+$/.exec(key.name) : null;
  return written === null ? undefined : `[${written[0]}]`;
}

/** The result of the index signature `method` for `name`, given its general result `meaning`: a mapped type may depend on the key. */
export function givenForKey(world: World, method: DefinitionId, meaning: Meaning, name: string): Meaning {
  const view = world.viewOf(method);
  const keys = view.facts.definitions.typeParameters[rowOf(method)]!;
  const { textType } = world.rules;
  const text = keys === 0 || textType === undefined ? 0 : world.library.definition(textType);
  if (text === 0) return meaning;
  const environment = new Environment();
  environment.values.set(definitionId(view.index, listItems(view.facts, keys)[0]!), named(instance(text), name));
  return withKeys(world, substitute(meaning, environment));
}

/**
 * Records the text of an argument as the value of the type parameter that it is passed for; false if it is not a text, or is passed for
 * something else.
 */
export function noteKey(view: FileView, expected: Meaning, argument: number, given: Meaning, environment: Environment): boolean {
  const { op, b, c } = view.facts.expressions;
  const text = (op[argument] === Op.key || op[argument] === Op.literal) && b[argument] === 0 ? c[argument]! : 0;
  if (text === 0 || given.tag !== Tag.instance) return false;
  const parameter = expected.tag === Tag.union ? expected.items.find(isBounded) : expected;
  if (parameter === undefined || !isBounded(parameter)) return false;
  if (!environment.values.has(parameter.definition)) environment.values.set(parameter.definition, named(given, view.text(text)));
  return true;
}

function isBounded({ tag, result }: Meaning): boolean {
  return tag === Tag.parameter && result !== undefined;
}
