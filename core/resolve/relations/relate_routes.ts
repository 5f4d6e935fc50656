/**
 * HTTP routes that a file declares and calls.
 *
 * Stage: resolve. Runs after the file's calls are known. Invariant: what is called is known to be the framework's or the client's own, by
 * import and type; the path is written as a literal.
 */
import { CallFlag, DefinitionKind, listItems, Op } from "../../facts.ts";
import type { ArgumentPlace, RoutePrefix, RouteRule, RouteRules } from "../../route_rules.ts";
import { EDGE_NUMBERS } from "../edge_rows.ts";
import { evaluateValue } from "../evaluate.ts";
import type { FileView } from "../file_view.ts";
import { type DefinitionId, Tag } from "../meaning.ts";
import { findName, isCallable, Space } from "../names.ts";
import { relateRouteAttributes } from "./route_attributes.ts";
import { joinPaths, normalizePath, pathOfPattern, readAddress } from "./route_path.ts";
import type { Place, RelationRows } from "./relation_rows.ts";

/** How far prefixes are followed outwards. */
const DEEPEST = 6;
const LONGEST_CHAIN = 50;

/** Adds the file's `exposes` and `consumes`. */
export function relateRoutes(relations: RelationRows): void {
  const routes = relations.world.plugin.routes;
  if (routes === undefined) return;
  const places = new Map<string, string>();
  for (const row of relations.rows) {
    if (row.type !== EDGE_NUMBERS.calls || !row.external || row.target >= 0 || !routes.packages.test(row.name)) continue;
    places.set(`${row.line} ${row.column}`, plainName(row.name));
  }
  if (places.size > 0) new RouteReader(relations, routes, places).read();
  if (routes.attributes !== undefined) relateRouteAttributes(relations, routes.attributes);
}

/** `.` between all parts; the whole module and its default export are one. */
export function plainName(name: string): string {
  return name.replaceAll("::", ".").replaceAll(/\.default(?=\.|$)/g, "");
}

class RouteReader {
  constructor(readonly relations: RelationRows, readonly routes: RouteRules, readonly names: ReadonlyMap<string, string>) {}

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
    }
  }

  /** External name of what a call calls. */
  #nameOf(call: number): string | undefined {
    const { calls } = this.view.facts;
    return this.names.get(`${calls.line[call]} ${calls.column[call]}`);
  }

  #relate(call: number, rule: RouteRule, named: string | undefined): boolean {
    const { calls } = this.view.facts;
    const args = listItems(this.view.facts, calls.arguments[call]!);
    if (args.length < (rule.least ?? 0)) return false;
    const isDecorator = rule.handler?.includes("decorated") === true;
    const decorated = isDecorator ? this.#decoratedBy(call) : 0;
    const own = this.#textAt(args, rule.path) ?? (isDecorator && args.length === 0 ? "" : undefined);
    const around = own === undefined && rule.path.length > 0 ? undefined : this.#prefixOf(call, decorated);
    if (around === undefined || (own === undefined && around === "")) return false;
    if ((isDecorator && decorated === 0) || this.#mountsOthers(args, rule)) return false;
    const written = joinPaths(around, rule.isPattern === true ? pathOfPattern(own ?? "") : own ?? "");
    const place = { line: calls.line[call]!, column: calls.column[call]! };
    if (rule.methods !== undefined) return this.#addChain(call, rule, args[rule.methods] ?? 0, written, place);
    const said = named !== undefined ? [named] : this.#methodsAt(args, rule.method ?? []);
    const split = /^([A-Z]+) +(?:[^/\s]*)(\/.*)$/.exec(written);
    const methods = split !== null ? [split[1]!] : said.length > 0 ? said : [rule.otherwise];
    const handler = decorated !== 0 ? this.relations.own(decorated) : this.#handlerAt(args, rule.handler ?? []);
    for (const method of methods) this.#add(call, rule, method, split === null ? written : split[2]!, handler, place);
    return true;
  }

  #add(call: number, rule: RouteRule, method: string, written: string, handler: DefinitionId | undefined, place: Place): void {
    const { calls } = this.view.facts;
    const upper = /^(?:all|any)$/i.test(method) ? "ANY" : method.toUpperCase();
    const caller = this.relations.own(calls.caller[call]!);
    if (rule.role === "exposes") {
      const path = normalizePath(written);
      this.relations.add("exposes", handler ?? caller, { name: `${upper} ${path}`, external: false }, place, {
        rule: "route",
        text: written,
        properties: { method: upper, path, framework: rule.framework },
      });
      return;
    }
    const address = readAddress(written);
    if (address === undefined) return;
    this.relations.add("consumes", caller, { name: `${upper} ${address.path}`, external: false }, place, {
      rule: "route",
      text: written,
      properties: { method: upper, path: address.path, client: rule.framework, ...(address.host === "" ? {} : { host: address.host }) },
    });
  }

  /** `get(list).post(add)`, `web::get().to(list)`: each method with the handler that follows it. */
  #addChain(call: number, rule: RouteRule, start: number, written: string, place: Place): boolean {
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
    let found = false;
    for (const [i, { name, args }] of steps.entries()) {
      if (!HTTP_METHOD.test(name)) continue;
      found = true;
      const given = args.length > 0 ? args : steps[i + 1]?.args ?? [];
      this.#add(call, rule, name, written, this.#handlerAt(given, [0]), place);
    }
    return found;
  }

  /** The function of the repository that stands in one of these places. */
  #handlerAt(args: readonly number[], places: readonly (ArgumentPlace | "decorated" | "last")[]): DefinitionId | undefined {
    const { world } = this.relations;
    for (const place of places) {
      const expression = place === "decorated" ? 0 : this.#argument(args, place);
      if (expression === 0) continue;
      const meaning = evaluateValue(world, this.view, expression);
      if (meaning.tag !== Tag.definition || meaning.held || world.inLibrary(meaning.definition)) continue;
      const kind = world.kindOf(meaning.definition);
      const isNamed = world.nameOf(meaning.definition) !== "";
      if (isNamed && (isCallable(kind) || kind === DefinitionKind.class)) return meaning.definition;
    }
    return undefined;
  }

  #argument(args: readonly number[], place: ArgumentPlace | "last"): number {
    return place === "last" ? args[args.length - 1] ?? 0 : this.#at(args, place);
  }

  /** The argument in a place: a position, a keyword, or an option of the first object literal. */
  #at(args: readonly number[], place: ArgumentPlace): number {
    const { expressions, strings } = this.view.facts;
    if (typeof place === "number") {
      const positional = args.filter((argument) => expressions.op[argument] !== Op.pair);
      return positional[place] ?? 0;
    }
    for (const argument of args) {
      const op = expressions.op[argument]!;
      if (op === Op.pair && expressions.c[argument] !== 1 && strings[expressions.a[argument]!] === place) return expressions.b[argument]!;
      if (op === Op.definition) {
        const value = this.#optionOf(expressions.a[argument]!, place);
        if (value !== 0) return value;
      }
    }
    return 0;
  }

  /** The value of a key of an object literal. */
  #optionOf(object: number, key: string): number {
    const { definitions, bindings } = this.view.facts;
    if (definitions.kind[object] !== DefinitionKind.object) return 0;
    for (const row of this.view.ownedBy(definitions.body[object]!)) {
      if (this.view.text(bindings.name[row]!) !== key) continue;
      const field = bindings.definition[row]!;
      return field === 0 ? bindings.value[row]! : definitions.value[field]!;
    }
    return 0;
  }

  /** Text of the literal in the first of these places that has one. */
  #textAt(args: readonly number[], places: readonly ArgumentPlace[]): string | undefined {
    for (const place of places) {
      const text = this.#literalText(this.#at(args, place));
      if (text !== undefined) return text;
    }
    return undefined;
  }

  #literalText(expression: number): string | undefined {
    const { expressions, strings } = this.view.facts;
    const isText = expressions.op[expression] === Op.literal && expressions.c[expression] !== 0;
    return isText ? strings[expressions.c[expression]!]!.replace(EMPTY_TEXT, "") : undefined;
  }

  /** Methods as literals, in a list, or as members (`http.MethodPut`, `Method::PUT`). */
  #methodsAt(args: readonly number[], places: readonly ArgumentPlace[]): string[] {
    const { expressions, strings } = this.view.facts;
    for (const place of places) {
      const at = this.#at(args, place);
      if (at === 0) continue;
      const op = expressions.op[at]!;
      const items = op === Op.literal && expressions.b[at] !== 0 ? listItems(this.view.facts, expressions.b[at]!) : [at];
      const methods = items.map((item) => {
        const isMember = expressions.op[item] === Op.member || expressions.op[item] === Op.path;
        return isMember ? strings[expressions.b[item]!]!.replace(/^Method/, "") : this.#literalText(item) ?? "";
      });
      const known = methods.filter((method) => HTTP_METHOD.test(method));
      if (known.length > 0) return known;
    }
    return [];
  }

  #mountsOthers(args: readonly number[], rule: RouteRule): boolean {
    const { expressions } = this.view.facts;
    const place = rule.handler?.[0];
    if (rule.exceptHandler === undefined || place === undefined || place === "decorated") return false;
    const handler = this.#argument(args, place);
    const name = expressions.op[handler] === Op.call ? this.#nameOf(expressions.c[handler]!) : undefined;
    return name !== undefined && rule.exceptHandler.test(name);
  }

  /** The definition that a call decorates, or 0: the one that says so, else the first whose name stands behind it. */
  #decoratedBy(call: number): number {
    const { definitions, calls } = this.view.facts;
    const result = calls.result[call]!;
    const isBehind = (row: number): boolean =>
      definitions.nameLine[row]! > calls.line[call]! ||
      (definitions.nameLine[row] === calls.line[call] && definitions.nameColumn[row]! > calls.column[call]!);
    let nearest = 0;
    for (let row = 2; row < definitions.length; row++) {
      if (definitions.decorators[row] !== 0 && listItems(this.view.facts, definitions.decorators[row]!).includes(result)) return row;
      const kind = definitions.kind[row]!;
      if (kind !== DefinitionKind.class && !(isCallable(kind) && definitions.name[row] !== 0)) continue;
      if (!isBehind(row) || (nearest !== 0 && this.#standsBefore(nearest, row))) continue;
      nearest = row;
    }
    return calls.flags[call]! & CallFlag.decorator ? nearest : 0;
  }

  #standsBefore(one: number, other: number): boolean {
    const { nameLine, nameColumn } = this.view.facts.definitions;
    return nameLine[one]! < nameLine[other]! || (nameLine[one] === nameLine[other] && nameColumn[one]! <= nameColumn[other]!);
  }

  /** What stands before the path: of the receiver, of the function around the call, of the class around what is decorated. */
  #prefixOf(call: number, decorated: number): string {
    const { calls, expressions, definitions } = this.view.facts;
    const holder = decorated === 0 ? 0 : definitions.parent[decorated]!;
    const prefix = holder > 1 ? this.#classPrefix(holder) : "";
    const callee = calls.expression[call]!;
    const receiver = expressions.op[callee] === Op.member || expressions.op[callee] === Op.path ? expressions.a[callee]! : 0;
    const holding = this.#bindingHolding(calls.result[call]!);
    const mounted = holding === 0 ? "" : this.#mountOf(holding, 0);
    return joinPaths(joinPaths(prefix, mounted), receiver === 0 ? "" : this.#prefixOfValue(receiver, 0));
  }

  #classPrefix(holder: number): string {
    const { calls } = this.view.facts;
    for (let call = 1; call < calls.length; call++) {
      const name = this.#nameOf(call);
      const rule = name === undefined ? undefined : this.routes.classPrefixes?.find((one) => one.callee.test(name));
      if (rule === undefined || this.#decoratedBy(call) !== holder) continue;
      return this.#textAt(listItems(this.view.facts, calls.arguments[call]!), rule.path) ?? "";
    }
    return "";
  }

  /** The prefix of what an expression gives: of the calls that made it, and of the name that holds it. */
  #prefixOfValue(expression: number, depth: number): string {
    const { expressions } = this.view.facts;
    if (expression === 0 || depth > DEEPEST) return "";
    switch (expressions.op[expression]) {
      case Op.call:
      case Op.new: {
        const callee = expressions.a[expression]!;
        const isMember = expressions.op[callee] === Op.member || expressions.op[callee] === Op.path;
        const outer = isMember ? this.#prefixOfValue(expressions.a[callee]!, depth + 1) : "";
        return joinPaths(outer, this.#saidBy(expressions.c[expression]!));
      }
      case Op.reference:
      case Op.deref:
      case Op.await:
      case Op.unwrap:
        return this.#prefixOfValue(expressions.a[expression]!, depth + 1);
      case Op.name:
        return this.#prefixOfName(expression, depth);
      default:
        return "";
    }
  }

  /** The path that a call of one of the `prefixes` says. */
  #saidBy(call: number): string {
    if (call === 0) return "";
    const name = this.#nameOf(call);
    const rule = name === undefined ? undefined : this.routes.prefixes.find((one: RoutePrefix) => one.callee.test(name));
    return rule === undefined ? "" : this.#textAt(listItems(this.view.facts, this.view.facts.calls.arguments[call]!), rule.path) ?? "";
  }

  /** The path behind which the file itself puts what the binding `row` holds. */
  #mountOf(row: number, depth: number): string {
    const { calls, expressions } = this.view.facts;
    for (let call = 1; call < calls.length; call++) {
      const name = this.#nameOf(call);
      const mount = name === undefined ? undefined : this.routes.mounts.find((one) => one.callee.test(name));
      if (mount === undefined) continue;
      const args = listItems(this.view.facts, calls.arguments[call]!);
      if (!mount.mounted.some((place) => this.#bindingOf(this.#argument(args, place)) === row)) continue;
      const callee = calls.expression[call]!;
      const outer = expressions.op[callee] === Op.member ? this.#prefixOfValue(expressions.a[callee]!, depth + 1) : "";
      return joinPaths(outer, this.#textAt(args, mount.path) ?? "");
    }
    return "";
  }

  /** The binding whose value is made by a chain of calls that this one is part of (`let r = Router::new().route(…)`), or 0. */
  #bindingHolding(result: number): number {
    const { bindings, definitions, expressions } = this.view.facts;
    for (let row = 1; row < bindings.length; row++) {
      const definition = bindings.definition[row]!;
      let at = definition === 0 ? bindings.value[row]! : definitions.value[definition]!;
      for (let depth = 0; at !== 0 && depth < LONGEST_CHAIN; depth++) {
        if (at === result) return row;
        const callee = expressions.op[at] === Op.call ? expressions.a[at]! : 0;
        at = expressions.op[callee] === Op.member ? expressions.a[callee]! : 0;
      }
    }
    return 0;
  }

  /** The one binding that a name means, or 0. */
  #bindingOf(expression: number): number {
    const { op, a, b, c } = this.view.facts.expressions;
    if (op[expression] !== Op.name) return 0;
    const found = findName(this.relations.world, this.view, a[expression]!, b[expression]!, c[expression]!, Space.value);
    return found?.rows.length === 1 ? found.rows[0]! : 0;
  }

  #prefixOfName(expression: number, depth: number): string {
    const { expressions, bindings, scopes, definitions, calls } = this.view.facts;
    const row = this.#bindingOf(expression);
    if (row === 0) return "";
    const definition = bindings.definition[row]!;
    const value = definition === 0 ? bindings.value[row]! : definitions.value[definition]!;
    if (value !== 0) return joinPaths(this.#mountOf(row, depth), this.#prefixOfValue(value, depth + 1));
    // The parameter of a function that is given to a call: `Route("/x", func(r) { r.Get("/y") })`.
    const place = this.view.expectedAt(scopes.definition[bindings.scope[row]!]!);
    if (place === undefined) return "";
    const outer = calls.expression[place[0]]!;
    const isMember = expressions.op[outer] === Op.member;
    return joinPaths(isMember ? this.#prefixOfValue(expressions.a[outer]!, depth + 1) : "", this.#saidBy(place[0]));
  }
}

/** What facts write for a text without a sign, whose own number would mean that there is none. */
const EMPTY_TEXT = "\0";
const HTTP_METHOD = /^(?:get|post|put|patch|delete|head|options|any)$/i;
