/**
 * Evaluates expressions in type position to the instances of the types that they denote.
 *
 * Stage: resolve. Invariant: a type that cannot be determined is unknown, never guessed by its name.
 */
import { DefinitionKind, listItems } from "../facts.ts";
import { CastMode, EitherMode, KeyedMode, Op, PairMode } from "../facts/expressions.ts";
import { literalOf } from "./calls/displays.ts";
import { type ArgumentPlace, expectedArgument } from "./calls/expected_arguments.ts";
import { expectedElement } from "./calls/list_elements.ts";
import { operate } from "./calls/operations.ts";
import { calleeMeaning, classOf, evaluateType, evaluateValue } from "./evaluate.ts";
import {
  ANY_ELEMENT,
  ANY_KEY,
  type DefinitionId,
  definitionId,
  definitionMeaning,
  external,
  fileOf,
  functionMeaning,
  instance,
  isKnown,
  keyedMeaning,
  MADE,
  madeOf,
  type Meaning,
  named,
  NOTHING,
  ownType,
  REST,
  rowOf,
  Tag,
  tuple,
  union,
  UNKNOWN,
  weaken,
} from "./meaning.ts";
import { madeByNew } from "./members/composed.ts";
import { memberMeaning } from "./members/members.ts";
import { bindingMeaning, enclosingType } from "./names/bindings.ts";
import { guardType } from "./names/guards.ts";
import { libraryMeaning, nameMeaning, Space } from "./names/names.ts";
import { undeclaredType } from "./names/undeclared_types.ts";
import { isOfKind, isOwnFunction } from "./ownership.ts";
import type { FileView } from "./state/file_view.ts";
import { arrangeByName, askedOf, associatedType } from "./traits/associated.ts";
import { implementedMember } from "./traits/by_trait.ts";
import { agreed } from "./types/agreed.ts";
import { conditionalType } from "./types/conditional_types.ts";
import { appliedAlias } from "./types/generic_aliases.ts";
import { instanceOf } from "./types/instances.ts";
import { anyUnder, openMember, underKey } from "./types/keyed.ts";
import { opaqueType } from "./types/opaque_types.ts";
import { openParameters } from "./types/type_arguments.ts";
import { appliedExternal, libraryTraitFor } from "./types/external_types.ts";
import { wrappedArgument } from "./types/wrappers.ts";
import type { World } from "./world.ts";

/** A declared union of up to this many types keeps all its parts: tests for constants select among them. */
const WIDEST_DECLARED = 80;

const UNNAMED_KINDS: ReadonlySet<number> = new Set([DefinitionKind.object, DefinitionKind.interface]);

/** The meaning of a value of the type written as `expression`, before it is memoized. */
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
      return b === EitherMode.agreed ? agreed(parts) : union(parts, WIDEST_DECLARED);
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
      return b === 0 ? classGiven(world, evaluateValue(world, view, a)) : weaken(classGiven(world, evaluateValue(world, view, a)));
    case Op.classOf:
      return classOf(world, view, a);
    case Op.definition:
      return UNNAMED_KINDS.has(view.facts.definitions.kind[a]!)
        ? instance(definitionId(view.index, a), openParameters(world, view, a))
        : instanceOf(world, definitionMeaning(definitionId(view.index, a)));
    case Op.self:
    case Op.selfType:
      return typeAround(world, view, a);
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
      return askedByCall(world, view, a, { position: b, members: listItems(view.facts, expressions.c[expression]!) });
    case Op.iterate:
      return elementType(world, view, a);
    case Op.unwrap:
    case Op.await:
      return operatedType(world, evaluateType(world, view, a), expressions.op[expression]!);
    default:
      return UNKNOWN;
  }
}

/** The type that the scope `scope` is in, as its own members name it. */
function typeAround(world: World, view: FileView, scope: number): Meaning {
  const type = enclosingType(world, view, scope);
  return type === undefined ? UNKNOWN : ownType(type);
}

/** The type expected of the elements of a list literal that is expected to be of the type `list`: where types are asked for, no others are iterated over. */
function elementType(world: World, view: FileView, list: number): Meaning {
  const { op, a, b } = view.facts.expressions;
  const isArgument = op[list] === Op.asked;
  const type = isArgument
    ? askedByCall(world, view, a[list]!, { position: b[list]!, members: [], isList: true })
    : evaluateType(world, view, list);
  return expectedElement(world, type);
}

/** The parameter type that a call expects of an argument of which only that is known. */
function askedByCall(
  world: World,
  view: FileView,
  callee: number,
  argument: Pick<ArgumentPlace, "position" | "members" | "isList">,
): Meaning {
  return expectedArgument(world, calleeMeaning(world, view, callee), { view, args: [], callee: 0, ...argument }, false);
}

/** A function type with its parameter list, result and receiver; the latter two may be 0 (absent). */
function functionType(world: World, view: FileView, list: number, result: number, receiver: number): Meaning {
  return functionMeaning(
    listItems(view.facts, list).map((item) => parameterType(world, view, item)),
    result === 0 ? NOTHING : evaluateType(world, view, result),
    receiver === 0 ? undefined : evaluateType(world, view, receiver),
  );
}

/** The type of a function type's parameter or of a tuple element; a rest element (`...rest: T`) is marked as such. */
function parameterType(world: World, view: FileView, expression: number): Meaning {
  const type = evaluateType(world, view, expression);
  const isRest = world.rules.separateTypes === true && view.facts.expressions.op[expression] === Op.spread;
  const isNamed = type.tag === Tag.tuple || type.tag === Tag.instance || type.tag === Tag.keyed || type.tag === Tag.parameter;
  return isRest && isNamed ? named(type, REST) : type;
}

/**
 * The member that a type parameter selects, a member of such a type, or any member; for anything else, only a member selected by a literal
 * name.
 */
function keyedType(world: World, view: FileView, object: number, name: number, mode: number): Meaning {
  const type = evaluateType(world, view, object);
  if (name === 0) {
    const any = mode === KeyedMode.element ? ANY_ELEMENT : ANY_KEY;
    const known = anyUnder(world, type.tag === Tag.parameter ? type.result ?? UNKNOWN : type, any);
    return openMember(world, type, any, known);
  }
  const key = evaluateType(world, view, name);
  if (key.tag === Tag.parameter || key.tag === Tag.keyed) return keyedMeaning(type, key);
  if (mode !== KeyedMode.member) return key.name !== "" && type.tag === Tag.parameter ? keyedMeaning(type, key) : UNKNOWN;
  return openMember(world, type, key, classGiven(world, underKey(world, type, key.name)));
}

/**
 * The instances of a class given as a value (`extends mixin(A)`) or of what a parameter stands for; for a module that is not itself a class
 * (`import("./store")` in a comment), the module.
 */
function madeType(world: World, view: FileView, expression: number): Meaning {
  const { expressions } = view.facts;
  const maker = expressions.a[expression]!;
  const isNamed = world.rules.separateTypes === true && expressions.op[maker] === Op.name;
  const type = isNamed ? evaluateType(world, view, maker) : UNKNOWN;
  if (type.tag === Tag.parameter) return { ...type, name: MADE };
  const module = expressions.op[maker] === Op.module ? evaluateValue(world, view, maker) : UNKNOWN;
  if (module.tag === Tag.module) return module;
  const made = type.tag === Tag.instance && !isOfKind(world, type, DefinitionKind.class) ? madeByNew(world, type) : UNKNOWN;
  return made.tag === Tag.unknown ? evaluateValue(world, view, expression) : made;
}

function operatedType(world: World, type: Meaning, op: number): Meaning {
  return operate(world, type, op === Op.unwrap ? "unwrap" : "await");
}

/** A type that a call returns (`class Pair(namedtuple("Pair", "a b"))`): an instance of the resulting class, or something external. */
function givenType(world: World, given: Meaning): Meaning {
  if (given.tag === Tag.external) return given;
  return given.tag === Tag.definition && world.kindOf(given.definition) === DefinitionKind.class ? madeOf(given) : UNKNOWN;
}

/**
 * The meaning of a plain name in type position. In JSDoc comments a variable that holds a class denotes that class (`const { Store } =
 * require("./store")`), and a function denotes what `new` creates from it.
 */
function namedType(world: World, view: FileView, expression: number): Meaning {
  const type = nameMeaning(world, view, expression, Space.type);
  if (world.rules.separateTypes !== true) return type;
  const isOpen = !isKnown(type) || isMadeAnew(world, view, type, view.facts.expressions.a[expression]!);
  const found = isOpen ? nameMeaning(world, view, expression, Space.value) : type;
  const kind = found.tag === Tag.definition ? world.kindOf(found.definition) : DefinitionKind.module;
  if (kind === DefinitionKind.function) return instance(found.definition, [], found.weak);
  return kind === DefinitionKind.class ? found : isOpen ? undeclaredType(world, view, expression, type, found) : type;
}

/**
 * Whether the file itself adds members to something with the name of a library type (`function Promise() {}`, `Promise.prototype.then =
 * …`).
 */
function isMadeAnew(world: World, view: FileView, type: Meaning, name: number): boolean {
  return type.tag === Tag.definition && world.inLibrary(type.definition) && view.index !== world.library.file &&
    world.names.find("owned", view.text(name)).some((member) => fileOf(member) === view.index);
}

/** The meaning of the qualifier of a type: a module, a namespace, a class, a type parameter. */
export function typeQualifier(world: World, view: FileView, expression: number): Meaning {
  const { op, a, b } = view.facts.expressions;
  switch (op[expression]) {
    case Op.name: {
      const type = nameMeaning(world, view, expression, Space.type);
      // In a language of paths an external qualifier is not a value: as a value it would be asked for members from traits.
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

/** The trait in `<T as Trait>` before a name; unknown if none is written. */
function writtenTrait(world: World, view: FileView, qualifier: number): Meaning {
  const { expressions } = view.facts;
  const isWritten = expressions.op[qualifier] === Op.cast && expressions.c[qualifier] === CastMode.trait;
  return isWritten ? evaluateType(world, view, expressions.a[qualifier]!) : UNKNOWN;
}

/**
 * A type named by a path: a member, or an associated type of the qualifier.
 * @param trait the trait that declares the associated type, if written; its bounds apply if the qualifier does not define the type.
 */
function memberType(world: World, qualifier: Meaning, name: string, trait: Meaning): Meaning {
  const found = memberMeaning(world, qualifier, name, Space.type);
  // Several traits may give a type an associated type of that name.
  const isOfTrait = found.tag === Tag.union && trait.tag === Tag.instance;
  const member = (isOfTrait ? implementedMember(world, qualifier, trait, name) : undefined) ?? found;
  // In JSDoc comments a function of a module denotes what `new` creates from it.
  if (world.rules.separateTypes === true && qualifier.tag === Tag.module && !isKnown(member)) {
    const value = memberMeaning(world, qualifier, name, Space.value);
    return isOwnFunction(world, value) ? instance(value.definition, [], value.weak) : instanceOf(world, member);
  }
  if (!world.rules.associatedTypes || isKnown(member)) return instanceOf(world, member);
  const own = associatedType(world, qualifier, name);
  if (own !== undefined) return own;
  const asked = associatedType(world, trait, name);
  return asked === undefined ? instanceOf(world, member) : askedOf(world, asked, qualifier);
}

/** A type written as a type argument or in a test; a literal keeps its text if types may depend on it. */
export function writtenType(world: World, view: FileView, row: number): Meaning {
  const type = evaluateType(world, view, row);
  const { op, c } = view.facts.expressions;
  const text = world.rules.separateTypes === true && (op[row] === Op.key || op[row] === Op.literal) ? c[row]! : 0;
  return text === 0 ? type : named(type, view.text(text));
}

function applyType(world: World, view: FileView, base: number, list: readonly number[]): Meaning {
  const items = list.map((item) => writtenType(world, view, item));
  const { expressions, strings } = view.facts;
  const wrapped = wrappedArgument(world, view, base);
  if (wrapped !== undefined && items[wrapped] !== undefined) return items[wrapped]!;
  let target = expressions.op[base] === Op.builtin
    ? libraryMeaning(world, strings[expressions.a[base]!]!, Space.type) ?? UNKNOWN
    : typeQualifier(world, view, base);
  const isNamed = (item: number): boolean => expressions.op[item] === Op.pair && expressions.c[item] !== PairMode.expression;
  if (target.tag === Tag.external) {
    const trait = list.some(isNamed) ? libraryTraitFor(world, target) : target;
    if (trait.tag === Tag.external) return appliedExternal(world, target, items);
    target = definitionMeaning(trait.definition);
  }
  // For a generic associated type (`<W as Watch>::Receiver<T>`) the definition in the trait or the impl applies, whatever its arguments.
  if (target.tag === Tag.unknown && world.rules.associatedTypes) return evaluateType(world, view, base);
  const alias = appliedAlias(world, target, items);
  if (alias !== undefined) return instanceOf(world, alias);
  if (target.tag !== Tag.definition || !list.some(isNamed)) return instanceOf(world, target, items);
  const given = list.map((item, i) => ({ name: isNamed(item) ? strings[expressions.a[item]!]! : "", meaning: items[i]! }));
  return instanceOf(world, target, arrangeByName(world, target.definition, given));
}

/** A value whose type is that of a class may be a subclass. */
function classGiven(world: World, value: Meaning): Meaning {
  const isClass = value.tag === Tag.definition && value.result === undefined && world.kindOf(value.definition) === DefinitionKind.class;
  return isClass ? { ...value, result: instance(value.definition) } : value;
}

/** The type that a definition declares: the target of an alias, the trait of an impl, a result type; unknown if none is written. */
export function declaredType(world: World, id: DefinitionId): Meaning {
  const view = world.viewOf(id);
  return evaluateType(world, view, view.facts.definitions.type[rowOf(id)]!);
}
