/**
 * Facts of a text that nobody could read.
 *
 * Stage: parse. Invariant: the parser is not needed for it.
 */
import { countLines } from "../base/count_lines.ts";
import { DefinitionKind, ScopeKind } from "../facts.ts";
import { FactsBuilder } from "./facts_builder.ts";
import type { StoredFacts } from "./stored_facts.ts";

/** Facts of a text of which nothing is known but its lines: the module alone, and that all of it is damaged. */
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
