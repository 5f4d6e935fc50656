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

/**
 * Loads the drop-in languages in the given folders.
 * @param coded the one language that comes with its code; the others are data
 */
export async function loadDropIns(
  builtIn: readonly LanguagePlugin[],
  folders: readonly DropInFolder[],
  coded: string,
): Promise<{ plugins: readonly LanguagePlugin[]; notes: readonly string[] }> {
  let plugins = [...builtIn];
  const notes: string[] = [];
  /** Those of the configuration: the same language asked for by name, as while it is worked on, takes the place of one. */
  const installed = new Set<LanguagePlugin>();
  for (const { folder, named } of folders) {
    try {
      const dropIn = readDropIn(folder);
      if (named) plugins = plugins.filter((one) => one.name !== dropIn.manifest.name || !installed.has(one));
      plugins = placeDropIn(plugins, builtIn, dropIn, notes);
      await checkDropIn(dropIn);
      if (!isTrusted(dropIn)) throw notTrusted(dropIn, named);
      const plugin = dropIn.manifest.name === coded ? await loadWithCode(dropIn) : makePlugin(dropIn);
      plugins.push(plugin);
      if (!knowsCalls(dropIn)) {
        notes.push(`${plugin.title}: no pattern says what a call is (@expression.call), so no list of its callers is complete`);
      }
      if (!named) installed.add(plugin);
    } catch (thrown) {
      if (named || !(thrown instanceof CallgroveError)) throw thrown;
      notes.push(`a language is left out: ${thrown.message}. ${thrown.hint}`);
    }
  }
  return { plugins, notes };
}

/** Whether anything can be a call; code of its own may add some. */
function knowsCalls({ queries, code }: DropIn): boolean {
  return code !== "" || queries.some(({ text }) => text.includes("@expression.call"));
}

/** The first language that has a name or one of some endings already, and which. */
export function findRival(
  plugins: readonly LanguagePlugin[],
  name: string,
  endings: readonly string[],
): { readonly plugin: LanguagePlugin; readonly what: string } | undefined {
  for (const plugin of plugins) {
    if (plugin.name === name) return { plugin, what: `the name "${name}" is taken` };
    const ending = endings.find((one) => plugin.extensions[one] !== undefined);
    if (ending !== undefined) return { plugin, what: `the ending ${ending} belongs to ${plugin.title}` };
  }
  return undefined;
}

/** The languages beside which a drop-in stands. @throws CallgroveError where it would take another's place without saying so. */
export function placeDropIn(
  plugins: readonly LanguagePlugin[],
  builtIn: readonly LanguagePlugin[],
  dropIn: DropIn,
  notes: string[],
): LanguagePlugin[] {
  const { name, extensions, replaces } = dropIn.manifest;
  const file = `${dropIn.folder}/${MANIFEST_FILE}`;
  if (replaces !== undefined && !builtIn.some((one) => one.name === replaces)) {
    throw wrong(
      file,
      `replaces: there is no built-in language "${replaces}"`,
      `The built-in languages are ${builtIn.map((one) => one.name).join(", ")}.`,
    );
  }
  const rest = plugins.filter((one) => one.name !== replaces || !builtIn.includes(one));
  const rival = findRival(rest, name, Object.keys(extensions));
  if (rival !== undefined) {
    const fix = builtIn.includes(rival.plugin)
      ? `To take its place, say so in the manifest: "replaces": "${rival.plugin.name}"`
      : "Remove one of the two drop-ins.";
    throw wrong(file, rival.what, fix);
  }
  if (replaces !== undefined) notes.push(`the built-in language "${replaces}" is replaced by ${dropIn.folder}`);
  return rest;
}

function notTrusted(dropIn: DropIn, named: boolean): CallgroveError {
  const { name } = dropIn.manifest;
  return wrong(
    `${dropIn.folder}/plugin.js`,
    "its code was not allowed to run, or changed since",
    `Read it, then: callgrove languages trust ${name}${named ? ` --plugin ${dropIn.folder}` : ""}`,
  );
}
