/**
 * Values of a type's fields where objects of it are created or changed: `server{router: chi.NewRouter()}`, `s.router = r`.
 *
 * Stage: resolve. Facts represent both as a composite literal of the type. Invariants: only the type's own package is searched; all its
 * files, and the possibility of new ones, are recorded.
 */
import { append } from "../../base/lists.ts";
import { listItems } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { evaluateType } from "../evaluate.ts";
import { type DefinitionId, isInstanceOf } from "../meaning.ts";
import { insideBeside } from "../state/asked_names.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";

/** Expressions, with their files, assigned to a field of a type. */
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
      if (isInstanceOf(made, type)) append(given, values.map((pair) => [view, expressions.b[pair]!] as const));
    }
  }
  return given;
}

/** Composite literals that set fields: they are not created by a call. */
function literalsOf({ kept: { fieldLiterals } }: World, view: FileView): readonly number[] {
  const known = fieldLiterals.get(view.index);
  if (known !== undefined) return known;
  const { op, b, c, length } = view.facts.expressions;
  const rows: number[] = [];
  for (let row = 1; row < length; row++) if (op[row] === Op.new && c[row] === 0 && b[row] !== 0) rows.push(row);
  fieldLiterals.set(view.index, rows);
  return rows;
}
