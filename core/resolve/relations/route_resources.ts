/**
 * Routes of a class whose methods serve by their names: `router.register("users", UserViewSet)`.
 *
 * Stage: resolve. Invariant: a method serves if the class has it, itself or from a base, or if an external base is known to provide it; its
 * decorator, or its parameters, determine whether it serves one item or all.
 */
import { BindingFlag, DefinitionKind, isCallable, listItems } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import type { ArgumentPlace, ResourceRule, RouteRules } from "../../rules/route_rules.ts";
import { evaluateValue } from "../evaluate.ts";
import { type DefinitionId, definitionId, Tag } from "../meaning.ts";
import { isOwnType } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import { parametersOf } from "../state/parameters.ts";
import { memberTable, orderOf } from "../types/inheritance.ts";
import type { World } from "../world.ts";
import { addExposed } from "./exposed_routes.ts";
import type { RelationRows } from "./relation_rows.ts";
import { argumentAt, argumentsOf, firstArgument, methodsAt, receiverOf, textAt } from "./route_arguments.ts";
import { joinPrefixes, nameGroups, prefixOf } from "./route_path.ts";
import { dottedName, outsideName } from "./route_sources.ts";

/** One route of a class. */
interface Served {
  readonly method: string;
  readonly isOne: boolean;
  /** The path relative to that of the class. */
  readonly path: string;
  readonly handler: DefinitionId;
}

/** Adds the routes served by a call (row of `calls`) of the rule. */
export function relateResource(relations: RelationRows, routes: RouteRules, rule: ResourceRule, call: number): void {
  const { world, view } = relations;
  const { calls } = view.facts;
  const made = calls.result[call]!;
  const args = argumentsOf(view, made);
  const text = textAt(world, view, args, rule.path);
  const type = rule.class.map((place) => evaluateValue(world, view, argumentAt(view, args, place))).find(({ tag }) =>
    tag === Tag.definition
  );
  if (text === undefined || type === undefined || world.kindOf(type.definition) !== DefinitionKind.class) return;
  const parameter = namesParameter(world, type.definition, rule) ? "{}" : `{${rule.parameter.name}}`;
  const served = [...actionsOf(world, type.definition, rule), ...decoratedOf(world, type.definition, rule)];
  const place = { line: calls.line[call]!, column: calls.column[call]! };
  for (const prefix of world.routeMounts(routes).prefixesOf(view, receiverOf(view, made))) {
    for (const { method, isOne, path, handler } of served) {
      const own = [text, isOne ? parameter : "", path].filter((part) => part !== "").join("/");
      addExposed(relations, handler, place, { method, framework: rule.framework }, joinPrefixes(prefix, prefixOf(own)));
    }
  }
}

/** The repository's classes in a class's inheritance order. */
function classesOf(world: World, type: DefinitionId): readonly DefinitionId[] {
  return orderOf(world, type).flatMap((entry) => isOwnType(world, entry) ? [entry.definition] : []);
}

function namesParameter(world: World, type: DefinitionId, { parameter }: ResourceRule): boolean {
  return classesOf(world, type).some((one) => parameter.fields.some((field) => memberTable(world, one).has(field)));
}

/** Methods that serve by their names; for those that an external base provides, the class itself is the handler. */
function actionsOf(world: World, type: DefinitionId, { actions, bases }: ResourceRule): Served[] {
  const outside = orderOf(world, type).flatMap(({ tag, name }) => tag === Tag.external ? [dottedName(world, name)] : []);
  const brought = new Set(bases.filter((base) => outside.some((name) => base.name.test(name))).flatMap((base) => base.actions));
  return Object.entries(actions).flatMap(([name, { method, isOne }]) => {
    const own = classesOf(world, type).map((one) => methodNamed(world, one, name)).find((id) => id !== 0);
    const handler = own ?? (brought.has(name) ? type : 0);
    return handler === 0 ? [] : [{ method, isOne, path: "", handler }];
  });
}

function methodNamed(world: World, type: DefinitionId, name: string): DefinitionId {
  const view = world.viewOf(type);
  world.ask(view.index);
  const { bindings, definitions } = view.facts;
  const row = memberTable(world, type).get(name)?.map((binding) => bindings.definition[binding]!).findLast((definition) =>
    isCallable(definitions.kind[definition]!)
  );
  return row === undefined ? 0 : definitionId(view.index, row);
}

/** The value of a boolean literal at one of the places; undefined if there is none. */
function truthAt(view: FileView, args: readonly number[], places: readonly ArgumentPlace[]): boolean | undefined {
  const { expressions, strings } = view.facts;
  const argument = firstArgument(view, args, places);
  return argument === 0 || expressions.op[argument] !== Op.key ? undefined : strings[expressions.c[argument]!] === "true";
}

/** Methods that serve because of a decorator. */
function decoratedOf(world: World, type: DefinitionId, { decorator }: ResourceRule): Served[] {
  return classesOf(world, type).flatMap((one) => {
    const view = world.viewOf(one);
    world.askInside(view.index);
    const { definitions, expressions, bindings } = view.facts;
    return [...memberTable(world, one)].flatMap(([name, rows]) => rows.map((row) => [name, bindings.definition[row]!] as const))
      .flatMap(([name, row]) => {
        const call = listItems(view.facts, definitions.decorators[row]!).find((expression) =>
          expressions.op[expression] === Op.call && decorator.callee.test(outsideName(world, view, expression) ?? "")
        );
        if (row === 0 || call === undefined) return [];
        const handler = definitionId(view.index, row);
        const args = argumentsOf(view, call);
        const one = truthAt(view, args, decorator.one);
        const taken = parametersOf(world, handler);
        // Variadic parameters determine nothing.
        const isOpen = taken.some((parameter) => bindings.flags[parameter]! & (BindingFlag.rest | BindingFlag.keywords));
        if (one === undefined && isOpen) return [];
        const said = methodsAt(world, view, args, decorator.methods);
        const path = nameGroups(textAt(world, view, args, decorator.path) ?? name);
        return (said.length === 0 ? ["GET"] : said).map((method) => ({
          method: method.toUpperCase(),
          isOne: one ?? taken.length > 1,
          path,
          handler,
        }));
      });
  });
}
