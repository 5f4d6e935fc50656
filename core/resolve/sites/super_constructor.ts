/**
 * The constructor that another constructor calls: that of a base, or another one of its own class.
 *
 * Stage: resolve. Invariant: the first base with a constructor is meant, even if it is external.
 */
import { firstCandidates } from "../../edges.ts";
import { DefinitionKind } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { evaluateValue } from "../evaluate.ts";
import { type DefinitionId, type Meaning, Tag, UNKNOWN } from "../meaning.ts";
import { makerAbove, runBy } from "../members/constructors.ts";
import { isOfKind, isOwnObject } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import { writtenBases } from "../types/bases.ts";
import type { World } from "../world.ts";
import { type Outcome, outcome } from "./outcome.ts";

/** The outcome of a constructor's call of its base's constructor (`super(…)`), or of another one of its class. */
export function superConstructor(world: World, view: FileView, callee: number): Outcome {
  const { expressions } = view.facts;
  if (expressions.op[callee] === Op.self) return ownConstructorCalled(world, evaluateValue(world, view, callee));
  const scope = expressions.op[callee] === Op.super ? expressions.a[callee]! : 0;
  const self = scope === 0 ? UNKNOWN : evaluateValue(world, view, callee);
  if (self.tag === Tag.external) return lyingOutside("super");
  if (self.tag !== Tag.self) return outcome("unresolved", { name: "super" });
  const base = makerAbove(world, self.definition);
  if (base === undefined) return lyingOutside("super");
  if (base.tag === Tag.external) return lyingOutside(base.name);
  if (base.tag !== Tag.instance) return oneOfSeveral(world, self.definition);
  if (world.inLibrary(base.definition)) return lyingOutside(world.nameOf(base.definition));
  return outcome("constructor", { targets: [runBy(world, base.definition)], heuristic: base.weak });
}

/** All possible base classes, if the base may be one of several. */
function oneOfSeveral(world: World, type: DefinitionId): Outcome {
  const classes = writtenBases(world, type).filter((base) => isOwnObject(world, base) && isOfKind(world, base, DefinitionKind.class));
  const targets = firstCandidates(classes.map((base) => runBy(world, base.definition)));
  return targets.length === 0 ? outcome("unresolved", { name: "super" }) : outcome("union", { targets, heuristic: true });
}

/** The outcome of calling another constructor of the same class (`this(…)`). */
function ownConstructorCalled(world: World, { tag, definition }: Meaning): Outcome {
  if (tag !== Tag.self) return outcome("unresolved", { name: "this" });
  return outcome("constructor", { targets: [runBy(world, definition)], heuristic: false });
}

function lyingOutside(name: string): Outcome {
  return outcome("external", { external: true, heuristic: false, name });
}
