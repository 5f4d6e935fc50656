/**
 * Whether what decorates a function may keep it, to call it some day.
 *
 * Stage: resolve. What is decorated flows from the parameter through names, closures and results; all that may become of it is looked at.
 * Invariant: what is not surely harmless keeps it. A wrapper that calls it is harmless: who calls the wrapper calls the function's own name.
 */
import { BindingFlag, BindingKind, DefinitionFlag, DefinitionKind, type Facts, listItems, NamedMode, Op } from "../facts.ts";
import type { EdgeRow } from "./edge_rows.ts";
import { evaluateValue, macroAt } from "./evaluate.ts";
import type { FileView } from "./file_view.ts";
import { type DefinitionId, definitionId, fileOf, instance, lastPart, type Meaning, rowOf, Tag } from "./meaning.ts";
import { memberMeaning } from "./members.ts";
import { isCallable, preferBodies, Space } from "./names.ts";
import { parametersOf } from "./overloads.ts";
import { MODULE_ROW } from "./relations/relation_rows.ts";
import { askInside } from "./relations/route_arguments.ts";
import type { World } from "./world.ts";

/** So many functions hand it on to one another at most. */
const DEEPEST = 6;

/** Says on the edges from definitions to their decorators (`rows` of the file's) that none of these keeps what it decorates, where it is so. */
export function noteKeeping(world: World, view: FileView, rows: readonly EdgeRow[]): void {
  const decorated = rows.filter((row) => row.rule === "decorated");
  if (decorated.length === 0) return;
  const { uses, expressions } = view.facts;
  const { a } = expressions;
  const kept = new Set<number>();
  for (let use = 1; use < uses.length; use++) {
    const expression = uses.expression[use]!;
    if (isOpenDecorator(view.facts, expression) && !kept.has(uses.caller[use]!) && keepsDecorated(world, view, a[expression]!)) {
      kept.add(uses.caller[use]!);
    }
  }
  for (const row of decorated) if (!kept.has(rowOf(row.from))) row.properties = KEEPS_NOTHING;
}
const KEEPS_NOTHING = JSON.stringify({ keeps: false });

/** Whether a use is a decorator of which its name does not tell that it keeps nothing. */
function isOpenDecorator({ expressions: { op, b, c } }: Facts, use: number): boolean {
  return op[use] === Op.named && b[use] === NamedMode.decorator && c[use] === 0;
}

/** Whether the decorator at a row of `expressions` may keep what it decorates. */
function keepsDecorated(world: World, view: FileView, decorator: number): boolean {
  const macro = macroAt(world, view, decorator);
  if (macro !== undefined) return !givesBack(world, macro.meaning);
  const isCalled = view.facts.expressions.op[decorator] === Op.call;
  const meaning = evaluateValue(world, view, isCalled ? view.facts.expressions.a[decorator]! : decorator);
  const isKept = (): boolean => new Keeping(world).isKept(meaning, isCalled);
  if (meaning.tag !== Tag.definition || meaning.held) return isKept();
  const key = `${meaning.definition}${isCalled ? "()" : ""}`;
  return world.keeping.get(key) ?? world.keeping.find(key, isKept);
}

/** Whether a function that makes a macro calls nothing, so that it gives the tokens that it gets: what it would make of them, it says nowhere. */
function givesBack(world: World, { tag, definition }: Meaning): boolean {
  if (tag !== Tag.definition || world.inLibrary(definition)) return false;
  const view = world.viewOf(definition);
  askInside(world, view);
  return !view.facts.calls.caller.includes(rowOf(definition));
}

/** Looks at one decorator, and at all that it hands on to. */
class Keeping {
  /** By parameter: whether a function keeps what it is given there. */
  readonly #known = new Map<string, boolean>();
  #depth = 0;

  constructor(readonly world: World) {}

  /** Whether `decorator`, or what a call of it gives, may keep what it is applied to. */
  isKept(decorator: Meaning, isCalled: boolean): boolean {
    return isCalled ? this.#isKeptByResult(decorator) : this.#isKeptBy(decorator);
  }

  /** What is applied is `meaning` itself. */
  #isKeptBy(meaning: Meaning): boolean {
    if (meaning.tag === Tag.nothing) return false;
    const id = this.#functionOf(meaning);
    return id === 0 || this.#parameters(id).some((row) => this.keepsGiven(id, row));
  }

  /** What is applied is what a call of `meaning` gives. */
  #isKeptByResult(meaning: Meaning): boolean {
    if (meaning.tag !== Tag.definition || meaning.held || this.world.inLibrary(meaning.definition)) return true;
    if (this.world.kindOf(meaning.definition) === DefinitionKind.class) {
      const call = this.world.rules.protocols.call?.[0];
      return call === undefined || this.#isKeptBy(memberMeaning(this.world, instance(meaning.definition), call, Space.value));
    }
    const id = this.#functionOf(meaning);
    const view = id === 0 ? undefined : this.world.viewOf(id);
    if (view === undefined || this.#depth >= DEEPEST) return true;
    askInside(this.world, view);
    const given = listItems(view.facts, view.facts.definitions.returns[rowOf(id)]!);
    this.#depth++;
    const isKept = given.length === 0 || given.some((expression) => this.#isKeptByGiven(view, id, expression));
    this.#depth--;
    return isKept;
  }

  /** What is applied is what the function `id` gives by the expression. */
  #isKeptByGiven(view: FileView, id: DefinitionId, expression: number): boolean {
    const { op, a, b } = view.facts.expressions;
    switch (op[expression]) {
      case Op.either:
        return listItems(view.facts, a[expression]!).some((part) => this.#isKeptByGiven(view, id, part));
      case Op.cast:
        return this.#isKeptByGiven(view, id, b[expression]!);
      case Op.call: {
        const args = listItems(view.facts, b[expression]!);
        const [first] = this.#parameters(id);
        // `return wrap(f)`: so it is where the function is applied itself.
        if (first !== undefined && args.some((argument) => isName(view.facts, argument, view.facts.bindings.name[first]!))) {
          return this.keepsGiven(id, first);
        }
        const callee = evaluateValue(this.world, view, a[expression]!);
        if (carries(this.world, callee)) return args.length === 0 || this.#isKeptBy(evaluateValue(this.world, view, args[0]!));
        return this.#isKeptByResult(callee);
      }
      default:
        return this.#isKeptBy(evaluateValue(this.world, view, expression));
    }
  }

  /** The function of the repository that a value is, or 0. */
  #functionOf({ tag, definition, held }: Meaning): DefinitionId {
    if (tag !== Tag.definition || held || this.world.inLibrary(definition) || !isCallable(this.world.kindOf(definition))) return 0;
    if ((this.world.flagsOf(definition) & DefinitionFlag.bodiless) === 0) return definition;
    // An overload: the one with a body runs.
    const view = this.world.viewOf(definition);
    const row = view.bindingOf(rowOf(definition));
    const { bindings } = view.facts;
    const [own = 0] = row === 0 ? [] : preferBodies(view, view.find(bindings.scope[row]!, bindings.name[row]!));
    const found = bindings.definition[own]!;
    const isFound = found !== 0 && (view.facts.definitions.flags[found]! & DefinitionFlag.bodiless) === 0;
    return isFound ? definitionId(fileOf(definition), found) : 0;
  }

  /** Parameters that get what is decorated: those that must be given. */
  #parameters(id: DefinitionId): number[] {
    const { flags } = this.world.viewOf(id).facts.bindings;
    const [first, ...others] = parametersOf(this.world, id);
    return first === undefined ? [] : [first, ...others.filter((row) => (flags[row]! & (BindingFlag.optional | BindingFlag.named)) === 0)];
  }

  /** Whether a function keeps what it is given as its parameter `row` (of `bindings`). */
  keepsGiven(id: DefinitionId, row: number): boolean {
    const key = `${id} ${row}`;
    let known = this.#known.get(key);
    if (known === undefined) {
      if (this.#depth >= DEEPEST) return true;
      const view = this.world.viewOf(id);
      askInside(this.world, view);
      // One that comes back to itself keeps nothing by that.
      this.#known.set(key, false);
      this.#depth++;
      known = new Flow(this, view, rowOf(id), row).escapes();
      this.#depth--;
      this.#known.set(key, known);
    }
    return known;
  }

  /** Whether the argument `place` of a call of `callee` is kept by it. */
  keepsArgument(callee: Meaning, place: number): boolean {
    const id = this.#functionOf(callee);
    const row = id === 0 ? undefined : parametersOf(this.world, id)[place];
    return row === undefined || this.keepsGiven(id, row);
  }
}

/** Whether a function outside gives what it is given. */
function carries(world: World, callee: Meaning): boolean {
  const { handing } = world.rules;
  return handing !== undefined && (handing.gives.includes(outerName(world, callee)) || handing.marks?.test(callee.name) === true);
}

/** The last name of a function outside of the repository, or "". */
function outerName(world: World, { tag, name, definition }: Meaning): string {
  if (tag === Tag.external) return lastPart(name);
  return tag === Tag.definition && world.inLibrary(definition) ? world.nameOf(definition) : "";
}

function isName(facts: Facts, expression: number, name: number): boolean {
  return facts.expressions.op[expression] === Op.name && facts.expressions.a[expression] === name;
}

/** Where a parameter's value may go within one function. */
class Flow {
  readonly #facts: Facts;
  /** Names that may hold it or something that knows it: scope and name. */
  readonly #names = new Set<string>();
  /** Expressions that are accounted for: what is given back, bound to a name in here, or only looked at. */
  readonly #harmless = new Set<number>();
  readonly #start: number;
  readonly #end: number;

  constructor(readonly keeping: Keeping, readonly view: FileView, readonly definition: number, parameter: number) {
    this.#facts = view.facts;
    const { bindings, definitions } = view.facts;
    this.#start = definitions.start[definition]!;
    this.#end = definitions.end[definition]!;
    this.#names.add(this.#key(bindings.scope[parameter]!, bindings.name[parameter]!));
  }

  /** Whether it may end somewhere else than in the function's result. */
  escapes(): boolean {
    const inside = this.#definitionsInside();
    for (const row of inside) {
      const binding = this.view.bindingOf(row);
      const { scope, name } = this.#facts.bindings;
      if (binding !== 0) this.#names.add(this.#key(scope[binding]!, name[binding]!));
    }
    this.#followNames();
    for (const row of [this.definition, ...inside]) {
      for (const given of listItems(this.#facts, this.#facts.definitions.returns[row]!)) this.#carry(given);
    }
    this.#lookAtCalls();
    return inside.some((row) => this.#isLooseClosure(row)) || this.#hasUse();
  }

  #key(scope: number, name: number): string {
    return `${scope} ${name}`;
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

  /** Names of the function's own that are bound to it. */
  #followNames(): void {
    const { bindings } = this.#facts;
    const outer = new Set<string>();
    for (let row = 1; row < bindings.length; row++) {
      if (bindings.flags[row]! & BindingFlag.outer) outer.add(this.#key(bindings.scope[row]!, bindings.name[row]!));
    }
    const rows: number[] = [];
    for (let row = 1; row < bindings.length; row++) {
      const isPlain = bindings.kind[row] === BindingKind.variable || bindings.kind[row] === BindingKind.assignment;
      const isOwn = this.#isScopeInside(bindings.scope[row]!) && !outer.has(this.#key(bindings.scope[row]!, bindings.name[row]!));
      if (isPlain && isOwn && bindings.value[row] !== 0) rows.push(row);
    }
    for (let before = -1; before !== this.#names.size;) {
      before = this.#names.size;
      for (const row of rows) {
        if (this.#carry(bindings.value[row]!)) this.#names.add(this.#key(bindings.scope[row]!, bindings.name[row]!));
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

  /** As `carry`, of a call: what takes it may give it back. */
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

  /** Arguments of calls that only look at them, or that hand them on to what keeps nothing. */
  #lookAtCalls(): void {
    const { calls, expressions } = this.#facts;
    const { world } = this.keeping;
    for (let call = 1; call < calls.length; call++) {
      if (calls.at[call]! < this.#start || calls.at[call]! > this.#end) continue;
      const args = listItems(this.#facts, calls.arguments[call]!);
      if (!args.some((argument) => this.#mentions(argument))) continue;
      const meaning = evaluateValue(world, this.view, calls.expression[call]!);
      const name = outerName(world, meaning);
      const isLooking = world.rules.handing?.looks.includes(name) === true;
      const isOwnCall = this.#knows(calls.expression[call]!);
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

  /** Whether a name may hold it. A name that shadows another is taken for that one too. */
  #mayHold(expression: number): boolean {
    const { expressions, scopes } = this.#facts;
    for (let scope = expressions.b[expression]!; scope !== 0; scope = scopes.parent[scope]!) {
      if (this.#names.has(this.#key(scope, expressions.a[expression]!))) return true;
    }
    return false;
  }

  /** Whether it is handed over where that is not accounted for. */
  #hasUse(): boolean {
    const { uses, expressions } = this.#facts;
    const isItself = this.keeping.world.rules.handing?.same;
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

  /** What is handed over, whatever it is handed to. */
  #used(use: number): number {
    const { uses, expressions } = this.#facts;
    const expression = uses.expression[use]!;
    return expressions.op[expression] === Op.given ? expressions.a[expression]! : expression;
  }

  /** Whether a function in here is decorated by what may keep it. */
  #isKeptAgain(decorated: number, use: number): boolean {
    const { expressions } = this.#facts;
    if (!isOpenDecorator(this.#facts, use) || !this.#isInside(decorated)) return false;
    const isCalled = expressions.op[expressions.a[use]!] === Op.call;
    const decorator = isCalled ? expressions.a[expressions.a[use]!]! : expressions.a[use]!;
    return this.keeping.isKept(evaluateValue(this.keeping.world, this.view, decorator), isCalled);
  }

  /** Whether a function without a name knows it and goes somewhere that is not accounted for. */
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
  /** Whether a function is assigned to a member of what was given (`descriptor.value = function () { … }`), on which it runs. */
  #takesItsPlace(row: number): boolean {
    const { op, a } = this.#facts.expressions;
    const cast = this.view.castAround(row);
    const [type = 0] = cast !== 0 && op[a[cast]!] === Op.either ? listItems(this.#facts, a[a[cast]!]!) : [];
    return type !== 0 && op[type] === Op.typeOf && op[a[type]!] === Op.member && this.#carry(a[a[type]!]!);
  }
  #knows(expression: number): boolean {
    const { op, a } = this.#facts.expressions;
    for (let one = expression, i = 0; one !== 0 && i < DEEPEST; i++) {
      if (op[one] === Op.name) return this.#mayHold(one);
      if (op[one] !== Op.member && op[one] !== Op.call && op[one] !== Op.await) return false;
      one = a[one]!;
    }
    return false;
  }
}
