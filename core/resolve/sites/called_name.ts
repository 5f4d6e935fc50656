/**
 * The target of a call of a plain name: the binding of the name determines the rule.
 *
 * Stage: resolve.
 */
import { NO_ROWS } from "../../base/lists.ts";
import { firstCandidates, MOST_CANDIDATES, type Rule } from "../../edges.ts";
import { BindingFlag, BindingKind } from "../../facts.ts";
import { calledMeaning } from "../evaluate.ts";
import { type Meaning, Tag } from "../meaning.ts";
import { calledInstead } from "../names/left_out.ts";
import { importedName } from "../names/imported_name.ts";
import { constantBound } from "../names/named_constants.ts";
import { isInherited } from "../names/inherited_names.ts";
import { findBehindTests } from "../names/names.ts";
import { declaredByScripts } from "../names/script_names.ts";
import { functionsElsewhere } from "../names/twins.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";
import { outcomeOf } from "./called_outcome.ts";
import { computedMembers } from "./computed_members.ts";
import { heldByVariable } from "./members_read.ts";
import { type Outcome, outcome, withCandidates } from "./outcome.ts";
import { setBelow } from "./values_below.ts";

/** The outcome for the call of a plain name. @param callee row of `expressions`, a name */
export function calledName(world: World, view: FileView, callee: number): Outcome {
  const found = findBehindTests(world, view, callee);
  const meaning = calledMeaning(world, view, callee);
  return found === undefined ? ofUnbound(world, view, callee, meaning) : ofBound(world, view, callee, meaning, found.rows);
}

/** No binding in the file applies: another file provides the name, or nothing declares it. */
function ofUnbound(world: World, view: FileView, callee: number, meaning: Meaning): Outcome {
  const { expressions, problems } = view.facts;
  const name = view.text(expressions.a[callee]!);
  // A name that nothing declares is external, or misspelled.
  if (meaning.tag === Tag.external && meaning.weak && meaning.name === name) return outcome("unresolved", { name });
  const scripts = meaning.tag === Tag.unknown ? declaredByScripts(world, view, name) : NO_ROWS;
  if (scripts.length > 0) return outcome("ambiguous", { name, candidates: scripts.slice(0, MOST_CANDIDATES) });
  const rule = isInherited(world, view, callee) ? "self" : world.rules.packageScope ? "scope" : "import";
  // Its declaration may be in code that did not parse.
  if (problems.length > 1 && meaning.tag === Tag.external) return outcome("unresolved", { name });
  const made = outcomeOf(world, view.index, meaning, rule, name);
  return made.rule === "variable" ? withCandidates(made, functionsElsewhere(world, view.index, name, view.index)) : made;
}

/** The bindings `rows` apply. For a single variable of which nothing else is known, what it may hold are candidates. */
function ofBound(world: World, view: FileView, callee: number, meaning: Meaning, rows: readonly number[]): Outcome {
  const { expressions, bindings, definitions } = view.facts;
  const name = view.text(expressions.a[callee]!);
  const row = rows[0]!;
  const made = orInstead(world, view, row, outcomeOf(world, view.index, meaning, ruleOf(view, row), name), name);
  if ((made.rule !== "variable" && made.rule !== "unresolved") || rows.length !== 1) return made;
  if (made.candidates.length > 0) return made.rule === "variable" ? orConstant(world, view, row, made) : made;
  if (bindings.kind[row] === BindingKind.import && made.rule === "unresolved") return { ...made, name: importedName(view, row) };
  const value = bindings.value[row]! || definitions.value[bindings.definition[row]!]!;
  const computed = computedMembers(world, view, value);
  if (computed.length > 0) return outcome("variable", { name, candidates: computed });
  if (made.rule !== "variable") return made;
  const held = heldByVariable(world, view, row, value);
  return { ...made, candidates: held.length > 0 ? held : setBelow(world, view, value) };
}

/** A constant's value is called through the constant's name, so the constant is recorded, too. */
function orConstant(world: World, view: FileView, row: number, made: Outcome): Outcome {
  return { ...made, candidates: firstCandidates([...made.candidates, ...constantBound(world, view, row)]) };
}

/** If a branch that is left out binds the name to something else, that is a candidate. */
function orInstead(world: World, view: FileView, row: number, made: Outcome, name: string): Outcome {
  const instead = calledInstead(world, view, row).filter((id) => !made.targets.includes(id) && !made.candidates.includes(id));
  if (instead.length === 0) return made;
  return made.external ? outcome("ambiguous", { name, candidates: instead }) : withCandidates(made, instead);
}

/** The rule of an edge to the target of the binding `row`. */
function ruleOf({ facts: { bindings } }: FileView, row: number): Rule {
  const kind = bindings.kind[row]!;
  if (kind === BindingKind.import) return "import";
  if ((bindings.flags[row]! & BindingFlag.receiver) !== 0) return "self";
  return kind === BindingKind.definition || (bindings.flags[row]! & BindingFlag.alias) !== 0 ? "scope" : "inferred";
}
