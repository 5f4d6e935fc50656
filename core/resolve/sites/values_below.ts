/**
 * Values that subtypes of the receiver set in place of its own: `self.parser.run()`, where a subclass sets another `parser`, or another
 * `make` in `self.make().run()`.
 *
 * Stage: resolve. Invariant: these are candidates. An override of a called method is not a value, and is found through that method.
 */
import { append, NO_ROWS } from "../../base/lists.ts";
import { MOST_CANDIDATES } from "../../edges.ts";
import { BindingKind, DefinitionFlag, DefinitionKind, listItems } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { callMeaning } from "../calls/call_results.ts";
import { evaluateHolder, evaluateObject } from "../evaluate.ts";
import { ABOVE, type DefinitionId, fileOf, instance, isKnown, type Meaning, partsOf, Tag } from "../meaning.ts";
import { declaredAt, firstDeclaring } from "../members/first_declaring.ts";
import { runBy } from "../members/constructors.ts";
import { memberMeaning } from "../members/members.ts";
import { onlyBinding, Space } from "../names/names.ts";
import { buildsOn } from "../names/narrowing.ts";
import { isOwnObject } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import { memberTable } from "../types/inheritance.ts";
import { isPassed } from "./passed_parts.ts";
import { typesBelow } from "../types/subtypes.ts";
import type { World } from "../world.ts";

const NONE: readonly Meaning[] = [];

/** The meanings of the member `callee` with the values of subtypes, as far as they differ from `meaning`. */
export function calledBelow(world: World, view: FileView, callee: number, meaning: Meaning): readonly Meaning[] {
  if (world.rules.valuesOverride !== true) return NONE;
  const { expressions } = view.facts;
  const name = view.text(expressions.b[callee]!);
  const object = expressions.a[callee]!;
  const members = [
    ...membersOfValuesBelow(world, view, meaning.weak ? behindName(world, view, object) : object, name),
    ...(meaning.weak ? membersOfMadeBelow(world, view, object, name) : NONE),
  ];
  // Subclasses may have another class in place of one that a class holds or imports.
  const isClass = meaning.tag === Tag.definition && world.kindOf(meaning.definition) === DefinitionKind.class;
  const held = meaning.held || isClass ? valuesBelow(world, view, callee, false) : NONE;
  if (members.length + held.length === 0) return NONE;
  const { definition } = meaning;
  return [...members, ...held].filter((one) =>
    one.tag === Tag.definition && (isClass ? one.definition !== definition : !overrides(world, one.definition, definition))
  );
}

/** What a call of `callee`, a member, runs where types below set it to a function or class. */
export function setBelow(world: World, view: FileView, callee: number): readonly DefinitionId[] {
  if (view.facts.expressions.op[callee] !== Op.member) return NO_ROWS;
  const set = valuesBelow(world, view, callee, false).filter((value) => isPassed(world, value));
  return [...new Set(set.map(({ definition }) => runBy(world, definition)))];
}

/** The value of a variable that is bound once (`part = self.make()`); `expression` itself otherwise. */
export function behindName(world: World, view: FileView, expression: number): number {
  const { kind, value } = view.facts.bindings;
  const row = onlyBinding(world, view, expression);
  return kind[row] === BindingKind.variable && value[row] !== 0 ? value[row]! : expression;
}

/**
 * The same for a member that is set once to, or returns, the result of a method (`self.part = self.make()`), for which subtypes may return
 * something else, and for a call of a method that returns such a result (`part = self.part_of(key)`, which returns `self.Part(key)`).
 */
function membersOfMadeBelow(world: World, view: FileView, object: number, name: string): readonly Meaning[] {
  const { op, a } = view.facts.expressions;
  const given = behindName(world, view, object);
  const place = op[given] === Op.call ? a[given]! : given;
  if (evaluateHolder(world, view, place).name === ABOVE) return NONE;
  const declared = declaredAt(world, view, place);
  if (declared?.rows.length !== 1) return NONE;
  const made = givenTo(declared.view, declared.rows[0]!, place !== given);
  return declared.view.facts.expressions.op[made] === Op.call ? membersOfValuesBelow(world, declared.view, made, name) : NONE;
}

/**
 * The expression that determines the member `row` of `bindings`: the value assigned to a field, or returned by a property or a called
 * method; 0 if it is not a single one.
 */
function givenTo({ facts }: FileView, row: number, isCalled: boolean): number {
  const { bindings: { kind, value, definition }, definitions: { flags, returns } } = facts;
  if (kind[row] === BindingKind.field) return isCalled ? 0 : value[row]!;
  if (((flags[definition[row]!]! & DefinitionFlag.property) === 0) !== isCalled) return 0;
  const given = listItems(facts, returns[definition[row]!]!);
  return given.length === 1 ? given[0]! : 0;
}

/** Members called `name` of the values that subtypes have in place of that of the expression `object`. */
export function membersOfValuesBelow(world: World, view: FileView, object: number, name: string): readonly Meaning[] {
  const { op, a } = view.facts.expressions;
  const isMade = op[object] === Op.call;
  const place = isMade ? a[object]! : object;
  if (op[place] !== Op.member) return NONE;
  return valuesBelow(world, view, place, isMade).map((value) => memberMeaning(world, value, name, Space.value));
}

/** The values that subtypes of the receiver have under the name of the member `place`, or the results of calling these. */
function valuesBelow(world: World, view: FileView, place: number, isMade: boolean): readonly Meaning[] {
  if (world.rules.valuesOverride !== true) return NONE;
  const { expressions } = view.facts;
  const object = evaluateObject(world, view, expressions.a[place]!);
  // The current class (`cls.maker()`) has what its instances have.
  const receiver = object.tag === Tag.definition && object.result?.tag === Tag.self ? object.result : object;
  if (!isOwnObject(world, receiver) || receiver.name === ABOVE) return NONE;
  const name = view.text(expressions.b[place]!);
  world.askName(name);
  // Most names are set in one place; members of an external base may be set only in subtypes.
  const places = world.names.find("nameable", name).length + world.names.find("callables", name).length;
  if (places < 2 && !isSetBelowAlone(world, receiver.definition, name, places)) return NONE;
  const known = world.kept.valuesBelow;
  const key = `${receiver.definition}:${name}:${isMade}`;
  return known.get(key) ?? known.find(key, () => findValuesBelow(world, receiver.definition, name, isMade));
}

/** Whether subtypes may set a member that a type itself lacks, or only imports. @param places number of definitions with that name */
function isSetBelowAlone(world: World, type: DefinitionId, name: string, places: number): boolean {
  const declared = firstDeclaring(world, type, name);
  return declared === undefined ? places > 0 : declared.view.facts.bindings.kind[declared.rows[0]!] === BindingKind.import;
}

function findValuesBelow(world: World, type: DefinitionId, name: string, isMade: boolean): readonly Meaning[] {
  const found: Meaning[] = [];
  for (const below of allBelow(world, type)) {
    if (found.length >= MOST_CANDIDATES) break;
    if (!memberTable(world, below).has(name)) continue;
    const value = memberMeaning(world, instance(below), name, Space.value);
    append(found, partsOf(isMade && isKnown(value) ? callMeaning(world, world.viewOf(below), value, [], false) : value));
  }
  return found;
}

/**
 * The subtypes of a type, nearest first: computed once, as each name looked up on it goes through them. The result depends on their files.
 */
function allBelow(world: World, type: DefinitionId): readonly DefinitionId[] {
  const { typesBelow: known } = world.kept;
  const find = (): readonly DefinitionId[] => {
    const types = [...typesBelow(world, type)];
    for (const one of types) world.ask(fileOf(one));
    return types;
  };
  return known.get(type) ?? known.find(type, find);
}

/** Whether a member is `other`, or overrides it in a subtype. */
function overrides(world: World, member: DefinitionId, other: DefinitionId): boolean {
  if (member === other) return true;
  const [type, base] = [world.parentOf(member), world.parentOf(other)];
  const isMember = type !== 0 && base !== 0 && world.nameOf(member) === world.nameOf(other);
  return isMember && world.kindOf(type) === DefinitionKind.class && buildsOn(world, instance(type), instance(base));
}
