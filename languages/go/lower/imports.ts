/**
 * Go's imports. Which name an import without alias binds is known for certain only where the package itself is read; its path tells
 * it nearly always, and where it leaves a choice each likely name is bound. An import that is not used does not compile: a package whose
 * likely names the file never uses bears one that nothing else in the file binds (`flow` of `…/go-flow-metrics`).
 *
 * Stage: facts.
 */
import { BindingFlag, LinkFlag } from "../../../core/facts.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { stateOf } from "../file_state.ts";
import { localNames } from "./types.ts";

/** What a file imports without a name. */
interface Unnamed {
  readonly path: string;
  readonly row: number;
  readonly guesses: readonly string[];
}

/** What a file's imports are noted in until all of it is lowered. */
export interface Imports {
  readonly unnamed: Unnamed[];
  /** Names that are taken: those that imports are given, then what those without may be called. */
  readonly bound: Set<string>;
}

/** Tells by a file's text whether it imports a package. @param path the source of an expression that matches the whole path */
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

/** Binds what imports without a name may be called, and what the file calls a package whose likely names it never uses. */
export function finishImports(lowering: Lowering): void {
  const { source } = lowering.tree;
  const { unnamed, bound } = stateOf(lowering).imports;
  const named = new Set(bound);
  const certain = new Set(unnamed.filter((one) => !isInDoubt(one)).map(({ guesses }) => guesses[0]!));
  const isOthers = (one: Unnamed, guess: string): boolean => named.has(guess) || (certain.has(guess) && isInDoubt(one));
  for (const one of unnamed) {
    const { row, guesses } = one;
    for (const guess of guesses) {
      // What another import is given as its name, or surely bears, is no other's.
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

/** Whether `name.` stands in a text behind `at`, as a word of its own and behind no dot. */
function namesPackage(source: string, name: string, at: number): boolean {
  for (let found = source.indexOf(`${name}.`, at); found >= 0; found = source.indexOf(`${name}.`, found + 1)) {
    if (!/[\p{L}\p{N}_.]/u.test(source[found - 1]!)) return true;
  }
  return false;
}

/** Whether a package may have another name than its path says: not one without a host in its path. */
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
