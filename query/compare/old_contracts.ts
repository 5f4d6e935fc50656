/**
 * What a method that was renamed or deleted leaves behind in its type's relations: methods below that redefined it and still bear its name, and
 * what wants it above.
 *
 * Stage: query. Invariant: relations are those of the index; of structural ones, which end with the name, base tells where it is indexed.
 */
import type { SourceSymbol } from "../../core/compare/source_symbols.ts";
import { DefinitionFlag } from "../../core/facts.ts";
import { type Context, readList } from "../context.ts";
import { readMembersNamed } from "../names/inherited_names.ts";
import { isType } from "../rows/node_types.ts";
import { plainName } from "../rows/plain_name.ts";
import { readOwner } from "../rows/own_members.ts";
import { readStableId, readSymbol, scopedNameOf, type SymbolRow } from "../rows/symbol_row.ts";
import type { Sides, Subject } from "./find_subjects.ts";
import type { OldUse } from "./old_name.ts";

/** Types that implement or extend one, at any distance. */
const BELOW = `WITH RECURSIVE given (ref) AS (SELECT ?), below (id) AS (SELECT ? UNION
    SELECT e.from_symbol_id FROM below CROSS JOIN edge e INDEXED BY edge_reverse
      ON e.to_symbol_id = below.id AND e.edge_type IN ('extends', 'implements')
    CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = (SELECT ref FROM given))
  SELECT json_group_array(id) AS list FROM below`;

/** What a type says that it builds on, at any distance. */
const ABOVE = `WITH RECURSIVE given (ref) AS (SELECT ?), above (id) AS (SELECT ? UNION
    SELECT e.to_symbol_id FROM above CROSS JOIN edge e INDEXED BY edge_forward
      ON e.from_symbol_id = above.id AND e.edge_type IN ('extends', 'implements')
    CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = (SELECT ref FROM given)
    WHERE e.to_symbol_id <> 0 AND e.rule <> 'structural')
  SELECT json_group_array(id) AS list FROM above`;
/** Of what types below have to have. */
const UNDONE = DefinitionFlag.abstract | DefinitionFlag.bodiless;

/**
 * See the head of this file. @param headRef row of the ref that has the symbols; @param linkRef of the one that tells the relations
 */
export function findContracts(
  context: Context,
  sides: Sides,
  { base, head }: Subject,
  { headRef, linkRef }: { readonly headRef: number; readonly linkRef: number },
): OldUse[] {
  if (base?.kind !== "method" || head?.name === base.name) return [];
  const asked: Context = { ...context, ref: { ...context.ref, id: headRef } };
  const owner = ownerOf(asked, base, head);
  if (owner === undefined || !isType(owner)) return [];
  const toUse = (kind: OldUse["kind"]) => (row: SymbolRow): OldUse => ({
    kind,
    caller: scopedNameOf(asked, row),
    path: row.path,
    line: row.nameLine,
  });
  const below = readList<number>(context, BELOW, linkRef, owner.id).filter((id) => id !== owner.id);
  return [
    ...findWanted(asked, owner, base.name).map(toUse("declaration")),
    ...readMembersNamed(asked, below, base.name).filter((row) => wasThere(sides, base, row, scopedNameOf(asked, row))).map(
      toUse("redefinition"),
    ),
  ];
}

/** Whether a member of head was there at base, as far as that is known without reading more of it. */
function wasThere({ base, head }: Sides, { path, siblings }: SourceSymbol, row: SymbolRow, scopedName: string): boolean {
  const isSame = base.files.get(row.path) === head.files.get(row.path);
  return isSame || (row.path === path && siblings.some((one) => plainName(one.scopedName) === plainName(scopedName)));
}

/** Members that a type has to have, since what it says it builds on declares them and nothing above it has them done. */
function findWanted(context: Context, owner: SymbolRow, name: string): SymbolRow[] {
  const above = readList<number>(context, ABOVE, context.ref.id, owner.id).filter((id) => id !== owner.id);
  const found = readMembersNamed(context, above, name);
  return found.every(({ flags }) => (flags & UNDONE) !== 0) ? found : [];
}

/** The type at head that has, or had, the method. */
function ownerOf(context: Context, base: SourceSymbol, head: SourceSymbol | undefined): SymbolRow | undefined {
  const row = head === undefined ? undefined : readStableId(context, head.stableId);
  if (row !== undefined) return readSymbol(context, readOwner(context, row));
  const scope = base.scopedName.slice(0, -base.name.length).replace(/(\.|::)$/, "");
  const owner = base.siblings.find((one) => isType(one) && one.scopedName === scope);
  return owner === undefined ? undefined : readStableId(context, owner.stableId);
}
