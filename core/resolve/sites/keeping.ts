/**
 * Whether a decorator may retain the function it decorates, to call it later.
 *
 * Stage: resolve. The decorated function is traced as a parameter's value (`parameter_flow.ts`), from function to function. Invariant: what
 * is not certainly harmless retains it. A wrapper that calls it is harmless: callers of the wrapper call the function's own name.
 */
import { BindingFlag, DefinitionFlag, DefinitionKind, type Facts, listItems } from "../../facts.ts";
import { NamedMode, Op } from "../../facts/expressions.ts";
import { evaluateValue, macroAt } from "../evaluate.ts";
import { type DefinitionId, definitionId, fileOf, instance, lastPart, type Meaning, rowOf, Tag } from "../meaning.ts";
import { memberMeaning } from "../members/members.ts";
import { preferBodies } from "../names/joined_bindings.ts";
import { Space } from "../names/names.ts";
import { isOwnDefinition, isOwnFunction } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import { parametersOf } from "../state/parameters.ts";
import type { World } from "../world.ts";
import type { EdgeRow } from "./edge_rows.ts";
import { ParameterFlow } from "./parameter_flow.ts";

/** Maximum number of functions that pass it on to each other. */
const DEEPEST = 6;

/** Marks the edges from definitions to their decorators (in `rows`, those of the file) if none of these retains what it decorates. */
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

/** Whether a use is a decorator whose name does not already determine that it retains nothing. */
export function isOpenDecorator({ expressions: { op, b, c } }: Facts, use: number): boolean {
  return op[use] === Op.named && b[use] === NamedMode.decorator && c[use] === 0;
}

/** Whether the decorator at a row of `expressions` may retain what it decorates. */
function keepsDecorated(world: World, view: FileView, decorator: number): boolean {
  const macro = macroAt(world, view, decorator);
  if (macro !== undefined) return !givesBack(world, macro.meaning);
  const isCalled = view.facts.expressions.op[decorator] === Op.call;
  const meaning = evaluateValue(world, view, isCalled ? view.facts.expressions.a[decorator]! : decorator);
  const isKept = (): boolean => new Keeping(world).isKept(meaning, isCalled);
  if (meaning.tag !== Tag.definition || meaning.held) return isKept();
  const key = `${meaning.definition}${isCalled ? "()" : ""}`;
  return world.kept.keeping.get(key) ?? world.kept.keeping.find(key, isKept);
}

/** Whether a function that implements a macro calls nothing, and so returns the tokens that it receives. */
function givesBack(world: World, maker: Meaning): boolean {
  if (!isOwnDefinition(world, maker)) return false;
  const view = world.viewOf(maker.definition);
  world.askInside(view.index);
  return !view.facts.calls.caller.includes(rowOf(maker.definition));
}

/** Examines one decorator, and all that it passes the function on to. */
export class Keeping {
  /** By parameter: whether a function retains its argument. */
  readonly #known = new Map<string, boolean>();
  #depth = 0;

  constructor(readonly world: World) {}

  /** Whether `decorator`, or the result of calling it, may retain what it is applied to. */
  isKept(decorator: Meaning, isCalled: boolean): boolean {
    return isCalled ? this.#isKeptByResult(decorator) : this.#isKeptBy(decorator);
  }

  /** For a decorator that is `meaning` itself. */
  #isKeptBy(meaning: Meaning): boolean {
    if (meaning.tag === Tag.nothing) return false;
    const id = this.#functionOf(meaning);
    return id === 0 || this.#parameters(id).some((row) => this.keepsGiven(id, row));
  }

  /** For a decorator that is the result of calling `meaning`. */
  #isKeptByResult(meaning: Meaning): boolean {
    if (meaning.tag !== Tag.definition || meaning.held || this.world.inLibrary(meaning.definition)) return true;
    if (this.world.kindOf(meaning.definition) === DefinitionKind.class) {
      const call = this.world.rules.protocols.call?.[0];
      return call === undefined || this.#isKeptBy(memberMeaning(this.world, instance(meaning.definition), call, Space.value));
    }
    const id = this.#functionOf(meaning);
    const view = id === 0 ? undefined : this.world.viewOf(id);
    if (view === undefined || this.#depth >= DEEPEST) return true;
    this.world.askInside(view.index);
    const given = listItems(view.facts, view.facts.definitions.returns[rowOf(id)]!);
    this.#depth++;
    const isKept = given.length === 0 || given.some((expression) => this.#isKeptByGiven(view, id, expression));
    this.#depth--;
    return isKept;
  }

  /** For a decorator that is the value of the returned `expression` of the function `id`. */
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
        // `return wrap(f)`: as if the function were passed itself.
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
  #functionOf(value: Meaning): DefinitionId {
    if (value.held || !isOwnFunction(this.world, value)) return 0;
    const { definition } = value;
    if ((this.world.flagsOf(definition) & DefinitionFlag.bodiless) === 0) return definition;
    // Of overloads, the one with a body runs.
    const view = this.world.viewOf(definition);
    const [own = 0] = preferBodies(view, view.namesakes(rowOf(definition)));
    const found = view.facts.bindings.definition[own]!;
    const isFound = found !== 0 && (view.facts.definitions.flags[found]! & DefinitionFlag.bodiless) === 0;
    return isFound ? definitionId(fileOf(definition), found) : 0;
  }

  /** Parameters that receive the decorated function: the required ones. */
  #parameters(id: DefinitionId): number[] {
    const { flags } = this.world.viewOf(id).facts.bindings;
    const [first, ...others] = parametersOf(this.world, id);
    return first === undefined ? [] : [first, ...others.filter((row) => (flags[row]! & (BindingFlag.optional | BindingFlag.named)) === 0)];
  }

  /** Whether a function retains the argument for its parameter `row` (of `bindings`). */
  keepsGiven(id: DefinitionId, row: number): boolean {
    const key = `${id} ${row}`;
    let known = this.#known.get(key);
    if (known === undefined) {
      if (this.#depth >= DEEPEST) return true;
      const view = this.world.viewOf(id);
      this.world.askInside(view.index);
      // A recursive call alone retains nothing.
      this.#known.set(key, false);
      this.#depth++;
      known = new ParameterFlow(this, view, rowOf(id), row).escapes();
      this.#depth--;
      this.#known.set(key, known);
    }
    return known;
  }

  /** Whether a call of `callee` retains its argument `place`. */
  keepsArgument(callee: Meaning, place: number): boolean {
    const id = this.#functionOf(callee);
    const row = id === 0 ? undefined : parametersOf(this.world, id)[place];
    return row === undefined || this.keepsGiven(id, row);
  }
}

/** Whether an external function returns its argument. */
export function carries(world: World, callee: Meaning): boolean {
  const { passing } = world.rules;
  return passing !== undefined && (passing.gives.includes(nameOutside(world, callee)) || passing.marks?.test(callee.name) === true);
}

/** The last part of the name of a function that is not in the repository, or "". */
export function nameOutside(world: World, { tag, name, definition }: Meaning): string {
  if (tag === Tag.external) return lastPart(name);
  return tag === Tag.definition && world.inLibrary(definition) ? world.nameOf(definition) : "";
}

function isName(facts: Facts, expression: number, name: number): boolean {
  return facts.expressions.op[expression] === Op.name && facts.expressions.a[expression] === name;
}
