/**
 * Narrowing of a union by one of its members: `x.kind === "a"`, `"a" in x`.
 *
 * Stage: resolve. Invariant: a part is excluded only by its own declaration; a type that is not a union stays as it is.
 */
import { DefinitionFlag, DefinitionKind, LASTING, listItems } from "../../facts.ts";
import { Op, PairMode } from "../../facts/expressions.ts";
import { evaluateType } from "../evaluate.ts";
import { typeQualifier } from "../evaluate_types.ts";
import { COMPOSED, definitionId, instance, isObject, type Meaning, partsOf, rowOf, Tag, union, UNKNOWN } from "../meaning.ts";
import { chooseRows } from "../members/member_rows.ts";
import { isOwnType } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import { substituteParameters } from "../types/environments.ts";
import { isPrimitive } from "../types/extends_type.ts";
import { memberTable, orderOf } from "../types/inheritance.ts";
import type { World } from "../world.ts";
import { constantMeantAt, memberConstant, textOf, valueAt } from "./constants.ts";
import { isKindOf } from "./narrowing.ts";

/** Maximum nesting of aliases, and of unions in them. */
const DEEPEST = 8;
/** Kinds of types whose values are always objects. */
const OBJECTS: ReadonlySet<number> = new Set([DefinitionKind.class, DefinitionKind.interface]);
/** Falsy constants, with the names of their types. */
const FALSE = /^\w+ (?:false|-?0n?|)$/;

/** Whether the type that a test names refers to a member. */
export function isDiscriminant(view: FileView, type: number): boolean {
  const { expressions } = view.facts;
  if (expressions.op[type] === Op.either) return listItems(view.facts, expressions.a[type]!).some((part) => isDiscriminant(view, part));
  return expressions.op[type] === Op.pair && expressions.c[type] !== PairMode.expression;
}

/** `value` after the test `type` has held, or has failed (`isExcluded`). */
export function discriminated(world: World, view: FileView, value: Meaning, type: number, isExcluded: boolean): Meaning {
  // A type parameter stands for one of the parts of its bound.
  const whole = value.tag === Tag.parameter && value.result !== undefined ? value.result : value;
  if (whole.tag !== Tag.union || whole.name === COMPOSED || !isDetermined(world, view, whole.items, type)) return value;
  const kept = whole.items.filter((part) => holds(world, view, part, type) !== isExcluded);
  return kept.length === 0 || kept.length === whole.items.length ? value : union(kept);
}

/** Whether a test can distinguish the parts: a test for truthiness or absence does if a part declares the member as a constant. */
function isDetermined(world: World, view: FileView, parts: readonly Meaning[], test: number): boolean {
  const { op, a, c } = view.facts.expressions;
  if (op[test] !== Op.pair || (c[test] !== PairMode.truthy && c[test] !== PairMode.absent)) return true;
  return parts.some((part) => memberValues(world, part, view.text(a[test]!)) !== undefined);
}

/** The parts of a union that an object literal, the definition `object` of a file, may match, by the names and constants of its entries. */
export function partsForObject(world: World, view: FileView, object: number, whole: Meaning): Meaning {
  if (whole.tag !== Tag.union || whole.name === COMPOSED) return whole;
  const instances = whole.items.filter(({ tag }) => tag === Tag.instance);
  const own = instances.filter(({ definition }) => !world.inLibrary(definition));
  const objects = own.length === 0 ? instances : own;
  const fitting = objects.filter((part) => !isOtherObject(world, view, object, part));
  return union(fitting.length === 0 ? objects : fitting);
}

/**
 * Whether an object literal, the definition `object` of a file, certainly does not match the type: it lacks one of its names, or has
 * another constant.
 */
export function isOtherObject(world: World, view: FileView, object: number, type: Meaning): boolean {
  return [...memberTable(world, definitionId(view.index, object))].some(([name, rows]) => {
    const member = declaredMember(world, type, name);
    return member === null || member !== undefined && isOtherValue(world, view, rows, member);
  });
}

/** Whether the entry bound at `rows` is a constant, and certainly not one that the member may have. */
function isOtherValue(world: World, view: FileView, rows: readonly number[], member: DeclaredMember): boolean {
  const { bindings, definitions } = view.facts;
  const value = valueAt(world, view, definitions.value[bindings.definition[rows[0]!]!]!);
  return value !== "" && valuesOfMember(world, member)?.has(value) === false;
}

/** The single text that a type's member is declared as (`{ kind: "a" }`), or undefined. */
export function memberText(world: World, type: Meaning, name: string): string | undefined {
  const values = memberValues(world, type, name);
  const [value] = values?.size === 1 ? values : [];
  return value === undefined ? undefined : textOf(world, value);
}

/**
 * The constants that a type's member may have by its declaration, each after the name of its type; undefined if it may be something else.
 */
export function memberValues(world: World, type: Meaning, name: string): ReadonlySet<string> | undefined {
  const member = declaredMember(world, type, name);
  return member === undefined || member === null ? undefined : valuesOfMember(world, member);
}

/** Whether a test holds for all values of a part, or for none; undefined if not known. */
function holds(world: World, view: FileView, part: Meaning, test: number): boolean | undefined {
  const { expressions } = view.facts;
  if (expressions.op[test] === Op.either) {
    const tests = listItems(view.facts, expressions.a[test]!);
    const all = tests.map((one) => holds(world, view, part, one));
    if (all.includes(true)) return true;
    if (!all.includes(undefined)) return false;
    return coverMember(world, view, part, tests) || undefined;
  }
  if (expressions.op[test] !== Op.pair) return isKindOf(world, part, evaluateType(world, view, test)) || undefined;
  const wanted = expressions.b[test]!;
  const mode = expressions.c[test];
  const member = declaredMember(world, part, view.text(expressions.a[test]!));
  if (member === undefined) return undefined;
  if (mode === PairMode.truthy) return member === null ? undefined : isTrue(world, member);
  if (mode === PairMode.absent) {
    return member === null ? undefined : isAbsent(world, member, wanted === 0 ? world.rules.nothing : [view.text(expressions.a[wanted]!)]);
  }
  if (member === null) return wanted === 0 ? false : undefined;
  if (wanted === 0) return member.isOptional ? undefined : true;
  const value = valueAt(world, view, wanted);
  const values = value === "" ? undefined : valuesOfMember(world, member);
  if (values === undefined) return undefined;
  return !values.has(value) ? false : values.size === 1 && !member.isOptional ? true : undefined;
}

/** Whether tests for values of one member cover all values that a part declares for it. */
function coverMember(world: World, view: FileView, part: Meaning, tests: readonly number[]): boolean {
  const { op, a, b, c } = view.facts.expressions;
  const name = a[tests[0]!]!;
  if (!tests.every((test) => op[test] === Op.pair && a[test] === name && b[test] !== 0 && c[test] === 0)) return false;
  const member = declaredMember(world, part, view.text(name));
  if (member === undefined || member === null || member.isOptional) return false;
  const wanted = new Set(tests.map((test) => valueAt(world, view, b[test]!)));
  const values = valuesOfMember(world, member);
  return values !== undefined && [...values].every((value) => wanted.has(value));
}

/** Whether all declared values of a member are truthy, or none; undefined if not known. */
function isTrue(world: World, member: DeclaredMember): boolean | undefined {
  const values = [...valuesOfMember(world, member) ?? []];
  if (values.length === 0) return !member.isOptional && isOfObjects(world, member) ? true : undefined;
  const isFalse = (value: string): boolean => FALSE.test(value) || world.rules.nothing.includes(value);
  return values.every(isFalse) ? false : member.isOptional || values.some(isFalse) ? undefined : true;
}

/** Whether a member certainly is one of some kinds of nothing, or certainly is not; undefined if not known. */
function isAbsent(world: World, member: DeclaredMember, kinds: readonly string[]): boolean | undefined {
  const mayBeLeftOut = member.isOptional && kinds.includes("undefined");
  const values = valuesOfMember(world, member);
  if (values === undefined) return !mayBeLeftOut && (isOfObjects(world, member) || isOfPrimitive(world, member)) ? false : undefined;
  const found = [...values].filter((value) => kinds.includes(value));
  if (found.length === 0) return mayBeLeftOut ? undefined : false;
  return found.length === values.size && (mayBeLeftOut || !member.isOptional) ? true : undefined;
}

/** Whether a member is declared as a class or interface only. */
function isOfObjects(world: World, { view, type }: DeclaredMember): boolean {
  const { op, a } = view.facts.expressions;
  const named = op[type] === Op.apply ? a[type]! : type;
  if (op[named] === Op.builtin) {
    const meaning = evaluateType(world, view, named);
    return meaning.tag === Tag.instance && !isPrimitive(world, meaning);
  }
  if (op[named] !== Op.name && op[named] !== Op.member) return false;
  const { tag, definition } = typeQualifier(world, view, named);
  return tag === Tag.definition && OBJECTS.has(world.kindOf(definition)) && !isPrimitive(world, instance(definition));
}

/** Whether a member is declared as a primitive type only. */
function isOfPrimitive(world: World, { view, type }: DeclaredMember): boolean {
  return view.facts.expressions.op[type] === Op.builtin && isPrimitive(world, evaluateType(world, view, type));
}

/** The declaration of a member: its type is an expression of the file `view`. */
interface DeclaredMember {
  readonly view: FileView;
  readonly type: number;
  readonly isOptional: boolean;
  /** The type that it was found in, with its type arguments. */
  readonly owner: Meaning;
}

/** The member of that name; null if there is certainly none, undefined if not known. */
function declaredMember(world: World, part: Meaning, name: string): DeclaredMember | null | undefined {
  if (!isObject(part)) return undefined;
  const indexed = world.rules.protocols.index?.[0] ?? "";
  for (const [place, entry] of orderOf(world, part.definition).entries()) {
    if (!isOwnType(world, entry)) return undefined;
    // An undecided conditional type may have any member.
    if (world.kindOf(entry.definition) === DefinitionKind.type_alias) return undefined;
    const view = world.viewOf(entry.definition);
    world.ask(view.index);
    const table = memberTable(world, entry.definition);
    const rows = table.get(name);
    if (rows !== undefined) {
      const row = chooseRows(world, entry.definition, rows)[0]!;
      const { bindings, definitions } = view.facts;
      const definition = bindings.definition[row]!;
      const owner = place === 0 ? part : substituteParameters(world, entry, part.definition, part.items);
      if (definition === 0) return { view, type: bindings.type[row]!, isOptional: false, owner };
      const isOptional = (definitions.flags[definition]! & DefinitionFlag.optional) !== 0;
      const isField = definitions.kind[definition] === DefinitionKind.field;
      return { view, type: isField ? definitions.type[definition]! || lastingMember(world, view, definition) : 0, isOptional, owner };
    }
    if (table.has(indexed) || world.attachments.get(entry.definition)?.members.has(name) === true) return undefined;
  }
  return null;
}

/** The value of a readonly field initialized with an enum member (an expression, as that of a type), or 0. */
function lastingMember(world: World, view: FileView, field: number): number {
  const { attributes, value } = view.facts.definitions;
  return view.text(attributes[field]!) === LASTING && valueAt(world, view, value[field]!) !== "" ? value[field]! : 0;
}

/** The values that a member may have; undefined if they cannot be enumerated. */
function valuesOfMember(world: World, { view, type, owner }: DeclaredMember): ReadonlySet<string> | undefined {
  return valuesOf(world, view, type) ?? textsGiven(world, view, type, owner);
}

/**
 * The texts that are the type argument of `owner` for a type parameter, if the type at `type` names one; undefined if it may be more than
 * texts.
 */
function textsGiven(world: World, view: FileView, type: number, owner: Meaning): ReadonlySet<string> | undefined {
  const named = owner.items.length > 0 && view.facts.expressions.op[type] === Op.name ? evaluateType(world, view, type) : UNKNOWN;
  if (named.tag !== Tag.parameter) return undefined;
  const texts = partsOf(substituteParameters(world, named, owner.definition, owner.items)).map((part) =>
    part.tag === Tag.instance && world.inLibrary(part.definition) ? part.name : ""
  );
  return texts.includes("") ? undefined : new Set(texts.map((text) => `${world.rules.textType} ${text}`));
}

/** The values that a type consists of; undefined if they cannot be enumerated. */
function valuesOf(world: World, view: FileView, type: number, depth = 0): ReadonlySet<string> | undefined {
  const { expressions } = view.facts;
  if (depth > DEEPEST) return undefined;
  if (expressions.op[type] === Op.either) {
    const values = new Set<string>();
    for (const part of listItems(view.facts, expressions.a[type]!)) {
      const some = valuesOf(world, view, part, depth + 1);
      if (some === undefined) return undefined;
      for (const value of some) values.add(value);
    }
    return values;
  }
  if (expressions.op[type] === Op.builtin) {
    const name = view.text(expressions.a[type]!);
    return world.rules.nothing.includes(name) ? new Set([name]) : undefined;
  }
  const isQuery = expressions.op[type] === Op.typeOf;
  const value = isQuery ? constantMeantAt(world, view, type) : valueAt(world, view, type);
  // A text whose content is not known is no value.
  if (value !== "" && !value.endsWith(" ")) return new Set([value]);
  if (expressions.op[type] !== Op.name && expressions.op[type] !== Op.member) return undefined;
  const named = typeQualifier(world, view, type);
  if (named.tag !== Tag.definition) return undefined;
  const [home, row] = [world.viewOf(named.definition), rowOf(named.definition)];
  world.ask(home.index);
  if (world.kindOf(named.definition) === DefinitionKind.enum) return membersOf(world, home, named);
  return world.kindOf(named.definition) !== DefinitionKind.type_alias
    ? undefined
    : valuesOf(world, home, home.facts.definitions.type[row]!, depth + 1);
}

/** The members of an enum, each a value. */
function membersOf(world: World, view: FileView, named: Meaning): ReadonlySet<string> {
  const rows = [...memberTable(world, named.definition).values()].flat();
  return new Set(rows.map((row) => memberConstant(definitionId(view.index, view.facts.bindings.definition[row]!))));
}
