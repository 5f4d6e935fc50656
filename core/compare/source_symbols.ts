/**
 * The symbols of one file with everything that a comparison asks about them.
 *
 * Stage: facts and text -> comparison of two refs. Invariants: they depend on the file's text and path alone, so a ref need not be indexed;
 * handles are those of the index; what is expensive is computed on first use.
 */
import { BindingFlag, CallFlag, DefinitionFlag, DefinitionKind, type Facts, isType, listItems, MODULE_ROW } from "../facts.ts";
import { stableId } from "../facts/symbol_ids.ts";
import { symbolsOf } from "../facts/symbols.ts";
import type { LanguagePlugin } from "../plugin.ts";
import { holdsTests } from "../resolve/shape/module_declarations.ts";
import { type Declaration, endOfSignature, parseDeclaration, withoutComments } from "./declaration.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { type Header, headerOf, headersOf, markersBefore, startOfComment, startOfMarkers } from "./markers.ts";
import type { ComparableSymbol } from "./pair_symbols.ts";
import { normalizeLines } from "./text_change.ts";

/** Kinds of symbols that are part of their type: changing one changes the type. */
export const TYPE_PARTS: ReadonlySet<string> = new Set(["field", "enum_member"]);

/** A file of a ref as read. */
export interface SourceFile {
  readonly path: string;
  readonly language: string;
  readonly separator: "." | "::";
  readonly hash: string;
  /** The extractor that made its facts; it includes the macros of other files that the text was read with. */
  readonly extractor: string;
  readonly text: string;
  readonly facts: Facts;
  /** Whether its language considers it a test file by its path and text. What a manifest alone says is not considered. */
  readonly isTest: boolean;
}

/** A file of a ref, completed with what its language says about it. */
export function sourceFile(
  { name, rules, isTestFile }: LanguagePlugin,
  read: Omit<SourceFile, "language" | "separator" | "isTest">,
): SourceFile {
  return { ...read, language: name, separator: rules.separator, isTest: isTestFile(read.path, holdsTests(read.facts)) };
}

/** A call as written. */
export interface WrittenCall {
  readonly text: string;
  readonly line: number;
}

/** A symbol of a file; its texts, fingerprint and calls are computed on first use. */
export class SourceSymbol implements ComparableSymbol {
  readonly path: string;
  readonly language: string;
  readonly #file: FileSymbols;
  #own: string | undefined;
  #fingerprint: readonly number[] | undefined;
  #declaration: Declaration | undefined;

  constructor(
    file: FileSymbols,
    /** A row of `definitions`. */
    readonly definition: number,
    readonly stableId: string,
    readonly kind: string,
    readonly name: string,
    readonly scopedName: string,
  ) {
    this.#file = file;
    this.path = file.source.path;
    this.language = file.source.language;
  }

  get #definitions(): Facts["definitions"] {
    return this.#file.source.facts.definitions;
  }
  /** git's id of the file's text. */
  get hash(): string {
    return this.#file.source.hash;
  }
  get extractor(): string {
    return this.#file.source.extractor;
  }
  /** Whether it is a test, or in a test file (`SourceFile.isTest`). */
  get isInTests(): boolean {
    return this.#file.source.isTest || (this.flags & DefinitionFlag.test) !== 0;
  }
  /** All symbols of its file. */
  get siblings(): readonly SourceSymbol[] {
    return this.#file.symbols;
  }
  /** What separates the names in a scoped name. */
  get separator(): "." | "::" {
    return this.#file.source.separator;
  }
  get lineStart(): number {
    return this.#definitions.lineStart[this.definition]!;
  }
  get lineEnd(): number {
    return this.#definitions.lineEnd[this.definition]!;
  }
  get nameLine(): number {
    return this.#definitions.nameLine[this.definition]!;
  }
  get nameColumn(): number {
    return this.#definitions.nameColumn[this.definition]!;
  }
  /** Bits of `DefinitionFlag`. */
  get flags(): number {
    return this.#definitions.flags[this.definition]!;
  }
  get exported(): boolean {
    return (this.flags & DefinitionFlag.exported) !== 0;
  }
  /** Only declared: an overload, a stub, an interface's method. */
  get isBodiless(): boolean {
    return (this.flags & DefinitionFlag.bodiless) !== 0;
  }
  get signature(): string {
    return this.#file.source.facts.strings[this.#definitions.signature[this.definition]!]!;
  }
  /** The whole definition. */
  get text(): string {
    return this.#file.slice(this.definition);
  }
  /** What follows its signature, without a comment on the signature's last line. */
  get body(): string {
    const at = endOfSignature(this.text, this.signature.replace(/…$/, ""));
    return at === undefined ? this.text : this.text.slice(at).replace(COMMENT_BEHIND, "$1");
  }
  /** The attributes and decorators before it. */
  get markers(): string {
    return this.#file.markersOf(this.definition);
  }
  /** The line at which its attributes begin. @param commented the comment above them belongs to it */
  firstLine(commented: boolean): number {
    const { text } = this.#file.source;
    const start = this.#definitions.start[this.definition]!;
    const first = commented ? startOfComment(text, start) : startOfMarkers(text, start);
    return this.lineStart - text.slice(first, start).split("\n").length + 1;
  }
  /**
   * For a type, the headers of blocks that give it members elsewhere in its file; for a member, the header of the trait block it is written
   * in.
   */
  get headers(): readonly Header[] {
    return this.#file.headersOf(this.definition);
  }
  get heading(): string {
    return [this.markers, ...this.headers.map(({ text }) => text), this.signature].join("\n");
  }
  /** The headers in its file of blocks that give members to a type named `type`. */
  headersNaming(type: string): readonly Header[] {
    return this.#file.headersNaming(type);
  }
  /**
   * What is its own: the definition without the symbols inside it, but with a type's fields and members, and with what is written for it
   * outside.
   */
  get ownText(): string {
    return this.#own ??= [this.markers, ...this.headers.map(({ text }) => text), this.#file.withoutInner(this.definition)].join("\n");
  }
  get fingerprint(): readonly number[] {
    return this.#fingerprint ??= fingerprintOf(this.text, this.name);
  }
  get declaration(): Declaration {
    return this.#declaration ??= this.#file.declarationOf(this);
  }
  /** The calls in its body that belong to no symbol inside it, in source order. */
  get calls(): readonly WrittenCall[] {
    return this.#file.callsOf(this.definition);
  }
}

/** The symbols of one file. */
export class FileSymbols {
  readonly symbols: readonly SourceSymbol[];
  readonly #rows: ReadonlySet<number>;
  /** The rows of `TYPE_PARTS`. */
  readonly #parts: ReadonlySet<number>;
  #calls: Map<number, WrittenCall[]> | undefined;

  constructor(readonly source: SourceFile) {
    const rows = symbolsOf(source.facts, source.separator);
    this.#rows = new Set(rows.map((row) => row.definition));
    this.#parts = new Set(rows.filter(({ kind }) => TYPE_PARTS.has(kind)).map((row) => row.definition));
    this.symbols = rows.map((row) =>
      new SourceSymbol(
        this,
        row.definition,
        stableId(source.language, source.path, row.kind, row.scopedName, row.order),
        row.kind,
        row.name,
        row.scopedName,
      )
    );
  }

  slice(definition: number): string {
    const { start, end } = this.source.facts.definitions;
    return definition === MODULE_ROW ? this.source.text : normalizeLines(this.source.text.slice(start[definition]!, end[definition]!));
  }

  markersOf(definition: number): string {
    if (definition === MODULE_ROW) return "";
    return normalizeLines(markersBefore(this.source.text, this.source.facts.definitions.start[definition]!));
  }

  headersOf(definition: number): readonly Header[] {
    const { facts, text } = this.source;
    const { kind, parent, name, type } = facts.definitions;
    const around = parent[definition]!;
    if (kind[around] === DefinitionKind.impl) return type[around] === 0 ? [] : [headerOf(facts, text, around)];
    return isType(kind[definition]!) ? this.headersNaming(facts.strings[name[definition]!]!) : [];
  }

  /** See `SourceSymbol.headersNaming`. */
  headersNaming(type: string): readonly Header[] {
    return headersOf(this.source.facts, this.source.text, type);
  }

  withoutInner(definition: number): string {
    const { start, end, parent } = this.source.facts.definitions;
    const inner: [number, number][] = [];
    for (const row of this.#rows) {
      if (row === definition || row === MODULE_ROW || this.#parts.has(row)) continue;
      let around = this.#enclosing(parent[row]!);
      while (around !== definition && this.#parts.has(around)) around = this.#enclosing(parent[around]!);
      if (around === definition) inner.push([startOfMarkers(this.source.text, start[row]!), end[row]!]);
    }
    inner.sort((a, b) => a[0] - b[0]);
    let at = definition === MODULE_ROW ? 0 : start[definition]!;
    let text = "";
    for (const [from, to] of inner) {
      if (from > at) text += this.source.text.slice(at, from);
      at = Math.max(at, to);
    }
    text += this.source.text.slice(at, definition === MODULE_ROW ? undefined : end[definition]!);
    // Blank lines come and go with the lines of inner symbols: they belong to none.
    return normalizeLines(text).split("\n").filter((line) => line.trim() !== "").join("\n");
  }

  /** The symbol that contains a row of `definitions`. */
  #enclosing(row: number): number {
    const { parent } = this.source.facts.definitions;
    while (row > 1 && !this.#rows.has(row)) row = parent[row]!;
    return row === 0 ? 1 : row;
  }

  callsOf(definition: number): readonly WrittenCall[] {
    if (this.#calls === undefined) {
      this.#calls = new Map();
      const { calls, strings } = this.source.facts;
      for (let call = 1; call < calls.length; call++) {
        if ((calls.flags[call]! & (CallFlag.damaged | CallFlag.implicit)) !== 0) continue;
        const owner = this.#enclosing(calls.caller[call]!);
        const list = this.#calls.get(owner) ?? [];
        list.push({ text: strings[calls.text[call]!]!, line: calls.line[call]! });
        this.#calls.set(owner, list);
      }
    }
    return this.#calls.get(definition) ?? [];
  }

  declarationOf(symbol: SourceSymbol): Declaration {
    const { facts, text } = this.source;
    const { start, end, parameters } = facts.definitions;
    const { definition, signature } = symbol;
    const list = listItems(facts, parameters[definition]!);
    const isReceiver = (binding: number): boolean => (facts.bindings.flags[binding]! & BindingFlag.receiver) !== 0;
    const names = list.filter((binding) => !isReceiver(binding)).map((binding) => facts.strings[facts.bindings.name[binding]!]!);
    // A truncated signature is incomplete.
    const written = signature !== "" && !signature.endsWith("…") ? signature : withoutComments(
      normalizeLines(text.slice(start[definition]!, Math.min(end[definition]!, start[definition]! + LONGEST_DECLARATION))),
    );
    const parsed = parseDeclaration(written, symbol.name, { names, receiver: list.some(isReceiver) });
    // Exporting may be written elsewhere, or not at all.
    const modifiers = symbol.exported && !parsed.modifiers.includes("export") ? [...parsed.modifiers, "exported"] : parsed.modifiers;
    return { ...parsed, modifiers, ...(CALLABLE.has(symbol.kind) || list.length > 0 ? {} : { parameters: undefined, result: "" }) };
  }
}

/** A comment on the line on which a signature ends. */
const COMMENT_BEHIND = /^(\s*[:{]?)[^\S\n]*(?:(?:#|\/\/).*|\/\*[^\n]*?\*\/[^\S\n]*(?=\n))/;
const CALLABLE: ReadonlySet<string> = new Set(["function", "method", "constructor", "type_alias", "macro"]);
const LONGEST_DECLARATION = 8000;
