/**
 * The text of `compare_symbol_between_commits`.
 *
 * Stage: render. Invariant: the status first, then what requires action (signature, outdated calls), changed lines last.
 */
import { append } from "../../core/base/lists.ts";
import type { SignatureChange } from "../../core/compare/signature_change.ts";
import type { SourceSymbol } from "../../core/compare/source_symbols.ts";
import type { Changes, Comparison } from "../compare.ts";
import type { CountedTests } from "../compare/changed_reach.ts";
import type { ChangedSymbol } from "../compare/compare_refs.ts";
import type { DiffSummary, Version } from "../compare/compare_symbol.ts";
import type { Lacking } from "../compare/lacking_types.ts";
import type { OldUse } from "../compare/left_words.ts";
import type { OldUses } from "../compare/old_name.ts";
import type { Outdated } from "../compare/outdated_calls.ts";
import type { ResolvedCall } from "../compare/resolved_calls.ts";
import {
  cutHunks,
  FIELDS_NAMED,
  isOldUse,
  LIST_ENTRIES,
  MOVES_SHOWN,
  OLD_USES_NAMED,
  OTHER_FILES_SHOWN,
  TEST_FILES_SHOWN,
} from "../compare/structure.ts";
import { FURTHER_TEST_FILES_SHOWN, FURTHEST_TESTS } from "../rows/test_files.ts";
import { listed } from "../rows/listed.ts";
import { isType, isValue } from "../rows/node_types.ts";
import { alignRows, count, type Style } from "./style.ts";

const CALLS_SHOWN = 25;
const SURROUNDINGS = "attributes or header";

/** The comparison of one symbol. */
export function renderComparison(value: Comparison, style: Style): string {
  const { compared } = value;
  const { summary } = compared;
  const shown = (compared.head ?? compared.base)!;
  const parts = [
    summary.signature_changed && !isExportAlone(summary) ? "signature" : "",
    summary.body_changed ? "body" : "",
    summary.surroundings_changed === true ? SURROUNDINGS : "",
    summary.only_blanks_changed === true ? "only blank lines or ends of lines" : "",
  ].filter((part) => part !== "");
  const exported = describeExport(summary);
  const what = `${parts.length === 0 ? "" : `, ${parts.join(" and ")} changed`}${exported === "" ? "" : `, ${exported}`}`;
  const shifted = summary.line_range_shifted && summary.status === "unchanged" ? ", at other lines" : "";
  const lines = [
    `${style.strong(shown.name)}  ${shown.kind}  ${summary.status}${what}${shifted}  +${summary.lines_added} -${summary.lines_removed}`,
    ...alignRows([describeVersion("base", value.base, compared.base, style), describeVersion("head", value.head, compared.head, style)]),
  ];
  if (compared.moved !== undefined) lines.push(`${summary.status}: ${compared.moved.evidence}`);
  if (compared.signature !== undefined) append(lines, describeSignature(compared.signature));
  append(lines, describeCalls("calls added", compared.calls.added));
  append(lines, describeCalls("calls removed", compared.calls.removed));
  const callers = describeCallers(shown, compared);
  const loose = describeLoose(compared.looseCalls);
  if (callers !== "") lines.push(`${callers} at ${compared.callersRef}${loose === "" ? "" : `; ${loose}`}`);
  append(lines, describeToChange(value, style));
  if (compared.lacking !== undefined) append(lines, describeLacking(compared.lacking, style));
  const { hunks, left } = cutHunks(value);
  for (const hunk of hunks) {
    lines.push(style.faint(`@@ -${hunk.base_line} +${hunk.head_line} @@`));
    append(lines, hunk.lines);
  }
  if (left > 0) lines.push(`(${count(left, "more line")} of the diff)`);
  return lines.join("\n");
}

/** What has to change: uses of the old name first, then calls with outdated arguments. */
function describeToChange({ compared: { oldUses, outdated }, toChange: { shown, after } }: Comparison, style: Style): string[] {
  const lines: string[] = [];
  const add = (title: string, rows: string[][]): void => {
    lines.push(style.warn(title));
    append(lines, alignRows(rows, "  "));
  };
  if (oldUses !== undefined) {
    const rows = shown.flatMap((one) =>
      isOldUse(one) ? [[`${one.path}:${one.line}`, one.caller, one.byName ? `${one.kind} by the name` : one.kind]] : []
    );
    add(`the old name ${oldUses.name} is still used, ${describeKinds(oldUses.uses)}:`, rows);
  }
  if (outdated.known.length > 0) {
    const rows = shown.flatMap((one) => isOldUse(one) ? [] : [[`${one.path}:${one.line}`, one.caller, describeOutdated(one)]]);
    add(`${count(outdated.known.length, "call")} ${nameOutdated(outdated.known)}:`, rows);
  }
  if (after > 0) lines.push(`(${after} more not shown)`);
  if (outdated.loose.length > 0) {
    const more = outdated.loose.length > LIST_ENTRIES ? `, the first ${LIST_ENTRIES}` : "";
    const rows = outdated.loose.slice(0, LIST_ENTRIES).map((one) => [`${one.path}:${one.line}`, one.text, describeOutdated(one)]);
    add(
      `${count(outdated.loose.length, "unresolved call")} of this name, which may mean it, ${nameOutdated(outdated.loose)}${more}:`,
      rows,
    );
  }
  return lines;
}

/** What about a call no longer fits. */
function describeOutdated({ arguments: passed, misfit }: Outdated): string {
  return misfit ?? count(passed, "argument");
}

/** How some calls do not fit, in words. */
function nameOutdated(calls: readonly Outdated[]): string {
  return calls.every(({ misfit }) => misfit === undefined)
    ? "with the old arguments"
    : calls.some(({ misfit }) => misfit === undefined)
    ? "with the old arguments or for the old result"
    : "for the old result";
}

/** Types that lack something required by an interface or a base. */
function describeLacking({ contract, types }: Lacking, style: Style): string[] {
  const more = types.length > LIST_ENTRIES ? `, the first ${LIST_ENTRIES}` : "";
  return [
    style.warn(`${count(types.length, "type")} that would be ${contract} but for it${more}:`),
    ...alignRows(types.slice(0, LIST_ENTRIES).map(({ name, path, line }) => [`${path}:${line}`, name]), "  "),
  ];
}

function describeKinds(uses: readonly OldUse[]): string {
  return (["call", "reference", "import", "declaration", "redefinition"] as const).flatMap((kind) => {
    const number = uses.filter((use) => use.kind === kind).length;
    return number === 0 ? [] : [count(number, kind)];
  }).join(", ");
}

function describeVersion(side: string, ref: string, version: Version | undefined, style: Style): string[] {
  if (version === undefined) return [side, ref, "–"];
  return [side, ref, style.path(`${version.path}:${version.line_start}-${version.line_end}`), version.signature];
}

function describeSignature(change: SignatureChange): string[] {
  const lines: string[] = [];
  const add = (what: string, values: readonly string[]): void => void (values.length > 0 && lines.push(`  ${what}: ${values.join(", ")}`));
  const or = (text: string): string => text === "" ? "none" : text;
  add("parameters added", change.added);
  add("parameters removed", change.removed);
  add("parameters renamed", change.renamed.map(({ from, to }) => `${from} -> ${to}`));
  add("parameters retyped", change.retyped.map(({ name, from, to }) => `${name}: ${or(from)} -> ${or(to)}`));
  add("defaults", change.defaults.map(({ name, from, to }) => `${name}: ${or(from)} -> ${or(to)}`));
  add("passed as a value", change.passing.map(({ name, from, to }) => `${name}: by ${from} -> by ${to}`));
  if (change.reordered) lines.push("  parameters in another order");
  const pairs = { result: change.result, "type parameters": change.typeParameters, receiver: change.receiver };
  for (const [what, pair] of Object.entries(pairs)) if (pair !== undefined) add(what, [`${or(pair.from)} -> ${or(pair.to)}`]);
  add("modifiers added", change.modifiersAdded);
  add("modifiers removed", change.modifiersRemoved);
  return lines.length === 0 ? [] : ["signature", ...lines];
}

function describeCalls(title: string, calls: readonly ResolvedCall[]): string[] {
  if (calls.length === 0) return [];
  const rows = calls.slice(0, CALLS_SHOWN).map((
    { name, line, path, resolution },
  ) => [`:${line}`, name, `${resolution}${path === "" ? "" : ` in ${path}`}`]);
  return [`${title}: ${calls.length}${calls.length > CALLS_SHOWN ? `, the first ${CALLS_SHOWN}` : ""}`, ...alignRows(rows, "  ")];
}

/** All changed symbols. */
export function renderChanges(value: Changes, style: Style): string {
  const statuses = Object.entries(value.byStatus).map(([status, n]) => `${n} ${status}`).join(", ");
  const lines = [
    value.total === 0
      ? `no symbol${value.pattern === "*" ? "" : ` that "${value.pattern}" means`} differs between ${value.base} and ${value.head} (${
        count(value.totalFiles, "changed file")
      } of known languages)`
      : `${style.strong(`${value.base} to ${value.head}`)}: ${count(value.total, "changed symbol")} (${statuses}), ${
        count(value.totalFiles, "changed file")
      }${value.packed === 0 ? "" : `; ${value.packed} of the symbols, in minified, built or copied code, come last`}`,
  ];
  append(lines, describeMoved(value));
  const rows = value.shown.map((entry) => describeEntry(entry));
  if (style.places === "full") append(lines, alignRows(rows));
  else {
    let path = "";
    for (const [i, row] of rows.entries()) {
      const symbol = symbolOf(value.shown[i]!);
      if (symbol.path !== path) lines.push(path = symbol.path);
      lines.push(`  ${row[1]} :${symbol.nameLine} ${row.slice(2).filter((cell) => cell !== "").join(" ")}`);
    }
  }
  if (value.tests !== undefined && value.tests.total + value.tests.further.total + value.tests.ofRoutes.total > 0) {
    const { broken, further, ofRoutes, ...reaching } = value.tests;
    lines.push(
      `${count(reaching.total, "test")} in ${count(reaching.files.length, "file")} within 3 calls${
        reaching.total === 0 ? "" : `: ${nameTests(reaching)}`
      }`,
    );
    if (further.total > 0) {
      const files = nameTests(further, FURTHER_TEST_FILES_SHOWN);
      lines.push(
        `${count(further.total, "test")} further away, within ${FURTHEST_TESTS} calls, in ${count(further.files.length, "file")}: ${files}`,
      );
    }
    if (ofRoutes.total > 0) {
      const files = nameTests(ofRoutes);
      lines.push(`${count(ofRoutes.total, "more test")} may call its HTTP routes, in ${count(ofRoutes.files.length, "file")}: ${files}`);
    }
    if (broken.total > 0) {
      lines.push(style.warn(`${broken.total} of these name what is gone, in ${count(broken.files.length, "file")}: ${nameTests(broken)}`));
    }
  }
  if (value.otherFiles.length > 0) {
    const files = count(value.otherFiles.length, "file");
    lines.push(
      `${files} changed outside of symbols (imports, a module's own statements, comments): ${listed(value.otherFiles, OTHER_FILES_SHOWN)}`,
    );
  }
  return lines.join("\n");
}

function nameTests({ files }: CountedTests, most = TEST_FILES_SHOWN): string {
  return listed(files.map(([path, n]) => `${path} (${n})`), most);
}

/** What moved as a whole, with the pattern that lists its symbols. */
function describeMoved({ moved }: Changes): string[] {
  const lines = moved.slice(0, MOVES_SHOWN).map(({ from, to, symbols, files, looseCalls }) => {
    const where = `${from === "" ? "./" : from} -> ${to === "" ? "./" : to}`;
    const loose = looseCalls === 0 ? "" : `, ${count(looseCalls, "unresolved call")} of their names`;
    return `${where}: ${count(symbols, "symbol")} in ${count(files, "file")} moved unchanged${loose} (each: '${to}*')`;
  });
  return moved.length > MOVES_SHOWN ? [...lines, `and ${moved.length - MOVES_SHOWN} more such moves`] : lines;
}

function describeExport({ export_changed: change }: DiffSummary): string {
  return change === undefined ? "" : change === "gained" ? "exported now" : "no longer exported";
}

/** Whether only the export of a symbol changed, and not its text. */
function isExportAlone({ export_changed, lines_added, lines_removed }: DiffSummary): boolean {
  return export_changed !== undefined && lines_added + lines_removed === 0;
}

function symbolOf({ subject }: ChangedSymbol): SourceSymbol {
  return (subject.head ?? subject.base)!;
}

type Called = Pick<ChangedSymbol, "callers" | "further" | "looseCalls" | "uncertain">;

/** Callers, and other dependents (through an interface or a base, by holding it, by inheriting from it); "" if none are expected. */
function describeCallers(
  { kind, isInTests = false }: { readonly kind: string; readonly isInTests?: boolean },
  { callers, further = 0, looseCalls, uncertain: { isOpen, possible } }: Called,
): string {
  if (callers === undefined) return "";
  // Values, types and tests are not expected to have callers.
  const isSilent = callers === 0 && (isValue({ kind }) || isType({ kind }) || (isInTests && !isOpen && possible === 0));
  if (isSilent) return further === 0 ? "" : count(further, "dependent");
  const some = possible > 0 ? `${count(possible, "caller")} possible` : "some possible";
  // Unresolved calls are reported as such already.
  const known = (isOpen && looseCalls === 0) || possible > 0 ? `no caller known, ${some}` : count(callers, "caller");
  return `${known}${further === 0 ? "" : `, ${count(further, "further dependent")}`}`;
}

/** Calls that may have meant a symbol before it moved. */
function describeLoose(looseCalls: number): string {
  return looseCalls === 0 ? "" : `${count(looseCalls, "unresolved call")} of this name may mean it`;
}

/** What still uses an old name, in a list. */
function describeLeft({ name, uses, isKnown }: OldUses): string {
  const places = listed(uses.map(({ path, line }) => `${path}:${line}`), OLD_USES_NAMED);
  return `${name} still used${isKnown ? "" : " (by the name)"} ${places}`;
}

/** Where a symbol came from, with the similarity of the texts if they differ, since it is the only evidence. */
function describeOrigin(pair: ChangedSymbol["subject"]["pair"]): string {
  if (pair === undefined || pair.how === "same") return "";
  const { base: { path, scopedName }, similarity } = pair;
  return `from ${path} ${scopedName}${similarity === 1 ? "" : ` (${Math.floor(similarity * 100)} % alike)`}`;
}

/** Fields that differ, and whether they were added or removed. */
function describeFields(fields: ChangedSymbol["fields"]): string {
  const named = fields.map(({ name, how }) => how === "changed" ? name : `${name} (${how})`);
  return fields.length === 0 ? "" : `${fields.length === 1 ? "field" : "fields"} ${listed(named, FIELDS_NAMED)}`;
}

function describeEntry(entry: ChangedSymbol): string[] {
  const {
    subject,
    summary,
    looseCalls,
    outdated,
    misfits,
    looseOutdated,
    fields,
    oldUses,
    lacking,
  } = entry;
  const symbol = symbolOf(entry);
  const notes = [
    describeCallers(symbol, entry),
    describeLoose(looseCalls),
    summary.signature_changed && !isExportAlone(summary) ? "signature changed" : "",
    summary.surroundings_changed === true ? `${SURROUNDINGS} changed` : "",
    describeExport(summary),
    outdated === misfits ? "" : `${outdated - misfits} with the old arguments`,
    misfits === 0 ? "" : `${misfits} for the old result`,
    looseOutdated === 0 ? "" : `${looseOutdated} unresolved of this name with them`,
    describeFields(fields),
    oldUses === undefined ? "" : describeLeft(oldUses),
    lacking === undefined
      ? ""
      : `lacked by ${listed(lacking.types.map(({ name, path, line }) => `${name} ${path}:${line}`), OLD_USES_NAMED)}`,
    describeOrigin(subject.pair),
  ];
  return [
    `${symbol.path}:${symbol.nameLine}`,
    symbol.scopedName,
    summary.status,
    `+${summary.lines_added} -${summary.lines_removed}`,
    notes.filter((note) => note !== "").join(", "),
  ];
}
