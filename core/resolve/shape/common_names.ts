/**
 * Names so common outside the repository that a single definition of one proves nothing.
 *
 * Stage: resolve. Pure: based on the library's facts and the language's rules.
 */
import { DefinitionKind, type Facts, MODULE_ROW } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import type { ResolutionRules } from "../../rules/resolution_rules.ts";

const NAMED: ReadonlySet<number> = new Set([DefinitionKind.method, DefinitionKind.function, DefinitionKind.field]);

/**
 * The names that the rules list (`commonMethods`), and those of the library's functions and members, except members of types with few
 * values.
 */
export function commonNames(facts: Facts, { commonMethods, seldomTypes }: ResolutionRules): Set<string> {
  const { definitions, strings } = facts;
  const found = new Set(commonMethods);
  for (let row = MODULE_ROW + 1; row < definitions.length; row++) {
    const isSeldom = seldomTypes?.has(nameOfHolder(facts, definitions.parent[row]!)) === true;
    if (!isSeldom && NAMED.has(definitions.kind[row]!)) found.add(strings[definitions.name[row]!]!);
  }
  return found;
}

/** The name of the type or trait that a member is declared in: of an impl, that of the type that it is for. */
function nameOfHolder({ definitions, expressions: { op, a }, strings }: Facts, holder: number): string {
  if (definitions.kind[holder] !== DefinitionKind.impl) return strings[definitions.name[holder]!]!;
  const owner = definitions.owner[holder]!;
  const type = op[owner] === Op.apply ? a[owner]! : owner;
  return op[type] === Op.name ? strings[a[type]!]! : "";
}
