/**
 * What a file imports: other files, packages of several files in the repository, external packages.
 *
 * Stage: resolve. Invariant: one edge per line and target, however many names are imported.
 */
import { addAt, append } from "../../base/lists.ts";
import { baseName, folderOf } from "../../base/path_parts.ts";
import { LinkFlag, MODULE_ROW, rowsWith } from "../../facts.ts";
import { COMPUTED_PART, ModuleUse, Op } from "../../facts/expressions.ts";
import { definitionId, fileOf, type Meaning, Tag } from "../meaning.ts";
import { joinSpecifier, type ModuleTarget } from "../modules.ts";
import { childModule, importTarget, targetMeaning } from "../names/import_targets.ts";
import type { World } from "../world.ts";
import type { RelationRows } from "./relation_rows.ts";
import { namesTaken } from "./taken_names.ts";

/** One import of a file. */
interface Link {
  readonly specifier: string;
  readonly name: string;
  readonly line: number;
  readonly typeOnly: boolean;
  /** Row of `imports`, or 0. */
  readonly row: number;
  /** Row of `expressions` of the call that loads it. */
  readonly module?: number;
}

/** Adds the file's `imports` and `contains`. */
export function relateImports(relations: RelationRows): void {
  const seen = new Map<number, string[]>();
  for (const link of linksOf(relations)) addImport(relations, link, seen);
}

function linksOf(relations: RelationRows): Link[] {
  const { imports, exports, expressions, strings } = relations.view.facts;
  const links: Link[] = [];
  for (let row = 1; row < imports.length; row++) {
    const flags = imports.flags[row]!;
    if (flags & LinkFlag.childModule) {
      addChild(relations, row);
      continue;
    }
    const whole = (flags & (LinkFlag.wildcard | LinkFlag.namespace | LinkFlag.whole)) !== 0;
    links.push({
      specifier: strings[imports.module[row]!]!,
      name: whole ? "" : strings[imports.name[row]!]!,
      line: imports.line[row]!,
      typeOnly: (flags & LinkFlag.typeOnly) !== 0,
      row,
    });
  }
  for (let row = 1; row < exports.length; row++) {
    if (exports.module[row] === 0) continue;
    const typeOnly = (exports.flags[row]! & LinkFlag.typeOnly) !== 0;
    links.push({ specifier: strings[exports.module[row]!]!, name: "", line: exports.line[row]!, typeOnly, row: 0 });
  }
  // Of a line that both names a type of a module and loads it, the loading counts.
  const types: Link[] = [];
  for (const row of rowsWith(expressions.op, Op.module)) {
    if (expressions.a[row] === 0 || expressions.c[row] === 0) continue;
    const typeOnly = expressions.b[row] === ModuleUse.type;
    const specifier = strings[expressions.a[row]!]!;
    (typeOnly ? types : links).push({ specifier, name: "", line: expressions.c[row]!, typeOnly, row: 0, module: row });
  }
  append(links, types);
  return links;
}

/** `mod x;`: the file contains the child's. */
function addChild(relations: RelationRows, row: number): void {
  const { world, view } = relations;
  const { imports, strings } = view.facts;
  const child = childModule(world, view, row);
  for (const file of child.files) {
    if (file === view.index) continue;
    const text = strings[imports.name[row]! || imports.module[row]!]!;
    const place = { line: Math.max(1, imports.line[row]!), column: 1 };
    relations.add("contains", relations.own(MODULE_ROW), { definition: definitionId(file, MODULE_ROW) }, place, {
      rule: "path",
      text,
      properties: (imports.flags[row]! & LinkFlag.inactive) !== 0 ? { left_out: true } : {},
    });
  }
}

/** @param seen the targets of each line that have an edge already */
function addImport(relations: RelationRows, link: Link, seen: Map<number, string[]>): void {
  const { world, view } = relations;
  const isComputed = link.specifier.includes(COMPUTED_PART);
  const target: ModuleTarget = isComputed ? { kind: "missing", name: COMPUTED_PART } : targetOf(relations, link);
  const place = { line: Math.max(1, link.line), column: 1 };
  const from = relations.own(MODULE_ROW);
  const isOnce = (what: string): boolean => {
    if (seen.get(place.line)?.includes(what) === true) return false;
    addAt(seen, place.line, what);
    return true;
  };
  const properties = link.typeOnly ? { type_only: true } : {};
  if (target.kind === "inside") {
    const [path, ...others] = target.paths;
    if (others.length > 0 || world.rules.packageScope) {
      const name = world.modules.packageName(path!);
      if (isOnce(name)) {
        relations.add("imports", from, { name, external: false }, place, { rule: "import", text: link.specifier, properties });
      }
      return;
    }
    const file = world.file(path!);
    if (file < 0 || !isOnce(path!)) return;
    relations.add("imports", from, { definition: definitionId(file, MODULE_ROW) }, place, {
      rule: "import",
      text: link.specifier,
      properties,
    });
  } else if (target.kind === "outside") {
    const name = world.modules.externalPackage(target.name, view.path) || target.name;
    if (!isOnce(name)) return;
    const more = name === link.specifier ? properties : { specifier: link.specifier, ...properties };
    relations.add("imports", from, { name, external: true }, place, { rule: "external", text: link.specifier, properties: more });
  } else {
    const name = target.kind === "folder" ? target.path : target.name;
    if (name === "" || !isOnce(name === COMPUTED_PART ? link.specifier : name)) return;
    const rule = target.kind === "folder" ? "import" : "unresolved";
    // Where a module is not itself callable, its users name the members they want.
    const taken = isComputed && link.module !== undefined ? namesTaken(view.facts, link.module) : undefined;
    const computed = {
      ...(link.specifier === COMPUTED_PART ? {} : { specifier: link.specifier }),
      ...(world.rules.exportsOnly ? {} : { named: true }),
      ...(taken === undefined ? {} : { names: taken }),
    };
    relations.add("imports", from, { name, external: false }, place, {
      rule,
      heuristic: rule !== "import",
      text: link.specifier,
      properties: isComputed ? { ...computed, ...properties } : properties,
    });
  }
}

/** What is loaded: the module that the name denotes, if it is one, otherwise the module it is imported from. */
function targetOf(relations: RelationRows, link: Link): ModuleTarget {
  const { world, view } = relations;
  const { separator, exportsOnly, itemPaths } = world.rules;
  const whole = link.name === "" ? link.specifier : joinSpecifier(link.specifier, link.name, separator);
  if (itemPaths && link.row !== 0) {
    const holder = importTarget(world, view, link.row);
    const isOutside = holder.tag === Tag.external;
    const inside = isOutside ? undefined : insideTarget(world, targetMeaning(world, view, whole, link.row)) ?? insideTarget(world, holder);
    return inside ?? world.targets.of(link.specifier, view.index);
  }
  const outer = world.targets.of(link.specifier, view.index);
  if (link.name === "" || exportsOnly || link.specifier === "") return outer;
  const folder = outer.kind === "folder" ? outer.path : outer.kind === "inside" ? folderOf(outer.paths[0]!) : undefined;
  // Whether a module of that name can exist is checked first; usually it cannot.
  if (folder === undefined || !stemsOf(world).has(`${folder}/${link.name}`)) return outer;
  const inner = world.targets.of(whole, view.index);
  return inner.kind === "inside" ? inner : outer;
}

/** Paths of all files without extensions, and their folders. */
function stemsOf(world: World): ReadonlySet<string> {
  return world.kept.pathStems ??= findStems(world);
}

function findStems(world: World): ReadonlySet<string> {
  const all = new Set<string>();
  for (let file = 0; file < world.fileCount; file++) {
    const path = world.pathOf(file);
    const folder = folderOf(path);
    all.add(`${folder}/${baseName(path).replace(/\.\w+$/, "")}`);
    for (let at = folder; at !== "" && !all.has(`${folderOf(at)}/${baseName(at)}`); at = folderOf(at)) {
      all.add(`${folderOf(at)}/${baseName(at)}`);
    }
  }
  return all;
}

/** The file of the module, inline module or type that an import denotes. */
function insideTarget(world: World, meaning: Meaning): ModuleTarget | undefined {
  const isDefinition = (meaning.tag === Tag.definition || meaning.tag === Tag.instance) && !world.inLibrary(meaning.definition);
  const file = meaning.tag === Tag.module ? meaning.files[0] : isDefinition ? fileOf(meaning.definition) : undefined;
  return file === undefined ? undefined : { kind: "inside", paths: [world.view(file).path] };
}
