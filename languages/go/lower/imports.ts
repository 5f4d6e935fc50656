/**
 * Go's imports. The name bound by an import without alias is certain only if the package itself is read; usually its path determines it,
 * and if there are alternatives each likely name is bound. An unused import does not compile: if the file uses none of a package's likely
 * names, the package has a name that nothing else in the file binds (`flow` for `…/go-flow-metrics`).
 *
 * Stage: facts.
 */
import { BindingFlag, LinkFlag } from "../../../core/facts.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { stateOf } from "../file_state.ts";
import { localNames } from "./types.ts";

/** An import without a name. */
interface Unnamed {
  readonly path: string;
  readonly row: number;
  readonly guesses: readonly string[];
}

/** The imports of a file until all of it is lowered. */
export interface Imports {
  readonly unnamed: Unnamed[];
  /** Names that are taken: explicit names of imports, then possible names of the others. */
  readonly bound: Set<string>;
}

/** A pattern that tests whether a file's text imports a package. @param path the source of a regular expression for the whole path */
export function importPattern(path: string): RegExp {
  return new RegExp(`^(?:import)?\\s*(?:\\w+\\s+)?"(?:${path})"`, "m");
}

/** `import "p"`, `import n "p"`, `import . "p"`, `import _ "p"`. */
export function lowerImport(lowering: Lowering, node: number): number {
  const pathNode = lowering.child(node, "path");
  const path = lowering.text(pathNode).slice(1, -1);
  const alias = lowering.child(node, "name");
  const name = alias === 0 ? "" : lowering.text(alias);
  const flags = name === "." ? LinkFlag.dot : LinkFlag.namespace;
  const row = lowering.addImport(node, { module: path, name: "", scope: lowering.moduleScope, flags });
  const { unnamed, bound } = stateOf(lowering).imports;
  if (name === "") unnamed.push({ path, row, guesses: guessPackageNames(path) });
  else if (name !== "." && name !== "_") {
    bound.add(name);
    lowering.bindImport(row, name);
  }
  return 0;
}

/** Binds the possible names of imports without one, and the name that the file uses for a package whose likely names it never uses. */
export function finishImports(lowering: Lowering): void {
  const { source } = lowering.tree;
  const { unnamed, bound } = stateOf(lowering).imports;
  const named = new Set(bound);
  const certain = new Set(unnamed.filter((one) => !isInDoubt(one)).map(({ guesses }) => guesses[0]!));
  const isOthers = (one: Unnamed, guess: string): boolean => named.has(guess) || (certain.has(guess) && isInDoubt(one));
  for (const one of unnamed) {
    const { row, guesses } = one;
    for (const guess of guesses) {
      // A name that another import has explicitly, or certainly, is not available.
      if (isOthers(one, guess)) continue;
      bound.add(guess);
      lowering.bindImport(row, guess, BindingFlag.guessed);
    }
  }
  const isUsed = (one: Unnamed): boolean => {
    const at = lowering.facts.get("imports", one.row, "at");
    return one.guesses.some((guess) => !isOthers(one, guess) && namesPackage(source, guess, at));
  };
  const unused = unnamed.filter((one) => isInDoubt(one) && !isUsed(one));
  if (unused.length === 0) return;
  const locals = localNames(lowering);
  const names = new Set(source.matchAll(/(?<![\w.])([\p{L}_][\p{L}\p{N}_]*)\.\p{Lu}/gu).map((match) => match[1]!));
  for (const name of names) {
    if (bound.has(name) || locals.has(lowering.facts.string(name))) continue;
    const alike = unused.length === 1 ? unused : unused.filter(({ path }) => path.includes(name, path.indexOf("/")));
    for (const { row } of alike) lowering.bindImport(row, name, BindingFlag.guessed);
  }
}

/** Whether `name.` occurs in a text after `at`, as a separate word that does not follow a dot. */
function namesPackage(source: string, name: string, at: number): boolean {
  for (let found = source.indexOf(`${name}.`, at); found >= 0; found = source.indexOf(`${name}.`, found + 1)) {
    if (!/[\p{L}\p{N}_.]/u.test(source[found - 1]!)) return true;
  }
  return false;
}

/** Whether a package may have another name than its path suggests: not if its path has no host. */
function isInDoubt({ path }: Unnamed): boolean {
  return /^[^/]+\./.test(path);
}

/** Names that the package at an import path may have, likeliest first: `yaml` of `gopkg.in/yaml.v3`, `chi` of `…/go-chi/chi/v5`. */
function guessPackageNames(path: string): string[] {
  const parts = path.split("/");
  let last = parts.pop()!;
  const names: string[] = [];
  if (/^v[0-9]+$/.test(last) && parts.length > 0) {
    names.push(last);
    last = parts.pop()!;
  }
  last = last.replace(/\.v[0-9]+$/, "");
  const guesses = [
    last,
    last.replace(/^go[-.]/, "").replace(/[-.]go$/, ""),
    last.replaceAll(/[-.]/g, ""),
    last.replaceAll(/[-.]/g, "_"),
    last.slice(last.search(/[^-.]+$/)),
  ];
  for (const guess of guesses) if (!names.includes(guess) && /^[\p{L}_][\p{L}\p{N}_]*$/u.test(guess)) names.push(guess);
  if (names.length === 0) names.push(last);
  // `…/v2` is nearly never the name, so it comes last.
  return names.length > 1 && /^v[0-9]+$/.test(names[0]!) ? [...names.slice(1), names[0]!] : names;
}
