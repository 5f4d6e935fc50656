/**
 * Methods of objects passed to a package (`expect.extend({ toBeEven() {…} })`, `Cards.helpers({ title() {…} })`), which may add them to
 * what it returns (`expect(2).toBeEven()`, `Cards.findOne(id).title()`); also functions passed together with their name as a text
 * (`User.add_to_class("nick", nick)`, then `request.user.nick()`).
 *
 * Stage: resolve; only for calls, never during an evaluation. Invariant: these are candidates, and only under names that are not common
 * outside: what a package does with its arguments is not known.
 */
import { NO_ROWS } from "../../base/lists.ts";
import { MOST_CANDIDATES } from "../../edges.ts";
import { DefinitionKind } from "../../facts.ts";
import { GivenMode, Op } from "../../facts/expressions.ts";
import { valuesIn } from "../../facts/given_values.ts";
import { evaluateValue } from "../evaluate.ts";
import { type DefinitionId, type Meaning, packageIn, rowOf, Tag, UNKNOWN } from "../meaning.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";
import { externalTaker, storedOutside } from "./passed_outside.ts";

/** A method passed where it is written, and the package that receives it. */
export interface PassedMember {
  readonly member: DefinitionId;
  readonly taker: string;
}

/** Methods called `name` that the package of the external value `receiver` received in objects, or in members of its own. */
export function membersPassedBeside(world: World, receiver: Meaning, name: string): readonly DefinitionId[] {
  if (receiver.tag !== Tag.external || world.isCommonMethod(name)) return NO_ROWS;
  if (world.rules.protocols.read !== undefined) return passedByName(world, name).map(({ member }) => member);
  if (!world.rules.exportsOnly) return NO_ROWS;
  const passed = passedAs(world, name);
  if (passed.length === 0) return NO_ROWS;
  const taker = sourceOf(world, receiver.name);
  return passed.filter((one) => one.taker === taker).map(({ member }) => member);
}

/** The package of a full name; all globals of a test runner count as one package, even if imported (`expect`, `vitest.expect`). */
function sourceOf(world: World, name: string): string {
  const first = packageIn(name);
  const isRunners = [first, packageIn(name.slice(first.length + 1))].some((part) => world.rules.runnerGlobals?.has(part) === true);
  return isRunners ? RUNNER : first;
}

/** Not the name of any package. */
const RUNNER = "*";

/** Methods of a name that are passed to external code where they are written. */
function passedAs(world: World, name: string): readonly PassedMember[] {
  return world.kept.passedMembers.get(name) ?? world.kept.passedMembers.find(name, () => {
    world.askName(name);
    const members = world.repository.methods(name);
    return members.length > MOST_CANDIDATES ? [] : members.flatMap((member) => {
      const view = world.viewOf(member);
      world.askInside(view.index);
      const taker = takerOf(world, view, rowOf(member));
      return taker === "" ? [] : [{ member, taker: sourceOf(world, taker) }];
    });
  });
}

/** Functions of a name that their own file passes to external code together with that name as a text. */
function passedByName(world: World, name: string): readonly PassedMember[] {
  return world.kept.passedMembers.get(name) ?? world.kept.passedMembers.find(name, () => {
    world.askName(name);
    const functions = world.repository.callables(name).filter((id) => world.kindOf(id) === DefinitionKind.function);
    return functions.length > MOST_CANDIDATES ? [] : functions.flatMap((member) => {
      const view = world.viewOf(member);
      world.askInside(view.index);
      const taker = takerByName(world, view, member, name);
      return taker === "" ? [] : [{ member, taker: packageIn(taker) }];
    });
  });
}

/** The full name of the external receiver of a function of this file together with the text `name`; "" if there is none. */
function takerByName(world: World, view: FileView, function_: DefinitionId, name: string): string {
  const { calls, expressions: { op, a, c } } = view.facts;
  for (let call = 1; call < calls.length; call++) {
    const passed = valuesIn(view.facts, calls.arguments[call]!);
    if (!passed.some((one) => op[one] === Op.key && c[one] !== 0 && view.text(c[one]!) === name)) continue;
    const isPassed = passed.some((one) =>
      op[one] === Op.name && view.text(a[one]!) === name && evaluateValue(world, view, one).definition === function_
    );
    const taker = isPassed ? evaluateValue(world, view, calls.expression[call]!) : UNKNOWN;
    if (taker.tag === Tag.external) return taker.name;
  }
  return "";
}

/** The full name of the external receiver of the method (row of `definitions`), or of an object that contains it; "" if there is none. */
function takerOf(world: World, view: FileView, method: number): string {
  const { definitions, uses, expressions: { op, a, b, c } } = view.facts;
  const around = [method];
  for (let row = definitions.parent[method]!; HOLDERS.has(definitions.kind[row]!); row = definitions.parent[row]!) around.push(row);
  for (let use = 1; use < uses.length; use++) {
    const given = uses.expression[use]!;
    const value = op[given] === Op.given ? a[given]! : 0;
    if (op[value] !== Op.definition || !around.includes(a[value]!)) continue;
    return (c[given]! & GivenMode.stored) !== 0 ? storedOutside(world, view, b[given]!) : externalTaker(world, view, b[given]!);
  }
  return "";
}

/** Kinds of definitions that contain methods of objects. */
const HOLDERS: ReadonlySet<number> = new Set([DefinitionKind.object, DefinitionKind.field]);
