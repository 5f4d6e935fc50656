/**
 * Names that occur in templates, in component code that is not indexed, and in assembly: calls from there appear in no list.
 *
 * Stage: query. Invariant: matched by name alone (in assembly also by package), so this creates no edge; it only keeps answers from
 * claiming that nothing else calls a symbol.
 */
import { addAt } from "../../core/base/lists.ts";
import { folderOf } from "../../core/base/path_parts.ts";
import { DefinitionFlag } from "../../core/facts.ts";
import { COMPUTED_PART } from "../../core/facts/expressions.ts";
import { type Context, readRow, readRows } from "../context.ts";
import { listed } from "../rows/listed.ts";
import { isRunnable } from "../rows/node_types.ts";
import { packageOf } from "../rows/package_of.ts";
import { isAtTop, type SymbolRow } from "../rows/symbol_row.ts";

const MENTIONS = `SELECT p.path AS path, e.source_line AS line, n.text AS name, a.name AS language, a.kind AS kind,
    t.text AS text FROM json_each(?) wanted
  CROSS JOIN name n ON n.text = wanted.value
  CROSS JOIN artifact_edge e INDEXED BY artifact_edge_reverse ON e.to_name_id = n.id AND e.edge_type = 'mentions'
  CROSS JOIN ref_artifact ra INDEXED BY ref_artifact_by_artifact ON ra.artifact_id = e.artifact_id AND ra.ref_id = ?
  JOIN artifact a ON a.id = e.artifact_id JOIN path p ON p.id = ra.path_id JOIN name t ON t.id = e.text_id ORDER BY p.path`;
const SHOWN_ELSEWHERE = `SELECT 1 FROM symbol_version WHERE file_version_id = ? AND exported = 1 LIMIT 1`;
/** Kinds whose artifact name is a language; a manifest's name is that of its package. */
const MARKUP: ReadonlySet<string> = new Set(["template", "assembly"]);
/** The most places an answer names. */
const SHOWN = 3;

interface Mention {
  readonly path: string;
  readonly line: number;
  readonly name: string;
  readonly language: string;
  readonly kind: "template" | "assembly" | "manifest" | "config";
  /** In assembly, the name qualified by its package's path where that is another package. In manifests, `module:name`. */
  readonly text: string;
}

/** Says which assembly, of its own or another package, names a function; "" if none does. */
export function describeAssembly(context: Context, row: SymbolRow): string {
  if (row.kind !== "function") return "";
  const places = placesNaming(context, row, (one) => isAssemblyOf(context, one, row));
  if (places.length === 0) return "";
  return `assembly ${places.length === 1 ? "names" : "that names"} it at ${listed(places, SHOWN)}: calls from there are not in the list`;
}

function isAssemblyOf(context: Context, { kind, language, text, path }: Mention, row: SymbolRow): boolean {
  if (kind !== "assembly" || language !== row.language) return false;
  return text === row.name ? folderOf(path) === folderOf(row.path) : text === `${packageOf(context, row.path)}.${row.name}`;
}

/** Says which templates name a symbol; "" if none does. */
export function describeTemplates(context: Context, row: SymbolRow): string {
  if ((!isRunnable(context, row) && row.kind !== "field") || (row.flags & DefinitionFlag.test) !== 0) return "";
  const all = readMentions(context, [row.name, COMPUTED_PART]).filter((one) =>
    one.kind === "template" && languagesOf(one).includes(row.language)
  );
  if (all.length === 0 || isLocal(context, row)) return "";
  const named = all.filter(({ name }) => name !== COMPUTED_PART);
  const list = (named.length > 0 ? named : all).map(({ path, line }) => named.length > 0 ? `${path}:${line}` : path);
  const places = listed(list, SHOWN);
  return named.length > 0
    ? `mentioned in a template: ${places} ${
      list.length === 1 ? "names" : "name"
    } it, and what templates and the code in them run is not in the list`
    : `${places} ${list.length === 1 ? "is" : "are"} too long to be read and may call it`;
}

/** The languages that a template or assembly is written for; "" for artifacts of any language. */
function languagesOf({ kind, language }: Mention): string[] {
  return MARKUP.has(kind) ? language.split(" ") : [""];
}

/** Says which manifests name a symbol as an entry point; "" if none does. */
export function describeEntryPoints(context: Context, row: SymbolRow): string {
  if (!isRunnable(context, row)) return "";
  const places = placesNaming(context, row, (one) => isEntryOf(one, row));
  if (places.length === 0) return "";
  return `it is an entry point, named at ${listed(places, SHOWN)}: what runs it from outside is not in the list`;
}

/** Whether a manifest's `module:name` means the symbol, comparing the ends of its path and of its qualified name. */
function isEntryOf({ kind, text }: Mention, row: SymbolRow): boolean {
  if (kind !== "manifest" && kind !== "config") return false;
  const [module = "", name = ""] = text.split(":");
  const file = `/${row.path.replace(/\.\w+$/, "")}`;
  const wanted = `/${module.replaceAll(".", "/")}`;
  const isFile = [file, file.replace(/\/(?:__init__|__main__|mod|index)$/, "")].some((path) => path.endsWith(wanted));
  return isFile && `.${row.qualifiedName}`.endsWith(`.${name}`);
}

/** What templates, manifests and assembly say about symbols. */
export interface Mentions {
  /** Whether a template, a manifest or assembly names a symbol. */
  readonly isNamed: (row: SymbolRow) => boolean;
  /** Path of a template of the language that was too long to be read; "" if there is none. */
  readonly unreadTemplate: (language: string) => string;
}

/** Reads what templates, manifests and assembly say about symbols with these names. */
export function mentionsOfNames(context: Context, names: readonly string[]): Mentions {
  const found = new Map<string, Mention[]>();
  for (const one of readMentions(context, [...names, COMPUTED_PART])) {
    for (const language of languagesOf(one)) addAt(found, `${language} ${one.name}`, one);
  }
  return {
    isNamed: (row) =>
      [...found.get(`${row.language} ${row.name}`) ?? [], ...found.get(` ${row.name}`) ?? []].some((one) =>
        one.kind === "template" || isEntryOf(one, row) || isAssemblyOf(context, one, row)
      ),
    unreadTemplate: (language) => found.get(`${language} ${COMPUTED_PART}`)?.[0]?.path ?? "",
  };
}

/** The places of those mentions of a symbol's name that mean the symbol. */
function placesNaming(context: Context, row: SymbolRow, isMeant: (one: Mention) => boolean): string[] {
  return readMentions(context, [row.name]).filter(isMeant).map(({ path, line }) => `${path}:${line}`);
}

function readMentions(context: Context, names: readonly string[]): Mention[] {
  return readRows<Mention>(context, MENTIONS, JSON.stringify([...new Set(names)]), context.ref.id);
}

/** Whether a function is private to its file, which exports others: no template can reach it. */
function isLocal(context: Context, row: SymbolRow): boolean {
  if (row.kind !== "function" || row.exported === 1) return false;
  return isAtTop(context, row) && readRow(context, SHOWN_ELSEWHERE, row.fileVersion) !== undefined;
}
