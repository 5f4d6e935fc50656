/**
 * Names so common outside of a repository that one definition under them proves nothing.
 *
 * Stage: resolve. Pure: read off the library's facts and the language's rules.
 */
import { DefinitionKind, type Facts, MODULE_ROW } from "../../facts.ts";
import type { ResolutionRules } from "../../rules/resolution_rules.ts";

const NAMED: ReadonlySet<number> = new Set([DefinitionKind.method, DefinitionKind.function, DefinitionKind.field]);

/** The names that the rules list (`commonMethods`), and those of the library's functions and members, but for members of types that few values are of. */
export function commonNames({ definitions, strings }: Facts, { commonMethods, seldomTypes }: ResolutionRules): Set<string> {
  const found = new Set(commonMethods);
  for (let row = MODULE_ROW + 1; row < definitions.length; row++) {
    const isSeldom = seldomTypes?.has(strings[definitions.name[definitions.parent[row]!]!]!) === true;
    if (!isSeldom && NAMED.has(definitions.kind[row]!)) found.add(strings[definitions.name[row]!]!);
  }
  return found;
}
