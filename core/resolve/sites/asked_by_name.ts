/**
 * Objects that external code returns for a name (`injector.get("palette").open()`): containers return what the application has registered
 * under it, most likely an object of the class with that name.
 *
 * Stage: resolve; only for calls, never during an evaluation. Invariant: these are candidates.
 */
import { NO_ROWS } from "../../base/lists.ts";
import { DefinitionKind, listItems } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { classesCalled } from "../calls/class_fields.ts";
import { type DefinitionId, instance, type Meaning, rowOf, Tag } from "../meaning.ts";
import { memberMeaning } from "../members/members.ts";
import { Space } from "../names/names.ts";
import { ownDefinitions } from "../ownership.ts";
import { isAtTop } from "../shape/script_scope.ts";
import type { World } from "../world.ts";

/** Names of lookup methods of containers. */
const ASKING = /^(?:get|resolve|lookup|inject|make|service)$/;
const WORD = /^[A-Za-z_$][\w$]*$/;

/** Members called `name` of the classes named by a text argument of the call that returned `receiver`. */
export function membersAskedByName(world: World, { tag, origin }: Meaning, name: string): readonly DefinitionId[] {
  if (tag !== Tag.external || origin === undefined || world.rules.separateTypes !== true) return NO_ROWS;
  const view = world.view(origin.file);
  const { op, a, b, c } = view.facts.expressions;
  const callee = op[origin.expression] === Op.call ? a[origin.expression]! : 0;
  if (op[callee] !== Op.member || !ASKING.test(view.text(b[callee]!))) return NO_ROWS;
  const [known] = listItems(view.facts, b[origin.expression]!);
  const text = known !== undefined && op[known] === Op.key && c[known] !== 0 ? view.text(c[known]!) : "";
  if (!WORD.test(text)) return NO_ROWS;
  const names = new Set([text, text[0]!.toUpperCase() + text.slice(1)]);
  const types = [...names].flatMap((one) => [...classesCalled(world, one), ...madeByFunctions(world, one)]);
  return ownDefinitions(world, types.map((type) => memberMeaning(world, type, name, Space.value)));
}

/** Instances created by functions of a name that are called with `new`. */
function madeByFunctions(world: World, name: string): Meaning[] {
  return world.repository.callables(name)
    .filter((id) => world.kindOf(id) === DefinitionKind.function && isAtTop(world.viewOf(id).facts, rowOf(id)))
    .map((id) => instance(id));
}
