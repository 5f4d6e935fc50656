/**
 * Evaluates expressions in the place of a type: what they mean is an instance.
 *
 * Stage: resolve. Invariant: a type that nothing tells is unknown, never a guess by name.
 */
import { CastMode, EitherMode, KeyedMode, Op, PairMode } from "../expressions.ts";
import { BindingFlag, DefinitionKind, isCallable, listItems } from "../facts.ts";
import { agreed } from "./types/agreed.ts";
import { arrangeByName, askedOf, associatedType, settleProjections } from "./traits/associated.ts";
import { bindingMeaning, enclosingType } from "./names/bindings.ts";
import { conditionalAlias, conditionalType } from "./types/conditional_types.ts";
import { expectedArgument } from "./calls/expected_arguments.ts";
import { literalOf } from "./calls/displays.ts";
import { calleeMeaning, classOf, evaluateType, evaluateValue } from "./evaluate.ts";
import {
  boundsIn,
  CLASS,
  type DefinitionId,
  definitionId,
  definitionMeaning,
  external,
  fileOf,
  functionMeaning,
  held,
  instance,
  isKnown,
  keyedMeaning,
  lastPart,
  MADE,
  madeOf,
  type Meaning,
  named,
  NOTHING,
  ownType,
  REST,
  rowOf,
  substitute,
  Tag,
  tuple,
  typeParameter,
  union,
  UNKNOWN,
  WIDEST,
  WRITTEN,
} from "./meaning.ts";
import { appliedAlias } from "./types/generic_aliases.ts";
import { guardType } from "./names/guards.ts";
import { anyOfMembers, withKeys } from "./types/keyed.ts";
import { orderOf } from "./types/inheritance.ts";
import { memberMeaning } from "./members/members.ts";
import { libraryMeaning, nameMeaning, Space } from "./names/names.ts";
import { operate } from "./calls/operations.ts";
import { implementedMember } from "./traits/by_trait.ts";
import { asInstance } from "./traits/traits.ts";
import { augmentedType } from "./types/augmented.ts";
import type { World } from "./world.ts";
import type { FileView } from "./state/file_view.ts";

const NONE: readonly Meaning[] = [];

/** What a value of the type that `expression` writes means, before it is remembered and as far as its own operation tells. */
export function typeOf(world: World, view: FileView, expression: number): Meaning {
  const { expressions, strings } = view.facts;
  const a = expressions.a[expression]!;
  const b = expressions.b[expression]!;
  switch (expressions.op[expression]) {
    case Op.name:
      return instanceOf(world, namedType(world, view, expression));
    case Op.member:
    case Op.path:
      return memberType(world, typeQualifier(world, view, a), strings[b]!, writtenTrait(world, view, a));
    case Op.apply:
    case Op.index:
      return applyType(world, view, a, listItems(view.facts, b));
    case Op.builtin:
      return instanceOf(world, libraryMeaning(world, strings[a]!, Space.type) ?? external(strings[a]!));
    case Op.either: {
      const parts = listItems(view.facts, a).map((item) => evaluateType(world, view, item));
      return b === EitherMode.agreed ? agreed(parts) : union(parts, world.rules.separateTypes ? WRITTEN : WIDEST);
    }
    case Op.tuple:
      return tuple(listItems(view.facts, a).map((item) => parameterType(world, view, item)));
    case Op.reference:
    case Op.deref:
    case Op.spread:
      return evaluateType(world, view, a);
    case Op.functionType:
      return functionType(world, view, a, b, expressions.c[expression]!);
    case Op.pair:
      return evaluateType(world, view, b);
    case Op.guarded:
      return guardType(world, view, expressions.c[expression]!, b);
    case Op.cast:
      return expressions.c[expression] === CastMode.opaque ? opaqueType(world, view, a, b) : evaluateType(world, view, a);
    case Op.new:
      return madeType(world, view, expression);
    case Op.call:
      return givenType(world, evaluateValue(world, view, expression));
    case Op.typeOf:
      return classGiven(world, evaluateValue(world, view, a));
    case Op.classOf:
      return classOf(world, view, a);
    case Op.definition:
      return view.facts.definitions.kind[a] === DefinitionKind.object
        ? instance(definitionId(view.index, a), openParameters(world, view, a))
        : instanceOf(world, definitionMeaning(definitionId(view.index, a)));
    case Op.self:
    case Op.selfType: {
      const type = enclosingType(world, view, a);
      return type === undefined ? UNKNOWN : ownType(type);
    }
    case Op.literal:
      return literalOf(world, view, strings[a]!, []);
    case Op.key:
      return named(literalOf(world, view, strings[a]!, []), strings[expressions.c[expression]!]!);
    case Op.keyed:
      return keyedType(world, view, a, b, expressions.c[expression]!);
    case Op.conditional:
      return conditionalType(world, view, a, b === 1);
    case Op.binding:
      return bindingMeaning(world, view, a, Space.type);
    case Op.asked:
      return expectedArgument(world, calleeMeaning(world, view, a), { view, args: [], position: b, wanted: 0 }, false);
    case Op.unwrap:
    case Op.iterate:
    case Op.await:
      return operatedType(world, evaluateType(world, view, a), expressions.op[expression]!);
    default:
      return UNKNOWN;
  }
}

/** A function type with its list of parameters, its result and its receiver, of which both may be 0. */
function functionType(world: World, view: FileView, list: number, result: number, receiver: number): Meaning {
  return functionMeaning(
    listItems(view.facts, list).map((item) => parameterType(world, view, item)),
    result === 0 ? NOTHING : evaluateType(world, view, result),
    receiver === 0 ? undefined : evaluateType(world, view, receiver),
  );
}

/** The type of a function type's parameter, or of a tuple's part; of one that stands for all others (`...rest: T`) it says so. */
function parameterType(world: World, view: FileView, expression: number): Meaning {
  const type = evaluateType(world, view, expression);
  const isRest = world.rules.separateTypes === true && view.facts.expressions.op[expression] === Op.spread;
  const isNamed = type.tag === Tag.tuple || type.tag === Tag.instance || type.tag === Tag.keyed || type.tag === Tag.parameter;
  return isRest && isNamed ? named(type, REST) : type;
}

/** The member that a type parameter names, or a member of one, or any member; of what is no parameter only what a text names. */
function keyedType(world: World, view: FileView, object: number, name: number, mode: number): Meaning {
  if (name === 0) return anyOfMembers(world, evaluateType(world, view, object));
  const key = evaluateType(world, view, name);
  const type = evaluateType(world, view, object);
  const keyed = keyedMeaning(type, key);
  if (key.tag === Tag.parameter || key.tag === Tag.keyed) return keyed;
  if (mode !== KeyedMode.member) return key.name !== "" && type.tag === Tag.parameter ? keyed : UNKNOWN;
  if (type.tag === Tag.keyed || type.tag === Tag.conditional) return keyed;
  // What the bound of a type parameter says holds for all that it stands for.
  const member = classGiven(world, memberMeaning(world, type, key.name, Space.value));
  return type.tag === Tag.parameter && !isKnown(member) ? keyed : member;
}

/** The instances of a class that is given as a value (`extends mixin(A)`), or of what a parameter stands for. */
function madeType(world: World, view: FileView, expression: number): Meaning {
  const { expressions } = view.facts;
  const made = expressions.a[expression]!;
  const isNamed = world.rules.separateTypes === true && expressions.op[made] === Op.name;
  const type = isNamed ? evaluateType(world, view, made) : UNKNOWN;
  return type.tag === Tag.parameter ? { ...type, name: MADE } : evaluateValue(world, view, expression);
}

function operatedType(world: World, type: Meaning, op: number): Meaning {
  return operate(world, type, op === Op.unwrap ? "unwrap" : op === Op.await ? "await" : "iterate");
}

/** A type that a call gives (`class Pair(namedtuple("Pair", "a b"))`): an instance of the class that comes out. */
function givenType(world: World, given: Meaning): Meaning {
  return given.tag === Tag.definition && world.kindOf(given.definition) === DefinitionKind.class ? madeOf(given) : UNKNOWN;
}

/**
 * A type that is told by a trait alone: what the value is that the function ends with. A trait outside may say more than that of
 * what it hands out.
 */
function opaqueType(world: World, view: FileView, type: number, value: number): Meaning {
  const trait = evaluateType(world, view, type);
  const bounds = boundsIn(trait);
  const isOwn = bounds.some((one) => one.tag === Tag.instance && !world.inLibrary(one.definition));
  if (!isOwn && !bounds.some((one) => one.tag === Tag.instance)) return trait;
  const hidden = asInstance(world, evaluateValue(world, view, value));
  if (!isOwn && !saysAll(world, hidden, bounds)) return trait;
  switch (hidden.tag) {
    case Tag.instance:
      return world.kindOf(hidden.definition) === DefinitionKind.trait ? trait : { ...hidden, held: false };
    case Tag.self:
    case Tag.parameter:
      return { ...hidden, held: false };
    case Tag.definition:
      return isCallable(world.kindOf(hidden.definition)) ? held(hidden) : trait;
    default:
      return trait;
  }
}

/** Whether a value is of a type of the repository that says all that traits of the library would. */
function saysAll(world: World, { tag, definition }: Meaning, traits: readonly Meaning[]): boolean {
  if (tag !== Tag.instance || world.inLibrary(definition) || world.kindOf(definition) === DefinitionKind.trait) return false;
  return traits.every((trait) =>
    trait.items.length === 0 ||
    orderOf(world, definition).some((base) =>
      base.definition === trait.definition && base.items.length > 0 && base.items.every((item) => item.tag !== Tag.unknown)
    )
  );
}

/** The type parameters of a definition as they stand in it. */
export function openParameters(world: World, view: FileView, row: number): Meaning[] {
  const parameters = view.typeParameters(row);
  return parameters.map((parameter) => bindingMeaning(world, view, parameter, Space.type));
}

/** The type parameters around a function or an object that is another for each of their arguments, as they stand in it. */
export function capturedParameters(world: World, view: FileView, row: number): readonly Meaning[] {
  const { definitions, bindings } = view.facts;
  const list = definitions.typeParameters[row]!;
  if (list === 0) return NONE;
  const captured = listItems(view.facts, list).filter((parameter) => bindings.scope[parameter] !== definitions.body[row]);
  return captured.length === 0 ? NONE : captured.map((parameter) => bindingMeaning(world, view, parameter, Space.type));
}

/**
 * What a plain name means as a type. To comments a variable that holds a class is one (`const { Store } = require("./store")`), and a
 * function is what `new` makes of it.
 */
function namedType(world: World, view: FileView, expression: number): Meaning {
  const type = nameMeaning(world, view, expression, Space.type);
  if (world.rules.separateTypes !== true) return type;
  const isOpen = !isKnown(type) || isMadeAnew(world, view, type, view.facts.expressions.a[expression]!);
  const found = isOpen ? nameMeaning(world, view, expression, Space.value) : type;
  if (found.tag !== Tag.definition) return type;
  const kind = world.kindOf(found.definition);
  if (kind === DefinitionKind.function) return instance(found.definition, [], found.weak);
  return kind === DefinitionKind.class ? found : type;
}

/** Whether the file itself gives members to something of the name that a type of the library bears (`function Promise() {}`, `Promise.prototype.then = …`). */
function isMadeAnew(world: World, view: FileView, type: Meaning, name: number): boolean {
  return type.tag === Tag.definition && world.inLibrary(type.definition) && view.index !== world.library &&
    world.names.find("owned", view.text(name)).some((member) => fileOf(member) === view.index);
}

/** What stands before the dot of a qualified type: a module, a namespace, a class, a type parameter. */
export function typeQualifier(world: World, view: FileView, expression: number): Meaning {
  const { op, a, b } = view.facts.expressions;
  switch (op[expression]) {
    case Op.name: {
      const type = nameMeaning(world, view, expression, Space.type);
      // What a path begins with that leads outside is no value in a language of paths: as one it would be asked what traits give to it.
      const isOutside = type.tag === Tag.external && (type.weak || !world.rules.itemPaths);
      return type.tag === Tag.unknown || isOutside ? nameMeaning(world, view, expression, Space.value) : type;
    }
    case Op.member:
    case Op.path:
      return memberMeaning(world, typeQualifier(world, view, a[expression]!), view.text(b[expression]!), Space.type);
    default:
      return evaluateValue(world, view, expression);
  }
}

/** The trait in `<T as Trait>` before a name; unknown where none is written. */
function writtenTrait(world: World, view: FileView, qualifier: number): Meaning {
  const { expressions } = view.facts;
  const isWritten = expressions.op[qualifier] === Op.cast && expressions.c[qualifier] === CastMode.trait;
  return isWritten ? evaluateType(world, view, expressions.a[qualifier]!) : UNKNOWN;
}

/**
 * A type named by a path: a member, or an associated type of what stands before.
 * @param trait what declares the associated type, where it is written: of a type that does not tell it, it tells the bounds.
 */
function memberType(world: World, qualifier: Meaning, name: string, trait: Meaning): Meaning {
  const found = memberMeaning(world, qualifier, name, Space.type);
  // Several traits may give a type one of that name.
  const isOfTrait = found.tag === Tag.union && trait.tag === Tag.instance;
  const member = (isOfTrait ? implementedMember(world, qualifier, trait, name) : undefined) ?? found;
  if (!world.rules.itemPaths || isKnown(member)) return instanceOf(world, member);
  const own = associatedType(world, qualifier, name);
  if (own !== undefined) return own;
  const asked = associatedType(world, trait, name);
  return asked === undefined ? instanceOf(world, member) : askedOf(world, asked, qualifier);
}

function applyType(world: World, view: FileView, base: number, list: readonly number[]): Meaning {
  const items = list.map((item) => evaluateType(world, view, item));
  const { expressions, strings } = view.facts;
  const op = expressions.op[base];
  const written = op === Op.name || op === Op.builtin
    ? strings[expressions.a[base]!]!
    : op === Op.member || op === Op.path
    ? strings[expressions.b[base]!]!
    : "";
  const wrapped = Object.hasOwn(world.rules.wrappers, written) ? world.rules.wrappers[written] : undefined;
  if (wrapped !== undefined && items[wrapped] !== undefined) return items[wrapped]!;
  let target = op === Op.builtin ? libraryMeaning(world, written, Space.type) ?? UNKNOWN : typeQualifier(world, view, base);
  const isNamed = (item: number): boolean => expressions.op[item] === Op.pair && expressions.c[item] !== PairMode.expression;
  if (target.tag === Tag.external) {
    const trait = list.some(isNamed) ? traitAbroad(world, target) : target;
    if (trait.tag === Tag.external) return aliasedAbroad(world, target, items);
    target = definitionMeaning(trait.definition);
  }
  const alias = appliedAlias(world, target, items);
  if (alias !== undefined) return instanceOf(world, alias);
  if (target.tag !== Tag.definition || !list.some(isNamed)) return instanceOf(world, target, items);
  const given = list.map((item, i) => ({ name: isNamed(item) ? strings[expressions.a[item]!]! : "", meaning: items[i]! }));
  return instanceOf(world, target, arrangeByName(world, target.definition, given));
}

/**
 * A type outside with its arguments. One that is known to have all that an argument has is that; one that bears a name known everywhere is by
 * custom what all of that name are.
 */
function aliasedAbroad(world: World, target: Meaning, items: readonly Meaning[]): Meaning {
  const name = lastPart(target.name);
  const { wrappersAbroad } = world.rules;
  const wrapped = wrappersAbroad !== undefined && Object.hasOwn(wrappersAbroad, name) ? items[wrappersAbroad[name]!] : undefined;
  if (wrapped !== undefined) return wrapped;
  const definition = libraryAbroad(world, target);
  if (definition !== 0 && !isTrait(world, definition)) return instanceOf(world, definitionMeaning(definition), items);
  return items.length === 0 ? target : { ...target, applied: items };
}

/** What is named where only a trait may stand: the library's for one outside that bears a name known everywhere. */
export function traitAbroad(world: World, meaning: Meaning): Meaning {
  const definition = meaning.tag === Tag.external ? libraryAbroad(world, meaning) : 0;
  return definition !== 0 && isTrait(world, definition) ? instance(definition) : meaning;
}

function isTrait(world: World, definition: DefinitionId): boolean {
  return world.kindOf(definition) === DefinitionKind.trait;
}

/** The library's type that describes one outside, by its name; 0 for others. */
export function libraryAbroad(world: World, target: Meaning): DefinitionId {
  const { aliasedAbroad } = world.rules;
  const name = lastPart(target.name);
  return aliasedAbroad !== undefined && Object.hasOwn(aliasedAbroad, name) ? world.libraryDefinition(aliasedAbroad[name]!) : 0;
}

/** An instance of the type that `meaning` names. */
export function instanceOf(world: World, meaning: Meaning, items: readonly Meaning[] = []): Meaning {
  switch (meaning.tag) {
    case Tag.definition: {
      if (meaning.name === CLASS) return named(meaning, "");
      const view = world.viewOf(meaning.definition);
      const kind = world.kindOf(meaning.definition);
      const row = rowOf(meaning.definition);
      if (meaning.result !== undefined && meaning.result.tag === Tag.self) return meaning.result;
      if (kind === DefinitionKind.type_alias) return aliased(world, view, row, items);
      if (kind === DefinitionKind.function || kind === DefinitionKind.method || kind === DefinitionKind.namespace) return UNKNOWN;
      if (kind === DefinitionKind.enum_member) return instance(world.parentOf(meaning.definition));
      const whole = kind === DefinitionKind.interface ? augmentedType(world, view, row) : undefined;
      return whole ?? instance(meaning.definition, argumentsOf(world, meaning, items), meaning.weak);
    }
    case Tag.union:
      return union(meaning.items.map((item) => instanceOf(world, item, items)), WRITTEN);
    case Tag.tuple:
      // An alias (`Pair = tuple[Job, int]`): what was read as values are types here.
      return meaning.items.some(isNamed) ? { ...meaning, items: meaning.items.map((item) => instanceOf(world, item)) } : meaning;
    case Tag.module:
      return UNKNOWN;
    case Tag.instance:
      // A variable that holds a type variable, made by a call of the library.
      return isDynamic(world, meaning) ? UNKNOWN : meaning;
    case Tag.parameter:
      return meaning.name === CLASS ? madeOf(meaning) : meaning;
    default:
      return meaning;
  }
}

function isNamed({ tag }: Meaning): boolean {
  return tag === Tag.definition || tag === Tag.tuple || tag === Tag.union;
}

/** Type arguments as written, with the defaults of those left out; where a type is nothing but what it was declared as, of all. */
function argumentsOf(world: World, { definition, items: applied }: Meaning, written: readonly Meaning[]): readonly Meaning[] {
  if (written.length > 0) return withDefaults(world, definition, written);
  const isPlain = applied.length === 0 && !world.inLibrary(definition);
  return isPlain ? withDefaults(world, definition, written) : applied;
}

function isDynamic(world: World, meaning: Meaning): boolean {
  return world.inLibrary(meaning.definition) && world.rules.dynamicTypes.includes(world.nameOf(meaning.definition));
}

/** The type that an alias names, with the alias's own parameters replaced. */
function aliased(world: World, view: FileView, row: number, items: readonly Meaning[]): Meaning {
  const { definitions } = view.facts;
  const type = definitions.type[row]!;
  if (type === 0 || !view.isAlias(row)) return instance(definitionId(view.index, row), items);
  const id = definitionId(view.index, row);
  const { expressions } = view.facts;
  if (expressions.op[type] === Op.conditional) return conditionalAlias(world, id, items);
  const meaning = evaluateType(world, view, type);
  // Of which branches do not agree, that is a type of its own.
  const isOpen = meaning.tag === Tag.unknown && expressions.op[type] === Op.either && expressions.b[type] === EitherMode.agreed;
  const told = isOpen ? instance(id, items) : withKeys(world, world.substituteParameters(meaning, id, withDefaults(world, id, items)));
  return told.tag === Tag.parameter && world.rules.itemPaths ? settleProjections(world, told) : told;
}

/** Type arguments, and the defaults of those that are left out. */
export function withDefaults(world: World, type: DefinitionId, items: readonly Meaning[]): readonly Meaning[] {
  const view = world.viewOf(type);
  const parameters = view.typeParameters(rowOf(type));
  const filled = [...items];
  for (const parameter of parameters.slice(items.length)) {
    const otherwise = defaultOf(world, view, parameter);
    if (otherwise === undefined) break;
    filled.push(world.substituteParameters(otherwise, type, filled));
  }
  return filled;
}

/** What a type parameter is where none is given; one that is a variable of another module has that one's. */
export function defaultOf(world: World, view: FileView, parameter: number): Meaning | undefined {
  const { flags, type, value } = view.facts.bindings;
  if (value[parameter] !== 0) return evaluateType(world, view, value[parameter]!);
  if (!(flags[parameter]! & BindingFlag.imported)) return undefined;
  const variable = evaluateType(world, view, type[parameter]!);
  if (variable.tag !== Tag.parameter) return undefined;
  world.ask(fileOf(variable.definition));
  return defaultOf(world, world.viewOf(variable.definition), rowOf(variable.definition));
}

/** The type arguments of what an alias names; where the alias was given none for a parameter of its own, they are open. */
export function openAlias(world: World, { definition, items }: Meaning, aliased: Meaning): readonly Meaning[] {
  const view = world.viewOf(definition);
  const environment = world.environmentOf(undefined);
  for (const [i, row] of view.typeParameters(rowOf(definition)).entries()) {
    environment.values.set(definitionId(view.index, row), items[i] ?? typeParameter(view.index, row, undefined));
  }
  return substitute(aliased, environment).items;
}

/** What has the type of a class may be a class below it. */
function classGiven(world: World, value: Meaning): Meaning {
  const isClass = value.tag === Tag.definition && value.result === undefined && world.kindOf(value.definition) === DefinitionKind.class;
  return isClass ? { ...value, result: instance(value.definition) } : value;
}
