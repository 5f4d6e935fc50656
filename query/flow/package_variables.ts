/**
 * Where the value of a package's top-level variable goes: any use of the variable, other than to call, set or test it, passes its value on.
 *
 * Stage: query. Invariant: any place that is not certainly one of these, and that the facts of its file do not follow, is reported as lost.
 */
import { folderOf } from "../../core/base/path_parts.ts";
import { BindingKind, DefinitionKind, rowsWith, ScopeKind } from "../../core/facts.ts";
import { type Context, readRows } from "../context.ts";
import { type NameMention, readNameMentions } from "../rows/name_mentions.ts";
import { readSourceText } from "../rows/source_texts.ts";
import { type File, readFile } from "./flow_files.ts";
import type { FlowPlace } from "./calls_at.ts";
import { ownerOf } from "./read_places.ts";
import { isSetOrTested } from "./value_places.ts";

/** Top-level variables with a given name, and whether other packages see them. */
const NAMED = `SELECT s.id AS id, p.path AS path, sv.name_line AS line, sv.exported AS exported FROM symbol s INDEXED BY symbol_by_name
  CROSS JOIN ref_file rf ON rf.ref_id = ? AND rf.path_id = s.path_id
  CROSS JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id AND sv.symbol_id = s.id JOIN path p ON p.id = s.path_id
  WHERE s.name = ? AND s.kind = 'variable' AND s.language = ? ORDER BY p.path, s.id`;
/** Files whose path starts with a given folder. */
const BELOW = `SELECT p.path AS path FROM ref_file rf JOIN path p ON p.id = rf.path_id WHERE rf.ref_id = ? AND instr(p.path, ?) = 1`;

/** What follows a list of which a slice is taken. */
const SLICED = /^\s*\[[^[\]\n]*:[^[\]\n]*\]/;

/** What is known of a package's variable. */
export interface PackageVariable {
  /** Rows of `symbol`: calls of these may call what it holds. */
  readonly ids: readonly number[];
  /** Places that use the variable to pass its value on. */
  readonly passedAt: readonly FlowPlace[];
  /** Where else its value is read, by the offset of its name: it is iterated over, an element is taken. */
  readonly read: readonly { readonly path: string; readonly at: number }[];
  /** Whether some use of it is not understood. */
  readonly isLost: boolean;
  /** Whether it is a list of which a slice is passed (`all[1:]`). */
  readonly isSliced: boolean;
}

/** The variable with a name in the package (folder) of a file; undefined if there is none. */
export function readPackageVariable(
  context: Context,
  { path, language }: Pick<File, "path" | "language">,
  name: string,
): PackageVariable | undefined {
  const folder = folderOf(path);
  const own = readRows<{ id: number; path: string; line: number; exported: number }>(context, NAMED, context.ref.id, name, language)
    .filter((row) => folderOf(row.path) === folder);
  if (own.length === 0) return undefined;
  const isExported = own.some(({ exported }) => exported !== 0);
  const isDeclared = (at: string, line: number): boolean => own.some((row) => row.path === at && row.line === line);
  const passedAt: FlowPlace[] = [];
  const read: { path: string; at: number }[] = [];
  let isLost = false;
  let isSliced = false;
  for (const { path: at, mentions } of readNameMentions(context, language, name, isExported ? undefined : filesIn(context, folder))) {
    const file = readFile(context, at);
    const text = readSourceText(context, at)?.text;
    for (const mention of mentions) {
      if (isDeclared(at, mention.line) || !mayMean(file, mention, name, folderOf(at) === folder)) continue;
      if (mention.isCalled || (text !== undefined && isSetOrTested(text, mention.at, name.length))) continue;
      const { line, column } = mention;
      if (file === undefined || file.places.usedAt(line, column).length === 0) {
        isLost = true;
        read.push({ path: at, at: mention.at });
        isSliced ||= text === undefined || SLICED.test(text.slice(mention.at + name.length));
      } else passedAt.push({ path: at, line, column });
    }
  }
  return { ids: own.map(({ id }) => id), passedAt, read, isLost, isSliced };
}

/** The top-level variable of a file whose initial value is exactly what stands at a place; "" if there is none. */
export function variableGiven(context: Context, { path, line, column }: FlowPlace): string {
  const file = readFile(context, path);
  const values = file?.places.usedAt(line, column) ?? [];
  if (file === undefined || values.length === 0) return "";
  const { definitions, strings } = file.facts;
  for (let row = 1; row < definitions.length; row++) {
    if (definitions.kind[row] === DefinitionKind.variable && values.includes(definitions.value[row]!)) {
      return strings[definitions.name[row]!]!;
    }
  }
  return "";
}

/** Whether a place is within the initial value of a package's variable that is itself passed on. */
export function isPassedWhole(context: Context, { path, line }: FlowPlace): boolean {
  const file = readFile(context, path);
  if (file === undefined) return false;
  const { definitions, strings } = file.facts;
  for (let row = 1; row < definitions.length; row++) {
    const isAround = definitions.kind[row] === DefinitionKind.variable && definitions.lineStart[row]! <= line &&
      line <= definitions.lineEnd[row]!;
    const variable = isAround ? readPackageVariable(context, file, strings[definitions.name[row]!]!) : undefined;
    if (variable !== undefined && (variable.passedAt.length > 0 || variable.isSliced)) return true;
  }
  return false;
}

function filesIn(context: Context, folder: string): ReadonlySet<string> {
  const below = readRows<{ path: string }>(context, BELOW, context.ref.id, folder === "" ? "" : `${folder}/`);
  return new Set(below.map(({ path }) => path).filter((path) => folderOf(path) === folder));
}

/**
 * Whether a mention may mean the variable: in its own package, an unqualified name that no enclosing function binds otherwise; in another
 * package, a name qualified by an import.
 */
function mayMean(file: File | undefined, { at, line, object }: NameMention, name: string, isInside: boolean): boolean {
  if (file === undefined) return true;
  const { bindings, definitions, scopes, strings } = file.facts;
  const bound = (text: string): number[] => rowsWith(bindings.name, strings.indexOf(text));
  if (object !== "") return !isInside && bound(object).some((row) => bindings.kind[row] === BindingKind.import);
  const isDefined = rowsWith(definitions.name, strings.indexOf(name)).some((row) => definitions.nameLine[row] === line);
  return isInside && !isDefined && !bound(name).some((row) => {
    const around = ownerOf(file.facts, bindings.scope[row]!);
    const owner = scopes.definition[around]!;
    return scopes.kind[around] === ScopeKind.function && definitions.start[owner]! <= at && at < definitions.end[owner]!;
  });
}
