/**
 * The package of a file, as its language defines packages.
 *
 * Stage: query. Invariant: read once per file and question.
 */
import { type Context, readRow } from "../context.ts";

const PACKAGE = `SELECT r.package AS package FROM path p JOIN ref_file rf ON rf.path_id = p.id AND rf.ref_id = ?
  JOIN resolution r ON r.id = rf.resolution_id WHERE p.path = ?`;

const packages = new WeakMap<Context, Map<string, string>>();

/** The package of a file; "" if it has none. */
export function packageOf(context: Context, path: string): string {
  let known = packages.get(context);
  if (known === undefined) packages.set(context, known = new Map());
  let name = known.get(path);
  if (name === undefined) known.set(path, name = readRow<{ package: string }>(context, PACKAGE, context.ref.id, path)?.package ?? "");
  return name;
}
