/**
 * Undeclared members: the result of `__getattr__`, of a type or of a module, or the object that it delegates to; members assigned to a
 * function.
 *
 * Stage: resolve. Invariant: names of the language itself (`__len__`) are not looked up that way.
 */
import { isCallable, listItems } from "../../facts.ts";
import { isOfLanguage } from "../../facts/computed_names.ts";
import { Op } from "../../facts/expressions.ts";
import { callUnseen } from "../calls/call_results.ts";
import { evaluateObject } from "../evaluate.ts";
import { external, held, isKnown, type Meaning, rowOf, Tag, UNKNOWN, weaken } from "../meaning.ts";
import { moduleMember } from "../names/module_members.ts";
import { onlyBinding, Space } from "../names/names.ts";
import { isOwnFunction } from "../ownership.ts";
import { parametersOf } from "../state/parameters.ts";
import { memberTable } from "../types/inheritance.ts";
import type { World } from "../world.ts";
import { memberMeaning } from "./members.ts";

/** The method that is called for the undeclared member `name`; undefined if there is none. */
export function methodForAny(world: World, name: string): string | undefined {
  const method = world.rules.protocols.member?.[0];
  return method === undefined || method === name || isOfLanguage(name) ? undefined : method;
}

/** The result of that method; undefined if not known. */
export function valueOfAny(world: World, method: Meaning | undefined): Meaning | undefined {
  if (method?.tag !== Tag.definition) return undefined;
  const result = held(callUnseen(world, method));
  return result.tag === Tag.unknown || result.tag === Tag.nothing ? undefined : result;
}

/**
 * The member of the object to which the method delegates (`def __getattr__(self, name): return getattr(self.inner, name)`); undefined if it
 * does not delegate, or the member is not known.
 */
export function memberPassedOn(world: World, receiver: Meaning, method: Meaning, name: string, depth: number): Meaning | undefined {
  if (!isOwnFunction(world, method)) return undefined;
  const view = world.viewOf(method.definition);
  world.ask(view.index);
  const { expressions: { op, a, b }, definitions } = view.facts;
  const asked = parametersOf(world, method.definition)[0] ?? 0;
  for (const given of listItems(view.facts, definitions.returns[rowOf(method.definition)]!)) {
    const holder = op[given] === Op.computed ? b[given]! : 0;
    if (op[holder] !== Op.member || evaluateObject(world, view, a[holder]!).tag !== Tag.self) continue;
    const [, named = 0] = listItems(view.facts, b[a[given]!]!);
    if (asked === 0 || onlyBinding(world, view, named) !== asked) continue;
    const held = memberMeaning(world, receiver, view.text(b[holder]!), Space.value, depth + 1);
    const member = memberMeaning(world, held, name, Space.value, depth + 1);
    if (isKnown(member)) return weaken(member);
  }
  return undefined;
}

/** The value of an undeclared name of a module. */
export function anyOfModule(world: World, module: Meaning, name: string): Meaning | undefined {
  const method = methodForAny(world, name);
  return method === undefined ? undefined : valueOfAny(world, moduleMember(world, module, method, Space.value));
}

/**
 * A member of a function itself: members of all functions in this language; if any code may add members, other names are unknown. Where
 * names are not declared in full (Ruby), it may be a call of the function.
 */
export function attributeOf(world: World, kind: number, name: string): Meaning {
  const type = world.rules.functionType === undefined || !isCallable(kind) ? 0 : world.library.definition(world.rules.functionType);
  if (type === 0 && isCallable(kind) && world.rules.declaresAllNames === true) return UNKNOWN;
  if (type === 0 || memberTable(world, type).has(name)) return external(name);
  const root = world.rules.rootType === undefined ? 0 : world.library.definition(world.rules.rootType);
  return root !== 0 && memberTable(world, root).has(name) ? external(name) : UNKNOWN;
}
