/**
 * Where the program's own data files lie: the grammars and the parser's runtime.
 *
 * Stage: parse. Invariant: found beside the program (a compiled binary embeds them in `grammars/`) or in the checkout's
 * node_modules, never downloaded.
 */
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { isAbsolute, join } from "node:path";
import { CallgroveError } from "./errors.ts";

const RUNTIME = "web-tree-sitter.wasm";

function findFile(file: string, specifier: string): string {
  const here = import.meta.dirname ?? ".";
  // Embedded under another ending: `deno compile` would take a `.wasm` file for a module of the program.
  const embedded = join(here, "grammars", file.replace(/\.wasm$/, ".bin"));
  if (existsSync(embedded)) return embedded;
  try {
    return createRequire(import.meta.url).resolve(specifier);
  } catch (cause) {
    throw new CallgroveError("internal_error", `Cannot find the grammar file "${file}"`, {
      hint: "Run `deno install` in the checkout, or install the program again.",
      cause,
    });
  }
}

/** The parser's runtime as WebAssembly. */
export function readRuntime(): Uint8Array {
  return readFileSync(findFile(RUNTIME, `web-tree-sitter/${RUNTIME}`));
}

/** Whether a grammar is one of the program's own, not somebody's file. */
export function isOwnGrammar(name: string): boolean {
  return !isAbsolute(name);
}

/** The grammar `tree-sitter-NAME.wasm`, or the one in the file whose absolute path `name` is. */
export function readGrammar(name: string): Uint8Array {
  if (!isOwnGrammar(name)) return readFileSync(name);
  const file = `tree-sitter-${name}.wasm`;
  return readFileSync(findFile(file, `@vscode/tree-sitter-wasm/wasm/${file}`));
}
