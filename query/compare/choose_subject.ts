/**
 * Chooses the symbol that a comparison is about, or says what was probably meant.
 * Stage: query. Invariant: a name that means several symbols is refused with the candidates.
 */
import { shellWord } from "../../core/base/shell_word.ts";
import type { SourceSymbol } from "../../core/compare/source_symbols.ts";
import { CallgroveError } from "../../core/errors.ts";
import type { Context } from "../context.ts";
import { ambiguityOf } from "../names/find_symbol.ts";
import { asSuggestions, type NearName } from "../names/nearest_names.ts";
import { bareName } from "../rows/plain_name.ts";
import { summarizeChange } from "./compare_symbol.ts";
import { havePath, type Sides, type Subject } from "./find_subjects.ts";
import type { RefReader } from "./ref_reader.ts";

/** Another comparison that was probably meant, and the reason. */
interface Instead {
  readonly hint: string;
  readonly remediation: string;
}

/** The symbols that a name means in two refs. */
export interface FoundSubjects {
  readonly sides: Sides;
  readonly subjects?: readonly Subject[];
  /** Similar names, if there is no such symbol. */
  readonly near?: readonly NearName[];
  /** What was probably meant, if something other than a symbol was given. */
  readonly instead?: Instead | undefined;
}

/** Kinds that are meant only if nothing else has the name. */
const SELDOM_MEANT: ReadonlySet<string> = new Set(["field", "variable", "enum_member"]);

/** The one symbol that is meant. @throws CallgroveError symbol_not_found, ambiguous_symbol. */
export function chooseSubject(
  { symbol_name: written, path }: { readonly symbol_name: string; readonly path?: string | undefined },
  { sides, subjects = [], near = [], instead }: FoundSubjects,
): Subject {
  const name = bareName(written);
  // Head may have it under another name than the one given.
  const symbolOf = ({ base, head }: Subject): SourceSymbol =>
    head === undefined || (base?.name === name && head.name !== name) ? base! : head;
  const keyOf = (subject: Subject): string => `${symbolOf(subject).path}\0${symbolOf(subject).scopedName}`;
  const all = [...Map.groupBy(subjects, keyOf).values()].flatMap((same) => amongNamesakes(same, symbolOf));
  const likely = all.filter((subject) => !SELDOM_MEANT.has(symbolOf(subject).kind));
  const meant = likely.length > 0 ? likely : all;
  if (meant.length === 1) return meant[0]!;
  const refs = { base_ref: sides.base.name, head_ref: sides.head.name };
  if (meant.length === 0) {
    throw new CallgroveError(
      "symbol_not_found",
      `Cannot find symbol "${written}"${path === undefined ? "" : ` of "${path}"`} in "${refs.base_ref}" or in "${refs.head_ref}"`,
      {
        ...(instead === undefined ? {} : { hint: instead.hint }),
        data: {
          symbol_name: written,
          ...(path === undefined ? {} : { path }),
          ...refs,
          ref: sides.head.name,
          ...(instead === undefined ? {} : { remediation: instead.remediation }),
          ...asSuggestions(near),
        },
      },
    );
  }
  // A comparison is most likely about a symbol that changed.
  const known = meant.map((subject) => ({ symbol: symbolOf(subject), status: summarizeChange(subject).status }));
  const { changed = [], unchanged = [] } = Object.groupBy(known, ({ status }) => status === "unchanged" ? status : "changed");
  const candidates = [...changed, ...unchanged].map(({ symbol, status }) => ({
    symbol_stable_id: symbol.stableId,
    name: symbol.scopedName,
    kind: symbol.kind,
    path: symbol.path,
    line: symbol.nameLine,
    column: symbol.nameColumn,
    status,
  }));
  const first = candidates[0]!;
  const which = changed.length > 0 && unchanged.length > 0
    ? `Of these only the first ${changed.length === 1 ? "one" : changed.length} changed. `
    : "";
  const isNamesake = candidates.some((one) => one !== first && one.path === first.path && one.name === first.name);
  const [form, place] = isNamesake ? ["line", first.line] : ["name", first.name];
  const hint = `${which}Ask again with one of the candidates as path:${form}, such as ${first.path}:${place}.`;
  throw ambiguityOf(written, candidates, hint, { ...refs, ref: sides.head.name });
}

/**
 * Which symbols of one name in one file are meant. Overloads are one symbol, represented by the one with a body. Of several with a body
 * (`impl From<A>` and `impl From<B>`; a getter and a setter) the changed ones; if none changed, the longest.
 */
function amongNamesakes(same: readonly Subject[], symbolOf: (subject: Subject) => SourceSymbol): readonly Subject[] {
  const longest = same.reduce((a, b) => symbolOf(b).text.length > symbolOf(a).text.length ? b : a);
  const changed = same.filter((subject) => !symbolOf(subject).isBodiless && summarizeChange(subject).status !== "unchanged");
  return changed.length > 0 ? changed : [longest];
}

/**
 * The command that was probably meant if refs were given in the place of a symbol, as for git (`main`, `v1..v2`); undefined if git knows no
 * such refs.
 */
export async function readAsRefs(reader: RefReader, written: string): Promise<Instead | undefined> {
  const [base = "", head = ""] = written.split(/\.{2,3}/);
  try {
    for (const ref of [base, head]) if (ref !== "") await reader.findTree(ref);
  } catch (thrown) {
    if (thrown instanceof CallgroveError && thrown.code === "ref_not_indexed") return undefined;
    throw thrown;
  }
  if (base === "") return undefined;
  return {
    hint: "This is a git ref: give refs as base_ref and head_ref (--base, --head).",
    remediation: `callgrove compare '*' --base ${shellWord(base)}${head === "" ? "" : ` --head ${shellWord(head)}`}`,
  };
}

/** A folder given by its bare name, which may be a symbol's name as well. */
export function readAsFolder(context: Context, sides: Sides, written: string): Instead | undefined {
  if (!havePath(context, sides, `${written}/`)) return undefined;
  const refs = `--base ${shellWord(sides.base.name)} --head ${shellWord(sides.head.name)}`;
  return {
    hint: "It is a folder; to list what changed in it:",
    remediation: `callgrove compare '*' --file ${shellWord(written)} ${refs}`,
  };
}
