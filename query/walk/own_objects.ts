/**
 * Whether a call of a method may run one that redefines it, by the object that it is called on: a class calls its own methods on an object of that
 * class or of one below, and the candidates of a call through an abstract class are those of the object's class.
 *
 * Stage: query. Invariant: where the object is not known to be of a class, it may be of any.
 */
import { type Context, readRow, readRows } from "../context.ts";
import { mayBeMore } from "../rows/more_candidates.ts";
import { keep } from "../rows/kept.ts";
import { GIVEN_TYPE, kinTables } from "../rows/kin.ts";

/** The classes that some class at or below the one given is or builds on. */
const KIN = `${GIVEN_TYPE}, ${kinTables()}
  SELECT id FROM kin`;
/** The class that a symbol is a member of. */
const CLASS_OF = `SELECT c.id AS id FROM symbol s CROSS JOIN ref_file rf ON rf.ref_id = ? AND rf.path_id = s.path_id
  CROSS JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id AND sv.symbol_id = s.id
  JOIN symbol c ON c.id = sv.parent_id AND c.kind = 'class' WHERE s.id = ?`;
/** Calls and hand-overs by which one symbol uses another, but those that name its type. */
const USES = `SELECT DISTINCT e.rule AS rule, e.candidates AS candidates FROM edge e INDEXED BY edge_forward
  CROSS JOIN ref_file r ON r.resolution_id = e.resolution_id AND r.ref_id = ?
  WHERE e.from_symbol_id = ? AND e.to_symbol_id = ? AND e.edge_type IN ('calls', 'references') AND e.rule NOT IN ('path', 'decorated', 'scope', 'holder')`;

/** What a use of a method says of the object. */
export interface UseOfMethod {
  readonly rule: string;
  /** As in `edge`: JSON, or "". */
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

/** Whether a use of `target` by `user` may run `method`, which redefines it, or stands before it in some class. All three: rows of `symbol`. */
export function mayRun(context: Context, use: UseOfMethod, user: number, target: number, method: number): boolean {
  const type = classOf(context, method);
  // What stands in a method's place without its class building on the other's (a decorator's class) is told in another way.
  if (type === 0 || !kinOf(context, type).has(classOf(context, target))) return true;
  if (use.rule === "self") {
    const caller = classOf(context, user);
    return caller === 0 || kinOf(context, type).has(caller);
  }
  if (use.rule !== "dispatch" || use.candidates === "") return true;
  const candidates = JSON.parse(use.candidates) as number[];
  return candidates.includes(method) || mayBeMore(context, candidates);
}

/** Whether any use of `target` by `user` may. */
export function mayEverRun(context: Context, user: number, target: number, method: number): boolean {
  if (classOf(context, method) === 0 || classOf(context, target) === 0) return true;
  const { uses } = knownOf(context);
  const key = `${user} ${target}`;
  let own = uses.get(key);
  if (own === undefined) uses.set(key, own = readRows<UseOfMethod>(context, USES, context.ref.id, user, target));
  return own.length === 0 || own.some((use) => mayRun(context, use, user, target, method));
}

/** The classes that an object of which a method of `type` runs may be of, with all that these build on. */
function kinOf(context: Context, type: number): ReadonlySet<number> {
  const { kin } = knownOf(context);
  let own = kin.get(type);
  if (own === undefined) kin.set(type, own = new Set(readRows<{ id: number }>(context, KIN, type, context.ref.id).map(({ id }) => id)));
  return own;
}

/** The class that a symbol is a member of; 0: none. */
function classOf(context: Context, id: number): number {
  const { classes } = knownOf(context);
  let known = classes.get(id);
  if (known === undefined) classes.set(id, known = readRow<{ id: number }>(context, CLASS_OF, context.ref.id, id)?.id ?? 0);
  return known;
}
