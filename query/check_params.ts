/**
 * Parameters of a call against the tool's schema.
 *
 * Stage: query. Invariant: a wrong or unknown parameter is answered with the known ones.
 */
import { CallgroveError } from "../core/errors.ts";
import { nearestWord } from "./name_likeness.ts";
import type { Tool } from "./tool.ts";

/** @throws CallgroveError invalid_input, naming what is wrong, what is known and what was probably meant. */
export function checkParams(tool: Tool, params: unknown): Record<string, unknown> {
  const parsed = tool.input.safeParse(params ?? {});
  if (parsed.success) return parsed.data;
  const shape = tool.input.shape as Record<string, { safeParse(value: unknown): { success: boolean } }>;
  const required = Object.keys(shape).filter((name) => !shape[name]!.safeParse(undefined).success);
  const known = Object.keys(shape).map((name) => required.includes(name) ? `${name} (required)` : name);
  const problems: string[] = [];
  const meant: Record<string, string> = {};
  for (const issue of parsed.error.issues) {
    const at = issue.path.join(".");
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys) {
        const near = nearestWord(key, Object.keys(shape));
        if (near !== undefined) meant[key] = near;
        problems.push(`unknown parameter "${key}"${near === undefined ? "" : `, did you mean "${near}"?`}`);
      }
    } else if (at === "") problems.push("the parameters must be one JSON object");
    else if ((params as Record<string, unknown> | undefined)?.[at] === undefined) problems.push(`parameter "${at}" is missing`);
    else problems.push(`parameter "${at}" is wrong: ${issue.message.replace(/^Invalid (input|option): ?/, "")}`);
  }
  throw new CallgroveError("invalid_input", `Cannot call ${tool.name}: ${problems.join("; ")}`, {
    hint: `Known parameters: ${known.join(", ")}`,
    data: { tool: tool.name, known: Object.keys(shape), required, ...(Object.keys(meant).length === 0 ? {} : { did_you_mean: meant }) },
  });
}
