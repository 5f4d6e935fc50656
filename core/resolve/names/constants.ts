/**
 * Constants, for types that consist of constants (`Literal[True]`, `"a" | "b"`, an enum member).
 *
 * Stage: resolve. Invariant: a constant is represented by its kind and text (`String a`); what is not a constant, or may be another one, by
 * "".
 */
import { DefinitionKind, listItems } from "../../facts.ts";
import { COMPUTED_PART, Op } from "../../facts/expressions.ts";
import { evaluateType, evaluateValue } from "../evaluate.ts";
import { type DefinitionId, instance, rowOf, Tag, UNKNOWN } from "../meaning.ts";
import { isOfKind } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import { declaredBy, serves } from "../types/assignable.ts";
import { isPrimitive } from "../types/extends_type.ts";
import { memberTable } from "../types/inheritance.ts";
import type { World } from "../world.ts";
import { constantNamed } from "./named_constants.ts";
import { memberMeaning } from "../members/members.ts";
import { bindingMeaning } from "./bindings.ts";
import { onlyBinding, Space } from "./names.ts";

/** Kind and text of the constant at a row of expressions, or "". */
export function constantAt({ facts }: FileView, expression: number): string {
  const { op, a, b, c } = facts.expressions;
  const isConstant = (op[expression] === Op.key || op[expression] === Op.literal) && b[expression] === 0 && c[expression] !== 0;
  return isConstant ? `${facts.strings[a[expression]!]!} ${facts.strings[c[expression]!]!}` : "";
}

/** The same for the value of the binding `row`. */
function constantIn(view: FileView, row: number): string {
  const { type, value } = view.facts.bindings;
  return constantAt(view, type[row]! || value[row]!);
}

/** The kind of a binding declared to hold any text or number, as a constant without a text; otherwise "". */
function anyIn(world: World, view: FileView, row: number): string {
  const type = view.facts.bindings.type[row]!;
  const declared = view.facts.expressions.op[type] === Op.builtin ? evaluateType(world, view, type) : UNKNOWN;
  return isPrimitive(world, declared) ? `${world.nameOf(declared.definition)} ` : "";
}

/** The constant for an enum member. */
export function memberConstant(member: DefinitionId): string {
  return `member ${member}`;
}

/** The constant that an expression is by itself: a literal, an enum member; otherwise "". */
export function valueAt(world: World, view: FileView, expression: number): string {
  return constantAt(view, expression) || memberAt(world, view, expression);
}

/** The enum member that a path denotes, as a constant, or the constant in an object literal under a name; otherwise "". */
function memberAt(world: World, view: FileView, expression: number): string {
  const { op, a, b } = view.facts.expressions;
  if (op[expression] !== Op.member) return "";
  const { tag, definition } = evaluateValue(world, view, expression);
  if (tag === Tag.definition) return world.kindOf(definition) === DefinitionKind.enum_member ? memberConstant(definition) : "";
  if (tag !== Tag.instance || world.rules.separateTypes !== true || !world.inLibrary(definition)) return "";
  const holder = evaluateValue(world, view, a[expression]!);
  return isOfKind(world, holder, DefinitionKind.object) ? entryOf(world, holder.definition, view.text(b[expression]!)) : "";
}

/** The constant that an object literal has under a name; "" if it has none, or several. */
function entryOf(world: World, object: DefinitionId, name: string): string {
  const rows = memberTable(world, object).get(name) ?? [];
  if (rows.length !== 1 || world.inLibrary(object)) return "";
  const view = world.viewOf(object);
  world.ask(view.index);
  const { bindings, definitions } = view.facts;
  return constantAt(view, definitions.value[bindings.definition[rows[0]!]!]!);
}

/**
 * The constant that an expression denotes, directly or through a name or `typeof`, if its declared type or its value determines it;
 * otherwise "".
 */
export function constantMeantAt(world: World, view: FileView, expression: number): string {
  const { op, a } = view.facts.expressions;
  const meant = op[expression] === Op.typeOf ? a[expression]! : expression;
  const named = constantNamed(world, view, meant);
  if (named === 0) {
    const row = onlyBinding(world, view, meant);
    return constantAt(view, meant) || constantIn(view, row) || anyIn(world, view, row) || memberAt(world, view, meant);
  }
  const holder = world.viewOf(named);
  const { type, value } = holder.facts.definitions;
  return constantAt(holder, type[rowOf(named)]! || value[rowOf(named)]!);
}

/** The text of the constant at a path of names, defined or imported in a module; undefined if not known. */
export function constantText(world: World, view: FileView, path: readonly string[]): string | undefined {
  const row = view.inModule(path[0]!)[0];
  if (row === undefined) return undefined;
  const name = path.at(-1)!;
  let holder = bindingMeaning(world, view, row, path.length === 1 ? Space.holder : Space.value);
  for (let at = 1; at < path.length - 1; at++) holder = memberMeaning(world, holder, path[at]!, Space.value);
  if (path.length > 1 && isOfKind(world, holder, DefinitionKind.object)) return textOf(world, entryOf(world, holder.definition, name));
  const { tag, definition } = path.length === 1
    ? holder
    : memberMeaning(world, holder, name, holder.tag === Tag.module ? Space.holder : Space.value);
  if (tag !== Tag.definition) return undefined;
  const declared = world.viewOf(definition);
  world.ask(declared.index);
  return textOf(world, constantAt(declared, declared.facts.definitions.value[rowOf(definition)]!));
}

/** The text of a text constant; undefined for any other. */
export function textOf({ rules }: World, constant: string): string | undefined {
  const kind = `${rules.textType} `;
  return constant.startsWith(kind) ? constant.slice(kind.length) : undefined;
}

/** Whether the type at `type` consists of constants (`Literal[True]`), or has some among its parts. */
export function saysConstant(world: World, view: FileView, type: number): boolean {
  const { op, a } = view.facts.expressions;
  if (op[type] === Op.either) return listItems(view.facts, a[type]!).some((part) => saysConstant(world, view, part));
  if (op[type] === Op.cast) return patternAt(view, type) !== "";
  return op[type] === Op.typeOf || constantAt(view, type) !== "" ||
    (world.rules.separateTypes === true && memberAt(world, view, type) !== "");
}

/** The pattern of a template literal type (`` `fail:${string}` ``): a constant with `COMPUTED_PART` for the open parts; or "". */
function patternAt(view: FileView, type: number): string {
  const { op, b } = view.facts.expressions;
  return op[type] === Op.cast ? constantAt(view, b[type]!) : "";
}

/** Whether a constant matches a pattern. */
function follows(constant: string, pattern: string): boolean {
  const parts = pattern.split(COMPUTED_PART);
  const last = parts.pop()!;
  let at = 0;
  for (const [i, part] of parts.entries()) {
    const found = i === 0 && !constant.startsWith(part) ? -1 : constant.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return parts.length === 0 ? constant === last : constant.length - last.length >= at && constant.endsWith(last);
}

/** Whether the constant `given` may be of the type at `type`. */
export function mayBeConstant(world: World, view: FileView, type: number, given: string): boolean {
  const { op, a } = view.facts.expressions;
  if (op[type] === Op.either) return listItems(view.facts, a[type]!).some((part) => mayBeConstant(world, view, part, given));
  const pattern = patternAt(view, type);
  if (pattern !== "") return follows(given, pattern);
  const wanted = constantMeantAt(world, view, type);
  if (wanted !== "" || op[type] === Op.typeOf) return wanted === given || wanted === "";
  const kind = world.library.definition(given.slice(0, given.indexOf(" ")));
  return serves(world, { type: kind === 0 ? UNKNOWN : instance(kind), orNothing: false }, declaredBy(world, view, type));
}
