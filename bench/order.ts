/**
 * Whether the edges of real code depend on which file is resolved first: `deno run -A bench/order.ts LANGUAGE DIR [DIR…]`.
 *
 * Resolves each folder from either end, prints what differs and a line with the count; exit status 1 if anything does.
 */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { makeLanguageTable } from "../core/scan/languages_of.ts";
import { loadLanguage } from "../languages/registry.ts";
import { resolveInMemory, type VirtualFile } from "../plugins/memory_project.ts";

const PASSED_OVER = new Set([".git", "node_modules", "target"]);
const MOST_SHOWN = 10;

const [language, ...folders] = Deno.args;
if (language === undefined || folders.length === 0) {
  console.error("usage: deno run -A bench/order.ts LANGUAGE DIR [DIR…]");
  Deno.exit(2);
}
const plugin = await loadLanguage(language);
const table = makeLanguageTable([plugin]);
let wrong = 0;
for (const folder of folders) {
  const files = readFiles(folder, "");
  const forward = await resolveInMemory(plugin, files);
  const backward = await resolveInMemory(plugin, files, "last");
  const told = new Set(forward.edges.map((edge) => JSON.stringify(edge)));
  const others = backward.edges.map((edge) => JSON.stringify(edge)).filter((edge) => !told.has(edge));
  for (const edge of others.slice(0, MOST_SHOWN)) console.log(`from the last file only: ${edge.slice(0, 400)}`);
  console.log(`${basename(folder)}: ${files.length} files, ${forward.edges.length} edges, ${others.length} differ`);
  wrong += others.length + Math.abs(forward.edges.length - backward.edges.length);
}
if (wrong > 0) Deno.exit(1);

/** Sources of the language and the manifests that it reads. */
function readFiles(root: string, folder: string): VirtualFile[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return PASSED_OVER.has(entry.name) ? [] : readFiles(root, path);
    const isRead = table.languageOf(path) !== undefined || table.manifestReaders(path).length > 0;
    return isRead && entry.isFile() ? [{ path, text: readFileSync(join(root, path), "utf8") }] : [];
  });
}
