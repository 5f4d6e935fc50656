/**
 * Finds the type in an inheritance order that declares a member in its own body.
 *
 * Stage: resolve. Invariant: the result depends on all types up to the one found, which might get such a member.
 */
import { evaluateHolder } from "../evaluate.ts";
import { isOwnObject } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import { membersIn, orderOf } from "../types/inheritance.ts";
import { type DefinitionId, type Meaning, rowOf, Tag } from "../meaning.ts";
import type { World } from "../world.ts";

/** A type with the bindings of one name in its body (rows of `bindings` of `view`). */
export interface Declaring {
  readonly owner: DefinitionId;
  readonly view: FileView;
  readonly rows: readonly number[];
}

/** The first type in the order of `type`, including itself, that declares a member called `name`; undefined if none does. */
export function firstDeclaring(world: World, type: DefinitionId, name: string): Declaring | undefined {
  return firstDeclaringIn(world, orderOf(world, type), name);
}

/** The same for a part of an order. */
export function firstDeclaringIn(world: World, order: readonly Meaning[], name: string): Declaring | undefined {
  for (const { tag, definition } of order) {
    if (tag !== Tag.instance) continue;
    const view = world.viewOf(definition);
    world.ask(view.index);
    const rows = membersIn(view, rowOf(definition)).get(name);
    if (rows !== undefined) return { owner: definition, view, rows };
  }
  return undefined;
}

/** The same for the type of a value; also undefined if that is not of the repository. */
export function firstDeclaringOf(world: World, value: Meaning, name: string): Declaring | undefined {
  return isOwnObject(world, value) ? firstDeclaring(world, value.definition, name) : undefined;
}

/** The same for the member that an expression reads (`self.part`); also undefined if it reads none. */
export function declaredAt(world: World, view: FileView, expression: number): Declaring | undefined {
  return firstDeclaringOf(world, evaluateHolder(world, view, expression), view.text(view.facts.expressions.b[expression]!));
}
