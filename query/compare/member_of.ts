/**
 * The type that a symbol of a comparison belongs to, and how files refer to that type.
 * Stage: query. Invariant: without evidence, a name is not taken for another type's.
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

/** Whether a symbol is local to a function. */
export function isWithinFunction(symbol: SourceSymbol): boolean {
  if (symbol.kind === "method") return false;
  const scope = scopeOf(symbol);
  return scope !== "" && symbol.siblings.some((one) => one.scopedName === scope && FUNCTION_KINDS.has(one.kind));
}

/**
 * The name of the type that a member belongs to (a method, a field, a variant, a constant of a type); undefined for what is not a member.
 */
export function ownerOf(symbol: SourceSymbol): string | undefined {
  const { kind, siblings } = symbol;
  const scope = scopeOf(symbol);
  if (scope === "") return undefined;
  const around = siblings.find(({ scopedName }) => scopedName === scope);
  const isMember = kind === "method" || TYPE_PARTS.has(kind) || (VARIABLE_KINDS.has(kind) && (around === undefined || isType(around)));
  return isMember ? lastOfPlain(plainName(scope)) : undefined;
}

/** Finds what names mean in the files of a ref, types above all, and of which type their values are. @param context of that ref */
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
   * Whether a value, written as names at an offset of a file, is of the member's former type or of a subtype; undefined if unknown.
   * @param path where head has that type
   * @param around name of the symbol around the offset in its file
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

  /** The type of that name in a file, with all its subtypes; empty if there is none. Cached, since every mention of a member asks. */
  #heirsOf(name: string, path: string): ReadonlySet<number> {
    return remembered(this.#context, `heirs ${path} ${name}`, () => {
      const type = this.#typeNamed(name, path);
      return type === undefined ? new Set<number>() : readKin(this.#context, [type.id]).heirs;
    });
  }

  /** The type of that name in a file; undefined if there is none or more than one. */
  #typeNamed(name: string, path: string): SymbolRow | undefined {
    const rows = readNamed(this.#context, lastOfPlain(plainName(name))).filter((row) =>
      isType(row) && row.path === path && endsWithName(plainName(row.qualifiedName), plainName(name))
    );
    return rows.length === 1 ? rows[0] : undefined;
  }

  /** What names at an offset of a file lead to at that ref; empty if unknown. @param isPath see `NameReader.meantAt` */
  meantBy(file: string, written: string, at: number, isPath?: boolean): readonly SymbolRow[] {
    return this.#reader.meantAt(file, partsOf(plainName(written)), at, isPath) ?? [];
  }

  /** Whether names at an offset of a file lead to another type than the member's former one. @param path where head has that one */
  isOther(member: SourceSymbol, path: string, [file, written, at]: readonly [file: string, written: string, at: number]): boolean {
    const scope = scopeOf(member);
    // A type that is defined in another file is not identified by its name alone.
    if (!member.siblings.some((one) => isType(one) && one.scopedName === scope)) return false;
    const meant = this.#reader.meantAt(file, partsOf(plainName(written)), at);
    return meant === undefined || (meant.length > 0 && meant.every((row) => row.path !== path));
  }
}
