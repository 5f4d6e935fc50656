/**
 * Records what should be known next time: the tool and command `remember`.
 *
 * Stage: query. Invariants: writes to org.db and nowhere else; an entry is tied to symbols by their handles, so it stays with them through
 * edits.
 */
import * as z from "zod";
import { CallgroveError } from "../core/errors.ts";
import { type Anchor, anchorsIn } from "../memory/anchors.ts";
import { mentionsIn } from "../memory/links/mentions_in.ts";
import { remember } from "../memory/remember.ts";
import { withOrg } from "../memory/store/org_store.ts";
import { tracedAnchors } from "../memory/links/traced_symbols.ts";
import { TreeText } from "../memory/symbols/body_hash.ts";
import { NameResolver } from "../memory/symbols/resolve_mention.ts";
import type { Context } from "./context.ts";
import { findOneSymbol } from "./names/find_symbol.ts";
import { scopedNameOf } from "./rows/symbol_row.ts";
import { defineTool, WRITES } from "./tool.ts";

interface RememberValue {
  readonly id: string;
  readonly updated: boolean;
  readonly symbols: readonly { readonly name: string; readonly path: string }[];
}

const KINDS = ["decision", "error", "note"] as const;
const text = (most: number): z.ZodString => z.string().min(1).max(most);

/** The tool that records a decision, an error or a note. */
export const rememberTool = defineTool({
  name: "remember",
  title: "Remember it",
  description: "Writes down a decision, an error with its solution, or a note, tied to functions, so that memory_linked_search shows it " +
    "to the next person or agent. Secrets are masked.",
  parameters: {
    kind: z.enum(KINDS).describe("What it is."),
    text: text(8000).describe("What was decided; the error or stack trace; the note."),
    symbols: z.array(text(2000)).max(50).optional().describe(
      "What it is about: names, path:line, ids, files; `marked` names in the text count too.",
    ),
    rationale: text(4000).optional().describe("Why."),
    solution: text(4000).optional().describe("What solves it."),
    verified: z.boolean().optional().describe("It was seen to work."),
    supersedes: text(40).optional().describe("The decision it replaces: decision:3."),
    author: text(200).optional().describe("Who says it."),
    confidence: z.number().min(0).max(1).optional().describe("How sure a decision is, 0 to 1."),
  },
  output: { id: z.string() },
  annotations: WRITES,
  command: {
    name: "remember",
    summary: "write down a decision, an error's solution or a note about symbols",
    arguments: ["kind", "text"],
    options: {
      symbols: "--symbols <names...>",
      rationale: "--rationale <why>",
      solution: "--solution <text>",
      verified: "--verified",
      supersedes: "--supersedes <id>",
      author: "--author <name>",
      confidence: "--confidence <n>",
    },
    examples: [
      [`callgrove remember decision "Reads go through the cache" --symbols load --rationale "the disk is slow"`, "with its reason"],
      [
        `callgrove remember error "KeyError: 'name' in load" --solution "check the header first" --verified --symbols load`,
        "an error that was solved",
      ],
      [`callgrove remember note "Slow on large files" --symbols app/io.py:12`, "a note"],
    ],
  },
  run(context, params) {
    if (params.text.trim() === "") {
      throw new CallgroveError("invalid_input", "Cannot remember nothing: the text is empty", {
        hint: "Say what was decided, solved or noticed.",
      });
    }
    const anchors = anchorsOf(context, params.text, params.symbols ?? []);
    const { value, warnings } = withOrg(context.databases, (org) => {
      const supersedes = params.supersedes === undefined ? undefined : decisionNumber(org, params.supersedes);
      return remember(org, {
        kind: params.kind,
        text: params.text,
        rationale: params.rationale ?? "",
        solution: params.solution ?? "",
        verified: params.verified ?? false,
        author: params.author ?? "",
        confidence: params.confidence,
        supersedes,
        anchors,
      }, new TreeText(context.roots[0] ?? ""));
    });
    const loose = anchors.length === 0 ? [`${whyLoose(params.text)}, so no function's memory shows it: give --symbols`] : [];
    const masked = value.masked ? ["what looked like a secret was masked"] : [];
    return {
      value: { id: value.id, updated: value.updated, symbols: anchors.map(({ name, path }) => ({ name, path })) },
      notes: { warnings: [...warnings, ...masked, ...loose] },
    };
  },
  render: ({ id, updated, symbols }: RememberValue) =>
    `${updated ? "Brought up to date" : "Remembered"} as ${id}${
      symbols.length === 0 ? "" : ` about ${symbols.map((one) => one.name).join(", ")}`
    }`,
});

/** The most marked names listed in a warning. */
const SHOWN_MARKS = 3;

/** Why an entry is tied to no symbol: a marked name that means several symbols, or may mean an external one, is not resolved. */
function whyLoose(said: string): string {
  const marks = mentionsIn(said).slice(0, SHOWN_MARKS).map(({ text }) => `\`${text}\``);
  return marks.length === 0 ? "it names no symbol" : `${marks.join(", ")} may mean several symbols here, one outside or none`;
}

function anchorsOf(context: Context, said: string, names: readonly string[]): Anchor[] {
  const anchors = new Map<string, Anchor>();
  for (const name of names) {
    const { row } = findOneSymbol(context, name);
    const evidence = "given by hand";
    if (row.kind === "module") anchors.set(row.path, { scope: "file", path: row.path, name: row.path, evidence });
    else anchors.set(row.stableId, { scope: "symbol", symbol: row, path: row.path, name: scopedNameOf(context, row), evidence });
  }
  const resolver = new NameResolver(context);
  const named = anchorsIn(said, "its text", resolver).map((anchor) => ({ ...anchor, evidence: "named in its text" }));
  for (const anchor of [...named, ...tracedAnchors(context, said, resolver)]) {
    const key = anchor.symbol?.stableId ?? anchor.path;
    if (!anchors.has(key)) anchors.set(key, anchor);
  }
  return [...anchors.values()];
}

function decisionNumber(org: Parameters<typeof remember>[0], written: string): number {
  const id = Number(/^(?:decision:)?(\d+)$/.exec(written)?.[1] ?? NaN);
  if (org.prepare("SELECT 1 FROM decisions WHERE id = ?").get(Number.isNaN(id) ? 0 : id) !== undefined) return id;
  throw new CallgroveError("result_not_found", `Cannot supersede "${written}": there is no such decision`, {
    hint: "The answers of recall show ids: decision:3.",
    data: { supersedes: written },
  });
}
