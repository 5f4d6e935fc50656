/**
 * What a renamed or deleted method leaves behind in the relations of its type: overriding methods that still have its name, and interfaces
 * that still require it.
 * Stage: query. Invariant: relations come from the index. Structural ones end with the name, so they come from base if it is indexed, else
 * from whatever the type still has of the interface.
 */
import type { SourceSymbol } from "../../core/compare/source_symbols.ts";
import { DefinitionFlag } from "../../core/facts.ts";
import { scopeOf } from "../../core/facts/symbols.ts";
import { type Context, readList, readRows } from "../context.ts";
import { findInherited, readMembersNamed } from "../names/inherited_names.ts";
import { nearImplementors } from "../walk/near_implementors.ts";
import { isType } from "../rows/node_types.ts";
import { plainName } from "../rows/plain_name.ts";
import { readOwner } from "../rows/own_members.ts";
import { readStableId, readSymbol, scopedNameOf, type SymbolRow } from "../rows/symbol_row.ts";
import type { Sides, Subject } from "./find_subjects.ts";
import { ofRef } from "./head_callers.ts";
import type { OldUse } from "./left_words.ts";

/** Types that implement or extend a type, at any distance. */
const BELOW = `WITH RECURSIVE given (ref) AS (SELECT ?), below (id) AS (SELECT ? UNION
    SELECT e.from_symbol_id FROM below CROSS JOIN edge e INDEXED BY edge_reverse
      ON e.to_symbol_id = below.id AND e.edge_type IN ('extends', 'implements')
    CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = (SELECT ref FROM given))
  SELECT json_group_array(id) AS list FROM below`;

/** What a type declares to build on, at any distance. */
const ABOVE = `WITH RECURSIVE given (ref) AS (SELECT ?), above (id) AS (SELECT ? UNION
    SELECT e.to_symbol_id FROM above CROSS JOIN edge e INDEXED BY edge_forward
      ON e.from_symbol_id = above.id AND e.edge_type IN ('extends', 'implements')
    CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = (SELECT ref FROM given)
    WHERE e.to_symbol_id <> 0 AND e.rule <> 'structural')
  SELECT json_group_array(id) AS list FROM above`;
/** What types build on outside the repository. */
const OUTSIDE = `SELECT json_group_array(DISTINCT n.text) AS list FROM json_each(?) wanted
  CROSS JOIN edge e INDEXED BY edge_forward ON e.from_symbol_id = wanted.value AND e.to_symbol_id = 0 AND e.external = 1
    AND e.edge_type IN (SELECT value FROM json_each(?))
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? JOIN name n ON n.id = e.to_name_id`;
const MEMBER_NAMES =
  `SELECT json_group_array(DISTINCT s.name) AS list FROM symbol_version sv JOIN symbol s ON s.id = sv.symbol_id AND s.kind = 'method'
  CROSS JOIN ref_file rf ON rf.file_version_id = sv.file_version_id WHERE sv.parent_id = ? AND rf.ref_id = ?`;
const BEARERS = `SELECT DISTINCT s.id AS id FROM symbol s INDEXED BY symbol_by_name JOIN symbol_version sv ON sv.symbol_id = s.id
  JOIN ref_file rf ON rf.file_version_id = sv.file_version_id WHERE s.name = ? AND s.language = ? AND s.kind = 'method' AND rf.ref_id = ? ORDER BY 1`;
/** Kinds of types that can be satisfied without a declaration. */
const SHAPES: ReadonlySet<string> = new Set(["interface", "protocol"]);
/** Most methods of a name whose types are examined. */
const MOST_SHAPED = 100;
/** Flags of methods that subtypes must implement. */
const UNDONE = DefinitionFlag.abstract | DefinitionFlag.bodiless;

/** What a method leaves behind in the relations of its type. */
export interface Contracts {
  readonly uses: readonly OldUse[];
  /** Rows of `symbol` of the overriding methods that still have its name. */
  readonly redefining: ReadonlySet<number>;
  /** External names that its calls now resolve to because its type builds on something outside: `serde.Serialize.load`. */
  readonly outside: readonly string[];
}
/** The contracts of a method without any. */
export const NO_CONTRACTS: Contracts = { uses: [], redefining: new Set(), outside: [] };

/**
 * The contracts of a changed method: uses through what it overrides, and overrides that still have its name.
 * @param headRef row of the ref that has the symbols
 * @param linkRef row of the ref that has the relations
 */
export function findContracts(
  context: Context,
  sides: Sides,
  { base, head }: Subject,
  { headRef, linkRef }: { readonly headRef: number; readonly linkRef: number },
): Contracts {
  if (base?.kind !== "method" || head?.name === base.name) return NO_CONTRACTS;
  const asked = ofRef(context, headRef);
  const owner = ownerOf(asked, base, head);
  if (owner === undefined || !isType(owner)) return NO_CONTRACTS;
  const toUse = (kind: OldUse["kind"]) => (row: SymbolRow): OldUse => ({
    kind,
    caller: scopedNameOf(asked, row),
    path: row.path,
    line: row.nameLine,
  });
  const below = readList<number>(context, BELOW, linkRef, owner.id).filter((id) => id !== owner.id);
  const members = [...readMembersNamed(asked, below, base.name), ...findShaped(asked, owner, base)];
  const redefining = [...new Map(members.map((row) => [row.id, row])).values()].filter((row) =>
    wasThere(sides, base, row, scopedNameOf(asked, row))
  );
  // A class may inherit a deleted method from its base, and then its calls mean that one.
  const types = head === undefined ? ["implements"] : ["implements", "extends"];
  const outer = readList<string>(context, OUTSIDE, JSON.stringify([owner.id]), JSON.stringify(types), headRef);
  return {
    uses: [
      ...[...findWanted(asked, owner, base.name), ...findUnfulfilled(asked, owner, base)].map(toUse("declaration")),
      ...redefining.map(toUse("redefinition")),
    ],
    redefining: new Set(redefining.map(({ id }) => id)),
    outside: outer.map((name) => `${name}.${base.name}`),
  };
}

/** Members of that name in types that have everything else an interface requires, and so satisfied it before. */
function findShaped(context: Context, owner: SymbolRow, { name, language }: SourceSymbol): SymbolRow[] {
  if (!SHAPES.has(owner.kind)) return [];
  const wanted = readList<string>(context, MEMBER_NAMES, owner.id, context.ref.id);
  if (wanted.length < 2) return [];
  const bearers = readRows<{ id: number }>(context, BEARERS, name, language, context.ref.id).map(({ id }) => readSymbol(context, id));
  return bearers.slice(0, MOST_SHAPED).flatMap((row) => {
    const type = row === undefined ? undefined : readSymbol(context, readOwner(context, row));
    if (row === undefined || type === undefined || type.id === owner.id || !isType(type)) return [];
    // The member that replaces the old name in the interface does not exist there yet.
    const missing = wanted.filter((one) =>
      readMembersNamed(context, [type.id], one).length === 0 && findInherited(context, [type], one).length === 0
    );
    return missing.length <= 1 ? [row] : [];
  });
}

/** Methods of interfaces that a type would satisfy if it still had the name. */
function findUnfulfilled(context: Context, owner: SymbolRow, { name, language }: SourceSymbol): SymbolRow[] {
  if (SHAPES.has(owner.kind)) return [];
  const bearers = readRows<{ id: number }>(context, BEARERS, name, language, context.ref.id).map(({ id }) => readSymbol(context, id));
  return bearers.slice(0, MOST_SHAPED).filter((row) => row !== undefined).filter((row) => {
    const contract = readSymbol(context, readOwner(context, row));
    return contract !== undefined && SHAPES.has(contract.kind) &&
      nearImplementors(context, contract, 1).some((one) =>
        one.path === owner.path && one.line === owner.nameLine && one.lacks.includes(name)
      );
  });
}

/** Whether a member of head existed at base, as far as is known without further reading. */
function wasThere({ base, head }: Sides, { path, siblings }: SourceSymbol, row: SymbolRow, scopedName: string): boolean {
  const isSame = base.files.get(row.path) === head.files.get(row.path);
  return isSame || (row.path === path && siblings.some((one) => plainName(one.scopedName) === plainName(scopedName)));
}

/** Members that a type must implement: declared by something it builds on and implemented by nothing above it. */
function findWanted(context: Context, owner: SymbolRow, name: string): SymbolRow[] {
  const above = readList<number>(context, ABOVE, context.ref.id, owner.id).filter((id) => id !== owner.id);
  const found = readMembersNamed(context, above, name);
  return found.every(({ flags }) => (flags & UNDONE) !== 0) ? found : [];
}

/** The type at head that has, or had, the method. */
function ownerOf(context: Context, base: SourceSymbol, head: SourceSymbol | undefined): SymbolRow | undefined {
  const row = head === undefined ? undefined : readStableId(context, head.stableId);
  if (row !== undefined) return readSymbol(context, readOwner(context, row));
  const scope = scopeOf(base);
  const owner = base.siblings.find((one) => isType(one) && one.scopedName === scope);
  return owner === undefined ? undefined : readStableId(context, owner.stableId);
}
