/**
 * Which files assign to members, by the members' names.
 *
 * Stage: query. Invariant: read from the outlines of files (`Outline.stored`), once per index state.
 */
import { type Context, readRows } from "../context.ts";
import { keep } from "./kept.ts";

const STORING = `SELECT path, substr(rest, 1, instr(rest, '"') - 1) AS names FROM (
    SELECT p.path AS path, substr(o.encoded, instr(o.encoded, k.start) + length(k.start)) AS rest FROM (SELECT '"stored":"' AS start) k
    CROSS JOIN ref_file rf JOIN file_version fv ON fv.id = rf.file_version_id JOIN outline o ON o.blob_id = fv.blob_id
    JOIN path p ON p.id = rf.path_id WHERE rf.ref_id = ? AND instr(o.encoded, k.start) > 0) WHERE substr(rest, 1, 1) <> '"'`;
/** A name in such a text: after the row of its use, before the end of a line, escaped as in JSON. */
const STORED = /\d+ ([^\\"]+)\\n/g;

/** The files that assign to a member with a name. */
export function filesStoring(context: Context, name: string): ReadonlySet<string> {
  return keep(context, "members stored", () => readStored(context)).get(name) ?? new Set();
}

function readStored(context: Context): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const { path, names } of readRows<{ path: string; names: string }>(context, STORING, context.ref.id)) {
    for (const [, name] of names.matchAll(STORED)) {
      const files = found.get(name!);
      if (files === undefined) found.set(name!, new Set([path]));
      else files.add(path);
    }
  }
  return found;
}
