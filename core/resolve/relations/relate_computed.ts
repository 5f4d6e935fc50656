/**
 * Members that a file reads by computed names, whatever becomes of them: `getattr(module, name)`, `globals()["on_" + kind]`.
 *
 * Stage: resolve. Invariant: something limits what may be meant: the module or type that is read, or how the name begins or ends. Where neither
 * does, and where a type's member is not called as far as this file tells, only what is named by a text somewhere (`byText`), or, where that may be
 * any exported method (`reflects`), only what nothing else is known to call (`uncalled`).
 */
import { MOST_CANDIDATES } from "../../edges.ts";
import { DefinitionKind, type Facts, listItems, MODULE_ROW, rowsWith } from "../../facts.ts";
import { COMPUTED_PART, Op } from "../../facts/expressions.ts";
import { evaluateObject, evaluateValue } from "../evaluate.ts";
import { type DefinitionId, fileOf, type Meaning, partsOf, Tag } from "../meaning.ts";
import { computedMembers, computedName } from "../sites/computed_members.ts";
import type { FileView } from "../state/file_view.ts";
import { typesBelow } from "../types/subtypes.ts";
import type { World } from "../world.ts";
import { calledReads, followedReads } from "./called_reads.ts";
import type { RelationRows } from "./relation_rows.ts";

/** Adds the file's reads by computed names, as `references` to what has no name. */
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
    // Of all that something itself holds no name is said.
    const name = expressions.c[read]!;
    const object = evaluateObject(relations.world, relations.view, expressions.b[read]!);
    if (name === 0 && object.tag !== Tag.module && object.tag !== Tag.definition) continue;
    // What an attribute holds is one of several texts, or something that nobody tells.
    const names = expressions.op[name] === Op.either ? listItems(relations.view.facts, expressions.a[name]!) : [name];
    // A class holds its methods, which then go wherever the values do.
    const isHeld = name === 0 || called.has(read);
    const told = placesRead(relations.world, object).flatMap((place) =>
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
    addReads(relations, call, told);
  }
}

/**
 * Calls of what stands under a key in an object of a class (`this["on" + kind]()`) run, besides its members, which are candidates as far as an edge
 * names them, those of what is below.
 */
function relateKeyed(relations: RelationRows): void {
  const { world, view } = relations;
  const { expressions, calls } = view.facts;
  const held = heldUnderKeys(view);
  for (let call = 1; call < calls.length; call++) {
    const callee = calls.expression[call]!;
    const asked = computedName(view, expressions.op[callee] === Op.name ? held.get(expressions.a[callee]!) ?? 0 : callee);
    if (asked === undefined || !KEYS_OF_CALLS.has(expressions.op[asked.name]!)) continue;
    // What a constant names, or an index gives, is told at the call.
    if (evaluateValue(world, view, callee).tag !== Tag.unknown) continue;
    const [begins, ends] = expressions.op[asked.name] === Op.affixed ? affixesOf(view.facts, asked.name) : ["", ""];
    const told: Properties[] = [];
    // Of more members than an edge names the others are possible as well.
    const isCut = computedMembers(world, view, callee).length > MOST_CANDIDATES;
    for (const part of partsOf(evaluateObject(world, view, asked.object))) {
      if (isCut ? !hasName(world, part) : !hasBelow(world, part)) continue;
      const of = { begins, ends, ...(isCut ? {} : { below: true }), called: [placeOf(relations, call)] };
      for (const place of placesOf(world, part)) told.push({ ...place, ...of });
    }
    addReads(relations, call, told);
  }
}

/** Whether it is a module, or an object of a type that has a name. */
function hasName(world: World, { tag, definition }: Meaning): boolean {
  return tag === Tag.module ||
    ((tag === Tag.instance || tag === Tag.self) && world.nameOf(definition) !== "" && !world.inLibrary(definition));
}

/** Whether it is an object of a class that others build on. */
function hasBelow(world: World, object: Meaning): boolean {
  const isOfClass = world.isOwnObject(object) && world.kindOf(object.definition) === DefinitionKind.class;
  return isOfClass && typesBelow(world, object.definition).next().done !== true;
}

/** How the names of an `affixed` begin and end. */
function affixesOf({ expressions: { b, c }, strings }: Facts, affixed: number): [begins: string, ends: string] {
  return [strings[b[affixed]!]!, strings[c[affixed]!]!];
}

/** What is read, and how its name is limited. */
type Properties = Readonly<Record<string, unknown>>;

/** Adds what a call may read, as one edge: a site has one to each target. */
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

/** What variables of the file hold that stands under a key (`const hook = hooks[name]`), by their names as rows of `strings`. */
function heldUnderKeys({ facts: { bindings, expressions: { op } } }: FileView): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (let row = 1; row < bindings.length; row++) {
    if (op[bindings.value[row]!] === Op.index) found.set(bindings.name[row]!, bindings.value[row]!);
  }
  return found;
}

/** What a key is that may be any name; a number is none. */
const KEYS_OF_CALLS: ReadonlySet<number> = new Set([Op.name, Op.member, Op.affixed, Op.call]);

/** The read that each call makes, by the call's result. */
function readsByResult({ view }: RelationRows): ReadonlyMap<number, number> {
  const { op, a } = view.facts.expressions;
  return new Map(rowsWith(op, Op.computed).map((row) => [a[row]!, row]));
}

/** Where members are: the file, and the type in it ("" for the module itself); both "" where nobody can say. */
interface MemberPlace {
  readonly of: string;
  readonly type: string;
}

const NOBODY_SAYS: MemberPlace = { of: "", type: "" };

/** Where members of `object` are read; where the language looks into values of any type, nobody can say of one that is not told. */
function placesRead(world: World, object: Meaning): MemberPlace[] {
  const places = placesOf(world, object);
  return places.length === 0 && world.rules.reflects === true ? [NOBODY_SAYS] : places;
}

/** Where the members of `object` are, as far as a module or a type tells. */
function placesOf(world: World, object: Meaning): MemberPlace[] {
  switch (object.tag) {
    case Tag.unknown:
    // What begins as nothing is given something elsewhere.
    case Tag.nothing:
      return [NOBODY_SAYS];
    // What a list holds that is made empty.
    case Tag.parameter:
      return object.result === undefined ? [NOBODY_SAYS] : placesOf(world, object.result);
    case Tag.module:
      return object.files.map((file) => ({ of: world.pathOf(file), type: "" }));
    case Tag.union:
      return object.items.flatMap((one) => placesOf(world, one));
    case Tag.definition:
    case Tag.instance:
    case Tag.self: {
      // Of `object` nothing is known.
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
