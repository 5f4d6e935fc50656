/**
 * Conditional types (`T extends B ? C : D`): which branch holds for what T stands for, and what B infers from it.
 *
 * Stage: resolve. Invariant: where the source does not tell whether the test holds, no branch is taken.
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
import { toldAlias } from "./told_aliases.ts";
import { withDefaults } from "./type_arguments.ts";

/** Parts of types are looked at so deep. */
const DEEPEST_PART = 6;
/** Places in a condition: what it is where the test holds, and of the names that are inferred; between them `ELSE`. */
const THEN = 2;
const PARTS = 4;

/** The type that a row of `expressions` writes (`Op.conditional`), decided where nothing of its test is open. */
export function conditionalType(world: World, view: FileView, list: number, isOfParameter: boolean): Meaning {
  const rows = listItems(view.facts, list);
  // Of two constants (`? true : false`) a further condition may ask which it is.
  const written = rows.slice(2, PARTS).every((row) => view.facts.expressions.op[row] === Op.literal) ? PARTS : 2;
  const parts = rows.map((row, i) => row === 0 ? UNKNOWN : i < written ? writtenType(world, view, row) : evaluateType(world, view, row));
  const [, , yes, no] = parts as [Meaning, Meaning, Meaning, Meaning];
  const inferred = parts.slice(PARTS);
  return sameMeaning(yes, no) && yes.tag !== Tag.unknown && inferred.length === 0
    ? yes
    : decided(world, conditionalMeaning(parts, isOfParameter ? "" : CHOSEN));
}

/** A condition as soon as what it tests is told; itself as long as that is not. */
export function decided(world: World, condition: Meaning): Meaning {
  const [checked, tested, yes, no] = condition.items as [Meaning, Meaning, Meaning, Meaning];
  const inferred = condition.items.slice(PARTS);
  if (isOpen(checked, 0) || asksOthers(tested, inferred, 0)) return condition;
  const { effort } = world.evaluation;
  if (effort.isTooMuch(effort.conditions)) return UNKNOWN;
  effort.conditions.enter();
  try {
    if (checked.tag === Tag.union) return distributed(world, condition);
    // Asked whether it is `any`: a type of which nothing is known most likely is.
    if (checked.tag === Tag.unknown && isEmpty(tested)) return weaken(withKeys(world, isEmpty(yes) ? no : yes));
    const environment = new Environment();
    const told = extension(world, checked, tested, environment);
    const fit = isBeyondBounds(world, inferred, environment) ? Fit.no : told;
    // A condition in what is tested may give more, once it is told; some tests hold whatever that is (`T extends infer U`).
    if (fit !== Fit.yes && isUntold(world, checked)) return condition;
    for (const { definition } of inferred) if (!environment.values.has(definition)) environment.values.set(definition, UNKNOWN);
    switch (fit) {
      case Fit.yes:
        return withKeys(world, substitute(yes, environment));
      case Fit.likely:
        return weaken(withKeys(world, substitute(yes, environment)));
      case Fit.no:
        return withKeys(world, no);
      default:
        // What there is is of no type without values.
        return undecided(yes, no, inferred, condition.name === CHOSEN || isEmpty(yes) || isEmpty(no));
    }
  } finally {
    effort.conditions.leave();
  }
}

/** Whether something was inferred that surely is not what its name is bound to (`infer C extends Client`). */
function isBeyondBounds(world: World, inferred: readonly Meaning[], environment: Environment): boolean {
  return inferred.some(({ definition, result }) => {
    const value = environment.values.get(definition);
    return value !== undefined && result !== undefined && surelyLacks(world, value, result);
  });
}

/** A condition on one of several types: what each of them makes of it. */
function distributed(world: World, condition: Meaning): Meaning {
  const [checked, tested, yes, no, ...inferred] = condition.items as [Meaning, Meaning, Meaning, Meaning, ...Meaning[]];
  const branchFor = (one: Meaning, branch: Meaning): Meaning => sameMeaning(branch, checked) ? one : branch;
  const each = checked.items.map((one) =>
    decided(world, { ...condition, items: [one, tested, branchFor(one, yes), branchFor(one, no), ...inferred] })
  );
  return union(each.filter(({ tag }) => tag !== Tag.unknown));
}

/** What is known of a condition that nothing decides. @param isChosen where one branch is not known it is most likely the other */
function undecided(yes: Meaning, no: Meaning, inferred: readonly Meaning[], isChosen: boolean): Meaning {
  const branches = [yes, no].flatMap((branch) => branchesIn(branch, 0)).map((branch) =>
    inferred.some((one) => speaksOf(branch, one, 0)) ? UNKNOWN : branch
  );
  const known = branches.filter(({ tag }) => tag !== Tag.unknown);
  if (known.length === branches.length) return agreed(branches);
  return isChosen && known.length > 0 ? weaken(known[0]!) : UNKNOWN;
}

/** What a branch may be: of a further condition both of its branches. */
function branchesIn(branch: Meaning, depth: number): readonly Meaning[] {
  if (branch.tag !== Tag.conditional || depth > DEEPEST_PART) return [branch];
  return [...branchesIn(branch.items[THEN]!, depth + 1), ...branchesIn(branch.items[ELSE]!, depth + 1)];
}

/** Whether what is tested is another for each argument; type arguments of what is tested may be. Tuples of tuples are gone into as far as tests are. */
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

/** Whether what is tested is a condition, or has one as its part, that type parameters will tell. */
function isUntold(world: World, meaning: Meaning, depth = 0): boolean {
  if (meaning.tag === Tag.tuple) return depth <= DEEPEST_PART && meaning.items.some((item) => isUntold(world, item, depth + 1));
  return isOpenAlias(world, meaning) && mentionsParameter(meaning);
}

/** Whether a test asks for a type parameter that it does not infer itself. */
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

/** Both branches of what an open alias of a conditional type stands for; undefined for all else. */
export function branchesOf(world: World, alias: Meaning): readonly Meaning[] | undefined {
  if (!isOpenAlias(world, alias)) return undefined;
  const condition = substituteParameters(world, declaredType(world, alias.definition), alias.definition, alias.items);
  return condition.tag === Tag.conditional ? condition.items.slice(2, PARTS) : undefined;
}

/**
 * What an open alias of a conditional type is at the least, whichever of its branches holds: their common type, else likely one of them. Of one that only
 * leaves types of a union out, what it leaves them out of. Undefined where a branch tells nothing.
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

/** What each branch of a condition is at the least: of what is inferred its bound, of what is tested what it is tested for, where the test holds. */
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

/** The type that an alias of a conditional type is for its arguments: the alias itself, with these, as long as they do not tell it. */
export function conditionalAlias(world: World, id: DefinitionId, written: readonly Meaning[]): Meaning {
  const parameters = world.viewOf(id).typeParameters(rowOf(id));
  const items = withDefaults(world, id, written);
  const open = instance(id, items);
  const { effort } = world.evaluation;
  // One may be told by itself, with other arguments each time.
  if (items.length < parameters.length || effort.isTooMuch(effort.aliases)) return open;
  return toldAlias(world, id, items, () => aliasWith(world, id, open));
}

/** The same for all its arguments, which `open` has. */
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
  // Which of two constants it is the arguments will tell.
  const isConstant = yes.name !== no.name && sameMeaning({ ...yes, name: no.name }, no);
  const common = isConstant ? UNKNOWN : undecided(yes, no, inferred, false);
  return common.tag === Tag.unknown ? open : common;
}
