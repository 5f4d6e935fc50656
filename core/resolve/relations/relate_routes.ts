/**
 * HTTP routes that a file declares and calls.
 *
 * Stage: resolve. Runs after the file's calls are resolved. Invariants: the callee is known to be the framework's or client's own, by
 * import and type; the path is a literal; if its prefix is not known, the edge says so.
 */
import { listItems } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { lastNameOf } from "../../facts/written_names.ts";
import type { ArgumentPlace, RouteRule, RouteRules } from "../../rules/route_rules.ts";
import type { DefinitionId } from "../meaning.ts";
import { EDGE_NUMBERS } from "../sites/edge_rows.ts";
import type { FileView } from "../state/file_view.ts";
import { addExposed } from "./exposed_routes.ts";
import { relateRegistered } from "./relate_registered.ts";
import { placeKey, type RelationRows } from "./relation_rows.ts";
import { argumentAt, decoratedBy, HTTP_METHOD, isPath, methodsAt, receiverOf, textAt } from "./route_arguments.ts";
import { relateRouteAttributes } from "./route_attributes.ts";
import { type Handler, handlerOf, unnamed } from "./route_handlers.ts";
import type { RouteMounts } from "./route_mounts.ts";
import { joinPrefixes, NO_PREFIX, pathOfPattern, type Prefix, prefixOf, readAddress, splitMethod } from "./route_path.ts";
import { relateResource } from "./route_resources.ts";
import { dottedName, sourcesOf } from "./route_sources.ts";

/** Maximum number of calls in a chain. */
const LONGEST = 40;

/** Adds the file's `exposes` and `consumes`. */
export function relateRoutes(relations: RelationRows): void {
  const routes = relations.world.plugin.routes;
  if (routes === undefined) return;
  const names = new Map<number, string>();
  const targets = new Map<number, DefinitionId>();
  const saysPaths = saysPath(relations.view.facts.strings);
  for (const { type, target, external, heuristic, name, line, column } of relations.rows) {
    if (type !== EDGE_NUMBERS.calls) continue;
    if (target < 0 && external) {
      if (routes.packages.test(name)) names.set(placeKey(line, column), dottedName(relations.world, name));
    } else if (saysPaths) {
      if (target < 0) names.set(placeKey(line, column), "");
      else if (!heuristic) targets.set(placeKey(line, column), target);
    }
  }
  if (names.size > 0) new RouteReader(relations, routes, names).read();
  if (targets.size > 0) relateRegistered(relations, routes, targets);
  if (routes.attributes !== undefined) relateRouteAttributes(relations, routes);
}

/** Whether one of a file's texts is spelled like a path; most files have none, and all are checked. */
function saysPath(texts: readonly string[]): boolean {
  for (let i = 0; i < texts.length; i++) if (isPath(texts[i]!)) return true;
  return false;
}

/** A call that declares or calls a route, as the rule for its callee reads it. */
interface Route {
  /** Row of `calls`. */
  readonly call: number;
  readonly rule: RouteRule;
  /** The HTTP method that the callee's name says. */
  readonly named: string | undefined;
  readonly args: readonly number[];
  /** The definition that the call decorates, or 0. */
  readonly decorated: number;
  /** As written, without prefixes. */
  readonly path: string;
}

class RouteReader {
  /** By call: the call of a method on its result. */
  #callsBehind: ReadonlyMap<number, number> | undefined;

  /** @param names of external callees, by the position of the call; "" if the callee is not known */
  constructor(readonly relations: RelationRows, readonly routes: RouteRules, readonly names: ReadonlyMap<number, string>) {}

  get view(): FileView {
    return this.relations.view;
  }

  read(): void {
    const { calls } = this.view.facts;
    for (let call = 1; call < calls.length; call++) {
      const name = this.#nameOf(call);
      if (name === undefined) continue;
      for (const rule of this.routes.rules) {
        const match = rule.callee.exec(name);
        if (match !== null && this.#relate(call, rule, match.groups?.method)) break;
      }
      for (const rule of this.routes.resources ?? []) if (rule.callee.test(name)) relateResource(this.relations, this.routes, rule, call);
    }
  }

  /** The external name of a call's callee. */
  #nameOf(call: number): string | undefined {
    const { calls } = this.view.facts;
    const name = this.names.get(placeKey(calls.line[call]!, calls.column[call]!));
    return name === "" ? this.#nameByCallers(call) : name;
  }

  /** For a call with a path argument on a parameter without a type: the name according to all callers. */
  #nameByCallers(call: number): string | undefined {
    const { calls, expressions, strings } = this.view.facts;
    const result = calls.result[call]!;
    const args = listItems(this.view.facts, calls.arguments[call]!);
    if (!args.some((argument) => expressions.op[argument] === Op.literal && isPath(strings[expressions.c[argument]!]!))) return undefined;
    const callee = expressions.a[result]!;
    if (expressions.op[result] !== Op.call || expressions.op[callee] !== Op.member) return undefined;
    return this.relations.world.routeMounts(this.routes).nameByCallers(this.view, result, strings[expressions.b[callee]!]!);
  }

  #relate(call: number, rule: RouteRule, named: string | undefined): boolean {
    const { calls } = this.view.facts;
    const args = listItems(this.view.facts, calls.arguments[call]!);
    if (args.length < (rule.least ?? 0)) return false;
    const isDecorator = rule.handler?.includes("decorated") === true;
    const decorated = isDecorator ? decoratedBy(this.view, call) : 0;
    const text = textAt(this.relations.world, this.view, args, rule.path) ?? (isDecorator && args.length === 0 ? "" : undefined);
    if ((text === undefined && rule.path.length > 0) || (isDecorator && decorated === 0) || this.#mountsOthers(args, rule)) return false;
    const own = rule.isPattern === true ? pathOfPattern(text ?? "") : text ?? "";
    const prefixes = this.#prefixesOf(call, rule, decorated);
    if (text === undefined && prefixes.every((prefix) => prefix.text === "")) return false;
    for (const prefix of prefixes) this.#addAll({ call, rule, named, args, decorated, path: own }, prefix);
    return true;
  }

  /** Adds the edges of a route under one of its prefixes. */
  #addAll({ call, rule, named, args, decorated, path: own }: Route, prefix: Prefix): void {
    if (rule.methods !== undefined) {
      this.#addChain(call, rule, args[rule.methods] ?? 0, joinPrefixes(prefix, prefixOf(own)));
      return;
    }
    const split = splitMethod(own);
    const said = named !== undefined
      ? [named]
      : rule.methodsBeside !== undefined
      ? this.#methodsBeside(call, rule.methodsBeside)
      : methodsAt(this.relations.world, this.view, args, rule.method ?? []);
    // Methods that are passed, but not known, may be any.
    const isOpen = rule.role === "exposes" && (rule.method ?? []).some((place) => argumentAt(this.view, args, place) !== 0);
    const methods = split.method !== undefined ? [split.method] : said.length > 0 ? said : [isOpen ? "ANY" : rule.otherwise];
    const handler = decorated !== 0 ? { definition: this.relations.own(decorated) } : this.#handlerAt(args, rule.handler ?? []);
    const path = joinPrefixes(prefix, prefixOf(split.path));
    for (const method of methods) this.#add(call, rule, method, path, handler);
  }

  /** The methods given by the call of that name on this call's result, or by the nearest one among those that created its receiver. */
  #methodsBeside(call: number, name: string): string[] {
    const { calls, expressions } = this.view.facts;
    const callBefore = (at: number): number => {
      const receiver = receiverOf(this.view, calls.result[at]!);
      return expressions.op[receiver] === Op.call ? expressions.c[receiver]! : 0;
    };
    this.#callsBehind ??= new Map(Array.from({ length: calls.length }, (_, at) => [at === 0 ? 0 : callBefore(at), at]));
    let length = 0;
    for (let at = this.#callsBehind.get(call); at !== undefined && length < LONGEST; at = this.#callsBehind.get(at), length++) {
      const said = this.#methodsSaid(this.view, calls.result[at]!, name);
      if (said.length > 0) return said;
    }
    let [view, receiver] = [this.view, receiverOf(this.view, calls.result[call]!)];
    for (; receiver !== 0 && length < LONGEST; length++) {
      const [source, ...others] = sourcesOf(this.relations.world, view, receiver);
      if (source?.kind !== "made" || others.length > 0) break;
      const said = this.#methodsSaid(source.view, source.expression, name);
      if (said.length > 0) return said;
      [view, receiver] = [source.view, receiverOf(source.view, source.expression)];
    }
    return [];
  }

  /** The methods that a call (row of `expressions`) gives, one per argument, if it is of that name. */
  #methodsSaid(view: FileView, call: number, name: string): string[] {
    const { expressions, strings } = view.facts;
    if (expressions.op[call] !== Op.call || strings[lastNameOf(view.facts, expressions.a[call]!)] !== name) return [];
    const args = listItems(view.facts, expressions.b[call]!);
    return args.flatMap((_, place) => methodsAt(this.relations.world, view, args, [place]));
  }

  #add(call: number, rule: RouteRule, method: string, written: Prefix, handler: Handler | undefined): void {
    const { calls } = this.view.facts;
    const place = { line: calls.line[call]!, column: calls.column[call]! };
    const upper = /^(?:all|any)$/i.test(method) ? "ANY" : method.toUpperCase();
    const caller = this.relations.own(calls.caller[call]!);
    if (rule.role === "exposes") {
      const isNamed = handler !== undefined && "definition" in handler;
      const said = { method: upper, framework: rule.framework };
      addExposed(this.relations, isNamed ? handler.definition : caller, place, isNamed ? said : { ...said, ...unnamed(handler) }, written);
      return;
    }
    const address = readAddress(written.text);
    if (address === undefined) return;
    this.relations.add("consumes", caller, { name: `${upper} ${address.path}`, external: false }, place, {
      rule: "route",
      text: written.text,
      properties: { method: upper, path: address.path, client: rule.framework, ...(address.host === "" ? {} : { host: address.host }) },
    });
  }

  /** `get(list).post(add)`, `web::get().to(list)`: each method with the handler that follows it. */
  #addChain(call: number, rule: RouteRule, start: number, written: Prefix): void {
    const { expressions, strings } = this.view.facts;
    const steps: { name: string; args: readonly number[] }[] = [];
    for (let at = start; at !== 0 && steps.length < 20;) {
      if (expressions.op[at] !== Op.call) break;
      const callee = expressions.a[at]!;
      const op = expressions.op[callee]!;
      const isNamed = op === Op.name;
      const name = strings[isNamed ? expressions.a[callee]! : expressions.b[callee]!] ?? "";
      steps.unshift({ name, args: listItems(this.view.facts, expressions.b[at]!) });
      if (isNamed || op === Op.path) break;
      at = expressions.a[callee]!;
    }
    for (const [i, { name, args }] of steps.entries()) {
      if (!HTTP_METHOD.test(name)) continue;
      const given = args.length > 0 ? args : steps[i + 1]?.args ?? [];
      this.#add(call, rule, name, written, this.#handlerAt(given, [0]));
    }
  }

  /** The handler in the first of these places that has one; undefined if none does. */
  #handlerAt(args: readonly number[], places: readonly (ArgumentPlace | "decorated" | "last")[]): Handler | undefined {
    for (const place of places) {
      const expression = place === "decorated" ? 0 : argumentAt(this.view, args, place);
      const handler = expression === 0 ? undefined : handlerOf(this.relations.world, this.view, expression);
      if (handler !== undefined) return handler;
    }
    return undefined;
  }

  #mountsOthers(args: readonly number[], rule: RouteRule): boolean {
    const { expressions } = this.view.facts;
    const place = rule.handler?.[0];
    if (rule.exceptHandler === undefined || place === undefined || place === "decorated") return false;
    const handler = argumentAt(this.view, args, place);
    const name = expressions.op[handler] === Op.call ? this.#nameOf(expressions.c[handler]!) : undefined;
    return name !== undefined && rule.exceptHandler.test(name);
  }

  /** The prefixes of the path: of the class around the decorated function, of the receiver, and of its mounts. */
  #prefixesOf(call: number, rule: RouteRule, decorated: number): readonly Prefix[] {
    const { calls, definitions } = this.view.facts;
    const { world } = this.relations;
    const mounts = world.routeMounts(this.routes);
    const made = calls.result[call]!;
    const receiver = receiverOf(this.view, made);
    if (rule.role === "consumes") return [receiver === 0 ? NO_PREFIX : { ...mounts.ownPrefix(this.view, receiver), isWhole: true }];
    if (rule.isListed === true) return mounts.prefixesOfList(this.view, made);
    if (receiver !== 0) return mounts.prefixesOf(this.view, receiver);
    const holder = decorated === 0 ? 0 : definitions.parent[decorated]!;
    return holder > 1 ? this.#classPrefixes(holder, mounts) : [NO_PREFIX];
  }

  #classPrefixes(holder: number, mounts: RouteMounts): readonly Prefix[] {
    const { calls } = this.view.facts;
    for (let call = 1; call < calls.length; call++) {
      const name = this.#nameOf(call);
      const rule = name === undefined ? undefined : this.routes.classPrefixes?.find((one) => one.callee.test(name));
      if (rule === undefined || decoratedBy(this.view, call) !== holder) continue;
      const said = mounts.readPaths(this.view, listItems(this.view.facts, calls.arguments[call]!), rule);
      const before = mounts.prefixesOfClass(this.relations.own(holder));
      return said.length === 0 ? before : before.flatMap((prefix) => said.map((path) => joinPrefixes(prefix, path)));
    }
    return [NO_PREFIX];
  }
}
