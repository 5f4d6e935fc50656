/**
 * To which type a symbol of a comparison belongs, and what files call that type.
 *
 * Stage: query. Invariant: a name that nothing tells is not held to be another's.
 */
import { type SourceSymbol, TYPE_PARTS } from "../../core/compare/source_symbols.ts";
import { scopeOf } from "../../core/facts/symbols.ts";
import { FUNCTION_KINDS, VARIABLE_KINDS } from "../../core/store/symbol_directory.ts";
import type { Context } from "../context.ts";
import { readKin } from "../doubt/possible_reads.ts";
import { readNamed } from "../names/find_symbol.ts";
import { NameReader } from "../names/name_reader.ts";
import { ValueTypes } from "../names/value_types.ts";
import { remembered } from "../rows/kept.ts";
import { isType } from "../rows/node_types.ts";
import { endsWithName, lastOfPlain, partsOf, plainName } from "../rows/plain_name.ts";
import type { SymbolRow } from "../rows/symbol_row.ts";

/** Whether a symbol stands in a function, which alone sees it. */
export function isWithinFunction(symbol: SourceSymbol): boolean {
  if (symbol.kind === "method") return false;
  const scope = scopeOf(symbol);
  return scope !== "" && symbol.siblings.some((one) => one.scopedName === scope && FUNCTION_KINDS.has(one.kind));
}

/** The name of the type that a member belongs to: a method, a part of a type, a constant of one; undefined for what is none. */
export function ownerOf(symbol: SourceSymbol): string | undefined {
  const { kind, siblings } = symbol;
  const scope = scopeOf(symbol);
  if (scope === "") return undefined;
  const around = siblings.find(({ scopedName }) => scopedName === scope);
  const isMember = kind === "method" || TYPE_PARTS.has(kind) || (VARIABLE_KINDS.has(kind) && (around === undefined || isType(around)));
  return isMember ? lastOfPlain(plainName(scope)) : undefined;
}

/** Tells what the files of a ref mean by names, that of a type above all, and of which type their values are. @param context of that ref */
export class OwnersMeant {
  readonly #context: Context;
  readonly #reader: NameReader;
  readonly #types: ValueTypes;

  constructor(context: Context) {
    const named = (name: string): readonly SymbolRow[] => readNamed(context, name);
    this.#context = context;
    this.#reader = new NameReader(context, named);
    this.#types = new ValueTypes(context, named);
  }

  /**
   * Whether a value that is written as names, at an offset of a file, is of the type to which a member belonged, or of one that builds on it; undefined
   * where nothing tells.
   * @param path where head has that type
   * @param around what stands around the offset, by its name in the file
   */
  isOfOwner(
    member: SourceSymbol,
    path: string,
    [file, written, at]: readonly [file: string, written: string, at: number],
    around: string,
  ): boolean | undefined {
    const heirs = this.#heirsOf(scopeOf(member), path);
    if (heirs.size === 0) return undefined;
    const own = (): SymbolRow | undefined => this.#typeNamed(around.replace(/(?:::|\.)[^:.]*$/, ""), file);
    const type = this.#types.typeOf(file, partsOf(plainName(written)), at, own);
    return type === undefined ? undefined : heirs.has(type.id);
  }

  /** The type that bears a name in a file, and all that builds on it; none where nothing bears it. Each place of a member's name asks. */
  #heirsOf(name: string, path: string): ReadonlySet<number> {
    return remembered(this.#context, `heirs ${path} ${name}`, () => {
      const type = this.#typeNamed(name, path);
      return type === undefined ? new Set<number>() : readKin(this.#context, [type.id]).heirs;
    });
  }

  /** The type that bears a name in a file; undefined where none does, or several do. */
  #typeNamed(name: string, path: string): SymbolRow | undefined {
    const rows = readNamed(this.#context, lastOfPlain(plainName(name))).filter((row) =>
      isType(row) && row.path === path && endsWithName(plainName(row.qualifiedName), plainName(name))
    );
    return rows.length === 1 ? rows[0] : undefined;
  }

  /** What names in a file, at an offset of it, lead to at that ref; none where nothing tells. @param isPath see `NameReader.meantAt` */
  meantBy(file: string, written: string, at: number, isPath?: boolean): readonly SymbolRow[] {
    return this.#reader.meantAt(file, partsOf(plainName(written)), at, isPath) ?? [];
  }

  /** Whether names in a file, at an offset of it, lead to another type than that to which a member belonged. @param path where head has that */
  isOther(member: SourceSymbol, path: string, [file, written, at]: readonly [file: string, written: string, at: number]): boolean {
    const scope = scopeOf(member);
    // A type that is defined in another file is not known by its name alone.
    if (!member.siblings.some((one) => isType(one) && one.scopedName === scope)) return false;
    const meant = this.#reader.meantAt(file, partsOf(plainName(written)), at);
    return meant === undefined || (meant.length > 0 && meant.every((row) => row.path !== path));
  }
}
