/**
 * What types below the receiver's put in place of a value of its own: `self.parser.run()`, where a subclass sets another `parser` or another
 * `make` in `self.make().run()`.
 *
 * Stage: resolve. Invariant: these are candidates. What overrides a method that is called is no value, and is found from that method.
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
import type { FileView } from "../state/file_view.ts";
import { memberTable } from "../types/inheritance.ts";
import { isHanded } from "./handed_parts.ts";
import { typesBelow } from "../types/subtypes.ts";
import type { World } from "../world.ts";

const NONE: readonly Meaning[] = [];

/** What `callee`, a member, means with the values of types below, as far as these say something else than `meaning`, which it means without. */
export function calledBelow(world: World, view: FileView, callee: number, meaning: Meaning): readonly Meaning[] {
  if (world.rules.valuesOverride !== true) return NONE;
  const { expressions } = view.facts;
  const name = view.text(expressions.b[callee]!);
  const object = expressions.a[callee]!;
  const members = [
    ...membersOfValuesBelow(world, view, meaning.weak ? behindName(world, view, object) : object, name),
    ...(meaning.weak ? membersOfMadeBelow(world, view, object, name) : NONE),
  ];
  // Classes below may have a class of their own in place of one that a class holds or imports.
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
  const set = valuesBelow(world, view, callee, false).filter((value) => isHanded(world, value));
  return [...new Set(set.map(({ definition }) => runBy(world, definition)))];
}

/** What a variable is given that is bound once (`part = self.make()`); `expression` itself where it is none. */
export function behindName(world: World, view: FileView, expression: number): number {
  const { kind, value } = view.facts.bindings;
  const row = onlyBinding(world, view, expression);
  return kind[row] === BindingKind.variable && value[row] !== 0 ? value[row]! : expression;
}

/**
 * The same of a member that is once given, or gives, what a method makes (`self.part = self.make()`), of which types below may make something else, and
 * of a call of a method that gives such a thing (`part = self.part_of(key)`, where that gives `self.Part(key)`).
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
 * The expression that gives the member `row` of `bindings` its value: what is assigned to a field, what a property gives, or a method that is called;
 * 0 where none does alone.
 */
function givenTo({ facts }: FileView, row: number, isCalled: boolean): number {
  const { bindings: { kind, value, definition }, definitions: { flags, returns } } = facts;
  if (kind[row] === BindingKind.field) return isCalled ? 0 : value[row]!;
  if (((flags[definition[row]!]! & DefinitionFlag.property) === 0) !== isCalled) return 0;
  const given = listItems(facts, returns[definition[row]!]!);
  return given.length === 1 ? given[0]! : 0;
}

/** Members called `name` of the values that types below have in place of that of the expression `object`. */
export function membersOfValuesBelow(world: World, view: FileView, object: number, name: string): readonly Meaning[] {
  const { op, a } = view.facts.expressions;
  const isMade = op[object] === Op.call;
  const place = isMade ? a[object]! : object;
  if (op[place] !== Op.member) return NONE;
  return valuesBelow(world, view, place, isMade).map((value) => memberMeaning(world, value, name, Space.value));
}

/** The values that types below the receiver of the member `place` have under its name, or what calls of these give. */
function valuesBelow(world: World, view: FileView, place: number, isMade: boolean): readonly Meaning[] {
  if (world.rules.valuesOverride !== true) return NONE;
  const { expressions } = view.facts;
  const object = evaluateObject(world, view, expressions.a[place]!);
  // The class in hand (`cls.maker()`) has what its instances have.
  const receiver = object.tag === Tag.definition && object.result?.tag === Tag.self ? object.result : object;
  if (!world.isOwnObject(receiver) || receiver.name === ABOVE) return NONE;
  const name = view.text(expressions.b[place]!);
  world.askName(name);
  // Most names are set in one place; what a base outside has may be set below alone.
  const places = world.names.find("nameable", name).length + world.names.find("callables", name).length;
  if (places < 2 && !isSetBelowAlone(world, receiver.definition, name, places)) return NONE;
  const known = world.kept.valuesBelow;
  const key = `${receiver.definition}:${name}:${isMade}`;
  return known.get(key) ?? known.find(key, () => findValuesBelow(world, receiver.definition, name, isMade));
}

/** Whether types below one may set what it has not itself, or only imports. @param places that name a definition so */
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

/** The types below one, nearest first: each name that is asked of it goes through them. Who gets them rests on their files. */
function allBelow(world: World, type: DefinitionId): readonly DefinitionId[] {
  const { typesBelow: known } = world.kept;
  const find = (): readonly DefinitionId[] => {
    const types = [...typesBelow(world, type)];
    for (const one of types) world.ask(fileOf(one));
    return types;
  };
  return known.get(type) ?? known.find(type, find);
}

/** Whether a member is `other`, or one that a type below has in its place. */
function overrides(world: World, member: DefinitionId, other: DefinitionId): boolean {
  if (member === other) return true;
  const [type, base] = [world.parentOf(member), world.parentOf(other)];
  const isMember = type !== 0 && base !== 0 && world.nameOf(member) === world.nameOf(other);
  return isMember && world.kindOf(type) === DefinitionKind.class && buildsOn(world, instance(type), instance(base));
}
