/**
 * Functions of the repository that declare routes for their callers: they pass one parameter as the path to a framework, or to another such
 * function, and another one as the handler.
 *
 * Stage: resolve. Invariants: a function qualifies by what it passes on, never by its name; the result depends on its body.
 */
import { append } from "../../base/lists.ts";
import { BindingFlag, BindingKind, listItems } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import type { RouteRule, RouteRules } from "../../rules/route_rules.ts";
import { calledMeaning, evaluateValue } from "../evaluate.ts";
import { type DefinitionId, definitionId, rowOf, Tag } from "../meaning.ts";
import { onlyBinding } from "../names/names.ts";
import { isOwnFunction } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import { takerOfParameter } from "../state/parameters.ts";
import { SharedAnswers } from "../state/shared_answers.ts";
import type { World } from "../world.ts";
import { valueOfBinding } from "./held_values.ts";
import { argumentAt, argumentsOf, methodsAt, receiverOf } from "./route_arguments.ts";
import { type Handler, handlerOf } from "./route_handlers.ts";
import { dottedName, outsideName } from "./route_sources.ts";

/** Maximum number of calls and variables between a parameter and what is passed on. */
const DEEPEST = 6;

/** The source of a value in a call: the argument for a parameter, or an option of it. */
export interface Slot {
  /** The position of the parameter; `last` if it takes all further arguments. */
  readonly position: number | "last";
  readonly name: string;
  readonly option: string;
}

/** An expression with its file. */
interface Written {
  readonly file: number;
  readonly expression: number;
}

/** A route that each call of a function declares. */
export interface Registrar {
  readonly rule: RouteRule;
  /** The HTTP method: fixed by the function, or given by its callers. */
  readonly method: string | Slot;
  readonly path: Slot;
  /** The one of these that is a function is the handler. */
  readonly handlers: readonly Slot[];
  /** The handler, if callers do not give it. */
  readonly handler: Handler | undefined;
  readonly router: Written | Slot;
}

/** The argument of a call for a slot (row of `expressions`), or 0. */
export function argumentFor(view: FileView, args: readonly number[], { position, name, option }: Slot): number {
  const argument = argumentAt(view, args, position) || argumentAt(view, args, name);
  return argument === 0 || option === "" ? argument : argumentAt(view, [argument], option);
}

/** The registrars of one world; `routes` are the rules of its language. */
export class Registrars {
  readonly #known: SharedAnswers<DefinitionId, readonly Registrar[]>;
  /** Functions being examined: a recursive call declares nothing. */
  readonly #open = new Set<DefinitionId>();

  constructor(readonly world: World, readonly routes: RouteRules) {
    this.#known = new SharedAnswers(world.evaluation);
  }

  /** The routes that each call of a repository function declares. */
  of(definition: DefinitionId): readonly Registrar[] {
    const known = this.#known.get(definition);
    if (known !== undefined) return known;
    if (this.#open.has(definition) || this.#open.size > DEEPEST) return [];
    this.#open.add(definition);
    const view = this.world.viewOf(definition);
    // What is left out because of a cycle is missing only for the function that closed it.
    const found = this.#known.seek(definition, () => {
      this.world.askInside(view.index);
      return { value: this.#find(view, rowOf(definition)), isCertain: this.#open.size === 1 };
    }, view.index);
    this.#open.delete(definition);
    return found;
  }

  #find(view: FileView, definition: number): Registrar[] {
    const { calls } = view.facts;
    const found: Registrar[] = [];
    const taken = { view, definition };
    for (const call of view.callsWithin(definition)) {
      const args = listItems(view.facts, calls.arguments[call]!);
      if (args.some((argument) => this.#mayPassOn(taken, argument))) append(found, this.#declaredBy(taken, call, args));
    }
    return found;
  }

  /** Whether an argument is a parameter, or an object, whose options may be parameters. */
  #mayPassOn(taken: Taken, argument: number): boolean {
    return this.#slotOf(taken, argument) !== undefined || taken.view.facts.expressions.op[argument] === Op.definition;
  }

  #declaredBy(taken: Taken, call: number, args: readonly number[]): readonly Registrar[] {
    const { view } = taken;
    const { calls, expressions } = view.facts;
    const callee = calls.expression[call]!;
    if (expressions.op[callee] === Op.index) {
      const object = evaluateValue(this.world, view, expressions.a[callee]!);
      const method = this.#slotOf(taken, listItems(view.facts, expressions.b[callee]!)[0] ?? 0);
      if (object.tag !== Tag.external || method === undefined) return [];
      return this.#passedOut(taken, args, `${dottedName(this.world, object.name)}.get`, method, expressions.a[callee]!);
    }
    const meaning = calledMeaning(this.world, view, callee);
    if (isOwnFunction(this.world, meaning)) {
      return this.of(meaning.definition).flatMap((inner) => this.#passedOn(taken, args, inner));
    }
    const result = calls.result[call]!;
    const name = expressions.op[result] === Op.call ? outsideName(this.world, view, result) : undefined;
    return name === undefined ? [] : this.#passedOut(taken, args, name, undefined, receiverOf(view, result));
  }

  /** The routes that a call declares through its arguments. @param method what determines the called method's name, if callers give it */
  #passedOut(taken: Taken, args: readonly number[], name: string, method: Slot | undefined, receiver: number): readonly Registrar[] {
    const { view } = taken;
    if (receiver === 0 || !this.routes.packages.test(name)) return [];
    for (const rule of this.routes.rules) {
      const match = declaresByArguments(rule) && args.length >= (rule.least ?? 0) ? rule.callee.exec(name) : null;
      if (match === null) continue;
      const path = this.#firstSlot(taken, rule.path.map((place) => argumentAt(view, args, place)));
      if (path === undefined) continue;
      const said = methodsAt(this.world, view, args, rule.method ?? [])[0] ??
        this.#firstSlot(taken, (rule.method ?? []).map((place) => argumentAt(view, args, place)));
      const served = (rule.handler ?? []).map((place) => place === "decorated" ? 0 : argumentAt(view, args, place)).find((one) =>
        one !== 0
      );
      return [{
        rule,
        method: method ?? match.groups?.method ?? said ?? rule.otherwise,
        path,
        ...this.#handlersIn(taken, served ?? 0, path),
        router: this.#slotOf(taken, receiver) ?? { file: view.index, expression: receiver },
      }];
    }
    return [];
  }

  /** The routes that `inner` declares if a function passes its parameters on to it. */
  #passedOn(taken: Taken, args: readonly number[], inner: Registrar): Registrar[] {
    const { view } = taken;
    const path = this.#slotOf(taken, argumentFor(view, args, inner.path));
    if (path === undefined) return [];
    const passed = <T>(slot: T | Slot): number => isSlot(slot) ? argumentFor(view, args, slot) : 0;
    const method = isSlot(inner.method)
      ? methodsAt(this.world, view, [passed(inner.method)], [0])[0] ?? this.#slotOf(taken, passed(inner.method))
      : inner.method;
    const served = inner.handlers.map((slot) => argumentFor(view, args, slot)).filter((one) => one !== 0);
    const [first] = served.map((one) => this.#handlersIn(taken, one, path)).filter(({ handlers, handler }) =>
      handlers.length > 0 || handler !== undefined
    );
    const router = passed(inner.router);
    return [{
      rule: inner.rule,
      method: method ?? inner.rule.otherwise,
      path,
      handlers: first?.handlers ?? [],
      handler: first === undefined ? inner.handler : first.handler,
      router: router === 0 ? inner.router : this.#slotOf(taken, router) ?? { file: view.index, expression: router },
    }];
  }

  #firstSlot(taken: Taken, expressions: readonly number[]): Slot | undefined {
    for (const expression of expressions) {
      const slot = this.#slotOf(taken, expression);
      if (slot !== undefined) return slot;
    }
    return undefined;
  }

  /** The parameters used as the handler, directly, or passed to or called in an expression; otherwise the fixed handler. */
  #handlersIn(taken: Taken, expression: number, path: Slot): Pick<Registrar, "handlers" | "handler"> {
    const slots = new Map<string, Slot>();
    this.#addHandlers(taken, expression, slots, 0);
    slots.delete(keyOf(path));
    return { handlers: [...slots.values()], handler: slots.size > 0 ? undefined : this.#servedBy(taken, expression) };
  }

  /** A fixed handler; an anonymous one belongs to the function. */
  #servedBy({ view, definition }: Taken, expression: number): Handler | undefined {
    const handler = handlerOf(this.world, view, expression);
    return handler === undefined || "definition" in handler ? handler : { definition: definitionId(view.index, definition) };
  }

  #addHandlers(taken: Taken, expression: number, into: Map<string, Slot>, depth: number): void {
    const { view } = taken;
    const { op, a } = view.facts.expressions;
    if (expression === 0 || depth > DEEPEST) return;
    const slot = this.#slotOf(taken, expression);
    if (slot !== undefined) into.set(keyOf(slot), slot);
    else if (op[expression] === Op.call) {
      for (const one of [receiverOf(view, expression), ...argumentsOf(view, expression)]) this.#addHandlers(taken, one, into, depth + 1);
    } else if (op[expression] === Op.spread) this.#addHandlers(taken, a[expression]!, into, depth + 1);
    else if (op[expression] === Op.definition) this.#addCalledIn(taken, a[expression]!, into);
  }

  /** Adds the parameters that an anonymous function calls. */
  #addCalledIn(taken: Taken, lambda: number, into: Map<string, Slot>): void {
    const { calls, definitions } = taken.view.facts;
    for (let call = 1; call < calls.length; call++) {
      const isInside = calls.at[call]! >= definitions.start[lambda]! && calls.at[call]! < definitions.end[lambda]!;
      const slot = isInside ? this.#slotOf(taken, calls.expression[call]!) : undefined;
      if (slot !== undefined) into.set(keyOf(slot), slot);
    }
  }

  /** The parameter of the function, or an option of it, that an expression is; otherwise undefined. */
  #slotOf(taken: Taken, expression: number, depth = 0): Slot | undefined {
    if (expression === 0 || depth > DEEPEST) return undefined;
    const { view } = taken;
    const { expressions, bindings, strings } = view.facts;
    const [a, b] = [expressions.a[expression]!, expressions.b[expression]!];
    switch (expressions.op[expression]) {
      case Op.name: {
        const binding = onlyBinding(this.world, view, expression);
        if (bindings.kind[binding] === BindingKind.parameter) return this.#slotOfParameter(taken, binding);
        return bindings.kind[binding] === BindingKind.variable ? this.#slotOf(taken, valueOfBinding(view, binding), depth + 1) : undefined;
      }
      case Op.binding:
        return this.#slotOfParameter(taken, a);
      case Op.member: {
        const whole = this.#slotOf(taken, a, depth + 1);
        return whole === undefined || whole.option !== "" ? undefined : { ...whole, option: strings[b]! };
      }
      case Op.reference:
      case Op.await:
      case Op.spread:
      case Op.unwrap:
        return this.#slotOf(taken, a, depth + 1);
      case Op.cast:
        return this.#slotOf(taken, b, depth + 1);
      default:
        return undefined;
    }
  }

  #slotOfParameter({ view, definition }: Taken, binding: number): Slot | undefined {
    const taker = takerOfParameter(this.world, view, binding);
    if (taker === undefined || rowOf(taker.definition) !== definition || taker.position < 0) return undefined;
    const { flags, name } = view.facts.bindings;
    const isRest = (flags[binding]! & (BindingFlag.rest | BindingFlag.restTogether)) !== 0;
    return { position: isRest ? "last" : taker.position, name: view.text(name[binding]!), option: "" };
  }
}

/** A function (row of `definitions`) whose parameters are searched. */
interface Taken {
  readonly view: FileView;
  readonly definition: number;
}

/** Whether a part of a registrar is given by callers. */
export function isSlot<T>(part: T | Slot): part is Slot {
  return typeof part === "object" && part !== null && "position" in part;
}

function keyOf({ position, option }: Slot): string {
  return `${position}.${option}`;
}

/** Whether a rule's call takes path and handler as arguments. */
function declaresByArguments(rule: RouteRule): boolean {
  return rule.role === "exposes" && rule.methods === undefined && rule.isListed !== true && rule.handler?.includes("decorated") === false;
}
