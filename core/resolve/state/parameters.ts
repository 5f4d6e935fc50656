/**
 * The parameters of functions, and the receivers of methods.
 *
 * Stage: resolve. Pure: read from the facts without evaluation.
 */
import { BindingFlag, DefinitionKind, isCallable, listItems } from "../../facts.ts";
import { type DefinitionId, definitionId, rowOf } from "../meaning.ts";
import type { World } from "../world.ts";
import type { FileView } from "./file_view.ts";

/** The bindings of a function's parameters, except its receiver. */
export function parametersOf(world: World, id: DefinitionId): number[] {
  const view = world.viewOf(id);
  const { definitions, bindings } = view.facts;
  const list = definitions.parameters[rowOf(id)]!;
  const receiver = receiverIn(view, rowOf(id));
  if (receiver === 0) return listItems(view.facts, list);
  const rows: number[] = [];
  const { lists } = view.facts;
  for (let i = list + 1; i <= list + lists[list]!; i++) if ((bindings.flags[lists[i]!]! & BindingFlag.receiver) === 0) rows.push(lists[i]!);
  return rows;
}

/** A function that receives a value, and the position of the parameter, from 0. */
export interface Taker {
  readonly definition: DefinitionId;
  readonly position: number;
}

/** The function that has a binding of a file as a parameter, and the position; undefined if it is not a parameter. */
export function takerOfParameter(world: World, view: FileView, binding: number): Taker | undefined {
  const { bindings, definitions, scopes } = view.facts;
  const owner = scopes.definition[bindings.scope[binding]!]!;
  if (owner === 0 || !isCallable(definitions.kind[owner]!)) return undefined;
  const definition = definitionId(view.index, owner);
  return { definition, position: parametersOf(world, definition).indexOf(binding) };
}

/** The binding of the receiver that the function `definition` of a file declares, or 0. */
export function receiverIn(view: FileView, definition: number): number {
  const { definitions, bindings, lists } = view.facts;
  const list = definitions.parameters[definition]!;
  if (list === 0) return 0;
  for (let i = list + 1; i <= list + lists[list]!; i++) if ((bindings.flags[lists[i]!]! & BindingFlag.receiver) !== 0) return lists[i]!;
  return 0;
}

/** The declared type of the receiver of the function `definition` of a file (`self: Pin<&mut Self>`), or 0. */
export function receiverType(view: FileView, definition: number): number {
  return view.facts.bindings.type[receiverIn(view, definition)]!;
}

/** Whether a function is called on a value. */
export function hasReceiver(world: World, method: DefinitionId): boolean {
  return receiverIn(world.viewOf(method), rowOf(method)) !== 0;
}

/** A function (row of `definitions`) and its receiver (row of `bindings`). */
export interface Around {
  readonly definition: number;
  readonly receiver: number;
}

/** The function around `scope` and its receiver; undefined if it has none. */
export function receiverAround(view: FileView, scope: number): Around | undefined {
  const { scopes, definitions } = view.facts;
  for (let s = scope; s !== 0; s = scopes.parent[s]!) {
    const definition = scopes.definition[s]!;
    const kind = definitions.kind[definition]!;
    if (definition === 0 || kind === DefinitionKind.lambda) continue;
    if (!isCallable(kind)) return undefined;
    const receiver = receiverIn(view, definition);
    return receiver === 0 ? undefined : { definition, receiver };
  }
  return undefined;
}
