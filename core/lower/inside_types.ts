/**
 * Code in a type that speaks of the type around it: its members by a sign (`@store`), the same method of its base (`super`), what a
 * statement mixes in, and packages that are written around code.
 *
 * Stage: parse -> facts. For languages that need no rules of their own for these.
 */
import { BindingFlag, BindingKind, DefinitionFlag, DefinitionKind, isCallable, ScopeKind } from "../facts.ts";
import { Op } from "../facts/expressions.ts";
import type { Roles } from "../plugin.ts";
import type { Lowering } from "./lower.ts";
import { DEFINING } from "./lowering_rules.ts";

/** A member of the object around, by its whole text. */
export function ownMember(lowering: Lowering, node: number): number {
  return lowering.memberExpression(lowering.facts.expression(Op.self, lowering.scope(node)), lowering.text(node));
}

/** The fields of a file that are defined already: scope and name. */
const FIELDS = new WeakMap<Lowering, Set<string>>();

/** Stores a value in a member of the object around: a field of the type, defined where it is stored first. */
export function bindOwnMember(lowering: Lowering, node: number, value: number, type: number): void {
  const method = lowering.enclosingFunction(node);
  const scope = method === 0 ? 0 : lowering.enclosingScope(lowering.scope(node), ScopeKind.class);
  if (scope === 0) return;
  const name = lowering.text(node);
  lowering.bind(BindingKind.field, name, node, {
    scope,
    value,
    type,
    flags: lowering.hasFlag(method, DefinitionFlag.static) ? BindingFlag.static : 0,
  });
  let known = FIELDS.get(lowering);
  if (known === undefined) FIELDS.set(lowering, known = new Set());
  if (known.has(`${scope} ${name}`)) return;
  known.add(`${scope} ${name}`);
  const definition = lowering.define(DefinitionKind.field, node);
  lowering.placeDefinition(definition, scope);
  lowering.nameDefinition(definition, node, name);
  lowering.setSignature(definition, name);
}

/** The method of the base that has the name of the method around; 0 outside of methods. */
export function methodAbove(lowering: Lowering, node: number): number {
  const { facts } = lowering;
  let method = lowering.enclosingFunction(node);
  // A block belongs to the method that it stands in.
  while (method > lowering.module && (lowering.nameOf(method) === "" || !isCallable(facts.get("definitions", method, "kind")))) {
    method = facts.get("definitions", method, "parent");
  }
  if (method <= lowering.module) return 0;
  return lowering.memberExpression(facts.expression(Op.super, lowering.scope(node)), lowering.nameOf(method));
}

/** Adds what a statement in a type's body mixes in, or names as a base. What is mixed in last comes first. */
export function lowerBase(lowering: Lowering, node: number, roles: Roles): void {
  const type = lowering.enclosingDefinition(node);
  if (type === lowering.module || isCallable(lowering.facts.get("definitions", type, "kind"))) return;
  for (const mixed of roles["mixin"]?.toReversed() ?? []) lowering.addFirstSupertype(type, lowering.lowerType(mixed));
  for (const base of roles["supertype"] ?? []) lowering.addSupertype(type, lowering.lowerType(base));
}

/**
 * Whether a package that is written around code is the file's: no type and no other package is around it, and nothing else is defined
 * beside it. All others are namespaces.
 */
export function isFilePackage(lowering: Lowering, node: number): boolean {
  if (lowering.enclosingDefinition(node) !== lowering.module) return false;
  for (const other of lowering.codeIn(lowering.parent(node))) {
    const rule = other === node ? undefined : lowering.patterns.match(lowering.tree, other)?.rule;
    if (rule !== undefined && (DEFINING.has(rule) || rule === PACKAGE_AROUND || rule.startsWith("binding."))) return false;
  }
  return true;
}

/** The rule of a package that is written around code. */
export const PACKAGE_AROUND = "package.around";

/** Lowers the file's package that is written around code: its name behind that of the package around. */
export function lowerPackageAround(lowering: Lowering, node: number): void {
  const names: string[] = [];
  for (let outer = node; outer > 0; outer = lowering.parent(outer)) {
    const match = lowering.patterns.match(lowering.tree, outer);
    if (match?.rule === PACKAGE_AROUND) names.unshift(lowering.text(match.roles["name"]?.[0] ?? 0));
  }
  const name = names.join(lowering.plugin.rules.separator);
  lowering.facts.set("definitions", lowering.module, "attributes", lowering.facts.string(`package:${name}`));
}
