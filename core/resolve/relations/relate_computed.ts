/**
 * Members that a file reads by computed names, whatever is done with them: `getattr(module, name)`, `globals()["on_" + kind]`.
 *
 * Stage: resolve. Invariant: something limits what may be meant: the module or type, or how the name starts or ends. Otherwise, and if a
 * type's member is not called as far as this file shows, only members named by some text (`byText`) are meant, or, where it may be any
 * exported method (`reflects`), only those not known to be called otherwise (`uncalled`).
 */
import { MOST_CANDIDATES } from "../../edges.ts";
import { DefinitionKind, type Facts, listItems, MODULE_ROW, rowsWith } from "../../facts.ts";
import { COMPUTED_PART, Op } from "../../facts/expressions.ts";
import { evaluateObject, evaluateValue } from "../evaluate.ts";
import { type DefinitionId, fileOf, type Meaning, partsOf, Tag } from "../meaning.ts";
import { isOwnObject } from "../ownership.ts";
import { computedMembers, computedName } from "../sites/computed_members.ts";
import type { FileView } from "../state/file_view.ts";
import { typesBelow } from "../types/subtypes.ts";
import type { World } from "../world.ts";
import { calledReads, followedReads } from "./called_reads.ts";
import type { RelationRows } from "./relation_rows.ts";

/** Adds the file's reads of computed names, as `references` without a target. */
export function relateComputed(relations: RelationRows): void {
  const { expressions, calls } = relations.view.facts;
  if (relations.world.rules.separateTypes === true && expressions.op.includes(Op.index)) relateKeyed(relations);
  if (!expressions.op.includes(Op.computed)) return;
  const reads = readsByResult(relations);
  const called = calledReads(relations.view.facts);
  const followed = followedReads(relations.view.facts);
  const areExported = relations.world.rules.reflects === true;
  for (let call = 1; call < calls.length; call++) {
    const read = reads.get(calls.result[call]!);
    if (read === undefined) continue;
    // A read of all members of an object states no name.
    const name = expressions.c[read]!;
    const object = evaluateObject(relations.world, relations.view, expressions.b[read]!);
    if (name === 0 && object.tag !== Tag.module && object.tag !== Tag.definition) continue;
    // The name is one of several texts, or unknown.
    const names = expressions.op[name] === Op.either ? listItems(relations.view.facts, expressions.a[name]!) : [name];
    // A class holds its methods, which then go wherever the values do.
    const isHeld = name === 0 || called.has(read);
    const known = placesRead(relations.world, object).flatMap((place) =>
      names.map((one): Properties => {
        const [begins, ends] = affixesOf(relations.view.facts, one);
        const isNamed = begins !== "" || ends !== "";
        const isLimited = isNamed || (place.of !== "" && (place.type === "" || areExported || isHeld));
        const sites = isLimited && place.of !== "" ? followed.get(read) : undefined;
        return {
          ...place,
          begins,
          ends,
          ...(areExported ? { exported: true } : {}),
          ...(isLimited ? {} : areExported ? { uncalled: true } : { byText: true }),
          ...(isNamed && names.length > 1 ? { kept: true } : {}),
          ...(sites === undefined ? {} : { called: sites.map((site) => placeOf(relations, site)) }),
        };
      })
    );
    addReads(relations, call, known);
  }
}

/**
 * Calls of members under a computed key in an object of a class (`this["on" + kind]()`): besides the class's own members, which are
 * candidates as far as an edge names them, they may run those of subclasses.
 */
function relateKeyed(relations: RelationRows): void {
  const { world, view } = relations;
  const { expressions, calls } = view.facts;
  const held = heldUnderKeys(view);
  for (let call = 1; call < calls.length; call++) {
    const callee = calls.expression[call]!;
    const asked = computedName(view, expressions.op[callee] === Op.name ? held.get(expressions.a[callee]!) ?? 0 : callee);
    if (asked === undefined || !KEYS_OF_CALLS.has(expressions.op[asked.name]!)) continue;
    // A member named by a constant, or defined by an index signature, is known at the call.
    if (evaluateValue(world, view, callee).tag !== Tag.unknown) continue;
    const [begins, ends] = expressions.op[asked.name] === Op.affixed ? affixesOf(view.facts, asked.name) : ["", ""];
    const known: Properties[] = [];
    // If there are more members than an edge names, the others are possible as well.
    const isCut = computedMembers(world, view, callee).length > MOST_CANDIDATES;
    for (const part of partsOf(evaluateObject(world, view, asked.object))) {
      if (isCut ? !hasName(world, part) : !hasBelow(world, part)) continue;
      const of = { begins, ends, ...(isCut ? {} : { below: true }), called: [placeOf(relations, call)] };
      for (const place of placesOf(world, part)) known.push({ ...place, ...of });
    }
    addReads(relations, call, known);
  }
}

/** Whether it is a module, or an object of a named type. */
function hasName(world: World, { tag, definition }: Meaning): boolean {
  return tag === Tag.module ||
    ((tag === Tag.instance || tag === Tag.self) && world.nameOf(definition) !== "" && !world.inLibrary(definition));
}

/** Whether it is an object of a class with subclasses. */
function hasBelow(world: World, object: Meaning): boolean {
  const isOfClass = isOwnObject(world, object) && world.kindOf(object.definition) === DefinitionKind.class;
  return isOfClass && typesBelow(world, object.definition).next().done !== true;
}

/** The start and end of the names of an `affixed`. */
function affixesOf({ expressions: { b, c }, strings }: Facts, affixed: number): [begins: string, ends: string] {
  return [strings[b[affixed]!]!, strings[c[affixed]!]!];
}

/** What is read, and the restrictions on its name. */
type Properties = Readonly<Record<string, unknown>>;

/** Adds what a call may read as one edge: a site has one per target. */
function addReads(relations: RelationRows, call: number, reads: readonly Properties[]): void {
  if (reads.length === 0) return;
  const { calls, strings } = relations.view.facts;
  const [line, column] = placeOf(relations, call);
  const target = { name: COMPUTED_PART, external: false };
  const text = strings[calls.text[call]!]!;
  relations.add("references", relations.own(MODULE_ROW), target, { line, column }, {
    rule: "unresolved",
    heuristic: true,
    text,
    properties: { reads },
  });
}

/** Line and column of a call, from 1. */
function placeOf({ view: { facts: { calls } } }: RelationRows, call: number): [line: number, column: number] {
  return [Math.max(1, calls.line[call]!), Math.max(1, calls.column[call]!)];
}

/** Values under a computed key that variables of the file hold (`const hook = hooks[name]`), by name as rows of `strings`. */
function heldUnderKeys({ facts: { bindings, expressions: { op } } }: FileView): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (let row = 1; row < bindings.length; row++) {
    if (op[bindings.value[row]!] === Op.index) found.set(bindings.name[row]!, bindings.value[row]!);
  }
  return found;
}

/** Operations of keys that may be any name; a number is not. */
const KEYS_OF_CALLS: ReadonlySet<number> = new Set([Op.name, Op.member, Op.affixed, Op.call]);

/** The read made by each call, by the call's result. */
function readsByResult({ view }: RelationRows): ReadonlyMap<number, number> {
  const { op, a } = view.facts.expressions;
  return new Map(rowsWith(op, Op.computed).map((row) => [a[row]!, row]));
}

/** The place of members: the file, and the type in it ("" for the module itself); both "" if not known. */
interface MemberPlace {
  readonly of: string;
  readonly type: string;
}

const NOBODY_SAYS: MemberPlace = { of: "", type: "" };

/** The places where members of `object` are read; unknown for an unknown object, where the language inspects values of any type. */
function placesRead(world: World, object: Meaning): MemberPlace[] {
  const places = placesOf(world, object);
  return places.length === 0 && world.rules.reflects === true ? [NOBODY_SAYS] : places;
}

/** The places of the members of `object`, as far as a module or a type determines them. */
function placesOf(world: World, object: Meaning): MemberPlace[] {
  switch (object.tag) {
    case Tag.unknown:
    // A variable initialized with nothing is assigned something elsewhere.
    case Tag.nothing:
      return [NOBODY_SAYS];
    // The elements of a list that is created empty.
    case Tag.parameter:
      return object.result === undefined ? [NOBODY_SAYS] : placesOf(world, object.result);
    case Tag.module:
      return object.files.map((file) => ({ of: world.pathOf(file), type: "" }));
    case Tag.union:
      return object.items.flatMap((one) => placesOf(world, one));
    case Tag.definition:
    case Tag.instance:
    case Tag.self: {
      // Nothing is known of a value of type `object`.
      if (world.inLibrary(object.definition)) return isWide(world, object.definition) ? [NOBODY_SAYS] : [];
      const isModule = world.kindOf(object.definition) === DefinitionKind.module;
      return [{ of: world.pathOf(fileOf(object.definition)), type: isModule ? "" : world.nameOf(object.definition) }];
    }
    default:
      return [];
  }
}

function isWide(world: World, type: DefinitionId): boolean {
  return world.rules.wideTypes?.includes(world.nameOf(type)) === true;
}
