/**
 * Functions that stand where mostly other values do: cast, compared, called upon, broken out with, at the end of a body.
 *
 * Stage: parse -> facts. Invariant: what a file binds to values alone is none of them, so that few names are looked up for nothing.
 */
import type { Lowering } from "../../../core/lower/lower.ts";
import { stateOf } from "../file_state.ts";
import { mayBeItem, namesOfFile } from "./file_names.ts";
import { finishNamed } from "./named.ts";
import { endsOf } from "./values.ts";

/** A path to what may be a function: types, variants and constants begin in upper case. */
const FUNCTION_PATH = /(?:^|::)(?:r#)?[a-z_]\w*$/;

/** Notes that the value at `node` may be a function, which is known when the file has been read. */
export function noteHanded(lowering: Lowering, node: number): void {
  const kind = lowering.kind(node);
  const isPath = kind === "identifier" || kind === "scoped_identifier";
  if (isPath ? FUNCTION_PATH.test(lowering.text(node)) : kind === "generic_function") stateOf(lowering).handed.push(node);
}

/** Notes the body of a function that gives something: it may end with a function's name. */
export function noteEnd(lowering: Lowering, body: number): void {
  stateOf(lowering).ends.push(body);
}

/** Part of the plugin's `finish`: of what was noted the names that may be those of functions are handed over. */
export function finishHanded(lowering: Lowering): void {
  for (const body of stateOf(lowering).ends) {
    for (const end of endsOf(lowering, body, Infinity)) noteHanded(lowering, end);
  }
  const names = namesOfFile(lowering);
  for (const node of stateOf(lowering).handed) {
    if (lowering.kind(node) !== "identifier" || mayBeItem(names, lowering.textNumber(node))) lowering.addUse(node);
  }
  finishNamed(lowering, names);
}
