/**
 * What changed between two refs: the question `compare_symbol_between_commits`, the command `compare`.
 * Stage: query. Invariants: a ref need not be indexed, and only what is needed is read from it; status, counts and signature come from the
 * texts; a name that means several symbols is refused with the candidates; a pattern lists every changed symbol that matches it.
 */
import * as z from "zod";
import { indexingRef } from "../core/base/shell_word.ts";
import { bytesOfJson } from "../core/base/text_size.ts";
import { CallgroveError } from "../core/errors.ts";
import { cursorBehind, cutPage, notesOfPage, pageOf } from "./answer/page.ts";
import { chooseSubject, type FoundSubjects, readAsFolder, readAsRefs } from "./compare/choose_subject.ts";
import { countFurther, findReachingTests, type ReachingTests } from "./compare/changed_reach.ts";
import { type ChangedFiles, type ChangedSymbol, filesBeside, listChanges, readChanges } from "./compare/compare_refs.ts";
import { type ComparedSymbol, compareSymbol } from "./compare/compare_symbol.ts";
import { filesMeant, findSubjects, havePath, nearestOfRefs, type Sides, type Subject } from "./compare/find_subjects.ts";
import { callerRefName, describeCallerRef, readUncertain } from "./compare/head_callers.ts";
import { type MovedWhole, takeMovedWholes } from "./compare/moved_wholes.ts";
import type { OldUses } from "./compare/old_name.ts";
import type { OutdatedCalls } from "./compare/outdated_calls.ts";
import { patternTaker, withoutCopied } from "./compare/symbol_patterns.ts";
import { readLeftWords } from "./compare/left_words.ts";
import { lostParts } from "./compare/type_parts.ts";
import type { FileWords, RefTree } from "./compare/ref_reader.ts";
import { sizeOfEntry, structureBeside, structureChanges, structureComparison, type ToChange } from "./compare/structure.ts";
import type { Context } from "./context.ts";
import type { Notes } from "./metadata.ts";
import { plainName } from "./rows/plain_name.ts";
import { renderChanges, renderComparison } from "./render/compare.ts";
import { count } from "./render/style.ts";
import { atMost, cursorParameter, defineTool, limitOf, NAME_FORMS, onlyInFile, symbolName } from "./tool.ts";

const STANDARD_LIMIT = 60;
const MOST_LIMIT = 2000;
/** Bytes reserved for the places to change beside a long diff. */
const LEAST_BYTES = 2500;

/** One symbol in two refs. */
export interface Comparison {
  readonly kind: "symbol";
  readonly base: string;
  readonly head: string;
  readonly compared: ComparedSymbol;
  /** This page of the places to change: uses of the old name, and outdated calls. */
  readonly toChange: { readonly shown: readonly ToChange[]; readonly isFirst: boolean; readonly after: number; readonly cursor: string };
  /** Hunks are cut to a budget for agents. */
  readonly audience: Context["audience"];
}
/** All changed symbols. */
export interface Changes {
  readonly kind: "list";
  readonly base: string;
  readonly head: string;
  readonly shown: readonly ChangedSymbol[];
  /** On the first page: what moved unchanged together with its folder or file and is not listed one by one. */
  readonly moved: readonly MovedWhole[];
  readonly total: number;
  readonly totalFiles: number;
  /** The pattern that selects symbols; "*" for all. */
  readonly pattern: string;
  /** Files that changed outside of symbols; only if all symbols were asked for. */
  readonly otherFiles: readonly string[];
  /** On the first page: the tests that reach what changed. */
  readonly tests: ReachingTests | undefined;
  readonly byStatus: Readonly<Record<string, number>>;
  /** How many of the changes are in generated or copied code; these come last. */
  readonly packed: number;
  /** The ref whose callers are counted. */
  readonly callersRef: string;
  readonly cursor: string;
}

interface Gathered extends FoundSubjects {
  readonly warnings: readonly string[];
  readonly listed?: Listed;
  /** Where the subjects' old names occur at head. */
  readonly words?: readonly FileWords[];
}

/** How an answer is shown. */
interface Shown {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** The changes that a list is made of. */
interface Listed {
  readonly files: ChangedFiles;
  /** The pattern that selects their symbols; "*" for all. */
  readonly pattern: string;
}

const PARAMETERS = {
  symbol_name: symbolName.describe(`Which symbol: ${NAME_FORMS}; or a pattern (*, Job.*, app/*) for all changed ones.`),
  base_ref: z.string().min(1).max(500).describe('The older side: commit, branch, tag or "live".'),
  head_ref: z.string().min(1).max(500).describe("The newer side."),
  path: onlyInFile,
  strict_refs: z.boolean().optional().describe("Only indexed refs."),
  limit: limitOf(STANDARD_LIMIT),
  cursor: cursorParameter,
};

/** The question: what changed between two refs, in one symbol or in all. */
export const compareSymbolBetweenCommits = defineTool<typeof PARAMETERS, Comparison | Changes, Gathered>({
  name: "compare_symbol_between_commits",
  title: "What changed between two refs",
  description:
    "What changed in this function, method or class between two commits, branches or tags? Signature before and after, body diff, " +
    "status (added, deleted, modified, unchanged, moved, renamed), calls added and removed, what still uses an old name (`old_name_uses`) or passes old arguments (`outdated_callers`). With a pattern such as " +
    '"*": all changed symbols of a branch with their callers, the riskiest first, and the tests to run. The ref "live" is the working tree.',
  parameters: PARAMETERS,
  output: {
    symbol: z.string(),
    base_version: z.looseObject({}).nullable(),
    head_version: z.looseObject({}).nullable(),
    diff_summary: z.looseObject({}),
    changes: z.looseObject({}).describe("File -> changed symbols, where a pattern was given."),
  },
  command: {
    name: "compare",
    summary: "what changed in a symbol, or in all, between two refs",
    arguments: ["symbol_name"],
    options: {
      base_ref: "--base <ref>",
      head_ref: "--head <ref>",
      path: "--file <path>",
      strict_refs: "--strict-refs",
      limit: "--limit <n>",
      cursor: "--cursor <cursor>",
    },
    optionHelp: { limit: atMost(MOST_LIMIT) },
    defaults: { symbol_name: "*", base_ref: "HEAD", head_ref: "live" },
    examples: [
      ["callgrove compare load --base v1.0 --head main", "one symbol between a tag and a branch"],
      ["callgrove compare load", "uncommitted edits of it"],
      ["callgrove compare --base main --head feature", "all symbols that a branch changes, and the tests to run"],
      ["callgrove compare 'Job.*' --base HEAD~3", "those of one class, up to the working tree"],
    ],
  },
  ofRefs: ({ base_ref, head_ref }) => [base_ref, head_ref],
  async gather(context, params) {
    const reader = context.readRefs(context.db, context.pending !== undefined);
    const base = await reader.findTree(params.base_ref);
    const sides: Sides = { base, head: params.head_ref === params.base_ref ? base : await reader.findTree(params.head_ref) };
    const foreign = [...new Set([sides.base, sides.head])].filter((tree) => tree.refId === undefined && !tree.live);
    if (params.strict_refs === true && foreign.length > 0) throw refNotIndexed(foreign[0]!);
    const warnings = describeReadRefs(foreign);
    const { symbol_name: name, path } = params;
    const subjects = isPattern(name) ? undefined : await findSubjects(context, reader, sides, name, path, warnings);
    if (subjects !== undefined && subjects.length > 0) {
      const gone = subjects.flatMap(({ base, head }) => [
        ...base === undefined || base.stableId === head?.stableId ? [] : [base],
        ...lostParts({ base, head }),
      ]);
      return { sides, warnings, subjects, words: await readLeftWords(reader, sides, gone, warnings) };
    }
    if (subjects !== undefined && !havePath(context, sides, name)) {
      const instead = await readAsRefs(reader, name) ?? readAsFolder(context, sides, name);
      return { sides, warnings, subjects, instead, near: instead === undefined ? await nearestOfRefs(context, reader, sides, name) : [] };
    }
    // A path in the place of a name asks for everything that is defined there.
    const [pattern, inside] = subjects === undefined ? [name, path] : ["*", name];
    const inPath = withoutCopied(context, sides, pattern, filesMeant(context, sides, inside));
    const wanted = { inPath, takes: patternTaker(sides, pattern) };
    return { sides, warnings, listed: { pattern, files: await readChanges(context, reader, sides, wanted, warnings) } };
  },
  run(context, params, gathered) {
    const { sides, warnings, listed, words = [] } = gathered;
    if (listed !== undefined) return answerList(context, params, sides, listed, warnings);
    return answerOne(context, params, sides, { subject: chooseSubject(params, gathered), words }, warnings);
  },
  structure: (value) => value.kind === "list" ? structureChanges(value) : structureComparison(value),
  render: (value, style) => value.kind === "list" ? renderChanges(value, style) : renderComparison(value, style),
  isEmpty: (value) => value.kind === "list" && value.total === 0,
});

/** Whether the answer rests on commits alone (the callers of an unindexed head are the working tree's), and where its texts come from. */
function originOf({ base, head }: Sides): Required<Pick<Notes, "ofCommits" | "texts">> {
  const isOfDisk = base.live || head.live;
  return { ofCommits: !isOfDisk && head.refId !== undefined, texts: isOfDisk ? "disk" : "git" };
}

/** Whether the name is a pattern; Go's `(*T).m` is a plain name. */
function isPattern(name: string): boolean {
  return plainName(name).includes("*");
}

function answerOne(
  context: Context,
  params: Shown,
  sides: Sides,
  { subject, words }: { readonly subject: Subject; readonly words: readonly FileWords[] },
  warnings: readonly string[],
): { value: Comparison; notes: Notes } {
  const page = pageOf(context, "compare_symbol_between_commits", params, STANDARD_LIMIT, MOST_LIMIT);
  const compared = compareSymbol(context, sides, subject, words);
  const { calls, summary, outdated, oldUses } = compared;
  const byText = summary.lines_added + summary.lines_removed + calls.added.length + calls.removed.length > 0 ? calls.byText : [];
  const bare: Comparison = {
    kind: "symbol",
    base: sides.base.name,
    head: sides.head.name,
    compared,
    toChange: { shown: [], isFirst: page.offset === 0, after: 0, cursor: "" },
    audience: context.audience,
  };
  const all = [...oldUses?.uses ?? [], ...outdated.known];
  const bytes = Math.max(LEAST_BYTES, page.bytes - bytesOfJson(structureComparison(bare)));
  const cut = cutPage<ToChange>(all, { ...page, bytes }, (one) => bytesOfJson(one) + 1);
  const cursor = cursorBehind(context, page, cut);
  return {
    value: { ...bare, toChange: { ...bare.toChange, shown: cut.shown, after: cut.after, cursor } },
    notes: {
      ...originOf(sides),
      warnings: [
        ...warnings,
        ...page.warnings,
        ...[...new Set(byText)].map((ref) =>
          `calls at "${ref}" are read from its text, and resolved only as far as other refs allow; to resolve all: ${indexingRef(ref)}`
        ),
        ...(compared.head === undefined ? [] : describeCallerRef(context, sides.head)),
        ...(oldUses === undefined ? [] : [describeOldUses(oldUses, sides)]),
        ...describeOutdated(outdated, sides.head),
      ],
      ...notesOfPage(cut, "places to change", cursor),
    },
  };
}

/** Says that an old name is still used, and on what evidence. */
function describeOldUses({ name, uses, isKnown }: OldUses, { base, head }: Sides): string {
  const places = `${uses.length === 1 ? "1 place" : `${uses.length} places`} at "${head.name}" still ${
    uses.length === 1 ? "uses" : "use"
  } the old name ${name}`;
  const byName = uses.filter((use) => use.byName).length;
  const some = byName === 0 ? "" : `, ${byName === uses.length ? "all" : byName} of them by the name alone: other symbols have it too`;
  return isKnown
    ? places + some
    : `${places}, which leads nowhere; only the name suggests that it meant this symbol, because "${base.name}" is not indexed`;
}

/** Says which refs were read from git; one with the working tree's very files is covered by the working tree's index. */
function describeReadRefs(foreign: readonly RefTree[]): string[] {
  const names = foreign.filter(({ asLive }) => !asLive).map(({ name }) => `"${name}"`);
  if (names.length === 0) return [];
  const [ref, are, were] = names.length === 1 ? ["ref", "is", "was"] : ["refs", "are", "were"];
  return [`${ref} ${names.join(" and ")} ${are} not in the index and ${were} read from git`];
}

/** Says which calls no longer fit the new declaration, and how many unresolved ones may not. */
function describeOutdated({ known, loose }: OutdatedCalls, { name }: RefTree): string[] {
  const calls = count(known.length, "call");
  return [
    ...(known.length === 0
      ? []
      : known.some(({ misfit }) => misfit !== undefined)
      ? [`${calls} at "${name}" ${known.length === 1 ? "does" : "do"} not fit what the signature says now`]
      : [`${calls} at "${name}" still ${known.length === 1 ? "passes" : "pass"} the arguments of the old signature`]),
    ...(loose.length === 0
      ? []
      : [`${count(loose.length, "call")} of this name at "${name}" that could not be resolved may mean it, and would be outdated as well`]),
  ];
}

function answerList(
  context: Context,
  params: Shown,
  sides: Sides,
  { files, pattern }: Listed,
  warnings: readonly string[],
): { value: Changes; notes: Record<string, unknown> } {
  const page = pageOf(context, "compare_symbol_between_commits", params, STANDARD_LIMIT, MOST_LIMIT);
  const all = listChanges(context, sides, files);
  // The tests stand on the first page only.
  const isFirst = page.offset === 0;
  const tests = isFirst && all.length > 0 ? findReachingTests(context, sides.head, all) : undefined;
  const otherFiles = isFirst && pattern === "*" ? filesBeside(files, all) : [];
  // A pattern asks for each symbol, so nothing is grouped.
  const { single, moved } = pattern === "*" ? takeMovedWholes(all) : { single: all, moved: [] };
  const beside = bytesOfJson(structureBeside({ tests, otherFiles, moved }));
  const cut = cutPage(single, { ...page, bytes: page.bytes - beside }, sizeOfEntry);
  const byStatus: Record<string, number> = {};
  for (const { summary } of all) byStatus[summary.status] = (byStatus[summary.status] ?? 0) + 1;
  const cursor = cursorBehind(context, page, cut);
  return {
    value: {
      kind: "list",
      base: sides.base.name,
      head: sides.head.name,
      shown: cut.shown.map((change) => withFurther(context, sides.head, change)),
      moved: isFirst ? moved : [],
      total: all.length,
      totalFiles: files.paths.length,
      pattern,
      tests,
      otherFiles,
      byStatus,
      packed: all.filter(({ packed }) => packed).length,
      callersRef: callerRefName(context, sides.head),
      cursor,
    },
    notes: {
      ...originOf(sides),
      warnings: [
        ...warnings,
        ...page.warnings,
        ...(all.length === 0 ? [] : describeCallerRef(context, sides.head)),
      ],
      ...(files.unread.size > 0 ? { completeness: "partial" as const } : {}),
      ...notesOfPage(cut, "changed symbols", cursor),
    },
  };
}

function withFurther(context: Context, head: RefTree, change: ChangedSymbol): ChangedSymbol {
  if (change.subject.head === undefined || change.callers === undefined) return change;
  const { stableId } = change.subject.head;
  const uncertain = change.callers === 0 ? readUncertain(context, head, stableId) : change.uncertain;
  return { ...change, further: countFurther(context, head, stableId), uncertain };
}

function refNotIndexed(tree: RefTree): CallgroveError {
  return new CallgroveError("ref_not_indexed", `Cannot compare with ref "${tree.name}": it is not in the index, and strict_refs is set`, {
    hint: `Index it first (${indexingRef(tree.name)}), or leave strict_refs out.`,
    data: { ref: tree.name, known_to_git: true, remediation: indexingRef(tree.name) },
  });
}
