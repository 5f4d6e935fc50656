/**
 * Code in texts: `eval("load()")`, `exec("save(1)")`, `timeit.timeit("load()")`, `cProfile.run("main()")`.
 *
 * Stage: parse -> facts. Invariant: names in a literal text count as passed to the function that runs it; nothing is known of other texts.
 */
import type { Lowering } from "../../../core/lower/lower.ts";

/** Functions that run the text they receive, as written. */
const RUNNING = /^(?:(?:builtins\.)?(?:eval|exec)|(?:timeit\.)?(?:timeit|repeat|Timer)|(?:cP|p)rofile\.run(?:ctx)?)$/;
/** A called name or member, with what stands before it. */
const CALLED = /(?<![\w.])[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*(?=\()/g;
const TEXT = /^[rRbBuU]*("""|'''|"|')([\s\S]*)\1$/;

/** Records what the text that a call runs, its first argument, calls in turn. */
export function useEvaluated(lowering: Lowering, callee: number, text: number): void {
  if (text === 0 || lowering.kind(text) !== "string" || !RUNNING.test(lowering.text(callee))) return;
  const code = TEXT.exec(lowering.text(text))?.[2] ?? "";
  const taker = lowering.lowerExpression(callee);
  for (const [called] of code.matchAll(CALLED)) {
    const [first, ...members] = called.split(".");
    const start = lowering.nameExpression(first!, text);
    lowering.addWholeUse(text, members.reduce((object, name) => lowering.memberExpression(object, name), start), taker);
  }
}
