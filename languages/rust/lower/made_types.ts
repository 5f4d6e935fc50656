/**
 * Types that only a macro can have generated. A type has inherent methods only in its own crate: so the type of an inherent impl is in the
 * crate, and if nothing declares or imports it, a macro generated it. A widely used derive generates one named by an attribute beside it
 * (`#[derive(CustomResource)] #[kube(kind = "Page")] struct PageSpec`).
 *
 * Stage: parse -> facts. Invariant: such a type is defined where it is first named, and its undeclared members are unknown.
 */
import { DefinitionKind, LinkFlag } from "../../../core/facts.ts";
import { Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { stateOf } from "../file_state.ts";
import { argumentsText, leadingAttributes } from "./attributes.ts";
import { derivedBuilder } from "./derived_builders.ts";
import { namesOfFile } from "./file_names.ts";
import { bindMade } from "./macro_uses.ts";
import { lowerWords } from "./types.ts";

/** Defines the types of a file that are made so. */
export function finishMadeTypes(lowering: Lowering): void {
  bindNamedAfter(lowering);
  const { facts } = lowering;
  const impls = stateOf(lowering).impls.filter((node) => lowering.child(node, "trait") === 0 && !lowering.isGrafted(node));
  const { attributesNaming } = stateOf(lowering);
  if (impls.length === 0 && attributesNaming.length === 0) return;
  const { bound } = namesOfFile(lowering);
  const made = new Set<number>();
  const make = (node: number, at: number, text: string): number => {
    const name = facts.string(text);
    if (made.has(name) || (bound[name] ?? 0) !== 0 || derivedBuilder(lowering, text, at) !== 0) return 0;
    made.add(name);
    const definition = lowering.define(DefinitionKind.struct, at);
    lowering.nameDefinition(definition, at, text);
    lowering.placeDefinition(definition, lowering.scope(node));
    lowering.bindDefinition(definition, lowering.scope(node), true);
    return definition;
  };
  for (const derived of attributesNaming) {
    const definition = make(derived.item, derived.at, derived.name);
    if (definition !== 0) describeResource(lowering, definition, derived);
  }
  if (bringsOwn(lowering, bound)) return;
  for (const node of impls) {
    const type = lowering.child(node, "type");
    const named = lowering.kind(type) === "generic_type" ? lowering.child(type, "type") : type;
    if (lowering.kind(named) === "type_identifier") make(node, named, lowering.text(named));
  }
}

/**
 * Binds names that start with that of an item with an attribute of unknown effect (`#[service] trait World`, then `WorldClient`), if
 * nothing else binds them: their meaning is unknown, and no external wildcard import provides them.
 */
function bindNamedAfter(lowering: Lowering): void {
  const { rewritten } = stateOf(lowering);
  if (rewritten.length === 0) return;
  const { bound } = namesOfFile(lowering);
  const made = new Set<string>();
  for (const item of rewritten) {
    const named = lowering.child(item, "name");
    const written = named === 0 ? [] : lowering.tree.source.matchAll(new RegExp(`\\b${lowering.text(named)}\\p{Lu}\\w*`, "gu"));
    for (const [name] of written) {
      if (made.has(name) || (bound[lowering.facts.find(name)] ?? 0) !== 0) continue;
      made.add(name);
      bindMade(lowering, item, `self::${lowering.text(named)}`, name);
    }
  }
}

/** A type that a derive makes of an item. */
export interface DerivedType {
  /** Nodes of the item and of the attribute that names the type. */
  readonly item: number;
  readonly at: number;
  readonly name: string;
  /** The type that the attribute names for its status; "" if it names none. */
  readonly status: string;
  /** The expression of its base. */
  readonly base: number;
}

/** Keys of an attribute beside the derive whose texts name the generated type: the first takes precedence over the second. */
const NAMES = [/\bstruct="(\p{Lu}\w*)"/u, /\bkind="(\p{Lu}\w*)"/u];
const STATUS = /\bstatus="([\w:]+)"/;

/** Records the type that a derive of `CustomResource` generates from an item, and `base`, the expression of its base. */
export function noteMadeType(lowering: Lowering, item: number, base: number): void {
  const attributes = leadingAttributes(lowering, item).filter(({ name }) => name === "kube");
  const said = attributes.map((attribute) => argumentsText(lowering, attribute)).join();
  const name = NAMES.map((naming) => naming.exec(said)?.[1]).find((one) => one !== undefined);
  const at = attributes[0]?.node ?? 0;
  if (name !== undefined) stateOf(lowering).attributesNaming.push({ item, at, name, status: STATUS.exec(said)?.[1] ?? "", base });
}

/** Describes such a type: its base, and its fields: the item it is generated from, and its status. */
function describeResource(lowering: Lowering, definition: number, { item, at, status, base }: DerivedType): void {
  const { facts } = lowering;
  if (base !== 0) lowering.addSupertype(definition, base);
  const scope = facts.get("definitions", definition, "body");
  const addField = (node: number, name: string, type: number): void => {
    const field = lowering.define(DefinitionKind.field, node);
    lowering.nameDefinition(field, node, name);
    lowering.placeDefinition(field, scope);
    lowering.bindDefinition(field, scope, true);
    facts.set("definitions", field, "type", type);
  };
  const named = lowering.child(item, "name");
  addField(named, "spec", lowering.nameExpression(lowering.text(named), item, 0));
  if (status === "") return;
  const held = facts.list([lowerWords(lowering, item, status.split("::"), 0)]);
  addField(lowering.children(at)[0] ?? at, "status", facts.expression(Op.apply, lowering.builtin("Option"), held));
}

/**
 * Whether a wildcard of the file may bring in what the crate declares elsewhere: by a word for its modules, or by a name of the file, unless that is a
 * package's own (`use gfx::{self, *}`).
 */
function bringsOwn({ facts }: Lowering, bound: Uint8Array): boolean {
  const [modules, names, all] = [facts.column("imports", "module"), facts.column("imports", "name"), facts.column("imports", "flags")];
  const [namesBound, imports] = [facts.column("bindings", "name"), facts.column("bindings", "import_")];
  const isPackage = (import_: number, name: number): boolean =>
    modules[import_] === name && names[import_] === 0 && (all[import_]! & LinkFlag.childModule) === 0;
  return all.some((flags, row) => {
    const [first] = /^\w*/.exec((flags & LinkFlag.wildcard) === 0 ? "" : facts.text(modules[row]!))!;
    if ((flags & LinkFlag.wildcard) === 0 || /^(?:crate|self|super|)$/.test(first)) return (flags & LinkFlag.wildcard) !== 0;
    const name = facts.find(first);
    return (bound[name] ?? 0) !== 0 && namesBound.some((one, binding) => one === name && !isPackage(imports[binding]!, name));
  });
}
