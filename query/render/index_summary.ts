/**
 * The text of `index`, `index_directory` and `index_file`.
 *
 * Stage: render. Invariant: up to twenty skipped files are listed with their reasons, the rest is counted.
 */
import { countSkipped } from "../../core/scan/decode_source.ts";
import type { IndexSummary } from "../../core/pipeline.ts";
import type { ReadHistory } from "../context.ts";
import type { IndexedFile } from "../index_directory.ts";
import { count, sharesOf, type Style } from "./style.ts";

const FILES_NAMED = 20;

/** What was done first, then the resulting index. */
export function renderIndexSummary(summary: IndexSummary, style: Style): string {
  const done = summary.parsed + summary.removed + summary.resolved === 0
    ? "nothing had changed"
    : `${count(summary.parsed, "file")} read, ${summary.resolved} resolved, ${summary.removed} dropped`;
  const { sites } = summary;
  const share = sharesOf([sites.resolved, sites.external, sites.ambiguous, sites.unresolved]);
  const lines = [
    `${style.strong(summary.root)} (${summary.ref}${summary.commit === "" ? "" : ` at ${summary.commit.slice(0, 12)}`}): ${done}, ${
      (summary.ms / 1000).toFixed(2)
    } s`,
    `${count(summary.files, "file")}, ${count(summary.lines, "line")}, ${count(summary.symbols, "symbol")}`,
    `call sites: ${share(sites.resolved)} resolved, ${share(sites.external)} external, ${share(sites.ambiguous)} ambiguous, ${
      share(sites.unresolved)
    } unresolved${summary.variables === 0 ? "" : `; ${share(summary.variables)} call through a variable`}`,
    ...Object.entries(summary.languages).map(([name, one]) => `  ${name}: ${count(one.files, "file")}, ${count(one.lines, "line")}`),
  ];
  if (summary.skipped.length > 0) {
    lines.push(`${count(countSkipped(summary.skipped), "file")} left out:`);
    for (const file of summary.skipped.slice(0, FILES_NAMED)) {
      lines.push(`  ${style.path(file.path)}  ${file.reason}${file.detail === "" ? "" : `: ${file.detail}`}`);
    }
  }
  if (summary.problems.length > 0) {
    lines.push(`${count(summary.problems.length, "file")} with syntax errors:`);
    for (const file of summary.problems.slice(0, FILES_NAMED)) lines.push(`  ${style.path(`${file.path}:${file.lines[0]?.[0] ?? 1}`)}`);
  }
  return lines.join("\n");
}

/** What was read from git's history. */
export function renderHistory({ decisions, errors, fixes, functions, left }: ReadHistory): string {
  const older = left === 0 ? "" : `; ${count(left, "older fix", "older fixes")} not read`;
  return `memory: ${count(decisions, "decision")}, ${count(errors, "error")}; new: ${
    count(fixes, "fix", "fixes")
  } of git's history, which touched ${count(functions, "function")}${older}`;
}

/** The result for one file. */
export function renderIndexedFile(file: IndexedFile, style: Style): string {
  const { resolved, external, unresolved } = file.sites;
  return [
    `${style.path(file.path)} (${file.language}): ${count(file.lines, "line")}, ${count(file.symbols, "symbol")}`,
    `call sites: ${resolved} resolved, ${external} external, ${unresolved} unresolved`,
    file.parsed === 0 ? "the index was up to date" : `${count(file.parsed, "changed file")} read`,
    ...file.problems.map(([from, to]) => `syntax error in lines ${from} to ${to}`),
  ].join("\n");
}
