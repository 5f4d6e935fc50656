/**
 * The outcome of a call, by the meaning of its callee: its target, its candidates, or why it has none.
 *
 * Stage: resolve. Invariant: what a variable holds is never a target, only a candidate.
 */
import { NO_ROWS } from "../../base/lists.ts";
import { firstCandidates, MOST_CANDIDATES, MOST_TARGETS, type Rule } from "../../edges.ts";
import { DefinitionKind, isCallable } from "../../facts.ts";
import { functionsGivenTo } from "../calls/given_members.ts";
import { type DefinitionId, instance, type Meaning, Tag } from "../meaning.ts";
import { constructorBefore } from "../members/class_decorators.ts";
import { functionParts } from "../members/composed.ts";
import { calledOfHeld, constructorsBelow, runBy } from "../members/constructors.ts";
import { memberMeaning } from "../members/members.ts";
import { Space } from "../names/names.ts";
import { areUnknown, builtWith, twinsFor } from "../names/twins.ts";
import { isOwnDefinition, isOwnFunction, isOwnObject } from "../ownership.ts";
import { isLibrarys } from "../types/library_type.ts";
import { implementationsOf, isDispatched } from "../types/implementations.ts";
import type { World } from "../world.ts";
import { libraryName } from "./library_name.ts";
import { type Outcome, outcome } from "./outcome.ts";

const NO_MEANINGS: readonly Meaning[] = [];

/** The outcome of calling `meaning` in the file of that number. @param rule by which the callee was found */
export function outcomeOf(world: World, file: number, meaning: Meaning, rule: Rule, name: string): Outcome {
  switch (meaning.tag) {
    case Tag.external:
      return meaning.held ? heldFromOutside(world, meaning, name) : outcome("external", {
        external: true,
        heuristic: meaning.weak,
        name: meaning.name || name,
      });
    case Tag.definition:
      return calledDefinition(world, file, meaning, rule, name);
    case Tag.union: {
      const called = calledUnion(world, file, meaning, rule, name);
      if (!meaning.held) return called;
      return outcome("variable", { name, candidates: [...called.targets, ...called.candidates].slice(0, MOST_CANDIDATES) });
    }
    case Tag.instance:
    case Tag.self:
      return calledInstance(world, file, meaning, rule, name);
    case Tag.function: {
      const [run] = meaning.applied ?? NO_MEANINGS;
      return run?.tag === Tag.definition
        ? calledDefinition(world, file, { ...run, held: false }, rule, name)
        : outcome("variable", { name });
    }
    case Tag.parameter:
      // A value of a type parameter's type is held; the parameter itself is a conversion.
      return outcome("variable", {
        name,
        candidates: calledOfBound(world, meaning.result),
        drop: world.rules.callingTypeConverts && !meaning.held,
      });
    default: {
      // A member that begins with nothing is called once something is put there (`self.done = None`).
      const isEmptyMember = meaning.tag === Tag.nothing && (rule === "self" || rule === "type");
      return outcome(rule === "inferred" || isEmptyMember ? "variable" : "unresolved", { name });
    }
  }
}

/** What a value may run whose type has a class as its bound (`T extends typeof Base`). */
function calledOfBound(world: World, bound: Meaning | undefined): readonly DefinitionId[] {
  const isClass = bound?.tag === Tag.definition && isOwnDefinition(world, bound);
  return isClass ? calledOfHeld(world, bound, world.kindOf(bound.definition)) : NO_ROWS;
}

/** The outcome for a variable with an external value, which may be something that was passed out before. */
function heldFromOutside(world: World, meaning: Meaning, name: string): Outcome {
  const candidates = functionsGivenTo(world, meaning);
  return outcome("variable", { name, candidates, external: candidates.length === 0 && !meaning.weak });
}

function calledDefinition(world: World, file: number, meaning: Meaning, rule: Rule, name: string): Outcome {
  const id = meaning.definition;
  const kind = world.kindOf(id);
  if (world.inLibrary(id)) {
    if (kind === DefinitionKind.enum_member) return outcome("scope", { drop: true });
    if (world.rules.callingTypeConverts && !isCallable(kind) && kind !== DefinitionKind.macro) return outcome("scope", { drop: true });
    return outcome("external", { external: true, heuristic: meaning.weak, name: libraryName(world, id, meaning.result) });
  }
  // A variable whose default is an enum member may hold a function (`def load(parse=Unset.unset): … parse()`).
  if (kind === DefinitionKind.enum_member && !meaning.held) return outcome("scope", { drop: true });
  if (meaning.held) return outcome("variable", { name, candidates: calledOfHeld(world, meaning, kind) });
  if (kind === DefinitionKind.lambda || kind === DefinitionKind.object || world.nameOf(id) === "") return outcome("variable", { name });
  if (isCallable(kind) || kind === DefinitionKind.macro) {
    if (isDispatched(world, id)) {
      return outcome("dispatch", { targets: [id], candidates: implementationsOf(world, id), heuristic: meaning.weak });
    }
    const built = builtWith(world, id, file);
    const twins = twinsFor(world, built, file);
    const heuristic = meaning.weak || areUnknown(world, built, twins);
    const candidates = twins.map((twin) => runBy(world, twin));
    return outcome(meaning.weak && rule === "type" ? "inferred" : rule, { targets: [built], candidates, heuristic });
  }
  if (world.rules.callingTypeConverts) return outcome("scope", { drop: true });
  if (kind === DefinitionKind.namespace || kind === DefinitionKind.module) return outcome("unresolved", { name });
  return constructed(world, file, meaning);
}

function constructed(world: World, file: number, meaning: Meaning): Outcome {
  const id = meaning.definition;
  // `new this()` creates an instance of the receiver's class: the enclosing class, or a subclass.
  const below = meaning.result?.tag === Tag.self ? constructorsBelow(world, id) : [];
  const candidates = [...below, ...twinsFor(world, id, file).map((twin) => runBy(world, twin))];
  const before = constructorBefore(world, id);
  if (before !== undefined) return outcome("constructor", { targets: [before], candidates });
  return outcome("constructor", { targets: [runBy(world, id)], candidates, heuristic: meaning.weak });
}

function calledUnion(world: World, file: number, meaning: Meaning, rule: Rule, name: string): Outcome {
  const parts = meaning.items.map((part) => outcomeOf(world, file, part, rule, name)).filter((part) => !part.drop);
  const inside = parts.filter((part) => part.targets.length > 0);
  // A conversion to a type that has one definition per build is not a call.
  if (parts.length === 0) return outcome("scope", { drop: true });
  if (inside.length === 0) {
    const first = parts.find((part) => part.external) ?? parts[0] ?? outcome("unresolved", { name });
    const candidates = firstCandidates(parts.flatMap((part) => part.candidates));
    return candidates.length > first.candidates.length ? { ...first, candidates } : first;
  }
  const targets = [...new Set(inside.flatMap((part) => part.targets))];
  if (targets.length > MOST_TARGETS) return outcome("ambiguous", { name, candidates: targets.slice(0, MOST_CANDIDATES) });
  // A function that is only held (`run = () => {}` in a branch) is not a target itself.
  const candidates = [...new Set(parts.flatMap((part) => part.candidates))].filter((id) => !targets.includes(id)).slice(
    0,
    MOST_CANDIDATES,
  );
  return outcome(targets.length > 1 ? "union" : inside[0]!.rule, { targets, candidates });
}

/** The outcome for an object that can be called: through a name, a call of what the name holds; on the spot, a call of its method. */
function calledInstance(world: World, file: number, meaning: Meaning, rule: Rule, name: string): Outcome {
  const method = world.rules.protocols.call?.[0];
  if (method === undefined) return outcome("variable", { name });
  // A class of which nothing is known (`def find(name) -> type`) may be any class.
  if (isLibrarys(world, meaning, world.rules.classType)) return outcome(rule === "operator" ? "unresolved" : "variable", { name });
  const member = memberMeaning(world, meaning.tag === Tag.self ? instance(meaning.definition) : meaning, method, Space.value);
  const parts = functionParts(world, meaning);
  if (member.tag !== Tag.definition) return outcome("variable", { name, candidates: parts.length > 0 ? parts : ofItsOwn(world, meaning) });
  const found = calledDefinition(world, file, { ...member, held: false }, "type", name);
  if (rule !== "operator") {
    const candidates = firstCandidates([...found.targets, ...found.candidates, ...parts]);
    return outcome("variable", { name, candidates, external: found.external && parts.length === 0 });
  }
  return found.targets.length === 0 ? { ...found, name: found.external ? name : found.name } : { ...found, rule, heuristic: true };
}

/** The own members of an object that is not a function, under the names by which functions are called (`query.call(null)`). */
function ofItsOwn(world: World, object: Meaning): readonly DefinitionId[] {
  const names = isOwnObject(world, object) ? world.rules.passing?.same ?? [] : [];
  return names.map((name) => memberMeaning(world, object, name, Space.value)).filter((member) => isOwnFunction(world, member))
    .map(({ definition }) => definition);
}
