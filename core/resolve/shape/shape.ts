/**
 * Compares files by their shape: what the evaluation of other files can see of them, as records in the order of the file: of several overloads,
 * assignments or wildcards the first or the last counts.
 *
 * Stage: resolve. An edit of a body leaves the shape as it was, and nobody else needs to be resolved again.
 */
import { DefinitionKind, type Facts, LinkFlag, MODULE_ROW } from "../../facts.ts";
import type { LanguagePlugin } from "../../plugin.ts";
import type { ResolutionRules } from "../../rules/resolution_rules.ts";
import { foldedName, spelled } from "../state/asked_names.ts";
import { methodKey, ShapeReader, type ShapeRecord } from "./shape_reader.ts";

/** What a language says of how its names are found. */
export type ShapeLanguage = Pick<LanguagePlugin, "rules" | "library" | "routes">;

/**
 * What others can see of the change from one version of a file to another: nothing, something that names tell, or more than that.
 */
export type ShapeChange = "none" | "more" | NamedChange;

/** A change that concerns but those who know a name. */
export interface NamedChange {
  /** Names as those note them whom they concern. */
  readonly told: ReadonlySet<string>;
  /** Names of functions that were there and that whoever found them did not note: he speaks of one, or rests on a file that does. */
  readonly spoken: ReadonlySet<string>;
}

const NOTHING: ReadonlySet<string> = new Set();

/**
 * Compares two versions of a file.
 *
 * Names that came anew matter only to those who looked for them in vain: whoever looks a name up in a file, a package or the whole
 * repository and does not find it there notes the name (`World.askName`), and so does whoever goes through all of them. So a change is told
 * by names alone where all that was there is there still, in its order, and all that came belongs to definitions at the top of the file under
 * names that nothing at its top had. So is a change of functions that went or are others (`changedFunctions`): they are found by their names alone.
 * @param plugin with `packageScope` functions may belong to types elsewhere (Go's receivers), and all are looked up by name: there who finds
 * one in another file has noted its name
 */
export function compareShapes(before: Facts, after: Facts, plugin: ShapeLanguage): ShapeChange {
  const attaches = plugin.rules.packageScope;
  const [left, right] = [new ShapeReader(before).read(), new ShapeReader(after).read()];
  const moved = changedFunctions(left, right, plugin);
  if (moved === undefined) return "more";
  const had = new Set(left.map(({ top }) => top));
  const owners = ownersIn(left);
  const came: ShapeRecord[] = [];
  const stayed = left.filter(({ part }) => !moved.has(part));
  let found = 0;
  for (const record of right) {
    if (moved.has(record.part)) continue;
    if (record.text === stayed[found]?.text) found++;
    else came.push(record);
  }
  if (found < stayed.length) return "more";
  if (came.length + moved.size === 0) return "none";
  if (after.exports.length > 1 && before.exports.length <= 1) return "more";
  // The first member that a type gets from outside may make another kind of type of it.
  const isNew = ({ top, isPlain, owner }: ShapeRecord): boolean =>
    isPlain && top !== "" && !had.has(top) && (owner === "" || (attaches && owners.has(owner)));
  if (!came.every(isNew)) return "more";
  const changed = [...left, ...right].filter(({ part, name }) => moved.has(part) && name === part);
  const knew = [...moved].filter((part) => isMethod(part) || had.has(part));
  return {
    told: new Set([...came, ...changed].flatMap(waysToAsk)),
    spoken: attaches ? NOTHING : new Set(knew.map(nameOfPart)),
  };
}

/**
 * Functions at the top of the file that one version alone has, or has otherwise, methods that both have there and that are others, and those that
 * speak of such a one (`ShapeRecord.part`); undefined where more than their names tells of it: something else speaks of one (a variable that holds
 * what a function gives), a type gets or loses its first member, or the language finds one without its name.
 */
function changedFunctions(
  left: readonly ShapeRecord[],
  right: readonly ShapeRecord[],
  plugin: ShapeLanguage,
): ReadonlySet<string> | undefined {
  const both = [...left, ...right];
  const others = new Set(both.filter(({ part }) => part === "").map(({ top }) => top));
  const [was, is] = [textsByPart(left, others), textsByPart(right, others)];
  const moved = new Set([...was.keys(), ...is.keys()].filter((part) => was.get(part) !== is.get(part)));
  if (moved.size === 0) return moved;
  const rest = both.filter(({ part }) => !moved.has(part));
  // Who speaks of one of these is found at last.
  for (let size = 0; size < moved.size;) {
    size = moved.size;
    const names = new Set([...moved].map(nameOfPart));
    for (const record of rest) {
      if (moved.has(record.part) || !speaksOf(record, names, moved)) continue;
      if (record.part === "" || others.has(record.part)) return undefined;
      moved.add(record.part);
    }
  }
  const { rules } = plugin;
  const [owned, owns] = [ownersIn(left), ownersIn(right)];
  const isFound = ({ part, owner }: ShapeRecord): boolean =>
    !moved.has(part) || owner === "" || (rules.packageScope && owned.has(owner) && owns.has(owner));
  const isUnnamed = !rules.packageScope && [...unspokenNames(rules)].some((name) => moved.has(name));
  return !isUnnamed && both.every(isFound) && areNamedMethods(left, right, moved, plugin) ? moved : undefined;
}

/**
 * Whether the methods among `moved` are found by their names alone: their types have the same ones as before, of the same kinds and in their order,
 * no other type of the file has one of the name (where what one type has is asked of another), and the language itself speaks of none such.
 */
function areNamedMethods(
  left: readonly ShapeRecord[],
  right: readonly ShapeRecord[],
  moved: ReadonlySet<string>,
  { rules, library, routes }: ShapeLanguage,
): boolean {
  const methods = [...moved].filter(isMethod);
  if (methods.length === 0) return true;
  const heads = (records: readonly ShapeRecord[]): string =>
    records.filter(({ part, name, text }) => isMethod(part) && nameOfPart(part) === name && text.startsWith("d\0"))
      .map(({ text }) => text.split("\0", 4).join("\0")).join("\n");
  if (heads(left) !== heads(right)) return false;
  const said = new Set(`${library.source}${JSON.stringify([rules, routes])}`.match(/[$\w]+/g));
  const parts = Map.groupBy([...left, ...right], ({ name }) => name);
  return methods.every((method) => {
    const name = nameOfPart(method);
    const isAlone = rules.implementations || parts.get(name)!.every(({ part }) => part === method);
    return isAlone && !/^\W|^__/.test(name) && !said.has(name);
  });
}

function isMethod(part: string): boolean {
  return part.includes("\0");
}

function nameOfPart(part: string): string {
  return part.slice(part.indexOf("\0") + 1);
}

/** What is said of each part, but of those under some names at the top. */
function textsByPart(records: readonly ShapeRecord[], but: ReadonlySet<string>): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { part, text } of records) if (part !== "" && !but.has(part)) texts.set(part, `${texts.get(part) ?? ""}\n${text}`);
  return texts;
}

/** Whether a record has one of these names in it, or a definition (`ShapeWriter.keyOf`) that is one of these parts or lies in one. */
function speaksOf({ name, text }: ShapeRecord, names: ReadonlySet<string>, parts: ReadonlySet<string>): boolean {
  const spoken = text.split("\0").filter((word) => {
    if (names.has(word)) return true;
    const [, top, member] = PART_OF_KEY.exec(word) ?? [];
    return top !== undefined && (parts.has(top) || (member !== undefined && parts.has(methodKey(top, member))));
  });
  // What binds a name says it once itself.
  return spoken.length > (names.has(name) && text.startsWith("b\0") ? 1 : 0);
}

const PART_OF_KEY = /^\/\d+:[^/]*\/\d+:([^/]+)(?:\/\d+:([^/]+))?/;

/** Names by which the language itself finds what nobody needs to name: what is exported by default, `__getattr__` of a module. */
function unspokenNames({ mainExport = "", protocols }: ResolutionRules): ReadonlySet<string> {
  return new Set([mainExport, ...Object.values(protocols).flat()]);
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
