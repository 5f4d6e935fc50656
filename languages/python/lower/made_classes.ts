/**
 * Classes created by a call: `Pair = NamedTuple("Pair", [("x", T)])`, `Both = type("Both", (A, B), {"run": f})`.
 *
 * Stage: parse -> facts. Invariant: recognized by the callee's name and matching arguments; its fields are those written there.
 */
import { tableOf } from "../../../core/base/tables.ts";
import { BindingKind, DefinitionKind } from "../../../core/facts.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { METACLASS } from "../describe_definitions.ts";
import { stateOf } from "../file_state.ts";

/** A call that makes a class, by its parts. */
export interface ClassCall {
  readonly kind: number;
  /** The callee, and its last name. */
  readonly callee: number;
  readonly maker: string;
  /** The arguments after the class's name: bases or fields, then members. */
  readonly parts: readonly number[];
}

const ENUMS: ReadonlySet<string> = new Set(["Enum", "IntEnum", "StrEnum", "Flag", "IntFlag"]);
/** Makers -> the library's type that a class of theirs builds on. */
const BUILT_ON: Readonly<Record<string, string>> = tableOf({
  NamedTuple: "NamedTuple",
  namedtuple: "NamedTuple",
  TypedDict: "TypedDict",
  make_dataclass: "object",
});

/** The class that `node` creates; undefined if it creates none. */
export function classCall(lowering: Lowering, node: number): ClassCall | undefined {
  if (node === 0 || lowering.kind(node) !== "call") return undefined;
  const args = lowering.child(node, "arguments");
  // Most calls are ruled out by the token after the parenthesis.
  if (lowering.kind(lowering.next(lowering.firstChild(args))) !== "string") return undefined;
  const [, ...parts] = lowering.codeIn(args);
  if (parts.length === 0) return undefined;
  const callee = lowering.child(node, "function");
  const maker = lowering.text(lowering.kind(callee) === "attribute" ? lowering.child(callee, "attribute") : callee);
  const isMeta = METACLASS.test(maker) || bearsItsName(lowering, node, parts);
  if (!isMeta && !ENUMS.has(maker) && BUILT_ON[maker] === undefined) return undefined;
  if (isMeta && lowering.kind(parts[0]!) !== "tuple") return undefined;
  return { kind: ENUMS.has(maker) ? DefinitionKind.enum : DefinitionKind.class, callee, maker, parts };
}

/** `Job = Checked("Job", (Base,), {…})`: any callee with the arguments of a class, under the name that is assigned. */
function bearsItsName(lowering: Lowering, call: number, [bases = 0, members = 0, further = 0]: readonly number[]): boolean {
  if (further !== 0 || lowering.kind(bases) !== "tuple" || lowering.kind(members) !== "dictionary") return false;
  const assigned = lowering.child(lowering.parent(call), "left");
  const name = lowering.codeIn(lowering.child(call, "arguments"))[0]!;
  return writtenName(lowering, name) === lowering.text(assigned) &&
    lowering.codeIn(bases).every((base) => lowering.kind(base) === "identifier" || lowering.kind(base) === "attribute");
}

/** Adds to the class `definition` the bases and members in `made`. */
export function fillClass(lowering: Lowering, definition: number, { callee, maker, parts }: ClassCall): void {
  const [first = 0, members = 0] = parts;
  const scope = lowering.facts.get("definitions", definition, "body");
  const base = BUILT_ON[maker];
  if (base !== undefined) lowering.addSupertype(definition, lowering.builtin(base));
  else if (ENUMS.has(maker)) lowering.addSupertype(definition, lowering.lowerType(callee));
  else {
    if (maker !== "type") stateOf(lowering).metaclasses.set(definition, callee);
    const bases = lowering.codeIn(first);
    for (const one of bases) lowering.addSupertype(definition, lowering.lowerType(one));
    if (bases.length === 0) lowering.addSupertype(definition, lowering.builtin("object"));
  }
  if (maker === "NamedTuple" || maker === "make_dataclass") bindFields(lowering, scope, first, maker === "NamedTuple");
  else if (maker === "TypedDict") bindPairs(lowering, scope, first, (value) => ({ type: lowering.lowerType(value) }));
  else if (base === undefined) bindPairs(lowering, scope, members, (value) => ({ value: lowering.lowerExpression(value) }));
}

/**
 * Binds the fields of a class that gets them from its base (`class Pair(NamedTuple("Pair", [("x", T)]))`); false if `bases` are not such.
 */
export function addTupleFields(lowering: Lowering, bases: number, fields: number): boolean {
  const node = lowering.parent(bases);
  if (fields === 0 || lowering.kind(node) !== "class_definition" || lowering.child(node, "superclasses") !== bases) return false;
  bindFields(lowering, lowering.facts.get("definitions", lowering.definitionAt(node), "body"), fields, true);
  return true;
}

/** `[("x", T), ("y", U)]`: fields by name, and of a tuple by position too. */
function bindFields(lowering: Lowering, scope: number, fields: number, isTuple: boolean): void {
  let position = 0;
  for (const field of lowering.codeIn(fields)) {
    const [key = 0, annotation = 0] = lowering.kind(field) === "tuple" ? lowering.codeIn(field) : [];
    const name = key === 0 ? undefined : writtenName(lowering, key);
    if (name === undefined || annotation === 0) continue;
    const type = lowering.lowerType(annotation);
    lowering.bind(BindingKind.field, name, key, { scope, type });
    if (isTuple) lowering.bind(BindingKind.field, String(position++), key, { scope, type });
  }
}

/** `{"x": value}`: a member for each literal key. */
function bindPairs(lowering: Lowering, scope: number, pairs: number, read: (value: number) => { type?: number; value?: number }): void {
  if (pairs === 0 || lowering.kind(pairs) !== "dictionary") return;
  for (const pair of lowering.codeIn(pairs)) {
    const key = lowering.kind(pair) === "pair" ? lowering.child(pair, "key") : 0;
    const name = key === 0 ? undefined : writtenName(lowering, key);
    if (name !== undefined) lowering.bind(BindingKind.field, name, key, { scope, ...read(lowering.child(pair, "value")) });
  }
}

/** The text of a string that is a name. */
export function writtenName(lowering: Lowering, node: number): string | undefined {
  return /^["'](\w+)["']$/.exec(lowering.text(node))?.[1];
}
