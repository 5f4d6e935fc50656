/**
 * Library interfaces that types satisfy by their methods, which external code may call without a visible call site.
 *
 * Stage: resolve. Invariants: only if the type has all methods, with equal signatures. The edge belongs to the file with the method that
 * has the interface's longest name, for that method's type and those that embed it; if a type has this method by embedding a library
 * interface, to the file of the embedded field.
 */
import { addAt } from "../../base/lists.ts";
import { DefinitionFlag, DefinitionKind, MODULE_ROW } from "../../facts.ts";
import { evaluateType } from "../evaluate.ts";
import { type DefinitionId, definitionId, type Meaning, Tag } from "../meaning.ts";
import { promotesKnown } from "../members/promotion.ts";
import { isLibraryType } from "../ownership.ts";
import { libraryName } from "../sites/library_name.ts";
import { memberTable, orderOf } from "../types/inheritance.ts";
import { heirsOf, isDoubtful, isStructural, satisfiesAsWritten } from "../types/structural.ts";
import { methodNamed, structuralMember } from "../types/structural_methods.ts";
import type { World } from "../world.ts";
import type { Place, RelationRows } from "./relation_rows.ts";

/** A library interface, and its methods. */
export interface LibraryInterface {
  readonly id: DefinitionId;
  readonly methods: ReadonlyMap<string, DefinitionId>;
  /** The longest name among them: few types have it by chance. */
  readonly key: string;
}

/** Adds `implements` and `overrides` to library interfaces. */
export function relateLibraryInterfaces(relations: RelationRows): void {
  const { world, view } = relations;
  const interfaces = world.kept.interfacesByKey ??= findInterfaces(world);
  if (interfaces.size === 0) return;
  const { definitions } = view.facts;
  for (let row = MODULE_ROW + 1; row < definitions.length; row++) {
    const kind = definitions.kind[row]!;
    if (kind === DefinitionKind.method) {
      const asking = interfaces.get(view.name(row));
      const type = asking === undefined ? 0 : world.ownerOf(relations.own(row));
      if (asking === undefined || type === 0 || world.inLibrary(type) || isStructural(world, type)) continue;
      for (const heir of heirsOf(world, [type])) {
        for (const one of asking) {
          if (methodNamed(world, heir, one.key) === relations.own(row)) relate(relations, heir, one, relations.placeOf(row));
        }
      }
    } else if (kind === DefinitionKind.field && (definitions.flags[row]! & DefinitionFlag.embedded) !== 0) {
      relateEmbedding(relations, row, interfaces);
    }
  }
}

/** What a type satisfies by embedding something of the library: the embedded interface, and others whose methods the type has. */
function relateEmbedding(relations: RelationRows, row: number, interfaces: ReadonlyMap<string, readonly LibraryInterface[]>): void {
  const { world, view } = relations;
  const { definitions } = view.facts;
  const holder = relations.own(definitions.parent[row]!);
  if (definitions.type[row] === 0 || world.kindOf(holder) === DefinitionKind.object) return;
  const asked = namesOf(world, evaluateType(world, view, definitions.type[row]!)).flatMap((name) => interfaces.get(name) ?? []);
  if (asked.length === 0) return;
  const comes = (heir: DefinitionId, name: string): boolean => {
    const method = methodNamed(world, heir, name);
    return method === 0 ? promotesKnown(world, heir, name) : world.inLibrary(method);
  };
  for (const heir of heirsOf(world, [holder])) {
    for (const one of asked) if (comes(heir, one.key)) relate(relations, heir, one, relations.placeOf(row));
  }
}

/** The names that a library type is known to have: by its declaration, or for a struct by a list of them. */
function namesOf(world: World, embedded: Meaning): string[] {
  if (embedded.tag === Tag.external) return [...world.rules.embeddedMembers?.get(embedded.name) ?? []];
  if (!isLibraryType(world, embedded)) return [];
  const order = orderOf(world, embedded.definition);
  return [...new Set(order.flatMap(({ definition }) => [...memberTable(world, definition).keys()]))];
}

function relate(relations: RelationRows, type: DefinitionId, asked: LibraryInterface, place: Place): void {
  const { world } = relations;
  if (world.kindOf(type) === DefinitionKind.object || !satisfiesAsWritten(world, type, asked.id, true)) return;
  const methods = [...asked.methods].map(([name, method]) => ({ own: structuralMember(world, type, name, method), method }));
  const details = { rule: "structural", heuristic: isDoubtful(world, type, asked.id) } as const;
  relations.add("implements", type, { name: libraryName(world, asked.id), external: true }, place, details);
  for (const { own, method } of methods) {
    if (own !== 0) relations.add("overrides", own, { name: libraryName(world, method), external: true }, place, details);
  }
}

/** Structural library interfaces by their keys. Interfaces that only combine others are left out, as they add nothing. */
function findInterfaces(world: World): ReadonlyMap<string, readonly LibraryInterface[]> {
  const found = new Map<string, LibraryInterface[]>();
  const { definitions, bindings } = world.view(world.library.file).facts;
  for (let row = MODULE_ROW + 1; row < definitions.length; row++) {
    const id = definitionId(world.library.file, row);
    if (definitions.kind[row] !== DefinitionKind.interface || definitions.name[row] === 0 || !isStructural(world, id)) continue;
    const methods = new Map<string, DefinitionId>();
    for (const [name, rows] of memberTable(world, id)) {
      const definition = bindings.definition[rows[0]!]!;
      const isShown = definition !== 0 && (definitions.flags[definition]! & DefinitionFlag.exported) !== 0;
      if (isShown && definitions.kind[definition] === DefinitionKind.method) {
        methods.set(name, definitionId(world.library.file, definition));
      }
    }
    if (methods.size === 0) continue;
    const key = [...methods.keys()].reduce((longest, name) => name.length > longest.length ? name : longest);
    addAt(found, key, { id, methods, key });
  }
  return found;
}
