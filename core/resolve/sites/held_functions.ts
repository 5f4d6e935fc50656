/**
 * Functions that a call of a variable or of an element may run where types do not say which one a value is: `for _, hook := range s.hooks`,
 * `steps["a"] = run`, `queue <- run`, `run, err := pick()`, and `Func(run)` for a method of `Func` that calls its receiver.
 *
 * Stage: resolve; only of calls, never in the midst of an evaluation. Invariant: which one is there when it is called nothing tells: all are
 * candidates, and no other than those that code puts where the value comes out of.
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
import { handedTo } from "../state/asked_names.ts";
import type { FileView } from "../state/file_view.ts";
import { type Taker, takerOfParameter } from "../state/parameters.ts";
import { implementationsOf } from "../types/implementations.ts";
import type { World } from "../world.ts";
import { bestName } from "./best_name.ts";
import type { Outcome } from "./outcome.ts";
import { functionsPut, putByPosition } from "./put_into_fields.ts";
import { holderKey } from "./stored_elements.ts";
import { MOST_PLACES, type StoredUse, storedUses } from "./stored_uses.ts";

/** Steps from a call to where a function is named, and for how many of them a function counts that one is handed on through. */
const DEEPEST = 12;
const ON_THE_WAY = 2;

/** `made` with what else a call of what a variable or an element holds may run. @param callee row of `expressions` */
export function withHeldFunctions(world: World, view: FileView, callee: number, made: Outcome): Outcome {
  if (world.rules.fieldsTakeFunctions !== true || made.rule !== "variable" || made.targets.length > 0) return made;
  // What callers hand over for a parameter questions ask for, but not where its type lies outside.
  const search = new Search(world, { handed: made.external, inField: putIntoField(world) });
  search.addValues(view, callee, 0);
  if (search.found.size === 0) return made;
  return { ...made, external: false, candidates: firstCandidates([...made.candidates, ...search.found], MOST_HELD) };
}

/** What is known of the functions that a field holds which a member (row of `expressions`) reads; none where that is not known yet. */
export type FieldFunctions = (view: FileView, member: number) => Iterable<DefinitionId>;

/** The functions that a value may be which is put somewhere: one that it names, or what a variable, a parameter or a call gives. */
export function functionsGiven(world: World, view: FileView, expression: number, inField: FieldFunctions): ReadonlySet<DefinitionId> {
  const search = new Search(world, { handed: true, inField });
  search.addValues(view, expression, 1);
  return search.found;
}

/** What is put into a field. */
function putIntoField(world: World): FieldFunctions {
  return (view, member) => {
    const { a, b } = view.facts.expressions;
    return functionsPut(world, evaluateObject(world, view, a[member]!), view.text(b[member]!));
  };
}

/** What a search asks for. */
interface Ways {
  /** What callers hand over for the parameter that is called. */
  readonly handed: boolean;
  readonly inField: FieldFunctions;
}

class Search {
  readonly found = new Set<DefinitionId>();
  readonly #seen = new Set<string>();

  /** @param called what is known so far of the functions that calls run which are being followed, by the place of the call */
  constructor(readonly world: World, readonly ways: Ways, readonly called: ReadonlyMap<string, ReadonlySet<DefinitionId>> = new Map()) {}

  /** Adds the functions that an expression may give. */
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
    const key = `${view.index} ${expression}${part}`;
    if (expression === 0 || depth > DEEPEST || this.#seen.has(key)) return false;
    this.#seen.add(key);
    return true;
  }

  /** What a variable of a function is given; of a receiver what is converted to its type. */
  #addNamed(view: FileView, name: number, depth: number): void {
    const { bindings } = view.facts;
    const rows = findNameOf(this.world, view, name)?.rows ?? [];
    if (rows.length !== 1) return;
    const [row] = rows as [number];
    if ((bindings.flags[row]! & BindingFlag.receiver) !== 0) {
      const type = evaluateType(this.world, view, bindings.type[row]!);
      if (this.world.isOwnObject(type)) this.#addHanded({ definition: type.definition, position: 0 }, depth);
      this.#addPlaced(type, depth);
    } else if (bindings.kind[row] === BindingKind.parameter) {
      if (depth > 0 || this.ways.handed) this.#addGiven(view, row, depth, isRest(view, row));
    } else if (bindings.kind[row] === BindingKind.variable && bindings.definition[row] === 0) {
      this.addValues(view, bindings.value[row]!, depth + 1);
      for (const value of assignedTo(this.world, view, row)) this.addValues(view, value, depth + 1);
    }
  }

  /** Adds what callers hand over for a parameter (row of `bindings`). @param elements what lists hold that are handed over, or that all further arguments are */
  #addGiven(view: FileView, parameter: number, depth: number, elements: boolean): void {
    const taker = takerOfParameter(this.world, view, parameter);
    if (taker === undefined || taker.position < 0) return;
    if (!elements) return this.#addHanded(taker, depth);
    this.#eachHanding(taker, depth, (home, given) => {
      const { op, a } = home.facts.expressions;
      if (!isRest(view, parameter)) return this.#addElements(home, given[0]!, depth + ON_THE_WAY);
      for (const value of given) {
        if (op[value] === Op.spread) this.#addElements(home, a[value]!, depth + ON_THE_WAY);
        else this.addValues(home, value, depth + ON_THE_WAY);
      }
    });
  }

  /** Adds what calls hand to a function, or what is converted to a type, at a position. */
  #addHanded(taker: Taker, depth: number): void {
    this.#eachHanding(taker, depth, (home, given) => this.addValues(home, given[0]!, depth + ON_THE_WAY));
  }

  /** Goes through the arguments from a position on of all calls that hand something to a function there, or convert it to a type. */
  #eachHanding({ definition, position }: Taker, depth: number, add: (home: FileView, given: readonly number[]) => void): void {
    const key = `${definition} at ${position}`;
    if (depth > DEEPEST || this.#seen.has(key)) return;
    this.#seen.add(key);
    const name = this.world.nameOf(definition);
    this.world.askName(handedTo(name));
    for (const file of this.world.names.filesHanding(name).slice(0, MOST_PLACES)) {
      const home = this.world.view(file);
      this.world.askInside(file);
      const { calls } = home.facts;
      for (let call = 1; call < calls.length; call++) {
        const list = calls.arguments[call]!;
        const callee = calls.expression[call]!;
        const given = list === 0 || bestName(home.facts, callee) !== name ? NO_ROWS : listItems(home.facts, list).slice(position);
        if (given.length === 0 || evaluateValue(this.world, home, callee).definition !== definition) continue;
        add(home, given);
      }
    }
  }

  /** Goes through what the function of the repository returns that a call runs. @param position of which of several results */
  #addResults(view: FileView, call: number, position: number, add: (home: FileView, value: number) => void): void {
    const callee = evaluateValue(this.world, view, view.facts.expressions.a[call]!);
    // A conversion gives what it is given.
    if (isOwnType(this.world, callee)) return argumentsOf(view.facts, call).forEach((value) => add(view, value));
    const isNamed = !callee.held && this.world.isOwnFunction(callee);
    for (const one of isNamed ? [callee.definition] : this.#functionsCalled(view, call)) {
      this.#addReturned(one, position, add);
      // What an interface's method gives, those give that stand for it.
      const isOfInterface = (this.world.flagsOf(one) & DefinitionFlag.bodiless) !== 0;
      for (const other of isOfInterface ? implementationsOf(this.world, one) : NO_ROWS) this.#addReturned(other, position, add);
    }
  }

  /** What a call may run whose callee is held by something; where that is what such a call gave (`next = next(job)`), until no more is found. */
  #functionsCalled(view: FileView, call: number): ReadonlySet<DefinitionId> {
    const key = `${view.index} ${call}`;
    const known = this.called.get(key);
    if (known !== undefined) return known;
    const found = new Set<DefinitionId>();
    for (let size = -1; size !== found.size && this.called.size < DEEPEST;) {
      size = found.size;
      const search = new Search(this.world, this.ways, new Map([...this.called, [key, found]]));
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

  /** Adds the functions that are elements of what an expression gives. */
  #addElements(view: FileView, holder: number, depth: number): void {
    if (!this.#isNew(view, holder, depth, "[]")) return;
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
        return this.#addElements(view, a[holder]!, depth + 1);
      case Op.name:
      case Op.member: {
        this.#addStored(view, holder, depth);
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

  /** What is stored in elements of what a name or a member holds. */
  #addStored(view: FileView, holder: number, depth: number): void {
    const key = placeKey(this.world, view, holder);
    if (key === "") return;
    const only = key.startsWith(`${view.index}:`) ? view.index : undefined;
    for (const { view: home, place, value } of storedUses(this.world, nameOfElements(view.facts, holder), only)) {
      if (placeKey(this.world, home, home.facts.expressions.a[place]!) === key) this.addValues(home, value, depth + 1);
    }
  }

  /** The elements of lists and maps that are put into a field, or a variable of a package, as a whole. */
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
    const owner = this.world.isOwnObject(object) ? fieldOwner(this.world, object.definition, name) : undefined;
    return owner === undefined ? [] : putByPosition(this.world, owner, name);
  }

  /** The elements of what is converted to a type of lists or maps, and may come out of a value of an interface (`m.(batch)`). */
  #addConverted(type: Meaning, depth: number): void {
    if (!this.world.isOwnObject(type)) return;
    this.#eachHanding(
      { definition: type.definition, position: 0 },
      depth,
      (home, given) => this.#addElements(home, given[0]!, depth + ON_THE_WAY),
    );
  }

  /** What becomes one of a type by its place in a literal, or where it is declared (`Chain{logged, timed}`, `var f Func = run`). */
  #addPlaced(type: Meaning, depth: number): void {
    if (!this.world.isOwnObject(type)) return;
    for (const { view, place, value } of storedUses(this.world, functionsPlacedIn(this.world.nameOf(type.definition)))) {
      if (evaluateValue(this.world, view, place).definition === type.definition) this.addValues(view, value, depth + 1);
    }
  }
}

/** The function of the repository that an expression names; 0 where it is a value that holds one, or none. */
function functionNamed(world: World, view: FileView, expression: number): DefinitionId {
  const value = evaluateValue(world, view, expression);
  const isNamed = !value.held && world.isOwnFunction(value) && world.kindOf(value.definition) !== DefinitionKind.lambda;
  return isNamed ? value.definition : 0;
}

/** Whether a parameter (row of `bindings`) takes all further arguments. */
function isRest(view: FileView, parameter: number): boolean {
  return (view.facts.bindings.flags[parameter]! & BindingFlag.rest) !== 0;
}

function isOwnType(world: World, meaning: Meaning): boolean {
  return meaning.tag === Tag.definition && !meaning.held && world.isOwnDefinition(meaning) && !isCallable(world.kindOf(meaning.definition));
}

/** The values that assignments give a variable of a function (row of `bindings`). */
function assignedTo(world: World, view: FileView, binding: number): number[] {
  const { bindings, expressions: { a, b } } = view.facts;
  return view.surroundings.assignedTo(bindings.name[binding]!)
    .filter((given) => findNameOf(world, view, b[given]!)?.rows[0] === binding).map((given) => a[given]!);
}

/** As `holderKey`; also of a variable of the package that another file declares. */
function placeKey(world: World, view: FileView, holder: number): string {
  return holderKey(world, view, holder) || String(heldUnder(world, view, holder) || "");
}
