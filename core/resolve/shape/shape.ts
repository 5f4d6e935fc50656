/**
 * Compares files by their shape: what the evaluation of other files can see of them, as records in the order of the file: of several overloads,
 * assignments or wildcards the first or the last counts.
 *
 * Stage: resolve. An edit of a body leaves the shape as it was, and nobody else needs to be resolved again.
 */
import { DefinitionKind, type Facts, LinkFlag, MODULE_ROW } from "../../facts.ts";
import { foldedName, spelled } from "../state/asked_names.ts";
import { ShapeReader, type ShapeRecord } from "./shape_reader.ts";

/**
 * What others can see of the change from one version of a file to another: nothing, only names that came anew (as those note them who
 * look for them), or more than that.
 */
export type ShapeChange = "none" | "more" | ReadonlySet<string>;

/**
 * Compares two versions of a file.
 *
 * Names that came anew matter only to those who looked for them in vain: whoever looks a name up in a file, a package or the whole
 * repository and does not find it there notes the name (`World.askName`), and so does whoever goes through all of them. So a change is told
 * by names alone where all that was there is there still, in its order, and all that came belongs to definitions at the top of the file under
 * names that nothing at its top had. Where those who find a name note it too, so is a change of functions that went or are others.
 * @param attaches the language's functions may belong to types elsewhere (Go's receivers), where all are looked up by name: there who
 * finds a function in another file has noted its name
 */
export function compareShapes(before: Facts, after: Facts, attaches: boolean): ShapeChange {
  const [left, right] = [new ShapeReader(before).read(), new ShapeReader(after).read()];
  const changed = attaches ? changedFunctions(left, right) : [];
  const moved = new Set(changed.map(({ top }) => top));
  if (moved.size > 0 && !areToldByNames(left, right, moved)) return "more";
  const had = new Set(left.map(({ top }) => top));
  const owners = ownersIn(left);
  const came: ShapeRecord[] = [];
  const stayed = left.filter(({ top }) => !moved.has(top));
  let found = 0;
  for (const record of right) {
    if (moved.has(record.top)) continue;
    if (record.text === stayed[found]?.text) found++;
    else came.push(record);
  }
  if (found < stayed.length) return "more";
  if (came.length + changed.length === 0) return "none";
  if (after.exports.length > 1 && before.exports.length <= 1) return "more";
  // The first member that a type gets from outside may make another kind of type of it.
  const isNew = ({ top, isPlain, owner }: ShapeRecord): boolean =>
    isPlain && top !== "" && !had.has(top) && (owner === "" || (attaches && owners.has(owner)));
  return came.every(isNew) ? new Set([...came, ...changed].flatMap(waysToAsk)) : "more";
}

/** Records of functions that one version alone has, or has otherwise; none under a name that something else at the top has too. */
function changedFunctions(left: readonly ShapeRecord[], right: readonly ShapeRecord[]): ShapeRecord[] {
  const both = [...left, ...right];
  const others = new Set(both.filter(({ isCallable }) => !isCallable).map(({ top }) => top));
  const textsOf = (records: readonly ShapeRecord[]): ReadonlyMap<string, string> => {
    const texts = new Map<string, string>();
    for (const { top, text } of records) if (!others.has(top)) texts.set(top, `${texts.get(top) ?? ""}\n${text}`);
    return texts;
  };
  const [was, is] = [textsOf(left), textsOf(right)];
  return both.filter(({ top }) => !others.has(top) && was.get(top) !== is.get(top));
}

/**
 * Whether all that others see of the change of such functions is told by their names: what stands inside them is as it was, no type gets or
 * loses its first member by them, and nothing else in the file speaks of them (a variable that holds what one gives).
 */
function areToldByNames(left: readonly ShapeRecord[], right: readonly ShapeRecord[], moved: ReadonlySet<string>): boolean {
  const [owned, owns] = [ownersIn(left), ownersIn(right)];
  const isTold = ({ top, name, isPlain, owner, text }: ShapeRecord): boolean => {
    if (moved.has(top)) return isPlain && name === top && (owner === "" || (owned.has(owner) && owns.has(owner)));
    // What binds a name says it once itself.
    return text.split("\0").filter((part) => moved.has(part)).length <= (moved.has(name) && text.startsWith("b\0") ? 1 : 0);
  };
  return left.every(isTold) && right.every(isTold);
}

function ownersIn(records: readonly ShapeRecord[]): ReadonlySet<string> {
  return new Set(records.map(({ owner }) => owner));
}

/**
 * The names by which a file that is there in only one of two refs may have been looked for where it is not; undefined where more than
 * names tells of it: it gives types elsewhere traits or members, or declares macros.
 * @param owners types that have members from outside in other files too
 */
export function namesToAskFor(facts: Facts, attaches: boolean, owners: (name: string) => boolean): ReadonlySet<string> | undefined {
  const { definitions, exports } = facts;
  for (let row = MODULE_ROW + 1; row < definitions.length; row++) {
    const kind = definitions.kind[row]!;
    if (kind === DefinitionKind.impl || kind === DefinitionKind.macro) return undefined;
    if (definitions.owner[row] !== 0 && (!attaches || kind === DefinitionKind.interface)) return undefined;
  }
  for (let row = 1; row < exports.length; row++) if (exports.flags[row]! & LinkFlag.macros) return undefined;
  // What it imports or assigns is reached through the module alone, and so through what imports the file.
  const records = new ShapeReader(facts).readDefinitions();
  const own = new Set(records.map((record) => record.top));
  if (records.some(({ owner, holder }) => owner !== "" && !own.has(holder) && !owners(holder))) return undefined;
  return new Set(records.filter((record) => record.name !== "").flatMap(waysToAsk));
}

function waysToAsk({ name, holder }: ShapeRecord): string[] {
  return [name, spelled(foldedName(name)), spelled(foldedName(holder + name))];
}
