/**
 * TypeScript's compiler, whose path is the first argument of every process that asks it.
 *
 * It is in the bench's cache and is loaded at run time, so that its types cannot be imported.
 */
import { createRequire } from "node:module";
import { resolve } from "node:path";
import process from "node:process";

// deno-lint-ignore no-explicit-any
export type Foreign = any;
export type Node = Foreign;
export type Symbol = Foreign;

const compiler = process.argv[2];
if (compiler === undefined) throw new Error("The first argument must be the path of typescript.js");

export const ts: Foreign = createRequire(import.meta.url)(resolve(compiler));
export const SK = ts.SyntaxKind;
