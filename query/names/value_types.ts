/**
 * The type of a value written as dotted names (`u.usage`), from declarations and initial values.
 *
 * Stage: query. Read from the facts of the file and of those that declare what is on the way. Invariant: a type is returned only if the
 * source determines every step; if a variable has several types, or a step is unknown, none is.
 */
import { listItems } from "../../core/facts.ts";
import { Op } from "../../core/facts/expressions.ts";
import type { Context } from "../context.ts";
import { isType } from "../rows/node_types.ts";
import { readOwner } from "../rows/own_members.ts";
import { plainName } from "../rows/plain_name.ts";
import { readSymbol, type SymbolRow } from "../rows/symbol_row.ts";
import type { FileNames } from "./file_names.ts";
import { type Named, NameReader, readFileNames } from "./name_reader.ts";

/** The most steps from a value to its type. */
const MOST_STEPS = 8;
/** The names that languages give to the enclosing instance. */
const OWN: ReadonlySet<string> = new Set(["self", "this"]);

/** Finds types of values; each file is read once per question. */
export class ValueTypes {
  readonly #reader: NameReader;

  constructor(readonly context: Context, readonly named: Named) {
    this.#reader = new NameReader(context, named);
  }

  /**
   * The type of a value at an offset of a file; undefined if unknown.
   * @param own returns the type whose method is around the offset
   */
  typeOf(path: string, written: readonly string[], at: number, own?: () => SymbolRow | undefined): SymbolRow | undefined {
    const [first, ...rest] = written;
    const start = OWN.has(first!) ? own?.() : this.#ofName(path, first!, at, MOST_STEPS);
    return this.#inside(start, rest, MOST_STEPS);
  }

  /** The type of the result of a call of these names, at an offset of a file. */
  typeOfCall(path: string, written: readonly string[], at: number): SymbolRow | undefined {
    const rows = this.#reader.meantAt(path, written, at) ?? [];
    const row = rows[0];
    if (row === undefined || rows.length > 1) return undefined;
    if (isType(row)) return row;
    const home = readFileNames(this.context, row.path);
    const result = home?.said(row).type ?? 0;
    if (home === undefined || result === 0) return undefined;
    return home.facts.expressions.op[result] === Op.selfType
      ? readSymbol(this.context, readOwner(this.context, row))
      : this.#named(row.path, home, result);
  }

  /**
   * The type that names mean at an offset of a file.
   * @param own returns the type whose method is around the offset
   * @param levels how many levels of elements to descend, if the names mean an alias of a list or map
   */
  typeNamed(path: string, written: readonly string[], at: number, own?: () => SymbolRow | undefined, levels = 0): SymbolRow | undefined {
    if (written.length === 1 && written[0] === "Self") return own?.();
    const rows = this.#reader.meantAt(path, written, at, written.length > 1, true) ?? [];
    const type = rows.length === 1 && isType(rows[0]!) ? rows[0]! : undefined;
    if (levels > 0) return type?.kind === "type_alias" ? this.#elementOf(type, levels) : undefined;
    return type?.kind === "type_alias" ? undefined : type;
  }

  #elementOf(alias: SymbolRow, levels: number): SymbolRow | undefined {
    const file = readFileNames(this.context, alias.path);
    let type = file?.said(alias).type ?? 0;
    for (let level = 0; level < levels && file !== undefined; level++) {
      const { expressions } = file.facts;
      if (expressions.op[type] !== Op.apply) return undefined;
      type = listItems(file.facts, expressions.b[type]!).at(-1) ?? 0;
    }
    return file === undefined ? undefined : this.#named(alias.path, file, type);
  }

  #inside(type: SymbolRow | undefined, names: readonly string[], steps: number): SymbolRow | undefined {
    return names.reduce<SymbolRow | undefined>((one, name) => one === undefined ? undefined : this.#ofField(one, name, steps), type);
  }

  #ofName(path: string, name: string, at: number, steps: number): SymbolRow | undefined {
    const file = readFileNames(this.context, path);
    const bound = file?.bound(name, at);
    if (file === undefined || bound === undefined) return undefined;
    return bound.type !== 0 ? this.#named(path, file, bound.type) : this.#ofValue(path, file, bound.value, steps - 1);
  }

  #ofField(type: SymbolRow, name: string, steps: number): SymbolRow | undefined {
    const whole = `${plainName(type.qualifiedName)}.${name}`;
    const fields = this.named(name).filter((row) =>
      row.kind === "field" && row.language === type.language && plainName(row.qualifiedName) === whole &&
      readOwner(this.context, row) === type.id
    );
    const field = fields[0];
    const file = field === undefined || fields.length > 1 ? undefined : readFileNames(this.context, field.path);
    if (field === undefined || file === undefined) return undefined;
    const said = file.said(field);
    return said.type !== 0 ? this.#named(field.path, file, said.type) : this.#ofValue(field.path, file, said.value, steps - 1);
  }

  /** The type that an expression names, ignoring references; an optional or a list of it is another type. */
  #named(path: string, file: FileNames, type: number): SymbolRow | undefined {
    const { expressions } = file.facts;
    if (expressions.op[type] === Op.reference) return this.#named(path, file, expressions.a[type]!);
    const written = file.nameAt(type);
    return written === undefined ? undefined : this.typeNamed(path, written, file.offsetOf(type));
  }

  #ofValue(path: string, file: FileNames, value: number, steps: number): SymbolRow | undefined {
    const { expressions } = file.facts;
    const a = expressions.a[value]!;
    if (value === 0 || steps <= 0) return undefined;
    switch (expressions.op[value]) {
      case Op.new:
      case Op.cast:
        return this.#named(path, file, a);
      case Op.reference:
        return this.#ofValue(path, file, a, steps - 1);
      case Op.call:
        return this.#ofCall(path, file, a);
      case Op.name:
      case Op.member: {
        const [first, ...rest] = file.nameAt(value) ?? [];
        if (first === undefined || OWN.has(first)) return undefined;
        return this.#inside(this.#ofName(path, first, file.offsetOf(value), steps - 1), rest, steps - 1);
      }
      default:
        return undefined;
    }
  }

  /** The type that a call of a class makes, or the declared result of a function. */
  #ofCall(path: string, file: FileNames, callee: number): SymbolRow | undefined {
    const written = file.nameAt(callee);
    return written === undefined ? undefined : this.typeOfCall(path, written, file.offsetOf(callee));
  }
}
