/**
 * What a name in code marks means: as strict as for a call.
 *
 * Stage: memory. Invariants: a name that several symbols may mean, fields and variables included, means none; a plain word, or a name that
 * the code also uses for something external, needs a sign that the repository's symbol is meant (its file was open in the session or is
 * named beside it).
 */
import { readRows } from "../../query/context.ts";
import { meaningsOf, readBearers } from "../../query/names/mentions.ts";
import { CALLED } from "../../query/names/rank_matches.ts";
import { bareName, lastOfPlain, plainName } from "../../query/rows/plain_name.ts";
import type { Rows, SymbolRow } from "../../query/rows/symbol_row.ts";

const PATHS = `SELECT p.path AS path FROM ref_file rf JOIN path p ON p.id = rf.path_id WHERE rf.ref_id = ?`;
const EXTERNAL_NAMES = `SELECT DISTINCT n.text AS text FROM edge e JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  JOIN name n ON n.id = e.to_name_id WHERE e.to_symbol_id = 0 AND e.external = 1`;

/** Kinds of symbols that can have memories. */
export const REMEMBERED_KINDS: ReadonlySet<string> = new Set([...CALLED, "type_alias"]);

/** A name as written: `path` before a colon, `called` if parentheses follow. */
export interface WrittenName {
  readonly path: string;
  readonly name: string;
  readonly called: boolean;
}

const NAME =
  /^(?:([\w@./+()[\]$-]+\.\w+):)?((?:r?#)?[A-Za-z_$][\w$]*(?:(?:::|\.|#)(?:r?#)?[A-Za-z_$][\w$]*)*)(\((?:[^()]|\([^()]*\))*\))?[!?]?$/;

/** Parses the text between code marks; undefined if it is not a symbol's name. */
export function readName(text: string): WrittenName | undefined {
  const found = NAME.exec(text.trim());
  if (found === null || found[2]!.length > 200) return undefined;
  return { path: found[1] ?? "", name: found[2]!, called: found[3] !== undefined };
}

/** Whether a bare name is recognizable as code by itself: `load_file`, `loadFile`, `utf8Length`; not `load`, `Index`. */
function isDistinct(name: string): boolean {
  return name.length >= 5 && (/[a-z0-9][A-Z]/.test(name) || /[A-Za-z0-9]_[A-Za-z0-9]/.test(name) || /[A-Z]{2,}[a-z]/.test(name));
}

/** Looks up names in one index, each once. */
export class NameResolver {
  readonly #index: Rows;
  readonly #rows = new Map<string, readonly SymbolRow[]>();
  readonly #meanings = new Map<string, SymbolRow | undefined>();
  #external: ReadonlySet<string> | undefined;
  #paths: readonly string[] | undefined;

  constructor(index: Rows) {
    this.#index = index;
  }

  /**
   * The only symbol that a written name means.
   * @param said whether it is said to be code: by the words around it, or because it is in a document about the repository
   * @param isNear whether a file was open or is named near the name
   * @param beside files named beside it: of several meanings, the one in these is meant
   */
  resolve(
    written: WrittenName,
    said: boolean,
    isNear: (path: string) => boolean,
    beside: readonly string[] = [],
  ): SymbolRow | undefined {
    const close = beside.flatMap((path) => this.inFile(path, written.name)).filter((row) => REMEMBERED_KINDS.has(row.kind));
    if (written.path === "" && close.length === 1) return close[0];
    const key = `${written.path}:${written.name}`;
    if (!this.#meanings.has(key)) this.#meanings.set(key, this.#meaningOf(written));
    const meant = this.#meanings.get(key);
    if (meant === undefined || !REMEMBERED_KINDS.has(meant.kind)) return undefined;
    const last = bareName(written.name);
    const qualified = written.path !== "" || last !== written.name;
    if (qualified && !this.#isExternal(plainName(written.name))) return meant;
    if (!this.#isExternal(last) && (isDistinct(last) || ((written.called || said) && last.length >= 3))) return meant;
    return isNear(meant.path) ? meant : undefined;
  }

  /** Files that a written path may mean: itself, or all that end with it. */
  filesOf(written: string): readonly string[] {
    const clean = written.replace(/^\.\//, "");
    const paths = this.#allPaths();
    return paths.includes(clean) ? [clean] : paths.filter((path) => path.endsWith(`/${clean}`));
  }

  /** The file that an absolute or relative path ends with, by its name and at least one folder unless that is all of it. */
  fileAtEnd(printed: string): string | undefined {
    const written = printed.replaceAll("\\", "/").replace(/^\.\//, "");
    const ends = this.#allPaths().filter((path) => path === written || (path.includes("/") && written.endsWith(`/${path}`)));
    return ends.reduce<string | undefined>(
      (longest, path) => longest !== undefined && longest.length >= path.length ? longest : path,
      undefined,
    );
  }

  /** Whether an indexed path is below a folder, written with or without a trailing `/`. */
  hasFolder(written: string): boolean {
    const folder = `${written.replace(/^\.\//, "").replace(/\/$/, "")}/`;
    return folder !== "/" && this.#allPaths().some((path) => path.startsWith(folder));
  }

  #allPaths(): readonly string[] {
    return this.#paths ??= readRows<{ path: string }>(this.#index, PATHS, this.#index.ref.id).map((row) => row.path);
  }

  /** All symbols of a file with a name, twins once. */
  inFile(path: string, name: string): readonly SymbolRow[] {
    return meaningsOf(this.#rowsOf(bareName(name)).filter((row) => row.path === path), name);
  }

  #meaningOf({ path, name }: WrittenName): SymbolRow | undefined {
    let rows = this.#rowsOf(bareName(name));
    if (path !== "") {
      const files = new Set(this.filesOf(path));
      rows = rows.filter((row) => files.has(row.path));
    }
    const meanings = meaningsOf(rows, name);
    return meanings.length === 1 ? meanings[0] : undefined;
  }

  #rowsOf(last: string): readonly SymbolRow[] {
    let rows = this.#rows.get(last);
    if (rows === undefined) this.#rows.set(last, rows = readBearers(this.#index, last));
    return rows;
  }

  #isExternal(name: string): boolean {
    this.#external ??= new Set(
      readRows<{ text: string }>(this.#index, EXTERNAL_NAMES, this.#index.ref.id).flatMap(({ text }) => {
        const dotted = plainName(text);
        return [dotted, lastOfPlain(dotted)];
      }),
    );
    return this.#external.has(name);
  }
}
