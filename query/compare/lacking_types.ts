/**
 * Types that lack a method which their interface, protocol, trait or abstract base gained since base.
 * Stage: query. Invariant: read from head, if that is indexed; no type lacks a method that has a body or is optional.
 */
import type { Context } from "../context.ts";
import { type NearImplementor, nearImplementors } from "../walk/near_implementors.ts";
import { isContract } from "../rows/node_types.ts";
import { readOwner } from "../rows/own_members.ts";
import { readStableId, readSymbol } from "../rows/symbol_row.ts";
import { asHead, isInIndex } from "./head_callers.ts";
import type { Sides, Subject } from "./find_subjects.ts";

/** Most methods that a listed type may lack: so many may have been added to the interface at once. */
const MOST_COME = 5;

/** Types that lack a method. */
export interface Lacking {
  /** The interface that requires it. */
  readonly contract: string;
  readonly types: readonly NearImplementor[];
}

/** The types that lack a changed or new method of a contract; undefined if none does. */
export function findLacking(context: Context, { head: tree }: Sides, { base, head }: Subject): Lacking | undefined {
  if (base !== undefined || head?.kind !== "method" || tree.formerId !== undefined || !isInIndex(context, tree)) return undefined;
  const asked = asHead(context, tree);
  const row = readStableId(asked, head.stableId);
  const owner = row === undefined ? undefined : readSymbol(asked, readOwner(asked, row));
  if (owner === undefined || !isContract(owner)) return undefined;
  const types = nearImplementors(asked, owner, MOST_COME).filter(({ lacks }) => lacks.includes(head.name));
  return types.length === 0 ? undefined : { contract: owner.name, types };
}
