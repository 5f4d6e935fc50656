/**
 * Modules that contain classes of handlers, mounted under paths by a tree of options: `RouterModule.register([{ path: "admin", module:
 * AdminModule, children: […] }])`.
 *
 * Stage: resolve. Invariant: modules and classes are resolved from the options.
 */
import { append } from "../../base/lists.ts";
import { CallFlag, DefinitionKind, listItems } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import type { RouteRules } from "../../rules/route_rules.ts";
import { evaluateValue } from "../evaluate.ts";
import { type DefinitionId, rowOf } from "../meaning.ts";
import { isOwnClass } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";
import { argumentAt, argumentsOf, decoratedBy, heldText } from "./route_arguments.ts";
import { joinPrefixes, NO_PREFIX, type Prefix, prefixOf, UNKNOWN_PREFIX } from "./route_path.ts";
import { outsideName } from "./route_sources.ts";

const DEEPEST = 8;

/** Calls `add` for each class of handlers that a tree, the first argument of a call (row of `expressions`), mounts under a path. */
export function eachClassInTree(
  world: World,
  tree: NonNullable<RouteRules["moduleTree"]>,
  view: FileView,
  call: number,
  add: (class_: DefinitionId, before: Prefix) => void,
): void {
  const readList = (list: number, before: Prefix, depth: number): void => {
    const { expressions } = view.facts;
    if (depth > DEEPEST || expressions.op[list] !== Op.literal) return;
    for (const item of listItems(view.facts, expressions.b[list]!)) {
      const isBranch = expressions.op[item] === Op.definition &&
        view.facts.definitions.kind[expressions.a[item]!] === DefinitionKind.object;
      const path = isBranch ? argumentAt(view, [item], tree.path) : 0;
      const text = heldText(world, view, path);
      const here = joinPrefixes(before, path === 0 ? NO_PREFIX : text === undefined ? UNKNOWN_PREFIX : prefixOf(text));
      const module = classOf(world, view, isBranch ? argumentAt(view, [item], tree.module) : item);
      if (module !== 0) { for (const held of classesOf(world, tree, module)) add(held, here); }
      if (isBranch) readList(argumentAt(view, [item], tree.children), here, depth + 1);
    }
  };
  readList(argumentAt(view, argumentsOf(view, call), 0), NO_PREFIX, 0);
}

/** The repository class that an expression names, or 0. */
function classOf(world: World, view: FileView, expression: number): DefinitionId {
  const meaning = evaluateValue(world, view, expression);
  return isOwnClass(world, meaning) ? meaning.definition : 0;
}

/** The classes of handlers listed by a module's decorator. */
function classesOf(world: World, tree: NonNullable<RouteRules["moduleTree"]>, module: DefinitionId): DefinitionId[] {
  const view = world.viewOf(module);
  world.askInside(view.index);
  const { calls, expressions } = view.facts;
  const classes: DefinitionId[] = [];
  for (let row = 1; row < calls.length; row++) {
    const call = calls.result[row]!;
    if (!(calls.flags[row]! & CallFlag.decorator) || !tree.declares.test(outsideName(world, view, call) ?? "")) continue;
    if (decoratedBy(view, row) !== rowOf(module)) continue;
    const list = argumentAt(view, argumentsOf(view, call), tree.holds);
    if (expressions.op[list] !== Op.literal) continue;
    append(classes, listItems(view.facts, expressions.b[list]!).map((item) => classOf(world, view, item)).filter((id) => id !== 0));
  }
  return classes;
}
