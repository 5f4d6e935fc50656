/**
 * The types that implement an interface: the question `query_interface_implementors`, the command `implementors`.
 *
 * Stage: query. Invariants: every interface, protocol, trait and abstract class that matches the pattern has a block of its own, even
 * without implementors. A plain name also matches other classes, whose subclasses are listed; a glob only classes that have subclasses. An
 * id or a place means the type there. An external contract is used if no type with the name here has subtypes.
 */
import * as z from "zod";
import { bytesOfJson } from "../core/base/text_size.ts";
import { CONTRACT_KINDS } from "../core/store/symbol_directory.ts";
import { cursorAt, cursorField, pageOf } from "./answer/page.ts";
import type { Context } from "./context.ts";
import { findAnySymbols } from "./names/find_symbol.ts";
import { nearSymbols } from "./names/nearest_names.ts";
import { fullOutsideName } from "./names/outside_names.ts";
import { findBases, findMatches } from "./names/search_matches.ts";
import { type Extending, type Implementor, type ImplementorsOf, implementorsOf } from "./nodes/implementors_of.ts";
import { nearImplementors } from "./walk/near_implementors.ts";
import { findOuterContracts, type OuterContract, readGiven } from "./nodes/outer_contracts.ts";
import { nothingFound, renderImplementors } from "./render/implementors.ts";
import { checkGlob, isGlob, withoutWildcards } from "./rows/globs.ts";
import { isContract, nodeTypeOf } from "./rows/node_types.ts";
import { packageOf } from "./rows/package_of.ts";
import { placeOf, type SymbolRow } from "./rows/symbol_row.ts";
import { atMost, cursorParameter, defineTool, limitOf } from "./tool.ts";

/** An interface, with the fields of the JSON of `query_interface_implementors`. */
export interface InterfaceBlock {
  /** Absent, like the place, for an external interface. */
  readonly id?: string;
  readonly type: string;
  readonly name: string;
  readonly file_path?: string;
  readonly line?: number;
  readonly package: string;
  readonly signature?: string;
  readonly total: number;
  readonly implementors: readonly Implementor[];
  readonly extended_by?: readonly Extending[];
  /** Types that nearly implement it, or declare to implement it, with what they lack. */
  readonly near?: readonly NearlyImplementing[];
}
/** A type that implements an interface except for a few methods. */
export interface NearlyImplementing {
  readonly name: string;
  readonly file_path: string;
  readonly line: number;
  readonly lacks: readonly string[];
  /** The number of lacking methods, if `lacks` does not list all. */
  readonly total_lacking?: number;
}

/** The implementors of what a pattern matches. */
export interface ImplementorsValue {
  readonly pattern: string;
  readonly total: number;
  readonly blocks: readonly InterfaceBlock[];
  /** If no interface matches: symbols with that name, or with similar names. */
  readonly near: readonly { readonly name: string; readonly type: string; readonly at: string }[];
  /** If no interface matches, but the name is that of an external symbol which is not indexed: its full name. */
  readonly outside?: {
    readonly name: string;
    /** Types whose values are used where it is expected, and which therefore implement it. */
    readonly given: ImplementorsValue["near"];
  };
  readonly cursor: string;
}

const STANDARD_LIMIT = 200;
const MOST_LIMIT = 2000;
const MOST_INTERFACES = 20_000;
const EXTENDED_SHOWN = 20;
const NEAR_SHOWN = 5;
const LACKS_SHOWN = 3;
/** A cursor is the index of an interface times this, plus the index of an implementor. */
const STEP = 1_000_000;
const CLASSES = ["class", "struct", "enum", "type_alias"];

/** The question: which types implement an interface. */
export const queryInterfaceImplementors = defineTool({
  name: "query_interface_implementors",
  title: "Who implements it",
  description:
    "Which types implement this interface, protocol, trait or abstract class? Go and Python protocols by their method sets, with " +
    "signatures, others by declaration (`rule`); `transitive` ones through a base or a wider interface. A plain class gives its subclasses.",
  parameters: {
    name_pattern: z.string().min(1).max(500).describe("Name, id or glob with * ? [abc]; also of the library: io.Writer."),
    json_output: z.boolean().optional().describe("Text as JSON."),
    limit: limitOf(STANDARD_LIMIT),
    cursor: cursorParameter,
  },
  output: { interfaces: z.array(z.looseObject({})) },
  command: {
    name: "implementors",
    summary: "which types implement an interface, protocol or trait",
    arguments: ["name_pattern"],
    options: { limit: "--limit <n>", cursor: "--cursor <cursor>" },
    optionHelp: { limit: atMost(MOST_LIMIT) },
    examples: [
      ["callgrove implementors Store", "one interface"],
      ["callgrove implementors '*Handler'", "all that match"],
      ["callgrove implementors io.Writer", "one of the library"],
      ["callgrove implementors '*' --json", "every interface, for scripts"],
    ],
  },
  run(context, params) {
    const pattern = checkGlob(params.name_pattern);
    const contracts = findContracts(context, pattern);
    const page = pageOf(context, "query_interface_implementors", params, STANDARD_LIMIT, MOST_LIMIT);
    const { blocks, next, bySize = false } = readBlocks(context, contracts, page);
    const cursor = next === undefined ? "" : cursorAt(context, page, next);
    const [only, ...more] = contracts;
    const others = only === undefined || more.length > 0 ? "" : implementorsOf(context, only).describeOthers();
    const outside = contracts.length > 0 || isGlob(pattern) ? undefined : findOutside(context, pattern);
    const near = contracts.length === 0 && outside === undefined ? findNear(context, pattern) : [];
    return {
      value: { pattern, total: contracts.length, blocks, near, ...(outside === undefined ? {} : { outside }), cursor },
      notes: {
        warnings: [...page.warnings, ...(others === "" ? [] : [others])],
        lowConfidence: contracts.length === 0,
        safetyLimit: bySize && page.isWidest === true,
        ...(others === "" && outside === undefined ? {} : { completeness: "partial" as const }),
        ...(next === undefined
          ? {}
          : { completeness: "truncated" as const, suggestedAction: `give a narrower pattern, or go on with cursor "${cursor}"` }),
      },
    };
  },
  structure: (value: ImplementorsValue) => ({
    total: value.total,
    ...(value.total === 0 ? { message: nothingFound(value) } : {}),
    ...(value.outside === undefined ? {} : { outside: value.outside }),
    interfaces: value.blocks,
    ...(value.near.length === 0 ? {} : { near: value.near }),
    ...cursorField(value.cursor),
  }),
  render: renderImplementors,
  isEmpty: (value: ImplementorsValue) => value.total === 0,
});

/**
 * Interfaces that match the pattern; also the classes with subclasses that match a glob, or, if a plain name matches no interface, the
 * classes with that name. If none of these has subtypes: external contracts with that name.
 */
function findContracts(context: Context, pattern: string): readonly (SymbolRow | OuterContract)[] {
  const found = findMatches(context, pattern, { contracts: true }, MOST_INTERFACES).rows;
  const isOpen = isGlob(pattern);
  if (found.length > 0 && !isOpen) return found;
  const classes = findMatches(context, pattern, { kinds: CLASSES, bases: isOpen }, MOST_INTERFACES).rows;
  const known = new Set(found.map((row) => row.id));
  const inside = isOpen ? [...found, ...classes.filter((row) => !known.has(row.id))] : classes;
  const isBuiltOn = isOpen ? inside.length > 0 : findBases(context, classes.map((row) => row.id)).size > 0;
  const outer = isBuiltOn ? [] : findOuterContracts(context, pattern);
  return outer.length > 0 ? outer : inside.length > 0 || isOpen ? inside : findTypesNamed(context, pattern);
}

/** Types given by an id, a place, or a file and a name. */
function findTypesNamed(context: Context, written: string): readonly SymbolRow[] {
  const kinds = new Set<string>([...CONTRACT_KINDS, ...CLASSES]);
  return findAnySymbols(context, written).map(({ row }) => row).filter(({ kind }) => kinds.has(kind));
}

/** Blocks from the cursor on, with as many entries as fit; `next` is where to continue, `bySize` tells whether the size limit ended it. */
function readBlocks(
  context: Context,
  contracts: readonly (SymbolRow | OuterContract)[],
  page: { readonly offset: number; readonly limit: number; readonly bytes: number },
): { blocks: InterfaceBlock[]; next?: number; bySize?: boolean } {
  const blocks: InterfaceBlock[] = [];
  let bytes = page.bytes;
  let entries = 0;
  let skip = page.offset % STEP;
  for (let i = Math.floor(page.offset / STEP); i < contracts.length; i++) {
    const { found, head } = readContract(context, contracts[i]!);
    bytes -= bytesOfJson(head) + 20;
    if (blocks.length > 0 && (bytes < 0 || entries >= page.limit)) return { blocks, next: i * STEP, bySize: entries < page.limit };
    const shown: Implementor[] = [];
    for (const one of found.describe(skip, skip + page.limit - entries + 1)) {
      bytes -= bytesOfJson(one) + 1;
      if ((bytes < 0 || entries >= page.limit) && entries > 0) {
        const done = skip + shown.length;
        const next = i * STEP + done;
        return { blocks: [...blocks, { ...head, implementors: shown }], next, bySize: entries < page.limit };
      }
      shown.push(one);
      entries++;
    }
    blocks.push({ ...head, implementors: shown });
    skip = 0;
  }
  return { blocks };
}

function readContract(
  context: Context,
  row: SymbolRow | OuterContract,
): { found: ImplementorsOf; head: Omit<InterfaceBlock, "implementors"> } {
  const found = implementorsOf(context, row);
  return {
    found,
    head: {
      ...headOf(context, row),
      total: found.total,
      ...(found.extendedBy.length === 0 ? {} : { extended_by: found.extendedBy.slice(0, EXTENDED_SHOWN) }),
      ...nearOf(context, row),
    },
  };
}

/** Types that lack little of it, as in code in the middle of a change. */
function nearOf(context: Context, row: SymbolRow | OuterContract): Pick<InterfaceBlock, "near"> {
  const near = "id" in row ? nearImplementors(context, row) : [];
  return near.length === 0 ? {} : {
    near: near.slice(0, NEAR_SHOWN).map(({ name, path, line, lacks }) => ({
      name,
      file_path: path,
      line,
      lacks: lacks.slice(0, LACKS_SHOWN),
      ...(lacks.length > LACKS_SHOWN ? { total_lacking: lacks.length } : {}),
    })),
  };
}

function headOf(context: Context, row: SymbolRow | OuterContract): Omit<InterfaceBlock, "implementors" | "total"> {
  if (!("id" in row)) return { type: "External", name: row.name, package: "" };
  return {
    id: row.stableId,
    type: nodeTypeOf(row),
    name: row.name,
    file_path: row.path,
    line: row.nameLine,
    package: packageOf(context, row.path),
    ...(row.signature === "" ? {} : { signature: row.signature }),
  };
}

function show(row: SymbolRow): ImplementorsValue["near"][number] {
  return { name: row.qualifiedName, type: nodeTypeOf(row), at: placeOf(row) };
}

function findOutside(context: Context, pattern: string): ImplementorsValue["outside"] {
  const name = fullOutsideName(context, pattern);
  return name === undefined ? undefined : { name, given: readGiven(context, name).slice(0, EXTENDED_SHOWN).map(show) };
}

function findNear(context: Context, pattern: string): ImplementorsValue["near"] {
  const others = findMatches(context, pattern, {}, 3).rows;
  if (others.length > 0) return others.map(show);
  const bare = withoutWildcards(pattern);
  if (bare === "") return [];
  return nearSymbols(context, bare, 3, { fits: isContract }).map(({ row }) => show(row));
}
