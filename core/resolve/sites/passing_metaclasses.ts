/**
 * Metaclasses that pass on the classes they create: `registry[name] = cls` during class creation.
 *
 * Stage: resolve. The created class is traced like the argument of a decorator (`keeping.ts`). Invariant: what is not certainly harmless
 * passes it on.
 */
import { Op } from "../../facts/expressions.ts";
import { type DefinitionId, fileOf, instance, rowOf, Tag } from "../meaning.ts";
import { memberMeaning } from "../members/members.ts";
import { Space } from "../names/names.ts";
import { isOwnFunction } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import { receiverIn } from "../state/parameters.ts";
import { firstMember, orderOf } from "../types/inheritance.ts";
import type { World } from "../world.ts";
import { bestName } from "./best_name.ts";
import { Keeping } from "./keeping.ts";

/** Whether a metaclass passes on the classes it creates. */
export function passesOnItsClasses(world: World, metaclass: DefinitionId): boolean {
  const key = `class ${metaclass}`;
  return world.kept.keeping.get(key) ?? world.kept.keeping.find(key, () => makersOf(world, metaclass).some(isPassingOn(world, metaclass)));
}

/** The functions that run during class creation, including overridden ones, which are usually called as well. */
function makersOf(world: World, metaclass: DefinitionId): DefinitionId[] {
  const { allocator, constructors } = world.rules;
  const names = allocator === undefined ? constructors : [allocator, ...constructors];
  const found: DefinitionId[] = [];
  for (const { tag, definition } of orderOf(world, metaclass)) {
    if (tag !== Tag.instance || world.inLibrary(definition)) continue;
    world.ask(fileOf(definition));
    for (const name of names) {
      const maker = firstMember(world, definition, name);
      if (maker !== 0) found.push(maker);
    }
  }
  return found;
}

/** Whether a maker does so: the class is its argument, or the result of its allocator. */
function isPassingOn(world: World, metaclass: DefinitionId): (maker: DefinitionId) => boolean {
  const keeping = new Keeping(world);
  return (maker) => {
    const view = world.viewOf(maker);
    world.askInside(view.index);
    const held = world.nameOf(maker) === world.rules.allocator ? allocatedIn(world, view, rowOf(maker)) : [receiverIn(view, rowOf(maker))];
    return held.some((row) => row !== 0 && (keeping.keepsGiven(maker, row) || isPassedByMethod(world, keeping, metaclass, maker, row)));
  };
}

/** Variables of a function that hold the result of an inherited allocator. */
function allocatedIn(world: World, view: FileView, maker: number): number[] {
  const { bindings, definitions, expressions } = view.facts;
  const body = definitions.body[maker]!;
  return view.ownedBy(body).filter((row) => {
    const value = bindings.value[row]!;
    return expressions.op[value] === Op.call && bestName(view.facts, expressions.a[value]!) === world.rules.allocator;
  });
}

/** Whether a method that a maker calls on the class (`cls.enlist()`) passes it on. */
function isPassedByMethod(world: World, keeping: Keeping, metaclass: DefinitionId, maker: DefinitionId, row: number): boolean {
  const view = world.viewOf(maker);
  const { bindings, calls, expressions: { op, a, b } } = view.facts;
  for (let call = 1; call < calls.length; call++) {
    const callee = calls.expression[call]!;
    if (calls.caller[call] !== rowOf(maker) || op[callee] !== Op.member) continue;
    if (op[a[callee]!] !== Op.name || a[a[callee]!] !== bindings.name[row]) continue;
    const method = memberMeaning(world, instance(metaclass), view.text(b[callee]!), Space.value);
    if (!isOwnFunction(world, method)) continue;
    const receiver = receiverIn(world.viewOf(method.definition), rowOf(method.definition));
    if (receiver !== 0 && keeping.keepsGiven(method.definition, receiver)) return true;
  }
  return false;
}
