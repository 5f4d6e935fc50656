/**
 * A release's one version: `deno run --allow-read release/check_version.ts v0.1.0`.
 *
 * Invariant: the tag, `version.ts`, `deno.json`, the agent plugin and the changelog's newest section name the same one.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { VERSION } from "../version.ts";

const ROOT = join(import.meta.dirname!, "..");

/** What differs from the version of the program, a line each. @param tag `v0.1.0`; undefined before there is one. */
export function findDifferences(tag?: string): string[] {
  const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
  const found: Record<string, string | undefined> = {
    "deno.json": (JSON.parse(read("deno.json")) as { version: string }).version,
    "integrations/claude-code/.claude-plugin/plugin.json":
      (JSON.parse(read("integrations/claude-code/.claude-plugin/plugin.json")) as { version: string }).version,
    ...(tag === undefined ? {} : { "the tag": tag.replace(/^v/, ""), "CHANGELOG.md": /^## (\d\S*)/m.exec(read("CHANGELOG.md"))?.[1] }),
  };
  return Object.entries(found).filter(([, version]) => version !== VERSION).map(([place, version]) =>
    `${place} says ${version ?? "nothing"}`
  );
}

if (import.meta.main) {
  const differences = findDifferences(Deno.args[0]);
  if (differences.length > 0) throw new Error(`The version is ${VERSION}, but ${differences.join(", ")}`);
}
