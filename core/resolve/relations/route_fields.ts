/**
 * What the fields of a type are given where values of it are made or changed: `server{router: chi.NewRouter()}`, `s.router = r`.
 *
 * Stage: resolve. Facts hold both as a composite literal of the type. Only the type's own package is looked at: invariant: every file of it
 * is noted, and that another may come.
 */
import { append } from "../../base/lists.ts";
import { listItems } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { evaluateType } from "../evaluate.ts";
import { type DefinitionId, Tag } from "../meaning.ts";
import { insideBeside } from "../state/asked_names.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";

/** Expressions, with their files, that a field of a type is given. */
export function givenToField(world: World, type: DefinitionId, field: string): (readonly [FileView, number])[] {
  const { path } = world.viewOf(type);
  if (!world.rules.packageScope || world.inLibrary(type)) return [];
  world.askName(insideBeside(path));
  const given: (readonly [FileView, number])[] = [];
  for (const member of world.modules.packageOf(path)) {
    const file = world.file(member);
    if (file < 0) continue;
    const view = world.view(file);
    world.askInside(view.index);
    const { expressions, strings } = view.facts;
    for (const literal of literalsOf(world, view)) {
      const values = listItems(view.facts, expressions.b[literal]!).filter((pair) => strings[expressions.a[pair]!] === field);
      if (values.length === 0) continue;
      const made = evaluateType(world, view, expressions.a[literal]!);
      if (made.tag === Tag.instance && made.definition === type) append(given, values.map((pair) => [view, expressions.b[pair]!] as const));
    }
  }
  return given;
}

/** Composite literals that say what fields are given: no call makes them. */
function literalsOf({ kept: { fieldLiterals } }: World, view: FileView): readonly number[] {
  const known = fieldLiterals.get(view.index);
  if (known !== undefined) return known;
  const { op, b, c, length } = view.facts.expressions;
  const rows: number[] = [];
  for (let row = 1; row < length; row++) if (op[row] === Op.new && c[row] === 0 && b[row] !== 0) rows.push(row);
  fieldLiterals.set(view.index, rows);
  return rows;
}
