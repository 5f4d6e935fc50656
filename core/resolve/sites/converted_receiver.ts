/**
 * Methods that convert their receiver to an external type, and call on that what they are called themselves (`ext.Secret(s).MarshalJSON()`).
 *
 * Stage: resolve. Invariant: only where nothing but the receiver is passed.
 */
import { BindingFlag } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { argumentsOf } from "../../facts/given_values.ts";
import { type DefinitionId, definitionId } from "../meaning.ts";
import { onlyBinding } from "../names/names.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";

/**
 * The method whose receiver is all that the call `object` is passed; 0 if there is none. It is not what a member of the result means: if the call
 * returned the receiver, the method would call itself without end.
 */
export function methodConverting(world: World, view: FileView, object: number): DefinitionId {
  const { expressions: { op, a }, bindings, scopes } = view.facts;
  const [passed = 0, ...others] = op[object] === Op.call ? argumentsOf(view.facts, object) : [];
  if (others.length > 0) return 0;
  const row = onlyBinding(world, view, op[passed] === Op.deref || op[passed] === Op.reference ? a[passed]! : passed);
  const isReceiver = (bindings.flags[row]! & BindingFlag.receiver) !== 0;
  return isReceiver ? definitionId(view.index, scopes.definition[bindings.scope[row]!]!) : 0;
}
