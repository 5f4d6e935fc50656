/**
 * Locates the program's own data files: the grammars and the parser's runtime.
 *
 * Stage: parse. Invariant: found beside the program (a compiled binary embeds them in `grammars/`) or in the checkout's node_modules, never
 * downloaded. Deno's own API suffices: loading Node's modules would take a quarter of a thread's start-up time.
 */
import { CallgroveError } from "./errors.ts";

const RUNTIME = "web-tree-sitter.wasm";

function readFile(file: string, specifier: string): Uint8Array {
  // Embedded under another file extension: `deno compile` would take a `.wasm` file for a module of the program.
  const embedded = new URL(`grammars/${file.replace(/\.wasm$/, ".bin")}`, import.meta.url);
  try {
    return Deno.readFileSync(embedded);
  } catch {
    // Then this is a checkout.
  }
  try {
    return Deno.readFileSync(new URL(import.meta.resolve(specifier)));
  } catch (cause) {
    throw new CallgroveError("internal_error", `Cannot find the grammar file "${file}"`, {
      hint: "Run `deno install` in the checkout, or install the program again.",
      cause,
    });
  }
}

/** The parser's runtime as WebAssembly. */
export function readRuntime(): Uint8Array {
  return readFile(RUNTIME, `web-tree-sitter/${RUNTIME}`);
}

/** Whether a grammar is one of the program's own rather than a file of the user. */
export function isOwnGrammar(name: string): boolean {
  return !/^([/\\]|[A-Za-z]:)/.test(name);
}

/** The grammar `tree-sitter-NAME.wasm`, or the one in the file if `name` is an absolute path. */
export function readGrammar(name: string): Uint8Array {
  if (!isOwnGrammar(name)) return Deno.readFileSync(name);
  const file = `tree-sitter-${name}.wasm`;
  return readFile(file, `@vscode/tree-sitter-wasm/wasm/${file}`);
}
