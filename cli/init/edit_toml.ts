/**
 * Inserts or removes one table of a TOML configuration as text, keeping every other byte.
 *
 * Stage: CLI. Invariant: the text is compared by a TOML parser before and after: only the entry may differ, otherwise nothing is done.
 */
import { deepStrictEqual } from "node:assert";
import { parse, stringify } from "smol-toml";
import { describeThrown } from "../../core/errors.ts";
import { notEditable } from "./edit_json.ts";

type Table = Record<string, unknown>;

/**
 * The entry `name` of the table `key`; undefined if there is none.
 * @throws CallgroveError invalid_input if the text is not TOML
 */
export function readTomlEntry(text: string, key: string, name: string, file: string): unknown {
  return (read(text, file)[key] as Table | undefined)?.[name];
}

/** The text with `value` as the table `[key.name]`; undefined removes it. */
export function editToml(text: string, key: string, name: string, value: Table | undefined, file: string): string {
  const before = read(text, file);
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  const kept = withoutTable(text, `${key}.${name}`);
  const gap = kept === "" ? "" : kept.endsWith("\n") ? end : end + end;
  const table = value === undefined ? "" : `${gap}[${key}.${name}]\n${stringify(value)}`.replace(/\r?\n/g, end);
  const after = kept + (table === "" || table.endsWith(end) ? table : table + end);
  checkSameRest(before, after, key, name, file);
  return after;
}

function read(text: string, file: string): Table {
  try {
    return parse(text.replace(/^\ufeff/, "")) as Table;
  } catch (thrown) {
    throw notEditable(file, `it is not valid TOML (${describeThrown(thrown).split(" ").slice(0, 14).join(" ")})`);
  }
}

/** The text without the table of that name and its subtables: from each header to the next. */
function withoutTable(text: string, name: string): string {
  const lines = text.split(/(?<=\n)/);
  const kept: string[] = [];
  let inside = false;
  for (const line of lines) {
    const header = /^\s*\[\[?\s*([^\]]+?)\s*\]\]?\s*(?:#.*)?$/.exec(line.trimEnd())?.[1]?.replace(/\s*\.\s*/g, ".").replaceAll('"', "");
    if (header !== undefined) inside = header === name || header.startsWith(`${name}.`);
    if (!inside) kept.push(line);
  }
  return kept.join("");
}

function checkSameRest(before: Table, after: string, key: string, name: string, file: string): void {
  const rest = (table: Table): Table => {
    const { [key]: holder, ...others } = table;
    const { [name]: _, ...servers } = (holder ?? {}) as Table;
    return { ...others, [key]: servers };
  };
  try {
    deepStrictEqual(JSON.stringify(rest(parse(after.replace(/^\ufeff/, "")) as Table)), JSON.stringify(rest(before)));
  } catch {
    throw notEditable(file, `the table ${key} is written in a way that this program does not edit`);
  }
}
