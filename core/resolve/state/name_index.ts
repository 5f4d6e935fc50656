/**
 * The definitions of the repository by name, and the files that mention a name: an index over the outlines of all files.
 *
 * Stage: resolve. Invariants: definitions of one name are in the order of files and rows; no facts are decoded for it.
 */
import { addAt } from "../../base/lists.ts";
import { doubtfulNames, type IndirectNames, indirectNames } from "../../facts/indirect_names.ts";
import type { NamedRows } from "../../facts/named_rows.ts";
import type { Outline } from "../../facts/outline.ts";
import { type DefinitionId, definitionId } from "../meaning.ts";

/** Lists of an outline that are indexed by name. */
type Listed = { readonly [K in keyof Outline]: Outline[K] extends NamedRows ? K : never }[keyof Outline];

const NONE: readonly DefinitionId[] = [];

/**
 * An index over `outlines`, by file; the last is the library's, of which only members defined outside a type's body count. A list is
 * indexed on first use.
 */
export class NameIndex {
  readonly #lists = new Map<Listed, Map<string, DefinitionId[]>>();
  readonly #filesPassing = new Map<string, number[]>();
  #madeMacros: ReadonlySet<string> | undefined;
  #indirect: IndirectNames | undefined;

  constructor(readonly outlines: readonly Outline[]) {}

  /** Definitions in `list` under a name. */
  find(list: Listed, name: string): readonly DefinitionId[] {
    return this.#by(list).get(name) ?? NONE;
  }
  /**
   * Definitions in `list` under names that do not identify what is meant, in the order of files and rows. Together with the result of
   * `find` for a type's own name they are all that may concern the type.
   */
  findDoubtful(list: Listed): readonly DefinitionId[] {
    const indirect = this.#indirect ??= indirectNames(this.outlines);
    const found: DefinitionId[] = [];
    for (const [file, outline] of this.#outlinesOf(list)) {
      const doubtful = doubtfulNames(outline, indirect);
      const { names, rows } = outline[list];
      for (const [i, name] of names.entries()) {
        const id = definitionId(file, rows[i]!);
        if ((name === "" || doubtful.has(name)) && found[found.length - 1] !== id) found.push(id);
      }
    }
    return found;
  }
  /** Files that pass something to a callee of that name. */
  filesPassing(name: string): readonly number[] {
    let files = this.#filesPassing.get(name);
    if (files === undefined) {
      this.#filesPassing.set(name, files = []);
      const line = `\n${name}\n`;
      for (const [file, outline] of this.outlines.slice(0, -1).entries()) if (outline.handing.includes(line)) files.push(file);
    }
    return files;
  }
  /** Whether some function generates a macro of that name. */
  makesMacro(name: string): boolean {
    this.#madeMacros ??= new Set(this.outlines.flatMap((outline) => outline.madeMacros));
    return this.#madeMacros.has(name);
  }
  /** Whether some definition belongs to a type but is outside its body. */
  get hasOwned(): boolean {
    return this.#by("owned").size > 0;
  }

  /** Outlines by file; the library's only if it counts. */
  #outlinesOf(list: Listed): (readonly [file: number, outline: Outline])[] {
    const all = this.outlines.map((outline, file) => [file, outline] as const);
    return list === "owned" ? all : all.slice(0, -1);
  }

  #by(list: Listed): Map<string, DefinitionId[]> {
    let known = this.#lists.get(list);
    if (known === undefined) {
      this.#lists.set(list, known = new Map());
      for (const [file, outline] of this.#outlinesOf(list)) addDefinitions(known, file, outline[list]);
    }
    return known;
  }
}

function addDefinitions(known: Map<string, DefinitionId[]>, file: number, { names, rows }: NamedRows): void {
  for (let i = 0; i < names.length; i++) addAt(known, names[i]!, definitionId(file, rows[i]!));
}
