/**
 * Methods that a trait in scope may provide for an external value of unnamed type, for a library type, or for a type that external macros
 * may implement traits for; a blanket impl applies to any external value.
 *
 * Stage: resolve. Such a value is a field of an external type, the content of an external variant, or the result of an external function.
 * Invariant: nothing is certain, and of several methods none is bound, but such a call is not reported as external.
 */
import { MOST_CANDIDATES } from "../../edges.ts";
import { Op } from "../../facts/expressions.ts";
import { LONGEST, STEPS } from "../calls/ways_back.ts";
import { calleeMeaning, evaluateValue } from "../evaluate.ts";
import { boundsIn, type DefinitionId, lastPart, type Meaning, sameOrigin, Tag } from "../meaning.ts";
import { membersNamed } from "../members/attachments.ts";
import { callsItsName, mayRecur } from "../members/own_name_calls.ts";
import { isLibraryType, isOwnDefinition, isOwnObject } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import { hasReceiver } from "../state/parameters.ts";
import { isExternalMember } from "../traits/given_to_external.ts";
import { bringsIn } from "../traits/trait_scope.ts";
import { isForReferences, isGivenByMacros, ownerOfImpl, satisfies, seenThrough, shownBy } from "../types/fitting.ts";
import { isSpeltAsType } from "../types/spelling.ts";
import { implementationsOf } from "../types/implementations.ts";
import type { World } from "../world.ts";
import { givenToAll } from "./given_to_all.ts";
import { type Outcome, outcome } from "./outcome.ts";
import { isCommonCall, reachableBy } from "./reachable.ts";

/** What the call `call` of `receiver.name(…)` may mean because of this; undefined if it stays external. */
export function givenInScope(
  world: World,
  view: FileView,
  call: number,
  callee: number,
  receiver: Meaning,
  name: string,
): Outcome | undefined {
  const { op, a } = view.facts.expressions;
  if (!world.rules.implementations || (op[callee] !== Op.member && op[callee] !== Op.path)) return undefined;
  const found = methodsInScope(world, view, callee, receiver, name, (methods) => reachableBy(world, view, call, callee, methods));
  if (found.length === 1 && isWrittenTo(world, receiver)) return outcome("unique-name", { name, targets: found });
  if (found.length > 0) {
    const candidates = found.flatMap((method) => [method, ...implementationsOf(world, method)]);
    const left = givenToAll(world, view, callee, candidates, receiver.tag === Tag.external ? "outside" : "more");
    // The external type probably has a method of its own with a common name; a path with a receiver may name an external trait's.
    const isOpen = op[callee] === Op.path && left.some((method) => hasReceiver(world, method));
    if (left.length > 1 || isOpen || isCommonCall(world, view, call, name)) return outcome("ambiguous", { name, candidates });
    // An external result may be of a type parameter's type: then the trait's own method is meant.
    const own = isOfExternalType(receiver) ? [] : found.filter((method) => !left.includes(method));
    return outcome("unique-name", { name, targets: left, candidates: own });
  }
  const named = receiver.tag === Tag.external && op[callee] === Op.member ? world.repository.methods(name) : [];
  const giver = named.length === 0 ? undefined : unknownGiver(world, view, a[callee]!);
  if (giver === undefined) return undefined;
  const candidates = reachableBy(world, view, call, callee, named).slice(0, MOST_CANDIDATES);
  if (candidates.length === 1 && !world.isCommonMethod(name) && giver === "macro") {
    return outcome("unique-name", { name, targets: candidates });
  }
  return candidates.length === 0 ? undefined : outcome("ambiguous", { name, candidates });
}

/** The methods called `name` that a trait in scope may provide for `receiver`, called as `callee`. @param choose filters them */
function methodsInScope(
  world: World,
  view: FileView,
  callee: number,
  receiver: Meaning,
  name: string,
  choose: (methods: readonly DefinitionId[]) => readonly DefinitionId[],
): readonly DefinitionId[] {
  // The name of an external type may be an alias of a library type.
  const isOfLibrary = isLibraryType(world, receiver) &&
    shownBy(world, receiver.definition) === undefined;
  const isOpen = !isOfLibrary && receiver.tag !== Tag.external && isWrittenTo(world, receiver);
  if (!isOfLibrary && !isOpen && receiver.tag !== Tag.external) return [];
  const isTyped = isOfExternalType(receiver);
  // A path names a type's own methods, or those of a blanket impl.
  const isPath = view.facts.expressions.op[callee] === Op.path;
  if (isPath && !isTyped) return [];
  const methods = world.repository.methodsOfTraits(name).filter((method) =>
    (!isPath &&
      (isOpen || (isTyped ? mayRecurOn(world, method, lastPart(receiver.name)) : isOfExternalTrait(world, method, !isOfLibrary)))) ||
    (!isOfLibrary && isOfBlanket(world, method, receiver, isPath))
  );
  return methods.length === 0
    ? methods
    : choose(methods).filter((method) => bringsIn(world, view, world.parentOf(method), view.facts.expressions.a[callee]!) === true);
}

/** Whether an external value is of a type that it names; names from C (`PyTuple_New`) are not spelled like a type. */
function isOfExternalType({ tag, name }: Meaning): boolean {
  return tag === Tag.external && isSpeltAsType(lastPart(name)) && !lastPart(name).includes("_");
}

/** Whether a value, or a type itself, is of the repository and may have methods generated by external macros. */
function isWrittenTo(world: World, value: Meaning): boolean {
  return (isOwnObject(world, value) || isOwnDefinition(world, value)) && isGivenByMacros(world, value.definition);
}

/** The source of an external value of unknown type: a method that a trait in scope may provide, or that a macro generated. */
function unknownGiver(world: World, view: FileView, expression: number): "trait" | "macro" | undefined {
  let [home, at] = [view, expression];
  for (let step = 0; at !== 0 && step < LONGEST; step++) {
    const value = evaluateValue(world, home, at);
    if (value.tag !== Tag.external) return undefined;
    if (world.rules.madeFromTypes?.test(value.name) === true) return "macro";
    if (value.origin !== undefined && !sameOrigin(value.origin, { file: home.index, expression: at })) {
      [home, at] = [world.view(value.origin.file), value.origin.expression];
      continue;
    }
    const { op, a, b } = home.facts.expressions;
    const callee = op[at] === Op.call ? a[at]! : 0;
    const isMember = op[callee] === Op.member || op[callee] === Op.path;
    const isWritten = isMember && calleeMeaning(world, home, callee).tag === Tag.external &&
      isWrittenTo(world, evaluateValue(world, home, a[callee]!));
    if (isWritten) return "macro";
    if (op[callee] === Op.member) {
      const name = home.text(b[callee]!);
      const isGiven = world.repository.methods(name).length > 0 &&
        methodsInScope(world, home, callee, evaluateValue(world, home, a[callee]!), name, (methods) => methods).length > 0;
      if (isGiven) return "trait";
      at = a[callee]!;
    } else at = STEPS.has(op[at]!) ? a[at]! : 0;
  }
  return undefined;
}

/**
 * Whether a trait's method comes from a blanket impl that may apply to `receiver`, an external value.
 * @param isNamed whether a path names it on `receiver`: then the trait itself is not meant, and the implementors of a repository trait are
 * known
 */
function isOfBlanket(world: World, method: DefinitionId, receiver: Meaning, isNamed: boolean): boolean {
  if (isExternalMember(world, receiver, world.nameOf(method))) return false;
  return world.attachments.outsideImplsOf(world.parentOf(method)).some((impl) => {
    const owner = ownerOfImpl(world, impl);
    if (owner.tag !== Tag.parameter || isForReferences(world, impl)) return false;
    if (isNamed && boundsIn(owner.result).some((bound) => isOwnObject(world, bound) || bound.name === receiver.name)) return false;
    return satisfies(world, receiver, owner.result) !== false;
  });
}

/** Whether a trait's method calls its own name on the external type called `type`, and may thus call itself (`fn gcd(self, b: Self)`). */
function mayRecurOn(world: World, method: DefinitionId, type: string): boolean {
  return world.attachments.outsideImplsOf(world.parentOf(method)).some((impl) =>
    lastPart(ownerOfImpl(world, impl).name) === type &&
    membersNamed(world, impl, world.nameOf(method)).some((member) => mayRecur(world, member, type))
  );
}

/**
 * Whether a trait's method is implemented for some external type, or, if `orOfLibrary`, for a library type without such a method of its
 * own.
 */
function isOfExternalTrait(world: World, method: DefinitionId, orOfLibrary: boolean): boolean {
  return world.attachments.outsideImplsOf(world.parentOf(method)).some((impl) => {
    const written = ownerOfImpl(world, impl);
    // A pointer to an external type (`*mut ffi::Object`) is obtained from outside, too.
    const owner = seenThrough(world, written) ?? written;
    const type = owner.tag === Tag.external
      ? lastPart(owner.name)
      : orOfLibrary && isLibraryType(world, owner)
      ? world.nameOf(owner.definition)
      : undefined;
    return type !== undefined && !membersNamed(world, impl, world.nameOf(method)).some((member) => callsItsName(world, member, type));
  });
}
