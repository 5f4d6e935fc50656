/**
 * Where functions passed as values are called: they are followed through arguments, parameters and variables, from file to file.
 *
 * Stage: query. Invariant: every call found is one of something the function was passed through. Where a value goes on to a place from
 * which it is not followed (a container that is kept, external code), that place is reported as lost.
 */
import { lineStarts } from "../../core/base/lists.ts";
import { BindingFlag, BindingKind, DefinitionFlag, isCallable, listItems, rowsWith } from "../../core/facts.ts";
import { Op } from "../../core/facts/expressions.ts";
import { C_FORMS } from "../../core/rules/text_forms.ts";
import type { Context } from "../context.ts";
import { twinsOf } from "../names/find_symbol.ts";
import { readDefining, symbolDefinedAt } from "../rows/file_facts.ts";
import { findNameMentions } from "../rows/name_mentions.ts";
import { isClass } from "../rows/node_types.ts";
import { readInheritedConstructors } from "../rows/inherited_constructors.ts";
import { readOwnMembers } from "../rows/own_members.ts";
import { readSourceText } from "../rows/source_texts.ts";
import { readSymbol, type SymbolRow } from "../rows/symbol_row.ts";
import { type FlowPlace, readCalls, readElementCalls, readTargets } from "./calls_at.ts";
import { fieldMade } from "./fields_made.ts";
import { type FieldOwner, readFields } from "./fields.ts";
import { type File, readFile } from "./flow_files.ts";
import { readPackageVariable } from "./package_variables.ts";
import { containerOf, isReceiver, isSameContainer, KEPT, MANY, ownerOf, parametersOf, type ValuePlace } from "./read_places.ts";

/** The most calls of one function whose results are followed. */
const MOST_CALLS = 200;
/** The most values followed from one place, parameters and variables together. */
const MOST_STEPS = 100;

/** How a function receives an argument. */
interface Passing {
  /** The argument is a sequence that contains the value. */
  readonly sequence: boolean;
  /** The call names a method by its type (`Job::start(&job, done)`). */
  readonly isPath: boolean;
}
/** What becomes of an argument; a function without a body does nothing with it, its implementations do. */
type Given = "followed" | "no body" | "lost";

/** Where the values of some places went. */
export interface PassedCalls<Place extends FlowPlace> {
  readonly calls: readonly FlowPlace[];
  /** Fields that hold a value (rows of `symbol`): calls of one may call it. */
  readonly fields: readonly number[];
  /** Package variables that hold a value (rows of `symbol`). */
  readonly variables: readonly number[];
  /** The first of the starting places from which a value reaches a field. */
  readonly first: Place | undefined;
  /** Starting places from which a value reaches a place where it is not followed. */
  readonly lost: readonly Place[];
}

/** A binding of a file that holds the value, or a sequence that contains it. */
interface Held {
  readonly file: File;
  readonly binding: number;
  readonly sequence: boolean;
  /** The position, or the name, of the value in such a sequence of arguments; undefined if not known. */
  readonly at?: number | string | undefined;
}

/**
 * Follows functions from the places where they are passed as values.
 * @param from the starting places
 * @param holding package variables that hold some of the functions, and where they are declared
 * @param decorated a function or class whose decorators receive it where it is defined: what is not followed there is not in `lost`
 */
export function followPassed<Place extends FlowPlace>(
  context: Context,
  from: readonly Place[],
  holding: readonly { readonly name: string; readonly place: Place }[] = [],
  decorated?: SymbolRow,
): PassedCalls<Place> {
  const found = { calls: new Map<string, FlowPlace>(), fields: new Set<number>(), variables: new Set<number>() };
  let first: Place | undefined;
  const lost: Place[] = [];
  const note = (place: Place, isFollowed: boolean): void => {
    if (!isFollowed) lost.push(place);
    if (found.fields.size > 0) first ??= place;
  };
  for (const place of from) note(place, new Follower(context, found).follow(place));
  for (const { name, place } of holding) note(place, new Follower(context, found).followVariable(place.path, name));
  if (decorated !== undefined) new Follower(context, found).followDecorated(decorated);
  return { calls: [...found.calls.values()], fields: [...found.fields], variables: [...found.variables], first, lost };
}

interface Found {
  /** By path, line and column. */
  readonly calls: Map<string, FlowPlace>;
  readonly fields: Set<number>;
  readonly variables: Set<number>;
}

class Follower {
  readonly #context: Context;
  readonly #found: Found;
  readonly #seen = new Set<string>();
  readonly #waiting: Held[] = [];

  constructor(context: Context, found: Found) {
    this.#context = context;
    this.#found = found;
  }

  /** @returns whether the value was followed everywhere */
  follow(place: FlowPlace): boolean {
    const isWhole = this.#begin(place, false);
    return this.#followWaiting() && isWhole;
  }

  /** Follows what a variable at the top level of a file holds, in the same way. */
  followVariable(path: string, name: string): boolean {
    const file = readFile(this.#context, path);
    const isWhole = file !== undefined && this.#keepInVariable(file, name, false);
    return this.#followWaiting() && isWhole;
  }

  /** Follows a function or class into its decorators: each receives it, or what the written call of it gives does (`@bus.on("load")`). */
  followDecorated(row: SymbolRow): void {
    const file = readFile(this.#context, row.path);
    const definition = readDefining(this.#context, row)?.definition;
    if (file === undefined || definition === undefined) return;
    const { calls, definitions, expressions: { op, a } } = file.facts;
    const own = rowsWith(op, Op.definition).filter((expression) => a[expression] === definition);
    for (const expression of own) this.#go(file, file.places.placesOf(expression), false);
    for (const decorator of listItems(file.facts, definitions.decorators[definition]!)) {
      const makers = op[decorator] === Op.call ? rowsWith(calls.expression, a[decorator]!) : [];
      for (const maker of makers) {
        for (const { ids } of readTargets(this.#context, placeOfCall(file, maker))) for (const id of ids) this.#giveToResult(id);
      }
    }
    this.#followWaiting();
  }

  /**
   * Gives the value to the functions within a function that it returns (`def on(self, name): def keep(f): …; return keep`), by itself or
   * through another (`return self.on(name)`).
   */
  #giveToResult(id: number): void {
    const key = `result ${id}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    const row = readSymbol(this.#context, id);
    const file = row === undefined ? undefined : readFile(this.#context, row.path);
    const definition = row === undefined ? undefined : readDefining(this.#context, row)?.definition;
    if (file === undefined || definition === undefined) return;
    const { bindings, definitions, expressions: { op, c } } = file.facts;
    for (const returned of listItems(file.facts, definitions.returns[definition]!)) {
      if (op[returned] === Op.call && c[returned] !== 0) {
        for (const { ids } of readTargets(this.#context, placeOfCall(file, c[returned]!))) for (const one of ids) this.#giveToResult(one);
      }
      for (const binding of file.places.bindingsOf(returned)) {
        const inner = bindings.definition[binding]!;
        if (inner !== 0 && isCallable(definitions.kind[inner]!)) this.#giveToDefinition(file, inner, 0, false);
      }
    }
  }

  #begin({ path, line, column }: FlowPlace, sequence: boolean): boolean {
    const file = readFile(this.#context, path);
    const used = file?.places.usedAt(line, column) ?? [];
    const values = used.length > 0 || file === undefined ? used : file.places.membersAt(this.#offsetOf({ path, line, column }));
    if (file === undefined || values.length === 0) return false;
    return values.map((value) => this.#go(file, file.places.placesOf(value), sequence)).every((isFollowed) => isFollowed);
  }

  /** The offset of a place in the text of its file; -1 if unknown. */
  #offsetOf({ path, line, column }: FlowPlace): number {
    const text = readSourceText(this.#context, path)?.text;
    const start = text === undefined ? undefined : lineStarts(text)[line - 1];
    return start === undefined ? -1 : start + column - 1;
  }

  #followWaiting(): boolean {
    let isWhole = true;
    for (let held = this.#waiting.pop(); held !== undefined; held = this.#waiting.pop()) {
      const key = `${held.file.path} ${held.binding} ${held.sequence} ${held.at}`;
      if (this.#seen.has(key)) continue;
      if (this.#seen.size >= MOST_STEPS) return false;
      this.#seen.add(key);
      if (!this.#go(held.file, this.#placesOfHeld(held), held.sequence, true, held.at)) isWhole = false;
    }
    return isWhole;
  }

  #placesOfHeld({ file, binding }: Held): readonly ValuePlace[] {
    const { bindings, strings } = file.facts;
    const source = readSourceText(this.#context, file.path);
    if (source === undefined) return [...file.places.placesOfBinding(binding, "", []), KEPT];
    const namedInside = (word: string): number[] => this.#namedAround(file, binding, source.text, word);
    const places = file.places.placesOfBinding(binding, source.text, namedInside(strings[bindings.name[binding]!]!));
    const all = this.#context.rulesOf(file.language).allArguments;
    const isAllNamed = all !== undefined && strings.includes(all) && namedInside(all).length > 0;
    return isAllNamed ? [...places, KEPT] : places;
  }

  /** Offsets of a word in the function that has a binding, other than as a member's name. */
  #namedAround({ facts, language }: File, binding: number, text: string, word: string): number[] {
    const { bindings, definitions, scopes } = facts;
    const around = scopes.definition[ownerOf(facts, bindings.scope[binding]!)]!;
    const [start, end] = [definitions.start[around]!, definitions.end[around]!];
    return findNameMentions(text, word, this.#context.textForms(language) ?? C_FORMS)
      .filter(({ at, object }) => start <= at && at < end && object === "").map(({ at }) => at);
  }

  /** The function literal (row of `definitions`) that is called in place, or as the value of a variable which is only called; 0 if there is none. */
  #literalCalled(file: File, callee: number): number {
    const { bindings, definitions, strings, expressions: { op, a } } = file.facts;
    if (op[callee] === Op.definition) return a[callee]!;
    const [binding = 0, ...others] = file.places.bindingsOf(callee);
    const value = bindings.value[binding]!;
    const isHeld = others.length === 0 && bindings.kind[binding] === BindingKind.variable && op[value] === Op.definition;
    const source = isHeld && isCallable(definitions.kind[a[value]!]!) ? readSourceText(this.#context, file.path) : undefined;
    if (source === undefined) return 0;
    const name = strings[bindings.name[binding]!]!;
    const [, ...named] = this.#namedAround(file, binding, source.text, name);
    return named.every((at) => source.text[at + name.length] === "(") ? a[value]! : 0;
  }

  /**
   * Follows a value to all its places.
   * @param isHeld whether having no places means that the value was followed: true for a variable, which may be unused
   * @param at see `Held`
   */
  #go(file: File, places: readonly ValuePlace[], sequence: boolean, isHeld = false, at?: Held["at"]): boolean {
    if (places.length === 0) return isHeld;
    return places.map((place) => this.#step(file, place, sequence, at)).every((isFollowed) => isFollowed);
  }

  #step(file: File, place: ValuePlace, sequence: boolean, at: Held["at"]): boolean {
    if (place.element && !sequence) return false;
    if (typeof at === "string" && place.key && place.key !== at) return true;
    const isSequence = sequence && !place.element;
    switch (place.kind) {
      case "kept":
        return false;
      case "asked":
        return true;
      case "called":
        // A sequence is not called: its elements are iterated over.
        if (!isSequence) this.#addCall(file, place.call);
        return true;
      case "bound":
        this.#waiting.push({ file, binding: place.binding, sequence: isSequence });
        return true;
      case "field":
        return !isSequence && this.#keepInField(file, place.owner, place.name);
      case "shared":
        return !isSequence && this.#keepInVariable(file, place.name, false);
      case "declared":
        // Elsewhere other names may stand for it.
        if (isSequence && this.#context.rulesOf(file.language).packageScope) this.#keepInVariable(file, place.name, true);
        return false;
      case "returned":
        this.#followResults(file, place.definition, isSequence);
        return false;
      case "stored":
        for (const call of readElementCalls(this.#context, file.path, place.list)) this.#addPlace(call);
        return true;
      case "listed":
        // Whether it goes elsewhere is told by what its method, to which it is given, does with it.
        this.#followElements(file, place.container);
        return true;
      case "within":
        return !isSequence && this.#go(file, file.places.placesOf(place.expression), true);
      case "given":
        return this.#give(file, place.call, place.argument, isSequence);
      case "spread":
        if (!isSequence || at === undefined || place.byName !== (typeof at === "string")) return false;
        return this.#give(file, place.call, typeof at === "string" ? at : place.argument + at, false);
    }
  }

  #keepInField(file: File, owner: FieldOwner, name: string | number): boolean {
    const fields = readFields(this.#context, file, owner, name);
    for (const id of fields) this.#found.fields.add(id);
    return fields.length > 0;
  }

  /**
   * Calls of the package's variable may call the value, which also goes wherever the variable is passed. Of a sequence, which is not called, the
   * elements are followed to where they are taken out.
   */
  #keepInVariable(file: File, name: string, sequence: boolean): boolean {
    const variable = readPackageVariable(this.#context, file, name);
    if (variable === undefined) return false;
    const key = `shared ${variable.ids.join()} ${sequence}`;
    if (this.#seen.has(key)) return true;
    this.#seen.add(key);
    for (const id of sequence ? [] : variable.ids) this.#found.variables.add(id);
    for (const { path, at } of sequence ? variable.read : []) {
      const home = readFile(this.#context, path);
      for (const one of home?.places.namesAt(at) ?? []) this.#go(home!, home!.places.placesOf(one), true);
    }
    return variable.passedAt.map((place) => this.#begin(place, sequence)).every((isFollowed) => isFollowed) && !variable.isLost;
  }

  /** Follows what a function returns from its calls on. */
  #followResults({ path }: File, definition: number, sequence: boolean): void {
    const id = symbolDefinedAt(this.#context, path, definition);
    const key = `results of ${id}`;
    if (id === undefined || this.#seen.has(key)) return;
    this.#seen.add(key);
    for (const place of readCalls(this.#context, id, MOST_CALLS)) {
      const caller = readFile(this.#context, place.path);
      if (caller === undefined) continue;
      const { calls } = caller.facts;
      for (const call of rowsWith(calls.line, place.line).filter((row) => calls.column[row] === place.column)) {
        for (const value of caller.places.resultsOf(call)) this.#go(caller, caller.places.placesOf(value), sequence);
      }
    }
  }

  /** Calls of elements of a container, and variables that they are given to, in its file alone: others may have it too. */
  #followElements(file: File, container: number): void {
    const { bindings, calls } = file.facts;
    const through = this.#context.rulesOf(file.language).passing?.iterates;
    const isElement = (value: number): boolean => {
      const holder = containerOf(file.facts, value, through);
      return holder !== value && isSameContainer(file.facts, container, holder);
    };
    for (let call = 1; call < calls.length; call++) if (isElement(calls.expression[call]!)) this.#addCall(file, call);
    for (let binding = 1; binding < bindings.length; binding++) {
      if (isElement(bindings.value[binding]!)) this.#waiting.push({ file, binding, sequence: false });
    }
  }

  #addPlace(place: FlowPlace): void {
    this.#found.calls.set(`${place.path}:${place.line}:${place.column}`, place);
  }

  #addCall(file: File, call: number): void {
    this.#addPlace(placeOfCall(file, call));
  }

  /** Follows an argument into whatever a call calls. */
  #give(file: File, call: number, argument: number | string, sequence: boolean): boolean {
    const { facts: { calls }, places } = file;
    if (places.isOnClass(call)) return false;
    const targets = readTargets(this.#context, placeOfCall(file, call));
    const isOutside = targets.length > 0 && targets.every(({ ids }) => ids.length === 0);
    if (isOutside && argument === 0 && this.#isWrapping(file, calls.expression[call]!)) return this.#followResult(file, call, sequence);
    const literal = targets.every(({ isKnown }) => !isKnown) ? this.#literalCalled(file, calls.expression[call]!) : 0;
    if (literal !== 0) return this.#giveToDefinition(file, literal, argument, sequence) === "followed";
    if (targets.length === 0) return false;
    return targets.map(({ isKnown, ids, rule }) => {
      const followed = ids.map((id) => this.#giveTo(id, argument, { sequence, isPath: rule === "path" }));
      return isKnown && followed.includes("followed") && !followed.includes("lost");
    }).every((isFollowed) => isFollowed);
  }

  /** Whether a callee, outside, returns its first argument wrapped (`partial(load, 1)`). */
  #isWrapping({ facts: { strings, expressions: { op, a, b } }, language }: File, callee: number): boolean {
    const name = op[callee] === Op.name ? a[callee]! : op[callee] === Op.member ? b[callee]! : 0;
    return this.#context.rulesOf(language).passing?.gives.includes(strings[name]!) === true;
  }

  #followResult(file: File, call: number, sequence: boolean): boolean {
    const { definitions, expressions: { op, c } } = file.facts;
    const results = rowsWith(c, call).filter((row) => op[row] === Op.call);
    for (const definition of results.flatMap((row) => rowsWith(definitions.value, row))) {
      const variable = symbolDefinedAt(this.#context, file.path, definition);
      if (variable !== undefined) this.#found.variables.add(variable);
    }
    const places = results.flatMap((row) => file.places.placesOf(row));
    // What is outside is called by the field's name alone.
    for (const place of places) if (place.kind === "field") this.#addCallsOfField(file, place.name);
    return this.#go(file, places, sequence);
  }

  /** Calls of a field of the own object, in its file alone. */
  #addCallsOfField(file: File, name: string | number): void {
    const { calls, strings, expressions: { op, a, b } } = file.facts;
    for (let call = 1; call < calls.length; call++) {
      const callee = calls.expression[call]!;
      if (op[callee] === Op.member && strings[b[callee]!] === name && isReceiver(file.facts, a[callee]!)) this.#addCall(file, call);
    }
  }

  /** Follows an argument into a function, or into the constructor of a class. */
  #giveTo(id: number, argument: number | string, how: Passing): Given {
    const row = readSymbol(this.#context, id);
    if (row === undefined) return "lost";
    const rows = isClass(this.#context, row) ? this.#constructorsOf(id) : twinsOf(this.#context, row).group;
    if (rows.length === 0) return how.sequence ? "lost" : this.#giveToField(row, argument);
    const given = rows.map((one) => this.#giveToFunction(one, argument, how));
    return given.includes("lost") ? "lost" : given.includes("followed") ? "followed" : "no body";
  }

  #constructorsOf(type: number): SymbolRow[] {
    const own = readOwnMembers(this.#context, [type]).filter(({ kind }) => kind === "constructor").map(({ id }) => id);
    const run = own.length > 0 ? own : readInheritedConstructors(this.#context, type);
    return run.flatMap((id) => readSymbol(this.#context, id) ?? []);
  }

  /** What makes an object of a class that no code constructs puts an argument into a field. */
  #giveToField(type: SymbolRow, argument: number | string): Given {
    const file = readFile(this.#context, type.path);
    const definition = readDefining(this.#context, type)?.definition;
    if (file === undefined || definition === undefined) return "lost";
    const field = fieldMade(file.facts, definition, argument, this.#context.rulesOf(file.language).fieldsByPlace);
    const isKept = field !== undefined && this.#keepInField(file, { scope: field.scope }, field.name);
    return isKept && !field.isPart ? "followed" : "lost";
  }

  #giveToFunction(row: SymbolRow, argument: number | string, { sequence, isPath }: Passing): Given {
    const file = readFile(this.#context, row.path);
    const definition = readDefining(this.#context, row)?.definition;
    if (file === undefined || definition === undefined) return "lost";
    if ((row.flags & DefinitionFlag.bodiless) !== 0) return "no body";
    // Called through its type, it takes the receiver as its first argument, unless that is the type.
    const isOfType = (row.flags & DefinitionFlag.classmethod) !== 0;
    if (isPath && !isOfType && parametersOf(file.facts, definition).receiver !== 0) return "lost";
    return this.#giveToDefinition(file, definition, argument, sequence);
  }

  #giveToDefinition(file: File, definition: number, argument: number | string, sequence: boolean): Given {
    const { bindings, strings } = file.facts;
    const has = (binding: number, flags: number): boolean => (bindings.flags[binding]! & flags) !== 0;
    const { own } = parametersOf(file.facts, definition);
    const rest = own.findIndex((binding) => has(binding, BindingFlag.rest));
    const binding = typeof argument === "string"
      ? own.find((one) => strings[bindings.name[one]!] === argument && !has(one, MANY))
      : own[rest >= 0 ? Math.min(argument, rest) : argument];
    const isNamed = typeof argument === "string";
    const taking = binding ?? (isNamed ? own.find((one) => has(one, BindingFlag.keywords)) : undefined);
    if (taking === undefined || (!isNamed && has(taking, BindingFlag.keywords))) return "lost";
    const isMany = has(taking, MANY);
    if (isMany && sequence) return "lost";
    const at = !isMany ? undefined : isNamed ? argument : argument - rest;
    this.#waiting.push({ file, binding: taking, sequence: sequence || isMany, at });
    return "followed";
  }
}

function placeOfCall({ path, facts: { calls } }: File, call: number): FlowPlace {
  return { path, line: calls.line[call]!, column: calls.column[call]! };
}
