/**
 * Conditional types (`T extends B ? C : D`): the branch that applies to the value of T, and what B infers from it.
 *
 * Stage: resolve. Invariant: if the source does not determine whether the test holds, no branch is taken.
 */
import { listItems } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { evaluateType } from "../evaluate.ts";
import { declaredType, writtenType } from "../evaluate_types.ts";
import {
  CHOSEN,
  conditionalMeaning,
  type DefinitionId,
  definitionId,
  instance,
  type Meaning,
  rowOf,
  sameMeaning,
  Tag,
  union,
  UNKNOWN,
  weaken,
} from "../meaning.ts";
import { Environment } from "../state/environment.ts";
import type { FileView } from "../state/file_view.ts";
import { ELSE, substitute } from "../substitution.ts";
import type { World } from "../world.ts";
import { agreed } from "./agreed.ts";
import { substituteParameters } from "./environments.ts";
import { extension, Fit, isEmpty, surelyLacks } from "./extends_type.ts";
import { mentionsParameter } from "./inference.ts";
import { isOpenAlias, withKeys } from "./keyed.ts";
import { knownAlias } from "./known_aliases.ts";
import { withDefaults } from "./type_arguments.ts";

/** Maximum depth to which parts of types are examined. */
const DEEPEST_PART = 6;
/** Indices in a condition: the first branch, and the start of the inferred parameters; between them `ELSE`. */
const THEN = 2;
const PARTS = 4;

/** The type at a row of `expressions` (`Op.conditional`), decided if nothing in its test is open. */
export function conditionalType(world: World, view: FileView, list: number, isOfParameter: boolean): Meaning {
  const rows = listItems(view.facts, list);
  // If the branches are two constants (`? true : false`), a further condition may depend on the result.
  const written = rows.slice(2, PARTS).every((row) => view.facts.expressions.op[row] === Op.literal) ? PARTS : 2;
  const parts = rows.map((row, i) => row === 0 ? UNKNOWN : i < written ? writtenType(world, view, row) : evaluateType(world, view, row));
  const [, , yes, no] = parts as [Meaning, Meaning, Meaning, Meaning];
  const inferred = parts.slice(PARTS);
  return sameMeaning(yes, no) && yes.tag !== Tag.unknown && inferred.length === 0
    ? yes
    : decided(world, conditionalMeaning(parts, isOfParameter ? "" : CHOSEN));
}

/** The result of a condition once its tested type is known; until then the condition itself. */
export function decided(world: World, condition: Meaning): Meaning {
  const [checked, tested, yes, no] = condition.items as [Meaning, Meaning, Meaning, Meaning];
  const inferred = condition.items.slice(PARTS);
  if (isOpen(checked, 0) || asksOthers(tested, inferred, 0)) return condition;
  const { effort } = world.evaluation;
  if (effort.isTooMuch(effort.conditions)) return UNKNOWN;
  effort.conditions.enter();
  try {
    if (checked.tag === Tag.union) return distributed(world, condition);
    // A test for `any`: an unknown type probably is.
    if (checked.tag === Tag.unknown && isEmpty(tested)) return weaken(withKeys(world, isEmpty(yes) ? no : yes));
    const environment = new Environment();
    const known = extension(world, checked, tested, environment);
    const fit = isBeyondBounds(world, inferred, environment) ? Fit.no : known;
    // A condition in the tested type may yield more once it is known; some tests hold for any type (`T extends infer U`).
    if (fit !== Fit.yes && isNotKnown(world, checked)) return condition;
    for (const { definition } of inferred) if (!environment.values.has(definition)) environment.values.set(definition, UNKNOWN);
    switch (fit) {
      case Fit.yes:
        return withKeys(world, substitute(yes, environment));
      case Fit.likely:
        return weaken(withKeys(world, substitute(yes, environment)));
      case Fit.no:
        return withKeys(world, no);
      default:
        // A value that exists is not of a type without values.
        return undecided(yes, no, inferred, condition.name === CHOSEN || isEmpty(yes) || isEmpty(no));
    }
  } finally {
    effort.conditions.leave();
  }
}

/** Whether an inferred type certainly does not satisfy its constraint (`infer C extends Client`). */
function isBeyondBounds(world: World, inferred: readonly Meaning[], environment: Environment): boolean {
  return inferred.some(({ definition, result }) => {
    const value = environment.values.get(definition);
    return value !== undefined && result !== undefined && surelyLacks(world, value, result);
  });
}

/** A condition on a union: the union of the results for its parts. */
function distributed(world: World, condition: Meaning): Meaning {
  const [checked, tested, yes, no, ...inferred] = condition.items as [Meaning, Meaning, Meaning, Meaning, ...Meaning[]];
  const branchFor = (one: Meaning, branch: Meaning): Meaning => sameMeaning(branch, checked) ? one : branch;
  const each = checked.items.map((one) =>
    decided(world, { ...condition, items: [one, tested, branchFor(one, yes), branchFor(one, no), ...inferred] })
  );
  return union(each.filter(({ tag }) => tag !== Tag.unknown));
}

/**
 * The meaning of a condition that cannot be decided. @param isChosen whether an unknown branch means that the other one probably applies
 */
function undecided(yes: Meaning, no: Meaning, inferred: readonly Meaning[], isChosen: boolean): Meaning {
  const branches = [yes, no].flatMap((branch) => branchesIn(branch, 0)).map((branch) =>
    inferred.some((one) => speaksOf(branch, one, 0)) ? UNKNOWN : branch
  );
  const known = branches.filter(({ tag }) => tag !== Tag.unknown);
  if (known.length === branches.length) return agreed(branches);
  return isChosen && known.length > 0 ? weaken(known[0]!) : UNKNOWN;
}

/** The possible results of a branch: for a nested condition both of its branches. */
function branchesIn(branch: Meaning, depth: number): readonly Meaning[] {
  if (branch.tag !== Tag.conditional || depth > DEEPEST_PART) return [branch];
  return [...branchesIn(branch.items[THEN]!, depth + 1), ...branchesIn(branch.items[ELSE]!, depth + 1)];
}

/** Whether the tested type depends on type parameters; its type arguments may. Nested tuples are examined as deeply as tests are. */
function isOpen({ tag, items }: Meaning, depth: number): boolean {
  switch (tag) {
    case Tag.parameter:
    case Tag.self:
    case Tag.keyed:
    case Tag.conditional:
      return true;
    case Tag.union:
    case Tag.tuple:
      return depth <= DEEPEST_PART && items.some((item) => isOpen(item, depth + 1));
    default:
      return false;
  }
}

/** Whether the tested type is, or contains, a condition that type parameters will decide. */
function isNotKnown(world: World, meaning: Meaning, depth = 0): boolean {
  if (meaning.tag === Tag.tuple) return depth <= DEEPEST_PART && meaning.items.some((item) => isNotKnown(world, item, depth + 1));
  return isOpenAlias(world, meaning) && mentionsParameter(meaning);
}

/** Whether a test depends on a type parameter that it does not infer itself. */
function asksOthers(tested: Meaning, inferred: readonly Meaning[], depth: number): boolean {
  if (tested.tag === Tag.parameter) return !inferred.some(({ definition }) => definition === tested.definition);
  if (tested.tag === Tag.keyed || tested.tag === Tag.conditional || tested.tag === Tag.self) return true;
  if (depth > DEEPEST_PART) return false;
  return tested.items.some((item) => asksOthers(item, inferred, depth + 1)) ||
    (tested.tag === Tag.function && tested.result !== undefined && asksOthers(tested.result, inferred, depth + 1));
}

function speaksOf(meaning: Meaning, parameter: Meaning, depth: number): boolean {
  if (meaning.tag === Tag.parameter) return meaning.definition === parameter.definition;
  if (depth > DEEPEST_PART) return false;
  return meaning.items.some((item) => speaksOf(item, parameter, depth + 1)) ||
    (meaning.result !== undefined && speaksOf(meaning.result, parameter, depth + 1));
}

/** Whether a definition is an alias of a conditional type. */
export function isConditional(world: World, id: DefinitionId): boolean {
  const { definitions, expressions } = world.viewOf(id).facts;
  return expressions.op[definitions.type[rowOf(id)]!] === Op.conditional;
}

/** Both branches of an open alias of a conditional type; otherwise undefined. */
export function branchesOf(world: World, alias: Meaning): readonly Meaning[] | undefined {
  if (!isOpenAlias(world, alias)) return undefined;
  const condition = substituteParameters(world, declaredType(world, alias.definition), alias.definition, alias.items);
  return condition.tag === Tag.conditional ? condition.items.slice(2, PARTS) : undefined;
}

/**
 * What an open alias of a conditional type is at least, whichever branch applies: their common type, otherwise likely one of them. For a
 * condition that only filters a union, the union. Undefined if a branch is unknown.
 */
export function leastOf(world: World, alias: Meaning): Meaning | undefined {
  if (!isOpenAlias(world, alias)) return undefined;
  const condition = substituteParameters(world, declaredType(world, alias.definition), alias.definition, alias.items);
  if (condition.tag !== Tag.conditional) return undefined;
  const [yes, no] = condition.items.slice(THEN, PARTS) as [Meaning, Meaning];
  if (isEmpty(yes) !== isEmpty(no)) return weaken(isEmpty(yes) ? no : yes);
  const parts = leastParts(condition, [], 0).filter((part) => !isEmpty(part));
  if (parts.length === 0 || parts.some((part) => part.tag === Tag.unknown || isOpenAlias(world, part))) return undefined;
  const common = agreed(parts);
  return common.tag === Tag.unknown ? weaken(union(parts)) : common;
}

/**
 * What each branch of a condition is at least: for an inferred parameter its constraint, for the tested type the type tested for, in the
 * first branch.
 */
function leastParts(condition: Meaning, around: readonly Meaning[], depth: number): readonly Meaning[] {
  if (depth > DEEPEST_PART) return [UNKNOWN];
  const [checked, tested, yes, no] = condition.items as [Meaning, Meaning, Meaning, Meaning];
  const inferred = [...around, ...condition.items.slice(PARTS)];
  return [yes, no].flatMap((branch) => {
    if (branch.tag === Tag.conditional) return leastParts(branch, inferred, depth + 1);
    const isTested = branch === yes && branch.tag === Tag.parameter && sameMeaning(branch, checked);
    const least = isTested ? tested : branch.tag === Tag.parameter || branch.tag === Tag.keyed ? branch.result ?? UNKNOWN : branch;
    return inferred.some((one) => speaksOf(least, one, 0)) ? [UNKNOWN] : [least];
  });
}

/**
 * The result of an alias of a conditional type for its arguments; as long as they do not decide it, the alias itself with these arguments.
 */
export function conditionalAlias(world: World, id: DefinitionId, written: readonly Meaning[]): Meaning {
  const parameters = world.viewOf(id).typeParameters(rowOf(id));
  const items = withDefaults(world, id, written);
  const open = instance(id, items);
  const { effort } = world.evaluation;
  // Evaluating it may lead to the same alias with other arguments each time.
  if (items.length < parameters.length || effort.isTooMuch(effort.aliases)) return open;
  return knownAlias(world, id, items, () => aliasWith(world, id, open));
}

/** The same with all its arguments, in the form `open`. */
function aliasWith(world: World, id: DefinitionId, open: Meaning): Meaning {
  const view = world.viewOf(id);
  const { aliases } = world.evaluation.effort;
  const environment = new Environment();
  for (const [i, parameter] of view.typeParameters(rowOf(id)).entries()) {
    environment.values.set(definitionId(view.index, parameter), open.items[i]!);
  }
  aliases.enter();
  const type = withKeys(world, substitute(declaredType(world, id), environment));
  aliases.leave();
  if (type.tag !== Tag.conditional) return type.tag === Tag.unknown ? open : type;
  const [, , yes, no, ...inferred] = type.items as [Meaning, Meaning, Meaning, Meaning, ...Meaning[]];
  // Which of the two constants it is depends on the arguments.
  const isConstant = yes.name !== no.name && sameMeaning({ ...yes, name: no.name }, no);
  const common = isConstant ? UNKNOWN : undecided(yes, no, inferred, false);
  return common.tag === Tag.unknown ? open : common;
}
