/**
 * Where the values of a file go, expression by expression.
 *
 * Stage: query. Pure. Invariant: a value that goes anywhere else counts as kept.
 */
import { BindingFlag, BindingKind, DefinitionKind, type Facts, isBlock, listItems, rowsWith, ScopeKind } from "../../core/facts.ts";
import { isOfLanguage } from "../../core/facts/computed_names.ts";
import { GivenMode, Op, SpreadMode } from "../../core/facts/expressions.ts";
import { iteratedArgument } from "../../core/facts/given_values.ts";
import { isListed, nameOf } from "../../core/facts/stored_names.ts";
import { isOfFunction } from "../../core/resolve/relations/held_locally.ts";
import { operandsOf } from "../../core/resolve/shape/expression_parts.ts";

/** One place that the value of an expression goes to. */
export type ValuePlace =
  & {
    /** The value is a sequence, and only an element of it goes there. */
    readonly element: boolean;
    /** The key of that element; "" or undefined if not known. */
    readonly key?: string;
  }
  & (
    /** It is called, by a call (row of `calls`). */
    | { readonly kind: "called"; readonly call: number }
    /** It is an argument of a call, by its position from 0 or by its name. */
    | { readonly kind: "given"; readonly call: number; readonly argument: number | string }
    /** It is spread among the arguments of a call, from a position on, or by names (`f(*args)`, `f(**options)`). */
    | { readonly kind: "spread"; readonly call: number; readonly argument: number; readonly byName: boolean }
    /** A local variable or parameter (row of `bindings`) holds it. */
    | { readonly kind: "bound"; readonly binding: number }
    /**
     * A field holds it, by its name, or its position from 1. The owner is the class whose body is a scope, or the type that an expression
     * names.
     */
    | {
      readonly kind: "field";
      readonly owner: { readonly scope: number } | { readonly type: number };
      readonly name: string | number;
    }
    /** A top-level variable of the package holds it. */
    | { readonly kind: "shared"; readonly name: string }
    /** It is the initial value of a top-level variable of the package. */
    | { readonly kind: "declared"; readonly name: string }
    /** A function (row of `definitions`) returns it. */
    | { readonly kind: "returned"; readonly definition: number }
    /** It is an element of the value of another expression. */
    | { readonly kind: "within"; readonly expression: number }
    /** It is stored as an element of a list with a name in the file; the list's elements are not told apart. */
    | { readonly kind: "stored"; readonly list: string }
    /** A list gets it as one more element (`HOOKS.append(load)`), which is in a container (row of `expressions`), or is that. */
    | { readonly kind: "listed"; readonly container: number }
    /** The language itself uses it, without passing it on. */
    | { readonly kind: "asked" }
    /** It goes where it is not followed. */
    | { readonly kind: "kept" }
  );

/** A place where a value is not followed. */
export const KEPT: ValuePlace = { kind: "kept", element: false };
/** Expressions whose value is that of one of their parts. */
const ALIKE: ReadonlySet<number> = new Set([Op.unwrap, Op.guarded, Op.reference, Op.deref]);
/** Expressions whose value is an element of their first part. */
const ELEMENTS: ReadonlySet<number> = new Set([Op.iterate, Op.item, Op.index]);
/** Steps from an element to what holds it. */
const DEEPEST = 6;
/** Flags of parameters that take several arguments. */
export const MANY: number = BindingFlag.rest | BindingFlag.keywords;
/** Members by which a function is called or bound. */
const CALLS: ReadonlySet<string> = new Set(["__call__", "__get__", "__wrapped__", "__func__"]);
/** Expressions whose parts are covered by other tables, or go nowhere. */
const COVERED_ELSEWHERE: ReadonlySet<number> = new Set([
  ...ALIKE,
  ...ELEMENTS,
  Op.name,
  Op.cast,
  Op.either,
  Op.given,
  Op.named,
  Op.settled,
  Op.typeOf,
  Op.definition,
]);

/** The places of a file's values, by the expression (row of `expressions`) whose value goes there. */
export function readPlaces(facts: Facts): ReadonlyMap<number, readonly ValuePlace[]> {
  return new PlaceReader(facts).read();
}

class PlaceReader {
  readonly #facts: Facts;
  readonly #places = new Map<number, ValuePlace[]>();
  /** Maps an element of a list or map literal with a written type to the literal. */
  readonly #literals = new Map<number, number>();
  /** What is spread among arguments. */
  readonly #spread = new Set<number>();

  constructor(facts: Facts) {
    this.#facts = facts;
    const { op, b, c } = facts.expressions;
    for (const row of rowsWith(op, Op.new)) {
      for (const part of c[row] === 0 ? listItems(facts, b[row]!) : []) if (op[part] !== Op.pair) this.#literals.set(part, row);
    }
  }

  read(): ReadonlyMap<number, readonly ValuePlace[]> {
    const { definitions, exports, strings } = this.#facts;
    this.#readCalls();
    this.#readBindings();
    for (let row = 1; row < definitions.length; row++) {
      for (const value of listItems(this.#facts, definitions.returns[row]!)) {
        this.#add(value, { kind: "returned", element: false, definition: row });
      }
      for (const value of listItems(this.#facts, definitions.yields[row]!)) this.#add(value, KEPT);
      const isVariable = definitions.kind[row] === DefinitionKind.variable;
      if (isVariable) this.#add(definitions.value[row]!, { kind: "declared", element: false, name: strings[definitions.name[row]!]! });
    }
    for (let row = 1; row < exports.length; row++) this.#add(exports.value[row]!, KEPT);
    this.#readUses();
    for (let row = 1; row < this.#facts.expressions.length; row++) {
      if (!COVERED_ELSEWHERE.has(this.#facts.expressions.op[row]!)) this.#readParts(row);
    }
    return this.#places;
  }

  #add(expression: number, place: ValuePlace): void {
    const { strings, expressions: { op, a, b, c } } = this.#facts;
    const own = op[expression]!;
    if (expression === 0) return;
    if (own === Op.cast) this.#add(b[expression]!, place);
    else if (own === Op.either) { for (const one of listItems(this.#facts, a[expression]!)) this.#add(one, place); }
    else if (ALIKE.has(own)) this.#add(a[expression]!, place);
    else if (ELEMENTS.has(own)) {
      const key = own === Op.index ? strings[c[expression]!]! : "";
      this.#add(a[expression]!, place.element ? KEPT : { ...place, element: true, key });
    }
    const known = this.#places.get(expression);
    if (known === undefined) this.#places.set(expression, [place]);
    else known.push(place);
  }

  #readCalls(): void {
    const { calls, strings, expressions: { op, a, b, c } } = this.#facts;
    for (let call = 1; call < calls.length; call++) {
      this.#add(calls.expression[call]!, { kind: "called", element: false, call });
      for (const [place, value] of listItems(this.#facts, calls.arguments[call]!).entries()) {
        if (op[value] === Op.spread) {
          this.#spread.add(value);
          this.#add(a[value]!, { kind: "spread", element: false, call, argument: place, byName: b[value] === SpreadMode.mapping });
          continue;
        }
        const isNamed = op[value] === Op.pair;
        const argument = isNamed && c[value] === 0 ? strings[a[value]!]! : place;
        this.#add(isNamed ? b[value]! : value, { kind: "given", element: false, call, argument });
      }
    }
  }

  #readBindings(): void {
    const { bindings, strings } = this.#facts;
    const outer = new Set<number>();
    for (let row = 1; row < bindings.length; row++) {
      if ((bindings.flags[row]! & BindingFlag.outer) !== 0) outer.add(bindings.name[row]!);
    }
    for (let row = 1; row < bindings.length; row++) {
      const place: ValuePlace = bindings.kind[row] === BindingKind.field
        ? { kind: "field", element: false, owner: { scope: bindings.scope[row]! }, name: strings[bindings.name[row]!]! }
        : isOfFunction(this.#facts, row)
        ? { kind: "bound", element: false, binding: outer.has(bindings.name[row]!) ? outerOf(this.#facts, row) : row }
        : KEPT;
      this.#add(bindings.value[row]!, place);
      // Other files may have what a module's variable holds.
      if (place.kind === "bound" && !isOfFunction(this.#facts, place.binding)) this.#add(bindings.value[row]!, KEPT);
    }
  }

  /** Adds the values that uses store in fields and elements. */
  #readUses(): void {
    const { bindings, calls, uses, strings, expressions: { op, a, b, c } } = this.#facts;
    const callees = new Set(calls.expression);
    const fields = new Set(rowsWith(bindings.kind, BindingKind.field).map((row) => bindings.value[row]!));
    for (let row = 1; row < uses.length; row++) {
      const used = uses.expression[row]!;
      const taker = b[used]!;
      const isStored = (c[used]! & GivenMode.stored) !== 0;
      // Arguments are covered by their call.
      if (op[used] !== Op.given || (!isStored && callees.has(taker))) continue;
      const literal = isStored || c[used] !== 0 ? undefined : this.#literals.get(a[used]!);
      if (literal !== undefined) {
        this.#add(a[used]!, { kind: "within", element: false, expression: literal });
        continue;
      }
      const list = op[taker] === Op.index ? nameOf(this.#facts, a[taker]!) : "";
      const isField = !isStored && op[taker] === Op.member;
      const position = c[used]! >> GivenMode.position;
      const [variable = 0] = isStored || position !== 0 ? [] : bindingsOf(this.#facts, taker);
      // By a method: what is written at a position (`LIST[0] = load`) is no argument.
      const isResult = op[a[used]!] === Op.call && op[taker] === Op.item;
      if ((isResult || isListed(this.#facts, used)) && c[taker] === 0) {
        this.#add(a[used]!, { kind: "listed", element: false, container: containerOf(this.#facts, a[taker]!) });
        continue;
      }
      // A value stored in a field of the own object is covered by its binding, one stored in a field of the own class is not.
      const isOwn = isStored && isOwnField(this.#facts, taker);
      const isKept = list !== "" || (isStored && !isOwn);
      if (list !== "") this.#add(a[used]!, { kind: "stored", element: false, list });
      if (isField) this.#add(a[used]!, { kind: "field", element: false, owner: { type: a[taker]! }, name: strings[b[taker]!]! });
      else if (position !== 0) this.#add(a[used]!, { kind: "field", element: false, owner: { type: taker }, name: position });
      else if (variable !== 0) this.#add(a[used]!, { kind: "bound", element: false, binding: variable });
      else if (!isStored && op[taker] === Op.name) this.#add(a[used]!, { kind: "shared", element: false, name: strings[a[taker]!]! });
      else if (isKept) this.#add(a[used]!, KEPT);
      else if (isOwn && !fields.has(a[used]!)) {
        this.#add(a[used]!, {
          kind: "field",
          element: false,
          owner: { scope: classAround(this.#facts, a[taker]!) },
          name: strings[b[taker]!]!,
        });
      }
    }
  }

  /** Adds where the parts of an expression go. */
  #readParts(row: number): void {
    const { strings, expressions: { op, a, b, c } } = this.#facts;
    const own = op[row]!;
    const isMade = own === Op.call || own === Op.new;
    // Expressions with a row in `calls` are covered by that, and a pair by its literal.
    if (own === Op.pair || this.#spread.has(row) || (isMade && c[row] !== 0)) return;
    // A protocol member (`__iter__`) leaves the value where it is.
    if (own === Op.member && isOfLanguage(strings[b[row]!]!) && !CALLS.has(strings[b[row]!]!)) {
      return this.#add(a[row]!, { kind: "asked", element: false });
    }
    const place: ValuePlace = own === Op.literal || own === Op.tuple ? { kind: "within", element: false, expression: row } : KEPT;
    for (const part of isMade ? listItems(this.#facts, b[row]!) : operandsOf(this.#facts, row)) {
      if (this.#literals.get(part) === row) continue;
      const isField = own === Op.new && op[part] === Op.pair && c[part] === 0;
      const ofPart: ValuePlace = isField ? { kind: "field", element: false, owner: { type: a[row]! }, name: strings[a[part]!]! } : place;
      this.#add(op[part] === Op.pair ? b[part]! : part, ofPart);
    }
  }
}

/**
 * The name or member that holds the container out of which an expression comes, by its elements, by methods (`by.get(name)`, `all.values()`),
 * and by functions with names of `through` (`reversed(parts)`).
 */
export function containerOf(facts: Facts, expression: number, through?: ReadonlySet<string>): number {
  const { op, a, b } = facts.expressions;
  let one = expression;
  for (let i = 0; i < DEEPEST; i++) {
    const gone = op[one] === Op.call ? iteratedArgument(facts, a[one]!, b[one]!, through) : 0;
    if (gone !== 0) one = gone;
    else if (ELEMENTS.has(op[one]!)) one = a[one]!;
    else if (op[one] === Op.call && op[a[one]!] === Op.member) one = a[a[one]!]!;
    else break;
  }
  return one;
}

/** Whether two names or members are written alike, and no function between them binds a name of its own. */
export function isSameContainer(facts: Facts, one: number, other: number): boolean {
  const { op } = facts.expressions;
  const name = nameOf(facts, one);
  return name !== "" && op[one] === op[other] && nameOf(facts, other) === name && bindingsOf(facts, one)[0] === bindingsOf(facts, other)[0];
}

/** Whether a member expression is one of the enclosing method's own object. */
function isOwnField(facts: Facts, member: number): boolean {
  const { op, a } = facts.expressions;
  return op[member] === Op.member && (op[a[member]!] === Op.self || isReceiver(facts, a[member]!));
}

/** The scope of the class around an expression that names the receiver of one of its methods. */
function classAround({ scopes, expressions: { b } }: Facts, receiver: number): number {
  let scope = b[receiver]!;
  while (scope !== 0 && scopes.kind[scope] !== ScopeKind.class) scope = scopes.parent[scope]!;
  return scope;
}

/** Whether an expression names a receiver (`self`). */
export function isReceiver({ bindings, expressions: { op, a } }: Facts, name: number): boolean {
  return op[name] === Op.name && rowsWith(bindings.name, a[name]!).some((row) => (bindings.flags[row]! & BindingFlag.receiver) !== 0);
}

/**
 * The bindings that a name (row of `expressions`) may mean in the nearest function around it that binds the name; empty if there is none,
 * or if it is no name.
 */
export function bindingsOf(facts: Facts, name: number): number[] {
  const { bindings, scopes, expressions: { op, a, b } } = facts;
  if (op[name] !== Op.name) return [];
  const all = rowsWith(bindings.name, a[name]!).filter((row) => bindings.kind[row] !== BindingKind.narrowing);
  for (let scope = ownerOf(facts, b[name]!); scope !== 0; scope = ownerOf(facts, scopes.parent[scope]!)) {
    const own = all.filter((row) => ownerOf(facts, bindings.scope[row]!) === scope);
    if (own.length > 0 && scopes.kind[scope] !== ScopeKind.class) return scopes.kind[scope] === ScopeKind.function ? own : [];
  }
  return [];
}

/** The binding outside that an assignment sets where its function declares the name as one (`global`, `nonlocal`); otherwise itself. */
function outerOf(facts: Facts, binding: number): number {
  const { bindings, scopes } = facts;
  const all = rowsWith(bindings.name, bindings.name[binding]!);
  const isOuter = (row: number): boolean => (bindings.flags[row]! & BindingFlag.outer) !== 0;
  let scope = ownerOf(facts, bindings.scope[binding]!);
  const inScope = (): number[] => all.filter((row) => ownerOf(facts, bindings.scope[row]!) === scope);
  while (scope !== 0 && inScope().some(isOuter)) {
    do scope = ownerOf(facts, scopes.parent[scope]!); while (scope !== 0 && inScope().length === 0);
  }
  return scope === 0 ? binding : inScope()[0]!;
}

/** The parameters (rows of `bindings`) of a function (row of `definitions`), and the receiver before them, 0 if it has none. */
export function parametersOf(facts: Facts, definition: number): { readonly own: readonly number[]; readonly receiver: number } {
  const all = listItems(facts, facts.definitions.parameters[definition]!);
  const isReceiver = (row: number): boolean => (facts.bindings.flags[row]! & BindingFlag.receiver) !== 0;
  return { own: all.filter((row) => !isReceiver(row)), receiver: all.find(isReceiver) ?? 0 };
}

/** The scope of the function, class or module that a scope belongs to. */
export function ownerOf({ scopes }: Facts, scope: number): number {
  let around = scope;
  while (isBlock(scopes.kind[around]!)) around = scopes.parent[around]!;
  return around;
}
