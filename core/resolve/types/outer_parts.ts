/**
 * Interfaces that ask for what one outside asks for besides, whose methods nobody knows: which types may fulfil that.
 *
 * Stage: resolve. Invariant: a type that neither embeds something from outside nor stands where the package is known that declares the interface does
 * not fulfil it: its methods' signatures name what that package declares.
 */
import { DefinitionFlag, MODULE_ROW } from "../../facts.ts";
import { evaluateType } from "../evaluate.ts";
import { type DefinitionId, fileOf, type Meaning, rowOf, Tag, withoutLastPart } from "../meaning.ts";
import type { World } from "../world.ts";
import { buildsOnNamed, buildsOnOutside, orderOf } from "./inheritance.ts";

/** What an interface asks for that lies outside: the interfaces that it embeds, themselves or through others. */
export function outerParts(world: World, wanted: DefinitionId): readonly Meaning[] {
  return orderOf(world, wanted).filter((entry) => entry.tag === Tag.external);
}

/** Whether a type with `methods` may fulfil all that an interface asks for outside. */
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
 * Whether a type embeds what is called `name` outside; anything outside if no name is told.
 * @param seen types that have been looked into: embedding may go round in a circle.
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
    const inside = world.isOwnType(embedded);
    if (inside && embedsOutside(world, embedded.definition, name, seen)) return true;
  }
  return name === "" ? buildsOnOutside(world, type) : buildsOnNamed(world, type, name);
}
