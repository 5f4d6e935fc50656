/**
 * Where the values of a file go according to its own facts: what is called, what is passed to a call, what a local variable holds.
 *
 * Stage: query. Pure. Invariant: a value that goes anywhere else, or a mention that is not understood, counts as kept.
 */
import { BindingFlag, BindingKind, type Facts, listItems, rowsWith, ScopeKind } from "../../core/facts.ts";
import { Op } from "../../core/facts/expressions.ts";
import { bindingsOf, isReceiver, KEPT, ownerOf, readPlaces, type ValuePlace } from "./read_places.ts";

/** What surrounds a name that is only tested for having a value. */
const TESTED_BEHIND = /^\s*(?:[!=]==?(?!>)|&&|\bis\b|\band\b|\?(?![.?]))/;
const TESTED_BEFORE = /(?:\b(?:if|elif|while|not|typeof)\b\s*\(?|!|[!=]==?|\bis\s+not|\bcallable\()\s*$/;
const TEST_ENDS = /^\s*(?:\)|:|\{|&&|\|\||\band\b|\bor\b|;|\?(?!\.)|$)/;
/** What follows a name that is assigned to. */
const ASSIGNED = /^\s*(?::[^=\n]*)?(?:\?\?|\|\|)?=(?!=)/;
/** What precedes a constructor parameter that is also a field. */
const FIELD = /\b(?:private|protected|public|readonly|override)\s+$/;
/** What follows a signature. */
const BODY = /^\s*\{/;
/** The number of characters examined around a name. */
const AROUND = 40;

/** Looks up where the values of one file go. */
export class ValuePlaces {
  readonly #facts: Facts;
  /** By the expression whose value goes there. */
  #places: ReadonlyMap<number, readonly ValuePlace[]> | undefined;
  /** By name: what was found for another binding of it. A packed file has thousands of bindings of one name. */
  readonly #namedRows = new Map<number, readonly number[]>();
  readonly #rivalsOf = new Map<number, ReadonlySet<number>>();

  constructor(facts: Facts) {
    this.#facts = facts;
  }

  /** Where the value of an expression (row of `expressions`) goes. A name stands for all expressions made of it at its offset. */
  placesOf(expression: number): readonly ValuePlace[] {
    const { op, a, c } = this.#facts.expressions;
    if (op[expression] !== Op.name) return this.#placesOfRow(expression);
    const same = rowsWith(a, a[expression]!).filter((row) => op[row] === Op.name && c[row] === c[expression]);
    return same.flatMap((row) => this.#placesOfRow(row));
  }

  /** The expressions used at a line and column. */
  usedAt(line: number, column: number): number[] {
    const { uses } = this.#facts;
    return rowsWith(uses.line, line).filter((row) => uses.column[row] === column).map((row) => this.#used(row));
  }

  /** The names at an offset, and the member expressions of dotted names whose last name is there. */
  namesAt(at: number): number[] {
    const { op, c } = this.#facts.expressions;
    return [...rowsWith(c, at).filter((row) => op[row] === Op.name), ...this.membersAt(at)];
  }

  /** The expressions of the value that a call (row of `calls`) gives. */
  resultsOf(call: number): number[] {
    const { op, c } = this.#facts.expressions;
    return rowsWith(c, call).filter((row) => op[row] === Op.call);
  }

  /** The member expressions of dotted names whose last name is at an offset. */
  membersAt(at: number): number[] {
    const { op } = this.#facts.expressions;
    return rowsWith(op, Op.member).filter((row) => this.#nameStart(row) === at);
  }

  /** The offset of the last name in a dotted name; NaN if it contains anything but names. */
  #nameStart(expression: number): number {
    const { strings, expressions: { op, a, b, c } } = this.#facts;
    if (op[expression] === Op.name) return c[expression]!;
    const object = a[expression]!;
    const isNamed = op[expression] === Op.member && (op[object] === Op.name || op[object] === Op.member);
    return isNamed ? this.#nameStart(object) + strings[op[object] === Op.name ? a[object]! : b[object]!]!.length + 1 : NaN;
  }

  /** The rows of `uses` of an expression; of a name, those of all expressions made of it at its offset. */
  usesOf(expression: number): number[] {
    const { uses, expressions: { op, a, c } } = this.#facts;
    const isSame = (row: number): boolean =>
      row === expression || (op[row] === Op.name && op[expression] === Op.name && a[row] === a[expression] && c[row] === c[expression]);
    const found: number[] = [];
    for (let row = 1; row < uses.length; row++) if (isSame(this.#used(row))) found.push(row);
    return found;
  }

  /** The values that assignments give a local variable or parameter (row of `bindings`), besides its initial value. */
  assignedTo(binding: number): number[] {
    const { uses, bindings, expressions: { op, a, b, c } } = this.#facts;
    const found: number[] = [];
    for (let row = 1; row < uses.length; row++) {
      const given = uses.expression[row]!;
      const isAssigned = op[given] === Op.given && c[given] === 0 && a[b[given]!] === bindings.name[binding];
      if (isAssigned && this.bindingsOf(b[given]!).includes(binding)) found.push(a[given]!);
    }
    return found;
  }

  #used(use: number): number {
    const { uses, expressions: { op, a } } = this.#facts;
    const used = uses.expression[use]!;
    return op[used] === Op.given || op[used] === Op.named ? a[used]! : used;
  }

  /**
   * Whether a call passes the own object to what may be a method of its class (`Base.start(self, done)`), which shifts the positions of the
   * other arguments.
   */
  isOnClass(call: number): boolean {
    const { calls, expressions: { op, a } } = this.#facts;
    const callee = calls.expression[call]!;
    const [first = 0] = listItems(this.#facts, calls.arguments[call]!);
    return op[callee] === Op.member && isReceiver(this.#facts, first) && !isReceiver(this.#facts, a[callee]!);
  }

  /** See `bindingsOf`. */
  bindingsOf(name: number): number[] {
    return bindingsOf(this.#facts, name);
  }

  /**
   * Where the value of a local variable or parameter goes.
   * @param binding row of `bindings`
   * @param text text of the file
   * @param mentions offsets of its name in the code of its function, other than as a member
   */
  placesOfBinding(binding: number, text: string, mentions: readonly number[]): readonly ValuePlace[] {
    const { bindings, definitions, scopes, strings, expressions: { c } } = this.#facts;
    const name = bindings.name[binding]!;
    const own = this.#rowsNamed(name).filter((row) => this.#means(row, binding));
    const known = new Set(own.filter((row) => this.#placesOfRow(row).length > 0).map((row) => c[row]!));
    const named = new Set(own.map((row) => c[row]!));
    const length = strings[name]!.length;
    // The first mention that is no expression is its declaration.
    const declared = mentions.find((at) => !named.has(at));
    const around = ownerOf(this.#facts, bindings.scope[binding]!);
    const start = definitions.start[scopes.definition[around]!]!;
    // Nested functions that bind the name themselves.
    const others = [...this.#rivals(name)].map((scope) => scopes.definition[scope]!).filter((row) => definitions.start[row]! > start);
    const isOther = (at: number): boolean =>
      !named.has(at) && others.some((row) => definitions.start[row]! <= at && at < definitions.end[row]!);
    const isLost = [...mentions, ...named].some((at) =>
      !isOther(at) && at !== declared && !known.has(at) && !isSetOrTested(text, at, length) && (named.has(at) || !isKey(text, at, length))
    );
    const places = own.flatMap((row) => this.#placesOfRow(row));
    const isField = declared !== undefined && FIELD.test(text.slice(Math.max(0, declared - AROUND), declared));
    return [...places, ...(isField ? [this.#fieldOf(binding)] : []), ...(isLost || this.#isResult(binding, text) ? [KEPT] : [])];
  }

  /** Whether a variable is a named result in its function's signature: its scope begins before the body. */
  #isResult(binding: number, text: string): boolean {
    const { bindings, scopes } = this.#facts;
    const isOfWhole = bindings.kind[binding] === BindingKind.variable && scopes.kind[bindings.scope[binding]!] === ScopeKind.function;
    return isOfWhole && BODY.test(text.slice(bindings.at[binding]!, bindings.at[binding]! + AROUND));
  }

  /** The field that a constructor parameter also declares. */
  #fieldOf(binding: number): ValuePlace {
    const { bindings, scopes, strings } = this.#facts;
    const scope = scopes.parent[ownerOf(this.#facts, bindings.scope[binding]!)]!;
    return { kind: "field", element: false, owner: { scope }, name: strings[bindings.name[binding]!]! };
  }

  /** Whether a name means a binding: no function between them binds the name itself. */
  #means(name: number, binding: number): boolean {
    const { bindings, scopes, expressions: { b } } = this.#facts;
    const around = ownerOf(this.#facts, bindings.scope[binding]!);
    const rivals = this.#rivals(bindings.name[binding]!);
    let scope = ownerOf(this.#facts, b[name]!);
    while (scope !== 0 && scope !== around && !rivals.has(scope)) scope = ownerOf(this.#facts, scopes.parent[scope]!);
    return scope === around;
  }

  /** The expressions that are a name. */
  #rowsNamed(name: number): readonly number[] {
    const { op, a } = this.#facts.expressions;
    let rows = this.#namedRows.get(name);
    if (rows === undefined) this.#namedRows.set(name, rows = rowsWith(a, name).filter((row) => op[row] === Op.name));
    return rows;
  }

  /** The scopes with a binding of a name; class members do not count. */
  #rivals(name: number): ReadonlySet<number> {
    let rivals = this.#rivalsOf.get(name);
    if (rivals === undefined) this.#rivalsOf.set(name, rivals = this.#readRivals(name));
    return rivals;
  }

  #readRivals(name: number): ReadonlySet<number> {
    const { bindings, scopes } = this.#facts;
    const own = rowsWith(bindings.name, name)
      .filter((row) => (bindings.flags[row]! & BindingFlag.outer) === 0 && bindings.kind[row] !== BindingKind.narrowing);
    return new Set(own.map((row) => ownerOf(this.#facts, bindings.scope[row]!)).filter((scope) => scopes.kind[scope] !== ScopeKind.class));
  }

  #placesOfRow(expression: number): readonly ValuePlace[] {
    return (this.#places ??= readPlaces(this.#facts)).get(expression) ?? [];
  }
}

/** What follows a name that is the key of a value in a literal. */
export const BEHIND_KEY = /^\s*:(?![:=])/;
const BEFORE_KEY = /[{,]\s*$/;

function isKey(text: string, at: number, length: number): boolean {
  return BEHIND_KEY.test(text.slice(at + length, at + length + AROUND)) && BEFORE_KEY.test(text.slice(Math.max(0, at - AROUND), at));
}

/** Whether the name at an offset is assigned to, or only tested for having a value. */
export function isSetOrTested(text: string, at: number, length: number): boolean {
  const before = text.slice(Math.max(0, at - AROUND), at);
  const behind = text.slice(at + length, at + length + AROUND);
  const line = behind.split("\n", 1)[0]!;
  return ASSIGNED.test(behind) || TESTED_BEHIND.test(line) || (TESTED_BEFORE.test(before) && TEST_ENDS.test(line));
}
