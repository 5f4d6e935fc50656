/**
 * Functions that code puts into a field under its name, which a call of the field may run: `&Server{handle: index}`, `s.handle = index`, and what
 * callers hand to who puts it there: `func New(handle func()) *Server { return &Server{handle: handle} }`.
 *
 * Stage: resolve; only of calls, never in the midst of an evaluation. Invariant: which one is there when it is called nothing tells: all are
 * candidates, and no other than those that are put into that field of that type.
 */
import { NO_ROWS } from "../../base/lists.ts";
import { firstCandidates } from "../../edges.ts";
import { DefinitionKind, listItems } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { functionsIn } from "../../facts/stored_names.ts";
import { evaluateValue } from "../evaluate.ts";
import { type DefinitionId, fileOf, type Meaning, rowOf, Tag } from "../meaning.ts";
import { firstDeclaring } from "../members/first_declaring.ts";
import { findNameOf } from "../names/names.ts";
import { handedTo, storedAs } from "../state/asked_names.ts";
import type { FileView } from "../state/file_view.ts";
import { type Taker, takerOfParameter } from "../state/parameters.ts";
import type { World } from "../world.ts";
import { bestName } from "./best_name.ts";

/** Places of one name, and files that hand something to one, that are looked at. */
export const MOST_PLACES = 64;
/** Functions that one is handed on through. */
const DEEPEST = 3;

/** The functions that are put into the field `name` of a value like `receiver`. */
export function functionsPut(world: World, receiver: Meaning, name: string): readonly DefinitionId[] {
  if (world.rules.fieldsTakeFunctions !== true || !world.isOwnObject(receiver)) return NO_ROWS;
  const owner = firstDeclaring(world, receiver.definition, name)?.owner;
  if (owner === undefined) return NO_ROWS;
  const key = `${owner} ${name}`;
  return world.kept.functionsPut.get(key) ?? world.kept.functionsPut.find(key, () => findPut(world, owner, name));
}

function findPut(world: World, owner: DefinitionId, name: string): readonly DefinitionId[] {
  const asked = functionsIn(name);
  world.askName(storedAs(asked));
  const found = new Set<DefinitionId>();
  for (const use of world.names.find("stored", asked).slice(0, MOST_PLACES)) {
    const view = world.view(fileOf(use));
    world.askInside(view.index);
    const { uses, expressions: { a, b } } = view.facts;
    const given = uses.expression[rowOf(use)]!;
    if (isOfField(world, view, a[b[given]!]!, owner, name)) addFunctionsGiven(world, view, a[given]!, found);
  }
  return firstCandidates(found);
}

/** Whether a literal's type, or the value that is assigned to, has the field from `owner`. */
function isOfField(world: World, view: FileView, holder: number, owner: DefinitionId, name: string): boolean {
  const { tag, definition } = evaluateValue(world, view, holder);
  const isOwn = (tag === Tag.definition || tag === Tag.instance || tag === Tag.self) && !world.inLibrary(definition);
  return isOwn && firstDeclaring(world, definition, name)?.owner === owner;
}

/** Adds the function that an expression names, or those that callers hand over for the parameter that it names. */
export function addFunctionsGiven(world: World, view: FileView, expression: number, found: Set<DefinitionId>, depth = 0): void {
  const function_ = functionNamed(world, view, expression);
  if (function_ !== 0) found.add(function_);
  if (function_ !== 0 || view.facts.expressions.op[expression] !== Op.name) return;
  const rows = findNameOf(world, view, expression)?.rows ?? NO_ROWS;
  const taker = rows.length === 1 ? takerOfParameter(world, view, rows[0]!) : undefined;
  if (taker !== undefined && taker.position >= 0) addHanded(world, taker, found, depth + 1);
}

/** Adds the functions that calls hand to a function, or that are converted to a type, at a position from 0. */
export function addHanded(world: World, taker: Taker, found: Set<DefinitionId>, depth = 0): void {
  if (depth > DEEPEST) return;
  const name = world.nameOf(taker.definition);
  world.askName(handedTo(name));
  for (const file of world.names.filesHanding(name).slice(0, MOST_PLACES)) {
    const home = world.view(file);
    world.askInside(file);
    const { calls } = home.facts;
    for (let call = 1; call < calls.length; call++) {
      const callee = calls.expression[call]!;
      const given = calls.arguments[call] === 0 || bestName(home.facts, callee) !== name ? 0 : argumentAt(home, call, taker.position);
      if (given === 0 || evaluateValue(world, home, callee).definition !== taker.definition) continue;
      addFunctionsGiven(world, home, given, found, depth);
    }
  }
}

function argumentAt({ facts }: FileView, call: number, position: number): number {
  return listItems(facts, facts.calls.arguments[call]!)[position] ?? 0;
}

/** The function of the repository that an expression names; 0 where it is a value that holds one, or none. */
export function functionNamed(world: World, view: FileView, expression: number): DefinitionId {
  const value = evaluateValue(world, view, expression);
  const isNamed = !value.held && world.isOwnFunction(value) && world.kindOf(value.definition) !== DefinitionKind.lambda;
  return isNamed ? value.definition : 0;
}
