/**
 * Lowers `use` trees, `extern crate` and `mod x;`.
 *
 * Stage: parse -> facts. Invariant: one row of imports a leaf of the tree; its module is written as in the source, with `::` between
 * the parts, and `$crate` as `crate`.
 */
import { LinkFlag } from "../../../core/facts.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { holdsOrdinarily } from "../cfg.ts";
import { withoutRaw } from "../macros/shapes.ts";
import { argumentsText, type Attribute, isLeftOut, leadingAttributes } from "./attributes.ts";
import { standsInBranch, standsInUnbuiltMacro } from "./items.ts";

/** One import and the name that it binds, if any. */
function addImport(lowering: Lowering, node: number, module: string, name: string, bound: string, flags: number): void {
  const row = lowering.addImport(node, { module, name, scope: lowering.scope(node), flags });
  if (bound !== "" && bound !== "_") lowering.bindImport(row, bound);
}

/** Flags that the whole declaration gives its imports: `pub`, `#[macro_use]`, a `cfg` that an ordinary build does not satisfy. */
function declarationFlags(lowering: Lowering, node: number): number {
  const attributes = leadingAttributes(lowering, node);
  const leftOut = isLeftOut(lowering, attributes) || standsInUnbuiltMacro(lowering, node);
  return (lowering.childOfKind(node, "visibility_modifier") === 0 ? 0 : LinkFlag.reexported) |
    (leftOut
      ? LinkFlag.inactive
      : standsInBranch(lowering, node)
      ? LinkFlag.built
      : attributes.some((attribute) => isOfBuild(lowering, attribute))
      ? LinkFlag.built | LinkFlag.conditional
      : 0) |
    (attributes.some(({ name }) => name === "macro_use") ? LinkFlag.macros : 0);
}

/** Whether an attribute depends on the build: another build may have something else in place of its item. */
function isOfBuild(lowering: Lowering, attribute: Attribute): boolean {
  return attribute.name === "cfg" && argumentsText(lowering, attribute) !== "(test)";
}

/** The own rule `use`. */
export function lowerUse(lowering: Lowering, node: number): void {
  lowerTree(lowering, lowering.child(node, "argument"), "", declarationFlags(lowering, node), 0);
}

function pathText(lowering: Lowering, node: number): string {
  if (node === 0) return "";
  const text = lowering.text(node);
  const plain = /[\s/<]/.test(text) ? text.replace(/\/\*[^]*?\*\/|\/\/[^\n]*|\s+/g, "") : text;
  const named = plain.includes("r#") ? plain.replaceAll(/\br#\w+/g, withoutRaw) : plain;
  return named.replace(/^\$crate\b/, "crate");
}

function join(prefix: string, path: string): string {
  return prefix === "" ? path : path === "" ? prefix : `${prefix}::${path}`;
}

function lowerTree(lowering: Lowering, node: number, prefix: string, flags: number, depth: number): void {
  if (node === 0 || depth > 40) return;
  switch (lowering.kind(node)) {
    case "scoped_use_list": {
      const path = join(prefix, pathText(lowering, lowering.child(node, "path")));
      for (const child of lowering.codeIn(lowering.child(node, "list"))) lowerTree(lowering, child, path, flags, depth + 1);
      return;
    }
    case "use_list":
      for (const child of lowering.codeIn(node)) lowerTree(lowering, child, prefix, flags, depth + 1);
      return;
    case "use_wildcard": {
      const path = join(prefix, pathText(lowering, lowering.children(node)[0] ?? 0));
      addImport(lowering, node, path, "", "", flags | LinkFlag.wildcard);
      return;
    }
    case "use_as_clause":
      addLeaf(
        lowering,
        node,
        join(prefix, pathText(lowering, lowering.child(node, "path"))),
        lowering.text(lowering.child(node, "alias")),
        flags,
      );
      return;
    default:
      addLeaf(lowering, node, join(prefix, pathText(lowering, node)), "", flags);
  }
}

/** `a::b::c`, `a::b::{self}`; `alias` "" takes the last part's name. */
function addLeaf(lowering: Lowering, node: number, path: string, alias: string, flags: number): void {
  const whole = path.endsWith("::self") ? path.slice(0, -6) : path;
  const cut = whole.lastIndexOf("::");
  const name = whole.slice(cut < 0 ? 0 : cut + 2);
  if (cut <= 0 || isModuleWord(name)) addImport(lowering, node, whole, "", alias === "" ? name : alias, flags | LinkFlag.namespace);
  else addImport(lowering, node, whole.slice(0, cut), name, alias === "" ? name : alias, flags);
}

/** Words that a path begins with, and no names. */
export function isModuleWord(name: string): boolean {
  return name === "crate" || name === "self" || name === "super";
}

/** The own rule `extern_crate`. */
export function lowerExternCrate(lowering: Lowering, node: number): void {
  const name = lowering.text(lowering.child(node, "name"));
  const alias = lowering.child(node, "alias");
  const isEverywhere = alias !== 0 && lowering.scope(node) === lowering.moduleScope;
  const flags = LinkFlag.namespace | declarationFlags(lowering, node) | (isEverywhere ? LinkFlag.everywhere : 0);
  addImport(lowering, node, name === "self" ? "crate" : name, "", alias === 0 ? name : lowering.text(alias), flags);
}

/** `include!("tables.rs")` among items: the declarations of that file are placed here. */
export function lowerIncluded(lowering: Lowering, node: number): void {
  const outer = lowering.parent(node);
  const item = lowering.kind(outer) === "expression_statement" ? outer : node;
  if (!/^(?:source_file|declaration_list)$/.test(lowering.kind(lowering.parent(item)))) return;
  const path = /^[({\[]\s*"([^"]+\.rs)"\s*,?\s*[)}\]]$/.exec(lowering.text(lowering.childOfKind(node, "token_tree")))?.[1];
  if (path === undefined) return;
  const leftOut = isLeftOut(lowering, leadingAttributes(lowering, item)) || standsInUnbuiltMacro(lowering, item);
  addImport(lowering, node, path, "", "", LinkFlag.wildcard | LinkFlag.reexported | LinkFlag.included | (leftOut ? LinkFlag.inactive : 0));
}

/** A file that `path = "…"` names for a module, and whether an ordinary build takes it from there. */
interface NamedFile {
  readonly path: string;
  readonly isBuilt: boolean;
}

/** The files that attributes name: one for good, or several under conditions (`cfg_attr(unix, path = "unix.rs")`). */
function namedFiles(lowering: Lowering, node: number): readonly NamedFile[] {
  const found: NamedFile[] = [];
  for (const attribute of leadingAttributes(lowering, node)) {
    const text = lowering.text(attribute.node);
    const plain = /^path\s*=\s*"([^"]*)"/.exec(text);
    if (plain) return [{ path: plain[1]!, isBuilt: true }];
    const given = attribute.name === "cfg_attr" ? /\bpath\s*=\s*"([^"]*)"/.exec(text) : null;
    if (given) found.push({ path: given[1]!, isBuilt: holdsOrdinarily(argumentsText(lowering, attribute).slice(1)) });
  }
  return found;
}

/** The own rule `child_module`: `mod x;`, with the paths given by attributes; of several, that of the ordinary build counts. */
export function lowerChildModule(lowering: Lowering, node: number): void {
  const name = lowering.text(lowering.child(node, "name"));
  const flags = LinkFlag.childModule | LinkFlag.namespace | declarationFlags(lowering, node);
  const files = namedFiles(lowering, node);
  const built = files.find(({ isBuilt }) => isBuilt);
  const add = (path: string, more: number): void => addImport(lowering, node, path || name, path && name, name, flags | more);
  add(built?.path ?? "", 0);
  for (const file of files) if (file !== built) add(file.path, LinkFlag.inactive);
}
