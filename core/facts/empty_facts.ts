/**
 * Facts of a text that could not be read.
 *
 * Stage: parse. Invariant: the parser is not needed for it.
 */
import { countLines } from "../base/count_lines.ts";
import { DefinitionKind, ScopeKind } from "../facts.ts";
import { FactsBuilder } from "./facts_builder.ts";
import type { StoredFacts } from "./stored_facts.ts";

/** Facts that contain only the module and its lines, all of them marked as damaged. */
export function emptyFacts(source: string): StoredFacts {
  const lines = countLines(source);
  const facts = new FactsBuilder();
  facts.add("definitions", {
    kind: DefinitionKind.module,
    body: 1,
    end: source.length,
    lineStart: 1,
    lineEnd: Math.max(1, lines),
    nameLine: 1,
    nameColumn: 1,
    complexity: 1,
  });
  facts.add("scopes", { kind: ScopeKind.module, definition: 1, end: source.length });
  if (lines > 0) facts.add("problems", { lineStart: 1, lineEnd: lines, end: source.length });
  return facts.finish(lines);
}
