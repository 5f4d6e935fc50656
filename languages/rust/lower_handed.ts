/**
 * Functions that stand where mostly other values do: cast, compared, called upon, broken out with, at the end of a body.
 *
 * Stage: parse -> facts. Invariant: what a file binds to values alone is none of them, so that few names are looked up for nothing.
 */
import { BindingKind } from "../../core/facts.ts";
import type { Lowering } from "../../core/lower.ts";
import { endsOf } from "./lower_values.ts";

/** A path to what may be a function: types, variants and constants begin in upper case. */
const FUNCTION_PATH = /(?:^|::)(?:r#)?[a-z_]\w*$/;

/** Notes that the value at `node` may be a function, which is known when the file has been read. */
export function noteHanded(lowering: Lowering, node: number): void {
  const kind = lowering.kind(node);
  const isPath = kind === "identifier" || kind === "scoped_identifier";
  if (isPath ? FUNCTION_PATH.test(lowering.text(node)) : kind === "generic_function") waiting(lowering).push(node);
}

/** Notes the body of a function that gives something: it may end with a function's name. */
export function noteEnd(lowering: Lowering, body: number): void {
  ((lowering.own.ends ??= []) as number[]).push(body);
}

/** Part of the plugin's `finish`: of what was noted the names that may be those of functions are handed over. */
export function finishHanded(lowering: Lowering): void {
  for (const body of (lowering.own.ends ?? []) as number[]) {
    for (const end of endsOf(lowering, body, Infinity)) noteHanded(lowering, end);
  }
  const nodes = waiting(lowering);
  if (nodes.length === 0) return;
  const values = namesOfValues(lowering);
  for (const node of nodes) {
    if (lowering.kind(node) !== "identifier" || !values.has(lowering.text(node))) lowering.addUse(node);
  }
}

function waiting(lowering: Lowering): number[] {
  return (lowering.own.handed ??= []) as number[];
}

/** Names that the file binds, and none of them to an item. */
function namesOfValues({ facts }: Lowering): Set<string> {
  const values = new Set<number>();
  const items = new Set<number>();
  for (let row = 1; row < facts.size("bindings"); row++) {
    const kind = facts.get("bindings", row, "kind");
    const isItem = kind === BindingKind.definition || kind === BindingKind.import;
    (isItem ? items : values).add(facts.get("bindings", row, "name"));
  }
  return new Set([...values].filter((name) => !items.has(name)).map((name) => facts.text(name)));
}
