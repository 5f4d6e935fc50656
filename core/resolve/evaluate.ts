/**
 * Evaluates expressions to meanings: the heart of the resolver.
 *
 * Stage: resolve. Invariants: every expression is evaluated once per ref; a result that rests on a cycle still being evaluated is
 * not kept; nothing is deeper than `DEEPEST`.
 */
import { DefinitionKind, listItems, Op } from "../facts.ts";
import { guardedMeaning, guardType } from "./guards.ts";
import { bindingMeaning, enclosingType } from "./bindings.ts";
import { applied, callMeaning } from "./inference.ts";
import {
  definitionId,
  definitionMeaning,
  external,
  functionMeaning,
  held,
  instance,
  type Meaning,
  NOTHING,
  rowOf,
  selfMeaning,
  Tag,
  tuple,
  union,
  UNKNOWN,
} from "./meaning.ts";
import { elementOf, memberMeaning, operate, orderOf } from "./members.ts";
import { narrowedFrom, narrowedTo } from "./narrowing.ts";
import { moduleValue, targetMeaning } from "./module_members.ts";
import { libraryMeaning, macroMeaning, nameMeaning, Space } from "./names.ts";
import type { Memo } from "./reliance.ts";
import { arrangeByName, asInstance, associatedType, chooseImplementation, memberByTrait, seenThrough } from "./traits.ts";
import type { FileView, World } from "./world.ts";

const DEEPEST = 120;
/** Marks an entry that is being evaluated. */
const PENDING: Meaning = { ...UNKNOWN };

/** The entry `at` of `memo`, evaluated when first asked for. */
export function remember(world: World, view: FileView, memo: Memo<Meaning>, at: number, evaluate: () => Meaning): Meaning {
  const known = memo.values[at];
  world.ask(view.index);
  if (known === PENDING) {
    world.cycle = Math.min(world.cycle, memo.pending.get(at) ?? 0);
    return UNKNOWN;
  }
  if (known !== undefined) {
    world.reliance.use(memo.rests[at]!);
    return known;
  }
  if (world.depth >= DEEPEST) {
    world.cycle = -1;
    return UNKNOWN;
  }
  const depth = ++world.depth;
  memo.pending.set(at, depth);
  memo.values[at] = PENDING;
  const outerCycle = world.cycle;
  world.cycle = Infinity;
  const outer = world.reliance.enter(view.index);
  const meaning = evaluate();
  const rests = world.reliance.leave(outer);
  world.depth--;
  memo.pending.delete(at);
  // A result that rests on an entry further out, still open, holds only from within that entry's evaluation.
  if (world.cycle < depth) {
    memo.values[at] = undefined;
    world.cycle = Math.min(outerCycle, world.cycle);
  } else {
    memo.values[at] = meaning;
    memo.rests[at] = rests;
    world.cycle = outerCycle;
  }
  return meaning;
}

/** What an expression stands for where it is called. */
export function calleeMeaning(world: World, view: FileView, expression: number): Meaning {
  const { expressions, strings } = view.facts;
  if (world.rules.fieldsApart !== true || expressions.op[expression] !== Op.member) return evaluateValue(world, view, expression);
  return remember(world, view, view.callees, expression, () => {
    const object = evaluateValue(world, view, expressions.a[expression]!);
    return memberMeaning(world, object, strings[expressions.b[expression]!]!, Space.call);
  });
}

/** A finished entry of `memo`, or undefined: the way past `remember` for the many that are asked for again. */
function recall(world: World, view: FileView, memo: Memo<Meaning>, at: number): Meaning | undefined {
  const known = memo.values[at];
  if (known === undefined || known === PENDING) return undefined;
  world.ask(view.index);
  world.reliance.use(memo.rests[at]!);
  return known;
}

/** What an expression stands for as a value. */
export function evaluateValue(world: World, view: FileView, expression: number): Meaning {
  if (expression === 0) return UNKNOWN;
  const known = recall(world, view, view.values, expression);
  if (known !== undefined) return known;
  return remember(world, view, view.values, expression, () => valueOf(world, view, expression));
}

/** The type that an expression written in the place of a type means, as an instance of it. */
export function evaluateType(world: World, view: FileView, expression: number): Meaning {
  if (expression === 0) return UNKNOWN;
  const known = recall(world, view, view.types, expression);
  if (known !== undefined) return known;
  return remember(world, view, view.types, expression, () => typeOf(world, view, expression));
}

function valueOf(world: World, view: FileView, expression: number): Meaning {
  const { expressions, strings } = view.facts;
  const a = expressions.a[expression]!;
  const b = expressions.b[expression]!;
  const c = expressions.c[expression]!;
  const value = (): Meaning => evaluateValue(world, view, a);
  switch (expressions.op[expression]) {
    case Op.name:
      return nameMeaning(world, view, a, b, c, Space.value);
    case Op.path:
      return byTrait(world, view, a, strings[b]!) ?? memberMeaning(world, value(), strings[b]!, Space.value);
    case Op.member:
      return memberMeaning(world, value(), strings[b]!, Space.value);
    case Op.call:
    case Op.new:
      return callMeaning(
        world,
        view,
        implementationFor(world, view, a, b),
        listItems(view.facts, b),
        expressions.op[expression] === Op.new,
      );
    case Op.index:
      return indexOf(world, view, value(), listItems(view.facts, b));
    case Op.apply:
      return applied(world, value(), listItems(view.facts, b).map((item) => evaluateType(world, view, item)));
    case Op.await:
      return operate(world, value(), "await", b === 2);
    case Op.iterate:
      return b === 1 ? operate(world, value(), "iterateKey") : operate(world, value(), "iterate", b === 2);
    case Op.enter:
      return operate(world, value(), "enter", b === 2);
    case Op.unwrap:
      return operate(world, value(), "unwrap");
    case Op.deref:
      return operate(world, value(), "deref");
    case Op.reference:
    case Op.spread:
      return value();
    case Op.item:
      return elementOf(world, value(), b, c);
    case Op.self:
    case Op.selfType:
    case Op.super:
      return selfOf(world, view, expressions.op[expression]!, a);
    case Op.literal:
      return literalOf(world, view, strings[a]!, listItems(view.facts, b));
    case Op.definition:
      return definitionItself(view, a);
    case Op.either:
      return oneOf(world, listItems(view.facts, a).map((item) => evaluateValue(world, view, item)));
    case Op.cast:
      return castOf(world, view, a, b, c);
    case Op.pair:
      return evaluateValue(world, view, b);
    case Op.builtin:
      return libraryMeaning(world, strings[a]!, Space.value) ?? external(strings[a]!);
    case Op.classOf:
      return classOf(world, view, a);
    case Op.macro:
      return macroMeaning(world, view, a, b);
    case Op.module: {
      const module = targetMeaning(world, view, strings[a]!);
      const promise = b === 1 && world.rules.asyncResult !== undefined ? world.libraryDefinition(world.rules.asyncResult) : 0;
      const whole = module.tag === Tag.module && b !== 1 ? moduleValue(world, module) : module;
      return promise === 0 || whole.tag === Tag.unknown ? whole : instance(promise, [whole]);
    }
    case Op.tuple:
      return tuple(listItems(view.facts, a).map((item) => asInstance(world, evaluateValue(world, view, item))));
    case Op.binding:
      return bindingMeaning(world, view, a, Space.value);
    case Op.guarded:
      return guardedMeaning(world, value(), b === 0 ? guardType(world, evaluateValue(world, view, c)) : evaluateType(world, view, b));
    default:
      return UNKNOWN;
  }
}

function definitionItself(view: FileView, row: number): Meaning {
  const kind = view.facts.definitions.kind[row];
  const id = definitionId(view.index, row);
  return kind === DefinitionKind.object ? instance(id) : definitionMeaning(id);
}

/** `<T as Trait>::name`. */
function byTrait(world: World, view: FileView, qualifier: number, name: string): Meaning | undefined {
  const { expressions } = view.facts;
  if (expressions.op[qualifier] !== Op.cast || expressions.c[qualifier] !== 3) return undefined;
  const type = evaluateType(world, view, expressions.b[qualifier]!);
  return memberByTrait(world, type, evaluateType(world, view, expressions.a[qualifier]!), name);
}

/** A module and a function may share a name (Rust): what is called is no module. */
export function withoutModules(world: World, meaning: Meaning): Meaning {
  if (!world.rules.modulesByName || meaning.tag !== Tag.union) return meaning;
  const rest = meaning.items.filter((part) =>
    part.tag !== Tag.module && (part.tag !== Tag.definition || world.kindOf(part.definition) !== DefinitionKind.namespace)
  );
  return rest.length === meaning.items.length || rest.length === 0 ? meaning : union(rest);
}

/** What is called: of several implementations the one that takes the arguments of list `list`. */
export function implementationFor(world: World, view: FileView, callee: number, list: number): Meaning {
  const meaning = withoutModules(world, calleeMeaning(world, view, callee));
  if (meaning.tag !== Tag.union && meaning.tag !== Tag.definition) return meaning;
  const args = listItems(view.facts, list);
  return chooseImplementation(
    world,
    (position) => asInstance(world, evaluateValue(world, view, args[position] ?? 0)),
    args.length,
    meaning,
  );
}

/** One of several: where branches have one type by the language's rules, the one that says most. */
function oneOf(world: World, parts: readonly Meaning[]): Meaning {
  if (!world.rules.branchesAgree) return union(parts);
  const known = parts.filter((part) => part.tag !== Tag.unknown && part.tag !== Tag.nothing).map((part) => asInstance(world, part));
  return known.find((part) => part.items.length > 0 && part.items.every((item) => item.tag !== Tag.unknown)) ?? known[0] ?? union(parts);
}

/** A value taken for a variant of its enum: the variant itself, with the enum's type arguments. */
function variantOf(world: World, view: FileView, type: number, value: number): Meaning | undefined {
  const { expressions } = view.facts;
  const op = expressions.op[type]!;
  if (!world.rules.callingTypeConverts || (op !== Op.name && op !== Op.path && op !== Op.apply)) return undefined;
  const named = evaluateValue(world, view, type);
  if (named.tag !== Tag.definition || world.kindOf(named.definition) !== DefinitionKind.enum_member) return undefined;
  let whole = evaluateValue(world, view, value);
  while (whole.tag === Tag.instance && whole.definition !== world.parentOf(named.definition)) {
    const inner = seenThrough(world, whole);
    if (inner === undefined) break;
    whole = inner;
  }
  return instance(
    named.definition,
    whole.tag === Tag.instance && whole.definition === world.parentOf(named.definition) ? whole.items : [],
    whole.weak && whole.tag !== Tag.unknown,
  );
}

function castOf(world: World, view: FileView, type: number, value: number, test: number): Meaning {
  if (test === 3) return evaluateType(world, view, value);
  const variant = value === 0 ? undefined : variantOf(world, view, type, value);
  if (variant !== undefined) return variant;
  const meaning = evaluateType(world, view, type);
  if (test === 1) return narrowedTo(world, evaluateValue(world, view, value), meaning);
  if (test === 2) return narrowedFrom(world, evaluateValue(world, view, value), meaning);
  return meaning.tag === Tag.unknown && value !== 0 ? evaluateValue(world, view, value) : meaning;
}

function literalOf(world: World, view: FileView, kind: string, elements: readonly number[]): Meaning {
  if (world.rules.nothing.includes(kind)) return NOTHING;
  const definition = world.libraryDefinition(kind);
  if (definition === 0) return external(kind);
  if (elements.length === 0) return instance(definition);
  const { expressions } = view.facts;
  const keys: Meaning[] = [];
  const values: Meaning[] = [];
  for (const element of elements.slice(0, 8)) {
    if (expressions.op[element] === Op.pair) {
      if (expressions.c[element] === 1) keys.push(evaluateValue(world, view, expressions.a[element]!));
      values.push(evaluateValue(world, view, expressions.b[element]!));
    } else if (expressions.op[element] === Op.spread) {
      values.push(operate(world, evaluateValue(world, view, expressions.a[element]!), "iterate"));
    } else values.push(asInstance(world, evaluateValue(world, view, element)));
  }
  const value = union(values);
  return instance(definition, isKeyed(world, definition) ? [keys.length > 0 ? union(keys) : UNKNOWN, value] : [value]);
}

function isKeyed(world: World, definition: number): boolean {
  return listItems(world.view(world.library).facts, world.view(world.library).facts.definitions.typeParameters[rowOf(definition)]!).length >
    1;
}

function selfOf(world: World, view: FileView, op: number, scope: number): Meaning {
  const type = enclosingType(world, view, scope);
  if (type === undefined) return UNKNOWN;
  if (op === Op.super) {
    if (type.tag !== Tag.instance) return UNKNOWN;
    const next = orderOf(world, type.definition).slice(1);
    return next.length === 0 ? external("super") : { ...selfMeaning(type.definition), name: "super" };
  }
  const self = type.tag === Tag.instance && type.items.length === 0 ? selfMeaning(type.definition) : type;
  return op === Op.selfType ? (type.tag === Tag.instance ? definitionMeaning(type.definition, self) : type) : self;
}

function classOf(world: World, view: FileView, expression: number): Meaning {
  const type = evaluateType(world, view, expression);
  if (type.tag === Tag.instance) return held(definitionMeaning(type.definition, type));
  if (type.tag === Tag.self) return held(definitionMeaning(type.definition, type));
  return type.tag === Tag.union
    ? union(type.items.map((i) => (i.tag === Tag.instance ? held(definitionMeaning(i.definition, i)) : i)))
    : type;
}

/** `x[i]`: an element of a container, an item of a tuple, or type arguments on a class. */
function indexOf(world: World, view: FileView, object: Meaning, indices: readonly number[]): Meaning {
  if (object.tag === Tag.definition) return applied(world, object, indices.map((item) => evaluateType(world, view, item)));
  return operate(world, object, "index");
}

function typeOf(world: World, view: FileView, expression: number): Meaning {
  const { expressions, strings } = view.facts;
  const a = expressions.a[expression]!;
  const b = expressions.b[expression]!;
  switch (expressions.op[expression]) {
    case Op.name:
      return instanceOf(world, nameMeaning(world, view, a, b, expressions.c[expression]!, Space.type));
    case Op.member:
    case Op.path:
      return memberType(world, typeQualifier(world, view, a), strings[b]!);
    case Op.apply:
    case Op.index:
      return applyType(world, view, a, listItems(view.facts, b));
    case Op.builtin:
      return instanceOf(world, libraryMeaning(world, strings[a]!, Space.type) ?? external(strings[a]!));
    case Op.either: {
      const joined = union(listItems(view.facts, a).map((item) => evaluateType(world, view, item)));
      return joined;
    }
    case Op.tuple:
      return tuple(listItems(view.facts, a).map((item) => evaluateType(world, view, item)));
    case Op.reference:
    case Op.deref:
    case Op.spread:
      return evaluateType(world, view, a);
    case Op.functionType:
      return functionMeaning(
        listItems(view.facts, a).map((item) => evaluateType(world, view, item)),
        b === 0 ? NOTHING : evaluateType(world, view, b),
      );
    case Op.pair:
      return evaluateType(world, view, b);
    case Op.cast:
      return evaluateType(world, view, a);
    case Op.new:
      // The instances of a class that is given as a value (`extends mixin(A)`).
      return evaluateValue(world, view, expression);
    case Op.typeOf:
      return evaluateValue(world, view, a);
    case Op.classOf:
      return classOf(world, view, a);
    case Op.definition:
      return instanceOf(world, definitionMeaning(definitionId(view.index, a)));
    case Op.self:
    case Op.selfType: {
      const type = enclosingType(world, view, a);
      return type === undefined ? UNKNOWN : type.tag === Tag.instance && type.items.length === 0 ? selfMeaning(type.definition) : type;
    }
    case Op.literal:
      return literalOf(world, view, strings[a]!, []);
    case Op.unwrap:
    case Op.iterate:
    case Op.await:
      return operate(
        world,
        evaluateType(world, view, a),
        expressions.op[expression] === Op.unwrap ? "unwrap" : expressions.op[expression] === Op.await ? "await" : "iterate",
      );
    default:
      return UNKNOWN;
  }
}

/** What stands before the dot of a qualified type: a module, a namespace, a class, a type parameter. */
function typeQualifier(world: World, view: FileView, expression: number): Meaning {
  const { expressions, strings } = view.facts;
  const a = expressions.a[expression]!;
  const b = expressions.b[expression]!;
  switch (expressions.op[expression]) {
    case Op.name: {
      const type = nameMeaning(world, view, a, b, expressions.c[expression]!, Space.type);
      return type.tag === Tag.unknown || type.tag === Tag.external
        ? nameMeaning(world, view, a, b, expressions.c[expression]!, Space.value)
        : type;
    }
    case Op.member:
    case Op.path:
      return memberMeaning(world, typeQualifier(world, view, a), strings[b]!, Space.type);
    default:
      return evaluateValue(world, view, expression);
  }
}

/** A type named by a path: a member, or an associated type of what stands before. */
function memberType(world: World, qualifier: Meaning, name: string): Meaning {
  const member = memberMeaning(world, qualifier, name, Space.type);
  if (world.rules.separator !== "::" || (member.tag !== Tag.unknown && member.tag !== Tag.external)) return instanceOf(world, member);
  return associatedType(world, qualifier, name) ?? instanceOf(world, member);
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
  const target = op === Op.builtin ? libraryMeaning(world, written, Space.type) ?? UNKNOWN : typeQualifier(world, view, base);
  const isNamed = (item: number): boolean => expressions.op[item] === Op.pair && expressions.c[item] !== 1;
  if (target.tag !== Tag.definition || !list.some(isNamed)) return instanceOf(world, target, items);
  const given = list.map((item, i) => ({ name: isNamed(item) ? strings[expressions.a[item]!]! : "", meaning: items[i]! }));
  return instanceOf(world, target, arrangeByName(world, target.definition, given));
}

/** An instance of the type that `meaning` names. */
export function instanceOf(world: World, meaning: Meaning, items: readonly Meaning[] = []): Meaning {
  switch (meaning.tag) {
    case Tag.definition: {
      const view = world.viewOf(meaning.definition);
      const kind = world.kindOf(meaning.definition);
      const row = rowOf(meaning.definition);
      if (meaning.result !== undefined && meaning.result.tag === Tag.self) return meaning.result;
      if (kind === DefinitionKind.type_alias) return aliased(world, view, row, items);
      if (kind === DefinitionKind.function || kind === DefinitionKind.method || kind === DefinitionKind.namespace) return UNKNOWN;
      if (kind === DefinitionKind.enum_member) return instance(world.parentOf(meaning.definition));
      return instance(meaning.definition, items.length > 0 ? items : meaning.items, meaning.weak);
    }
    case Tag.union:
      return union(meaning.items.map((item) => instanceOf(world, item, items)));
    case Tag.module:
      return UNKNOWN;
    case Tag.instance:
      // A variable that holds a type variable, made by a call of the library.
      return isDynamic(world, meaning) ? UNKNOWN : meaning;
    default:
      return meaning;
  }
}

function isDynamic(world: World, meaning: Meaning): boolean {
  return world.inLibrary(meaning.definition) && world.rules.dynamicTypes.includes(world.nameOf(meaning.definition));
}

/** The type that an alias names, with the alias's own parameters replaced. */
function aliased(world: World, view: FileView, row: number, items: readonly Meaning[]): Meaning {
  const { definitions } = view.facts;
  const type = definitions.type[row]!;
  // An alias with members of its own (methods on a named type) is a type in its own right.
  if (
    type === 0 || world.attachments.get(definitionId(view.index, row)) !== undefined ||
    (definitions.attributes[row]! !== 0 && view.text(definitions.attributes[row]!).includes("distinct"))
  ) {
    return instance(definitionId(view.index, row), items);
  }
  const meaning = evaluateType(world, view, type);
  if (items.length === 0) return meaning;
  return world.substituteParameters(meaning, definitionId(view.index, row), items);
}
