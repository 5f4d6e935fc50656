/**
 * What code of the repository calls and that lies outside it: by the full names under which edges hold it.
 *
 * Stage: query. Invariant: a name counts only where an edge of the ref says that it is external.
 */
import { type Context, readRows } from "../context.ts";
import { escapeGlob } from "../rows/globs.ts";
import type { SymbolRow } from "../rows/symbol_row.ts";

const BY_NAMES = `SELECT n.text AS name, count(*) AS sites FROM name n
  CROSS JOIN edge e INDEXED BY edge_unresolved ON e.to_name_id = n.id AND e.to_symbol_id = 0
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  WHERE (n.text = ? OR n.text GLOB ? OR n.text GLOB ? OR n.text GLOB ? OR n.text GLOB ?) AND e.external = 1 AND e.edge_type = 'calls'
  GROUP BY n.id ORDER BY sites DESC, n.text LIMIT ?`;

/** Something outside, and how many places call it. */
export interface OutsideName {
  readonly name: string;
  readonly sites: number;
}

/** How many of them an error names. */
const SHOWN = 3;

/** The most used things outside whose name is `name` or ends with it, also as one of several that have the member (`a.One|b.Two.Go`). */
export function findOutside(context: Context, name: string): OutsideName[] {
  const end = escapeGlob(name);
  const last = name.lastIndexOf(".");
  const either = last < 0 ? "" : `${escapeGlob(name.slice(0, last))}|*${escapeGlob(name.slice(last))}`;
  return readCalled(context, [name, `*[./|]${end}`, `*::${end}`, either, either === "" ? "" : `*[./|]${either}`], SHOWN);
}

/** What is called outside by one of these names: a full name, and four globs. @param most -1: all of them */
function readCalled(context: Context, names: readonly [string, string, string, string, string], most: number): OutsideName[] {
  return readRows<OutsideName>(context, BY_NAMES, context.ref.id, ...names, most).map((row) => ({ name: row.name, sites: row.sites }));
}

/** What code writes that begins like a name, with the full name of what it means outside. */
const WRITTEN = `SELECT n.text AS name, t.text AS written, count(*) AS sites FROM edge e
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  JOIN name n ON n.id = e.to_name_id JOIN name t ON t.id = e.text_id
  WHERE e.text_id IN (SELECT id FROM name WHERE text GLOB ?) AND e.to_symbol_id = 0 AND e.external = 1
  GROUP BY n.id, t.id ORDER BY sites DESC, n.text LIMIT 20`;
const BELOW =
  `SELECT 1 FROM name n CROSS JOIN edge e INDEXED BY edge_unresolved ON e.to_name_id = n.id AND e.to_symbol_id = 0 AND e.external = 1
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? WHERE n.text GLOB ? LIMIT 1`;

/**
 * The full name of what lies outside below something that files here name: `charm.land/bubbletea/v2.Model` of `tea.Model`, whether that itself
 * is used or not; undefined where no file names such a thing.
 */
export function fullOutsideName(context: Context, written: string): string | undefined {
  const { before, last } = /^(?<before>.+?)(?<last>(?:\.|::)[^./:]+)$/.exec(written)?.groups ?? {};
  if (before === undefined || last === undefined) return undefined;
  const join = last.startsWith("::") ? "::" : ".";
  const below = `${escapeGlob(before)}${join}*`;
  for (const { name, written: text } of readRows<{ name: string; written: string }>(context, WRITTEN, context.ref.id, below)) {
    const end = text.slice(before.length);
    if (name.endsWith(end) && name.length > end.length) return name.slice(0, -end.length) + last;
  }
  return readRows(context, BELOW, context.ref.id, below).length === 0 ? undefined : written;
}

/** What a type has the members of: an interface that it fulfils without a word gives it none. */
const OUTER_BASES = `WITH RECURSIVE above (id) AS (SELECT value FROM json_each(?) UNION
    SELECT e.to_symbol_id FROM above CROSS JOIN edge e INDEXED BY edge_forward ON e.from_symbol_id = above.id
      AND e.edge_type IN ('extends', 'implements') AND e.rule <> 'structural' AND e.to_symbol_id <> 0
    CROSS JOIN ref_file r ON r.resolution_id = e.resolution_id AND r.ref_id = ?)
  SELECT n.text AS name, max(instr(e.properties, '"members":') > 0) AS isOpen FROM above
  CROSS JOIN edge e INDEXED BY edge_forward ON e.from_symbol_id = above.id
    AND e.edge_type IN ('extends', 'implements') AND e.rule <> 'structural' AND e.to_symbol_id = 0
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? JOIN name n ON n.id = e.to_name_id GROUP BY 1 ORDER BY 1`;

/** A member that a type of the repository may have from outside. */
export interface OuterMember {
  readonly type: SymbolRow;
  /** How many others were asked about, none of which declares it either. */
  readonly others: number;
  /** What the type builds on, lies outside and may have the member: its members are not known, or it is called as its own. */
  readonly bases: readonly string[];
  /** Calls of the member that are known to be a base's, whatever type they are made on. */
  readonly called: readonly OutsideName[];
}

/** Of which base outside a member of one of `types` may be that none of them declares; undefined where they have no such base. */
export function findOuterMember(context: Context, types: readonly SymbolRow[], member: string): OuterMember | undefined {
  // One look at all names for all bases: each look costs as much as the index has names.
  const end = escapeGlob(member);
  let called: readonly OutsideName[] | undefined;
  for (const type of types) {
    const bases = readRows<{ name: string; isOpen: 0 | 1 }>(
      context,
      OUTER_BASES,
      JSON.stringify([type.id]),
      context.ref.id,
      context.ref.id,
    );
    if (bases.length > 0) called ??= readCalled(context, ["", `*.${end}`, `*::${end}`, "", ""], -1);
    const having = bases.map((base) => ({ ...base, called: calledOf(called ?? [], base.name, member) }))
      .filter(({ isOpen, called }) => isOpen === 1 || called.length > 0);
    if (having.length === 0) continue;
    return {
      type,
      others: types.length - 1,
      bases: having.map(({ name }) => name),
      called: [...new Set(having.flatMap(({ called }) => called))].slice(0, SHOWN),
    };
  }
  return undefined;
}

/** Those of what is called outside that are a member of a base, by its full name or the end of that. */
function calledOf(called: readonly OutsideName[], base: string, member: string): OutsideName[] {
  return [".", "::"].flatMap((by) => {
    const end = `${by}${member}`;
    const isBase = (type: string): boolean => type === base || (type.endsWith(base) && /[./]$|::$/.test(type.slice(0, -base.length)));
    const isMeant = ({ name }: OutsideName): boolean => name.endsWith(end) && name.slice(0, -end.length).split("|").some(isBase);
    return called.filter(isMeant).slice(0, SHOWN);
  });
}

/** As an error's data: what is asked about instead. */
export function asOutside(names: readonly OutsideName[]): { readonly outside?: readonly OutsideName[] } {
  return names.length === 0 ? {} : { outside: names };
}
