/**
 * Functions that a call of a variable or of an element may run, if types do not determine the value: `for _, hook := range s.hooks`,
 * `steps["a"] = run`, `queue <- run`, `run, err := pick()`, and `Func(run)` for a method of `Func` that calls its receiver.
 *
 * Stage: resolve; only for calls, never during an evaluation. Invariant: which one is present at the call is not known: all are candidates,
 * and only those that code stores where the value comes from.
 */
import { NO_ROWS } from "../../base/lists.ts";
import { firstCandidates, MOST_HELD } from "../../edges.ts";
import { BindingFlag, BindingKind, DefinitionFlag, DefinitionKind, isCallable, listItems } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { argumentsOf } from "../../facts/given_values.ts";
import { functionsIn, functionsPlacedIn, nameOf, nameOfElements } from "../../facts/stored_names.ts";
import { evaluateObject, evaluateType, evaluateValue } from "../evaluate.ts";
import { type DefinitionId, type Meaning, rowOf, Tag, UNKNOWN } from "../meaning.ts";
import { fieldOwner } from "../members/field_owner.ts";
import { heldUnder } from "../names/named_constants.ts";
import { findNameOf } from "../names/names.ts";
import { isOwnDefinition, isOwnFunction, isOwnObject } from "../ownership.ts";
import { passedTo } from "../state/asked_names.ts";
import type { FileView } from "../state/file_view.ts";
import { type Taker, takerOfParameter } from "../state/parameters.ts";
import { implementationsOf } from "../types/implementations.ts";
import type { World } from "../world.ts";
import { externalFullName } from "./library_name.ts";
import type { Outcome } from "./outcome.ts";
import { functionsPut, putByPosition } from "./put_into_fields.ts";
import { holderKey } from "./stored_elements.ts";
import { MOST_PLACES, type StoredUse, storedUses } from "./stored_uses.ts";

/** Maximum number of steps from a call to the name of a function, and the steps that passing through a function counts for. */
const DEEPEST = 12;
const ON_THE_WAY = 2;

/**
 * Adds to `made` what a call of a variable or an element may run; only for languages where fields hold functions (`fieldsTakeFunctions`).
 * @param callee row of `expressions`
 */
export function withHeldFunctions(world: World, view: FileView, callee: number, made: Outcome): Outcome {
  if (made.rule !== "variable" || made.targets.length > 0) return made;
  // Arguments that callers pass for a parameter are found by queries, except if its type is external.
  const search = new Search(world, { passed: made.external, inField: putIntoField(world), most: MOST_HELD });
  search.addValues(view, callee, 0);
  if (search.found.size === 0) return made;
  return { ...made, external: false, candidates: firstCandidates([...made.candidates, ...search.found], MOST_HELD) };
}

/** The functions known so far in the field that a member (row of `expressions`) reads; empty if not known yet. */
export type FieldFunctions = (view: FileView, member: number) => Iterable<DefinitionId>;

/** The functions that a stored value may be: a function that it names, or what a variable, a parameter or a call yields. */
export function functionsGiven(world: World, view: FileView, expression: number, inField: FieldFunctions): ReadonlySet<DefinitionId> {
  const search = new Search(world, { passed: true, inField, most: Infinity });
  search.addValues(view, expression, 1);
  return search.found;
}

/** The functions stored in a field. */
function putIntoField(world: World): FieldFunctions {
  return (view, member) => {
    const { a, b } = view.facts.expressions;
    return functionsPut(world, evaluateObject(world, view, a[member]!), view.text(b[member]!));
  };
}

/** The scope of a search. */
interface Ways {
  /** Whether to follow the arguments that callers pass for the called parameter. */
  readonly passed: boolean;
  readonly inField: FieldFunctions;
  /** The search ends when so many functions are found. */
  readonly most: number;
}

class Search {
  readonly found = new Set<DefinitionId>();
  readonly #seen = new Set<string>();

  /** @param called the functions known so far for calls being followed, by the position of the call */
  constructor(readonly world: World, readonly ways: Ways, readonly called: ReadonlyMap<string, ReadonlySet<DefinitionId>> = new Map()) {}

  /** Adds the functions that an expression may yield. */
  addValues(view: FileView, expression: number, depth: number): void {
    if (!this.#isNew(view, expression, depth)) return;
    const { op, a, b } = view.facts.expressions;
    const named = depth === 0 ? 0 : functionNamed(this.world, view, expression);
    if (named !== 0) {
      this.found.add(named);
      return;
    }
    switch (op[expression]) {
      case Op.name:
        return this.#addNamed(view, expression, depth);
      case Op.member:
        for (const id of depth > 0 ? this.ways.inField(view, expression) : NO_ROWS) this.found.add(id);
        return;
      case Op.cast:
        this.#addAsserted(view, expression, depth);
        return this.addValues(view, b[expression]!, depth + 1);
      case Op.call:
        return this.#addResults(view, expression, 0, (home, value) => this.addValues(home, value, depth + 1));
      case Op.item:
        if (op[a[expression]!] === Op.call) {
          return this.#addResults(view, a[expression]!, b[expression]!, (home, value) => this.addValues(home, value, depth + 1));
        }
        return this.#addElements(view, a[expression]!, depth + 1);
      case Op.index:
      case Op.iterate:
        return this.#addElements(view, a[expression]!, depth + 1);
    }
  }

  /** Whether an expression is looked into for the first time. @param part what of it is asked for: "" itself */
  #isNew(view: FileView, expression: number, depth: number, part = ""): boolean {
    if (expression === 0 || depth > DEEPEST || this.found.size >= this.ways.most) return false;
    const key = `${view.index} ${expression}${part}`;
    if (this.#seen.has(key)) return false;
    this.#seen.add(key);
    return true;
  }

  /** Adds the values of a function's variable; for a receiver, what is converted to its type. */
  #addNamed(view: FileView, name: number, depth: number): void {
    const { bindings } = view.facts;
    const rows = findNameOf(this.world, view, name)?.rows ?? [];
    if (rows.length !== 1) return;
    const [row] = rows as [number];
    if ((bindings.flags[row]! & BindingFlag.receiver) !== 0) {
      const type = evaluateType(this.world, view, bindings.type[row]!);
      if (isOwnObject(this.world, type)) this.#addPassed({ definition: type.definition, position: 0 }, depth);
      this.#addPlaced(type, depth);
    } else if (bindings.kind[row] === BindingKind.parameter) {
      if (depth > 0 || this.ways.passed) this.#addGiven(view, row, depth, isRest(view, row));
    } else if (bindings.kind[row] === BindingKind.variable && bindings.definition[row] === 0) {
      this.addValues(view, bindings.value[row]!, depth + 1);
      for (const value of assignedTo(this.world, view, row)) this.addValues(view, value, depth + 1);
    }
  }

  /**
   * Adds the arguments that callers pass for a parameter (row of `bindings`). @param elements whether the elements of the lists are meant,
   * also of variadic arguments
   */
  #addGiven(view: FileView, parameter: number, depth: number, elements: boolean): void {
    const taker = takerOfParameter(this.world, view, parameter);
    if (taker === undefined || taker.position < 0) return;
    if (!elements) return this.#addPassed(taker, depth);
    this.#eachPassing(taker, depth, (home, given) => {
      const { op, a } = home.facts.expressions;
      if (!isRest(view, parameter)) return this.#addElements(home, given[0]!, depth + ON_THE_WAY);
      for (const value of given) {
        if (op[value] === Op.spread) this.#addElements(home, a[value]!, depth + ON_THE_WAY);
        else this.addValues(home, value, depth + ON_THE_WAY);
      }
    });
  }

  /** Adds what calls pass to a function at a position, or what is converted to a type. */
  #addPassed(taker: Taker, depth: number): void {
    this.#eachPassing(taker, depth, (home, given) => this.addValues(home, given[0]!, depth + ON_THE_WAY));
  }

  /**
   * Adds what a type assertion may find: what is converted to its type, and what code puts into external values of the package that the
   * asserted one comes from (`ctx.Value(key{}).(Func)`, `context.WithValue(ctx, key{}, run)`).
   */
  #addAsserted(view: FileView, assertion: number, depth: number): void {
    const { a, b, op } = view.facts.expressions;
    const asked = ownTypeOf(this.world, evaluateType(this.world, view, a[assertion]!));
    if (asked !== 0) this.#addPassed({ definition: asked, position: 0 }, depth);
    const asserted = b[assertion]!;
    const from = packageAt(this.world, view, asserted) || (op[asserted] === Op.call ? packageAt(this.world, view, a[asserted]!) : "");
    if (from === "") return;
    for (const name of this.world.rules.keepers ?? []) {
      const isMeant = (home: FileView, callee: number): boolean => packageAt(this.world, home, callee) === from;
      this.#eachCall(name, `${from}.${name}`, isMeant, depth, (home, given) => {
        for (const value of given) {
          if (ownTypeOf(this.world, evaluateValue(this.world, home, value)) !== asked) continue;
          this.addValues(home, value, depth + ON_THE_WAY);
        }
      });
    }
  }

  /** Visits the arguments from a position on of all calls that pass something to a function there, or convert it to a type. */
  #eachPassing({ definition, position }: Taker, depth: number, add: (home: FileView, given: readonly number[]) => void): void {
    const isMeant = (home: FileView, callee: number): boolean => evaluateValue(this.world, home, callee).definition === definition;
    this.#eachCall(this.world.nameOf(definition), `${definition} at ${position}`, isMeant, depth, (home, given) => {
      if (given.length > position) add(home, given.slice(position));
    });
  }

  /** Visits the arguments of all calls of something called `name` that is meant. @param key names the search, which is made once */
  #eachCall(
    name: string,
    key: string,
    isMeant: (home: FileView, callee: number) => boolean,
    depth: number,
    add: (home: FileView, given: readonly number[]) => void,
  ): void {
    if (depth > DEEPEST || this.#seen.has(key)) return;
    this.#seen.add(key);
    this.world.askName(passedTo(name));
    for (const file of this.world.names.filesPassing(name).slice(0, MOST_PLACES)) {
      const home = this.world.view(file);
      this.world.askInside(file);
      const { calls } = home.facts;
      for (const call of home.surroundings.passingTo(name)) {
        if (isMeant(home, calls.expression[call]!)) add(home, listItems(home.facts, calls.arguments[call]!));
      }
    }
  }

  /** Visits the returned values of the repository functions that a call runs. @param position of one of several results */
  #addResults(view: FileView, call: number, position: number, add: (home: FileView, value: number) => void): void {
    const callee = evaluateValue(this.world, view, view.facts.expressions.a[call]!);
    // A conversion yields its operand.
    if (isOwnTypeItself(this.world, callee)) return argumentsOf(view.facts, call).forEach((value) => add(view, value));
    const isNamed = !callee.held && isOwnFunction(this.world, callee);
    for (const one of isNamed ? [callee.definition] : this.#functionsCalled(view, call)) {
      this.#addReturned(one, position, add);
      // An interface method returns what its implementations return.
      const isOfInterface = (this.world.flagsOf(one) & DefinitionFlag.bodiless) !== 0;
      for (const other of isOfInterface ? implementationsOf(this.world, one) : NO_ROWS) this.#addReturned(other, position, add);
    }
  }

  /** What a call of a held function may run; if its result is called in turn (`next = next(job)`), repeated until no more is found. */
  #functionsCalled(view: FileView, call: number): ReadonlySet<DefinitionId> {
    const key = `${view.index} ${call}`;
    const known = this.called.get(key);
    if (known !== undefined) return known;
    const found = new Set<DefinitionId>();
    for (let size = -1; size !== found.size && this.called.size < DEEPEST;) {
      size = found.size;
      const search = new Search(this.world, { ...this.ways, most: Infinity }, new Map([...this.called, [key, found]]));
      search.addValues(view, view.facts.expressions.a[call]!, 1);
      for (const id of search.found) found.add(id);
    }
    return found;
  }

  #addReturned(definition: DefinitionId, position: number, add: (home: FileView, value: number) => void): void {
    const home = this.world.viewOf(definition);
    this.world.askInside(home.index);
    const { definitions, expressions: { op, a } } = home.facts;
    for (const returned of listItems(home.facts, definitions.returns[rowOf(definition)]!)) {
      const value = op[returned] === Op.tuple ? listItems(home.facts, a[returned]!)[position] ?? 0 : position === 0 ? returned : 0;
      if (value !== 0) add(home, value);
    }
  }

  /** Adds the functions among the elements of a value. @param isNested whether they are in lists or maps that are its elements */
  #addElements(view: FileView, holder: number, depth: number, isNested = false): void {
    if (!this.#isNew(view, holder, depth, isNested ? "[][]" : "[]")) return;
    const { expressions: { op, a, b }, bindings } = view.facts;
    switch (op[holder]) {
      case Op.new:
        for (const value of listItems(view.facts, b[holder]!)) this.addValues(view, value, depth + 1);
        return;
      case Op.cast:
        return this.#addElements(view, b[holder]!, depth + 1);
      case Op.call:
        return this.#addResults(view, holder, 0, (home, value) => this.#addElements(home, value, depth + 1));
      case Op.index:
      case Op.iterate:
      case Op.item:
        this.#addStored(view, holder, depth);
        return this.#addElements(view, a[holder]!, depth + 1, true);
      case Op.name:
      case Op.member: {
        this.#addStored(view, holder, depth, isNested);
        const type = evaluateValue(this.world, view, holder);
        this.#addPlaced(type, depth);
        this.#addConverted(type, depth);
        const rows = op[holder] === Op.name ? findNameOf(this.world, view, holder)?.rows ?? [] : [];
        const row = rows.length === 1 ? rows[0]! : 0;
        if (row !== 0 && bindings.kind[row] === BindingKind.variable) {
          for (const value of [bindings.value[row]!, ...assignedTo(this.world, view, row)]) this.#addElements(view, value, depth + 1);
        }
        if (row !== 0 && bindings.kind[row] === BindingKind.parameter) this.#addGiven(view, row, depth, true);
        this.#addListsPut(view, holder, depth);
        this.#addOfVariable(heldUnder(this.world, view, holder), depth);
      }
    }
  }

  /** The elements of what a variable of a package is declared with. */
  #addOfVariable(variable: DefinitionId, depth: number): void {
    if (variable === 0) return;
    const home = this.world.viewOf(variable);
    this.world.askInside(home.index);
    this.#addElements(home, home.facts.definitions.value[rowOf(variable)]!, depth + 1);
  }

  /** Adds what is stored in elements of the value of a name or member. @param isNested whether that is lists or maps with the functions */
  #addStored(view: FileView, holder: number, depth: number, isNested = false): void {
    const key = placeKey(this.world, view, holder);
    if (key === "") return;
    const only = key.startsWith(`${view.index}:`) ? view.index : undefined;
    for (const { view: home, place, value } of storedUses(this.world, nameOfElements(view.facts, holder), only)) {
      if (placeKey(this.world, home, home.facts.expressions.a[place]!) !== key) continue;
      this.addValues(home, value, depth + 1);
      if (isNested) this.#addElements(home, value, depth + 1);
    }
  }

  /** Adds the elements of lists and maps that are stored as a whole in a field or package variable. */
  #addListsPut(view: FileView, holder: number, depth: number): void {
    const key = placeKey(this.world, view, holder);
    if (key === "") return;
    const name = nameOf(view.facts, holder);
    const named = [functionsIn(name), functionsPlacedIn(name)].flatMap((one) => storedUses(this.world, one))
      .filter(({ view: home, place }) => placeKey(this.world, home, place) === key);
    for (const { view: home, value } of [...named, ...this.#placedInField(view, holder)]) this.#addElements(home, value, depth + 1);
  }

  /** What literals put into the field that a member reads by its place alone. */
  #placedInField(view: FileView, member: number): readonly StoredUse[] {
    const { op, a, b } = view.facts.expressions;
    const object = op[member] === Op.member ? evaluateObject(this.world, view, a[member]!) : UNKNOWN;
    const name = view.text(b[member]!);
    const owner = isOwnObject(this.world, object) ? fieldOwner(this.world, object.definition, name) : undefined;
    return owner === undefined ? [] : putByPosition(this.world, owner, name);
  }

  /** The elements of what is converted to a type of lists or maps, and may come out of a value of an interface (`m.(batch)`). */
  #addConverted(type: Meaning, depth: number): void {
    if (!isOwnObject(this.world, type)) return;
    this.#eachPassing(
      { definition: type.definition, position: 0 },
      depth,
      (home, given) => this.#addElements(home, given[0]!, depth + ON_THE_WAY),
    );
  }

  /** Adds what becomes a value of a type by its position in a literal, or by a declaration (`Chain{logged, timed}`, `var f Func = run`). */
  #addPlaced(type: Meaning, depth: number): void {
    if (!isOwnObject(this.world, type)) return;
    for (const { view, place, value } of storedUses(this.world, functionsPlacedIn(this.world.nameOf(type.definition)))) {
      if (evaluateValue(this.world, view, place).definition === type.definition) this.addValues(view, value, depth + 1);
    }
  }
}

/** The function of the repository that an expression names; 0 if it is a value that holds one, or something else. */
function functionNamed(world: World, view: FileView, expression: number): DefinitionId {
  const value = evaluateValue(world, view, expression);
  const isNamed = !value.held && isOwnFunction(world, value) && world.kindOf(value.definition) !== DefinitionKind.lambda;
  return isNamed ? value.definition : 0;
}

/** The type of the repository that a value is of; 0: another one. */
function ownTypeOf(world: World, value: Meaning): DefinitionId {
  return isOwnObject(world, value) ? value.definition : 0;
}

/** The package of the external value or function that an expression means; "" if it is not known to be external. */
function packageAt(world: World, view: FileView, expression: number): string {
  const full = externalFullName(world, evaluateValue(world, view, expression));
  return full.slice(0, full.indexOf(".", full.lastIndexOf("/") + 1));
}

/** Whether a parameter (row of `bindings`) takes all further arguments. */
function isRest(view: FileView, parameter: number): boolean {
  return (view.facts.bindings.flags[parameter]! & BindingFlag.rest) !== 0;
}

/** Whether it is a type of the repository itself, not an instance. */
function isOwnTypeItself(world: World, meaning: Meaning): boolean {
  return meaning.tag === Tag.definition && !meaning.held && isOwnDefinition(world, meaning) &&
    !isCallable(world.kindOf(meaning.definition));
}

/** The values assigned to a function's variable (row of `bindings`). */
function assignedTo(world: World, view: FileView, binding: number): number[] {
  const { bindings, expressions: { a, b } } = view.facts;
  return view.surroundings.assignedTo(bindings.name[binding]!)
    .filter((given) => findNameOf(world, view, b[given]!)?.rows[0] === binding).map((given) => a[given]!);
}

/** As `holderKey`; also for a package variable declared in another file. */
function placeKey(world: World, view: FileView, holder: number): string {
  return holderKey(world, view, holder) || String(heldUnder(world, view, holder) || "");
}
