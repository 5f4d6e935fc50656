/**
 * Relations between types: named bases and interfaces, impls of traits, embedded types, and members that override those of a base, or, in
 * an object literal, those of its expected type.
 *
 * Stage: resolve. Invariant: an unknown base has no edge; an external one is named.
 */
import type { EdgeType, Rule } from "../../edges.ts";
import { DefinitionFlag, DefinitionKind, isCallable, listItems, MODULE_ROW } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { mayRedefine } from "../calls/declared_together.ts";
import { expectedType } from "../calls/expectations.ts";
import { evaluateType, evaluateValue } from "../evaluate.ts";
import { type DefinitionId, definitionId, fileOf, type Meaning, partsOf, rowOf, Tag, weaken } from "../meaning.ts";
import { membersNamed } from "../members/attachments.ts";
import { declaredProperty } from "../members/declared_properties.ts";
import { MADE_KINDS } from "../members/definition_members.ts";
import { implementedType } from "../names/owners.ts";
import { isOwnType } from "../ownership.ts";
import { libraryName } from "../sites/library_name.ts";
import type { FileView } from "../state/file_view.ts";
import { baseType } from "../types/bases.ts";
import { aboveOf, entryOf, memberTable } from "../types/inheritance.ts";
import { isDoubtful, isStructural, satisfiesAsWritten, structuralTypes } from "../types/structural.ts";
import { structuralMember } from "../types/structural_methods.ts";
import type { World } from "../world.ts";
import { namesType } from "./names_type.ts";
import type { RelationRows, Target } from "./relation_rows.ts";

const INTERFACES: ReadonlySet<number> = new Set([DefinitionKind.interface, DefinitionKind.trait, DefinitionKind.protocol]);
/** Maximum nesting of `A & (B & (C …`. */
const DEEPEST_PARTS = 8;
/** Maximum nesting of object literals. */
const DEEPEST_LITERAL = 6;

/** Adds the file's `extends`, `implements` and `overrides`. */
export function relateTypes(relations: RelationRows): void {
  const { world, view } = relations;
  const { definitions } = view.facts;
  for (let row = MODULE_ROW + 1; row < definitions.length; row++) {
    const kind = definitions.kind[row]!;
    if (kind === DefinitionKind.impl) relateImpl(relations, row);
    else if (INTERFACES.has(kind) || isMade(kind) || isCallable(kind)) relateBases(relations, row, kind);
    if (kind === DefinitionKind.field && (definitions.flags[row]! & DefinitionFlag.embedded) !== 0) relateEmbedded(relations, row);
    if (kind === DefinitionKind.method || kind === DefinitionKind.function) relateOverridden(relations, row);
    if (kind === DefinitionKind.field && definitions.value[row] !== 0) relateMemberGiven(relations, row);
    if (isStructural(world, relations.own(row))) relateSatisfying(relations, row);
  }
}

/** Whether a kind of definition may have bases: also an enum member with a body of its own. */
function isMade(kind: number): boolean {
  return MADE_KINDS.has(kind) || kind === DefinitionKind.enum_member;
}

function relateBases(relations: RelationRows, row: number, kind: number): void {
  const { world, view } = relations;
  const from = augmented(relations, row) ?? relations.own(row);
  // For an unnamed type the file is the source, as the type could be taken for a class.
  const nameless = INTERFACES.has(kind) && isNameless(world, relations.own(row)) ? { type: "interface" } : {};
  for (const supertype of listItems(view.facts, view.facts.definitions.supertypes[row]!)) {
    // Bases that the language itself adds are not in the source.
    if (view.facts.expressions.op[supertype] === Op.builtin) continue;
    for (const base of basesNamed(world, view, supertype)) {
      const target = targetOf(relations, base);
      if (target === undefined) continue;
      for (const type of typesOf(relations, kind, supertype, base)) {
        relations.add(type, from, target, relations.placeOf(row), {
          rule: "declared",
          heuristic: base.weak,
          properties: { ...knownOf(world, base), ...nameless },
        });
      }
    }
  }
}

/** The repository interface that the interface `row` extends from elsewhere: its bases become the other's. */
function augmented(relations: RelationRows, row: number): DefinitionId | undefined {
  const { world, view } = relations;
  if (view.facts.definitions.owner[row] === 0 || view.facts.definitions.kind[row] !== DefinitionKind.interface) return undefined;
  const type = implementedType(world, view, row);
  return type?.tag === Tag.instance && !world.inLibrary(type.definition) ? type.definition : undefined;
}

/**
 * The types named by a base: both for `A & B`, which is an unnamed type; all alternatives for one of several (an import that may fail, or
 * else a class).
 */
function basesNamed(world: World, view: FileView, supertype: number, depth = 0): readonly Meaning[] {
  if (!namesType(world, view, supertype)) return [];
  const base = baseType(world, view, supertype);
  if (base.tag === Tag.union) return base.items.map(weaken);
  if (base.tag !== Tag.instance || depth > DEEPEST_PARTS || !isNameless(world, base.definition)) return [base];
  const there = world.viewOf(base.definition);
  world.ask(there.index);
  const parts = listItems(there.facts, there.facts.definitions.supertypes[rowOf(base.definition)]!);
  return parts.flatMap((part) => basesNamed(world, there, part, depth + 1));
}

/** Whether a type is written in place: `{ a: A }`, `interface { Close() error }`. */
function isNameless(world: World, type: DefinitionId): boolean {
  return world.kindOf(type) === DefinitionKind.object || world.nameOf(type) === "";
}

function targetOf(relations: RelationRows, base: Meaning): Target | undefined {
  const { world } = relations;
  if (base.tag === Tag.external && base.name !== "") return { name: base.name, external: true };
  if (base.tag !== Tag.instance) return undefined;
  if (world.inLibrary(base.definition)) {
    return { name: libraryName(world, base.definition), external: true };
  }
  const isNothing = isNameless(world, base.definition) || world.kindOf(base.definition) === DefinitionKind.lambda;
  return isNothing ? undefined : { definition: base.definition };
}

/** Whether a base is extended or implemented; a class that is as abstract as an interface is both. */
function typesOf(relations: RelationRows, kind: number, supertype: number, base: Meaning): EdgeType[] {
  const { world, view } = relations;
  if (INTERFACES.has(kind)) return ["extends"];
  const isInside = base.tag === Tag.instance;
  const isInterface = isInside && INTERFACES.has(world.kindOf(base.definition));
  // A class extends a value and implements types, in languages that have both.
  const isWrittenAsType = world.rules.separateTypes && kind === DefinitionKind.class && view.facts.expressions.op[supertype] !== Op.new;
  if (isInterface || isWrittenAsType) return ["implements"];
  if (kind === DefinitionKind.struct || kind === DefinitionKind.enum) {
    return [isInside || world.rules.callingTypeConverts ? "implements" : "extends"];
  }
  const isAbstract = isInside && !world.inLibrary(base.definition) && (world.flagsOf(base.definition) & DefinitionFlag.abstract) !== 0;
  return isAbstract && world.rules.structural.includes("protocol") ? ["extends", "implements"] : ["extends"];
}

/** `impl Trait for T`; if T is not a type of the repository, the file is the source, with the impl's text. */
function relateImpl(relations: RelationRows, row: number): void {
  const { world, view } = relations;
  const { definitions, strings } = view.facts;
  const trait = definitions.type[row]!;
  if (trait === 0) return;
  const target = targetOf(relations, evaluateType(world, view, trait));
  if (target === undefined) return;
  const place = { line: definitions.lineStart[row]!, column: 1 };
  const owner = evaluateType(world, view, definitions.owner[row]!);
  if (isOwnType(world, owner) && world.kindOf(owner.definition) !== DefinitionKind.object) {
    relations.add("implements", owner.definition, target, place, { rule: "declared" });
    return;
  }
  const header = strings[definitions.signature[row]!]!;
  const isBlanket = owner.tag === Tag.parameter;
  relations.add("implements", relations.own(MODULE_ROW), target, place, {
    rule: isBlanket ? "blanket" : "declared",
    properties: { for: world.rules.implementedFor?.exec(header)?.[1] ?? header, impl: header },
  });
}

function relateEmbedded(relations: RelationRows, row: number): void {
  const { world, view } = relations;
  const { definitions } = view.facts;
  const holder = definitions.parent[row]!;
  if (definitions.type[row] === 0 || definitions.kind[holder] === DefinitionKind.object) return;
  const type = evaluateType(world, view, definitions.type[row]!);
  const target = targetOf(relations, type);
  if (target === undefined) return;
  relations.add("extends", relations.own(holder), target, relations.placeOf(row), { rule: "embedded", properties: knownOf(world, type) });
}

/** For an external base that no declarations describe: it may have, and call, any member, unless all its names are known. */
function knownOf(world: World, base: Meaning): Readonly<Record<string, unknown>> {
  if (base.tag !== Tag.external) return {};
  const calls = world.rules.calledOfHeirs?.get(base.name);
  return {
    members: world.rules.embeddedMembers?.has(base.name) === true ? "named" : "unknown",
    ...(calls === undefined ? {} : { calls: [...calls] }),
  };
}

/** Types that have all methods of the structural interface `row`, which may be unnamed, and the methods by which they do. */
function relateSatisfying(relations: RelationRows, row: number): void {
  const { world, view } = relations;
  const wanted = relations.own(row);
  for (const type of structuralTypes(world, wanted)) {
    if (world.kindOf(type) === DefinitionKind.object) continue;
    const nominal = entryOf(world, type, wanted) !== undefined;
    if (!nominal && !satisfiesAsWritten(world, type, wanted, true)) continue;
    const heuristic = isDoubtful(world, type, wanted);
    const isNamed = view.facts.definitions.name[row] !== 0;
    if (!nominal && isNamed) {
      relations.add("implements", type, { definition: wanted }, relations.placeOf(row), { rule: "structural", heuristic });
    }
    relateSatisfyingMethods(relations, row, type, heuristic);
  }
}

/** A method in the body of a type that names the interface is related by its own definition. */
function relateSatisfyingMethods(relations: RelationRows, row: number, type: DefinitionId, heuristic: boolean): void {
  const { world, view } = relations;
  const { bindings, definitions } = view.facts;
  for (const [name, rows] of memberTable(world, relations.own(row))) {
    const definition = bindings.definition[rows[0]!]!;
    if (definitions.kind[definition] !== DefinitionKind.method) continue;
    const method = structuralMember(world, type, name, relations.own(definition));
    if (method === 0 || world.kindOf(method) !== DefinitionKind.method) continue;
    const holder = world.parentOf(method);
    if (MADE_KINDS.has(world.kindOf(holder)) && entryOf(world, holder, relations.own(row)) !== undefined) continue;
    relations.add("overrides", method, { definition: relations.own(definition) }, relations.placeOf(definition), {
      rule: "structural",
      heuristic,
    });
  }
}

/** What a method overrides: in each of several bases, interfaces or traits, the nearest member of its name. */
function relateOverridden(relations: RelationRows, row: number): void {
  const { world, view } = relations;
  const { definitions } = view.facts;
  const parent = definitions.parent[row]!;
  const name = view.name(row);
  if (world.rules.staticsApart === true) {
    const holder = definitions.owner[row] !== 0 ? row : definitions.kind[parent] === DefinitionKind.impl ? parent : 0;
    if (holder !== 0) return relateGiven(relations, row, holder, name);
  }
  if (parent <= MODULE_ROW || isOnlyDeclared(relations, row)) return;
  const kind = definitions.kind[parent]!;
  if (kind === DefinitionKind.impl) {
    if (definitions.type[parent] === 0) return;
    const trait = evaluateType(world, view, definitions.type[parent]!);
    // An impl of a trait contains only the trait's members, whether they are known here or not.
    if (trait.tag !== Tag.external) addOverride(relations, row, trait, name);
    else if (trait.name !== "") addOverridden(relations, row, { name: `${trait.name}.${name}`, external: true }, trait.weak);
    return;
  }
  if (kind === DefinitionKind.object) {
    const asked = expectedType(world, view, parent);
    for (const type of asked.tag === Tag.union ? asked.items : [asked]) {
      if (type.tag !== Tag.external) addNearest(relations, row, weaken(type), name);
      // The expected type of an argument is external code: the literal counts as passed there.
      else if (type.name !== "" && !isArgument(view, parent)) {
        addOverridden(relations, row, { name: `${type.name}.${name}`, external: true }, true, "assigned");
      }
    }
    return;
  }
  if (!INTERFACES.has(kind) && !isMade(kind)) return;
  addOverrides(relations, row, aboveOf(world, definitionId(view.index, parent)), name);
}

/** Whether a method only says how one that stands elsewhere is called: a signature without a body, an overload. */
function isOnlyDeclared({ world, view }: RelationRows, row: number): boolean {
  const { definitions } = view.facts;
  const isBodiless = (one: DefinitionId): boolean => (world.flagsOf(one) & DefinitionFlag.bodiless) !== 0;
  const type = definitionId(view.index, definitions.parent[row]!);
  return isBodiless(definitionId(view.index, row)) &&
    (world.rules.bodilessRun !== true || !membersNamed(world, type, view.name(row)).every(isBodiless));
}

/** A function of this file in an object literal (`{ go, stop: halt }`) implements the member of the literal's expected type. */
function relateMemberGiven(relations: RelationRows, row: number): void {
  const { world, view } = relations;
  const { definitions } = view.facts;
  const object = definitions.parent[row]!;
  if (definitions.kind[object] !== DefinitionKind.object) return;
  const given = evaluateValue(world, view, definitions.value[row]!);
  const isOwn = given.tag === Tag.definition && !given.held && fileOf(given.definition) === view.index;
  if (!isOwn || world.kindOf(given.definition) !== DefinitionKind.function) return;
  for (const type of partsOf(expectedType(world, view, object))) {
    addNearest(relations, rowOf(given.definition), weaken(type), view.name(row));
  }
}

/**
 * Adds the overridden member in each line of inheritance: members that a base itself overrides are left to that base. @param above bases in
 * the language's order
 */
function addOverrides(relations: RelationRows, row: number, above: readonly Meaning[], name: string): void {
  const passed = new Set<DefinitionId>();
  for (const base of above.flatMap((one) => one.tag === Tag.union ? one.items.map(weaken) : [one])) {
    if (base.tag !== Tag.instance || passed.has(base.definition) || !addOverride(relations, row, base, name)) continue;
    for (const { tag, definition } of aboveOf(relations.world, base.definition)) if (tag === Tag.instance) passed.add(definition);
  }
}

/**
 * A function assigned to a member of a value (`job.go = …`) implements the member of its type; one assigned to a function's prototype
 * overrides those of the function's bases. @param holder determines the owner of `row`: itself, or the enclosing object
 */
function relateGiven(relations: RelationRows, row: number, holder: number, name: string): void {
  const { world, view } = relations;
  const type = implementedType(world, view, holder);
  if (type?.tag !== Tag.instance || world.inLibrary(type.definition)) return;
  const kind = world.kindOf(type.definition);
  if (INTERFACES.has(kind) || MADE_KINDS.has(kind)) addNearest(relations, row, weaken(type), name);
  else if (isCallable(kind)) addOverrides(relations, row, aboveOf(world, type.definition), name);
}

/** Relates a function assigned where a value of `type` is expected to the member of that type, or of its nearest base. */
function addNearest(relations: RelationRows, row: number, type: Meaning, name: string): void {
  if (type.tag !== Tag.instance || addOverride(relations, row, type, name, "assigned")) return;
  for (const base of aboveOf(relations.world, type.definition)) if (addOverride(relations, row, weaken(base), name, "assigned")) return;
}

/** Whether an object literal is an argument of a call, directly or nested in another one. */
function isArgument(view: FileView, object: number): boolean {
  const { definitions, scopes } = view.facts;
  for (let at = object, depth = 0; at > MODULE_ROW && depth < DEEPEST_LITERAL; depth++) {
    if (view.surroundings.expectedAt(at) !== undefined) return true;
    at = scopes.definition[definitions.scope[view.surroundings.holderOf(at)]!]!;
    if (definitions.kind[at] !== DefinitionKind.object) return false;
  }
  return false;
}

function addOverride(relations: RelationRows, row: number, base: Meaning, name: string, rule: Rule = "declared"): boolean {
  const { world, view } = relations;
  if (base.tag !== Tag.instance || base.definition === definitionId(view.index, view.facts.definitions.parent[row]!)) return false;
  world.ask(world.viewOf(base.definition).index);
  const self = relations.own(row);
  const all = membersNamed(world, base.definition, name).filter((id) => id !== self && world.kindOf(id) !== DefinitionKind.constructor);
  const named = world.rules.overloads === true ? all.filter((id) => mayRedefine(world, self, id)) : all;
  // Of overloads the one with a body runs: calls lead there.
  const method = named.find((id) => (world.flagsOf(id) & DefinitionFlag.bodiless) === 0) ?? named[0];
  const target = method ?? declaredProperty(world, base.definition, name);
  if (target === 0) return false;
  const isOutside = world.inLibrary(target);
  addOverridden(relations, row, isOutside ? { name: libraryName(world, target), external: true } : { definition: target }, base.weak, rule);
  return true;
}

function addOverridden(relations: RelationRows, row: number, target: Target, heuristic: boolean, rule: Rule = "declared"): void {
  relations.add("overrides", relations.own(row), target, relations.placeOf(row), { rule, heuristic });
}
