/**
 * Symbols named in code marks in doc comments.
 *
 * Stage: resolve. Invariant: as strict as for a call: a name in scope at the comment, a member of the documented type, or the only
 * definition in the repository of a name that is certainly code; otherwise nothing.
 */
import type { Rule } from "../../edges.ts";
import { BindingKind, DefinitionKind, isTypeWithBody, MODULE_ROW } from "../../facts.ts";
import { isOwnType } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import { memberTable, orderOf } from "../types/inheritance.ts";
import { type DefinitionId, definitionId, type Meaning, rowOf, Tag } from "../meaning.ts";
import { memberMeaning } from "../members/members.ts";
import { findName, nameMeaningAt, outerName, Space } from "../names/names.ts";
import type { World } from "../world.ts";
import { codeMarks, isSurelyCode, type Mark } from "./code_marks.ts";
import type { RelationRows } from "./relation_rows.ts";
import { declaredType } from "../evaluate_types.ts";

/** Adds the file's `documents`. */
export function relateDocuments(relations: RelationRows): void {
  const { definitions, strings } = relations.view.facts;
  for (let row = MODULE_ROW; row < definitions.length; row++) {
    const doc = strings[definitions.doc[row]!]!;
    if (doc === "" || (row !== MODULE_ROW && definitions.name[row] === 0)) continue;
    for (const mark of codeMarks(doc)) relateMark(relations, row, mark);
  }
}

interface Named {
  readonly definition: DefinitionId;
  readonly rule: Rule;
  readonly weak: boolean;
}

function relateMark(relations: RelationRows, row: number, mark: Mark): void {
  const { world } = relations;
  const named = inScope(relations, row, mark) ?? byUniqueName(world, mark);
  if (named === undefined || named === "nothing") return;
  relations.add("documents", relations.own(row), { definition: named.definition }, relations.placeOf(row), {
    rule: named.rule,
    heuristic: named.weak,
    text: mark.text,
  });
}

/** The meaning of a mark at the comment; "nothing": a name that is bound there, but not to a symbol (a parameter). */
function inScope(relations: RelationRows, row: number, mark: Mark): Named | "nothing" | undefined {
  const { world, view } = relations;
  const { definitions } = view.facts;
  const scope = definitions.body[row]! || definitions.scope[row]! || 1;
  const at = definitions.end[row]!;
  const [first, ...rest] = mark.parts as [string, ...string[]];
  const own = (): Named | undefined => rest.length === 0 ? memberOfAround(world, view, row, first) : undefined;
  for (const space of world.rules.separateTypes ? [Space.value, Space.type] : [Space.value]) {
    const found = boundName(relations, first, scope, at, space);
    if (found === undefined) continue;
    if (found === "nothing") return own() ?? "nothing";
    const target = rest.length === 0 ? found.definition : memberAt(world, found.meaning, rest);
    if (target !== undefined && isSymbol(world, target)) return { definition: target, rule: found.rule, weak: found.meaning.weak };
    if (rest.length === 0 && found.meaning.tag === Tag.external) return own() ?? "nothing";
  }
  return own();
}

/** The symbol that a name is bound to. */
function boundName(
  relations: RelationRows,
  name: string,
  scope: number,
  at: number,
  space: number,
): { meaning: Meaning; definition: DefinitionId | undefined; rule: Rule } | "nothing" | undefined {
  const { world, view } = relations;
  const { bindings } = view.facts;
  const index = view.numberOf(name);
  const found = index === undefined ? undefined : findName(world, view, index, scope, at, space);
  if (found === undefined) {
    const meaning = outerName(world, view, name, scope, space);
    if (meaning.tag === Tag.unknown || (meaning.tag === Tag.external && meaning.name === name)) return undefined;
    return { meaning, definition: definitionOf(meaning), rule: "scope" };
  }
  const isBoundAs = (kind: number): boolean => found.rows.some((row) => bindings.kind[row] === kind);
  if (isBoundAs(BindingKind.parameter) || isBoundAs(BindingKind.typeParameter)) return "nothing";
  const meaning = nameMeaningAt(world, view, index!, scope, at, space);
  const bound = found.rows.length === 1 ? bindings.definition[found.rows[0]!]! : 0;
  const rule: Rule = isBoundAs(BindingKind.import) ? "import" : "scope";
  return { meaning, definition: bound === 0 ? definitionOf(meaning) : definitionId(view.index, bound), rule };
}

function definitionOf(meaning: Meaning): DefinitionId | undefined {
  return meaning.tag === Tag.definition && !meaning.held ? meaning.definition : undefined;
}

/** `b.c` in the meaning of `a`. */
function memberAt(world: World, start: Meaning, rest: readonly string[]): DefinitionId | undefined {
  let meaning = start;
  for (const [i, name] of rest.entries()) {
    const isLast = i === rest.length - 1;
    const type = meaning.tag === Tag.definition || meaning.tag === Tag.instance ? meaning.definition : 0;
    const own = type === 0 || world.inLibrary(type) ? undefined : declaredMember(world, type, name);
    if (own !== undefined && isLast) return own;
    meaning = memberMeaning(world, meaning, name, Space.value);
    if (isLast) return definitionOf(meaning);
  }
  return undefined;
}

/** The member of that name declared by a repository type or one of its bases: a method, a field, a variant. */
function declaredMember(world: World, type: DefinitionId, name: string): DefinitionId | undefined {
  const kind = world.kindOf(type);
  if (kind === DefinitionKind.type_alias) {
    const aliased = declaredType(world, type);
    return aliased.tag === Tag.instance && aliased.definition !== type && !world.inLibrary(aliased.definition)
      ? declaredMember(world, aliased.definition, name)
      : undefined;
  }
  if (!isTypeWithBody(kind)) return undefined;
  for (const entry of orderOf(world, type)) {
    if (!isOwnType(world, entry)) continue;
    const view = world.viewOf(entry.definition);
    world.ask(view.index);
    const row = (memberTable(world, entry.definition).get(name) ?? []).find((row) => view.facts.bindings.definition[row] !== 0);
    if (row !== undefined) return definitionId(view.index, view.facts.bindings.definition[row]!);
    world.askName(name);
    const attached = world.attachments.get(entry.definition)?.members.get(name);
    if (attached !== undefined) return attached[0];
  }
  return undefined;
}

/** A plain name in the comment of a type or of its member: another member. */
function memberOfAround(world: World, view: FileView, row: number, name: string): Named | undefined {
  const { definitions } = view.facts;
  const id = definitionId(view.index, row);
  const kind = definitions.kind[row]!;
  const type = isTypeWithBody(kind) ? id : world.ownerOf(id);
  if (type === 0 || world.inLibrary(type)) return undefined;
  const member = declaredMember(world, type, name);
  return member === undefined || !isSymbol(world, member) ? undefined : { definition: member, rule: "self", weak: false };
}

function isSymbol(world: World, id: DefinitionId): boolean {
  const kind = world.kindOf(id);
  return !world.inLibrary(id) && world.nameOf(id) !== "" && kind !== DefinitionKind.object && kind !== DefinitionKind.lambda &&
    kind !== DefinitionKind.impl;
}

/** The only definition of that name in the repository, with the owner that is written before it. */
function byUniqueName(world: World, mark: Mark): Named | undefined {
  if (!isSurelyCode(mark)) return undefined;
  const name = mark.parts[mark.parts.length - 1]!;
  world.askName(name);
  const owner = mark.parts[mark.parts.length - 2];
  let only: DefinitionId | undefined;
  for (const id of [...world.names.find("callables", name), ...world.names.find("nameable", name)]) {
    if (owner !== undefined && ownerName(world, id) !== owner) continue;
    if (only !== undefined) return undefined;
    only = id;
  }
  return only === undefined ? undefined : { definition: only, rule: "unique-name", weak: true };
}

function ownerName(world: World, id: DefinitionId): string {
  const owner = world.ownerOf(id) || world.parentOf(id);
  if (owner === 0) return "";
  if (rowOf(owner) !== MODULE_ROW) return world.nameOf(owner);
  const module = world.modules.nameOf(world.viewOf(id).path);
  return module.slice(Math.max(module.lastIndexOf("."), module.lastIndexOf(":")) + 1);
}
