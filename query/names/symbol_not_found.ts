/**
 * The error for a name without symbols: why there are none, the nearest names, and what to ask instead.
 *
 * Stage: query. Invariant: it says no more than the index knows: it does not deny what may be external, in unparsed code or in a changed
 * file.
 */
import { CallgroveError } from "../../core/errors.ts";
import { isHandle } from "../../core/facts/symbol_ids.ts";
import type { Context } from "../context.ts";
import { count } from "../render/style.ts";
import { placeOfLost } from "../rows/damaged_code.ts";
import { FAILED_NOTE, readFileNotes } from "../rows/file_notes.ts";
import { isType } from "../rows/node_types.ts";
import { bareName, lastOfPlain, plainName } from "../rows/plain_name.ts";
import { recallShownName, type SymbolRow } from "../rows/symbol_row.ts";
import { nearestNames } from "./nearest_names.ts";
import { describeOpenCalls, findOpenCalls } from "./open_calls.ts";
import { asOutside, findOuterMember, findOutside, type OuterMember } from "./outside_names.ts";
import { findFiles } from "./paths.ts";

/** The most external types listed in an error. */
const BASES_SHOWN = 3;

/** What was asked for. */
interface Sought {
  /** As written. */
  readonly written: string;
  /** The name in it, without the file before it. */
  readonly wanted: string;
  /** The only file in which it was looked for. */
  readonly path: string | undefined;
}

type FindByName = (name: string) => readonly SymbolRow[];

/**
 * Makes the error.
 * @param findByName looks up symbols by their whole name or the end of it
 */
export function symbolNotFound(context: Context, { written, wanted, path }: Sought, findByName: FindByName): CallgroveError {
  const near = nearestNames(context, wanted, path === undefined ? undefined : findFiles(context, path));
  const names = near.map((one) => one.name);
  const where = path === undefined ? "" : ` in "${path}"`;
  const lost = placeOfLost(context, bareName(wanted));
  const [failed] = lost === "" ? [] : readFileNotes(context, lost.replace(/:\d+$/, "")).filter((note) => note.includes(FAILED_NOTE));
  const did = failed === undefined ? "did not parse" : "could not be read";
  const mayBeOutside = path === undefined && !isHandle(written);
  const named = mayBeOutside ? findOutside(context, wanted) : [];
  const outer = mayBeOutside && named.length === 0 ? outerMember(context, wanted, findByName) : undefined;
  const outside = outer?.called ?? named;
  const why = outer !== undefined
    ? describeOuter(outer)
    : outside.length > 0
    ? "it lies outside the repository"
    : lost === ""
    ? noSuchName(context, written)
    : `the index has no such name, but ${lost} ${did} and mentions it`;
  const open = isHandle(written) ? undefined : findOpenCalls(context, bareName(wanted));
  return new CallgroveError("symbol_not_found", `Cannot find symbol "${written}"${where}: ${why}${describeOpenCalls(open)}`, {
    hint: failed !== undefined
      ? failed
      : outer !== undefined && outside.length === 0
      ? "Members that types inherit from outside are not indexed, and no call of this one is known."
      : outside.length > 0
      ? `Who calls it: query_node_edges (callgrove edges) with ${outside[0]!.name}: ${count(outside[0]!.sites, "call")}${
        outer === undefined ? "" : ", on whatever type has it from there"
      }.`
      : lost !== ""
      ? "Code that does not parse is not indexed: correct the syntax there."
      : isHandle(written)
      ? "A symbol_id is valid in its own ref (--ref) until the symbol moves; a symbol_stable_id is valid in all refs, until its file or a name in it changes."
      : names.length === 0
      ? `The index of "${context.ref.name}" holds nothing that has callers: see callgrove stats.`
      : "",
    data: {
      symbol_name: written,
      ...(path === undefined ? {} : { path }),
      ref: context.ref.name,
      ...(names.length > 0 ? { did_you_mean: names, candidates: near } : {}),
      ...asOutside(outside),
      ...(open === undefined ? {} : { unresolved: open }),
    },
  });
}

/** Says that nothing has a name, as far as the index is up to date. */
function noSuchName({ pending = 0 }: Context, written: string): string {
  const was = isHandle(written) ? recallShownName(written) : undefined;
  if (was !== undefined) return `${was.qualifiedName} (${was.path}), which had it, is not there or moved`;
  const what = `the index has no such ${isHandle(written) ? "id" : "name"}`;
  if (pending === 0) return what;
  return `${what} yet: ${count(pending, "changed file")} ${pending === 1 ? "is" : "are"} not in it`;
}

/** Says which type does not declare the member, and which external types are its bases. */
function describeOuter({ type, others, bases }: OuterMember): string {
  const named = `${type.name} (${type.path}:${type.nameLine})`;
  const builds = `builds on ${bases.slice(0, BASES_SHOWN).join(", ")}, outside the repository`;
  return others === 0
    ? `${named} does not declare it, and ${builds}`
    : `none of ${others + 1} types of that name declares it: ${named} ${builds}`;
}

/** The member of an external type that `wanted` may be, if it names a type of the repository first. */
function outerMember(context: Context, wanted: string, findByName: FindByName): OuterMember | undefined {
  const whole = plainName(wanted);
  const member = lastOfPlain(whole);
  if (member === whole) return undefined;
  return findOuterMember(context, findByName(whole.slice(0, -member.length - 1)).filter(isType), member);
}
