/**
 * Examples in doc comments that are compiled and run as tests, and that call a symbol: changing its signature breaks them, although no edge
 * leads from them.
 *
 * Stage: query. Matched by name; for a member, the example must name its type too. Invariant: documentation is not code of the repository,
 * so this does not affect whether a list of callers is complete.
 */
import { addAt } from "../../core/base/lists.ts";
import { type Context, readRows } from "../context.ts";
import { keep } from "../rows/kept.ts";
import { listed } from "../rows/listed.ts";
import { CALLABLE } from "../rows/node_types.ts";
import { readOwner } from "../rows/own_members.ts";
import { readSymbol, type SymbolRow } from "../rows/symbol_row.ts";

const DOCS = `SELECT p.path AS path, sv.line_start AS line, sv.doc AS doc FROM ref_file rf
  CROSS JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id AND instr(sv.doc, '\`\`\`') > 0
  JOIN symbol s ON s.id = sv.symbol_id AND s.language = ? JOIN path p ON p.id = rf.path_id WHERE rf.ref_id = ? ORDER BY p.path, sv.line_start`;
const FENCED = /^[ \t]*(\`{3,})[ \t]*([^\n\`]*)\n([^]*?)^[ \t]*\1[ \t]*$/gm;
const CALLED = /(?<![\p{L}\p{N}_])([\p{L}_][\p{L}\p{N}_]*)!?\s*(?:::\s*<[^()]*>\s*)?\(/gu;
/** What an example declares itself. */
const DECLARED = /\b(?:fn|def|func|function)\s+([\p{L}_][\p{L}\p{N}_]*)/gu;
/** The most places an answer names. */
const SHOWN = 3;

/** An example, the place of the symbol it documents, and the words in it. */
interface Example {
  readonly place: string;
  readonly words: ReadonlySet<string>;
}

/** Says which examples call a symbol; "" where none does, or where the language does not run examples. */
export function describeDocExamples(context: Context, row: SymbolRow): string {
  const forms = context.textForms(row.language)?.docTests;
  if (forms === undefined || !CALLABLE.has(row.kind)) return "";
  const examples = keep(context, `doc examples ${row.language}`, () => readExamples(context, row.language, forms)).get(row.name) ?? [];
  const owner = row.kind === "function" || examples.length === 0 ? undefined : readSymbol(context, readOwner(context, row))?.name;
  const own = owner === undefined ? examples : examples.filter(({ words }) => words.has(owner));
  const places = [...new Set(own.map(({ place }) => place))];
  if (places.length === 0) return "";
  return `examples in doc comments, which are tests, call ${row.name}: those of ${listed(places, SHOWN)}`;
}

/** Examples by the name they call. */
function readExamples(context: Context, language: string, isTest: RegExp): ReadonlyMap<string, readonly Example[]> {
  const found = new Map<string, Example[]>();
  for (const { path, line, doc } of readRows<{ path: string; line: number; doc: string }>(context, DOCS, language, context.ref.id)) {
    for (const [, , info, code] of doc.matchAll(FENCED)) {
      if (!isTest.test(info!.trim())) continue;
      const example = { place: `${path}:${line}`, words: new Set(code!.match(/[\p{L}_][\p{L}\p{N}_]*/gu)) };
      const named = (pattern: RegExp): ReadonlySet<string> => new Set(Array.from(code!.matchAll(pattern), (match) => match[1]!));
      for (const name of named(CALLED).difference(named(DECLARED))) addAt(found, name, example);
    }
  }
  return found;
}
