/**
 * Notes of an annotation that call what is annotated: `pager: Pager = Depends()`, `Annotated[Pager, Depends()]` of FastAPI.
 *
 * Stage: parse -> facts.
 */
import type { Lowering } from "../../../core/lower/lower.ts";

/** Functions of frameworks that, without an argument, call the annotated class. */
const CALLING = /(?:^|\.)Depends$/;

/** Records that the class at `annotated`, whose lowered type is `type`, is passed to the function which is called at `note`, if any. */
export function useAnnotated(lowering: Lowering, note: number, annotated: number, type: number): void {
  if (type <= 0 || lowering.kind(note) !== "call") return;
  const callee = lowering.child(note, "function");
  if (!CALLING.test(lowering.text(callee)) || lowering.codeIn(lowering.child(note, "arguments")).length > 0) return;
  lowering.addUse(lowering.kind(annotated) === "type" ? lowering.codeIn(annotated)[0]! : annotated, type, lowering.lowerExpression(callee));
}
