/**
 * The program's languages together with those that were dropped in beside it.
 *
 * Stage: before all others. Invariants: a built-in language gives way only to a drop-in that says so; one that is not in order is left
 * out with the reason, or is an error where it was asked for by name; code is loaded only where it was allowed.
 */
import { CallgroveError } from "../core/errors.ts";
import type { LanguagePlugin } from "../core/plugin.ts";
import { checkDropIn } from "./check_drop_in.ts";
import type { DropInFolder } from "./find_drop_ins.ts";
import { loadWithCode, makePlugin } from "./make_plugin.ts";
import { type DropIn, MANIFEST_FILE, readDropIn, wrong } from "./manifest.ts";
import { isTrusted } from "./trust.ts";

/** See the head of this file. */
export async function loadDropIns(
  builtIn: readonly LanguagePlugin[],
  folders: readonly DropInFolder[],
  code: "with code" | "data",
): Promise<{ plugins: readonly LanguagePlugin[]; notes: readonly string[] }> {
  let plugins = [...builtIn];
  const notes: string[] = [];
  for (const { folder, named } of folders) {
    try {
      const dropIn = readDropIn(folder);
      plugins = place(plugins, builtIn, dropIn, notes);
      await checkDropIn(dropIn);
      if (!isTrusted(dropIn)) throw notTrusted(dropIn);
      plugins.push(code === "data" ? makePlugin(dropIn) : await loadWithCode(dropIn));
    } catch (thrown) {
      if (named || !(thrown instanceof CallgroveError)) throw thrown;
      notes.push(`a language is left out: ${thrown.message}. ${thrown.hint}`);
    }
  }
  return { plugins, notes };
}

/** The languages beside which a drop-in stands. @throws CallgroveError where it would take another's place without saying so. */
function place(plugins: readonly LanguagePlugin[], builtIn: readonly LanguagePlugin[], dropIn: DropIn, notes: string[]): LanguagePlugin[] {
  const { name, extensions, replaces } = dropIn.manifest;
  const file = `${dropIn.folder}/${MANIFEST_FILE}`;
  if (replaces !== undefined && !builtIn.some((one) => one.name === replaces)) {
    throw wrong(
      file,
      `replaces: there is no built-in language "${replaces}"`,
      `Built in are ${builtIn.map((one) => one.name).join(", ")}.`,
    );
  }
  const rest = plugins.filter((one) => one.name !== replaces || !builtIn.includes(one));
  for (const other of rest) {
    const ending = Object.keys(extensions).find((one) => other.extensions[one] !== undefined);
    if (other.name !== name && ending === undefined) continue;
    const what = other.name === name ? `the name "${name}" is taken` : `the ending ${ending} belongs to ${other.title}`;
    const fix = builtIn.includes(other)
      ? `To take its place, say so in the manifest: "replaces": "${other.name}"`
      : "Remove one of the two drop-ins.";
    throw wrong(file, what, fix);
  }
  if (replaces !== undefined) notes.push(`the built-in language "${replaces}" is replaced by ${dropIn.folder}`);
  return rest;
}

function notTrusted(dropIn: DropIn): CallgroveError {
  const { name } = dropIn.manifest;
  return wrong(
    `${dropIn.folder}/plugin.js`,
    "its code was not allowed to run, or changed since",
    `Read it, then: callgrove languages trust ${name}`,
  );
}
