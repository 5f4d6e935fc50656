/**
 * Types that satisfy a structural interface: they have all its methods, own or promoted, with equal signatures (for protocols, which
 * require members of all kinds, see `protocols.ts`).
 *
 * Stage: resolve. Invariants: computed once per interface; what is not known (an unknown type, a type parameter) counts as equal.
 */
import { addAt } from "../../base/lists.ts";
import { BindingFlag, DefinitionFlag, DefinitionKind, listItems } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { evaluateType } from "../evaluate.ts";
import { typeQualifier } from "../evaluate_types.ts";
import { type DefinitionId, definitionId, fileOf, instance, isInstanceOf, type Meaning, rowOf, Tag } from "../meaning.ts";
import { memberMeaning } from "../members/members.ts";
import { promotesKnown } from "../members/promotion.ts";
import { Space } from "../names/names.ts";
import { basedOn } from "../state/asked_names.ts";
import type { Environment } from "../state/environment.ts";
import type { FileView } from "../state/file_view.ts";
import { parametersOf } from "../state/parameters.ts";
import type { Node } from "../state/reliance.ts";
import { substitute } from "../substitution.ts";
import type { World } from "../world.ts";
import { basesOf } from "./bases.ts";
import { isKnownOutside } from "./embedded_names.ts";
import { substituteParameters } from "./environments.ts";
import { ownerEnvironment } from "./inference.ts";
import { memberTable, orderOf } from "./inheritance.ts";
import { membersInOrder } from "./members_in_order.ts";
import { mayBeNamesakes } from "./external_namesakes.ts";
import { embedsOutside, mayFulfilOutside, outerParts } from "./outer_parts.ts";
import { protocolTypes } from "./protocols.ts";
import { methodFor, structuralMember } from "./structural_methods.ts";

/** Types that embed others, by fields of one name. */
export interface Embedders {
  /** From a type to those that embed it. */
  readonly holders: ReadonlyMap<DefinitionId, readonly DefinitionId[]>;
  /** The dependencies of the types of these fields. */
  readonly rests: readonly Node[];
}

/** A method that an interface requires. */
interface Asked {
  readonly method: DefinitionId;
  /** The interface that declares it, with its arguments if it is embedded with some. */
  readonly by: Meaning;
}

/** Whether types implement `type` by having its methods. */
export function isStructural(world: World, type: DefinitionId): boolean {
  const kind = world.kindOf(type);
  for (const name of world.rules.structural) if (DefinitionKind[name] === kind) return true;
  // A type defined as an interface (`type T I`) is one.
  const base = kind === DefinitionKind.type_alias && world.rules.packageScope ? orderOf(world, type)[1] : undefined;
  return base?.tag === Tag.instance && isStructural(world, base.definition);
}

/** Types of the repository that satisfy the structural interface `type`. */
export function structuralTypes(world: World, type: DefinitionId): readonly DefinitionId[] {
  const { structural } = world.kept;
  const find = (): readonly DefinitionId[] => {
    if (world.kindOf(type) === DefinitionKind.protocol) return protocolTypes(world, type);
    const wanted = methodsOf(world, type);
    const outside = outerParts(world, type);
    const methodsIn = (one: DefinitionId): DefinitionId[] =>
      [...wanted].map(([name, { method }]) => structuralMember(world, one, name, method)).filter((id) => id !== 0);
    const found = typesWithMethods(world, wanted);
    return outside.length === 0 ? found : found.filter((one) => mayFulfilOutside(world, one, methodsIn(one), outside));
  };
  return structural.get(type) ?? structural.find(type, find, fileOf(type));
}

function typesWithMethods(world: World, wanted: ReadonlyMap<string, Asked>): readonly DefinitionId[] {
  if (wanted.size === 0) return [];
  const sure = candidatesFor(world, wanted).filter((one) => satisfies(world, one, wanted));
  const others = typesWithPart(world, wanted).filter((one) => !sure.includes(one) && satisfies(world, one, wanted, { partly: true }));
  return others.length === 0 ? sure : [...sure, ...others].sort((a, b) => a - b);
}

/** Types that have some of the methods and embed something that may provide the others. */
function typesWithPart(world: World, wanted: ReadonlyMap<string, Asked>): readonly DefinitionId[] {
  const names = [...wanted.keys()];
  if (!names.some((name) => isKnownOutside(world, name))) return [];
  return [...new Set(names.flatMap((name) => embeddingTypes(world, name)))];
}

/** Structs with a method of that name in files where something is embedded. */
function embeddingTypes(world: World, name: string): readonly DefinitionId[] {
  return typesThatHave(world, name).filter((one) => {
    const view = world.viewOf(one);
    world.ask(view.index);
    return view.embeds && world.kindOf(one) === DefinitionKind.struct;
  });
}

/**
 * All methods that an interface requires, including those of embedded interfaces. If some of these are external and the others all of the
 * library, it is not known which types satisfy it: empty.
 */
function methodsOf(world: World, type: DefinitionId): Map<string, Asked> {
  const methods = new Map<string, Asked>();
  let complete = true;
  let own = false;
  for (const entry of orderOf(world, type)) {
    if (entry.tag !== Tag.instance) {
      complete = false;
      continue;
    }
    const { bindings, definitions } = world.viewOf(entry.definition).facts;
    for (const [name, rows] of memberTable(world, entry.definition)) {
      const definition = bindings.definition[rows[0]!]!;
      if (definitions.kind[definition] !== DefinitionKind.method || methods.has(name)) continue;
      methods.set(name, { method: definitionId(fileOf(entry.definition), definition), by: entry });
      if (!world.inLibrary(entry.definition)) own = true;
    }
  }
  return complete || own ? methods : new Map();
}

/**
 * Types that have the interface's rarest method, and types that get it by embedding one of these. A method that external types have as well
 * may be embedded, so it is used only if there is no other.
 */
function candidatesFor(world: World, wanted: ReadonlyMap<string, Asked>): readonly DefinitionId[] {
  const names = [...wanted.keys()];
  const telling = names.filter((name) => !world.isCommonMethod(name));
  let rarest: string | undefined;
  let least = Infinity;
  for (const name of telling.length > 0 ? telling : names) {
    const { length } = world.repository.callables(name);
    if (length >= least) continue;
    rarest = name;
    least = length;
    // It is always in the interface itself.
    if (length <= 1) break;
  }
  return rarest === undefined ? [] : typesThatHave(world, rarest);
}

/** Types with a method of that name, own or promoted; cached because similar interfaces ask for the same. */
function typesThatHave(world: World, name: string): readonly DefinitionId[] {
  const { heirs } = world.kept;
  const find = (): readonly DefinitionId[] => {
    const owners = world.repository.callables(name).map((method) => world.ownerOf(method)).filter((owner) => owner !== 0);
    world.kept.interfacesByMethod ??= findInterfaces(world);
    return heirsOf(world, [...owners, ...world.kept.interfacesByMethod.get(name) ?? []]);
  };
  return heirs.get(name) ?? heirs.find(name, find);
}

/** Library interfaces by the names of their methods, including those of embedded interfaces. */
function findInterfaces(world: World): ReadonlyMap<string, readonly DefinitionId[]> {
  const byMethod = new Map<string, DefinitionId[]>();
  const { kind } = world.view(world.library.file).facts.definitions;
  for (const row of kind.keys()) {
    const type = definitionId(world.library.file, row);
    if (kind[row] !== DefinitionKind.interface) continue;
    const names = new Set(
      orderOf(world, type).flatMap(({ tag, definition }) => tag === Tag.instance ? [...memberTable(world, definition).keys()] : []),
    );
    for (const name of names) addAt(byMethod, name, type);
  }
  return byMethod;
}

/** Types, those that embed them and those defined from them, transitively; interfaces are followed but not included. */
export function heirsOf(world: World, types: readonly DefinitionId[]): DefinitionId[] {
  const all = new Set(types);
  // Includes those added during the iteration.
  for (const owner of all) {
    const made = world.inLibrary(owner) ? interfacesWith(world, owner) : world.subtypes.get(owner);
    for (const outer of [...embeddersOf(world, owner), ...made]) all.add(outer);
  }
  return [...all].filter((owner) => !world.inLibrary(owner) && !isStructural(world, owner)).sort((a, b) => a - b);
}

/** The field name under which a type is embedded: the library file prefixes it with the module (`io_Writer`). */
function embeddedName(world: World, type: DefinitionId): string {
  const written = world.nameOf(type);
  return world.inLibrary(type) ? written.slice(written.lastIndexOf("_") + 1) : written;
}

/** Interfaces of the repository that include all methods of a library interface by embedding it. */
function interfacesWith(world: World, type: DefinitionId): readonly DefinitionId[] {
  const name = embeddedName(world, type);
  world.askName(basedOn(name));
  return world.names.find("based", name).filter((one) =>
    isStructural(world, one) && basesOf(world, one).some((base) => isInstanceOf(base, type))
  );
}

/** Types with an embedded field of that type. */
function embeddersOf(world: World, type: DefinitionId): readonly DefinitionId[] {
  // An embedding field has the type's name, so adding one, or changing the meaning of the name, is detected by the name.
  const name = embeddedName(world, type);
  world.askName(name);
  const { holders, rests } = embeddersNamed(world, name);
  for (const node of rests) world.reliance.use(node);
  const doubtful = embeddersNamed(world, "").holders.get(type) ?? [];
  return [...new Set([...holders.get(type) ?? [], ...doubtful])].sort((a, b) => a - b);
}

/** Types that embed a type by a field of that name; under "": those whose name does not determine the type. */
function embeddersNamed(world: World, name: string): Embedders {
  const { kept: { embedders }, evaluation } = world;
  const known = embedders.get(name);
  if (known !== undefined) return known;
  const { value, isCertain } = evaluation.within(() => findEmbedders(world, name));
  if (isCertain) embedders.set(name, value);
  return value;
}

function findEmbedders(world: World, name: string): Embedders {
  const holders = new Map<DefinitionId, DefinitionId[]>();
  const rests: Node[] = [];
  for (const field of name === "" ? world.names.findDoubtful("embedded") : world.names.find("embedded", name)) {
    const view = world.viewOf(field);
    const { definitions } = view.facts;
    world.reliance.enterShared(view.index);
    const embedded = evaluateType(world, view, definitions.type[rowOf(field)]!);
    rests.push(world.reliance.drop());
    const holder = definitionId(view.index, definitions.parent[rowOf(field)]!);
    if (embedded.tag !== Tag.instance || world.kindOf(holder) === DefinitionKind.object) continue;
    addAt(holders, embedded.definition, holder);
  }
  return { holders, rests };
}

/**
 * Whether it is not certain that `type` satisfies the interface: an external interface is required that `type` does not embed, some methods
 * come from an embedded external type, or an ordinary build leaves out a method.
 */
export function isDoubtful(world: World, type: DefinitionId, wanted: DefinitionId): boolean {
  if (outerParts(world, wanted).some((entry) => !embedsOutside(world, type, entry.name))) return true;
  const isLeftOut = (id: DefinitionId): boolean =>
    id !== 0 && !world.inLibrary(id) && world.modules.isDefault?.(world.viewOf(id).path) === false;
  const methods = [...methodsOf(world, wanted)].map(([name, asked]) => methodFor(world, type, name, asked.method));
  if (methods.includes(0)) return true;
  // Comparing them has recorded whether the result depends on external namesakes.
  if (world.kept.namesakes && !satisfies(world, type, methodsOf(world, wanted), { exact: true })) return true;
  return !isLeftOut(type) && !isLeftOut(wanted) && methods.some(isLeftOut);
}

/**
 * Whether `type` satisfies the interface as declared: its own type parameters match no other type.
 * @param partly whether to accept methods from an embedded external type, whose signatures are not known
 */
export function satisfiesAsWritten(world: World, type: DefinitionId, wanted: DefinitionId, partly = false): boolean {
  return world.kindOf(wanted) === DefinitionKind.protocol || satisfies(world, type, methodsOf(world, wanted), { strict: true, partly });
}

/** Whether `type` has all required methods. @param partly see `satisfiesAsWritten` */
function satisfies(
  world: World,
  type: DefinitionId,
  wanted: ReadonlyMap<string, Asked>,
  { strict = false, exact = false, partly = false }: Partial<Comparing> & { readonly partly?: boolean } = {},
): boolean {
  for (const [name, asked] of wanted) {
    const method = methodFor(world, type, name, asked.method);
    if (method === 0) {
      if (!partly || !isKnownOutside(world, name) || !promotesKnown(world, type, name)) return false;
      continue;
    }
    const isOwn = world.ownerOf(method) === type;
    const environment = isOwn ? undefined : promotedFor(world, type, name, method);
    if (!fits(world, asked, method, environment, { strict: strict && (isOwn || environment !== undefined), exact })) return false;
  }
  return true;
}

/** The values of the type parameters of a promoted method's owner; undefined if it has none. */
function promotedFor(world: World, type: DefinitionId, name: string, method: DefinitionId): Environment | undefined {
  const owner = world.ownerOf(method);
  if (owner === 0 || world.viewOf(owner).typeParameters(rowOf(owner)).length === 0) return undefined;
  return ownerEnvironment(world, method, memberMeaning(world, instance(type), name, Space.value));
}

/** Whether `method` has the signature that the interface requires. @param environment values of its type parameters */
function fits(
  world: World,
  { method: asked, by }: Asked,
  method: DefinitionId,
  environment: Environment | undefined,
  how: Comparing,
): boolean {
  const here = world.viewOf(asked);
  const there = world.viewOf(method);
  const left = parametersOf(world, asked);
  const right = parametersOf(world, method);
  if (left.length !== right.length) return false;
  // An interface requires methods without type parameters of their own.
  if (world.rules.structural.includes("interface") && there.typeParameters(rowOf(method)).length > 0) return false;
  // An unexported name is distinct in each package; within a function nothing is exported, whatever its name.
  const hidden = world.rules.packageScope && ((world.flagsOf(asked) | world.flagsOf(method)) & DefinitionFlag.exported) === 0;
  if (hidden && !world.targets.areOfOnePackage(asked, method)) return false;
  const sameDeclared = (one: number, other: number): boolean => {
    if (one === 0 || other === 0) return one === other;
    const anything = isDynamic(world, here, one);
    if (anything !== isDynamic(world, there, other)) {
      const known = evaluateType(world, anything ? there : here, anything ? other : one);
      return known.tag === Tag.unknown || known.tag === Tag.parameter;
    }
    const wanted = substituteParameters(world, evaluateType(world, here, one), by.definition, by.items);
    const type = evaluateType(world, there, other);
    const given = environment === undefined ? type : substitute(type, environment);
    return samePointers(world, here, one, there, other) && sameType(world, wanted, given, 0, how);
  };
  for (const [i, row] of left.entries()) {
    const other = right[i]!;
    if ((here.facts.bindings.flags[row]! & BindingFlag.rest) !== (there.facts.bindings.flags[other]! & BindingFlag.rest)) return false;
    if (!sameDeclared(here.facts.bindings.type[row]!, there.facts.bindings.type[other]!)) return false;
  }
  return sameDeclared(here.facts.definitions.type[rowOf(asked)]!, there.facts.definitions.type[rowOf(method)]!);
}

/** Whether two types are written with pointers in the same places, which meanings do not show. */
function samePointers(world: World, here: FileView, one: number, there: FileView, other: number): boolean {
  const left = here.facts.expressions;
  const right = there.facts.expressions;
  const same = (a: number, b: number): boolean => samePointers(world, here, a, there, b);
  const allSame = (a: number, b: number): boolean => {
    const others = listItems(there.facts, b);
    return listItems(here.facts, a).every((item, i) => others[i] === undefined || same(item, others[i]));
  };
  const op = left.op[one];
  if (op !== right.op[other]) {
    return op === Op.reference ? mayPoint(world, there, other) : right.op[other] !== Op.reference || mayPoint(world, here, one);
  }
  switch (op) {
    case Op.reference:
      return same(left.a[one]!, right.a[other]!);
    case Op.apply:
      return allSame(left.b[one]!, right.b[other]!);
    case Op.tuple:
      return allSame(left.a[one]!, right.a[other]!);
    case Op.functionType:
      return allSame(left.a[one]!, right.a[other]!) && same(left.b[one]!, right.b[other]!);
    default:
      return true;
  }
}

/** Whether a type written without a pointer may be one: a type parameter, the target of an alias, an unknown type. */
function mayPoint(world: World, view: FileView, expression: number): boolean {
  if (view.facts.expressions.op[expression] === Op.reference) return true;
  const { tag } = evaluateType(world, view, expression);
  return tag === Tag.unknown || tag === Tag.parameter || isAlias(world, view, expression);
}

/** Whether a name is an alias of another type (`type A = B`). */
function isAlias(world: World, view: FileView, expression: number): boolean {
  const { op } = view.facts.expressions;
  if (op[expression] !== Op.name && op[expression] !== Op.member) return false;
  const { tag, definition } = typeQualifier(world, view, expression);
  if (tag !== Tag.definition) return false;
  world.ask(fileOf(definition));
  return world.viewOf(definition).isAlias(rowOf(definition));
}

function isDynamic(world: World, view: FileView, expression: number): boolean {
  const { expressions, strings } = view.facts;
  const op = expressions.op[expression];
  return (op === Op.name || op === Op.builtin) && world.rules.dynamicTypes.includes(strings[expressions.a[expression]!]!);
}

/** How types are compared. */
interface Comparing {
  /** A type parameter of the type's own matches only a type parameter. */
  readonly strict: boolean;
  /** External types with different names are different. */
  readonly exact: boolean;
}

function sameType(world: World, one: Meaning, other: Meaning, depth: number, how: Comparing): boolean {
  // A type parameter is a single type, several results are not.
  if ((one.tag === Tag.tuple) !== (other.tag === Tag.tuple) && (one.tag === Tag.parameter || other.tag === Tag.parameter)) return false;
  if (how.strict && other.tag === Tag.parameter && one.tag !== Tag.parameter && one.tag !== Tag.unknown) return false;
  if (depth > 6 || one.tag === Tag.unknown || other.tag === Tag.unknown || one.tag === Tag.parameter || other.tag === Tag.parameter) {
    return true;
  }
  if (one.tag !== other.tag || one.tag === Tag.external) {
    return (one.tag === other.tag && one.name === other.name) || (!how.exact && mayBeNamesakes(world, one, other));
  }
  if (one.tag === Tag.instance && world.nameOf(one.definition) === "") {
    return sameUnnamed(world, one.definition, other.definition, how.exact);
  }
  if (one.definition !== other.definition) return false;
  const sizesDiffer = one.items.length !== other.items.length;
  if (sizesDiffer && (one.tag !== Tag.instance || (one.items.length > 0 && other.items.length > 0))) return false;
  if (!one.items.every((item, i) => other.items[i] === undefined || sameType(world, item, other.items[i]!, depth + 1, how))) {
    return false;
  }
  return one.result === undefined || other.result === undefined || sameType(world, one.result, other.result, depth + 1, how);
}

/** Whether two unnamed types have the same members: the same methods, or fields of the same types in the same order. */
function sameUnnamed(world: World, one: DefinitionId, other: DefinitionId, exact: boolean): boolean {
  if (one === other) return true;
  if (world.kindOf(one) !== world.kindOf(other) || world.nameOf(other) !== "") return false;
  const [here, there] = [world.viewOf(one), world.viewOf(other)];
  const [left, right] = [membersInOrder(world, one), membersInOrder(world, other)];
  return left.length === right.length && left.every((member, i) => {
    const counterpart = right[i]!;
    if (here.name(member) !== there.name(counterpart)) return false;
    if (!isStructural(world, one)) return sameField(world, here, member, there, counterpart, exact);
    const asked = { method: definitionId(here.index, member), by: instance(one) };
    return fits(world, asked, definitionId(there.index, counterpart), undefined, { strict: false, exact });
  });
}

function sameField(world: World, here: FileView, field: number, there: FileView, other: number, exact: boolean): boolean {
  const [left, right] = [here.facts.definitions, there.facts.definitions];
  if (((left.flags[field]! ^ right.flags[other]!) & DefinitionFlag.embedded) !== 0) return false;
  const [one, two] = [left.type[field]!, right.type[other]!];
  return samePointers(world, here, one, there, two) &&
    sameType(world, evaluateType(world, here, one), evaluateType(world, there, two), 0, { strict: false, exact });
}
