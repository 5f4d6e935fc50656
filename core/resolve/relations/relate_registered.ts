/**
 * Routes that a file declares through functions of the repository (`route_registrars.ts`): `this.get("/users", this.list)`.
 *
 * Stage: resolve. Invariants: the call is known to be of that function, the path is a literal; if several objects of a class have routers
 * of their own, which one is meant is not known.
 */
import { listItems } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import type { RouteRules } from "../../rules/route_rules.ts";
import type { DefinitionId } from "../meaning.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";
import { addExposed } from "./exposed_routes.ts";
import { type Place, placeKey, type RelationRows } from "./relation_rows.ts";
import { isObjectAround } from "./held_values.ts";
import { heldText, isPath, methodsAt, optionsOf, receiverOf } from "./route_arguments.ts";
import { handlerOf, unnamed } from "./route_handlers.ts";
import { joinPrefixes, pathOfPattern, type Prefix, prefixOf, splitMethod, UNKNOWN_PREFIX } from "./route_path.ts";
import { argumentFor, isSlot, type Registrar } from "./route_registrars.ts";

/**
 * Adds the `exposes` of all calls that pass a path to a function that declares routes.
 * @param targets the certain targets of the file's calls, by position (`placeKey`)
 */
export function relateRegistered(relations: RelationRows, routes: RouteRules, targets: ReadonlyMap<number, DefinitionId>): void {
  const { calls } = relations.view.facts;
  const { registrars } = relations.world.routeMounts(routes);
  for (let call = 1; call < calls.length; call++) {
    if (calls.arguments[call] === 0) continue;
    const target = targets.get(placeKey(calls.line[call]!, calls.column[call]!));
    if (target === undefined) continue;
    const args = listItems(relations.view.facts, calls.arguments[call]!);
    if (!passesPath(relations, args)) continue;
    for (const registrar of registrars.of(target)) add(relations, routes, call, args, registrar);
  }
}

function passesPath({ world, view }: RelationRows, args: readonly number[]): boolean {
  const saysPath = (argument: number): boolean => {
    const text = heldText(world, view, argument);
    return text !== undefined && (text === "" || isPath(text) || text.startsWith("{}"));
  };
  const { op, b } = view.facts.expressions;
  return args.some((argument) => saysPath(op[argument] === Op.pair ? b[argument]! : argument) || optionsOf(view, argument).some(saysPath));
}

function add(relations: RelationRows, routes: RouteRules, call: number, args: readonly number[], registrar: Registrar): void {
  const { world, view } = relations;
  const { calls } = view.facts;
  const { rule, path, method } = registrar;
  const written = heldText(world, view, argumentFor(view, args, path));
  if (written === undefined) return;
  const served = registrar.handlers.map((slot) => argumentFor(view, args, slot)).filter((one) => one !== 0);
  if (served.length === 0 && registrar.handlers.length > 0) return;
  const serving = served.map((one) => handlerOf(world, view, one)).filter((one) => one !== undefined);
  const handler = serving.length === 1 ? serving[0] : registrar.handler;
  const { method: split, path: own } = splitMethod(rule.isPattern === true ? pathOfPattern(written) : written);
  const said = isSlot(method) ? methodsAt(world, view, [argumentFor(view, args, method)], [0]) : [method];
  const place: Place = { line: calls.line[call]!, column: calls.column[call]! };
  const isNamed = handler !== undefined && "definition" in handler;
  for (const prefix of prefixesOf(relations, routes, args, registrar)) {
    for (const one of split !== undefined ? [split] : said.length > 0 ? said : [rule.otherwise]) {
      const route = { method: one.toUpperCase(), framework: rule.framework, ...(isNamed ? {} : unnamed(handler)) };
      const from = isNamed ? handler.definition : relations.own(calls.caller[call]!);
      addExposed(relations, from, place, route, joinPrefixes(prefix, prefixOf(own)));
    }
  }
}

/** The prefixes of the path. */
function prefixesOf({ world, view }: RelationRows, routes: RouteRules, args: readonly number[], { router }: Registrar): readonly Prefix[] {
  const mounts = world.routeMounts(routes);
  if (isSlot(router)) {
    const argument = argumentFor(view, args, router);
    return argument === 0 ? [UNKNOWN_PREFIX] : mounts.prefixesOf(view, argument);
  }
  const home = world.view(router.file);
  const prefixes = mounts.prefixesOf(home, router.expression);
  return prefixes.length > 1 && isOfObject(world, home, router.expression) ? [UNKNOWN_PREFIX] : prefixes;
}

/** Whether an expression is a member of the enclosing object: each object has its own. */
function isOfObject(world: World, view: FileView, expression: number): boolean {
  const { op, a } = view.facts.expressions;
  let at = expression;
  while (op[at] === Op.member || op[at] === Op.call || op[at] === Op.unwrap) at = op[at] === Op.call ? receiverOf(view, at) : a[at]!;
  return isObjectAround(world, view, at);
}
