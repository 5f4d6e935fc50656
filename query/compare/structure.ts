/**
 * The structured form of comparisons.
 * Stage: query. Invariant: the fields that identify a symbol in both refs and say what changed are always present; what did not change is
 * left out; hunks keep to a budget and say what they leave out.
 */
import { bytesOf, bytesOfJson } from "../../core/base/text_size.ts";
import type { FromTo, SignatureChange } from "../../core/compare/signature_change.ts";
import { cursorField } from "../answer/page.ts";
import type { Changes, Comparison } from "../compare.ts";
import type { ChangedSymbol } from "./compare_refs.ts";
import type { Uncertain } from "./head_callers.ts";
import type { ComparedSymbol } from "./compare_symbol.ts";
import type { Lacking } from "./lacking_types.ts";
import type { OldUse } from "./left_words.ts";
import type { OutdatedCall } from "./outdated_calls.ts";
import { FURTHER_TEST_FILES_SHOWN } from "../rows/test_files.ts";
import type { ResolvedCall } from "./resolved_calls.ts";

/** Lines of hunks for an agent; a person gets more. */
const AGENT_LINES = 60;
const PERSON_LINES = 600;
/** Most entries of a list within a comparison. */
export const LIST_ENTRIES = 25;
/** Most items that either form names of a list: test files, moves of whole types, files that changed outside of symbols. */
export const TEST_FILES_SHOWN = 20;
export const MOVES_SHOWN = 10;
export const OTHER_FILES_SHOWN = 10;
const LONGEST_LINE = 200;
/** Most fields that an entry names of its type. */
export const FIELDS_NAMED = 8;
/** Most uses of an old name that an entry names. */
export const OLD_USES_NAMED = 3;

/** Hunks as far as the budget allows. */
export function cutHunks(
  { compared, audience, toChange }: Comparison,
): { readonly hunks: { base_line: number; head_line: number; lines: string[] }[]; readonly left: number } {
  const most = !toChange.isFirst ? 0 : audience === "agent" ? AGENT_LINES : PERSON_LINES;
  const hunks: { base_line: number; head_line: number; lines: string[] }[] = [];
  let [used, left] = [0, 0];
  for (const { baseLine, headLine, lines } of compared.hunks) {
    const taken = lines.slice(0, Math.max(0, most - used)).map((line) =>
      line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line
    );
    used += taken.length;
    if (toChange.isFirst) left += lines.length - taken.length;
    if (taken.length > 0) hunks.push({ base_line: baseLine, head_line: headLine, lines: taken });
  }
  return { hunks, left };
}

/** The structured value of one comparison. */
export function structureComparison(value: Comparison): Record<string, unknown> {
  const { compared, base, head } = value;
  const shown = (compared.head ?? compared.base)!;
  const { hunks, left } = cutHunks(value);
  return {
    symbol: shown.name,
    path: shown.path,
    symbol_stable_id: shown.symbol_stable_id,
    base_ref: base,
    head_ref: head,
    base_version: compared.base ?? null,
    head_version: compared.head ?? null,
    diff_summary: compared.summary,
    ...(compared.moved === undefined ? {} : { moved: structureMove(compared) }),
    ...(compared.signature === undefined ? {} : { signature_change: structureSignature(compared.signature) }),
    ...listOf("calls_added", compared.calls.added),
    ...listOf("calls_removed", compared.calls.removed),
    ...structureCallers(compared.callers, compared.further, compared.callersRef, head),
    ...structureUncertain(compared.uncertain),
    ...structureLoose(compared.looseCalls),
    ...structureToChange(value),
    ...structureLacking(compared.lacking),
    ...(hunks.length === 0 ? {} : { hunks }),
    ...(left === 0 ? {} : { hunk_lines_left_out: left }),
    ...cursorField(value.toChange.cursor),
  };
}

/** The places that have to change with the symbol, as far as this page shows them. */
function structureToChange({ compared: { oldUses, outdated }, toChange }: Comparison): Record<string, unknown> {
  const old = toChange.shown.flatMap((one) => isOldUse(one) ? [one] : []);
  const calls = toChange.shown.flatMap((one) => isOldUse(one) ? [] : [one]);
  return {
    ...(oldUses === undefined ? {} : {
      old_name: oldUses.name,
      old_name_uses: old.map(({ caller, byName, ...use }) => ({
        ...use,
        ...(caller === "" ? {} : { caller }),
        ...(byName ? { by_name: true } : {}),
      })),
      total_old_name_uses: oldUses.uses.length,
      ...(oldUses.isKnown ? {} : { old_name_uses_by_name: true }),
    }),
    ...(outdated.known.length === 0 ? {} : { outdated_callers: calls, total_outdated_callers: outdated.known.length }),
    ...(outdated.loose.length === 0 ? {} : {
      possibly_outdated_calls: outdated.loose.slice(0, LIST_ENTRIES),
      total_possibly_outdated_calls: outdated.loose.length,
    }),
  };
}

/** Types that lack what their interface now requires. */
function structureLacking(lacking: Lacking | undefined): Record<string, unknown> {
  if (lacking === undefined) return {};
  const { contract, types } = lacking;
  const shown = types.slice(0, LIST_ENTRIES).map(({ name, path, line }) => ({ name, path, line }));
  return { asked_by: contract, lacking_types: shown, total_lacking_types: types.length };
}

/** A place that has to change with a symbol. */
export type ToChange = OldUse | OutdatedCall;

/** Whether such a place uses the old name, rather than being an outdated call. */
export function isOldUse(one: ToChange): one is OldUse {
  return "kind" in one;
}

/** The number of callers, and the ref in which they are counted unless it is head. */
function structureCallers(callers: number | undefined, further: number | undefined, ref: string, head: string): Record<string, unknown> {
  return callers === undefined ? {} : { callers, ...structureFurther(further), ...(ref === head ? {} : { callers_ref: ref }) };
}

/** If no caller is known: how many symbols may call it, and whether some may be missing. */
function structureUncertain({ isOpen, possible }: Uncertain): Record<string, unknown> {
  return { ...(possible === 0 ? {} : { possible_callers: possible }), ...(isOpen ? { callers_completeness: "possibly_incomplete" } : {}) };
}

function structureFurther(further: number | undefined): Record<string, unknown> {
  return further === undefined || further === 0 ? {} : { further_dependents: further };
}

function structureLoose(looseCalls: number): Record<string, unknown> {
  return looseCalls === 0 ? {} : { unresolved_calls: looseCalls };
}

function structureMove({ base, head, moved, summary }: ComparedSymbol): Record<string, unknown> {
  return {
    how: summary.status,
    from: `${base!.path}:${base!.line_start} ${base!.name}`,
    to: `${head!.path}:${head!.line_start} ${head!.name}`,
    similarity: Math.round(moved!.similarity * 100) / 100,
    evidence: moved!.evidence,
  };
}

/** Only the parts that changed. */
function structureSignature(change: SignatureChange): Record<string, unknown> {
  const list = (key: string, values: readonly unknown[]): Record<string, unknown> => values.length === 0 ? {} : { [key]: values };
  const pair = (key: string, value: FromTo | undefined): Record<string, unknown> => value === undefined ? {} : { [key]: value };
  const parameters = {
    ...list("added", change.added),
    ...list("removed", change.removed),
    ...list("renamed", change.renamed),
    ...list("retyped", change.retyped),
    ...list("defaults", change.defaults),
    ...list("handed_by", change.passing),
    ...(change.reordered ? { reordered: true } : {}),
  };
  return {
    ...(Object.keys(parameters).length === 0 ? {} : { parameters }),
    ...pair("result", change.result),
    ...pair("type_parameters", change.typeParameters),
    ...pair("receiver", change.receiver),
    ...list("modifiers_added", change.modifiersAdded),
    ...list("modifiers_removed", change.modifiersRemoved),
  };
}

function listOf(key: string, calls: readonly ResolvedCall[]): Record<string, unknown> {
  if (calls.length === 0) return {};
  const shown = calls.slice(0, LIST_ENTRIES).map(({ path, ...call }) => ({ ...call, ...(path === "" ? {} : { path }) }));
  return { [key]: shown, [`total_${key}`]: calls.length };
}

/** File -> changed symbols. */
export function structureChanges(value: Changes): Record<string, unknown> {
  const changes: Record<string, Record<string, unknown>[]> = {};
  for (const entry of value.shown) {
    const symbol = (entry.subject.head ?? entry.subject.base)!;
    (changes[symbol.path] ??= []).push(structureEntry(entry));
  }
  return {
    base_ref: value.base,
    head_ref: value.head,
    total_symbols: value.total,
    total_files: value.totalFiles,
    by_status: value.byStatus,
    ...(value.packed === 0 ? {} : { packed_symbols: value.packed }),
    ...(value.callersRef === value.head ? {} : { callers_ref: value.callersRef }),
    changes,
    ...structureBeside(value),
    ...cursorField(value.cursor),
  };
}

/** What a list says besides its symbols. */
export function structureBeside({ tests, otherFiles, moved }: Pick<Changes, "tests" | "otherFiles" | "moved">): Record<string, unknown> {
  return {
    ...(moved.length === 0 ? {} : {
      moved_unchanged: moved.slice(0, MOVES_SHOWN).map(({ looseCalls, ...one }) => ({ ...one, ...structureLoose(looseCalls) })),
      total_moved_unchanged: moved.length,
    }),
    ...(tests === undefined || tests.further.total === 0 ? {} : {
      further_tests: Object.fromEntries(tests.further.files.slice(0, FURTHER_TEST_FILES_SHOWN)),
      total_further_tests: tests.further.total,
      total_further_test_files: tests.further.files.length,
    }),
    ...(tests === undefined || tests.ofRoutes.total === 0 ? {} : {
      route_tests: Object.fromEntries(tests.ofRoutes.files.slice(0, TEST_FILES_SHOWN)),
      total_route_tests: tests.ofRoutes.total,
    }),
    ...(tests === undefined || tests.total === 0 ? {} : {
      tests: Object.fromEntries(tests.files.slice(0, TEST_FILES_SHOWN)),
      total_tests: tests.total,
      total_test_files: tests.files.length,
      ...(tests.broken.total === 0 ? {} : {
        broken_tests: Object.fromEntries(tests.broken.files.slice(0, TEST_FILES_SHOWN)),
        total_broken_tests: tests.broken.total,
      }),
    }),
    ...(otherFiles.length === 0 ? {} : { other_files: otherFiles.slice(0, OTHER_FILES_SHOWN), total_other_files: otherFiles.length }),
  };
}

/** Bytes that an entry adds to the list after the previous one. */
export function sizeOfEntry(entry: ChangedSymbol, previous: ChangedSymbol | undefined): number {
  const pathOf = ({ subject }: ChangedSymbol): string => (subject.head ?? subject.base)!.path;
  const path = pathOf(entry);
  return bytesOfJson(structureEntry(entry)) + 1 + (previous !== undefined && pathOf(previous) === path ? 0 : bytesOf(path) + 6);
}

/** Which of the named fields were added, removed and changed. */
function structureFields(fields: ChangedSymbol["fields"]): Record<string, unknown> {
  const named = (wanted: string): string[] => fields.filter(({ how }) => how === wanted).map(({ name }) => name);
  const [added, removed] = [named("added"), named("removed")];
  return { ...(added.length === 0 ? {} : { fields_added: added }), ...(removed.length === 0 ? {} : { fields_removed: removed }) };
}

function structureEntry(
  {
    subject,
    summary,
    callers,
    further,
    uncertain,
    looseCalls,
    outdated,
    misfits,
    looseOutdated,
    fields,
    oldUses,
    lacking,
  }: ChangedSymbol,
): Record<string, unknown> {
  const { base, head, pair } = subject;
  const symbol = (head ?? base)!;
  const from = pair === undefined || pair.how === "same"
    ? {}
    : { from: `${pair.base.path}:${pair.base.lineStart} ${pair.base.scopedName}`, similarity: Math.round(pair.similarity * 100) / 100 };
  return {
    name: symbol.scopedName,
    kind: symbol.kind,
    line: symbol.nameLine,
    status: summary.status,
    lines: `+${summary.lines_added} -${summary.lines_removed}`,
    ...(summary.signature_changed ? { signature_changed: true } : {}),
    ...(summary.surroundings_changed === true ? { surroundings_changed: true } : {}),
    ...(summary.export_changed === undefined ? {} : { export_changed: summary.export_changed }),
    ...(fields.length === 0 ? {} : {
      changed_fields: fields.slice(0, FIELDS_NAMED).map(({ name }) => name),
      ...structureFields(fields.slice(0, FIELDS_NAMED)),
      ...(fields.length > FIELDS_NAMED ? { total_changed_fields: fields.length } : {}),
    }),
    ...(callers === undefined ? {} : { callers }),
    ...structureUncertain(uncertain),
    ...structureFurther(further),
    ...structureLoose(looseCalls),
    ...(outdated === 0 ? {} : { outdated_callers: outdated }),
    ...(misfits === 0 ? {} : { outdated_by_result: misfits }),
    ...(looseOutdated === 0 ? {} : { possibly_outdated_calls: looseOutdated }),
    ...(oldUses === undefined ? {} : {
      old_name_uses: oldUses.uses.length,
      first_old_name_uses: oldUses.uses.slice(0, OLD_USES_NAMED).map(({ path, line }) => `${path}:${line}`),
      ...(oldUses.isKnown ? {} : { old_name_uses_by_name: true }),
    }),
    ...(lacking === undefined ? {} : {
      lacking_types: lacking.types.length,
      first_lacking_types: lacking.types.slice(0, OLD_USES_NAMED).map(({ name, path, line }) => `${name} ${path}:${line}`),
    }),
    ...from,
  };
}
