/**
 * What a call site, or the place of a value, was found to reach.
 *
 * Stage: resolve. Invariant: what nobody says is the careful answer: heuristic, and nothing reached.
 */
import { NO_ROWS } from "../../base/lists.ts";
import type { Rule } from "../../edges.ts";
import type { DefinitionId } from "../meaning.ts";

/** What a call site was found to reach. */
export interface Outcome {
  targets: readonly DefinitionId[];
  candidates: readonly DefinitionId[];
  rule: Rule;
  heuristic: boolean;
  external: boolean;
  /** Best name where there is no target. */
  name: string;
  /** Not a call at all (a conversion, a variant): no row. */
  drop: boolean;
  /** What outside it is handed to, by its full name, or behind `UNTOLD` what nothing tells, as written; "": nothing. */
  givenTo: string;
}

/** Stands before what a value is handed to where nothing tells what that is (`server.get("/", f)` of an untyped server). */
export const UNTOLD = "?";

/** Stands before the name of a type outside that a value becomes one of. */
export const BECOMING = "=";
/** What a built-in function stands behind in `givenTo`: it runs what it is handed there, or not at all. */
export const BUILT_IN = "!";

/** Whether nothing tells what a call reaches, and nothing of the repository bears the name. */
export function isUntold({ rule, targets, candidates, external, drop }: Outcome): boolean {
  return rule === "unresolved" && targets.length === 0 && candidates.length === 0 && !external && !drop;
}

/** An outcome by `rule`; see the head of this file for what is left out. */
export function outcome(rule: Rule, parts: Partial<Outcome>): Outcome {
  return {
    targets: parts.targets ?? NO_ROWS,
    candidates: parts.candidates ?? NO_ROWS,
    rule,
    heuristic: parts.heuristic ?? true,
    external: parts.external ?? false,
    name: parts.name ?? "",
    drop: parts.drop ?? false,
    givenTo: parts.givenTo ?? "",
  };
}

/** What was found, which may also be one of `others` of the repository. */
export function withCandidates(found: Outcome, others: readonly DefinitionId[]): Outcome {
  return others.length === 0 ? found : { ...found, external: false, candidates: [...new Set([...found.candidates, ...others])] };
}

/** What a call of `text`, the result of another call, reaches: where nothing tells, not what gave it (`wrap(f)()` is no call of `wrap`). */
export function ofResult(found: Outcome, text: string): Outcome {
  return found.external || found.targets.length > 0 ? found : { ...found, name: text };
}
