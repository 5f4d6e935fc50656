/**
 * Module variables that are aliases of a class or function, like an import's alias (`Text = String`), and class fields that are aliases of
 * a method of the class (`warn = warning`).
 *
 * Stage: resolve. Invariant: nothing is claimed for names that may be rebound, or are bound conditionally.
 */
import { DefinitionFlag, DefinitionKind, isCallable, MODULE_ROW } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { evaluateValue } from "../evaluate.ts";
import { type DefinitionId, definitionId, fileOf, type Meaning, Tag } from "../meaning.ts";
import { isClass, isOwnDefinition } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import { memberTable } from "../types/inheritance.ts";
import { typesBelow } from "../types/subtypes.ts";
import type { World } from "../world.ts";

/** Whether the variable in the row `variable` of `definitions`, with the value `meaning`, is an alias of exactly that. */
export function isPlainAlias(world: World, view: FileView, variable: number, meaning: Meaning): boolean {
  if (meaning.tag !== Tag.definition || meaning.held || meaning.weak || !isOwnDefinition(world, meaning)) return false;
  if (!isClass(world, meaning.definition) && !isCallable(world.kindOf(meaning.definition))) return false;
  const { definitions, expressions, bindings } = view.facts;
  const around = definitions.parent[variable]!;
  if (around !== MODULE_ROW && !isOwnMethod(world, definitionId(view.index, around), meaning.definition)) return false;
  if ((definitions.flags[variable]! & DefinitionFlag.conditional) !== 0) return false;
  const value = definitions.value[variable]!;
  if (definitions.type[variable] !== 0) return false;
  if (expressions.op[value] !== Op.name && !(expressions.op[value] === Op.member && isHolder(world, view, expressions.a[value]!))) {
    return false;
  }
  // Where constants are declared (`const`), other variables may be reassigned.
  if (!world.rules.assignmentsBind && definitions.kind[variable] !== DefinitionKind.constant) return false;
  const scope = definitions.scope[variable]!;
  const rows = view.find(scope, definitions.name[variable]!);
  const isOnly = rows.length === 1 && bindings.definition[rows[0]!] === variable && (bindings.block[rows[0]!] ?? 0) <= scope;
  return isOnly && (around === MODULE_ROW || !isSetBelow(world, definitionId(view.index, around), view.name(variable)));
}

/** Whether a subtype has a member of that name in place of that of `type`. */
function isSetBelow(world: World, type: DefinitionId, name: string): boolean {
  world.askName(name);
  for (const below of typesBelow(world, type)) {
    world.ask(fileOf(below));
    if (memberTable(world, below).has(name)) return true;
  }
  return false;
}

/** Whether names in a class body refer to the body, and the class declares the method itself. */
function isOwnMethod(world: World, type: DefinitionId, method: DefinitionId): boolean {
  return world.rules.assignmentsBind && world.kindOf(type) === DefinitionKind.class && world.kindOf(method) === DefinitionKind.method &&
    world.parentOf(method) === type;
}

/** Whether the object of a member is a module or a type, whose members do not depend on the reader. */
function isHolder(world: World, view: FileView, object: number): boolean {
  const { tag } = evaluateValue(world, view, object);
  return tag === Tag.module || tag === Tag.definition;
}
