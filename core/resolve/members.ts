/**
 * Members of types, the order of inheritance, and the operations that give an element of something.
 *
 * Stage: resolve. Invariant: what lies outside the repository ends the search: behind an external base class or an external type
 * no member of the repository is guessed.
 */
import { BindingFlag, BindingKind, DefinitionFlag, DefinitionKind, listItems, Op } from "../facts.ts";
import { bindingMeaning, definitionValue } from "./bindings.ts";
import { decoratedMember } from "./decorated.ts";
import { evaluateType } from "./evaluate.ts";
import { callMeaning, functionResult } from "./inference.ts";
import {
  type DefinitionId,
  definitionId,
  definitionMeaning,
  external,
  fileOf,
  held,
  instance,
  type Meaning,
  rowOf,
  substitute,
  Tag,
  typeParameter,
  union,
  UNKNOWN,
  weaken,
} from "./meaning.ts";
import { moduleMember, namespaceMember } from "./module_members.ts";
import { isCallable, libraryMeaning, preferBodies, Space } from "./names.ts";
import { blanketMember, libraryBlanketMember, seenThrough, selectAttached, traitFor } from "./traits.ts";
import type { World } from "./world.ts";

const TYPE_KINDS: ReadonlySet<number> = new Set([
  DefinitionKind.class,
  DefinitionKind.struct,
  DefinitionKind.interface,
  DefinitionKind.trait,
  DefinitionKind.protocol,
  DefinitionKind.enum,
  DefinitionKind.type_alias,
  DefinitionKind.object,
]);
const DEEPEST = 24;

/** Member `name` of what `object` means. */
export function memberMeaning(world: World, object: Meaning, name: string, space: number, depth = 0): Meaning {
  if (depth > DEEPEST) return UNKNOWN;
  switch (object.tag) {
    case Tag.external:
      return outsideMember(world, object, name, space);
    case Tag.module: {
      const member = moduleMember(world, object, name, space);
      return member ?? UNKNOWN;
    }
    case Tag.union: {
      const module = world.rules.modulesByName ? object.items.find((part) => part.tag === Tag.module) : undefined;
      if (module !== undefined) return memberMeaning(world, module, name, space, depth + 1);
      const parts = object.items.map((part) => memberMeaning(world, part, name, space, depth + 1)).filter((m) => m.tag !== Tag.unknown);
      return parts.length === 0 ? UNKNOWN : weaken(union(parts));
    }
    case Tag.definition:
      return definitionMember(world, object, name, space, depth);
    case Tag.instance:
      return instanceMember(world, object, object, name, depth, 0, false, space);
    case Tag.self: {
      const type = instance(object.definition);
      if (object.name === "super") return instanceMember(world, type, { ...object, name: "" }, name, depth, 1, false, space);
      return instanceMember(world, type, object, name, depth, 0, false, space);
    }
    case Tag.parameter:
      return object.result === undefined
        ? blanketMember(world, object, object, name) ?? libraryBlanketMember(world, object, name) ?? UNKNOWN
        : boundMember(world, object, object.result, name, space, depth);
    case Tag.tuple:
      return /^\d+$/.test(name) ? object.items[Number(name)] ?? UNKNOWN : libraryMember(world, "tuple", object, name, depth);
    case Tag.function:
      return external(name);
    default:
      return UNKNOWN;
  }
}

/** A name of something outside: the library file's where it describes that module. */
export function outsideMember(world: World, object: Meaning, name: string, space: number): Meaning {
  if (world.rules.libraryModules?.includes(object.name)) {
    // Where two of these modules have one name for different things, the library file writes MODULE_NAME.
    const described = libraryMeaning(world, `${object.name.replaceAll(/\W/g, "_")}_${name}`, space) ?? libraryMeaning(world, name, space);
    if (described !== undefined) return described;
    // What stands for the module as a whole has the module's names.
    if (name === "default") return object;
  }
  return external(object.name === "" ? name : `${object.name}.${name}`, object.weak);
}

function boundMember(world: World, object: Meaning, bound: Meaning, name: string, space: number, depth: number): Meaning {
  const bounds = bound.tag === Tag.tuple || bound.tag === Tag.union ? bound.items : [bound];
  let outside: Meaning | undefined;
  const found: Meaning[] = [];
  for (const one of bounds) {
    const member = one.tag === Tag.instance
      ? instanceMember(world, one, { ...object, weak: false }, name, depth + 1, 0, false, space)
      : memberMeaning(world, one, name, space, depth + 1);
    if (member.tag === Tag.external) outside = member;
    else if (member.tag !== Tag.unknown && !found.some((other) => other.definition === member.definition)) found.push(member);
  }
  return found.length === 0 ? outside ?? UNKNOWN : union(found);
}

function libraryMember(world: World, type: string, object: Meaning, name: string, depth: number): Meaning {
  const definition = world.libraryDefinition(type);
  if (definition === 0) return external(name);
  return instanceMember(world, instance(definition), object, name, depth + 1);
}

/** A member of a definition itself: static members, variants, exports of a namespace. */
function definitionMember(world: World, object: Meaning, name: string, space: number, depth: number): Meaning {
  const id = object.definition;
  const kind = world.kindOf(id);
  if (kind === DefinitionKind.namespace) return namespaceMember(world, id, name, space) ?? UNKNOWN;
  if (kind === DefinitionKind.enum_member) return instanceMember(world, instance(world.parentOf(id)), object, name, depth + 1);
  if (kind === DefinitionKind.type_alias && world.attachments.get(id) === undefined) {
    const view = world.viewOf(id);
    const type = view.facts.definitions.type[rowOf(id)]!;
    const aliased = type === 0 ? UNKNOWN : evaluateType(world, view, type);
    return aliased.tag === Tag.instance
      ? memberMeaning(world, definitionMeaning(aliased.definition, undefined, aliased.items), name, space, depth + 1)
      : UNKNOWN;
  }
  if (TYPE_KINDS.has(kind)) {
    const receiver = object.result ?? instance(id, object.items);
    const found = instanceMember(world, instance(id, object.items), receiver, name, depth, 0, true, space);
    const isMissing = found.tag === Tag.unknown || found.tag === Tag.external;
    return isMissing && world.rules.separateTypes ? mergedMember(world, id, name, space) ?? found : found;
  }
  const attached = ownMember(world, id, instance(id), object, name);
  if (attached !== undefined) return attached;
  return mergedMember(world, id, name, space) ?? decoratedMember(world, object, name, space, depth + 1) ?? external(name);
}

/** Declaration merging: a namespace of the same name beside a class, an enum or a function. */
function mergedMember(world: World, id: DefinitionId, name: string, space: number): Meaning | undefined {
  const view = world.viewOf(id);
  const row = view.bindingOf(rowOf(id));
  if (row === 0) return undefined;
  const { bindings, definitions } = view.facts;
  for (const other of view.find(bindings.scope[row]!, bindings.name[row]!)) {
    const definition = bindings.definition[other]!;
    if (definition === 0 || definitions.kind[definition] !== DefinitionKind.namespace) continue;
    const found = namespaceMember(world, definitionId(view.index, definition), name, space);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The order in which a type's members are looked for: itself first. Entries are instances, externals or unknowns. */
export function orderOf(world: World, id: DefinitionId): readonly Meaning[] {
  const known = world.orders.get(id);
  if (known !== undefined) {
    world.reliance.use(known.rests);
    return known.order;
  }
  const self = instance(id);
  // While it is being made, a type has no bases: a cycle of inheritance ends here.
  world.orders.set(id, { order: [self], rests: 0 });
  const outer = world.reliance.enter(fileOf(id));
  const bases = basesOf(world, id);
  const lists = bases.map((base) => {
    if (base.tag !== Tag.instance) return [base];
    return orderOf(world, base.definition).map((entry, i) =>
      i === 0 ? base : world.substituteParameters(entry, base.definition, base.items)
    );
  });
  const order = [self, ...(world.rules.linearization === "c3" ? mergeC3([...lists, bases]) : flattenOrder(lists))];
  world.orders.set(id, { order, rests: world.reliance.leave(outer) });
  return order;
}

function flattenOrder(lists: readonly (readonly Meaning[])[]): Meaning[] {
  const seen = new Set<DefinitionId>();
  return lists.flat().filter((entry) => entry.tag !== Tag.instance || (!seen.has(entry.definition) && seen.add(entry.definition)));
}

function mergeC3(lists: readonly (readonly Meaning[])[]): Meaning[] {
  const rest = lists.map((list) => [...list]).filter((list) => list.length > 0);
  const order: Meaning[] = [];
  const same = (a: Meaning, b: Meaning): boolean => a.tag === b.tag && a.definition === b.definition && a.name === b.name;
  while (rest.length > 0) {
    const next = rest.map((list) => list[0]!).find((head) => !rest.some((list) => list.slice(1).some((entry) => same(entry, head)))) ??
      rest[0]![0]!;
    order.push(next);
    for (let i = rest.length - 1; i >= 0; i--) {
      const list = rest[i]!;
      if (same(list[0]!, next)) list.shift();
      if (list.length === 0) rest.splice(i, 1);
    }
  }
  return order;
}

/** Written supertypes, traits that are implemented for it, and embedded types, as instances. */
export function basesOf(world: World, id: DefinitionId): Meaning[] {
  const view = world.viewOf(id);
  const { definitions } = view.facts;
  world.ask(view.index);
  const bases: Meaning[] = [];
  for (const supertype of listItems(view.facts, definitions.supertypes[rowOf(id)]!)) {
    const type = evaluateType(world, view, supertype);
    if (type.tag === Tag.instance && type.definition === id) continue;
    // One of several libraries that stand in for each other (`try: import a except ImportError: import b as a`).
    const outside = type.tag === Tag.union && type.items.every((part) => part.tag === Tag.external) ? type.items[0]! : type;
    const isBase = outside.tag === Tag.instance || outside.tag === Tag.external || outside.tag === Tag.module ||
      outside.tag === Tag.nothing;
    bases.push(isBase ? outside : UNKNOWN);
  }
  if (world.rules.separateTypes) bases.push(...mergedTypes(world, id));
  for (const { impl } of world.attachments.get(id)?.traits ?? []) {
    const type = traitFor(world, impl, id);
    if (type.tag === Tag.instance && type.definition !== id) bases.push(type);
  }
  return bases.filter((b) => b.tag !== Tag.nothing);
}

/** Declaration merging: interfaces and a class of one name in one scope are one type; here the others of that name. */
function mergedTypes(world: World, id: DefinitionId): Meaning[] {
  const view = world.viewOf(id);
  const row = view.bindingOf(rowOf(id));
  if (row === 0) return [];
  const { bindings, definitions } = view.facts;
  const twins = view.find(bindings.scope[row]!, bindings.name[row]!);
  if (twins.length < 2) return [];
  const items = listItems(view.facts, definitions.typeParameters[rowOf(id)]!).map((parameter) =>
    typeParameter(view.index, parameter, undefined)
  );
  const merged: Meaning[] = [];
  for (const twin of twins) {
    const definition = bindings.definition[twin]!;
    const kind = definition === 0 ? 0 : definitions.kind[definition]!;
    if ((kind !== DefinitionKind.interface && kind !== DefinitionKind.class) || definition === rowOf(id)) continue;
    merged.push(instance(definitionId(view.index, definition), items));
  }
  return merged;
}

/** Names of the members that a type's own body declares, with their bindings. */
export function memberTable(world: World, id: DefinitionId): Map<string, number[]> {
  let table = world.memberTables.get(id);
  if (table === undefined) {
    table = new Map();
    const view = world.viewOf(id);
    const body = view.facts.definitions.body[rowOf(id)]!;
    // Of a function that serves as a constructor only what it sets on its instances.
    const onlyFields = isCallable(view.facts.definitions.kind[rowOf(id)]!);
    if (body !== 0) {
      for (const row of view.ownedBy(body)) {
        if (view.facts.bindings.kind[row] === BindingKind.typeParameter) continue;
        if (onlyFields && view.facts.bindings.kind[row] !== BindingKind.field) continue;
        const name = view.text(view.facts.bindings.name[row]!);
        const rows = table.get(name);
        if (rows === undefined) table.set(name, [row]);
        else rows.push(row);
      }
    }
    world.memberTables.set(id, table);
  }
  return table;
}

/** The member that `id` itself has, bound to `receiver`; undefined if it has none of that name. */
function ownMember(
  world: World,
  id: DefinitionId,
  entry: Meaning,
  receiver: Meaning,
  name: string,
  space: number = Space.value,
  isStatic?: boolean,
): Meaning | undefined {
  const view = world.viewOf(id);
  world.ask(view.index);
  if (world.attachesMembers) world.askName(name);
  const all = memberTable(world, id).get(name);
  const declared = all === undefined || all.length === 1 || isStatic === undefined ? all : sameSide(world, id, all, isStatic);
  const rows = declared !== undefined && space === Space.call && world.rules.fieldsApart ? methodRows(world, id, declared) : declared;
  const found: Meaning[] = [];
  if (rows !== undefined) {
    for (const row of preferBodies(view, chooseRows(world, id, rows))) {
      const definition = view.facts.bindings.definition[row]!;
      if (definition !== 0) found.push(bindMember(world, definitionId(view.index, definition), enclosingEntry(world, entry), receiver));
      else found.push(held(settle(world, bindingMeaning(world, view, row, Space.value), entry, receiver)));
    }
  }
  if (found.length === 0) {
    for (const member of selectAttached(world, id, entry, world.preferDefault(world.attachments.get(id)?.members.get(name) ?? []))) {
      world.ask(fileOf(member));
      found.push(bindMember(world, member, entry, receiver));
    }
  }
  if (found.length === 0) return undefined;
  const known = found.filter((m) => m.tag !== Tag.unknown);
  if (known.length === 0) return held(UNKNOWN_MEMBER);
  return known.length < found.length && known.length > 0 ? weaken(union(known)) : union(known);
}

/** Fields of a variant speak of the type parameters of its enum. */
function enclosingEntry(world: World, entry: Meaning): Meaning {
  if (entry.items.length === 0 || world.kindOf(entry.definition) !== DefinitionKind.enum_member) return entry;
  return instance(world.parentOf(entry.definition), entry.items, entry.weak);
}

/** Of a member's bindings those of the type itself, or those of its instances, where it has both. */
function sameSide(world: World, id: DefinitionId, rows: readonly number[], isStatic: boolean): readonly number[] {
  const { bindings, definitions } = world.viewOf(id).facts;
  const fitting = rows.filter((row) => {
    const definition = bindings.definition[row]!;
    const flagged = definition === 0 ? bindings.flags[row]! & BindingFlag.static : definitions.flags[definition]! & DefinitionFlag.static;
    return (flagged !== 0) === isStatic;
  });
  return fitting.length > 0 ? fitting : rows;
}

/** Of a member's bindings those to methods: what a call means where a field and a method may share a name. */
function methodRows(world: World, id: DefinitionId, rows: readonly number[]): readonly number[] {
  const { bindings, definitions } = world.viewOf(id).facts;
  return rows.filter((row) => bindings.definition[row]! !== 0 && definitions.kind[bindings.definition[row]!] !== DefinitionKind.field);
}

/** A member that is there, though nothing tells its value. */
const UNKNOWN_MEMBER: Meaning = { ...UNKNOWN, name: "?", held: true };

/** Of a member's several bindings: a declared type says more than assignments; getters more than setters. */
function chooseRows(world: World, id: DefinitionId, rows: readonly number[]): readonly number[] {
  if (rows.length === 1) return rows;
  const { bindings, definitions } = world.viewOf(id).facts;
  const declared = rows.filter((row) =>
    bindings.definition[row] === 0 && bindings.type[row]! !== 0 ||
    bindings.definition[row]! !== 0 && definitions.kind[bindings.definition[row]!] === DefinitionKind.field &&
      definitions.type[bindings.definition[row]!]! !== 0
  );
  if (declared.length > 0) return [declared[0]!];
  const defined = rows.filter((row) =>
    bindings.definition[row]! !== 0 && definitions.kind[bindings.definition[row]!] !== DefinitionKind.field &&
    definitions.kind[bindings.definition[row]!] !== DefinitionKind.variable &&
    (definitions.flags[bindings.definition[row]!]! & DefinitionFlag.setter) === 0
  );
  if (defined.length === 0) return rows;
  // A later definition of the same name in one body replaces the earlier one, unless a condition stands between them.
  const surely = defined.filter((row) => bindings.block[row] === bindings.scope[row]);
  const bodied = surely.filter((row) =>
    (definitions.flags[bindings.definition[row]!]! & (DefinitionFlag.bodiless | DefinitionFlag.conditional)) === 0
  );
  return surely.length === defined.length && bodied.length === defined.length ? [defined.at(-1)!] : defined;
}

export function bindMember(world: World, member: DefinitionId, entry: Meaning, receiver: Meaning): Meaning {
  const kind = world.kindOf(member);
  if (kind === DefinitionKind.field || kind === DefinitionKind.variable || kind === DefinitionKind.constant) {
    return namedFunction(world, member, settle(world, definitionValue(world, member, Space.value), entry, receiver));
  }
  if (world.flagsOf(member) & DefinitionFlag.property) return held(settle(world, functionResult(world, member), entry, receiver));
  if (kind === DefinitionKind.method || kind === DefinitionKind.function || kind === DefinitionKind.constructor) {
    return { ...definitionMeaning(member, receiver), items: entry.items, weak: receiver.weak || entry.weak };
  }
  return definitionMeaning(member);
}

/** An entry of an object literal that names a function (`{ load }`, `{ run: load }`) is that function under another name. */
function namedFunction(world: World, member: DefinitionId, value: Meaning): Meaning {
  if (value.tag !== Tag.definition || !value.held || world.kindOf(world.parentOf(member)) !== DefinitionKind.object) return value;
  const { definitions, expressions } = world.viewOf(member).facts;
  return expressions.op[definitions.value[rowOf(member)]!] === Op.name ? { ...value, held: false } : value;
}

/** Replaces the entry's type parameters by its arguments and `Self` by the receiver. */
export function settle(world: World, meaning: Meaning, entry: Meaning, receiver: Meaning): Meaning {
  const environment = world.environmentOf(entry);
  environment.self = receiver;
  const settled = substitute(meaning, environment);
  return receiver.weak ? weaken(settled) : settled;
}

/** Member of an instance: along the order of inheritance, then promoted, then through what the type dereferences to. */
function instanceMember(
  world: World,
  type: Meaning,
  receiver: Meaning,
  name: string,
  depth: number,
  from = 0,
  isStatic = false,
  space: number = Space.value,
): Meaning {
  if (depth > DEEPEST) return UNKNOWN;
  const order = orderOf(world, type.definition);
  const outer = world.rules.callingTypeConverts && world.inLibrary(type.definition)
    ? ownOfLibrary(world, order, type, receiver, name)
    : undefined;
  if (outer !== undefined) return outer;
  const isShown = order.length > 1 && seenThrough(world, type) !== undefined;
  let open = false;
  let outside: Meaning | undefined;
  for (let i = from; i < order.length; i++) {
    let entry = order[i]!;
    if (entry.tag === Tag.external) {
      outside ??= external(`${entry.name}.${name}`, receiver.weak);
      if (world.rules.linearization === "c3") return outside;
      continue;
    }
    if (entry.tag === Tag.module) {
      const member = moduleMember(world, entry, name, Space.value);
      if (member !== undefined) return member;
      continue;
    }
    if (entry.tag !== Tag.instance) {
      open = true;
      continue;
    }
    if (i === 0) entry = type;
    // What the repository implements for a smart pointer speaks of what it points at, which comes first.
    else if (isShown && !world.inLibrary(entry.definition)) continue;
    else if (type.items.length > 0) entry = world.substituteParameters(entry, type.definition, type.items);
    const own = ownMember(world, entry.definition, entry, receiver, name, space, isStatic);
    if (own !== undefined) return open ? weaken(own) : own;
  }
  if (!isStatic || world.rules.callingTypeConverts) {
    const promoted = promotedMember(world, type, name, depth);
    if (promoted !== undefined) return promoted;
  }
  const through = throughDereference(world, type, receiver, name, depth, space);
  if (through !== undefined) return through;
  const blanket = blanketMember(world, type, receiver, name);
  if (blanket !== undefined) return blanket;
  if (outside !== undefined) return outside;
  const any = isStatic ? undefined : anyMember(world, type, receiver, name, depth);
  if (any !== undefined) return any;
  const indexed = isStatic ? undefined : indexedMember(world, type, receiver, name, depth);
  if (indexed !== undefined) return indexed;
  if (world.inLibrary(type.definition)) return external(`${world.nameOf(type.definition)}.${name}`, receiver.weak);
  return isStatic ? UNKNOWN : libraryBlanketMember(world, receiver, name) ?? UNKNOWN;
}

/** What a type of the library has by itself comes before what the repository's traits give it. */
function ownOfLibrary(world: World, order: readonly Meaning[], type: Meaning, receiver: Meaning, name: string): Meaning | undefined {
  for (const [i, base] of order.entries()) {
    if (base.tag !== Tag.instance || !world.inLibrary(base.definition)) continue;
    const inherent = (world.attachments.get(base.definition)?.members.get(name) ?? []).filter((member) => isInherent(world, member));
    const row = memberTable(world, base.definition).get(name)?.[0];
    const view = world.view(world.library);
    const declared = row === undefined ? 0 : view.facts.bindings.definition[row]!;
    const member = inherent[0] ?? (declared === 0 ? undefined : definitionId(world.library, declared));
    if (member === undefined) continue;
    const entry = i === 0 ? type : type.items.length > 0 ? world.substituteParameters(base, type.definition, type.items) : base;
    return bindMember(world, member, enclosingEntry(world, entry), receiver);
  }
  return undefined;
}

/** A member that the library's own impl gives, not for a trait. */
function isInherent(world: World, member: DefinitionId): boolean {
  const impl = world.parentOf(member);
  return world.inLibrary(member) && impl !== 0 && world.viewOf(impl).facts.definitions.type[rowOf(impl)] === 0;
}

/** What a type says of members that it does not name: the declared result of `__getattr__`. */
function anyMember(world: World, type: Meaning, receiver: Meaning, name: string, depth: number): Meaning | undefined {
  const method = world.rules.protocols.member?.[0];
  if (method === undefined || method === name || /^__\w+__$/.test(name)) return undefined;
  const found = instanceMember(world, type, receiver, method, depth + 1);
  if (found.tag !== Tag.definition || world.viewOf(found.definition).facts.definitions.type[rowOf(found.definition)] === 0) {
    return undefined;
  }
  const result = held(callMeaning(world, world.viewOf(found.definition), found, [], false));
  return result.tag === Tag.unknown ? undefined : result;
}

/** A name that no member has: what the type gives for any name, or a member that every value has. */
function indexedMember(world: World, type: Meaning, receiver: Meaning, name: string, depth: number): Meaning | undefined {
  const { operations, protocols, rootType } = world.rules;
  const byName = operations.member;
  if (byName !== undefined) {
    const method = protocols.index?.[0];
    if (name === method) return undefined;
    for (const base of orderOf(world, type.definition)) {
      if (base.tag !== Tag.instance) continue;
      const entry = base.definition === type.definition ? type : world.substituteParameters(base, type.definition, type.items);
      const position = world.inLibrary(entry.definition) ? byName[world.nameOf(entry.definition)] : undefined;
      if (position !== undefined) return held(entry.items[position] ?? UNKNOWN);
      const own = method === undefined || world.inLibrary(entry.definition)
        ? undefined
        : ownMember(world, entry.definition, entry, receiver, method);
      if (own?.tag === Tag.definition) return held(settle(world, functionResult(world, own.definition), entry, receiver));
    }
  }
  const root = rootType === undefined || depth > 2 ? 0 : world.libraryDefinition(rootType);
  if (root === 0 || root === type.definition || !memberTable(world, root).has(name)) return undefined;
  return ownMember(world, root, instance(root), receiver, name, Space.value, false);
}

/** Go's promotion: members of embedded fields, the shallowest first; two at one depth are none. */
function promotedMember(world: World, type: Meaning, name: string, depth: number): Meaning | undefined {
  let level = embeddedOf(world, type);
  const seen = new Set<DefinitionId>([type.definition]);
  for (let i = 0; level.length > 0 && i < 8; i++) {
    const found: Meaning[] = [];
    const next: Meaning[] = [];
    let outside: Meaning | undefined;
    for (const one of level) {
      if (one.tag === Tag.external) {
        outside ??= one;
        continue;
      }
      if (one.tag !== Tag.instance || seen.has(one.definition)) continue;
      seen.add(one.definition);
      for (const entry of orderOf(world, one.definition)) {
        if (entry.tag === Tag.external) outside ??= entry;
        if (entry.tag !== Tag.instance) continue;
        const own = ownMember(world, entry.definition, entry.definition === one.definition ? one : entry, one, name);
        if (own !== undefined) {
          found.push(own);
          break;
        }
      }
      next.push(...embeddedOf(world, one));
    }
    if (found.length === 1) return found[0]!;
    if (found.length > 1) return union(found);
    if (outside !== undefined && next.length === 0) return outsideMember(world, outside, name, Space.value);
    if (outside !== undefined) {
      const deeper = next.map((one) => memberMeaning(world, one, name, Space.value, depth + 1)).find((m) => m.tag === Tag.definition);
      return deeper ?? outsideMember(world, outside, name, Space.value);
    }
    level = next;
  }
  return undefined;
}

function embeddedOf(world: World, type: Meaning): Meaning[] {
  const view = world.viewOf(type.definition);
  const { definitions, bindings } = view.facts;
  const body = definitions.body[rowOf(type.definition)]!;
  if (body === 0) return [];
  const embedded: Meaning[] = [];
  for (const row of view.ownedBy(body)) {
    const definition = bindings.definition[row]!;
    if (definition === 0 || (definitions.flags[definition]! & DefinitionFlag.embedded) === 0) continue;
    embedded.push(settle(world, definitionValue(world, definitionId(view.index, definition), Space.value), type, type));
  }
  return embedded;
}

/** A member of what the type wraps: a pointer's target, `Box<T>`'s `T`, the target of a `Deref` of the repository. */
function throughDereference(
  world: World,
  type: Meaning,
  receiver: Meaning,
  name: string,
  depth: number,
  space: number,
): Meaning | undefined {
  const { transparent } = world.rules.operations;
  if (transparent !== undefined && world.inLibrary(type.definition)) {
    const position = transparent[world.nameOf(type.definition)];
    const inner = position === undefined ? undefined : type.items[position];
    if (inner !== undefined) return memberMeaning(world, receiver.weak ? weaken(inner) : inner, name, space, depth + 1);
  }
  const deref = world.rules.protocols.deref;
  if (deref === undefined || world.inLibrary(type.definition) || deref.includes(name)) return undefined;
  const method = ownMethod(world, type, deref[0]!, depth);
  if (method === undefined) return undefined;
  const target = callMeaning(world, world.viewOf(method.definition), { ...method, result: receiver }, [], false);
  return target.tag === Tag.unknown || target.tag === Tag.self ? undefined : memberMeaning(world, target, name, space, depth + 1);
}

/** A method that the type itself or something attached to it has. */
function ownMethod(world: World, type: Meaning, name: string, _depth: number): Meaning | undefined {
  const own = ownMember(world, type.definition, type, type, name);
  return own?.tag === Tag.definition ? own : undefined;
}

/** The operations of `ResolutionRules.operations`. */
type Operation = "iterate" | "iterateKey" | "await" | "enter" | "index" | "unwrap" | "deref";

/** What an operation of the language gives: by the library's table, else by the protocol's methods. */
export function operate(world: World, object: Meaning, operation: Operation, isAsync = false, depth = 0): Meaning {
  if (depth > DEEPEST) return UNKNOWN;
  switch (object.tag) {
    case Tag.external:
    case Tag.nothing:
      return object;
    case Tag.union: {
      const parts = object.items.map((part) => operate(world, part, operation, isAsync, depth + 1)).filter((m) => m.tag !== Tag.unknown);
      return parts.length === 0 ? UNKNOWN : weaken(union(parts));
    }
    case Tag.tuple:
      return operation === "iterate" || operation === "index" ? union(object.items) : operation === "await" ? object : UNKNOWN;
    case Tag.parameter:
      return object.result === undefined
        ? transparentOperation(object, operation)
        : operate(world, object.result, operation, isAsync, depth + 1);
    case Tag.self:
      return operateOn(world, instance(object.definition), object, operation, isAsync, depth);
    case Tag.instance:
      return operateOn(world, object, object, operation, isAsync, depth);
    case Tag.definition:
      // The members of an enum, one after the other.
      if (operation === "iterate" && world.kindOf(object.definition) === DefinitionKind.enum) return instance(object.definition);
      return transparentOperation(object, operation);
    default:
      return transparentOperation(object, operation);
  }
}

function transparentOperation(object: Meaning, operation: Operation): Meaning {
  return operation === "await" || operation === "deref" || operation === "unwrap" ? object : UNKNOWN;
}

function operateOn(world: World, type: Meaning, receiver: Meaning, operation: Operation, isAsync: boolean, depth: number): Meaning {
  const table = world.rules.operations[operation];
  for (const base of orderOf(world, type.definition)) {
    if (base.tag !== Tag.instance || !world.inLibrary(base.definition)) continue;
    const entry = base.definition === type.definition ? type : world.substituteParameters(base, type.definition, type.items);
    const position = table?.[world.nameOf(entry.definition)];
    if (position !== undefined) return entry.items[position] ?? UNKNOWN;
  }
  const methods = protocolMethods(world, operation, isAsync);
  if (methods !== undefined) {
    const result = callMethods(world, receiver, methods);
    if (result !== undefined) return result;
  }
  const transparent = world.rules.operations.transparent;
  if (transparent !== undefined && world.inLibrary(type.definition) && operation !== "await" && operation !== "unwrap") {
    const position = transparent[world.nameOf(type.definition)];
    const inner = position === undefined ? undefined : type.items[position];
    if (inner !== undefined) return operation === "deref" ? inner : operate(world, inner, operation, isAsync, depth + 1);
  }
  if (world.inLibrary(type.definition) && operation !== "await" && operation !== "deref" && operation !== "unwrap") return UNKNOWN;
  return transparentOperation(receiver, operation);
}

function protocolMethods(world: World, operation: Operation, isAsync: boolean): readonly string[] | undefined {
  const protocols = world.rules.protocols;
  switch (operation) {
    case "iterate":
      return isAsync ? protocols.asyncIterate : protocols.iterate;
    case "enter":
      return isAsync ? protocols.asyncEnter : protocols.enter;
    case "await":
      return protocols.await;
    case "index":
      return protocols.index;
    case "deref":
      return protocols.deref;
    case "unwrap":
      return protocols.unwrap;
    default:
      return undefined;
  }
}

/** `x.__iter__().__next__()`: each method called on the result of the one before; operations of the library end it early. */
function callMethods(world: World, object: Meaning, methods: readonly string[]): Meaning | undefined {
  let meaning = object;
  for (const [i, name] of methods.entries()) {
    if (i > 0 && meaning.tag === Tag.instance && world.inLibrary(meaning.definition)) return operate(world, meaning, "iterate");
    const method = memberMeaning(world, meaning, name, Space.value);
    if (method.tag === Tag.external) return method;
    if (method.tag !== Tag.definition) return i === 0 ? undefined : UNKNOWN;
    meaning = callMeaning(world, world.viewOf(method.definition), method, [], false);
  }
  return meaning;
}

/** Position `at` of a tuple; of something else an element of it. `mode`: 1 from the end, 2 all from `at` on. */
export function elementOf(world: World, object: Meaning, at: number, mode: number): Meaning {
  if (object.tag === Tag.tuple) {
    if (mode === 2) return { ...object, items: object.items.slice(at) };
    return object.items[mode === 1 ? object.items.length - 1 - at : at] ?? UNKNOWN;
  }
  if (object.tag === Tag.union) {
    const parts = object.items.map((part) => elementOf(world, part, at, mode)).filter((m) => m.tag !== Tag.unknown);
    return parts.length === 0 ? UNKNOWN : weaken(union(parts));
  }
  if (object.tag === Tag.instance && !world.inLibrary(object.definition)) {
    const field = memberMeaning(world, object, String(at), Space.value);
    if (field.tag !== Tag.unknown) return field;
  }
  if (mode === 3) return operate(world, object, "index");
  if (mode === 2) return object;
  const element = operate(world, object, "iterate");
  if (element.tag !== Tag.unknown) return element;
  return at === 0 && world.rules.callingTypeConverts ? object : UNKNOWN;
}
