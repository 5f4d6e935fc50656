/**
 * Which of a type and its bases declares a member in its own body.
 *
 * Stage: resolve. Invariant: whoever asks rests on all types up to the one that was found, which may get such a member.
 */
import { evaluateHolder } from "../evaluate.ts";
import type { FileView } from "../state/file_view.ts";
import { memberTable, orderOf } from "../types/inheritance.ts";
import { type DefinitionId, type Meaning, Tag } from "../meaning.ts";
import type { World } from "../world.ts";

/** A type with the bindings of one name in its body (rows of `bindings` of `view`). */
export interface Declaring {
  readonly owner: DefinitionId;
  readonly view: FileView;
  readonly rows: readonly number[];
}

/** The first in the order of `type`, itself included, that declares a member called `name`; undefined where none does. */
export function firstDeclaring(world: World, type: DefinitionId, name: string): Declaring | undefined {
  return firstDeclaringIn(world, orderOf(world, type), name);
}

/** The same of a part of an order. */
export function firstDeclaringIn(world: World, order: readonly Meaning[], name: string): Declaring | undefined {
  for (const { tag, definition } of order) {
    if (tag !== Tag.instance) continue;
    const view = world.viewOf(definition);
    world.ask(view.index);
    const rows = memberTable(world, definition).get(name);
    if (rows !== undefined) return { owner: definition, view, rows };
  }
  return undefined;
}

/** The same of the type of a value; undefined also where that is none of the repository. */
export function firstDeclaringOf(world: World, value: Meaning, name: string): Declaring | undefined {
  return world.isOwnObject(value) ? firstDeclaring(world, value.definition, name) : undefined;
}

/** The same of the member that an expression reads (`self.part`); undefined also where it is none. */
export function declaredAt(world: World, view: FileView, expression: number): Declaring | undefined {
  return firstDeclaringOf(world, evaluateHolder(world, view, expression), view.text(view.facts.expressions.b[expression]!));
}
