/**
 * Compares versions of a file by their shape: what the evaluation of other files can see, as records in source order, because the first or
 * last of several overloads, assignments or wildcards counts.
 *
 * Stage: resolve. An edit of a function body leaves the shape unchanged, so no other file is resolved again.
 */
import { DefinitionKind, type Facts, LinkFlag, MODULE_ROW } from "../../facts.ts";
import type { LanguagePlugin } from "../../plugin.ts";
import type { ResolutionRules } from "../../rules/resolution_rules.ts";
import { foldedName, spelled } from "../state/asked_names.ts";
import { methodKey, ShapeReader, type ShapeRecord } from "./shape_reader.ts";

/** What determines how a language looks up names. */
export type ShapeLanguage = Pick<LanguagePlugin, "rules" | "library" | "routes">;

/**
 * What other files can see of the difference between two versions of a file: nothing, a change that is identified by names, or more than
 * that.
 */
export type ShapeChange = "none" | "more" | NamedChange;

/** A change that affects only those who depend on certain names. */
export interface NamedChange {
  /** The keys under which the affected dependencies are recorded. */
  readonly keys: ReadonlySet<string>;
  /** Names of functions that existed before, whose finders did not record them: they mention the name, or depend on a file that does. */
  readonly spoken: ReadonlySet<string>;
}

const NOTHING: ReadonlySet<string> = new Set();

/**
 * Compares two versions of a file.
 *
 * New names only affect those who looked for them without success: a look-up in a file, a package or the repository that finds nothing
 * records the name (`World.askName`), and so does iterating over all names. So a change is identified by names alone if all previous
 * records are still there, in order, and all new ones are top-level definitions under names that were not bound at the top level. The same
 * holds for functions that were removed or changed (`changedFunctions`), since they are found by their names alone.
 * @param plugin with `packageScope`, functions may belong to types elsewhere (Go's receivers), and all are looked up by name: finding one
 * in another file records its name
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
  // The first member that a type gets from elsewhere may change the kind of the type.
  const isNew = ({ top, isPlain, owner }: ShapeRecord): boolean =>
    isPlain && top !== "" && !had.has(top) && (owner === "" || (attaches && owners.has(owner)));
  if (!came.every(isNew)) return "more";
  const changed = [...left, ...right].filter(({ part, name }) => moved.has(part) && name === part);
  const knew = [...moved].filter((part) => isMethod(part) || had.has(part));
  return {
    keys: new Set([...came, ...changed].flatMap(waysToAsk)),
    spoken: attaches ? NOTHING : new Set(knew.map(nameOfPart)),
  };
}

/**
 * Top-level functions that only one version has, or that differ, methods in both that differ, and the functions that mention one of these
 * (`ShapeRecord.part`); undefined if the change is visible without their names: something else mentions one (a variable that holds its
 * result), a type gets or loses its first member, or the language finds one without its name.
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
  // Repeated until all that mention one of these are found.
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
 * Whether the methods among `moved` are found by their names alone: their types have the same methods as before, of the same kinds and in
 * the same order, no other type in the file has a method of the name (where members of one type are looked up through another), and the
 * language itself uses none of these names.
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

/** The texts of each part, except those under some top-level names. */
function textsByPart(records: readonly ShapeRecord[], but: ReadonlySet<string>): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { part, text } of records) if (part !== "" && !but.has(part)) texts.set(part, `${texts.get(part) ?? ""}\n${text}`);
  return texts;
}

/** Whether a record mentions one of these names, or a definition (`ShapeWriter.keyOf`) that is one of these parts or inside one. */
function speaksOf({ name, text }: ShapeRecord, names: ReadonlySet<string>, parts: ReadonlySet<string>): boolean {
  const spoken = text.split("\0").filter((word) => {
    if (names.has(word)) return true;
    const [, top, member] = PART_OF_KEY.exec(word) ?? [];
    return top !== undefined && (parts.has(top) || (member !== undefined && parts.has(methodKey(top, member))));
  });
  // A binding mentions its own name once.
  return spoken.length > (names.has(name) && text.startsWith("b\0") ? 1 : 0);
}

const PART_OF_KEY = /^\/\d+:[^/]*\/\d+:([^/]+)(?:\/\d+:([^/]+))?/;

/** Names by which the language itself finds definitions that nobody needs to name: default exports, a module's `__getattr__`. */
function unspokenNames({ mainExport = "", protocols }: ResolutionRules): ReadonlySet<string> {
  return new Set([mainExport, ...Object.values(protocols).flat()]);
}

function ownersIn(records: readonly ShapeRecord[]): ReadonlySet<string> {
  return new Set(records.map(({ owner }) => owner));
}

/**
 * The keys under which a file that exists in only one of two refs may have been looked for; undefined if it is visible without names: it
 * adds traits or members to types elsewhere, or declares macros.
 * @param owners types with members defined in other files, too
 */
export function namesToAskFor(facts: Facts, attaches: boolean, owners: (name: string) => boolean): ReadonlySet<string> | undefined {
  const { definitions, exports } = facts;
  for (let row = MODULE_ROW + 1; row < definitions.length; row++) {
    const kind = definitions.kind[row]!;
    if (kind === DefinitionKind.impl || kind === DefinitionKind.macro) return undefined;
    if (definitions.owner[row] !== 0 && (!attaches || kind === DefinitionKind.interface)) return undefined;
  }
  for (let row = 1; row < exports.length; row++) if (exports.flags[row]! & LinkFlag.macros) return undefined;
  // Its imports and assignments are reached only through the module, and so through importers of the file.
  const records = new ShapeReader(facts).readDefinitions();
  const own = new Set(records.map((record) => record.top));
  if (records.some(({ owner, holder }) => owner !== "" && !own.has(holder) && !owners(holder))) return undefined;
  return new Set(records.filter((record) => record.name !== "").flatMap(waysToAsk));
}

function waysToAsk({ name, holder }: ShapeRecord): string[] {
  return [name, spelled(foldedName(name)), spelled(foldedName(holder + name))];
}
