/**
 * Functions that stand where mostly other values do: cast, compared, called upon, broken out with, at the end of a body.
 *
 * Stage: parse -> facts. Invariant: what a file binds to values alone is none of them, so that few names are looked up for nothing.
 */
import { BindingKind, LinkFlag } from "../../core/facts.ts";
import type { Lowering } from "../../core/lower.ts";
import { finishNamed } from "./lower_named.ts";
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
  const names = namesOfFile(lowering);
  for (const node of waiting(lowering)) {
    const name = lowering.text(node);
    if (lowering.kind(node) !== "identifier" || !names.values.has(name) || names.items.has(name)) lowering.addUse(node);
  }
  finishNamed(lowering, names);
}

function waiting(lowering: Lowering): number[] {
  return (lowering.own.handed ??= []) as number[];
}

/** The names that a file binds. */
export interface FileNames {
  /** To what may be a function: definitions, imports. */
  readonly items: ReadonlySet<string>;
  /** To values. */
  readonly values: ReadonlySet<string>;
  /** Some come by a wildcard. */
  readonly hasWildcards: boolean;
}

function namesOfFile({ facts }: Lowering): FileNames {
  const values = new Set<number>();
  const items = new Set<number>();
  for (let row = 1; row < facts.size("bindings"); row++) {
    const kind = facts.get("bindings", row, "kind");
    const isItem = kind === BindingKind.definition || kind === BindingKind.import;
    (isItem ? items : values).add(facts.get("bindings", row, "name"));
  }
  let hasWildcards = false;
  for (let row = 1; row < facts.size("imports"); row++) if (facts.get("imports", row, "flags") & LinkFlag.wildcard) hasWildcards = true;
  const texts = (names: ReadonlySet<number>): Set<string> => new Set([...names].map((name) => facts.text(name)));
  return { items: texts(items), values: texts(values), hasWildcards };
}
