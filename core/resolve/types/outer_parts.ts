/**
 * Interfaces that embed an external one, whose methods are not known: which types may satisfy them.
 *
 * Stage: resolve. Invariant: a type that embeds nothing external, and is in a file that does not import the interface's package, does not
 * satisfy it: the methods' signatures mention types of that package.
 */
import { DefinitionFlag, MODULE_ROW } from "../../facts.ts";
import { evaluateType } from "../evaluate.ts";
import { type DefinitionId, fileOf, type Meaning, rowOf, Tag, withoutLastPart } from "../meaning.ts";
import { isOwnType } from "../ownership.ts";
import type { World } from "../world.ts";
import { buildsOnNamed, buildsOnOutside, orderOf } from "./inheritance.ts";

/** The external interfaces that an interface embeds, directly or through others. */
export function outerParts(world: World, wanted: DefinitionId): readonly Meaning[] {
  return orderOf(world, wanted).filter((entry) => entry.tag === Tag.external);
}

/** Whether a type with `methods` may satisfy the external parts of an interface. */
export function mayFulfilOutside(world: World, type: DefinitionId, methods: readonly DefinitionId[], outside: readonly Meaning[]): boolean {
  return outside.every(({ name }) => {
    const declaring = withoutLastPart(name);
    return [type, ...methods].some((id) => importsModule(world, fileOf(id), declaring)) || embedsOutside(world, type);
  });
}

function importsModule(world: World, file: number, module: string): boolean {
  const view = world.view(file);
  world.ask(file);
  const { imports } = view.facts;
  for (let row = 1; row < imports.length; row++) if (view.text(imports.module[row]!) === module) return true;
  return false;
}

/**
 * Whether a type embeds the external type `name`; anything external if no name is given.
 * @param seen types that were examined: embedding may be circular
 */
export function embedsOutside(world: World, type: DefinitionId, name = "", seen = new Set<DefinitionId>()): boolean {
  if (seen.has(type)) return false;
  seen.add(type);
  const view = world.viewOf(type);
  const { definitions } = view.facts;
  world.ask(view.index);
  for (let row = MODULE_ROW + 1; row < definitions.length; row++) {
    if (definitions.parent[row] !== rowOf(type) || (definitions.flags[row]! & DefinitionFlag.embedded) === 0) continue;
    const embedded = evaluateType(world, view, definitions.type[row]!);
    if (embedded.tag === Tag.external && (name === "" || embedded.name === name)) return true;
    const inside = isOwnType(world, embedded);
    if (inside && embedsOutside(world, embedded.definition, name, seen)) return true;
  }
  return name === "" ? buildsOnOutside(world, type) : buildsOnNamed(world, type, name);
}
