/**
 * Values that the repository stores in members of external objects (`g.db = Db()`), through which other code reaches them (`g.db.query()`).
 *
 * Stage: resolve; only for calls, never during an evaluation. Invariant: whether the stored value is the one that is read is not known:
 * under the same full name it is likely, under another one a candidate. If an unknown value is stored, any method may be meant.
 */
import { append, NO_ROWS } from "../../base/lists.ts";
import { firstCandidates, MOST_CANDIDATES } from "../../edges.ts";
import { listItems } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { elementsOf, joinedTo } from "../../facts/stored_names.ts";
import { callMeaning } from "../calls/call_results.ts";
import { evaluateObject, evaluateValue } from "../evaluate.ts";
import {
  type DefinitionId,
  fileOf,
  firstPart,
  isKnown,
  lastPart,
  type Meaning,
  packageIn,
  partsOf,
  rowOf,
  Tag,
  union,
  UNKNOWN,
  weaken,
  withoutLastPart,
} from "../meaning.ts";
import { firstDeclaring } from "../members/first_declaring.ts";
import { memberMeaning } from "../members/members.ts";
import { Space } from "../names/names.ts";
import { isOwnDefinition, isOwnFunction, isOwnObject, ownDefinitions } from "../ownership.ts";
import { storedAs } from "../state/asked_names.ts";
import type { FileView } from "../state/file_view.ts";
import { isSpeltAsAnyType } from "../types/spelling.ts";
import { membersBelow } from "../types/implementations.ts";
import type { World } from "../world.ts";
import { isImportedPath, isModulePath } from "./made_by_framework.ts";

/** A value of the repository or an unknown one, and the full name of the external object in which it is stored; "" if unknown. */
export interface StoredValue {
  readonly holder: string;
  readonly value: Meaning;
  /** Number of the file that stores it; -1 if there are many. */
  readonly file: number;
  /** Whether it is stored in a class, named directly. */
  readonly isInClass: boolean;
}

/** In place of a name: there are more places than are examined. */
const ANYWHERE = "*";

/** Maximum number of places of one name that are examined, and of steps from the stored value to the called one. */
const MOST_PLACES = 64;
const LONGEST = 4;

/** The member `name` of the value stored where the external `object` is read; unknown if nothing of the repository is stored there. */
export function memberOfStored(world: World, view: FileView, object: number, name: string): Meaning {
  // In other languages the type of the place is declared, with its members.
  if (!world.rules.assignmentsBind || world.repository.callables(name).length === 0) return UNKNOWN;
  const outside = evaluateObject(world, view, object);
  // Single members stored there are not all of it.
  const put = outside.tag === Tag.external
    ? putInto(world, outside.name).map(({ value }) => ofRepository(world, memberMeaning(world, value, name, Space.value)))
    : [];
  const members = put.filter(({ tag }) => tag !== Tag.unknown);
  if (members.length > 0) return weaken(union(members));
  const whole = world.repository.methods(name).length > 0 ? storedBehind(world, view, object, 0) : UNKNOWN;
  return whole.tag === Tag.unknown ? UNKNOWN : ofRepository(world, memberMeaning(world, weaken(whole), name, Space.value));
}

/**
 * Members called `name` of what is stored elsewhere under the name of `receiver`, or of what is held by a value stored under a name on the
 * way to it (`app.shop = self`, then `current_app.shop.desk.open()`).
 */
export function membersStoredElsewhere(world: World, receiver: Meaning, name: string): DefinitionId[] {
  if (receiver.tag !== Tag.external || !world.rules.assignmentsBind) return [];
  const put = world.rules.exportsOnly ? valuesUnder(world, joinedTo(lastPart(receiver.name))) : [];
  const found = [...valuesUnder(world, lastPart(receiver.name)), ...put]
    .map(({ value }) => ofRepository(world, memberMeaning(world, value, name, Space.value)));
  const direct = [...new Set(found.flatMap(({ tag, definition }) => tag === Tag.definition ? [definition] : NO_ROWS))];
  return direct.length > 0 ? direct : membersHeldByStored(world, receiver.name.split("."), name);
}

/**
 * Members called `name` of what the last parts of a full name read from a repository object that is stored under an earlier part; all
 * members of an uncommon name if nothing is known of it.
 */
function membersHeldByStored(world: World, path: readonly string[], name: string): DefinitionId[] {
  const found: DefinitionId[] = [];
  for (let at = path.length - 2; at > 0 && at >= path.length - LONGEST; at--) {
    let held: Meaning[] = storedUnder(world, path[at]!).map(({ value }) => value).filter((value) => isOwnObject(world, value));
    for (const part of path.slice(at + 1)) {
      held = held.filter((value) => isOwnObject(world, value) && firstDeclaring(world, value.definition, part) !== undefined)
        .flatMap((value) => partsOf(memberMeaning(world, value, part, Space.value)));
    }
    for (const value of held) {
      const member = memberMeaning(world, value, name, Space.value);
      if (isOwnDefinition(world, member)) found.push(member.definition);
      else if (isOwnObject(world, value)) append(found, membersBelow(world, value.definition, name, 0));
      else if (value.tag === Tag.unknown && !world.isCommonMethod(name)) {
        append(found, world.repository.methods(name).slice(0, MOST_CANDIDATES));
      }
    }
  }
  return firstCandidates(found);
}

/** Whether a value that the repository stores externally may be the external value `receiver`, and has a member called `name`. */
export function mayBeStored(world: World, receiver: Meaning, name: string): boolean {
  if (receiver.tag !== Tag.external || !world.rules.assignmentsBind) return false;
  return isOfUnknownStored(world, receiver, false) ||
    valuesUnder(world, lastPart(receiver.name)).some(({ value }) =>
      isOwnObject(world, value) && firstDeclaring(world, value.definition, name) !== undefined
    );
}

/**
 * Members called `name` of what the repository stores in an external member that is named by a text argument of the call that returned
 * `receiver` (`g.clock = Clock()`, then `g.pop("clock")`).
 */
export function membersStoredByText(world: World, { tag, origin }: Meaning, name: string): readonly DefinitionId[] {
  if (tag !== Tag.external || origin === undefined || !world.rules.assignmentsBind) return NO_ROWS;
  const view = world.view(origin.file);
  const { op, a, b, c } = view.facts.expressions;
  const callee = op[origin.expression] === Op.call ? a[origin.expression]! : 0;
  const [known] = callee === 0 ? NO_ROWS : listItems(view.facts, b[origin.expression]!);
  if (known === undefined || op[callee] !== Op.member || op[known] !== Op.key || c[known] === 0) return NO_ROWS;
  const holder = evaluateObject(world, view, a[callee]!);
  const stored = holder.tag === Tag.external ? valuesUnder(world, view.text(c[known]!)).filter((one) => one.holder === holder.name) : [];
  if (stored.some(({ value }) => value.tag === Tag.unknown) && !world.isCommonMethod(name)) {
    return world.repository.methods(name).slice(0, MOST_CANDIDATES);
  }
  return ownDefinitions(world, stored.map(({ value }) => memberMeaning(world, value, name, Space.value)));
}

/**
 * Functions that the repository stores under `name` in an external class (`Settings.changed = on_change`), whose objects have them. For a
 * name that is common outside, `receiver` must come from that class; otherwise unknown objects may have received it, too (`view.check =
 * check`). In JavaScript they are read by the same full name (`electron.dialog.open = open`).
 */
export function functionsStoredOutside(world: World, receiver: Meaning, name: string): DefinitionId[] {
  if (!world.rules.assignmentsBind) return [];
  const { exportsOnly, globals } = world.rules;
  // A global of the platform probably means itself, whatever one file stores in it.
  const isOfAll = receiver.tag === Tag.external && globals?.has(firstPart(receiver.name, ".")) === true;
  if (exportsOnly && (receiver.tag !== Tag.external || isOfAll || world.repository.callables(name).length === 0)) return [];
  const isCommon = world.isCommonMethod(name);
  const isMeant = ({ holder, isInClass }: StoredValue): boolean =>
    exportsOnly
      ? withoutDefault(holder) === withoutDefault(receiver.name)
      : !isCommon || (isInClass && `${receiver.name}.`.startsWith(`${holder}.`));
  const put = storedUnder(world, name).filter((one) =>
    isOwnFunction(world, one.value) && world.nameOf(one.value.definition) !== "" && isMeant(one)
  );
  return put.map(({ value }) => value.definition);
}

/**
 * Members called `name` that may be meant if the repository stores an unknown value in `receiver`, or in what it is read from.
 * @param isOwn whether it is read as a member that a repository object has from an external base: any other object of that package
 *   may have been that one (`made = factory.build(); made.queue = queue`)
 */
export function membersOfUnknownStored(world: World, receiver: Meaning, name: string, isOwn = false): readonly DefinitionId[] {
  if (world.isCommonMethod(name)) return NO_ROWS;
  const methods = world.repository.methods(name);
  const isAsked = methods.length > 0 && methods.length <= MOST_CANDIDATES;
  return isAsked && isOfUnknownStored(world, receiver, isOwn) ? methods : NO_ROWS;
}

/**
 * Whether the repository stores an unknown value under the full name of `receiver`, or of what it is read from (`Shown.site = site`, then
 * `self.site.pages.find()`); or under the same name in an object of some class of the same package (`app = FastAPI(); app.desk = desk`,
 * then `request.app.desk.open()`).
 */
function isOfUnknownStored(world: World, receiver: Meaning, isOwn: boolean): boolean {
  if (receiver.tag !== Tag.external || !world.rules.assignmentsBind) return false;
  let path = receiver.name;
  for (let cut = path.lastIndexOf("."); cut > 0; cut = path.lastIndexOf(".")) {
    const holder = path.slice(0, cut);
    const isWhole = path === receiver.name;
    const isHere = (other: string): boolean =>
      other === holder || (isWhole && other === ANYWHERE) ||
      (((isWhole && isOwn) || isSpeltAsAnyType(lastPart(other))) && packageIn(other) === packageIn(holder));
    if (valuesUnder(world, path.slice(cut + 1)).some((one) => one.value.tag === Tag.unknown && isHere(one.holder))) return true;
    path = holder;
  }
  return false;
}

/** The value of an expression that is stored externally, or whose start is. */
function storedBehind(world: World, view: FileView, expression: number, depth: number): Meaning {
  const outside = depth > LONGEST ? UNKNOWN : evaluateObject(world, view, expression);
  if (outside.tag !== Tag.external) return UNKNOWN;
  const holder = withoutLastPart(outside.name);
  const { op, a, b } = view.facts.expressions;
  // What one file stores in a module in place of its own member (`sys.stdin = Lines()`) is probably not what others mean.
  const isOfModule = op[expression] === Op.member && op[a[expression]!] === Op.name && isModulePath(world, view, a[expression]!);
  const stored = holder === ""
    ? []
    : valuesUnder(world, lastPart(outside.name)).filter(({ holder: other, value, file }) =>
      other === holder && value.tag !== Tag.unknown && (!isOfModule || file === view.index)
    );
  append(stored, putInto(world, outside.name));
  if (stored.length > 0) return union(stored.map(({ value }) => value));
  if (op[expression] !== Op.member && op[expression] !== Op.call) return UNKNOWN;
  const inner = storedBehind(world, view, a[expression]!, depth + 1);
  if (inner.tag === Tag.unknown) return UNKNOWN;
  return op[expression] === Op.member
    ? memberMeaning(world, inner, view.text(b[expression]!), Space.value)
    : callMeaning(world, view, inner, listItems(view.facts, b[expression]!), false);
}

function ofRepository(world: World, meaning: Meaning): Meaning {
  return meaning.tag === Tag.external || (meaning.tag === Tag.definition && world.inLibrary(meaning.definition)) ? UNKNOWN : meaning;
}

/** Values of the repository whose members are copied into an external object of a full name (`Object.assign(Parse.Cloud, parts)`). */
function putInto(world: World, name: string): readonly StoredValue[] {
  if (!world.rules.exportsOnly) return [];
  const holder = withoutDefault(name);
  return valuesUnder(world, joinedTo(lastPart(name))).filter((one) => one.holder === holder);
}

/** A full name without the part for a default import of a whole module (`parse.default.Cloud`): other files may require it. */
function withoutDefault(name: string): string {
  return name.replace(/\.default\b/, "");
}

/** Values of the repository, and unknown ones, stored in members called `name` of objects outside the repository. */
function storedUnder(world: World, name: string): readonly StoredValue[] {
  return world.kept.storedOutside.get(name) ?? world.kept.storedOutside.find(name, () => {
    world.askName(storedAs(name));
    const uses = world.names.find("stored", name);
    const found: StoredValue[] = [];
    for (const use of uses.slice(0, MOST_PLACES)) append(found, storedBy(world, use));
    if (uses.length > MOST_PLACES) found.push({ holder: ANYWHERE, value: UNKNOWN, file: -1, isInClass: false });
    return found;
  });
}

/** The same without functions that only calls of the same full name may mean. */
function valuesUnder(world: World, name: string): readonly StoredValue[] {
  const stored = storedUnder(world, name);
  return world.rules.exportsOnly ? stored.filter(({ value }) => !isOwnFunction(world, value)) : stored;
}

/**
 * What the repository stores in elements of members called `name` of objects outside the repository (`app.desks = [Desk()]`,
 * `app.desks.append(Desk())`).
 */
export function heldByStored(world: World, name: string): readonly Meaning[] {
  return storedUnder(world, elementsOf(name)).map(({ value }) => value);
}

/** @param use a row of `uses` with its file */
function storedBy(world: World, use: number): StoredValue[] {
  const view = world.view(fileOf(use));
  world.askInside(view.index);
  const { uses, expressions: { op, a, b } } = view.facts;
  const given = uses.expression[rowOf(use)]!;
  const value = evaluateValue(world, view, a[given]!);
  if (op[b[given]!] === Op.spread) {
    const joined = evaluateValue(world, view, a[b[given]!]!);
    const isOwn = value.tag === Tag.module || isOwnObject(world, value);
    return isOwn && joined.tag === Tag.external ? [{ holder: withoutDefault(joined.name), value, file: view.index, isInClass: false }] : [];
  }
  const takesFunctions = world.rules.protocols.read !== undefined || world.rules.exportsOnly === true;
  const values = partsOf(value).filter((part) =>
    part.tag === Tag.unknown || isOwnObject(world, part) || (takesFunctions && isOwnFunction(world, part))
  );
  if (values.length === 0) return [];
  const place = evaluateValue(world, view, b[given]!);
  if (isKnown(place)) return [];
  const holder = place.tag === Tag.external ? withoutLastPart(place.name) : "";
  const isInClass = op[b[given]!] === Op.member && isSpeltAsAnyType(lastPart(holder)) && isImportedPath(world, view, a[b[given]!]!);
  return values.map((one) => ({ holder, value: one, file: view.index, isInClass }));
}
