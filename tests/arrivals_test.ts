/** How added and removed files affect the remaining ones, by the module rules of before and after. */
import assert from "node:assert/strict";
import type { Outline } from "../core/facts/outline.ts";
import type { LanguagePlugin } from "../core/plugin.ts";
import type { ModuleResolver, ModuleTarget } from "../core/resolve/modules.ts";
import { type FileSet, findMovedImports, isMissedByName, moduleNames, type OutlinedFile } from "../core/run/arrivals.ts";
import { plugin as python } from "../languages/python/plugin.ts";

/** A language whose packages share one scope, and one whose modules show what they export. */
const PACKAGES: LanguagePlugin = { ...python, rules: { ...python.rules, packageScope: true } };
const EXPORTS: LanguagePlugin = { ...python, rules: { ...python.rules, exportsOnly: true } };

const OUTSIDE: ModuleTarget = { kind: "outside", name: "lib" };
const inside = (...paths: readonly string[]): ModuleTarget => ({ kind: "inside", paths });

/** Files that import `x`, which means `target` to all of them. */
function fileSet(paths: readonly string[], target: ModuleTarget = OUTSIDE, rules: Partial<ModuleResolver> = {}): FileSet {
  const files = paths.map((path): OutlinedFile => ({ path, outline: { specifiers: ["x"] } as unknown as Outline }));
  const modules: ModuleResolver = {
    resolve: () => target,
    nameOf: (path) => path,
    packageName: () => "",
    externalPackage: () => "",
    packageOf: (path) => [path],
    ...rules,
  };
  return { files, modules };
}

/** Who imports another file once `x` means `after` instead of `before`. */
function importers(before: ModuleTarget, after: ModuleTarget, plugin = python): string[] {
  return [...findMovedImports(plugin, fileSet(["a", "b"], before), fileSet(["b", "c"], after))!];
}

Deno.test("a remaining file has a moved import if what it names leads elsewhere; an added file does not count", () => {
  const within = (...names: readonly string[]): ModuleTarget => ({ kind: "inside", paths: ["m"], within: names });
  assert.deepEqual(importers(OUTSIDE, OUTSIDE), []);
  assert.deepEqual(importers(inside("m"), inside("m")), []);
  assert.deepEqual(importers(inside("m"), within()), []);
  const moved: readonly (readonly [ModuleTarget, ModuleTarget])[] = [
    [OUTSIDE, inside("m")],
    [inside("m"), OUTSIDE],
    [OUTSIDE, { kind: "outside", name: "other" }],
    [{ kind: "folder", path: "p" }, { kind: "folder", path: "q" }],
    [inside("m"), inside("n")],
    [inside("m"), inside("m", "n")],
    [inside("m", "n"), inside("m", "o")],
    [within("a"), within("b")],
    [within("a"), within()],
  ];
  for (const [before, after] of moved) assert.deepEqual(importers(before, after), ["b"], JSON.stringify([before, after]));
});

Deno.test("adding or removing a file of a package is handled by names, unless the package itself appears, disappears or changes", () => {
  assert.deepEqual(importers(inside("m", "n"), inside("m", "n", "o"), PACKAGES), []);
  assert.deepEqual(importers(inside("m", "n"), inside("l", "m", "n"), PACKAGES), ["b"]);
  assert.deepEqual(importers(inside("m"), inside("m", "n"), PACKAGES), ["b"]);
  assert.deepEqual(importers(inside("m", "n"), inside("m"), PACKAGES), ["b"]);
});

Deno.test("nothing counts as up to date if a remaining file has another name, package, root or declaration, or files stand for others", () => {
  const moved = (before: Partial<ModuleResolver>, after: Partial<ModuleResolver>): ReadonlySet<string> | undefined =>
    findMovedImports(python, fileSet(["a"], OUTSIDE, before), fileSet(["a"], OUTSIDE, after));
  assert.deepEqual(moved({}, {}), new Set());
  const others: Record<string, readonly [Partial<ModuleResolver>, Partial<ModuleResolver>]> = {
    name: [{}, { nameOf: () => "other" }],
    package: [{}, { packageName: () => "other" }],
    build: [{ isDefault: () => true }, { isDefault: () => false }],
    root: [{ rootOf: () => "r" }, { rootOf: () => "s" }],
    declaration: [{}, { declaredBy: () => "a.pyi" }],
    choices: [{}, { choices: [{ package: "", paths: ["a", "b"] }] }],
  };
  assert.deepEqual(Object.entries(others).filter(([, [before, after]]) => moved(before, after) !== undefined), []);
});

Deno.test("modules are looked up by the names of files, and of folders that contain no other file", () => {
  const stayed = fileSet(["app/io.py", "lib/deep/a.py"]).files;
  const names = (...paths: readonly string[]): string[] => [...moduleNames(python, paths, stayed)].sort();
  assert.deepEqual(names("app/net.py"), ["net"]);
  assert.deepEqual(names("top.d.py"), ["top.d"]);
  assert.deepEqual(names("lib/deep/deeper/b.py", "new/lib/c.py"), ["b", "c", "deeper", "lib", "new"]);
  for (const plugin of [PACKAGES, EXPORTS]) assert.deepEqual([...moduleNames(plugin, ["app/net.py"], stayed)], []);
});

Deno.test("a removed file is missed only by its names if its package continues without it", () => {
  const of = (count: number): FileSet => fileSet(["a"], OUTSIDE, { packageOf: () => ["a", "b", "c"].slice(0, count) });
  assert.deepEqual([1, 2, 3].map((count) => isMissedByName(PACKAGES, of(count), "a")), [false, false, true]);
  assert.equal(isMissedByName(python, of(3), "a"), false);
});
