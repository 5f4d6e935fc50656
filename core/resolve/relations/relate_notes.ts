/**
 * Functions in a named parameter type: `CurrentUser = Annotated[User, Depends(get_user)]`, `user: CurrentUser`.
 *
 * Stage: resolve. Invariant: a function that declares such a parameter refers to them as if the type were written out.
 */
import { DefinitionKind, isCallable, listItems, MODULE_ROW } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { evaluateValue } from "../evaluate.ts";
import type { DefinitionId } from "../meaning.ts";
import { isOwnFunction } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";
import { heldValue } from "./held_values.ts";
import type { RelationRows } from "./relation_rows.ts";

/** Maximum length of a chain of names. */
const DEEPEST = 4;

/** Adds the file's `references` from functions to those passed in the named types of their parameters. */
export function relateNotes(relations: RelationRows): void {
  const { world, view } = relations;
  if (world.rules.variablesAreTypes !== true) return;
  const { bindings, definitions } = view.facts;
  for (let row = MODULE_ROW + 1; row < definitions.length; row++) {
    if (!isCallable(definitions.kind[row]!) || definitions.name[row] === 0) continue;
    const noted = new Set<DefinitionId>();
    for (const parameter of listItems(view.facts, definitions.parameters[row]!)) addNoted(world, view, bindings.type[parameter]!, 0, noted);
    for (const definition of noted) {
      relations.add("references", relations.own(row), { definition }, relations.placeOf(row), { rule: "declared" });
    }
  }
}

/** Adds the functions in the values of variables that the type `expression` names. */
function addNoted(world: World, view: FileView, expression: number, depth: number, noted: Set<DefinitionId>): void {
  const { op, a } = view.facts.expressions;
  if (expression === 0 || depth > DEEPEST) return;
  if (op[expression] === Op.either) {
    for (const part of listItems(view.facts, a[expression]!)) addNoted(world, view, part, depth + 1, noted);
    return;
  }
  const held = heldValue(world, view, expression);
  if (held === undefined) return;
  for (const function_ of passedIn(world, held.view, held.definition)) noted.add(function_);
  addNoted(world, held.view, held.expression, depth + 1, noted);
}

/** Functions passed in the value of a module's variable, a row of `definitions`. */
function passedIn(world: World, view: FileView, variable: number): DefinitionId[] {
  const { definitions, expressions, uses } = view.facts;
  const kind = definitions.kind[variable]!;
  if (kind !== DefinitionKind.variable && kind !== DefinitionKind.constant) return [];
  const found: DefinitionId[] = [];
  for (let use = 1; use < uses.length; use++) {
    const line = uses.line[use]!;
    if (uses.caller[use] !== MODULE_ROW || line < definitions.lineStart[variable]! || line > definitions.lineEnd[variable]!) continue;
    const given = uses.expression[use]!;
    const meaning = evaluateValue(world, view, expressions.op[given] === Op.given ? expressions.a[given]! : given);
    // A class in a type is named, not passed.
    if (isOwnFunction(world, meaning) && world.nameOf(meaning.definition) !== "") found.push(meaning.definition);
  }
  return found;
}
