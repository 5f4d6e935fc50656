/**
 * Calls of what lists and maps hold (`HANDLERS[kind]()`): any element may be meant, one that is stored later too, in whichever file.
 *
 * Stage: resolve. Invariant: which element it is nothing tells, so no edge is certain; a tuple's positions are told.
 */
import { MOST_CANDIDATES, MOST_TARGETS } from "../../edges.ts";
import { BindingKind, isCallable } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { elementsOf, nameOfElements } from "../../facts/outline.ts";
import { takesTypesByIndex } from "../calls/indexing.ts";
import { evaluateObject, evaluateValue } from "../evaluate.ts";
import { type DefinitionId, fileOf, rowOf, Tag } from "../meaning.ts";
import { constantBound, constantOf } from "../names/named_constants.ts";
import { findNameOf } from "../names/names.ts";
import { storedAs } from "../state/asked_names.ts";
import type { FileView } from "../state/file_view.ts";
import { memberTable, orderOf } from "../types/inheritance.ts";
import type { World } from "../world.ts";
import type { Outcome } from "./outcome.ts";

/** Ways to an element. */
const ELEMENTS: ReadonlySet<number> = new Set([Op.index, Op.item, Op.iterate]);
/** Steps from a name to what holds its value (`for key, f in HANDLERS.items()`). */
const LONGEST = 6;

/** What a call of `callee` reaches, where that is an element: `made` as one of several, with what else is stored there. */
export function ofElement(world: World, view: FileView, callee: number, made: Outcome): Outcome {
  const { op, a } = view.facts.expressions;
  const isName = op[callee] === Op.name;
  if (isName ? made.rule !== "variable" : !ELEMENTS.has(op[callee]!)) return made;
  if (!isName && (evaluateValue(world, view, a[callee]!).tag === Tag.tuple || isInstantiated(world, view, callee))) return made;
  if (made.external || made.drop || !made.targets.every((id) => isCallable(world.kindOf(id)))) return made;
  const holder = holderBehind(world, view, callee);
  if (holder === 0) return made;
  const others = storedIn(world, view, holder).filter((id) => !made.targets.includes(id) && !made.candidates.includes(id));
  const all = [...made.targets, ...others];
  if (made.targets.length > 0 && all.length <= MOST_TARGETS) return { ...made, heuristic: true, targets: all };
  return { ...made, heuristic: true, candidates: [...made.candidates, ...others].slice(0, MOST_CANDIDATES) };
}

/** `F[T]` written like an index, where F is a function or a type: not an element. */
export function isInstantiated(world: World, view: FileView, callee: number): boolean {
  const { op, a } = view.facts.expressions;
  if (op[callee] !== Op.index) return false;
  const object = evaluateValue(world, view, a[callee]!);
  return takesTypesByIndex(world, object) && !object.held;
}

/** The name or member that holds the list or map of which an expression is an element; 0 where it is none. */
function holderBehind(world: World, view: FileView, element: number): number {
  const { expressions: { op, a }, bindings } = view.facts;
  let isWithin = false;
  for (let one = element, i = 0; i < LONGEST; i++) {
    if (ELEMENTS.has(op[one]!)) {
      isWithin = true;
      one = a[one]!;
    } else if (op[one] === Op.call && op[a[one]!] === Op.member) {
      // What a method of the library's own containers gives comes out of them.
      const { tag, definition } = evaluateValue(world, view, a[a[one]!]!);
      if (tag !== Tag.instance || !world.inLibrary(definition)) return 0;
      isWithin = true;
      one = a[a[one]!]!;
    } else if (op[one] === Op.name) {
      const rows = findNameOf(world, view, one)?.rows ?? [];
      const value = rows.length === 1 && bindings.kind[rows[0]!] === BindingKind.variable ? bindings.value[rows[0]!]! : 0;
      if (!ELEMENTS.has(op[value]!) && op[value] !== Op.call) return isWithin ? one : 0;
      one = value;
    } else return isWithin && op[one] === Op.member ? one : 0;
  }
  return 0;
}

/** Functions that are stored in elements of what the expression `holder` names. */
function storedIn(world: World, view: FileView, holder: number): DefinitionId[] {
  const holding = world.rules.assignmentsBind ? holderKey(world, view, holder) : "";
  if (holding === "") return [];
  const variable = Number(holding);
  // Who takes it under another name stores in it under its own.
  const name = variable > 0 ? elementsOf(world.nameOf(variable)) : nameOfElements(view.facts, holder);
  world.askName(storedAs(name));
  const found: DefinitionId[] = [];
  const isLocal = holding.startsWith(`${view.index}:`);
  for (const use of world.names.find("stored", name)) {
    if (isLocal && fileOf(use) !== view.index) continue;
    const home = world.view(fileOf(use));
    world.askInside(home.index);
    const { uses, expressions: { a, b } } = home.facts;
    const given = uses.expression[rowOf(use)]!;
    if (holderKey(world, home, a[b[given]!]!) !== holding) continue;
    const value = evaluateValue(world, home, a[given]!);
    if (world.isOwnFunction(value)) found.push(value.definition);
  }
  return found;
}

/**
 * What tells one variable or field from all others, as an expression names it: of a module's variable its definition, of one that no other file
 * can name its file and row; "" where nothing tells.
 */
function holderKey(world: World, view: FileView, holder: number): string {
  const { expressions: { op, a, b }, bindings } = view.facts;
  if (op[holder] === Op.name) {
    const row = findNameOf(world, view, holder)?.rows[0];
    if (row === undefined) return "";
    const first = bindings.kind[row] === BindingKind.import ? row : view.names.first(bindings.scope[row]!, bindings.name[row]!);
    const [variable] = constantBound(world, view, first);
    return variable === undefined ? `${view.index}:${first}` : String(variable);
  }
  if (op[holder] !== Op.member) return "";
  const object = evaluateObject(world, view, a[holder]!);
  const name = view.text(b[holder]!);
  if (object.tag === Tag.module) return constantOf(world, object, name).join();
  if (object.tag !== Tag.instance && object.tag !== Tag.self && object.tag !== Tag.definition) return "";
  const owner = orderOf(world, object.definition).find(({ tag, definition }) =>
    tag === Tag.instance && memberTable(world, definition).has(name)
  );
  return owner === undefined ? "" : `${owner.definition}#${name}`;
}
