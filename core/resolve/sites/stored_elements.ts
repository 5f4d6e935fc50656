/**
 * Calls of elements of lists and maps (`HANDLERS[kind]()`): any element may be meant, including one that is stored later, in any file.
 *
 * Stage: resolve. Invariant: which element is meant is not known, so no edge is certain; positions of a tuple are known.
 */
import { NO_ROWS } from "../../base/lists.ts";
import { firstCandidates, MOST_CANDIDATES, MOST_HELD, MOST_TARGETS } from "../../edges.ts";
import { BindingKind, isCallable, ScopeKind } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { iteratedArgument } from "../../facts/given_values.ts";
import { elementsOf, functionsIn, nameOfElements } from "../../facts/stored_names.ts";
import { STEPS } from "../calls/ways_back.ts";
import { takesTypesByIndex } from "../calls/indexing.ts";
import { evaluateHolder, evaluateObject, evaluateValue } from "../evaluate.ts";
import { callMeaning } from "../calls/call_results.ts";
import { type DefinitionId, definitionId, fileOf, type Meaning, rowOf, Tag, UNKNOWN } from "../meaning.ts";
import { runBy } from "../members/constructors.ts";
import { fieldOwner } from "../members/field_owner.ts";
import { declaredAt } from "../members/first_declaring.ts";
import { memberMeaning } from "../members/members.ts";
import { constantBound, constantBrought, constantOf, heldUnder } from "../names/named_constants.ts";
import { findNameOf, onlyValue, Space } from "../names/names.ts";
import { isClass, isLibraryType, isOwnFunction, isOwnObject, ownDefinitions } from "../ownership.ts";
import { storedAs } from "../state/asked_names.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";
import { isPassed } from "./passed_parts.ts";
import { elementsDeclared } from "./declared_elements.ts";
import type { Outcome } from "./outcome.ts";
import { heldByStored } from "./stored_outside.ts";
import { storedUses } from "./stored_uses.ts";

const NONE: readonly Meaning[] = [];
/** Operations that yield an element. */
const ELEMENTS: ReadonlySet<number> = new Set([Op.index, Op.item, Op.iterate]);
/** Maximum number of places that store under one name: a result from more would depend on all of their files. */
const MOST_STORED = 60;
/** Maximum number of steps from a name to the container of its value (`for key, f in HANDLERS.items()`). */
const LONGEST = 6;

/** The outcome of a call of `callee` if that is an element: `made` as one of several, with what else is stored there. */
export function ofElement(world: World, view: FileView, callee: number, made: Outcome): Outcome {
  const { op, a } = view.facts.expressions;
  const isName = op[callee] === Op.name;
  if (isName ? made.rule !== "variable" && made.rule !== "constructor" : !ELEMENTS.has(op[callee]!) && op[callee] !== Op.call) return made;
  if (!isName && isInstantiated(world, view, callee)) return made;
  if (made.external || made.drop || !made.targets.every((id) => isRun(world, id))) return made;
  const holder = holderBehind(world, view, callee);
  if (holder === 0) return made;
  const isPosition = !isName && evaluateValue(world, view, a[callee]!).tag === Tag.tuple;
  const stored = isPosition ? NO_ROWS : functionsStored(world, view, holder);
  const declared = made.targets.length > 0 ? NO_ROWS : runIn(world, elementsDeclared(world, view, holder));
  const others = [...new Set([...declared, ...stored])].filter((id) => !made.targets.includes(id) && !made.candidates.includes(id));
  if (others.length === 0) return isPosition ? made : { ...made, heuristic: true };
  const all = [...made.targets, ...others];
  if (made.targets.length > 0 && all.length <= MOST_TARGETS) return { ...made, heuristic: true, targets: all };
  return { ...made, heuristic: true, candidates: firstCandidates([...made.candidates, ...others], MOST_HELD) };
}

/** `F[T]` written like an index, where F is a function or a type: not an element. */
export function isInstantiated(world: World, view: FileView, callee: number): boolean {
  const { op, a } = view.facts.expressions;
  if (op[callee] !== Op.index) return false;
  const object = evaluateValue(world, view, a[callee]!);
  return takesTypesByIndex(world, object) && !object.held;
}

/** The name or member that holds the list or map of which an expression is an element; 0 if it is none. */
function holderBehind(world: World, view: FileView, element: number): number {
  const { expressions: { op, a, b }, bindings } = view.facts;
  let isWithin = false;
  for (let one = element, i = 0; i < LONGEST; i++) {
    if (ELEMENTS.has(op[one]!)) {
      isWithin = true;
      one = a[one]!;
    } else if (op[one] === Op.call && op[a[one]!] === Op.member) {
      // Methods of the library's own containers return their elements.
      if (!isLibraryType(world, evaluateValue(world, view, a[a[one]!]!))) return 0;
      isWithin = true;
      one = a[a[one]!]!;
    } else if (op[one] === Op.call) {
      isWithin = true;
      one = iteratedArgument(view.facts, a[one]!, b[one]!, world.rules.passing?.iterates);
    } else if (op[one] === Op.name) {
      const rows = findNameOf(world, view, one)?.rows ?? [];
      const value = rows.length === 1 && bindings.kind[rows[0]!] === BindingKind.variable ? bindings.value[rows[0]!]! : 0;
      if (!ELEMENTS.has(op[value]!) && op[value] !== Op.call) return isWithin ? one : 0;
      one = value;
    } else return isWithin && op[one] === Op.member ? one : 0;
  }
  return 0;
}

function functionsStored(world: World, view: FileView, holder: number): readonly DefinitionId[] {
  if (!world.rules.assignmentsBind) return functionsWritten(world, heldUnder(world, view, holder));
  return runIn(world, [...storedIn(world, view, holder), ...listedIn(world, view, holder)]);
}

function runIn(world: World, values: readonly Meaning[]): DefinitionId[] {
  return values.filter((value) => isPassed(world, value)).map(({ definition }) => runBy(world, definition));
}

/**
 * The functions named in the initializer of a module's variable; if a type describes its content, its elements are no values
 * (`map[string]func()`).
 */
function functionsWritten(world: World, variable: DefinitionId): readonly DefinitionId[] {
  if (variable === 0) return NO_ROWS;
  const known = world.kept.functionsWritten;
  return known.get(variable) ?? known.find(variable, () => findWritten(world, variable));
}

function findWritten(world: World, variable: DefinitionId): readonly DefinitionId[] {
  const home = world.viewOf(variable);
  world.askInside(home.index);
  const { definitions, uses, expressions: { op, a } } = home.facts;
  const [start, end] = [definitions.lineStart[rowOf(variable)]!, definitions.lineEnd[rowOf(variable)]!];
  const found: Meaning[] = [];
  for (let use = 1; use < uses.length; use++) {
    if (uses.line[use]! < start || uses.line[use]! > end) continue;
    const value = uses.expression[use]!;
    found.push(evaluateValue(world, home, op[value] === Op.given ? a[value]! : value));
  }
  // Enough for an edge that names some of them already.
  return firstCandidates(runIn(world, found), 2 * MOST_HELD);
}

/** Whether a call runs the definition: a function, or a class. */
function isRun(world: World, id: DefinitionId): boolean {
  return isCallable(world.kindOf(id)) || isClass(world, id);
}

/**
 * Members called `name` of what is stored elsewhere in the list or map of which the value of `object` is an element, or is created by an
 * element that is a class (`KINDS[kind]()`), except `known` ones.
 */
export function membersStored(
  world: World,
  view: FileView,
  object: number,
  name: string,
  known: readonly DefinitionId[],
): readonly Meaning[] {
  if (world.rules.valuesOverride !== true) return NONE;
  const { op, a } = view.facts.expressions;
  const made = givenBy(world, view, object);
  const isMade = op[made] === Op.call && op[a[made]!] !== Op.member;
  const holder = holderBehind(world, view, isMade ? a[made]! : made);
  if (holder === 0) return NONE;
  const members: Meaning[] = [];
  for (const value of storedIn(world, view, holder)) {
    const held = isMade ? callMeaning(world, view, value, [], false) : value;
    const member = isOwnObject(world, held) ? memberMeaning(world, held, name, Space.value) : UNKNOWN;
    if (isOwnFunction(world, member) && !known.includes(member.definition)) members.push(member);
  }
  return members;
}

/**
 * The value assigned to a field of the receiver's class in a single place (`self.engine = KINDS[kind]()`); `expression` itself if it is
 * something else.
 */
function givenBy(world: World, view: FileView, expression: number): number {
  const { op, b } = view.facts.expressions;
  if (op[expression] === Op.cast) return b[expression]!;
  if (evaluateHolder(world, view, expression).tag !== Tag.self) return expression;
  const declared = declaredAt(world, view, expression);
  const { value } = view.facts.bindings;
  const given = declared?.view === view ? declared.rows.map((row) => value[row]!).filter((one) => op[one] === Op.call) : [];
  return given.length === 1 ? given[0]! : expression;
}

/**
 * Members called `name` of what the repository stores in elements of something external (`CACHE[key] = Job()`, `self.shelves[place][key] =
 * job`), if the value of `object` comes from it by any method (`for job in CACHE.values()`); all members of that name if an unknown value
 * is stored there.
 */
export function membersOfFilled(world: World, view: FileView, object: number, name: string): readonly DefinitionId[] {
  return membersOfElements(world, view, object, name, storedIn);
}

/** The same for elements of anything stored externally under the name of a member that the value comes from (`app.jobs = [Job()]`). */
export function membersOfListed(world: World, view: FileView, object: number, name: string): readonly DefinitionId[] {
  return membersOfElements(world, view, object, name, heldByMember);
}

/**
 * Members called `name` of elements of what the value of `object` comes from. @param inElements what is stored in elements of what an
 * expression names
 */
function membersOfElements(
  world: World,
  view: FileView,
  object: number,
  name: string,
  inElements: (world: World, view: FileView, holder: number) => readonly Meaning[],
): readonly DefinitionId[] {
  if (!world.rules.assignmentsBind) return NO_ROWS;
  const { op, a } = view.facts.expressions;
  const isCommon = world.isCommonMethod(name);
  let isPart = false;
  for (let one = object, last = 0, i = 0; one !== 0 && i < LONGEST; i++) {
    // The result of a call is not an element of the callee.
    const mayHold = one !== object && op[last] !== Op.call && evaluateObject(world, view, one).tag === Tag.external;
    const values = mayHold ? inElements(world, view, one) : NONE;
    if (!isCommon && values.some(({ tag }) => tag === Tag.unknown)) return world.repository.methods(name).slice(0, MOST_CANDIDATES);
    const members = isPart ? NO_ROWS : ownDefinitions(world, values.map((value) => memberMeaning(world, value, name, Space.value)));
    if (members.length > 0) return members;
    // A member of an element (`CACHE[key].headers`) is not an element itself.
    isPart ||= op[one] === Op.member && op[last] !== Op.call;
    last = one;
    if (op[one] === Op.name) one = onlyValue(world, view, one);
    else if (STEPS.has(op[one]!)) one = a[one]!;
    else break;
  }
  return NO_ROWS;
}

/** What is stored in elements of external objects that have the name of the member that an expression reads. */
function heldByMember(world: World, view: FileView, expression: number): readonly Meaning[] {
  const { op, b } = view.facts.expressions;
  return op[expression] === Op.member ? heldByStored(world, view.text(b[expression]!)) : NONE;
}

/** What is stored in elements of what the expression `holder` names. */
function storedIn(world: World, view: FileView, holder: number): readonly Meaning[] {
  const holding = world.rules.assignmentsBind ? holderKey(world, view, holder) : "";
  if (holding === "") return NONE;
  const known = world.kept.storedElements;
  return known.get(holding) ?? known.find(holding, () => findStored(world, view, holder, holding));
}

function findStored(world: World, view: FileView, holder: number, holding: string): readonly Meaning[] {
  const variable = Number(holding);
  // A file that imports it under another name stores under that name.
  const name = variable > 0 ? elementsOf(world.nameOf(variable)) : nameOfElements(view.facts, holder);
  const isLocal = holding.startsWith(`${view.index}:`);
  if (!isLocal) world.askName(storedAs(name));
  const uses = world.names.find("stored", name).filter((use) => !isLocal || fileOf(use) === view.index);
  if (uses.length > MOST_STORED) return NONE;
  const found: Meaning[] = [];
  for (const use of uses) {
    const home = world.view(fileOf(use));
    world.askInside(home.index);
    const { uses, expressions: { a, b } } = home.facts;
    const given = uses.expression[rowOf(use)]!;
    if (holderKey(world, home, a[b[given]!]!) === holding) found.push(evaluateValue(world, home, a[given]!));
  }
  return found;
}

/** What lists get by their methods under names, of those that the expression `holder` names (`HOOKS.append(load)`). */
function listedIn(world: World, view: FileView, holder: number): readonly Meaning[] {
  const holding = holderKey(world, view, holder);
  if (holding === "") return NONE;
  const variable = Number(holding);
  const name = functionsIn(variable > 0 ? elementsOf(world.nameOf(variable)) : nameOfElements(view.facts, holder));
  const only = holding.startsWith(`${view.index}:`) ? view.index : undefined;
  return storedUses(world, name, only).flatMap(({ view: home, place, value }) =>
    holderKey(world, home, home.facts.expressions.a[place]!) === holding ? [evaluateValue(world, home, value)] : NONE
  );
}

/**
 * A key that identifies the variable or field that an expression names: for a module's variable its definition, for a local one its file
 * and row; "" if not known.
 */
export function holderKey(world: World, view: FileView, holder: number): string {
  const { expressions: { op, a, b }, bindings } = view.facts;
  if (op[holder] === Op.index || op[holder] === Op.item) {
    const whole = op[a[holder]!] === Op.name || op[a[holder]!] === Op.member ? holderKey(world, view, a[holder]!) : "";
    return whole === "" ? "" : elementsOf(whole);
  }
  if (op[holder] === Op.name) {
    const row = findNameOf(world, view, holder)?.rows[0];
    if (row === undefined) return view.wildcards.length === 0 ? "" : constantBrought(world, view, holder).join();
    const { kind, definition } = view.facts.scopes;
    const scope = bindings.scope[row]!;
    if (kind[scope] === ScopeKind.class) return `${definitionId(view.index, definition[scope]!)}#${view.text(bindings.name[row]!)}`;
    const first = bindings.kind[row] === BindingKind.import ? row : view.names.first(bindings.scope[row]!, bindings.name[row]!);
    const [variable] = constantBound(world, view, first);
    return variable === undefined ? `${view.index}:${first}` : String(variable);
  }
  const object = evaluateObject(world, view, a[holder]!);
  const name = view.text(b[holder]!);
  if (object.tag === Tag.module) return constantOf(world, object, name).join();
  if (object.tag !== Tag.instance && object.tag !== Tag.self && object.tag !== Tag.definition) return "";
  const owner = fieldOwner(world, object.definition, name);
  return owner === undefined ? "" : `${owner}#${name}`;
}
