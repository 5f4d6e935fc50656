/**
 * What tests exercise: by their calls, directly or through helpers beside them, and by their names.
 *
 * Stage: resolve. Invariants: runs after the file's calls are resolved, on the same evidence; parts of the tests themselves are not
 * exercised; a name is evidence only if a single visible definition has it.
 */
import { addAt, append } from "../../base/lists.ts";
import { baseName } from "../../base/path_parts.ts";
import type { Rule } from "../../edges.ts";
import { DefinitionFlag, DefinitionKind, isCallable, isTypeWithBody, MODULE_ROW } from "../../facts.ts";
import { type DefinitionId, definitionId, fileOf, rowOf } from "../meaning.ts";
import { EDGE_NUMBERS, type EdgeRow } from "../sites/edge_rows.ts";
import { foldedName, spelled } from "../state/asked_names.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";
import type { Place, RelationRows } from "./relation_rows.ts";

/** How a test reaches what it exercises. */
const BY = ["call", "helper", "name"];
const [BY_CALL, BY_HELPER, BY_NAME] = [1, 2, 4] as const;

/** The evidence for one test and one target. */
interface Evidence {
  readonly place: Place;
  readonly rule: Rule;
  readonly heuristic: boolean;
  /** Bits for `BY`. */
  by: number;
  calls: number;
}

/** Maximum length of a chain of helpers. */
const DEEPEST = 4;
/** Minimum length of what remains of a test's name to identify what it tests. */
const SHORTEST_NAME = 3;
const TEST_WORDS = /^(?:tests?|benchmark|fuzz|example|it|should)_?/i;

/** Adds the file's `tests`. */
export function relateTests(relations: RelationRows): void {
  const sources = testsOf(relations);
  if (sources.length === 0) return;
  const callsBy = groupCalls(relations);
  const sight = new Sight(relations.world, relations.view);
  for (const test of sources) {
    const found = foundByCalls(relations, test, callsBy);
    addByName(relations, test, sight, found);
    for (const [target, { place, rule, heuristic, by, calls }] of found) {
      const properties = { by: BY.filter((_, bit) => (by & (1 << bit)) !== 0), ...(calls > 0 ? { calls } : {}) };
      relations.add("tests", relations.own(test), { definition: target }, place, { rule, heuristic, properties });
    }
  }
}

/** Rows of the definitions that are tests; where tests are top-level calls, the module's own row, and functions called by them. */
function testsOf({ world, view }: RelationRows): number[] {
  const { definitions } = view.facts;
  const { plugin } = world;
  const isTestFile = world.isTestFile(view.index);
  if (plugin.tests !== "anywhere" && !isTestFile) return [];
  const isMarked = (row: number): boolean =>
    plugin.tests === "calls" ? /^test/i.test(view.name(row)) : (definitions.flags[row]! & DefinitionFlag.test) !== 0;
  const tests = plugin.tests === "calls" ? [MODULE_ROW] : [];
  for (let row = MODULE_ROW + 1; row < definitions.length; row++) if (isCallable(definitions.kind[row]!) && isMarked(row)) tests.push(row);
  return tests;
}

/** The file's calls with a target, by caller. */
function groupCalls({ rows }: RelationRows): Map<number, EdgeRow[]> {
  const calls = new Map<number, EdgeRow[]>();
  for (const row of rows) {
    if (row.type !== EDGE_NUMBERS.calls || row.target < 0) continue;
    const from = rowOf(row.from);
    addAt(calls, from, row);
  }
  return calls;
}

/** What a test calls, directly or through helpers beside it. */
function foundByCalls(
  relations: RelationRows,
  test: number,
  callsBy: ReadonlyMap<number, readonly EdgeRow[]>,
): Map<DefinitionId, Evidence> {
  const found = new Map<DefinitionId, Evidence>();
  const seen = new Set([test]);
  const follow = (caller: number, depth: number): void => {
    const by = depth === 0 ? BY_CALL : BY_HELPER;
    for (const { target, line, column, rule, heuristic } of callsBy.get(caller) ?? []) {
      if (isPartOfTests(relations, test, target)) {
        const row = rowOf(target);
        if (fileOf(target) !== relations.view.index || depth >= DEEPEST || seen.has(row)) continue;
        seen.add(row);
        follow(row, depth + 1);
        continue;
      }
      const known = found.get(target);
      if (known === undefined) found.set(target, { place: { line, column }, rule, heuristic, by, calls: 1 });
      else {
        known.by |= by;
        known.calls++;
      }
    }
  };
  follow(test, 0);
  return found;
}

/** Whether a definition belongs to the tests themselves: it is one, or is in a test file, or beside the test in a test module. */
function isPartOfTests({ world, view }: RelationRows, test: number, id: DefinitionId): boolean {
  if ((world.flagsOf(id) & DefinitionFlag.test) !== 0 && isCallable(world.kindOf(id)) && world.plugin.tests !== "files") return true;
  if (world.isTestFile(fileOf(id))) return true;
  if (fileOf(id) !== view.index) return false;
  const [home] = namespacesOf(view, test);
  return home !== undefined && namespacesOf(view, rowOf(id)).includes(home);
}

/** The namespaces around a definition, the nearest first. */
function namespacesOf(view: FileView, row: number): number[] {
  const { definitions } = view.facts;
  const around: number[] = [];
  for (let at = definitions.parent[row]!; at > MODULE_ROW; at = definitions.parent[at]!) {
    if (definitions.kind[at] === DefinitionKind.namespace) around.push(at);
  }
  return around;
}

/** The only visible definition that the test is named after. */
function addByName(relations: RelationRows, test: number, sight: Sight, found: Map<DefinitionId, Evidence>): void {
  const { world, view } = relations;
  const wanted = foldedName((test === MODULE_ROW ? stemOf(view.path) : view.name(test)).replace(TEST_WORDS, ""));
  if (wanted.length < SHORTEST_NAME) return;
  world.askName(spelled(wanted));
  const candidates = test === MODULE_ROW ? sight.modulesNamed(wanted) : sight.named(wanted);
  const targets = candidates.filter((id) => !isPartOfTests(relations, test, id));
  if (targets.length !== 1) return;
  const known = found.get(targets[0]!);
  if (known !== undefined) known.by |= BY_NAME;
  else found.set(targets[0]!, { place: relations.placeOf(test), rule: "name", heuristic: true, by: BY_NAME, calls: 0 });
}

/** `store` for `src/store.test.ts`. */
function stemOf(path: string): string {
  return baseName(path).split(".")[0]!;
}

/** What the tests of one file may be named after: the files that it imports, those of its package, and itself. */
class Sight {
  #files: ReadonlySet<number> | undefined;
  #spellings: ReadonlyMap<string, readonly DefinitionId[]>[] | undefined;

  constructor(readonly world: World, readonly view: FileView) {}

  /** The other files of that name. */
  modulesNamed(wanted: string): DefinitionId[] {
    const { world, view } = this;
    this.#files ??= filesInSight(world, view);
    const files = [...this.#files].filter((file) => file !== view.index && foldedName(stemOf(world.view(file).path)) === wanted);
    return files.map((file) => definitionId(file, MODULE_ROW));
  }

  /** Functions and types with that spelling, except in files that contain only tests. */
  named(wanted: string): DefinitionId[] {
    const found: DefinitionId[] = [];
    for (const spellings of this.#spellings ??= this.#spellingsInSight()) {
      const ids = spellings.get(wanted);
      if (ids !== undefined) append(found, ids);
    }
    return found;
  }
  #spellingsInSight(): ReadonlyMap<string, readonly DefinitionId[]>[] {
    const { world, view } = this;
    const all: ReadonlyMap<string, readonly DefinitionId[]>[] = [];
    for (const file of this.#files ??= filesInSight(world, view)) {
      world.ask(file);
      // Nothing in files of tests is exercised.
      if (!world.isTestFile(file)) all.push(spellingsOf(world, world.view(file)));
    }
    return all;
  }
}

/** Functions and types of a file by their normalized `Name` and `OwnerName`. */
function spellingsOf(world: World, view: FileView): ReadonlyMap<string, readonly DefinitionId[]> {
  const known = world.kept.spellings.get(view.index);
  if (known !== undefined) return known;
  const names = new Map<string, DefinitionId[]>();
  // A type's name occurs with each of its members, a method's with each type that has it.
  const foldedNames = new Map<string, string>();
  const fold = (name: string): string => {
    let folded = foldedNames.get(name);
    if (folded === undefined) foldedNames.set(name, folded = foldedName(name));
    return folded;
  };
  const add = (name: string, id: DefinitionId): void => {
    const ids = names.get(name);
    if (ids === undefined) names.set(name, [id]);
    else if (ids[ids.length - 1] !== id) ids.push(id);
  };
  const { definitions } = view.facts;
  for (let row = MODULE_ROW + 1; row < definitions.length; row++) {
    const kind = definitions.kind[row]!;
    const isNamed = isCallable(kind) || isTypeWithBody(kind);
    if (!isNamed || definitions.name[row] === 0) continue;
    const id = definitionId(view.index, row);
    const name = fold(view.name(row));
    const owner = world.ownerOf(id);
    add(name, id);
    if (owner !== 0) add(fold(world.nameOf(owner)) + name, id);
  }
  world.kept.spellings.set(view.index, names);
  return names;
}

function filesInSight(world: World, view: FileView): ReadonlySet<number> {
  const files = new Set(world.filesAt(world.modules.packageOf(view.path)));
  const { imports, strings } = view.facts;
  for (let row = 1; row < imports.length; row++) {
    for (const file of world.targets.filesOf(strings[imports.module[row]!]!, view.index)) files.add(file);
  }
  return files;
}
