/**
 * What classes declare for their external bases: classes named in attributes, which the bases may instantiate, and results of methods that
 * are marked for them.
 *
 * Stage: resolve. Invariant: attributes are evaluated once for each class.
 */
import { DefinitionFlag, DefinitionKind, isCallable, listItems } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { evaluateValue } from "../evaluate.ts";
import { type DefinitionId, definitionId, fileOf, instance, lastPart, type Meaning, packageIn, partsOf, Tag } from "../meaning.ts";
import { memberMeaning } from "../members/members.ts";
import { Space } from "../names/names.ts";
import { isOwnObject, isOwnType, ownDefinitions } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import { buildsOnOutside, memberTable, orderOf } from "../types/inheritance.ts";
import type { World } from "../world.ts";
import { classesCalled, mayHoldDescriptors, namedByMaker } from "./class_fields.ts";
import { ownResult } from "./results.ts";

/**
 * The classes named by attributes of the class of `object` (or the class itself), or of a class nested in it, for an external base, which
 * may instantiate them (`model = Job`, `class Meta: model = "shop.Job"`, `jobs = Job.objects.all()`).
 */
export function givenToBase(world: World, object: Meaning): readonly Meaning[] {
  if (!mayHoldDescriptors(world, object) && (world.rules.protocols.read === undefined || !isOwnObject(world, object))) return [];
  const { definition } = object;
  const { givenToBases } = world.kept;
  return givenToBases.get(definition) ??
    givenToBases.find(definition, () => knownFrom(world, definition, NAMED_IN_TURN), fileOf(definition));
}

/** Maximum number of classes named in turn by each other's attributes (`serializer = JobSerializer`, with `model = Job`). */
const NAMED_IN_TURN = 2;

function knownFrom(world: World, type: DefinitionId, depth: number): Meaning[] {
  if (depth === 0 || !buildsOnOutside(world, type)) return [];
  return orderOf(world, type).flatMap((entry) => isOwnType(world, entry) ? namedByAttributes(world, entry.definition, 1, depth - 1) : []);
}

/** A text that names a class after its package (`model = "shop.Job"`). */
const LABEL = /^[\w.]+\.[A-Z]\w*$/;

/** @param within maximum nesting of classes whose attributes are read. @param depth that of classes named by these */
function namedByAttributes(world: World, type: DefinitionId, within: number, depth: number): Meaning[] {
  const view = world.viewOf(type);
  world.ask(view.index);
  const { bindings, definitions, expressions: { op, c } } = view.facts;
  return [...memberTable(world, type).values()].flat().flatMap((binding) => {
    const row = bindings.definition[binding]!;
    if (definitions.kind[row] === DefinitionKind.class) {
      return within > 0 ? namedByAttributes(world, definitionId(view.index, row), within - 1, depth) : [];
    }
    const value = definitions.value[row]!;
    const label = op[value] === Op.key && c[value] !== 0 ? view.text(c[value]!) : "";
    if (LABEL.test(label)) return classesCalled(world, lastPart(label));
    if (op[value] !== Op.name && op[value] !== Op.member && op[value] !== Op.call) return [];
    const named = evaluateValue(world, view, classBehind(view, value) || value);
    return mayHoldDescriptors(world, named)
      ? [instance(named.definition), ...knownFrom(world, named.definition, depth)]
      : namedByMaker(world, named);
  });
}

/**
 * The results of methods that the class of `object`, in the repository, marks for the package of an external base (`@post_load`): that
 * package calls them, and may return their results (`form.load(text)`).
 */
export function givenByMarked(world: World, { definition }: Meaning): readonly Meaning[] {
  const order = orderOf(world, definition);
  const packages = new Set(order.flatMap(({ tag, name }) => tag === Tag.external ? [packageIn(name)] : []));
  if (packages.size === 0) return [];
  return order.flatMap((entry) => {
    if (!isOwnType(world, entry)) return [];
    const view = world.viewOf(entry.definition);
    world.ask(view.index);
    const { bindings, definitions } = view.facts;
    const isMark = (expression: number): boolean => {
      const { tag, name } = evaluateValue(world, view, expression);
      return tag === Tag.external && packages.has(packageIn(name));
    };
    return [...memberTable(world, entry.definition).values()].flat().flatMap((binding) => {
      const row = bindings.definition[binding]!;
      const isMethod = isCallable(definitions.kind[row]!) && (definitions.flags[row]! & DefinitionFlag.property) === 0;
      if (!isMethod || !listItems(view.facts, definitions.decorators[row]!).some(isMark)) return [];
      return partsOf(ownResult(world, view, row)).filter((part) => isOwnObject(world, part));
    });
  });
}

/** The start of a chain of method calls (`Job` of `Job.objects.all()`); the expression itself if it is not a call. */
function classBehind({ facts: { expressions: { op, a } } }: FileView, expression: number): number {
  if (op[expression] !== Op.call) return expression;
  let first = a[expression]!;
  if (op[first] !== Op.member) return 0;
  while (op[first] === Op.member || op[first] === Op.call) first = a[first]!;
  return first;
}

/** Members called `name` of the classes that a repository class names for its external base, which may create them in its place. */
export function membersGivenToBase(world: World, object: Meaning, name: string): DefinitionId[] {
  const members = givenToBase(world, object).map((type) => memberMeaning(world, type, name, Space.value));
  return ownDefinitions(world, members);
}
