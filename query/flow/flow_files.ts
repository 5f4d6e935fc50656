/**
 * Files as values are followed through them: their facts, and where these say that values go.
 *
 * Stage: query. Invariant: each is read once a question.
 */
import type { Context } from "../context.ts";
import { type FileFacts, readFacts } from "../rows/file_facts.ts";
import { remembered } from "../rows/kept.ts";
import { ValuePlaces } from "./value_places.ts";

/** See the head of this file. */
export interface File extends FileFacts {
  readonly path: string;
  readonly places: ValuePlaces;
}

/** A file of the ref; undefined where the index has no facts of it. */
export function readFile(context: Context, path: string): File | undefined {
  return remembered(context, `values of ${path}`, () => {
    const own = readFacts(context, path);
    return own === undefined ? undefined : { ...own, path, places: new ValuePlaces(own.facts) };
  });
}
