/**
 * The target of a member call: `object.name(…)`, `Type::name(…)`.
 *
 * Stage: resolve. The steps in `DECIDING` may decide by themselves, then the meaning of the member does, and then the steps in `BESIDE` add
 * what else it may be. Invariant: in both tables the first step with an answer wins, so more certain steps come first.
 */
import { NO_ROWS, without } from "../../base/lists.ts";
import { firstCandidates, MOST_CANDIDATES, MOST_HELD, type Rule } from "../../edges.ts";
import { CallFlag, DefinitionKind } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { isIteratedFunction } from "../calls/operations.ts";
import { evaluateCalledOn, evaluateObject } from "../evaluate.ts";
import { type DefinitionId, type Meaning, Tag, UNKNOWN } from "../meaning.ts";
import { fieldsOf, heldByProperty } from "../members/function_properties.ts";
import { UNKNOWN_MEMBER } from "../members/own_members.ts";
import { unusualFile } from "../names/builds.ts";
import { functionsLeftOut } from "../names/left_out.ts";
import { constantOf } from "../names/named_constants.ts";
import { functionsElsewhere, hidingElsewhere } from "../names/twins.ts";
import { isOwnObject } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import { implementationFor } from "../traits/implementation_for.ts";
import { implementationsOn } from "../types/implementations.ts";
import type { World } from "../world.ts";
import { membersInPlace, membersOfClassesBelow, outcomeOfSuper } from "./behind_outside.ts";
import { byUniqueName } from "./by_unique_name.ts";
import { outcomeOf } from "./called_outcome.ts";
import { isCalledOutside } from "./called_outside.ts";
import { operatorOfClass } from "./class_operators.ts";
import { writtenMember } from "./computed_members.ts";
import { methodConverting } from "./converted_receiver.ts";
import { givenInScope } from "./given_in_scope.ts";
import { passedInstead } from "./passed_instead.ts";
import { likelyGiven } from "./likely_given.ts";
import { havingMembersBeside } from "./members_beside.ts";
import { functionRead } from "./member_holders.ts";
import { heldByField } from "./members_read.ts";
import { functionsOfModules } from "./module_functions.ts";
import { putBesideSelf, putInto } from "./named_holders.ts";
import { type Outcome, outcome, withCandidates } from "./outcome.ts";
import { functionsPut } from "./put_into_fields.ts";
import { classesPut } from "./put_in_declared.ts";
import { receiverRule } from "./receiver_rule.ts";
import { ofSharedTrait } from "./shared_trait.ts";
import { functionsStoredOutside, memberOfStored, membersOfUnknownStored } from "./stored_outside.ts";
import { membersStored } from "./stored_elements.ts";
import { membersOfUnknown } from "./unknown_self.ts";
import { calledBelow, setBelow } from "./values_below.ts";

/** A member call, with the data that all steps need. */
export interface MemberCall {
  readonly world: World;
  readonly view: FileView;
  /** Row of `calls`. */
  readonly call: number;
  /** Rows of `expressions`: the member, and its object. */
  readonly callee: number;
  readonly object: number;
  readonly name: string;
  readonly receiver: Meaning;
  /** The meaning of the member; of several implementations, the one that accepts the arguments. */
  readonly meaning: Meaning;
}

/** @param callee row of `expressions`, a member or a path */
export function calledMember(world: World, view: FileView, callee: number, call: number): Outcome {
  const { calls, expressions, strings } = view.facts;
  const object = expressions.a[callee]!;
  const receiver = expressions.op[callee] === Op.member ? evaluateCalledOn(world, view, callee) : evaluateObject(world, view, object);
  const meaning = implementationFor(world, view, callee, calls.arguments[call]!);
  const site: MemberCall = { world, view, call, callee, object, name: strings[expressions.b[callee]!]!, receiver, meaning };
  return orSetBelow(site, calledOn(site));
}

function calledOn(site: MemberCall): Outcome {
  const { world, view, call, callee, object, receiver, meaning } = site;
  const rule = receiverRule(world, view, object, receiver);
  for (const decide of DECIDING) {
    const decided = decide(site);
    if (decided !== undefined) return decided;
  }
  const given = givenOnTheWay(site);
  const likely = meaning.tag === Tag.external && !receiver.weak ? likelyGiven(world, view, object, site.name, given) : undefined;
  if (likely !== undefined) return becoming(site, likely, "inferred");
  const made = given.length > 0
    ? outcome("ambiguous", { name: site.name, candidates: given })
    : (meaning.tag === Tag.external ? givenInScope(world, view, call, callee, receiver, site.name) : undefined) ??
      onReceiver(site, becoming(site, meaning, rule));
  for (const add of BESIDE) {
    const more = add(site, made);
    if (more !== undefined) return more;
  }
  return made;
}

/** Steps that may decide by themselves what a call reaches; undefined: no decision. */
const DECIDING: readonly ((site: MemberCall) => Outcome | undefined)[] = [
  ofGuessedType,
  ofDecorated,
  ofUnknown,
  ofBesideSelf,
  ofOperator,
  ofStored,
];

/** Steps that may know what else a call reaches beside `made`; undefined: nothing. */
const BESIDE: readonly ((site: MemberCall, made: Outcome) => Outcome | undefined)[] = [
  orBelow,
  orStored,
  orPassed,
  orStoredOutside,
  orHidden,
  orOfModule,
  orPut,
  orHeld,
];

/** Where nothing tells what a member holds, the functions and classes that types below set it to (`form = None`, and `form = JobForm` below). */
function orSetBelow({ world, view, callee, name }: MemberCall, made: Outcome): Outcome {
  const isNotKnown = (made.rule === "variable" || made.rule === "unresolved") && !made.external && !made.drop &&
    made.targets.length === 0 &&
    made.candidates.every((id) => world.kindOf(id) === DefinitionKind.field);
  const set = isNotKnown ? setBelow(world, view, callee) : NO_ROWS;
  return set.length === 0 ? made : outcome("variable", { name, candidates: firstCandidates([...made.candidates, ...set]) });
}

function becoming({ world, view, name }: MemberCall, meaning: Meaning, rule: Rule): Outcome {
  return outcomeOf(world, view.index, meaning, rule, name);
}

/**
 * Restricts the targets of a dispatched member to those that values of the receiver's class may have: that class may be a subclass of the
 * declaring one.
 */
function onReceiver({ world, view, object, receiver }: MemberCall, made: Outcome): Outcome {
  const { tag, definition } = receiver;
  const member = made.targets[0];
  const isOfClass = made.rule === "dispatch" && member !== undefined && (tag === Tag.instance || tag === Tag.self) &&
    view.facts.expressions.op[object] !== Op.super && world.kindOf(definition) === DefinitionKind.class &&
    world.parentOf(member) !== definition;
  return isOfClass ? { ...made, candidates: implementationsOn(world, member, definition) } : made;
}

/** Weakens an external trait's member on a type that is inferred or differs between builds: it is only a guess. */
function ofGuessedType(site: MemberCall): Outcome | undefined {
  const { world, view, call, callee, name, receiver, meaning } = site;
  const isGuessed = meaning.tag === Tag.external && world.rules.implementations && isOwnObject(world, receiver) &&
    (receiver.weak || unusualFile(world) !== "");
  if (!isGuessed || world.repository.methods(name).length === 0) return undefined;
  return givenInScope(world, view, call, callee, receiver, name) ?? byUniqueName({ ...site, receiver: UNKNOWN }, true);
}

/** The function that a decorator wrapped, if the member may return it (`sync.callback()`, `load.__wrapped__(x)`). */
function ofDecorated({ world, view, callee, name, meaning }: MemberCall): Outcome | undefined {
  const mayPassOut = world.rules.passing?.decorated?.has(name) === true && (meaning.tag === Tag.unknown || isOutside(meaning));
  const candidates = mayPassOut ? functionRead(world, view, callee)?.found.targets.filter((id) => world.isDecorated(id)) : undefined;
  return candidates === undefined || candidates.length === 0 ? undefined : outcome("variable", { name, candidates });
}

/** A member of which nothing is known: by what its object may hold, otherwise by its name alone. */
function ofUnknown(site: MemberCall): Outcome | undefined {
  const { world, view, callee, object, name, receiver, meaning } = site;
  if (meaning.tag !== Tag.unknown) return undefined;
  if (meaning.name === UNKNOWN_MEMBER.name) {
    const held = heldByField(world, receiver, name);
    return outcome("variable", { name, candidates: held.length > 0 ? held : fieldsOf(world, receiver, name) });
  }
  if (receiver.tag === Tag.module) return outcome("unresolved", { name, candidates: functionsOfModules(world, receiver, name) });
  const put = receiver.tag === Tag.unknown ? putInto(world, view, object, view.facts.expressions.b[callee]!) : NO_ROWS;
  if (put.length > 0) return ofPut(put, name);
  const shared = ofSharedTrait(world, receiver, name);
  if (shared !== undefined) return outcome("external", { name: shared, external: true, heuristic: receiver.weak });
  const made = outcomeOfSuper(world, receiver, name) ??
    orOutside(world, view, name, byUniqueName(site));
  if (made.targets.length + made.candidates.length > 0) return made;
  const functions = functionsStoredOutside(world, receiver, name);
  return functions.length === 0 ? made : outcome("variable", { name, candidates: functions });
}

/**
 * Turns the target of a unique name into a candidate if the file also calls that name on something external: this value may be of the same
 * kind.
 */
function orOutside(world: World, view: FileView, name: string, made: Outcome): Outcome {
  if (made.rule !== "unique-name" || made.targets.length !== 1) return made;
  const all = [...made.targets, ...made.candidates];
  // What a blanket impl gives to all types, this value has, too.
  const isOfTrait = all.some((id) => world.kindOf(world.parentOf(id)) === DefinitionKind.trait);
  const isOther = !isOfTrait && isCalledOutside(world, view, name, (other, row) => calledMember(world, view, other, row));
  return isOther ? outcome("ambiguous", { name, candidates: all.slice(0, MOST_CANDIDATES) }) : made;
}

/** A member that the file itself adds to the value that `this` probably is, if nothing is known except that it may be external. */
function ofBesideSelf({ world, view, callee, object, name, meaning }: MemberCall): Outcome | undefined {
  const put = meaning.tag === Tag.external && meaning.weak
    ? putBesideSelf(world, view, object, view.facts.expressions.b[callee]!)
    : NO_ROWS;
  return put.length === 0 ? undefined : ofPut(put, name);
}

function ofPut(put: readonly DefinitionId[], name: string): Outcome {
  return outcome(put.length > 1 ? "union" : "inferred", { targets: put, name, heuristic: true });
}

/** An operator runs the method that the class of its left operand declares, which no instance attribute can hide. */
function ofOperator(site: MemberCall): Outcome | undefined {
  const { world, view, call, name, receiver, meaning } = site;
  const isOperator = (view.facts.calls.flags[call]! & CallFlag.implicit) !== 0;
  const operator = isOperator ? operatorOfClass(world, receiver, meaning, name) : undefined;
  return operator === undefined ? undefined : becoming(site, operator, "operator");
}

/** A member of something external in which the repository stored a value has that value. */
function ofStored(site: MemberCall): Outcome | undefined {
  const { world, view, object, name, receiver, meaning } = site;
  if (meaning.tag !== Tag.external) return undefined;
  const stored = memberOfStored(world, view, object, name);
  if (stored === meaning || stored.tag === Tag.unknown) return undefined;
  const found = becoming(site, stored, "inferred");
  return withCandidates(found, membersOfUnknownStored(world, receiver, name).filter((id) => !found.targets.includes(id)));
}

/** Methods that a call on something external, or in the library, may run on what that received. */
function givenOnTheWay({ world, view, call, callee, object, name, receiver, meaning }: MemberCall): readonly DefinitionId[] {
  if (isOutside(meaning)) {
    const instead = view.facts.expressions.op[callee] === Op.path ? functionsLeftOut(world, receiver, name) : NO_ROWS;
    if (instead.length > 0) return instead;
    const found = membersInPlace(world, view, object, receiver, name);
    if (found.length === 0 || !world.rules.callingTypeConverts) return found;
    const converting = methodConverting(world, view, object);
    const having = world.rules.givenIsLikely ? havingMembersBeside(world, view, object, found) : found;
    return converting === 0 ? having : without(having, (id) => id === converting);
  }
  const isOfLibrary = world.inLibrary(meaning.definition);
  return isOfLibrary ? membersOfUnknown(world, view, callee, view.facts.calls.arguments[call]!, receiver, name) : NO_ROWS;
}

/** Whether a meaning is external in all its alternatives. */
function isOutside({ tag, items }: Meaning): boolean {
  return tag === Tag.external || (tag === Tag.union && items.every((part) => part.tag === Tag.external));
}

/** What a subclass sets to a value of another type. */
function orBelow(site: MemberCall, made: Outcome): Outcome | undefined {
  const { world, view, callee, meaning } = site;
  const isKnown = made.targets.length > 0 || made.candidates.length > 0 || (meaning.held && made.external);
  const others = isKnown ? calledBelow(world, view, callee, meaning) : [];
  return others.length === 0 ? undefined : orOneOf(site, made, others);
}

/** The members of other values that are stored in the list or map that the object is an element of. */
function orStored(site: MemberCall, made: Outcome): Outcome | undefined {
  const { world, view, object, name, receiver } = site;
  const mayBeAnother = made.targets.length > 0 || (made.external && isOwnObject(world, receiver));
  const others = mayBeAnother ? membersStored(world, view, object, name, made.targets) : [];
  return others.length === 0 ? undefined : { ...orOneOf(site, made, others), heuristic: true };
}

/** Adds `others` to what may be called. */
function orOneOf(site: MemberCall, made: Outcome, others: readonly Meaning[]): Outcome {
  const found = others.map((other) => becoming(site, other, made.rule)).flatMap((one) => [...one.targets, ...one.candidates]);
  const candidates = firstCandidates([...made.candidates, ...found.filter((id) => !made.targets.includes(id))]);
  return made.external && candidates.length > 0 ? outcome("variable", { name: site.name, candidates }) : { ...made, candidates };
}

/** The methods of what a caller may pass in place of a value that is only likely. */
function orPassed({ world, view, object, name }: MemberCall, made: Outcome): Outcome | undefined {
  const isOpen = made.heuristic && (made.targets.length > 0 || (made.external && !world.isCommonMethod(name)));
  const instead = isOpen ? passedInstead(world, view, object, name, made.targets) : NO_ROWS;
  if (instead.length === 0) return undefined;
  const candidates = firstCandidates([...made.candidates, ...instead]);
  return made.external ? outcome("ambiguous", { name, candidates }) : { ...made, candidates };
}

/** The functions stored in an external field or variable, which a call of it may run. */
function orStoredOutside({ world, name, receiver }: MemberCall, made: Outcome): Outcome | undefined {
  const candidates = made.external && receiver.tag === Tag.external ? functionsPut(world, receiver, name) : NO_ROWS;
  return candidates.length === 0
    ? undefined
    : outcome("variable", { name, candidates: firstCandidates([...made.candidates, ...candidates], MOST_HELD) });
}

/** For a member that is not a variable: the definition of its name in another build. */
function orHidden({ world, view, receiver }: MemberCall, made: Outcome): Outcome | undefined {
  if (made.rule === "variable") return undefined;
  // Most languages build all files together.
  if (world.modules.builtTogether === undefined) return made;
  return withCandidates(made, hidingElsewhere(world, receiver, made.targets, view.index));
}

/** What a module's variable holds, and functions of its name in another build. */
function orOfModule({ world, view, name, receiver }: MemberCall, made: Outcome): Outcome | undefined {
  if (receiver.tag !== Tag.module) return undefined;
  const isHeld = made.candidates.length === 0 || made.rule === "variable";
  const candidates = firstCandidates([...made.candidates, ...(isHeld ? constantOf(world, receiver, name) : NO_ROWS)]);
  return withCandidates({ ...made, candidates }, functionsElsewhere(world, receiver.files[0], name, view.index));
}

/** The classes stored in a field that is declared with an external type. */
function orPut({ world, view, callee }: MemberCall, made: Outcome): Outcome | undefined {
  const candidates = made.external && made.rule === "variable" ? classesPut(world, view, callee) : NO_ROWS;
  return candidates.length === 0 ? undefined : { ...made, external: false, candidates };
}

/** What the member of a value holds: values of subclasses, functions of a property, or what the initializer contains. */
function orHeld({ world, view, call, object, name, receiver, meaning }: MemberCall, made: Outcome): Outcome | undefined {
  if (made.candidates.length > 0) return undefined;
  const below = membersOfClassesBelow(world, receiver, name);
  const held = below.length > 0 ? below : heldByProperty(world, receiver, name);
  const written = held.length > 0 ? held : writtenMember(world, view, object, name);
  // A value that is iterated over is called if it is a function.
  const mayHold = !made.external || world.rules.fieldsTakeFunctions === true;
  const isWritten = (view.facts.calls.flags[call]! & CallFlag.implicit) === 0;
  const isCalled = made.rule === "variable" && mayHold && (isWritten || isIteratedFunction(world, meaning));
  const candidates = written.length > 0 || !isCalled ? written : fieldsCalled(world, receiver, name);
  // For a property of an external type, its content is more informative than the property itself.
  if (candidates.length === 0 || (made.external && candidates.length === 1)) return undefined;
  return { ...made, external: false, candidates };
}

/** The fields that are called, and the functions stored in them. */
function fieldsCalled(world: World, receiver: Meaning, name: string): readonly DefinitionId[] {
  return firstCandidates([...fieldsOf(world, receiver, name), ...functionsPut(world, receiver, name)], MOST_HELD);
}
