/**
 * The origins of a value: the call that created it, the parameter that received it, the function that it is.
 *
 * Stage: resolve. Invariants: names and members are resolved only by the resolver; every file whose function bodies are read is recorded.
 */
import { append } from "../../base/lists.ts";
import { BindingKind, DefinitionKind, isCallable, listItems } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { calledMeaning, evaluateValue } from "../evaluate.ts";
import { type DefinitionId, definitionId, isObject, type Meaning, rowOf, Tag } from "../meaning.ts";
import { findNameOf } from "../names/names.ts";
import { isFunction, isOwnType } from "../ownership.ts";
import { libraryName } from "../sites/library_name.ts";
import type { FileView } from "../state/file_view.ts";
import { memberTable, orderOf } from "../types/inheritance.ts";
import type { World } from "../world.ts";
import { heldValue, valueOfBinding } from "./held_values.ts";
import { givenToField } from "./route_fields.ts";

/**
 * The origin of a value. `made`: a call or a list (row of `expressions`); `given`: a parameter (row of `bindings`); `named`: only its
 * external name is known.
 */
export type Source =
  | { readonly kind: "made"; readonly view: FileView; readonly expression: number }
  | { readonly kind: "given"; readonly view: FileView; readonly binding: number }
  | { readonly kind: "defined"; readonly definition: DefinitionId }
  | { readonly kind: "module"; readonly files: readonly number[] }
  | { readonly kind: "named"; readonly name: string };

const DEEPEST = 20;

/** A name with `.` between all parts; a whole module and its default export have the same name. */
export function dottedName(world: World, name: string): string {
  return world.dotted(name).replaceAll(/\.default(?=\.|$)/g, "");
}

/** All possible origins of an expression's value; empty if not known. */
export function sourcesOf(world: World, view: FileView, expression: number, depth = 0): Source[] {
  if (expression === 0 || depth > DEEPEST) return [];
  world.askInside(view.index);
  const { expressions, definitions } = view.facts;
  const [a, b] = [expressions.a[expression]!, expressions.b[expression]!];
  const from = (other: number): Source[] => sourcesOf(world, view, other, depth + 1);
  switch (expressions.op[expression]) {
    case Op.call:
    case Op.new:
      return [{ kind: "made", view, expression }];
    case Op.literal:
      return b === 0 ? [] : [{ kind: "made", view, expression }];
    case Op.reference:
    case Op.deref:
    case Op.await:
    case Op.unwrap:
    case Op.guarded:
      return from(a);
    case Op.cast:
    case Op.pair:
      return from(b);
    case Op.either:
      return listItems(view.facts, a).flatMap(from);
    case Op.definition:
      return definitions.kind[a] === DefinitionKind.lambda ? [{ kind: "defined", definition: definitionId(view.index, a) }] : [];
    case Op.item:
      return itemOf(world, view, expression, depth);
    case Op.name:
      return byName(world, view, expression, depth);
    case Op.member: {
      const whole = evaluateValue(world, view, expression);
      if (whole.tag === Tag.external && world.plugin.routes?.parts?.test(dottedName(world, whole.name)) === true) return from(a);
      const held = heldByField(world, view, expression, depth);
      return held.length > 0 ? held : byMeaningOr(world, view, expression, whole, depth);
    }
    default:
      return byMeaning(world, evaluateValue(world, view, expression), depth);
  }
}

/**
 * Values assigned to a field of which only an external declared type is known (`router: Router`, and in the constructor `this.router =
 * Router()`).
 */
function heldByField(world: World, view: FileView, expression: number, depth: number): Source[] {
  const { expressions, strings } = view.facts;
  const meaning = evaluateValue(world, view, expression);
  if (meaning.tag !== Tag.external || meaning.origin !== undefined) return [];
  const object = evaluateValue(world, view, expressions.a[expression]!);
  if (!isObject(object)) return [];
  const home = world.viewOf(object.definition);
  const name = strings[expressions.b[expression]!]!;
  const rows = memberTable(world, object.definition).get(name) ?? [];
  const values = [...rows.map((row) => [home, valueOfBinding(home, row)] as const), ...givenToField(world, object.definition, name)];
  return values.flatMap(([place, value]) => sourcesOf(world, place, value, depth + 1));
}

/** The values of a name's bindings. */
function byName(world: World, view: FileView, expression: number, depth: number): Source[] {
  const { bindings, definitions } = view.facts;
  const found = findNameOf(world, view, expression);
  const other = (): Source[] => byMeaningOr(world, view, expression, evaluateValue(world, view, expression), depth);
  if (found === undefined) return other();
  const sources: Source[] = [];
  for (const row of found.rows) {
    const kind = bindings.kind[row]!;
    const definition = bindings.definition[row]!;
    if (kind === BindingKind.parameter) sources.push({ kind: "given", view, binding: row });
    else if (kind === BindingKind.import || kind === BindingKind.narrowing) return other();
    else if (isCallable(definitions.kind[definition]!)) {
      sources.push({ kind: "defined", definition: definitionId(view.index, definition) });
    } else {
      const value = valueOfBinding(view, row);
      if (value !== 0) append(sources, sourcesOf(world, view, value, depth + 1));
    }
  }
  return sources.length > 0 ? sources : other();
}

/** One of several results of a function, or an element of a tuple. */
function itemOf(world: World, view: FileView, expression: number, depth: number): Source[] {
  const { expressions } = view.facts;
  const position = expressions.b[expression]!;
  const whole = expressions.a[expression]!;
  const tuples: readonly (readonly [FileView, number])[] = expressions.op[whole] === Op.call
    ? returnsOf(world, view, whole)
    : [[view, whole]];
  const items = tuples.flatMap(([home, tuple]) => {
    if (home.facts.expressions.op[tuple] !== Op.tuple) return [];
    return sourcesOf(world, home, listItems(home.facts, home.facts.expressions.a[tuple]!)[position] ?? 0, depth + 1);
  });
  return items.length > 0 ? items : byMeaning(world, evaluateValue(world, view, expression), depth);
}

/**
 * The origin according to a meaning; for an instance of a repository class, whose creation is not known, the values of the name or member.
 */
function byMeaningOr(world: World, view: FileView, expression: number, meaning: Meaning, depth: number): Source[] {
  if (meaning.tag !== Tag.instance) return byMeaning(world, meaning, depth);
  const held = heldValue(world, view, expression);
  return held === undefined || held.expression === 0 ? [] : sourcesOf(world, held.view, held.expression, depth + 1);
}

function byMeaning(world: World, meaning: Meaning, depth: number): Source[] {
  switch (meaning.tag) {
    case Tag.external: {
      if (meaning.origin === undefined) return [{ kind: "named", name: dottedName(world, meaning.name) }];
      return sourcesOf(world, world.view(meaning.origin.file), meaning.origin.expression, depth + 1);
    }
    case Tag.definition:
      return isCallable(world.kindOf(meaning.definition)) ? [{ kind: "defined", definition: meaning.definition }] : [];
    case Tag.module:
      return [{ kind: "module", files: meaning.files }];
    case Tag.union:
      return meaning.items.flatMap((item) => byMeaning(world, item, depth + 1));
    default:
      return [];
  }
}

/** The full name of the callee of a call (row of `expressions`), if it is external. */
export function outsideName(world: World, view: FileView, call: number): string | undefined {
  const meaning = calledMeaning(world, view, view.facts.expressions.a[call]!);
  if (meaning.tag === Tag.external) return dottedName(world, meaning.name);
  const isOfLibrary = meaning.tag === Tag.definition && world.inLibrary(meaning.definition);
  return isOfLibrary ? libraryName(world, meaning.definition, meaning.result) : undefined;
}

/** The repository function that a call (row of `expressions`) calls, or 0. */
function calledFunction(world: World, view: FileView, call: number): DefinitionId {
  const meaning = calledMeaning(world, view, view.facts.expressions.a[call]!);
  return isFunction(world, meaning) ? meaning.definition : 0;
}

/** The full name of the external base of a repository class, for a call that instantiates it; "" if there is none. */
export function outsideBase(world: World, view: FileView, call: number): string {
  const made = evaluateValue(world, view, call);
  if (!isOwnType(world, made)) return "";
  return dottedName(world, orderOf(world, made.definition).find((base) => base.tag === Tag.external)?.name ?? "");
}

/** The returned values of the repository function that a call calls: expressions with their files. */
export function returnsOf(world: World, view: FileView, call: number): (readonly [FileView, number])[] {
  const { op } = view.facts.expressions;
  const called = op[call] === Op.call ? calledFunction(world, view, call) : 0;
  if (called === 0 || world.inLibrary(called)) return [];
  const home = world.viewOf(called);
  world.askInside(home.index);
  return listItems(home.facts, home.facts.definitions.returns[rowOf(called)]!).map((expression) => [home, expression] as const);
}

/** A key for a source; "" for one that cannot be looked up. */
export function keyOf(source: Source): string {
  switch (source.kind) {
    case "made":
      return `${source.view.index}:${source.expression}`;
    case "given":
      return `${source.view.index}(${source.binding})`;
    case "defined":
      return `=${source.definition}`;
    default:
      return "";
  }
}
