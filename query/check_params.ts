/**
 * Parameters of a call against the tool's schema, and what a failed call should look like the next time.
 *
 * Stage: query. Invariant: a wrong or unknown parameter is answered with the known ones.
 */
import { distance } from "fastest-levenshtein";
import { CallgroveError } from "../core/errors.ts";
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
        const near = nearest(key, Object.keys(shape));
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

/** The word of a list that looks most like `word`, if any does. */
export function nearest(word: string, words: readonly string[]): string | undefined {
  let best: string | undefined;
  let least = Math.max(2, Math.ceil(word.length * 0.4)) + 0.5;
  for (const one of words) {
    const contains = one.length > 2 && word.length > 2 && (one.includes(word) || word.includes(one));
    const edits = contains ? Math.min(2, distance(word, one)) : distance(word, one);
    if (edits < least) [best, least] = [one, edits];
  }
  return best;
}

/** The failed call with the name that was probably meant, as a tool call or as a command. */
export function repairCall(
  error: CallgroveError,
  tool: Tool | undefined,
  params: Record<string, unknown>,
  form: "tool" | "command",
): string | undefined {
  const wrong = error.data["symbol_name"];
  const meant = firstMeant(error);
  const key = Object.keys(params).find((name) => params[name] === wrong);
  if (tool === undefined || meant === undefined || key === undefined) return undefined;
  if (form === "tool") {
    const { [key]: _wrong, path: _path, file_path: _file, ...rest } = params;
    return `${tool.name} ${JSON.stringify({ [key]: meant, ...rest })}`;
  }
  if (tool.command === undefined) return undefined;
  const words = tool.command.arguments.map((name) => name === key ? meant : String(params[name] ?? "")).filter((word) => word !== "");
  return `callgrove ${tool.command.name} ${words.map((word) => /[^\w./:@-]/.test(word) ? `'${word}'` : word).join(" ")}`;
}

function firstMeant(error: CallgroveError): string | undefined {
  const near = error.data["did_you_mean"];
  if (Array.isArray(near) && typeof near[0] === "string") return near[0];
  const candidates = error.data["candidates"];
  const first = Array.isArray(candidates) ? candidates[0] as { symbol_stable_id?: string; path?: string; line?: number } : undefined;
  return first?.path === undefined ? undefined : `${first.path}:${first.line}`;
}
