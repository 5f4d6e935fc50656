/**
 * What one message is about: edits, mentions, stack traces, review comments as links to functions.
 *
 * Stage: memory. Invariant: every link has its evidence; what could mean several functions, or cannot be placed at that time, is none.
 */
import { baseName } from "../../core/base/path_parts.ts";
import type { SymbolRow } from "../../query/rows/symbol_row.ts";
import { errorSignature, type Frame, type StackTrace } from "../errors/read_stack_trace.ts";
import type { Link } from "../sessions/session_writer.ts";
import type { NameResolver } from "../symbols/resolve_mention.ts";
import { symbolAt, type SymbolReader } from "../symbols/symbols_of_text.ts";
import type { Mention } from "./mentions_in.ts";

/** What links are made with; the same for a whole run. */
export interface Linker {
  readonly resolver: NameResolver;
  readonly reader: SymbolReader;
  /** `Class.method` of a symbol of the index. */
  readonly nameOf: (symbol: SymbolRow) => string;
  /** Text of a file at a time, in a session; undefined where it cannot be told. */
  readonly textAt: (path: string, at: string) => Promise<string | undefined>;
}

/** Links of a message's words and the names in them. `isNear`: whether a file was open in the session. */
export function linkMentions(linker: Linker, text: string, mentions: readonly Mention[], isNear: (path: string) => boolean): Link[] {
  const links: Link[] = [];
  for (const mention of mentions) {
    const beside = (path: string): boolean => isNear(path) || text.includes(baseName(path));
    const symbol = linker.resolver.resolve(mention.written, mention.said, beside);
    if (symbol !== undefined) links.push(toLink(linker, symbol, "mention", 0, `\`${mention.text}\``));
  }
  return links;
}

/** A function that words speak of. */
function toLink(linker: Linker, symbol: SymbolRow, evidence: Link["evidence"], line: number, detail: string): Link {
  const { stableId, path, lineStart } = symbol;
  const name = linker.nameOf(symbol);
  return { change: "discussed", stableId, path, name, startLine: lineStart, line, evidence, detail, bodyHash: "" };
}

/** Errors whose frames lie in the repository: each with a link to its top frame there, and to the two below it. */
export interface SeenError {
  readonly signature: string;
  readonly type: string;
  readonly message: string;
  readonly stableId: string;
  readonly links: readonly Link[];
}

/** @param toOwn a printed path as one of the repository; "" where it leads elsewhere. */
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

/** A frame's function: the one of that name in the file; without a name, or with several, the one at that line as the file was then. */
async function linkFrame(linker: Linker, frame: Frame, at: string): Promise<Link | undefined> {
  const detail = `${frame.path}:${frame.line}`;
  const named = frame.name === "" ? [] : linker.resolver.inFile(frame.path, frame.name);
  if (named.length === 1) return toLink(linker, named[0]!, "stack trace", frame.line, detail);
  if (frame.name !== "" && named.length === 0) return undefined;
  return await linkPlace(linker, { path: frame.path, line: frame.line, at }, { change: "discussed", evidence: "stack trace", detail });
}

/** The function at a line of a file as it was at a time. @param told what the link says of itself */
export async function linkPlace(
  linker: Linker,
  { path, line, at }: { readonly path: string; readonly line: number; readonly at: string },
  told: Pick<Link, "change" | "evidence" | "detail">,
): Promise<Link | undefined> {
  const text = await linker.textAt(path, at);
  const symbol = text === undefined ? undefined : symbolAt((await linker.reader.read(path, text)).symbols, line);
  if (symbol === undefined) return undefined;
  return { ...told, stableId: symbol.stableId, path, name: symbol.name, startLine: symbol.lineStart, line, bodyHash: "" };
}
