/**
 * Type stubs beside a source (`x.pyi` of `x.py`): the types that the source does not declare itself.
 *
 * Stage: resolve. Invariants: of definitions in both, the source's is meant, and its own declarations take precedence. A class of the stub
 * is never called if the source assigns something else to the name. Overloads in a stub, and declarations with type parameters, are
 * ignored.
 */
import { addAt } from "../../base/lists.ts";
import { isCallable, isType } from "../../facts.ts";
import { evaluateType, evaluateValue } from "../evaluate.ts";
import { type DefinitionId, definitionId, fileOf, type Meaning, rowOf, Tag, UNKNOWN } from "../meaning.ts";
import type { FileView } from "../state/file_view.ts";
import { mentionsParameter } from "../types/inference.ts";
import type { World } from "../world.ts";
import { bindingMeaning } from "./bindings.ts";
import { Space } from "./names.ts";

/** The files with stubs, their stubs, and the definitions of both by qualified name. */
export class Stubs {
  readonly ofSource = new Map<number, number>();
  readonly ofStub = new Map<number, number>();
  readonly definitions = new Map<number, ReadonlyMap<string, readonly number[]>>();

  constructor(world: World) {
    if (world.rules.separateTypes || world.modules.declaredBy === undefined) return;
    for (let file = 0; file < world.fileCount; file++) {
      const stub = world.modules.declaredBy(world.pathOf(file));
      if (stub === undefined) continue;
      this.ofSource.set(file, world.file(stub));
      this.ofStub.set(world.file(stub), file);
    }
  }
}

/** Of definitions of one name, those that no source beside them defines. */
export function withoutStubs(world: World, ids: readonly DefinitionId[]): readonly DefinitionId[] {
  const { ofStub } = world.stubs;
  if (ofStub.size === 0 || ids.length < 2) return ids;
  return ids.filter((id) => !ids.some((other) => fileOf(other) === ofStub.get(fileOf(id))));
}

/** The result that the stub declares for the function `row` of a source. */
export function resultInStub(world: World, view: FileView, row: number): Meaning {
  const stub = stubBeside(world, view);
  const twin = stub === undefined ? 0 : twinIn(world, view, row, stub);
  return stub === undefined || twin === 0 ? UNKNOWN : whole(evaluateType(world, stub, stub.facts.definitions.type[twin]!));
}

/** The type that the stub declares for the name `name` in the scope of the definition `owner` (0 or 1: the module). */
export function typeInStub(world: World, view: FileView, owner: number, name: string): Meaning {
  const stub = stubBeside(world, view);
  if (stub === undefined) return UNKNOWN;
  const twin = owner <= 1 ? 1 : twinIn(world, view, owner, stub);
  if (twin === 0) return UNKNOWN;
  const { bindings, definitions } = stub.facts;
  const isDeclared = (row: number): boolean =>
    bindings.type[row] !== 0 ||
    !isCallable(definitions.kind[bindings.definition[row]!]!) && definitions.type[bindings.definition[row]!] !== 0;
  const rows = stub.namedIn(twin === 1 ? 1 : definitions.body[twin]!, name).filter(isDeclared);
  return rows.length === 0 ? UNKNOWN : whole(bindingMeaning(world, stub, rows[rows.length - 1]!, Space.value));
}

/**
 * The value of a source's name: the declaration `said` in the stub, or, if that is a class that only the stub has, and thus never runs, the
 * value assigned in the source.
 * @param value row of `expressions`; 0: none
 */
export function orValue(world: World, view: FileView, said: Meaning, value: number): Meaning {
  if (value === 0 || said.tag !== Tag.instance || !world.stubs.ofStub.has(fileOf(said.definition))) return said;
  if (sourceOf(world, said.definition) !== said.definition) return said;
  const written = evaluateValue(world, view, value);
  return written.tag === Tag.instance && !written.weak && !world.inLibrary(written.definition) ? written : said;
}

/** The stub of the file of `view`, recorded as a dependency. */
function stubBeside(world: World, view: FileView): FileView | undefined {
  const file = world.stubs.ofSource.get(view.index);
  if (file === undefined) return undefined;
  world.ask(file);
  return world.view(file);
}

/** The only definition in the file of `other` with the name and place of the definition `row` of `view`; 0: none. */
function twinIn(world: World, view: FileView, row: number, other: FileView): number {
  const found = definitionsOf(world, other).get(placeOf(view, row)) ?? [];
  return found.length === 1 ? found[0]! : 0;
}

function definitionsOf(world: World, view: FileView): ReadonlyMap<string, readonly number[]> {
  const { definitions } = world.stubs;
  let known = definitions.get(view.index);
  if (known === undefined) {
    const made = new Map<string, number[]>();
    for (let row = 2; row < view.facts.definitions.length; row++) addAt(made, placeOf(view, row), row);
    definitions.set(view.index, known = made);
  }
  return known;
}

/** A definition's name with those of the enclosing definitions. */
function placeOf(view: FileView, row: number): string {
  const names: string[] = [];
  for (let at = row; at > 1; at = view.facts.definitions.parent[at]!) names.unshift(view.name(at));
  return names.join(".");
}

/** A declaration of a stub, if no type parameters are left in it. */
function whole(meaning: Meaning): Meaning {
  return mentionsParameter(meaning) ? UNKNOWN : meaning;
}

/** What the source beside a stub defines in place of the type or function `id` of the stub; other definitions are unchanged. */
export function sourceOf(world: World, id: DefinitionId): DefinitionId {
  const file = world.stubs.ofStub.get(fileOf(id));
  if (file === undefined || !isType(world.kindOf(id)) && !isCallable(world.kindOf(id))) return id;
  world.ask(file);
  const twin = twinIn(world, world.viewOf(id), rowOf(id), world.view(file));
  return twin === 0 ? id : definitionId(file, twin);
}
