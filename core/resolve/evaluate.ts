/**
 * Evaluates expressions to meanings: the heart of the resolver.
 *
 * Stage: resolve. Invariant: every expression is evaluated once per ref, those of a circle together (`state/circles.ts`).
 */
import { DefinitionKind, isCallable, listItems, MODULE_ROW } from "../facts.ts";
import { CastMode, COMPUTED_PART, ModuleUse, Op, StepMode } from "../facts/expressions.ts";
import { alternativesOf, oneOf } from "./calls/alternatives.ts";
import { callMeaning, resultOfSame } from "./calls/call_results.ts";
import { literalOf } from "./calls/displays.ts";
import { indexOf } from "./calls/indexing.ts";
import { elementOf, operate } from "./calls/operations.ts";
import { resultOfOperator } from "./calls/operator_results.ts";
import { passedOperands } from "./calls/reflected.ts";
import { settledMeaning } from "./calls/settled.ts";
import { typeOf, typeQualifier, writtenType } from "./evaluate_types.ts";
import {
  classMeaning,
  definitionId,
  definitionMeaning,
  external,
  instance,
  isKnown,
  lastPart,
  madeBy,
  type Meaning,
  moduleMeaning,
  partsOf,
  Tag,
  tuple,
  union,
  UNKNOWN,
  weaken,
} from "./meaning.ts";
import { memberMeaning } from "./members/members.ts";
import { classOfClass } from "./members/metaclass_members.ts";
import { memberOfPinned } from "./members/pinned_fields.ts";
import { bindingMeaning } from "./names/bindings.ts";
import { testedValue } from "./names/guards.ts";
import { targetMeaning } from "./names/import_targets.ts";
import { injectedMeaning } from "./names/injected.ts";
import { macroResult } from "./names/macro_values.ts";
import { findMacro, type FoundMacro, macroMember } from "./names/macros.ts";
import { moduleValue } from "./names/module_members.ts";
import { findNameOf, isModule, libraryMeaning, nameMeaning, reboundName, Space, valueAround, wildcardName } from "./names/names.ts";
import { oneOfClasses } from "./names/narrowing.ts";
import { selfOf } from "./names/self.ts";
import { isFunction } from "./ownership.ts";
import { type Entry, placeOf } from "./state/circles.ts";
import type { FileView } from "./state/file_view.ts";
import { widen } from "./state/fixpoint.ts";
import type { Memo } from "./state/memo.ts";
import type { Node } from "./state/reliance.ts";
import { borrowedMember } from "./traits/blankets.ts";
import { iteratedByBorrow } from "./traits/borrowing.ts";
import { isReferred } from "./traits/borrows.ts";
import { memberByTrait } from "./traits/by_trait.ts";
import { implementationFor } from "./traits/implementation_for.ts";
import { asInstance } from "./traits/traits.ts";
import { castOf } from "./types/casts.ts";
import { applied } from "./types/inference.ts";
import { isSpeltAsType } from "./types/spelling.ts";
import { capturedParameters } from "./types/type_arguments.ts";
import type { World } from "./world.ts";

/** Kinds of types that cannot be called. */
const NEVER_CALLED: ReadonlySet<number> = new Set([DefinitionKind.enum, DefinitionKind.trait]);

/** Computes the entry `at` of a memo. */
type Evaluation = (world: World, view: FileView, at: number) => Meaning;

/** Returns the entry `at` of `memo`, evaluating it on first use. */
export function remember(world: World, view: FileView, memo: Memo, at: number, evaluate: Evaluation): Meaning {
  const { circles, reliance } = world;
  const known = memo.find(at);
  reliance.ask(view.index);
  if (known > 0) return memo.use(known, reliance);
  if (known < 0) return circles.read(-known) as Meaning;
  if (world.depths.isGivenUp) {
    world.evaluation.keepNothing();
    return UNKNOWN;
  }
  if (circles.isDeep) return circles.defer(new MemoEntry(world, view, memo, at, evaluate));
  memo.open(at, circles.open(UNKNOWN));
  reliance.enter(view.index);
  const meaning = evaluate(world, view, at);
  if (!circles.closes()) return circles.end(new MemoEntry(world, view, memo, at, evaluate), meaning);
  memo.finish(at, meaning, reliance.leave());
  return meaning;
}

/** An entry of a memo as a member of a cycle. */
class MemoEntry implements Entry<Meaning> {
  readonly nothing: Meaning = UNKNOWN;

  constructor(
    readonly world: World,
    readonly view: FileView,
    readonly memo: Memo,
    readonly at: number,
    readonly evaluateAt: Evaluation,
  ) {}

  get file(): number {
    return this.view.index;
  }
  get place(): number {
    return placeOf(this.view.index, this.memo.table, this.at);
  }
  evaluate(): Meaning {
    return this.evaluateAt(this.world, this.view, this.at);
  }
  readonly widen = widen;
  keep(meaning: Meaning, rests: Node): void {
    this.memo.finish(this.at, meaning, rests);
  }
  mark(code: number): void {
    this.memo.open(this.at, code);
  }
  free(): void {
    this.memo.discard(this.at);
  }
}

/** The meaning of an expression that is called. Where a field and a method may share a name (`fieldsApart`), this is the method. */
export function calleeMeaning(world: World, view: FileView, expression: number): Meaning {
  const { expressions } = view.facts;
  if (world.rules.fieldsApart !== true || expressions.op[expression] !== Op.member) return evaluateValue(world, view, expression);
  return remember(world, view, view.callees, expression, calledMember);
}

function calledMember(world: World, view: FileView, expression: number): Meaning {
  const { expressions, strings } = view.facts;
  const object = evaluateCalledOn(world, view, expression);
  const name = strings[expressions.b[expression]!]!;
  const found = valueMember(world, object, name, Space.call);
  if (found.tag !== Tag.unknown || object.tag === Tag.unknown) return found;
  return memberOfPinned(world, view, expressions.a[expression]!, object, name) ?? found;
}

/**
 * `a.b`. Where paths are written `a::b`, the object is a value: the name of a type stands for its single value, and a module is never the object (the name is
 * then a variable that the facts do not declare, as in a macro's arguments).
 */
function valueMember(world: World, object: Meaning, name: string, space: number): Meaning {
  if (!world.rules.itemPaths) return memberMeaning(world, object, name, space);
  return isModule(world, object) ? UNKNOWN : memberMeaning(world, asInstance(world, object), name, space);
}

/** The meaning of an expression as a value. */
export function evaluateValue(world: World, view: FileView, expression: number): Meaning {
  if (expression === 0) return UNKNOWN;
  return remember(world, view, view.values, expression, valueOf);
}

/** The meaning of an expression in type position: an instance of that type. */
export function evaluateType(world: World, view: FileView, expression: number): Meaning {
  if (expression === 0) return UNKNOWN;
  return remember(world, view, view.types, expression, typeOf);
}

function valueOf(world: World, view: FileView, expression: number): Meaning {
  const { expressions, strings } = view.facts;
  const a = expressions.a[expression]!;
  const b = expressions.b[expression]!;
  const c = expressions.c[expression]!;
  switch (expressions.op[expression]) {
    case Op.name:
      return nameMeaning(world, view, expression, Space.value);
    case Op.path:
      return byTrait(world, view, a, strings[b]!) ?? pathMember(world, view, expression, pathHolder(world, view, a));
    case Op.member:
      return valueMember(world, evaluateObject(world, view, a), strings[b]!, world.rules.fieldsApart ? Space.field : Space.value);
    case Op.call:
    case Op.new:
      return callOf(world, view, expression);
    case Op.index:
      return indexOf(world, view, expression);
    case Op.apply:
      return applied(world, calleeMeaning(world, view, a), typesOf(world, view, b));
    case Op.iterate: {
      const object = evaluateValue(world, view, a);
      return (b === 0 ? iteratedByBorrow(world, view, a, object) : undefined) ?? operatedOn(world, object, Op.iterate, b);
    }
    case Op.await:
    case Op.enter:
    case Op.unwrap:
      return operatedOn(world, evaluateValue(world, view, a), expressions.op[expression]!, b);
    case Op.deref: {
      const object = evaluateValue(world, view, a);
      return isReferred(world, view, a, object) ? object : operatedOn(world, object, Op.deref, 0);
    }
    case Op.reference:
    case Op.spread:
    case Op.computed:
    case Op.sum:
      return evaluateValue(world, view, a);
    case Op.item:
      return elementOf(world, evaluateValue(world, view, a), b, c);
    case Op.self:
    case Op.selfType:
    case Op.super:
      return selfOf(world, view, expressions.op[expression]!, a, b);
    case Op.literal:
    case Op.key:
      return literalOf(world, view, strings[a]!, listItems(view.facts, b));
    case Op.affixed:
      return literalOf(world, view, strings[a]!, []);
    case Op.definition:
      return definitionItself(world, view, a);
    case Op.either:
      return oneOf(world, alternativesOf(world, view, listItems(view.facts, a)));
    case Op.cast:
      return castOf(world, view, a, b, c);
    case Op.pair:
      return evaluateValue(world, view, b);
    case Op.builtin:
      return libraryMeaning(world, strings[a]!, Space.value) ?? external(strings[a]!);
    case Op.functionType: // the alias of a function's type (`Handler = Callable[[Request], Response]`)
    case Op.classOf:
      return evaluateType(world, view, expression);
    case Op.module:
      return requiredModule(world, view, strings[a]!, b === ModuleUse.promised);
    case Op.tuple:
      return tupleOf(world, view, a);
    case Op.binding:
      return bindingMeaning(world, view, a, Space.value);
    default:
      return valueByUse(world, view, expression, a, b, c);
  }
}

function typesOf(world: World, view: FileView, list: number): Meaning[] {
  return listItems(view.facts, list).map((item) => writtenType(world, view, item));
}

function tupleOf(world: World, view: FileView, list: number): Meaning {
  return tuple(listItems(view.facts, list).map((item) => asInstance(world, evaluateValue(world, view, item))));
}

/** Part of `valueOf`: expressions that depend on more than their own operands. */
function valueByUse(world: World, view: FileView, expression: number, a: number, b: number, c: number): Meaning {
  switch (view.facts.expressions.op[expression]) {
    case Op.operated:
      return resultOfOperator(world, view, evaluateValue(world, view, a), b, c);
    case Op.injected:
      return injectedMeaning(world, view, a, b, c !== 0);
    case Op.settled:
      return settledMeaning(world, view, a, listItems(view.facts, b), c);
    case Op.guarded:
      return testedValue(world, view, evaluateValue(world, view, a), b, c);
    default:
      return macroAt(world, view, expression)?.meaning ?? UNKNOWN;
  }
}

/** The macro that an expression names; undefined if it names none. */
export function macroAt(world: World, view: FileView, expression: number): FoundMacro | undefined {
  const { expressions, strings } = view.facts;
  const op = expressions.op[expression]!;
  if (op !== Op.macro && op !== Op.attribute && op !== Op.macroOf) return undefined;
  const a = expressions.a[expression]!;
  const b = expressions.b[expression]!;
  const c = expressions.c[expression]!;
  if (op !== Op.macroOf) return findMacro(world, view, strings[a]!, b, c, op === Op.macro ? "call" : "attribute");
  const holder = holderIn(world, view, a, evaluateValue(world, view, a));
  return { meaning: macroMember(world, holder, strings[b]!, c === 1 ? "attribute" : "call"), rule: "path" };
}

/** The result of a call; for a macro, that of its expansion. */
function callOf(world: World, view: FileView, expression: number): Meaning {
  const { expressions } = view.facts;
  const callee = expressions.a[expression]!;
  const list = expressions.b[expression]!;
  const op = expressions.op[callee]!;
  if (op === Op.macro || op === Op.macroOf) {
    const given = macroResult(world, evaluateValue(world, view, callee), view, listItems(view.facts, list)[0] ?? 0);
    return madeBy(given, view.index, expression);
  }
  const called = implementationFor(world, view, callee, list);
  const args = passedOperands(world, view, callee, list, called);
  const result = resultOfSame(world, view, callee, called) ?? callMeaning(world, view, called, args, expressions.op[expression] === Op.new);
  return madeBy(result, view.index, expression);
}

/** The result of one of the language's operations; `mode` as described at `Op`. */
function operatedOn(world: World, object: Meaning, op: number, mode: number): Meaning {
  switch (op) {
    case Op.await:
      return operate(world, object, "await", mode === StepMode.async);
    case Op.iterate:
      return mode === StepMode.key ? operate(world, object, "iterateKey") : operate(world, object, "iterate", mode === StepMode.async);
    case Op.enter:
      return operate(world, object, "enter", mode === StepMode.async);
    default:
      return operate(world, object, op === Op.unwrap ? "unwrap" : "deref");
  }
}

/** The result of `require` or `import()` for a specifier. */
function requiredModule(world: World, view: FileView, specifier: string, isAsync: boolean): Meaning {
  // The module is not known, so that it has a member proves nothing.
  const module = specifier.includes(COMPUTED_PART) ? moduleMeaning([], specifier) : targetMeaning(world, view, specifier);
  const promise = isAsync && world.rules.asyncResult !== undefined ? world.library.definition(world.rules.asyncResult) : 0;
  const whole = module.tag === Tag.module && !isAsync ? moduleValue(world, module) : module;
  return promise === 0 || whole.tag === Tag.unknown ? whole : instance(promise, [whole]);
}

function definitionItself(world: World, view: FileView, row: number): Meaning {
  if (row === MODULE_ROW) return moduleMeaning([view.index], "");
  const id = definitionId(view.index, row);
  const captured = capturedParameters(world, view, row);
  return view.facts.definitions.kind[row] === DefinitionKind.object ? instance(id, captured) : definitionMeaning(id, undefined, captured);
}

/** `<T as Trait>::name`. */
function byTrait(world: World, view: FileView, qualifier: number, name: string): Meaning | undefined {
  const { expressions } = view.facts;
  if (expressions.op[qualifier] !== Op.cast || expressions.c[qualifier] !== CastMode.trait) return undefined;
  const written = expressions.b[qualifier]!;
  const type = evaluateType(world, view, written);
  const trait = evaluateType(world, view, expressions.a[qualifier]!);
  const isBorrowed = expressions.op[written] === Op.reference && trait.tag === Tag.instance;
  const borrowed = isBorrowed ? borrowedMember(world, expressions.b[written]!, type, trait, name) : undefined;
  return borrowed ?? memberByTrait(world, type, trait, name);
}

/**
 * The meaning of the path before a name, given its meaning as a value, `holder`: if that is a function, the type or module of the same name is meant, because
 * a function has no members.
 */
function holderIn(world: World, view: FileView, path: number, holder: Meaning): Meaning {
  const isShared = world.rules.kindsApart &&
    partsOf(holder).some((part) => part.tag === Tag.definition && !part.held && isCallable(world.kindOf(part.definition)));
  return isShared ? typeQualifier(world, view, path) : holder;
}

/** `a::b`. `T::Item` of a type parameter, followed by another name, is the associated type itself, if a bound in the repository declares it. */
function pathMember(world: World, view: FileView, path: number, holder: Meaning): Meaning {
  const named = holderIn(world, view, view.facts.expressions.a[path]!, holder);
  const member = memberMeaning(world, named, view.text(view.facts.expressions.b[path]!), Space.value);
  if (isKnown(member)) return member;
  // A trait that also requires an external trait may get a type of this name from that; what it and its own supertraits declare takes precedence.
  const isOfTrait = holder.tag === Tag.definition && holder.result?.tag === Tag.self && member.tag === Tag.external;
  if (!world.rules.associatedTypes || (!isOfTrait && (holder.tag !== Tag.parameter || holder.result === undefined))) return member;
  const type = evaluateType(world, view, path);
  if (type.tag === Tag.instance) return definitionMeaning(type.definition, undefined, type.items);
  return type.tag === Tag.parameter && type.result !== undefined ? type : member;
}

/** The meaning of what a path leads through: a module takes precedence over a function of the same name. */
function pathHolder(world: World, view: FileView, holder: number): Meaning {
  const value = evaluateValue(world, view, holder);
  return world.rules.kindsApart && isFunction(world, value) ? typeQualifier(world, view, holder) : value;
}

/** The meaning of a callee. Where modules and functions may share a name, a module is never what is called. */
export function calledMeaning(world: World, view: FileView, callee: number): Meaning {
  const named = calleeMeaning(world, view, callee);
  const isOpen = world.rules.kindsApart && view.facts.expressions.op[callee] === Op.name && view.wildcards.length > 0;
  const meaning = withoutModules(world, isOpen ? variantBeside(world, view, callee, named) ?? named : named);
  if (!world.rules.modulesByName || !isModule(world, meaning)) return meaning;
  const { op, a, b } = view.facts.expressions;
  switch (op[callee]) {
    case Op.name:
      return nameMeaning(world, view, callee, Space.call);
    case Op.path:
      return memberMeaning(world, pathHolder(world, view, a[callee]!), view.text(b[callee]!), Space.call);
    default:
      return meaning;
  }
}

/**
 * The enum variant that a wildcard import provides under the name of a callee, if that name otherwise means only a type (`use Value::*` beside `use
 * crate::Interval`).
 */
function variantBeside(world: World, view: FileView, callee: number, named: Meaning): Meaning | undefined {
  const { a, b } = view.facts.expressions;
  const isType = named.tag === Tag.definition && NEVER_CALLED.has(world.kindOf(named.definition));
  if (!isType && (named.tag !== Tag.external || !isSpeltAsType(lastPart(named.name)))) return undefined;
  const found = wildcardName(world, view, view.text(a[callee]!), b[callee]!, Space.value);
  if (found?.tag !== Tag.definition || world.kindOf(found.definition) !== DefinitionKind.enum_member) return undefined;
  return isType ? found : weaken(found);
}

function withoutModules(world: World, meaning: Meaning): Meaning {
  if (!world.rules.modulesByName || meaning.tag !== Tag.union) return meaning;
  const rest = meaning.items.filter((part) => !isModule(world, part));
  return rest.length === meaning.items.length || rest.length === 0 ? meaning : union(rest);
}

/** The meaning of the expression before a dot. `nothing` has no members, so a name that means `nothing` here was rebound in a loop. */
export function evaluateObject(world: World, view: FileView, expression: number): Meaning {
  const meaning = evaluateValue(world, view, expression);
  if (world.rules.itemPaths && isModule(world, meaning)) return valueAround(world, view, expression) ?? meaning;
  if (meaning.tag !== Tag.nothing || view.facts.expressions.op[expression] !== Op.name) return meaning;
  return reboundName(world, view, expression) ?? meaning;
}

/** The receiver of the method call whose callee is the member expression `callee`. */
export function evaluateCalledOn(world: World, view: FileView, callee: number): Meaning {
  const object = view.facts.expressions.a[callee]!;
  const meaning = evaluateObject(world, view, object);
  const isMade = meaning.tag === Tag.external &&
    (isPackage(world, view, object, meaning) ||
      isMadeVariable(world, view, object, meaning.name, view.text(view.facts.expressions.b[callee]!)));
  return isMade ? UNKNOWN : meaning;
}

/**
 * Whether an expression is the name of an external package. Where paths are written `a::b`, that is not a value, so before a dot it is a variable of the same
 * name that a macro declares.
 */
export function isPackage(world: World, view: FileView, expression: number, { tag, name }: Meaning): boolean {
  const { op, a } = view.facts.expressions;
  return world.rules.itemPaths && tag === Tag.external && op[expression] === Op.name && name === view.text(a[expression]!);
}

/**
 * Whether an unbound name is probably a variable that a macro declares (`with!(|| job.run())`), judging by its spelling: wildcard imports rarely provide such
 * names, and those they do provide rarely have a method of the repository.
 */
function isMadeVariable(world: World, view: FileView, expression: number, meant: string, method: string): boolean {
  const { op, a } = view.facts.expressions;
  const name = world.rules.itemPaths && op[expression] === Op.name && view.wildcards.length > 0 ? view.text(a[expression]!) : "";
  return /^[a-z_]/.test(name) && lastPart(meant) === name && world.repository.methods(method).length > 0 &&
    findNameOf(world, view, expression) === undefined;
}

/** The meaning of the object of the member `expression`; unknown for other expressions. */
export function evaluateHolder(world: World, view: FileView, expression: number): Meaning {
  const { op, a } = view.facts.expressions;
  return op[expression] === Op.member ? evaluateObject(world, view, a[expression]!) : UNKNOWN;
}

/** The class, as a value, that an expression in type position names; for a variable that holds several classes (`issubclass(x, KINDS)`), one of them. */
export function classOf(world: World, view: FileView, expression: number): Meaning {
  const { op, a } = view.facts.expressions;
  const value = op[expression] === Op.typeOf && world.rules.classType !== undefined ? evaluateValue(world, view, a[expression]!) : UNKNOWN;
  if (value.tag === Tag.definition && world.kindOf(value.definition) === DefinitionKind.class) return classOfClass(world, value.definition);
  const type = evaluateType(world, view, expression);
  const isVariable = type.tag === Tag.tuple && view.facts.expressions.op[expression] !== Op.apply;
  return classMeaning(isVariable ? oneOfClasses(world, type) : type);
}
