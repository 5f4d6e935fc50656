/**
 * Files through which values are followed: their facts, and where values go according to these.
 *
 * Stage: query. Invariant: each file is read once per question.
 */
import type { Context } from "../context.ts";
import { type FileFacts, readFacts } from "../rows/file_facts.ts";
import { remembered } from "../rows/kept.ts";
import { ValuePlaces } from "./value_places.ts";

/** A file through which values are followed. */
export interface File extends FileFacts {
  readonly path: string;
  readonly places: ValuePlaces;
}

/** A file of the ref; undefined if the index has no facts of it. */
export function readFile(context: Context, path: string): File | undefined {
  return remembered(context, `values of ${path}`, () => {
    const own = readFacts(context, path);
    return own === undefined ? undefined : { ...own, path, places: new ValuePlaces(own.facts) };
  });
}
