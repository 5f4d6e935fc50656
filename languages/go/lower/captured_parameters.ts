/**
 * Type parameters in scope at an unnamed type, on which it depends.
 *
 * Stage: facts, when all of the file is lowered.
 */
import type { Lowering } from "../../../core/lower/lower.ts";
import { stateOf } from "../file_state.ts";

/** The notes of a file until it is lowered. */
export interface Captures {
  /** Types without a name, with their nodes. */
  readonly unnamed: (readonly [definition: number, node: number])[];
  /** Type parameters that the receivers of methods name. */
  readonly ofReceivers: Map<number, readonly number[]>;
}

/** Lets types without a name capture the type parameters of the types and functions around them. */
export function captureTypeParameters(lowering: Lowering): void {
  const { unnamed, ofReceivers } = stateOf(lowering).captures;
  for (const [definition, node] of unnamed) {
    const around = new Set<number>();
    for (let outer = lowering.parent(node); outer !== 0; outer = lowering.parent(outer)) {
      const holder = lowering.definitionAt(outer);
      for (const binding of [...lowering.typeParametersOf(holder), ...ofReceivers.get(holder) ?? []]) around.add(binding);
    }
    for (const binding of around) lowering.addTypeParameter(definition, binding);
  }
}
