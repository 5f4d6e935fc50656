/**
 * What surrounds the values of one file: the call that takes a value, its declared type, the field that holds it.
 *
 * Stage: resolve. Invariant: derived from the file's facts alone; each table is built on first use.
 */
import { addAt, NO_ROWS } from "../../base/lists.ts";
import { type Facts, listItems, listLength, MODULE_ROW, rowsWith } from "../../facts.ts";
import { CastMode, Op } from "../../facts/expressions.ts";
import { lastNameOf, withoutWrappers } from "../../facts/written_names.ts";
import type { ResolutionRules } from "../../rules/resolution_rules.ts";

/** A declared type (row of `expressions`), and the operations (`Op.unwrap`, `Op.await`) that turn a value into one of that type. */
export interface DeclaredPlace {
  readonly type: number;
  readonly steps: readonly number[];
}

/** Look-up tables for the surroundings of a file's values. */
export class Surroundings {
  readonly #facts: Facts;
  readonly #rules: ResolutionRules;
  #expectations: Map<number, readonly [call: number, position: number]> | undefined;
  #callsGiven: Map<number, readonly [call: number, position: number]> | undefined;
  #casts: Map<number, number> | undefined;
  #places: Map<number, DeclaredPlace> | undefined;
  #partsTaken: Map<number, number[]> | undefined;
  #holders: Map<number, number> | undefined;
  #lists: Map<number, number> | undefined;
  #givers: Map<number, number> | undefined;
  #assigned: Map<number, number[]> | undefined;
  #passing: Map<string, number[]> | undefined;
  #membersOf: Map<number, number[]> | undefined;

  constructor(facts: Facts, rules: ResolutionRules) {
    this.#facts = facts;
    this.#rules = rules;
  }

  /** The call (row of `calls`) and position of a lambda or object that is an argument. */
  expectedAt(definition: number): readonly [call: number, position: number] | undefined {
    if (this.#expectations === undefined) {
      this.#expectations = new Map();
      const { calls, expressions } = this.#facts;
      for (let call = 1; call < calls.length; call++) {
        const list = calls.arguments[call]!;
        if (list === 0) continue;
        const count = listLength(this.#facts, list);
        for (let position = 0; position < count; position++) {
          const argument = this.#facts.lists[list + 1 + position]!;
          let value = expressions.op[argument] === Op.pair ? expressions.b[argument]! : argument;
          while (expressions.op[value] === Op.reference) value = expressions.a[value]!;
          if (expressions.op[value] === Op.definition) this.#expectations.set(expressions.a[value]!, [call, position]);
          if (expressions.op[value] !== Op.either) continue;
          for (const option of listItems(this.#facts, expressions.a[value]!)) {
            if (expressions.op[option] === Op.definition) this.#expectations.set(expressions.a[option]!, [call, position]);
          }
        }
      }
    }
    return this.#expectations.get(definition);
  }
  /** The call (row of `calls`) and position if the result of the call of `callee` is itself an argument. */
  argumentOf(callee: number): readonly [call: number, position: number] | undefined {
    if (this.#callsGiven === undefined) {
      this.#callsGiven = new Map();
      const { calls, expressions: { op, a } } = this.#facts;
      for (let call = 1; call < calls.length; call++) {
        for (const [position, value] of listItems(this.#facts, calls.arguments[call]!).entries()) {
          if (op[value] === Op.call) this.#callsGiven.set(a[value]!, [call, position]);
        }
      }
    }
    return this.#callsGiven.get(callee);
  }
  /** The cast (row of `expressions`) that determines the type of a lambda or object, or 0. */
  castAround(definition: number): number {
    if (this.#casts === undefined) {
      this.#casts = new Map();
      const { op, a, b } = this.#facts.expressions;
      for (const row of rowsWith(op, Op.cast)) {
        const held = b[row] !== 0 && op[b[row]!] === Op.definition ? a[b[row]!]! : 0;
        // The innermost cast comes first; outer ones do not replace it.
        if (held !== 0 && !this.#casts.has(held)) this.#casts.set(held, row);
      }
    }
    return this.#casts.get(definition) ?? 0;
  }
  /** The declared type (row of `expressions`) of what the result of the call of `callee` is assigned to, or 0. */
  typeAround(callee: number): number {
    const place = this.placeOf(callee);
    return place === undefined || place.steps.length > 0 ? 0 : place.type;
  }
  /** The place with a declared type that the result of the call of `callee` is assigned to, unwrapped or awaited. */
  placeOf(callee: number): DeclaredPlace | undefined {
    if (this.#places === undefined) {
      this.#places = new Map();
      for (const { type, value } of [this.#facts.definitions, this.#facts.bindings]) {
        for (let row = 1; row < type.length; row++) if (type[row] !== 0 && value[row] !== 0) this.#notePlace(type[row]!, value[row]!);
      }
      const { op, a, b, c } = this.#facts.expressions;
      for (const row of rowsWith(op, Op.cast)) if (c[row] === CastMode.placed) this.#notePlace(a[row]!, b[row]!);
    }
    return this.#places.get(callee);
  }
  #notePlace(type: number, value: number): void {
    const { op, a, b } = this.#facts.expressions;
    let steps: readonly number[] = [];
    for (;;) {
      const kind = op[value]!;
      const inner = a[value]!;
      if (kind === Op.unwrap || kind === Op.await) {
        steps = [kind, ...steps];
        value = inner;
      } else if (kind === Op.call || kind === Op.new) {
        this.#places!.set(inner, { type, steps });
        if (op[inner] !== Op.member || this.#rules.unwrappers?.includes(this.#facts.strings[b[inner]!]!) !== true) return;
        steps = [Op.unwrap, ...steps];
        value = a[inner]!;
      } else return;
    }
  }
  /** Bindings of the parts that patterns destructure from an expression. */
  partsTaken(whole: number): readonly number[] {
    if (this.#partsTaken === undefined) {
      this.#partsTaken = new Map();
      const { bindings: { value }, expressions: { op, a } } = this.#facts;
      for (let row = 1; row < value.length; row++) if (op[value[row]!] === Op.item) addAt(this.#partsTaken, a[value[row]!]!, row);
    }
    return this.#partsTaken.get(whole) ?? NO_ROWS;
  }
  /** The field whose value is a lambda or object; the definition itself if it has a name. */
  holderOf(definition: number): number {
    const { definitions, expressions } = this.#facts;
    if (definitions.name[definition] !== 0) return definition;
    if (this.#holders === undefined) {
      this.#holders = new Map();
      for (let row = MODULE_ROW + 1; row < definitions.length; row++) {
        const value = definitions.value[row]!;
        if (value !== 0 && expressions.op[value] === Op.definition) this.#holders.set(expressions.a[value]!, row);
      }
    }
    return this.#holders.get(definition) ?? definition;
  }
  /** The field whose list contains a lambda or object as an element, or 0. */
  listAround(definition: number): number {
    const { definitions, expressions } = this.#facts;
    this.#lists ??= this.#holdersIn((row) => {
      const value = definitions.value[row]!;
      return value !== 0 && expressions.op[value] === Op.literal ? expressions.b[value]! : 0;
    });
    return this.#lists.get(definition) ?? 0;
  }
  /** The function that returns a lambda or object, or 0. */
  giverOf(definition: number): number {
    this.#givers ??= this.#holdersIn((row) => this.#facts.definitions.returns[row]!);
    return this.#givers.get(definition) ?? 0;
  }
  /** Maps definitions in lists of expressions to the row of `definitions` that each list belongs to. */
  #holdersIn(listOf: (row: number) => number): Map<number, number> {
    const holders = new Map<number, number>();
    const { definitions, expressions } = this.#facts;
    for (let row = MODULE_ROW + 1; row < definitions.length; row++) {
      const list = listOf(row);
      if (list === 0) continue;
      for (const element of listItems(this.#facts, list)) {
        if (expressions.op[element] === Op.definition) holders.set(expressions.a[element]!, row);
      }
    }
    return holders;
  }
  /** Rows of `Op.given` for assignments to a plain name (of `strings`). */
  assignedTo(name: number): readonly number[] {
    if (this.#assigned === undefined) {
      this.#assigned = new Map();
      const { uses, expressions: { op, a, b, c } } = this.#facts;
      for (let use = 1; use < uses.length; use++) {
        const given = uses.expression[use]!;
        if (op[given] === Op.given && c[given] === 0 && op[b[given]!] === Op.name) addAt(this.#assigned, a[b[given]!]!, given);
      }
    }
    return this.#assigned.get(name) ?? NO_ROWS;
  }
  /** Rows of `expressions` for the members that the file reads of a plain name (of `strings`). */
  membersOf(name: number): readonly number[] {
    if (this.#membersOf === undefined) {
      this.#membersOf = new Map();
      const { op, a } = this.#facts.expressions;
      for (let row = 1; row < op.length; row++) {
        if (op[row] === Op.member && op[a[row]!] === Op.name) addAt(this.#membersOf, a[a[row]!]!, row);
      }
    }
    return this.#membersOf.get(name) ?? NO_ROWS;
  }
  /** Rows of `calls` that pass arguments to a callee, or convert them to a type, of that last name. */
  passingTo(name: string): readonly number[] {
    if (this.#passing === undefined) {
      this.#passing = new Map();
      const { calls, strings } = this.#facts;
      for (let call = 1; call < calls.length; call++) {
        if (calls.arguments[call] === 0) continue;
        addAt(this.#passing, strings[lastNameOf(this.#facts, withoutWrappers(this.#facts, calls.expression[call]!))]!, call);
      }
    }
    return this.#passing.get(name) ?? NO_ROWS;
  }
}
