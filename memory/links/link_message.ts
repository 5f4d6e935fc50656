/**
 * What a message is about: links to functions from edits, mentions, stack traces and review comments.
 *
 * Stage: memory. Invariant: every link has its evidence; what may mean several functions, or has no known place at that time, makes no
 * link.
 */
import { baseName } from "../../core/base/path_parts.ts";
import type { SymbolRow } from "../../query/rows/symbol_row.ts";
import { errorSignature, type Frame, type StackTrace } from "../errors/read_stack_trace.ts";
import type { Link } from "../sessions/session_writer.ts";
import type { NameResolver } from "../symbols/resolve_mention.ts";
import { symbolAt, type SymbolReader } from "../symbols/symbols_of_text.ts";
import type { Mention } from "./mentions_in.ts";

/** What is needed to make links; the same for a whole run. */
export interface Linker {
  readonly resolver: NameResolver;
  readonly reader: SymbolReader;
  /** `Class.method` of a symbol of the index. */
  readonly nameOf: (symbol: SymbolRow) => string;
  /** Text of a file at a time, in a session; undefined if unknown. */
  readonly textAt: (path: string, at: string) => Promise<string | undefined>;
}

/**
 * Links for the names mentioned in a message.
 * @param isNear whether a file was open in the session
 */
export function linkMentions(linker: Linker, text: string, mentions: readonly Mention[], isNear: (path: string) => boolean): Link[] {
  const links: Link[] = [];
  for (const mention of mentions) {
    const beside = (path: string): boolean => isNear(path) || text.includes(baseName(path));
    const symbol = linker.resolver.resolve(mention.written, mention.said, beside);
    if (symbol !== undefined) links.push(toLink(linker, symbol, "mention", 0, `\`${mention.text}\``));
  }
  return links;
}

/** A link to a function that was mentioned. */
function toLink(linker: Linker, symbol: SymbolRow, evidence: Link["evidence"], line: number, detail: string): Link {
  const { stableId, path, lineStart } = symbol;
  const name = linker.nameOf(symbol);
  return { change: "discussed", stableId, path, name, startLine: lineStart, line, evidence, detail, bodyHash: "" };
}

/** An error with frames in the repository, and links to the top one and the two below it. */
export interface SeenError {
  readonly signature: string;
  readonly type: string;
  readonly message: string;
  readonly stableId: string;
  readonly links: readonly Link[];
}

/**
 * Links for stack traces.
 * @param toOwn converts a printed path to one of the repository; "" if it is outside
 */
export async function linkStackTraces(
  linker: Linker,
  traces: readonly StackTrace[],
  at: string,
  toOwn: (path: string) => string,
): Promise<SeenError[]> {
  const seen: SeenError[] = [];
  for (const trace of traces) {
    const error = await linkTrace(linker, trace, at, toOwn);
    if (error !== undefined && !seen.some((one) => one.signature === error.signature)) seen.push(error);
  }
  return seen;
}

async function linkTrace(linker: Linker, trace: StackTrace, at: string, toOwn: (path: string) => string): Promise<SeenError | undefined> {
  const own = trace.frames.map((frame) => ({ ...frame, path: toOwn(frame.path) })).filter((frame) => frame.path !== "");
  const links: Link[] = [];
  for (const frame of own.slice(0, 3)) {
    const link = await linkFrame(linker, frame, at);
    if (link !== undefined && !links.some((one) => one.stableId === link.stableId)) links.push(link);
  }
  const top = links[0];
  if (top === undefined) return undefined;
  const signature = errorSignature(trace.type, trace.message, links);
  return { signature, type: trace.type, message: trace.message, stableId: top.stableId, links };
}

/**
 * The function of a frame: the only one with that name in the file; if the frame has no name, or several match, the one at that line at
 * that time.
 */
async function linkFrame(linker: Linker, frame: Frame, at: string): Promise<Link | undefined> {
  const detail = `${frame.path}:${frame.line}`;
  const named = frame.name === "" ? [] : linker.resolver.inFile(frame.path, frame.name);
  if (named.length === 1) return toLink(linker, named[0]!, "stack trace", frame.line, detail);
  if (frame.name !== "" && named.length === 0) return undefined;
  return await linkPlace(linker, { path: frame.path, line: frame.line, at }, { change: "discussed", evidence: "stack trace", detail });
}

/**
 * The function at a line of a file as it was at a time.
 * @param known the link's own fields
 */
export async function linkPlace(
  linker: Linker,
  { path, line, at }: { readonly path: string; readonly line: number; readonly at: string },
  known: Pick<Link, "change" | "evidence" | "detail">,
): Promise<Link | undefined> {
  const text = await linker.textAt(path, at);
  const symbol = text === undefined ? undefined : symbolAt((await linker.reader.read(path, text)).symbols, line);
  if (symbol === undefined) return undefined;
  return { ...known, stableId: symbol.stableId, path, name: symbol.name, startLine: symbol.lineStart, line, bodyHash: "" };
}
