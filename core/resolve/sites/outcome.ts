/**
 * The outcome of a call site or a value use: what it reaches.
 *
 * Stage: resolve. Invariant: the defaults are the careful ones: heuristic, and nothing reached.
 */
import { NO_ROWS } from "../../base/lists.ts";
import type { Rule } from "../../edges.ts";
import type { DefinitionId } from "../meaning.ts";

/** What a site was found to reach. */
export interface Outcome {
  targets: readonly DefinitionId[];
  candidates: readonly DefinitionId[];
  rule: Rule;
  heuristic: boolean;
  external: boolean;
  /** Best name if there is no target. */
  name: string;
  /** Not a call at all (a conversion, a variant): no row. */
  drop: boolean;
  /** The external code that it is passed to, by its full name; as written after `NOT_KNOWN` if not known; "": none. */
  givenTo: string;
}

/** Prefix of the receiver of a value if it is unknown (`server.get("/", f)` of an untyped server). */
export const NOT_KNOWN = "?";

/** Prefix of the name of an external type that a value becomes an instance of. */
export const BECOMING = "=";
/** Prefix of a built-in function in `givenTo`: it calls its argument during the call, or not at all. */
export const BUILT_IN = "!";

/** Whether the target of a call is unknown, and nothing in the repository has its name. */
export function isNotKnown({ rule, targets, candidates, external, drop }: Outcome): boolean {
  return rule === "unresolved" && targets.length === 0 && candidates.length === 0 && !external && !drop;
}

/** An outcome by `rule`, with defaults for the other properties. */
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

/** The outcome with further candidates `others`. */
export function withCandidates(found: Outcome, others: readonly DefinitionId[]): Outcome {
  return others.length === 0 ? found : { ...found, external: false, candidates: [...new Set([...found.candidates, ...others])] };
}

/**
 * The outcome of calling `text`, the result of another call: if unknown, it is not named after the inner call (`wrap(f)()` is not a call of
 * `wrap`).
 */
export function ofResult(found: Outcome, text: string): Outcome {
  return found.external || found.targets.length > 0 ? found : { ...found, name: text };
}
