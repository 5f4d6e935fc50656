/**
 * Functions in places that usually contain other values: cast, compared, used as a receiver, after `break`, at the end of a body.
 *
 * Stage: parse -> facts. Invariant: names that a file binds only to values are excluded, so that few are looked up in vain.
 */
import type { Lowering } from "../../../core/lower/lower.ts";
import { stateOf } from "../file_state.ts";
import { mayBeItem, namesOfFile } from "./file_names.ts";
import { finishNamed } from "./named.ts";
import { endsOf } from "./values.ts";

/** A path that may denote a function: types, variants and constants start with a capital. */
const FUNCTION_PATH = /(?:^|::)(?:r#)?[a-z_]\w*$/;

/** Notes that the value at `node` may be a function, which is known when the file has been read. */
export function notePassed(lowering: Lowering, node: number): void {
  const kind = lowering.kind(node);
  const isPath = kind === "identifier" || kind === "scoped_identifier";
  if (isPath ? FUNCTION_PATH.test(lowering.text(node)) : kind === "generic_function") stateOf(lowering).passed.push(node);
}

/** Records the body of a function with a result: it may end with a function's name. */
export function noteEnd(lowering: Lowering, body: number): void {
  stateOf(lowering).ends.push(body);
}

/** Part of the plugin's `finish`: records those names that may be functions as passed values. */
export function finishPassed(lowering: Lowering): void {
  for (const body of stateOf(lowering).ends) {
    for (const end of endsOf(lowering, body, Infinity)) notePassed(lowering, end);
  }
  const names = namesOfFile(lowering);
  for (const node of stateOf(lowering).passed) {
    if (lowering.kind(node) !== "identifier" || mayBeItem(names, lowering.textNumber(node))) lowering.addUse(node);
  }
  finishNamed(lowering, names);
}
