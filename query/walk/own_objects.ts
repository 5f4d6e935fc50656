/**
 * Whether a call of a method may run an override, judging by the object: a class calls its own methods on an object of that class or of a
 * subclass, and a call through an abstract class runs one of its candidates.
 *
 * Stage: query. Invariant: an object of unknown class may be of any class.
 */
import { type Context, readRow, readRows } from "../context.ts";
import { mayBeMore } from "../rows/more_candidates.ts";
import { keep } from "../rows/kept.ts";
import { GIVEN_TYPE, kinTables } from "../rows/kin.ts";

/** The subclasses of a class, including itself, and all their bases. */
const KIN = `${GIVEN_TYPE}, ${kinTables()}
  SELECT id FROM kin`;
/** The class that a symbol is a member of. */
const CLASS_OF = `SELECT c.id AS id FROM symbol s CROSS JOIN ref_file rf ON rf.ref_id = ? AND rf.path_id = s.path_id
  CROSS JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id AND sv.symbol_id = s.id
  JOIN symbol c ON c.id = sv.parent_id AND c.kind = 'class' WHERE s.id = ?`;
/** Calls and uses as a value by which one symbol uses another, without those that name its type. */
const USES = `SELECT DISTINCT e.rule AS rule, e.candidates AS candidates FROM edge e INDEXED BY edge_forward
  CROSS JOIN ref_file r ON r.resolution_id = e.resolution_id AND r.ref_id = ?
  WHERE e.from_symbol_id = ? AND e.to_symbol_id = ? AND e.edge_type IN ('calls', 'references') AND e.rule NOT IN ('path', 'decorated', 'scope', 'holder')`;

/** What a use of a method says about the object. */
export interface UseOfMethod {
  readonly rule: string;
  /** A JSON array, as in `edge`; "" if there are none. */
  readonly candidates: string;
}

/** What was looked up, by rows of `symbol`. */
interface Known {
  readonly classes: Map<number, number>;
  readonly kin: Map<number, ReadonlySet<number>>;
  readonly uses: Map<string, readonly UseOfMethod[]>;
}

function knownOf(context: Context): Known {
  return keep<Known>(context, "own objects", () => ({ classes: new Map(), kin: new Map(), uses: new Map() }));
}

/**
 * Whether a use of `target` by `user` may run `method`, which overrides it, or precedes it among the bases of some class. All three are
 * rows of `symbol`.
 */
export function mayRun(context: Context, use: UseOfMethod, user: number, target: number, method: number): boolean {
  const type = classOf(context, method);
  // If the class is not related to the other's (a decorator's class), the object says nothing.
  if (type === 0 || !kinOf(context, type).has(classOf(context, target))) return true;
  if (use.rule === "self") {
    const caller = classOf(context, user);
    return caller === 0 || kinOf(context, type).has(caller);
  }
  if (use.rule !== "dispatch" || use.candidates === "") return true;
  const candidates = JSON.parse(use.candidates) as number[];
  return candidates.includes(method) || mayBeMore(context, candidates);
}

/** Whether any use of `target` by `user` may run `method`. */
export function mayEverRun(context: Context, user: number, target: number, method: number): boolean {
  if (classOf(context, method) === 0 || classOf(context, target) === 0) return true;
  const { uses } = knownOf(context);
  const key = `${user} ${target}`;
  let own = uses.get(key);
  if (own === undefined) uses.set(key, own = readRows<UseOfMethod>(context, USES, context.ref.id, user, target));
  return own.length === 0 || own.some((use) => mayRun(context, use, user, target, method));
}

/** The classes whose objects may run a method of `type`, with all their bases. */
function kinOf(context: Context, type: number): ReadonlySet<number> {
  const { kin } = knownOf(context);
  let own = kin.get(type);
  if (own === undefined) kin.set(type, own = new Set(readRows<{ id: number }>(context, KIN, type, context.ref.id).map(({ id }) => id)));
  return own;
}

/** The class that a symbol is a member of; 0 if none. */
function classOf(context: Context, id: number): number {
  const { classes } = knownOf(context);
  let known = classes.get(id);
  if (known === undefined) classes.set(id, known = readRow<{ id: number }>(context, CLASS_OF, context.ref.id, id)?.id ?? 0);
  return known;
}
