/**
 * What may be missing from the callers of a symbol, and why.
 *
 * Stage: query. There are two kinds: unresolved call sites of its name, and ways to run it that are no call sites at all.
 */
import { folderOf } from "../../core/base/path_parts.ts";
import { DefinitionFlag } from "../../core/facts.ts";
import { countSkipped, IGNORED, type SkipReason, SPARSE } from "../../core/scan/decode_source.ts";
import { type Context, readRow, readRows } from "../context.ts";
import type { Match } from "../names/find_symbol.ts";
import { damagedLines, describeMayCall } from "../rows/damaged_code.ts";
import { listed, placeAt } from "../rows/listed.ts";
import { isPassedOut } from "../rows/passed_out.ts";
import { HOLDER_KINDS, isClass, isType } from "../rows/node_types.ts";
import { readOwner } from "../rows/own_members.ts";
import { isAccessor, readSymbol } from "../rows/symbol_row.ts";
import { describeImporters } from "../walk/importers.ts";
import { readServed } from "../walk/served_routes.ts";
import { describeComputedLoads } from "./computed_loads.ts";
import { describeComputedReads, describeFullNames } from "./computed_reads.ts";
import { placeInDamagedCode } from "./damaged_aliases.ts";
import { describeDocExamples } from "./doc_examples.ts";
import { describeFitting } from "./fitting_interfaces.ts";
import { describePassed, describePassedWhole } from "./passed_outside.ts";
import { describePassedHere } from "./passed_here.ts";
import { describeLeftOut } from "./left_out_modules.ts";
import { type LooseSite, readLooseSites } from "./loose_sites.ts";
import { describeLostImports } from "./lost_imports.ts";
import { describeNamed } from "./named_unseen.ts";
import { readNamings } from "./namings.ts";
import { readPossibleReads } from "./possible_reads.ts";
import { describeOuterBases } from "./outer_bases.ts";
import { describeDouble } from "./test_doubles.ts";
import { describeAssembly, describeEntryPoints, describeTemplates } from "./template_mentions.ts";

/** External methods that a method overrides, directly or through methods of the repository. */
const REDEFINED = `WITH RECURSIVE given (ref) AS (SELECT ?),
  own (id) AS (SELECT value FROM json_each(?) UNION
    SELECT o.to_symbol_id FROM own CROSS JOIN edge o INDEXED BY edge_forward ON o.from_symbol_id = own.id AND o.edge_type = 'overrides'
    CROSS JOIN ref_file r ON r.resolution_id = o.resolution_id AND r.ref_id = (SELECT ref FROM given) WHERE o.to_symbol_id <> 0)
  SELECT n.text AS name, min(e.rule = 'structural') AS structural FROM own
  CROSS JOIN edge e INDEXED BY edge_forward ON e.from_symbol_id = own.id AND e.edge_type = 'overrides'
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = (SELECT ref FROM given)
  JOIN name n ON n.id = e.to_name_id WHERE e.external = 1 GROUP BY 1 ORDER BY 1`;

/** Calls of something external, by its own name or through a value, written with a given name. */
const WRITTEN = `SELECT p.path AS path, e.source_line AS line, e.source_column AS "column", t.text AS text, e.rule AS rule
  FROM name n CROSS JOIN edge e INDEXED BY edge_unresolved ON e.to_name_id = n.id AND e.to_symbol_id = 0
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? JOIN path p ON p.id = rf.path_id
  JOIN name t ON t.id = e.text_id WHERE n.text = ? AND e.edge_type = 'calls' AND e.external = 1 AND (t.text = ? OR t.text GLOB '*.' || ?)
  ORDER BY p.path, e.source_line, e.source_column`;

/** Whether a class's metaclass passes it on when it creates it. */
const PASSED_ON =
  `SELECT 1 FROM edge e INDEXED BY edge_forward CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  WHERE e.from_symbol_id = ? AND e.edge_type = 'references' AND instr(e.properties, '"hands_on":true') > 0 LIMIT 1`;
/** The signatures of constants, variables and fields with a name. */
const CONSTANTS = `SELECT sv.signature AS name FROM symbol s INDEXED BY symbol_by_name
  CROSS JOIN ref_file rf ON rf.ref_id = ? AND rf.path_id = s.path_id
  CROSS JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id AND sv.symbol_id = s.id
  WHERE s.name = ? AND s.kind IN ('constant', 'variable', 'field')`;
/** What is said of a value, which has readers instead of callers. */
export const READ_WITHOUT_A_CALL = "it is a value: reading or setting it is not a call, so what uses it is not among the callers";
const PASSED_OUT =
  "it is passed on where it is defined, to a decorator or to another language: what receives it may call it, and such calls are not in the list";
const MADE_BY_METACLASS =
  "its metaclass passes it on where it creates it: what receives it may instantiate it, and such calls are not in the list";
const BY_LANGUAGE =
  "the language itself runs it, or its library (operators, built-in functions, checks of errors): such calls are not all in the list";
const ENTRY = "it is run from outside (what starts the program, a linker, another language): such calls are not in the list";
const ASIDE = "it is in vendored code, which the rest of the repository reaches as external code: calls from there are not in the list";
const NOT_KNOWN = "it is a property: of some places it is unknown whether they read or set it";
const GIVEN_TO_MACRO = "its name is given to another macro, which may call it: such calls are not in the list";
/** Members of a type that stand for calling, constructing or indexing its values, which happens without a name. */
const SIGNATURE = /^(?:(?:new)?\(\)|\[\])$/;
const UNNAMED = "it is a signature without a name: calls and reads of values of its type go through it, and are not all in the list";
const STANDS_IN =
  "it stands in for what an ordinary build imports or assigns under its name (it is for type checkers, another version or another platform): calls by that name lead there, and are not in the list";
/** A constant initialized with a text, a number, a boolean or a `new` expression. */
const PLAIN = /^[^=]*[^=<>!]=\s*(?:[rbfu]{0,2}["'`]|[-+]?\d|new\s+[A-Z]|(?:true|false|True|False)\b)/;
/** The most sites listed one by one. */
const SHOWN = 8;
/** The most skipped files an answer names. */
const FILES_NAMED = 3;
/** The most routes an answer names. */
const ROUTES_NAMED = 3;
/**
 * Reasons for skipping a file that is likely to be code of the repository. A binary is not, and a link counts under the name it points to.
 */
const HIDES_CODE: ReadonlySet<SkipReason> = new Set(["unreadable", "name not UTF-8", "too large", "lfs pointer", IGNORED]);
/** What may be missing from the callers of a symbol. */
export interface MissingCallers {
  /** Unresolved calls of its name that may mean it: code before tests, likely ones first. */
  readonly unresolved: readonly LooseSite[];
  /** Why it may run without a call site, one sentence each. */
  readonly unseen: readonly string[];
  /** What else a change of it would have to consider, one sentence each. */
  readonly beside: readonly string[];
  /** Whether the list of callers can be relied on to be complete. */
  readonly completeness: "complete" | "possibly_incomplete";
}

/**
 * Reads what may be missing from the callers of a symbol.
 * @param asked rows of symbols being examined already. They count as complete here, which ends the recursion between symbols that override
 * each other; the call adds its own.
 */
export function readMissing(context: Context, match: Match, asked = new Set<number>()): MissingCallers {
  const { loose, isHeld } = readLooseSites(context, match);
  const damage = placeInDamagedCode(context, match.row.language, match.row.name);
  const own = damagedLines(context, match.row.path);
  const computed = describeComputedLoads(context, match.row);
  const { row } = match;
  const unseen = [
    ...unseenUses(context, match),
    ...unseenFiles(context, match.row),
    ...pendingFiles(context),
    ...[
      computed,
      describeComputedReads(context, row),
      describeFullNames(context, row),
      describeTemplates(context, row),
      describeAssembly(context, row),
      describeEntryPoints(context, row),
      describeImporters(context, row),
      describeLeftOut(context, row),
      describeLostImports(context, row),
      describePassedWhole(context, row, match.ids),
      row.kind === "method" ? describeFitting(context, row, match.ids) : "",
      describeDouble(context, row, match.ids),
    ].filter((reason) => reason !== ""),
    ...(damage === "" ? [] : [describeMayCall(context, damage)]),
    ...(own === ""
      ? []
      : [`its own file did not parse at line ${own}: where functions there begin and end, and what they call, may be wrong`]),
  ];
  const isDetermined = loose.length > 0 || isHeld || unseen.length > 0;
  // Last, because it is costly and most functions passed as values are known to be called.
  asked.add(row.id);
  const isComplete = (other: Match): boolean => asked.has(other.row.id) || readMissing(context, other, asked).completeness === "complete";
  const here = isDetermined ? "" : describePassedHere(context, match, isComplete) || describeNamed(context, match);
  return {
    unresolved: loose,
    unseen: here === "" ? unseen : [here],
    beside: [describeDocExamples(context, row)].filter((one) => one !== ""),
    completeness: isDetermined || here !== "" ? "possibly_incomplete" : "complete",
  };
}

/** Skipped files that may hold code of the language: listed by name, or counted where a sparse checkout keeps them off the disk. */
function unseenFiles(context: Context, { language, exported, path }: Match["row"]): string[] {
  const isOwnFolder = exported === 0 && context.rulesOf(language).privateTo === "folder";
  const skipped = context.ref.skipped.filter((one) =>
    (one.language ?? language) === language && (!isOwnFolder || folderOf(one.path) === folderOf(path))
  );
  const hidden = skipped.filter((one) => HIDES_CODE.has(one.reason));
  const named = listed(hidden.map(({ path, reason }) => `${path} (${reason})`), FILES_NAMED);
  const absent = countSkipped(skipped.filter(({ reason }) => reason === SPARSE));
  const leftOut = (files: string, number: number): string => `${files} ${number === 1 ? "was" : "were"} left out and may call it`;
  return [
    ...(hidden.length === 0 ? [] : [leftOut(named, hidden.length)]),
    ...(absent === 0
      ? []
      : [`${leftOut(`${absent === 1 ? "1 file" : `${absent} files`} (${SPARSE})`, absent)}; ref HEAD has ${absent === 1 ? "it" : "them"}`]),
  ];
}

function unseenUses(context: Context, match: Match): string[] {
  // A test is run by its test runner anyway.
  const isEntry = (match.row.flags & DefinitionFlag.entry) !== 0 && !isType(match.row);
  // Code that receives a class may instantiate it.
  const made = match.row.kind === "constructor" ? readSymbol(context, readOwner(context, match.row)) : undefined;
  const type = made ?? (isClass(context, match.row) ? match.row : undefined);
  const isPassedOn = type !== undefined && readRow(context, PASSED_ON, context.ref.id, type.id) !== undefined;
  const isPassed = isPassedOut(context, match.row.flags, match.ids) || (made !== undefined && isPassedOut(context, made.flags, [made.id]));
  return [
    ...(isPassed ? [describeServed(context, match) || PASSED_OUT] : []),
    ...(isPassedOn ? [MADE_BY_METACLASS] : []),
    ...(isEntry ? [ENTRY] : []),
    ...((match.row.flags & DefinitionFlag.aside) !== 0 && match.row.exported !== 0 && !isType(match.row) ? [ASIDE] : []),
    ...((match.row.flags & DefinitionFlag.standIn) !== 0 && match.row.kind !== "method" ? [STANDS_IN] : []),
    ...describePassed(context, match.row, match.ids),
    ...unseenByKind(context, match),
  ];
}

/** Says which routes a symbol serves itself; "" if none. */
function describeServed(context: Context, { ids }: Match): string {
  const routes = readServed(context, ids, []).map(({ route }) => route);
  return routes.length === 0
    ? ""
    : `it serves ${listed(routes, ROUTES_NAMED)}: requests run it without a call (callgrove impact names what asks for its routes)`;
}

function unseenByKind(context: Context, match: Match): string[] {
  const { row, ids } = match;
  const isProperty = isAccessor(row);
  if (!isProperty && isNeverCalled(context, row)) return [];
  if (HOLDER_KINDS.has(row.kind)) {
    return [READ_WITHOUT_A_CALL, ...standsFor(context, row)];
  }
  if (isProperty && !readPossibleReads(context, match).areCertain) return [NOT_KNOWN];
  if (row.kind === "macro") return readNamings(context, match).length === 0 ? [] : [GIVEN_TO_MACRO];
  const isImplicit = (row.flags & DefinitionFlag.implicit) !== 0;
  if ((row.kind === "constructor" || row.kind === "function") && isImplicit) return [BY_LANGUAGE];
  if (row.kind !== "method") return [];
  if (SIGNATURE.test(row.name)) return [UNNAMED];
  const key = /^\[(?!Symbol\.)(.+)\]$/.exec(row.name)?.[1];
  if (key !== undefined && !isSymbolConstant(context, key)) {
    return [`its name is what ${key} stands for: calls by that name are not in the list`];
  }
  const own = JSON.stringify(ids);
  const redefined = readRows<{ name: string; structural: 0 | 1 }>(context, REDEFINED, context.ref.id, own);
  if (redefined.length > 0) {
    const names = redefined.map(({ name }) => name).join(", ");
    const isStructural = redefined.every(({ structural }) => structural === 1);
    const runs = isStructural
      ? `implements ${names}, which code outside`
      : `redefines ${names}, which operators, the language and code outside`;
    return [`it ${runs} may run: such calls are not in the list`];
  }
  if (isImplicit) return [BY_LANGUAGE];
  return describeOuterBases(context, row, ids);
}

/**
 * Whether a symbol cannot be called at all: a type that is no class, a variant, a constant with a plain value. What names it is listed
 * apart from callers.
 */
function isNeverCalled(context: Context, row: Match["row"]): boolean {
  if (isType(row)) return !isClass(context, row);
  return row.kind === "enum_member" || (row.kind === "constant" && PLAIN.test(row.signature));
}

/** Whether all constants of that name hold JavaScript symbols, which alone can name the member. */
function isSymbolConstant(context: Context, name: string): boolean {
  const found = readNames(context, CONSTANTS, context.ref.id, name.slice(name.lastIndexOf(".") + 1));
  return found.length > 0 && found.every((signature) => /=\s*Symbol\s*[.(]|\bunique symbol\b/.test(signature));
}

/** Words that look like names and are values. */
const NO_NAMES: ReadonlySet<string> = new Set(["true", "false", "True", "False", "null", "undefined", "nil", "None", "iota"]);

/** The name that a variable, constant or field is merely an alias of, as written; undefined if it is none. */
export function otherNameOf({ kind, signature }: Match["row"]): string | undefined {
  if (!HOLDER_KINDS.has(kind)) return undefined;
  const other = /^[^=]*[^=<>!]=\s*([A-Za-z_$][\w$]*(?:\.[\w$]+)*)\s*(?:=[^=>]|;?$)/.exec(signature)?.[1];
  return other === undefined || NO_NAMES.has(other) ? undefined : other;
}

/** What external code is called through a value's name: what it holds, or what it is an alias of. */
function standsFor(context: Context, row: Match["row"]): string[] {
  const { name } = row;
  const other = otherNameOf(row);
  const written = readRows<LooseSite & { rule: string }>(context, WRITTEN, context.ref.id, other ?? name, name, name);
  const sites = written.filter(({ rule }) => other !== undefined || rule === "variable");
  if (sites.length === 0) return other === undefined ? [] : [`it stands for ${other}: calls by this name, if any, are those of ${other}`];
  const shown = sites.slice(0, SHOWN).map((site) => placeAt(site.path, site)).join(", ");
  const calls = sites.length === 1 ? "1 call by this name runs" : `${sites.length} calls by this name run`;
  const outside = other === undefined ? "it may hold what lies outside" : `it stands for ${other}, outside`;
  return [`${outside}: ${calls} that, ${sites.length > SHOWN ? "first " : ""}at ${shown}`];
}

/** Changed files that are not indexed yet may call anything. */
function pendingFiles({ pending = 0 }: Context): string[] {
  if (pending === 0) return [];
  return [`${pending === 1 ? "1 changed file is" : `${pending} changed files are`} not in the index yet and may call it`];
}

function readNames(context: Context, sql: string, ...values: (string | number)[]): string[] {
  return readRows<{ name: string }>(context, sql, ...values).map(({ name }) => name);
}
