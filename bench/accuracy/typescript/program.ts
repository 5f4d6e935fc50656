/**
 * A project as the checker sees it: all its sources in one program.
 */
import * as path from "node:path";
import { listFiles } from "../truth.ts";
import { type Foreign, ts } from "./compiler.ts";
import { ModuleResolver } from "./resolve_modules.ts";

const SOURCE = /\.(ts|tsx|mts|cts|js|jsx|mjs|cjs)$/;
const LEFT_OUT = /\.d\.([^.]+\.)?[mc]?ts$|\.min\.js$/;

/** Whether a file's name is that of hand-written code: not a declaration file, nothing minified. */
export function isSourceFile(name: string): boolean {
  return SOURCE.test(name) && !LEFT_OUT.test(name);
}

/** Makes the program of a folder; `files` are repository paths. */
export async function makeProgram(root: string, dependencies: string): Promise<{ program: Foreign; files: string[] }> {
  const files = await listFiles(root, isSourceFile);
  const resolver = new ModuleResolver(root, dependencies);
  const { options } = resolver;
  const host = ts.createCompilerHost(options, true);
  host.resolveModuleNameLiterals = resolver.resolveModuleNameLiterals.bind(resolver);
  host.getCurrentDirectory = () => root;
  return { program: ts.createProgram({ rootNames: files.map((file) => path.join(root, file)), options, host }), files };
}
