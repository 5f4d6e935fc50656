/**
 * The text of `get_callers`.
 *
 * Stage: render. Invariant: every fact of the structured value is in the text.
 */
import { append } from "../../core/base/lists.ts";
import { TYPE_KINDS, VARIABLE_KINDS } from "../../core/store/symbol_directory.ts";
import type { CallersOf, CallersValue, SideList } from "../callers.ts";
import { renderEach } from "./each_symbol.ts";
import { renderImports, renderRest, renderSites } from "./sites.ts";
import { count, goOnWith, type Style } from "./style.ts";
import { renderHeading } from "./symbol.ts";

/** One block per symbol, counts first. */
export function renderCallers(value: CallersValue, style: Style): string {
  return renderEach(value, (group) => renderGroup(group, style), style);
}

/** Introduces a list that was cut. */
function firstOf({ shown: { length }, total, isFull, fits }: SideList, style: Style): string {
  if (total === length) return "";
  const [limit, within] = style.places === "full" ? ["--limit", "--in"] : ["limit", "callers_in"];
  const more = isFull
    ? `the answer is full: ${within} names those of a folder`
    : `${limit} ${fits ? `${total} shows all` : `shows more, ${within} those of a folder`}`;
  return `, the first ${length} of them (${more}):`;
}

/** A list beside the callers, preceded by its counts; empty if it is empty. */
function renderSide(title: string, site: string, user: string, side: SideList, style: Style): string[] {
  const { shown, total, sites } = side;
  if (total === 0) return [];
  return [`${title}: ${count(sites, site)} in ${count(total, user)}${firstOf(side, style)}`, ...renderSites(shown, style)];
}

/**
 * The heading of places that read or set a symbol.
 * @param asMember how many members share its name, in words
 */
function headOfReads({ reads, areReadsCertain }: CallersOf, asMember: string): string {
  if (areReadsCertain) return "read or set (no calls)";
  const isDetermined = reads.shown.some(({ sites }) => sites.some(({ confidence }) => confidence === "static"));
  const evidence = isDetermined ? "no calls; by the name alone where marked, else by the type" : "text alone, no calls";
  return `may be read or set, as ${asMember} (${evidence})`;
}

/** The word for what there is none of, if other calls are listed below. */
function renderKind({ possible, implementations }: CallersOf): string {
  return possible.total > 0 ? "certain callers" : implementations.total > 0 ? "callers of its own" : "callers";
}

/** Kinds of symbols that are named rather than called. */
const NAMED: ReadonlySet<string> = new Set([...VARIABLE_KINDS, "enum_member", ...TYPE_KINDS.filter((kind) => kind !== "class")]);

function renderGroup(group: CallersOf, style: Style): string[] {
  const lines = [renderHeading(group.symbol, group.place, style)];
  if (group.twins.length > 0) lines.push(`also at ${group.twins.join(", ")} (overload, accessor, declaration or build condition)`);
  const complete = group.completeness === "complete";
  const anywhere = group.callersAnywhere === group.totalCallers ? "" : ` there, ${group.callersAnywhere} in all`;
  lines.push(
    group.totalCallers === 0
      ? `no ${renderKind(group)}${complete ? "" : " found"}${anywhere} (${complete ? "complete" : "possibly incomplete"})`
      : `${count(group.totalCallers, "caller")}, ${count(group.totalSites, "call")} in ${count(group.totalFiles, "file")}${anywhere} ` +
        `(${complete ? "complete" : "possibly incomplete"})`,
  );
  append(lines, renderSites(group.callers, style));
  append(lines, renderRest(group));
  const {
    possible,
    implementations,
    references,
    reads,
    bearers,
    unlistedReads,
    named,
    imported,
    firstImported,
    unresolved,
    totalUnresolved,
    unresolvedStart,
    unresolvedCursor,
  } = group;
  const possibly = "possible, through an interface, a base, a variable or a build condition";
  append(lines, renderSide(possibly, "place", "caller", possible, style));
  append(lines, renderSide("calls that go to what implements or redefines it", "call", "caller", implementations, style));
  append(lines, renderSide("passed as a value, or a member of it used (references)", "place", "symbol", references, style));
  const asMember = bearers === 1 ? "the only member of this name" : `one of ${bearers} members of this name`;
  append(lines, renderSide(headOfReads(group, asMember), "place", "symbol", reads, style));
  if (unlistedReads > 0) {
    lines.push(
      `${reads.total === 0 ? "" : "further "}places that may read or set it by the name alone, ${asMember}: ${unlistedReads}, not shown`,
    );
  }
  const calls = VARIABLE_KINDS.has(group.symbol.kind) ? "a call there calls what it holds" : "no calls";
  append(lines, renderSide(`named (declarations, patterns, literals, values; ${calls})`, "place", "symbol", named, style));
  append(lines, renderImports(firstImported, imported, style));
  const areNone = [named, references, possible].every(({ total }) => total === 0) && imported === 0;
  if (areNone && complete && NAMED.has(group.symbol.kind)) lines.push("nothing is known to name it");
  if (totalUnresolved > 0) {
    const end = unresolvedStart + unresolved.length;
    const part = unresolvedStart === 0 ? `the first ${end}` : `${unresolvedStart + 1} to ${end}`;
    lines.push(
      `unresolved calls of this name that may belong here: ${totalUnresolved}${totalUnresolved > unresolved.length ? `, ${part}:` : ""}`,
    );
    append(lines, unresolved.map((site) => `  ${site.path}:${site.line}:${site.column} ${site.text}`));
    if (unresolvedCursor !== "") lines.push(`  more of them: ${goOnWith(unresolvedCursor, style)}`);
  }
  return lines;
}
