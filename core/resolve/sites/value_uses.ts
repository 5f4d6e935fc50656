/**
 * Functions, classes and whole objects that are passed as values.
 *
 * Stage: resolve. Pure: a use's expression in, what it reaches out. Invariant: a variable that holds a value is not a use of the value, and
 * the receiver of a value is recorded only if it is external.
 */
import { NO_ROWS } from "../../base/lists.ts";
import { MOST_CANDIDATES, type Rule } from "../../edges.ts";
import { BindingFlag, BindingKind, DefinitionKind, listItems } from "../../facts.ts";
import { GivenMode, NamedMode, Op } from "../../facts/expressions.ts";
import { evaluateValue, macroAt } from "../evaluate.ts";
import { type DefinitionId, type Meaning, partsOf, Tag, UNKNOWN } from "../meaning.ts";
import { putIntoField } from "../members/function_properties.ts";
import { findNameOf, onlyBinding } from "../names/names.ts";
import { builtWith, twinsFor } from "../names/twins.ts";
import { isOwnClass, isOwnDefinition, isOwnFunction, ofRepository } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";
import { bestName } from "./best_name.ts";
import { becoming, externalTaker, storedOutside, typesBecoming, typesGoing, typesOfResults } from "./passed_outside.ts";
import { passedBelow } from "./passed_below.ts";
import { passedUnknown } from "./passed_unknown.ts";
import { isPassed, partsPassed, passedByName, wholeKey } from "./passed_parts.ts";
import { type Outcome, outcome } from "./outcome.ts";
import { receiverRule } from "./receiver_rule.ts";

/** A function or a class that is passed as a value. */
export function resolveUse(world: World, view: FileView, expression: number): Outcome | undefined {
  const { expressions } = view.facts;
  const op = expressions.op[expression]!;
  if (op === Op.given) return resolveGiven(world, view, expression);
  if (op === Op.named) return resolveNamed(world, view, expressions.a[expression]!, expressions.b[expression]!);
  // Where fields and methods have separate namespaces, a field's value is read.
  if (op === Op.member && world.rules.fieldsApart === true) return undefined;
  const macro = macroAt(world, view, expression);
  const meaning = macro?.meaning ?? evaluateValue(world, view, expression);
  if (meaning.tag === Tag.function) return op === Op.member ? passedByField(world, view, expression) : undefined;
  if (meaning.held) {
    if (op === Op.member && isClassOfSelf(world, view, expression, meaning)) {
      return isOnlyLookedAt(world, view, expression) ? undefined : outcome("self", { targets: [meaning.definition], heuristic: true });
    }
    const mayBeFunction = op === Op.name && (meaning.tag === Tag.definition || meaning.tag === Tag.union);
    if (mayBeFunction && isClassAround(world, view, expression, meaning)) {
      return outcome("self", { targets: [meaning.definition], heuristic: true });
    }
    return mayBeFunction ? passedByName(world, meaning, bestName(view.facts, expression)) : undefined;
  }
  if (meaning.tag === Tag.unknown && op === Op.member) {
    return passedBelow(world, view, expression) ?? passedUnknown(world, view, expression);
  }
  if (meaning.tag === Tag.external && op === Op.member) return passedUnknown(world, view, expression);
  if (meaning.tag === Tag.union) {
    return onePassed(world, meaning) ?? (op === Op.name ? passedByName(world, meaning, bestName(view.facts, expression)) : undefined);
  }
  if (!isPassed(world, meaning)) return undefined;
  const object = expressions.a[expression]!;
  const rule: Rule = macro !== undefined
    ? macro.rule
    : op === Op.name || op === Op.definition
    ? "scope"
    : receiverRule(world, view, object, evaluateValue(world, view, object));
  // Any of its twins may be the one that is built and passed.
  const twins = twinsFor(world, meaning.definition, view.index);
  const built = builtWith(world, meaning.definition, view.index);
  return outcome(rule, { targets: [built, ...twins.filter((twin) => twin !== built)], heuristic: meaning.weak || twins.length > 0 });
}

/** The functions that a class stores in a field declared to hold one. */
function passedByField(world: World, view: FileView, member: number): Outcome | undefined {
  const { a, b } = view.facts.expressions;
  const targets = putIntoField(world, evaluateValue(world, view, a[member]!), view.text(b[member]!));
  return targets.length === 0 ? undefined : outcome("inferred", { targets, heuristic: true });
}

/** One of several functions or classes under a name that branches define. */
function onePassed(world: World, meaning: Meaning): Outcome | undefined {
  const targets = partsOf(meaning).filter((part) => !part.held && isPassed(world, part)).map(({ definition }) => definition);
  return targets.length === 0 ? undefined : outcome("union", { targets, heuristic: true });
}

/** Whether a name denotes the class of the enclosing method (`cls`), or a subclass. */
function isClassAround(world: World, view: FileView, name: number, meaning: Meaning): boolean {
  // It may be declared with a library class (`cls: type[object]`).
  if (!isOwnClass(world, meaning)) return false;
  const [row] = findNameOf(world, view, name)?.rows ?? NO_ROWS;
  const { bindings, scopes } = view.facts;
  if (row === undefined || (bindings.flags[row]! & BindingFlag.receiver) === 0) return false;
  const { allocator } = world.rules;
  return view.name(scopes.definition[bindings.scope[row]!]!) !== allocator || isPassedOn(view, name, allocator);
}

/** Whether an allocator passes its class to anything except inherited allocators. */
function isPassedOn(view: FileView, name: number, allocator: string): boolean {
  const taker = takerOf(view, name);
  return taker !== undefined && taker !== allocator;
}

/** Whether a member is the class of the receiver (`self.__class__`), or a subclass. */
function isClassOfSelf(world: World, view: FileView, member: number, meaning: Meaning): boolean {
  const { a, b } = view.facts.expressions;
  return view.text(b[member]!) === world.rules.ownType?.name && isOwnDefinition(world, meaning) &&
    evaluateValue(world, view, a[member]!).tag === Tag.self;
}

/** Whether a class is passed to a function that only inspects it (`isinstance(other, self.__class__)`), or is instantiated there. */
function isOnlyLookedAt(world: World, view: FileView, argument: number): boolean {
  const taker = takerOf(view, argument);
  const { allocator, passing } = world.rules;
  if (taker === undefined) return false;
  return taker === allocator || passing?.looks.includes(taker) === true || passing?.compares?.has(taker) === true;
}

/** The name of the callee that an expression is an argument of; undefined if there is none. */
function takerOf(view: FileView, argument: number): string | undefined {
  const { calls } = view.facts;
  for (let call = 1; call < calls.length; call++) {
    if (listItems(view.facts, calls.arguments[call]!).includes(argument)) return bestName(view.facts, calls.expression[call]!);
  }
  return undefined;
}

/** What is passed to `taker`: a function, or a value for its methods. */
function resolveGiven(world: World, view: FileView, given: number): Outcome | undefined {
  const { a, b, c } = view.facts.expressions;
  const [value, taker, mode] = [a[given]!, b[given]!, c[given]!];
  if ((mode & GivenMode.stored) !== 0) return resolveStored(world, view, value, taker);
  const found = resolveUse(world, view, value);
  const isPart = (mode & GivenMode.part) !== 0;
  const object = found === undefined && !isPart ? evaluateValue(world, view, value) : UNKNOWN;
  const isFunction = object.tag === Tag.function || isOwnFunction(world, object);
  if (found === undefined && !isFunction && typesGoing(world, object).length === 0) return undefined;
  const position = mode >> GivenMode.position;
  const isAssigned = found !== undefined && position === 0 && isVariable(world, view, taker);
  const name = isAssigned ? "" : externalTaker(world, view, taker, position, found !== undefined);
  if (found !== undefined) return isPart && name === "" ? undefined : { ...found, givenTo: name };
  if (isFunction) return resultsPassed(world, view, [object], name);
  if (world.rules.takesValues?.test(name) !== true) return undefined;
  const givenTo = becoming(world, name);
  return passedTypes(givenTo === name ? typesGoing(world, object) : typesBecoming(world, object), givenTo);
}

/** Whether an expression names a variable or parameter: a call of it is a call by that name, whatever its type. */
function isVariable(world: World, view: FileView, expression: number): boolean {
  const { bindings, definitions } = view.facts;
  const row = onlyBinding(world, view, expression);
  const kind = bindings.kind[row]!;
  return kind === BindingKind.variable || kind === BindingKind.parameter ||
    (kind === BindingKind.definition && definitions.kind[bindings.definition[row]!] === DefinitionKind.variable);
}

/** Types of the results of functions passed to `taker`, which may call methods of these; undefined if it does not, or there are none. */
export function resultsPassed(world: World, view: FileView, functions: readonly Meaning[], taker: string): Outcome | undefined {
  return passedTypes(typesOfResults(world, view, functions, taker), taker);
}

/** Types of values that are passed, or returned by a function that is. */
function passedTypes(types: readonly DefinitionId[], givenTo: string): Outcome | undefined {
  return types.length === 0 ? undefined : outcome("type", { targets: [...new Set(types)], heuristic: false, givenTo });
}

/** A function stored in a member or an element: one that is named after that member counts as passed only if the member is external. */
function resolveStored(world: World, view: FileView, expression: number, place: number): Outcome | undefined {
  // The result of a call is a value: its methods are called where it is read (`stored_outside.ts`). Parts are used where they are written.
  const op = view.facts.expressions.op[expression];
  if (op === Op.call || op === Op.item) return undefined;
  const found = resolveUse(world, view, expression);
  const givenTo = found === undefined ? "" : storedOutside(world, view, place);
  const isPlaced = op === Op.definition;
  return found === undefined || (isPlaced && givenTo === "") ? undefined : { ...found, givenTo };
}

/** A function named by words: what a macro does with them, and whether a string is meant as a name, is not certain. */
function resolveNamed(world: World, view: FileView, expression: number, mode: number): Outcome | undefined {
  const { op, a } = view.facts.expressions;
  if (mode === NamedMode.template) return methodsNamed(world, view.text(a[expression]!));
  // A decorator may be the result of a call.
  const isApplied = mode === NamedMode.decorator && op[expression] === Op.call;
  const found = resolveUse(world, view, isApplied ? a[expression]! : expression);
  if (found === undefined) {
    const mayBeMember = mode === NamedMode.member && op[expression] === Op.name && findNameOf(world, view, expression) === undefined;
    return mayBeMember ? methodsNamed(world, view.text(a[expression]!)) : undefined;
  }
  if (mode === NamedMode.decorator) return { ...found, rule: "decorated" };
  return mode === NamedMode.macro || mode === NamedMode.member
    ? { ...found, heuristic: true }
    : { ...found, rule: "attribute", heuristic: found.heuristic || mode === NamedMode.text };
}

/** What an unbound name in a macro's arguments, or in a template, may mean: a method, which is called by that name. */
function methodsNamed(world: World, name: string): Outcome | undefined {
  const candidates = ofRepository(world, world.repository.methods(name)).slice(0, MOST_CANDIDATES);
  return candidates.length === 0 ? undefined : outcome("variable", { name, candidates });
}

/**
 * An object literal or a module that is passed, with all its functions; only for languages where these are values (`exportsOnly`).
 * @param caller that passes it. @param passed the wholes passed so far, by caller: each is recorded once
 */
export function resolveWhole(world: World, view: FileView, expression: number, caller: number, passed: Set<string>): Outcome | undefined {
  const { op, a, b, c } = view.facts.expressions;
  const isGiven = op[expression] === Op.given;
  const isStored = isGiven && (c[expression]! & GivenMode.stored) !== 0;
  const value = isGiven ? a[expression]! : expression;
  const taker = isGiven ? b[expression]! : 0;
  const meaning = evaluateValue(world, view, value);
  const whole = wholeKey(world, meaning);
  if (whole === "") return undefined;
  const key = `${caller} ${whole}`;
  const targets = passed.has(key) ? NO_ROWS : partsPassed(world, meaning);
  if (targets.length === 0) return undefined;
  const givenTo = taker === 0 ? "" : isStored ? storedOutside(world, view, taker) : externalTaker(world, view, taker);
  // Functions in a literal that is stored belong to the member in which it is stored.
  if (isStored && op[value] === Op.definition && givenTo === "") return undefined;
  passed.add(key);
  return outcome(meaning.weak ? "inferred" : "scope", { targets, heuristic: meaning.weak, givenTo });
}
