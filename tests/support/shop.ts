/**
 * The projects of `fixtures/shop`, copied to folders of their own, and the program run on them as a user would.
 *
 * Invariant: nothing outside the temporary folder is written.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { indexDirectory } from "../../engine.ts";
import { languages } from "../../languages/mod.ts";
import { makeLanguageTable } from "../../core/scan/languages_of.ts";
import { PERMISSIONS } from "../../release/permissions.ts";
import type { Workspace } from "../../query/context.ts";
import { openRepository } from "../../workspace/open_repository.ts";

/** The project's own folder. */
export const ROOT: string = join(import.meta.dirname!, "..", "..");
const SHOP = join(ROOT, "fixtures", "shop");

export const SHOP_LANGUAGES = ["python", "typescript", "go", "rust"] as const;
export type ShopLanguage = (typeof SHOP_LANGUAGES)[number];

export interface Outcome {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Shop extends Disposable {
  readonly folder: string;
  /** Runs the program inside the project. */
  run(...args: string[]): Promise<Outcome>;
}

/** Runs the program from its source. */
export async function runCallgrove(args: readonly string[], cwd: string, env: Record<string, string> = {}): Promise<Outcome> {
  const program = ["run", "--quiet", "--no-check", ...PERMISSIONS, join(ROOT, "main.ts")];
  return await runProgram(Deno.execPath(), [...program, ...args], cwd, env);
}

/** Runs a program with nothing to read, apart from the settings of whoever runs the tests. */
export async function runProgram(command: string, args: readonly string[], cwd: string, env: Record<string, string>): Promise<Outcome> {
  const quiet = { NO_COLOR: "1", INIT_CWD: "", CALLGROVE_DB: "" };
  const output = await new Deno.Command(command, { args: [...args], cwd, env: { ...quiet, ...env }, stdin: "null" }).output();
  const decoder = new TextDecoder();
  return { status: output.code, stdout: decoder.decode(output.stdout), stderr: decoder.decode(output.stderr) };
}

/** A fresh copy of a language's shop. */
export function openShop(language: ShopLanguage): Shop {
  const folder = join(mkdtempSync(join(tmpdir(), "callgrove-shop-")), "shop");
  cpSync(join(SHOP, language), folder, { recursive: true });
  return {
    folder,
    run: (...args) => runCallgrove(args, folder),
    [Symbol.dispose]: () => rmSync(join(folder, ".."), { recursive: true, force: true }),
  };
}

/** The repository of a folder, asked in this process. */
export function openInProcess(folder: string, audience: Workspace["audience"]): ReturnType<typeof openRepository> {
  return openInFolder(folder, audience, undefined);
}

/** The same with its databases in a folder of their own. */
export function openInFolder(
  folder: string,
  audience: Workspace["audience"],
  database: string | undefined,
): ReturnType<typeof openRepository> {
  return openRepository({
    directory: folder,
    database,
    audience,
    anyRepository: false,
    patience: { first: Infinity, update: Infinity },
    index: (options, onProgress) => indexDirectory({ ...options, workers: 0 }, onProgress),
    languages: () => Promise.resolve(makeLanguageTable(languages)),
  });
}

/** The calls of a language's shop as they are written down: `caller -> callee line`, sorted. */
export function expectedCalls(language: ShopLanguage): string[] {
  const text = readFileSync(join(SHOP, "calls.expected"), "utf8");
  const section = text.split(`[${language}]\n`)[1]!.split("\n[")[0]!;
  return section.split("\n").filter((line) => line.includes(" -> ")).sort();
}

/** File of expected output of a language. */
export function goldenFile(language: ShopLanguage, form: "txt" | "jsonl"): string {
  return join(SHOP, "golden", `${language}.${form}`);
}
