/**
 * External symbols that code of the repository calls, by the full names recorded in edges.
 *
 * Stage: query. Invariant: a name counts only if an edge of the ref marks it as external.
 */
import { type Context, readRows } from "../context.ts";
import { escapeGlob } from "../rows/globs.ts";
import type { SymbolRow } from "../rows/symbol_row.ts";

const BY_NAMES = `SELECT n.text AS name, count(*) AS sites FROM name n
  CROSS JOIN edge e INDEXED BY edge_unresolved ON e.to_name_id = n.id AND e.to_symbol_id = 0
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  WHERE (n.text = ? OR n.text GLOB ? OR n.text GLOB ? OR n.text GLOB ? OR n.text GLOB ?) AND e.external = 1 AND e.edge_type = 'calls'
  GROUP BY n.id ORDER BY sites DESC, n.text LIMIT ?`;

/** An external symbol, and the number of places that call it. */
export interface OutsideName {
  readonly name: string;
  readonly sites: number;
}

/** The most external symbols listed in an error. */
const SHOWN = 3;

/**
 * The most called external symbols whose name equals `name` or ends with it, including members of one of several types (`a.One|b.Two.Go`).
 */
export function findOutside(context: Context, name: string): OutsideName[] {
  const end = escapeGlob(name);
  const last = name.lastIndexOf(".");
  const either = last < 0 ? "" : `${escapeGlob(name.slice(0, last))}|*${escapeGlob(name.slice(last))}`;
  return readCalled(context, [name, `*[./|]${end}`, `*::${end}`, either, either === "" ? "" : `*[./|]${either}`], SHOWN);
}

/**
 * External symbols called by one of these names: a full name, and four globs.
 * @param most -1 for all
 */
function readCalled(context: Context, names: readonly [string, string, string, string, string], most: number): OutsideName[] {
  return readRows<OutsideName>(context, BY_NAMES, context.ref.id, ...names, most).map((row) => ({ name: row.name, sites: row.sites }));
}

/** External symbols used in the code under a text that begins like a name. */
const WRITTEN = `SELECT n.text AS name, t.text AS written, count(*) AS sites FROM edge e
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  JOIN name n ON n.id = e.to_name_id JOIN name t ON t.id = e.text_id
  WHERE e.text_id IN (SELECT id FROM name WHERE text GLOB ?) AND e.to_symbol_id = 0 AND e.external = 1
  GROUP BY n.id, t.id ORDER BY sites DESC, n.text LIMIT 20`;
const BELOW =
  `SELECT 1 FROM name n CROSS JOIN edge e INDEXED BY edge_unresolved ON e.to_name_id = n.id AND e.to_symbol_id = 0 AND e.external = 1
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? WHERE n.text GLOB ? LIMIT 1`;

/**
 * The full name of an external symbol named by way of something that files import: `charm.land/bubbletea/v2.Model` for `tea.Model`, whether
 * or not it is used itself; undefined if no file uses such a name.
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

/** External bases from which a type has members; an interface that it satisfies implicitly gives it none. */
const OUTER_BASES = `WITH RECURSIVE above (id) AS (SELECT value FROM json_each(?) UNION
    SELECT e.to_symbol_id FROM above CROSS JOIN edge e INDEXED BY edge_forward ON e.from_symbol_id = above.id
      AND e.edge_type IN ('extends', 'implements') AND e.rule <> 'structural' AND e.to_symbol_id <> 0
    CROSS JOIN ref_file r ON r.resolution_id = e.resolution_id AND r.ref_id = ?)
  SELECT n.text AS name, max(instr(e.properties, '"members":') > 0) AS isOpen FROM above
  CROSS JOIN edge e INDEXED BY edge_forward ON e.from_symbol_id = above.id
    AND e.edge_type IN ('extends', 'implements') AND e.rule <> 'structural' AND e.to_symbol_id = 0
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? JOIN name n ON n.id = e.to_name_id GROUP BY 1 ORDER BY 1`;

/** A member that a type of the repository may inherit from outside. */
export interface OuterMember {
  readonly type: SymbolRow;
  /** The number of other types with the name, none of which declares it either. */
  readonly others: number;
  /** External bases that may have the member: their members are unknown, or it is called as theirs. */
  readonly bases: readonly string[];
  /** Calls of the member known to be a base's, on any type. */
  readonly called: readonly OutsideName[];
}

/** The external base from which one of `types` may inherit a member that none of them declares; undefined if there is none. */
export function findOuterMember(context: Context, types: readonly SymbolRow[], member: string): OuterMember | undefined {
  // One look-up for all bases, because each costs time proportional to all names of the index.
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

/** Those of the called external symbols that are a member of a base, given by its full name or the end of it. */
function calledOf(called: readonly OutsideName[], base: string, member: string): OutsideName[] {
  return [".", "::"].flatMap((by) => {
    const end = `${by}${member}`;
    const isBase = (type: string): boolean => type === base || (type.endsWith(base) && /[./]$|::$/.test(type.slice(0, -base.length)));
    const isMeant = ({ name }: OutsideName): boolean => name.endsWith(end) && name.slice(0, -end.length).split("|").some(isBase);
    return called.filter(isMeant).slice(0, SHOWN);
  });
}

/** External names as data of an error; {} if there are none. */
export function asOutside(names: readonly OutsideName[]): { readonly outside?: readonly OutsideName[] } {
  return names.length === 0 ? {} : { outside: names };
}
