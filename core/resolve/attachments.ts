/**
 * Members that a type gets outside its own body, and the index from types to their subtypes.
 *
 * Stage: resolve. Runs once per ref, before any call is resolved. Invariant: what it attaches depends on all files, not on their order.
 */
import { DefinitionFlag, DefinitionKind, Op } from "../facts.ts";
import { implementedType } from "./bindings.ts";
import { type DefinitionId, definitionId, fileOf, type Meaning, rowOf, Tag } from "./meaning.ts";
import { evaluateType } from "./evaluate.ts";
import { basesOf, memberTable } from "./inheritance.ts";
import { isStructural, structuralMember, structuralTypes } from "./structural.ts";
import type { World } from "./world.ts";

const TYPES: ReadonlySet<number> = new Set([
  DefinitionKind.class,
  DefinitionKind.struct,
  DefinitionKind.interface,
  DefinitionKind.trait,
  DefinitionKind.protocol,
  DefinitionKind.enum,
  DefinitionKind.object,
  DefinitionKind.type_alias,
]);

/** Most candidates that an edge names. */
export const MOST_CANDIDATES = 20;

/** Attaches every definition with an `owner` to the type that the owner names. */
export function attachMembers(world: World): void {
  const apart: [type: DefinitionId, member: DefinitionId][] = [];
  const outside: [impl: DefinitionId, type: Meaning][] = [];
  for (let file = 0; file <= world.library; file++) {
    const view = world.view(file);
    const { definitions } = view.facts;
    world.reliance.begin(file);
    for (let row = 2; row < definitions.length; row++) {
      const owner = definitions.owner[row]!;
      if (owner === 0) continue;
      const id = definitionId(file, row);
      const type = implementedType(world, view, row);
      if (definitions.kind[row] === DefinitionKind.interface) {
        if (type?.tag === Tag.instance) attachAugment(world, id, type);
      } else if (definitions.kind[row] === DefinitionKind.impl) {
        if (type === undefined) continue;
        attachImpl(world, id, type);
        if (file !== world.library && isOutside(world, type)) outside.push([id, type]);
      } else if (type !== undefined && type.tag !== Tag.parameter) {
        attachOne(world, type.definition, view.name(row), id);
        if (fileOf(type.definition) !== file) apart.push([type.definition, id]);
      }
    }
  }
  // Only now that every type has its members may more than the types themselves be asked for.
  for (const [impl, type] of outside) attachOutside(world, impl, type);
  if (world.modules.builtTogether !== undefined) { for (const [type, member] of apart) attachToTwins(world, type, member); }
}

/** Of a type of the repository an augment is as good as a base; a type of the library gets its members. */
function attachAugment(world: World, augment: DefinitionId, type: Meaning): void {
  if (world.inLibrary(type.definition)) attachImpl(world, augment, type);
  else if (type.definition !== augment && TYPES.has(world.kindOf(type.definition))) world.attach(type.definition).augments.push(augment);
}

/** A member of a type that other builds declare elsewhere is a member of each that can be built with it. */
function attachToTwins(world: World, type: DefinitionId, member: DefinitionId): void {
  for (const twin of world.twinsOf(type)) {
    if (world.modules.builtTogether?.(world.viewOf(member).path, world.viewOf(twin).path)) {
      attachOne(world, twin, world.nameOf(member), member);
    }
  }
}

/** Whether an impl is for what is no type of the repository: a type outside, or all that fulfil a bound. */
function isOutside(world: World, type: Meaning): boolean {
  return type.tag === Tag.parameter || type.tag === Tag.external || type.tag === Tag.tuple || world.inLibrary(type.definition);
}

function attachImpl(world: World, impl: DefinitionId, type: Meaning): void {
  if (type.tag === Tag.parameter) {
    world.addBlanket(impl);
    return;
  }
  const target = type.tag === Tag.tuple ? world.libraryDefinition("tuple") : type.definition;
  if (target === 0) return;
  const view = world.viewOf(impl);
  for (const [name, rows] of memberTable(world, impl)) {
    for (const row of rows) {
      const definition = view.facts.bindings.definition[row]!;
      if (definition !== 0) attachOne(world, target, name, definitionId(fileOf(impl), definition));
    }
  }
  if (view.facts.definitions.type[rowOf(impl)]! !== 0) world.attach(target).traits.push({ impl });
}

/**
 * Notes an impl of a trait of the repository for what is no type of the repository, and what it gives to a type outside. Of a trait
 * outside others may give that type more than is seen here.
 */
function attachOutside(world: World, impl: DefinitionId, type: Meaning): void {
  const view = world.viewOf(impl);
  world.reliance.begin(view.index);
  const trait = evaluateType(world, view, view.facts.definitions.type[rowOf(impl)]!);
  if (trait.tag !== Tag.instance || world.inLibrary(trait.definition)) return;
  const known = world.outsideImpls.get(trait.definition);
  if (known === undefined) world.outsideImpls.set(trait.definition, [impl]);
  else known.push(impl);
  if (type.tag !== Tag.external) return;
  for (const name of new Set([...memberTable(world, impl).keys(), ...memberTable(world, trait.definition).keys()])) {
    const member = membersNamed(world, impl, name)[0] ?? membersNamed(world, trait.definition, name)[0];
    if (member !== undefined && !callsItsName(world, member)) world.addForeign(type.name, name, member);
  }
}

/** Whether a method calls one of its own name on `self`: then the type has it by itself, and comes first. */
function callsItsName(world: World, member: DefinitionId): boolean {
  const view = world.viewOf(member);
  const { calls, expressions } = view.facts;
  const name = world.nameOf(member);
  for (let call = 1; call < calls.length; call++) {
    const callee = calls.expression[call]!;
    if (calls.caller[call] !== rowOf(member) || expressions.op[callee] !== Op.member) continue;
    if (view.text(expressions.b[callee]!) === name && expressions.op[expressions.a[callee]!] === Op.self) return true;
  }
  return false;
}

function attachOne(world: World, type: DefinitionId, name: string, member: DefinitionId): void {
  const { members } = world.attach(type);
  const known = members.get(name);
  if (known === undefined) members.set(name, [member]);
  else known.push(member);
}

/** Fills `world.subtypes`: from every type of the repository to those that name it as a base. */
export function indexSubtypes(world: World): void {
  for (let file = 0; file < world.fileCount; file++) {
    const view = world.view(file);
    const { definitions } = view.facts;
    world.reliance.begin(file);
    for (let row = 2; row < definitions.length; row++) {
      if (!TYPES.has(definitions.kind[row]!)) continue;
      const id = definitionId(file, row);
      const given = world.attachments.get(id);
      if (definitions.supertypes[row] === 0 && (given === undefined || given.traits.length + given.augments.length === 0)) continue;
      for (const base of basesOf(world, id)) {
        if (base.tag !== Tag.instance || world.inLibrary(base.definition)) continue;
        const known = world.subtypes.get(base.definition);
        if (known === undefined) world.subtypes.set(base.definition, [id]);
        else if (!known.includes(id)) known.push(id);
      }
    }
  }
}

/** Whether calling this member may run another one: it is declared in an interface, a trait, or without a body. */
export function isDispatched(world: World, member: DefinitionId): boolean {
  const flags = world.flagsOf(member);
  if (flags & DefinitionFlag.abstract) return true;
  const parent = world.parentOf(member);
  if (parent === 0) return false;
  const kind = world.kindOf(parent);
  return kind === DefinitionKind.interface || kind === DefinitionKind.trait || kind === DefinitionKind.protocol;
}

/** Members of that name in the subtypes of the type that owns `member`, nearest first, at most `MOST_CANDIDATES`. */
export function implementationsOf(world: World, member: DefinitionId): readonly DefinitionId[] {
  const from = world.unusualFile();
  const key = from === "" ? member : `${member} ${from}`;
  const known = world.implementations.get(key);
  if (known !== undefined) {
    world.reliance.use(known.rests);
    return known.members;
  }
  world.reliance.enterShared();
  const members = findImplementations(world, member);
  world.implementations.set(key, { members, rests: world.reliance.leave() });
  return members;
}

function findImplementations(world: World, member: DefinitionId): readonly DefinitionId[] {
  const owner = world.parentOf(member);
  const name = world.nameOf(member);
  const found: DefinitionId[] = [];
  world.askName(name);
  const outside = world.outsideImpls.get(owner) ?? [];
  const seen = new Set<DefinitionId>([owner]);
  let level = owner === 0 ? [] : subtypesOf(world, owner);
  while (level.length > 0 && found.length < MOST_CANDIDATES) {
    const next: DefinitionId[] = [];
    for (const type of level) {
      if (seen.has(type)) continue;
      seen.add(type);
      const own = membersNamed(world, type, name);
      const promoted = own.length === 0 && world.rules.structural.length > 0 ? structuralMember(world, type, name) : 0;
      for (const one of promoted === 0 ? own : [promoted]) if (one !== member && !found.includes(one)) found.push(one);
      next.push(...subtypesOf(world, type));
    }
    level = next;
  }
  for (const impl of outside) for (const one of membersNamed(world, impl, name)) if (!found.includes(one)) found.push(one);
  return found.slice(0, MOST_CANDIDATES);
}

function subtypesOf(world: World, type: DefinitionId): readonly DefinitionId[] {
  const nominal = world.subtypes.get(type) ?? [];
  return isStructural(world, type) ? [...nominal, ...structuralTypes(world, type)] : nominal;
}

/** Callable members of a type's own under a name. */
export function membersNamed(world: World, type: DefinitionId, name: string): DefinitionId[] {
  const view = world.viewOf(type);
  const own = (memberTable(world, type).get(name) ?? []).map((row) => view.facts.bindings.definition[row]!).filter((d) => d !== 0)
    .map((d) => definitionId(fileOf(type), d));
  return [...own, ...(world.attachments.get(type)?.members.get(name) ?? [])].filter((id) =>
    world.kindOf(id) === DefinitionKind.method || world.kindOf(id) === DefinitionKind.function
  );
}
