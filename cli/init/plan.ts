/**
 * What `init` would write or undo: files as they are and as they would be.
 *
 * Stage: CLI. Invariants: only `apply` writes; a file that cannot be edited gets a remark and stays as it is.
 */
import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { createTwoFilesPatch } from "diff";
import { CallgroveError, describeThrown } from "../../core/errors.ts";
import { type Client, configurationFile, type ServerCommand } from "./clients.ts";
import { editJson, readJsonEntry } from "./edit_json.ts";
import { editToml, readTomlEntry } from "./edit_toml.ts";
import { bytesBefore, type Change, dropChange, hashOf, noteChange } from "./records.ts";

/** Name of the entry. */
export const ENTRY = "callgrove";

/** One file and its planned change. */
export interface Edit {
  /** The client's name, or that of the notes. */
  readonly name: string;
  readonly title: string;
  readonly file: string;
  /** Undefined if there is no file. */
  readonly before: Uint8Array | undefined;
  /** Undefined if the file is to be removed; equal to `before` if there is nothing to do. */
  readonly after: Uint8Array | undefined;
  /** Why nothing can be done, or what is unusual; usually "". */
  readonly remark: string;
}

/**
 * This server's entry in a client's configuration; undefined if there is none.
 * @throws CallgroveError if the text cannot be read
 */
export function readEntry(client: Client, text: string, file: string): unknown {
  return client.format === "json" ? readJsonEntry(text, [client.key, ENTRY], file) : readTomlEntry(text, client.key, ENTRY, file);
}

/** Plans the entry in a client's configuration. */
export function planEntry(client: Client, server: ServerCommand): Edit {
  return edit(client.name, client.title, configurationFile(client), (text, file) => {
    const entry = client.entry(server);
    const known = readEntry(client, text, file);
    if (JSON.stringify(known) === JSON.stringify(entry)) return text;
    return client.format === "json" ? editJson(text, [client.key, ENTRY], entry, file) : editToml(text, client.key, ENTRY, entry, file);
  });
}

const NOTES_BEGIN = "<!-- callgrove: begin -->";
const NOTES_END = "<!-- callgrove: end -->";
const NOTES = `${NOTES_BEGIN}
For questions about calls in this repository (who calls a function, what breaks if it changes, how one reaches another) use the
callgrove MCP tools: get_callers, get_impact, call_chain. They resolve receivers and imports, and say how complete an answer is.
${NOTES_END}
`;

/** Plans a short note in an instruction file, between two marks. */
export function planNotes(file: string): Edit {
  return edit(`notes-${hashOf(new TextEncoder().encode(file)).slice(0, 12)}`, "notes", file, (text) => {
    const begin = text.indexOf(NOTES_BEGIN);
    const end = text.indexOf(NOTES_END);
    if (begin >= 0 && end > begin) return text.slice(0, begin) + NOTES + text.slice(end + NOTES_END.length).replace(/^\r?\n/, "");
    return text + (text === "" ? "" : text.endsWith("\n") ? "\n" : "\n\n") + NOTES;
  });
}

/** Plans the undoing of a change: byte for byte if the file was not changed since, else by removing only the entry. */
export function planUndo(change: Change, clients: readonly Client[]): Edit {
  const client = clients.find((one) => one.name === change.name);
  const isReadable = canRead(change.file);
  const now = isReadable ? readIfThere(change.file) : undefined;
  const base = { name: change.name, title: client?.title ?? "notes", file: change.file, before: now };
  if (!isReadable) return edit(base.name, base.title, change.file, (text) => text);
  if (now === undefined || hashOf(now) === change.after) {
    return { ...base, after: now === undefined ? undefined : bytesBefore(change), remark: "" };
  }
  const remark = "the file was changed since: only the entry is taken out";
  const removed = edit(base.name, base.title, change.file, (text, file) => {
    if (client === undefined) return text.replace(new RegExp(`\\n?${NOTES_BEGIN}[^]*?${NOTES_END}\\r?\\n?`), "");
    return client.format === "json"
      ? editJson(text, [client.key, ENTRY], undefined, file)
      : editToml(text, client.key, ENTRY, undefined, file);
  });
  return { ...removed, remark: removed.remark || remark };
}

/** @throws CallgroveError internal_error if something exists but cannot be read (permissions, a folder) */
function readIfThere(file: string): Uint8Array | undefined {
  try {
    return existsSync(file) ? readFileSync(file) : undefined;
  } catch (cause) {
    throw new CallgroveError("internal_error", `Cannot read "${file}": ${describeThrown(cause)}; it was left as it is`, { cause });
  }
}

function canRead(file: string): boolean {
  try {
    readIfThere(file);
    return true;
  } catch {
    return false;
  }
}

function edit(name: string, title: string, file: string, change: (text: string, file: string) => string): Edit {
  let before: Uint8Array | undefined;
  try {
    before = readIfThere(file);
    const text = before === undefined ? "" : new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(before);
    const after = change(text, file);
    return {
      name,
      title,
      file,
      before,
      after: after === text && before !== undefined ? before : new TextEncoder().encode(after),
      remark: "",
    };
  } catch (thrown) {
    const why = thrown instanceof CallgroveError ? thrown.message : `Cannot edit "${file}": it is not UTF-8; it was left as it is`;
    return { name, title, file, before, after: before, remark: why };
  }
}

/** Whether there is anything to do. */
export function changes({ before, after }: Edit): boolean {
  if (before === undefined || after === undefined) return before !== after;
  return hashOf(before) !== hashOf(after);
}

/** The difference as a patch. */
export function showDifference({ file, before, after }: Edit): string {
  const text = (bytes: Uint8Array | undefined): string => bytes === undefined ? "" : new TextDecoder().decode(bytes);
  const patch = createTwoFilesPatch(
    file,
    file,
    text(before),
    text(after),
    before === undefined ? "(new)" : "",
    after === undefined ? "(removed)" : "",
    { context: 2 },
  );
  return patch.split("\n").slice(1).join("\n").trimEnd();
}

/** Performs one edit, and records it for `--undo`, or removes the record of the change undone. */
export function apply(edit: Edit, undone: Change | undefined): void {
  const { file, before, after, name } = edit;
  if (undone === undefined && after !== undefined) noteChange(name, file, before, after);
  if (after === undefined) rmSync(file, { force: true });
  else if (changes(edit)) replace(file, after);
  if (undone !== undefined) dropChange(undone);
}

/** Replaces a file atomically, through links, keeping its permissions. */
function replace(file: string, bytes: Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true });
  const target = existsSync(file) ? realpathSync(file) : file;
  const making = `${target}.callgrove-${Deno.pid}`;
  writeFileSync(making, bytes);
  if (existsSync(target)) chmodSync(making, statSync(target).mode);
  renameSync(making, target);
}
