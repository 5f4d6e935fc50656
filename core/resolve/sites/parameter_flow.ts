/**
 * Where a parameter's value may go within one function.
 *
 * Stage: resolve. The value is traced through names, closures and results, and all its uses are examined. Invariant: a use that is not
 * certainly harmless lets it escape.
 */
import { BindingFlag, BindingKind, DefinitionKind, type Facts, isCallable, listItems, MODULE_ROW } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { evaluateValue } from "../evaluate.ts";
import { fileOf, rowOf } from "../meaning.ts";
import { isOwnFunction } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import { carries, isOpenDecorator, type Keeping, nameOutside } from "./keeping.ts";

/** Maximum number of calls and members after a name (`a.b().c`). */
const LONGEST_CHAIN = 6;

/** Traces one parameter of a function. */
export class ParameterFlow {
  readonly #facts: Facts;
  /** Names that may hold it or a closure over it: scope and name in one number. */
  readonly #names = new Set<number>();
  /** Expressions that are accounted for: returned, bound to a local name, or only inspected. */
  readonly #harmless = new Set<number>();
  readonly #start: number;
  readonly #end: number;
  readonly #given: number;
  /** Number of possible names. */
  readonly #nameCount: number;

  constructor(readonly keeping: Keeping, readonly view: FileView, readonly definition: number, parameter: number) {
    this.#facts = view.facts;
    this.#nameCount = view.facts.strings.length;
    this.#given = this.#keyOf(parameter);
    const { definitions } = view.facts;
    this.#start = definitions.start[definition]!;
    this.#end = definitions.end[definition]!;
    this.#names.add(this.#given);
  }

  /** Whether it may end up anywhere except in the function's result, or is called before the function returns. */
  escapes(): boolean {
    const inside = this.#definitionsInside();
    for (const row of inside) {
      const binding = this.view.bindingOf(row);
      if (binding !== 0) this.#names.add(this.#keyOf(binding));
    }
    this.#followNames();
    for (const row of [this.definition, ...inside]) {
      for (const given of listItems(this.#facts, this.#facts.definitions.returns[row]!)) this.#carry(given);
    }
    this.#lookAtCalls();
    return this.#isRun(inside) || inside.some((row) => this.#isLooseClosure(row)) || this.#hasUse();
  }

  #key(scope: number, name: number): number {
    return scope * this.#nameCount + name;
  }
  #keyOf(binding: number): number {
    const { scope, name } = this.#facts.bindings;
    return this.#key(scope[binding]!, name[binding]!);
  }

  /** Functions and classes in the body. */
  #definitionsInside(): number[] {
    const { kind, length } = this.#facts.definitions;
    const found: number[] = [];
    for (let row = this.definition + 1; row < length; row++) {
      if (this.#isInside(row) && (isCallable(kind[row]!) || kind[row] === DefinitionKind.class)) found.push(row);
    }
    return found;
  }
  #isInside(row: number): boolean {
    const { start, end } = this.#facts.definitions;
    return row !== this.definition && row !== MODULE_ROW && start[row]! >= this.#start && end[row]! <= this.#end;
  }
  #isScopeInside(scope: number): boolean {
    const { start, end } = this.#facts.scopes;
    return start[scope]! >= this.#start && end[scope]! <= this.#end;
  }

  /** Local names that are bound to it. */
  #followNames(): void {
    const { bindings } = this.#facts;
    const outer = new Set<number>();
    for (let row = 1; row < bindings.length; row++) {
      if (bindings.flags[row]! & BindingFlag.outer) outer.add(this.#keyOf(row));
    }
    const rows: number[] = [];
    for (let row = 1; row < bindings.length; row++) {
      const isPlain = bindings.kind[row] === BindingKind.variable || bindings.kind[row] === BindingKind.assignment;
      if (!isPlain || bindings.value[row] === 0 || !this.#isScopeInside(bindings.scope[row]!)) continue;
      if (!outer.has(this.#keyOf(row))) rows.push(row);
    }
    for (let before = -1; before !== this.#names.size;) {
      before = this.#names.size;
      for (const row of rows) {
        if (this.#carry(bindings.value[row]!)) this.#names.add(this.#keyOf(row));
      }
    }
  }

  /** Accounts for what an expression passes on of it. @returns whether it passes on anything */
  #carry(expression: number): boolean {
    const { op, a, b } = this.#facts.expressions;
    switch (op[expression]) {
      case Op.name:
        if (!this.#mayHold(expression)) return false;
        this.#harmless.add(expression);
        return true;
      case Op.member:
        return this.#carry(a[expression]!) && this.#harmless.add(expression) !== undefined;
      case Op.either:
        return listItems(this.#facts, a[expression]!).map((part) => this.#carry(part)).includes(true);
      case Op.cast:
        return this.#carry(b[expression]!);
      case Op.guarded:
      case Op.settled:
        return this.#carry(a[expression]!);
      case Op.definition:
        this.#harmless.add(expression);
        return this.#isInside(a[expression]!);
      case Op.call:
        return this.#carryThrough(expression);
    }
    return false;
  }

  /** The same for a call, whose callee may return it. */
  #carryThrough(call: number): boolean {
    const { op, a, b } = this.#facts.expressions;
    const { world } = this.keeping;
    const args = listItems(this.#facts, b[call]!);
    const callee = a[call]!;
    const meaning = evaluateValue(world, this.view, callee);
    // `wraps(f)(inner)`
    const isApplied = op[callee] === Op.call && carries(world, evaluateValue(world, this.view, a[callee]!));
    let carried = op[callee] === Op.call && this.#carryThrough(callee);
    for (const [place, argument] of args.entries()) {
      const passes = isApplied || carries(world, meaning) || !this.keeping.keepsArgument(meaning, place);
      if (passes && this.#carry(argument)) carried = true;
    }
    return carried;
  }

  /** Whether the function itself calls it, rather than a function that it returns: calling the result does not run this. */
  #isRun(inside: readonly number[]): boolean {
    const { calls, expressions, definitions, scopes } = this.#facts;
    for (let call = 1; call < calls.length; call++) {
      const callee = calls.expression[call]!;
      const at = calls.at[call]!;
      if (expressions.op[callee] !== Op.name || at < this.#start || at > this.#end) continue;
      let scope = expressions.b[callee]!;
      while (scope !== 0 && this.#key(scope, expressions.a[callee]!) !== this.#given) scope = scopes.parent[scope]!;
      const isLater = (row: number): boolean =>
        isCallable(definitions.kind[row]!) && at >= definitions.start[row]! && at <= definitions.end[row]!;
      if (scope !== 0 && !inside.some(isLater)) return true;
    }
    return false;
  }

  /** Accounts for arguments of calls that only inspect them, or pass them on to functions that do not retain them. */
  #lookAtCalls(): void {
    const { calls, expressions } = this.#facts;
    const { world } = this.keeping;
    for (let call = 1; call < calls.length; call++) {
      if (calls.at[call]! < this.#start || calls.at[call]! > this.#end) continue;
      const args = listItems(this.#facts, calls.arguments[call]!);
      if (!args.some((argument) => this.#mentions(argument))) continue;
      const meaning = evaluateValue(world, this.view, calls.expression[call]!);
      const name = nameOutside(world, meaning);
      const isLooking = world.rules.passing?.looks.includes(name) === true;
      // What a function within gets by its parameter goes on there (`def keep(f): …; return keep(fn)`).
      const isWithin = isOwnFunction(world, meaning) && fileOf(meaning.definition) === this.view.index &&
        this.#isInside(rowOf(meaning.definition));
      const isOwnCall = !isWithin && this.#knows(calls.expression[call]!);
      for (const [place, argument] of args.entries()) {
        const isLooked = isOwnCall || (isLooking && place === 0);
        if (!isLooked && (name !== "" || this.keeping.keepsArgument(meaning, place))) continue;
        this.#carry(expressions.op[argument] === Op.pair ? expressions.b[argument]! : argument);
      }
    }
  }
  #mentions(expression: number): boolean {
    const { op, a, b } = this.#facts.expressions;
    if (op[expression] === Op.pair) return this.#mentions(b[expression]!);
    if (op[expression] === Op.member) return this.#mentions(a[expression]!);
    return op[expression] === Op.definition || (op[expression] === Op.name && this.#mayHold(expression));
  }

  /** Whether a name may hold it. A shadowing name counts as the shadowed one, too. */
  #mayHold(expression: number): boolean {
    const { expressions, scopes } = this.#facts;
    for (let scope = expressions.b[expression]!; scope !== 0; scope = scopes.parent[scope]!) {
      if (this.#names.has(this.#key(scope, expressions.a[expression]!))) return true;
    }
    return false;
  }

  /** Whether it is passed as a value in a place that is not accounted for. */
  #hasUse(): boolean {
    const { uses, expressions } = this.#facts;
    const isItself = this.keeping.world.rules.passing?.same;
    for (let use = 1; use < uses.length; use++) {
      const expression = this.#used(use);
      if (this.#harmless.has(expression)) continue;
      if (expressions.op[expression] === Op.named) {
        if (this.#isKeptAgain(uses.caller[use]!, expression)) return true;
        continue;
      }
      let object = expression;
      if (expressions.op[expression] === Op.member && isItself?.includes(this.#facts.strings[expressions.b[expression]!]!) === true) {
        object = expressions.a[expression]!;
      }
      if (expressions.op[object] === Op.name && this.#mayHold(object)) return true;
    }
    return false;
  }

  /** The value that a use passes, whatever the receiver. */
  #used(use: number): number {
    const { uses, expressions } = this.#facts;
    const expression = uses.expression[use]!;
    return expressions.op[expression] === Op.given ? expressions.a[expression]! : expression;
  }

  /** Whether a local function is decorated by something that may retain it. */
  #isKeptAgain(decorated: number, use: number): boolean {
    const { expressions } = this.#facts;
    if (!isOpenDecorator(this.#facts, use) || !this.#isInside(decorated)) return false;
    const isCalled = expressions.op[expressions.a[use]!] === Op.call;
    const decorator = isCalled ? expressions.a[expressions.a[use]!]! : expressions.a[use]!;
    return this.keeping.isKept(evaluateValue(this.keeping.world, this.view, decorator), isCalled);
  }

  /** Whether an anonymous function closes over it and goes somewhere that is not accounted for. */
  #isLooseClosure(row: number): boolean {
    const { definitions, expressions, calls, uses } = this.#facts;
    if (definitions.kind[row] !== DefinitionKind.lambda || definitions.name[row] !== 0) return false;
    const isHarmless = [...this.#harmless].some((one) => expressions.op[one] === Op.definition && expressions.a[one] === row);
    if (isHarmless || this.#takesItsPlace(row)) return false;
    const isWithin = (at: number): boolean => at >= definitions.start[row]! && at <= definitions.end[row]!;
    for (let call = 1; call < calls.length; call++) {
      if (isWithin(calls.at[call]!) && this.#knows(calls.expression[call]!)) return true;
    }
    for (let use = 1; use < uses.length; use++) {
      const expression = this.#used(use);
      if (expressions.op[expression] === Op.name && isWithin(expressions.c[expression]!) && this.#mayHold(expression)) return true;
    }
    return listItems(this.#facts, definitions.returns[row]!).some((given) => this.#knows(given));
  }
  /**
   * Whether a function is assigned to a member of the argument (`descriptor.value = function () { … }`), which then calls it in its place.
   */
  #takesItsPlace(row: number): boolean {
    const { op, a } = this.#facts.expressions;
    const cast = this.view.surroundings.castAround(row);
    const [type = 0] = cast !== 0 && op[a[cast]!] === Op.either ? listItems(this.#facts, a[a[cast]!]!) : [];
    return type !== 0 && op[type] === Op.typeOf && op[a[type]!] === Op.member && this.#carry(a[a[type]!]!);
  }
  #knows(expression: number): boolean {
    const { op, a } = this.#facts.expressions;
    for (let one = expression, i = 0; one !== 0 && i < LONGEST_CHAIN; i++) {
      if (op[one] === Op.name) return this.#mayHold(one);
      if (op[one] !== Op.member && op[one] !== Op.call && op[one] !== Op.await) return false;
      one = a[one]!;
    }
    return false;
  }
}
