/**
 * Variables of a module that are another name of a class or function, as an import's alias is (`Text = String`).
 *
 * Stage: resolve. Invariant: of what may be bound again, or only under a condition, nothing is said.
 */
import { DefinitionFlag, DefinitionKind, isCallable, MODULE_ROW } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { evaluateValue } from "../evaluate.ts";
import { type Meaning, Tag } from "../meaning.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";

/** The scope of a file's own names. */
const MODULE_SCOPE = 1;

/** Whether the variable in the row `variable` of `definitions`, whose value means `meaning`, is another name of just that. */
export function isPlainAlias(world: World, view: FileView, variable: number, meaning: Meaning): boolean {
  if (meaning.tag !== Tag.definition || meaning.held || meaning.weak || !world.isOwnDefinition(meaning)) return false;
  const kind = world.kindOf(meaning.definition);
  if (kind !== DefinitionKind.class && !isCallable(kind)) return false;
  const { definitions, expressions, bindings } = view.facts;
  if (definitions.parent[variable] !== MODULE_ROW || (definitions.flags[variable]! & DefinitionFlag.conditional) !== 0) return false;
  const value = definitions.value[variable]!;
  if (definitions.type[variable] !== 0) return false;
  if (expressions.op[value] !== Op.name && !(expressions.op[value] === Op.member && isHolder(world, view, expressions.a[value]!))) {
    return false;
  }
  // Where declarations tell what stays (`const`), the others may be given something else.
  if (!world.rules.assignmentsBind && definitions.kind[variable] !== DefinitionKind.constant) return false;
  const rows = view.find(MODULE_SCOPE, definitions.name[variable]!);
  return rows.length === 1 && bindings.definition[rows[0]!] === variable && (bindings.block[rows[0]!] ?? 0) <= MODULE_SCOPE;
}

/** Whether what stands before a dot is a module or a type, whose members are what they are whoever reads them. */
function isHolder(world: World, view: FileView, object: number): boolean {
  const { tag } = evaluateValue(world, view, object);
  return tag === Tag.module || tag === Tag.definition;
}
