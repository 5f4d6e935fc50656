/**
 * Brings the index up to date on request: `index_directory`, `index_file`.
 *
 * Stage: query. Invariant: the index always covers the whole repository; the parameters say where to look and what to report.
 */
import * as z from "zod";
import { CallgroveError } from "../core/errors.ts";
import type { IndexSummary } from "../core/run/summary.ts";
import { structureSummary, warningsOf } from "./answer/structure_summary.ts";
import { type Context, type ReadHistory, readRow, readRows, type Workspace } from "./context.ts";
import { lookAtPath, repositoryInside, requireFile } from "./names/paths.ts";
import { renderHistory, renderIndexedFile, renderIndexSummary } from "./render/index_summary.ts";
import { readFileNotes } from "./rows/file_notes.ts";
import { defineTool, WRITES } from "./tool.ts";

const IN_FILE = `SELECT count(*) AS n FROM path p JOIN ref_file rf ON rf.path_id = p.id AND rf.ref_id = ?
  JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id JOIN symbol s ON s.id = sv.symbol_id AND s.kind <> 'module' WHERE p.path = ?`;
const EDGES_IN_FILE = `SELECT e.to_symbol_id <> 0 AS resolved, e.external AS external, count(*) AS n FROM path p
  JOIN ref_file rf ON rf.path_id = p.id AND rf.ref_id = ? JOIN edge e ON e.resolution_id = rf.resolution_id AND e.edge_type = 'calls'
  WHERE p.path = ? GROUP BY 1, 2`;
const FILE = `SELECT b.language AS language, b.lines AS lines, b.problems AS problems FROM path p
  JOIN ref_file rf ON rf.path_id = p.id AND rf.ref_id = ? JOIN file_version fv ON fv.id = rf.file_version_id JOIN blob b ON b.id = fv.blob_id
  WHERE p.path = ?`;

/** The tool that brings the index of a repository up to date. */
export const indexDirectoryTool = defineTool({
  name: "index_directory",
  title: "Index a repository",
  description:
    "Builds the index of a repository or brings it up to date; only changed files are read. Seldom needed: every question does " +
    "this by itself. Reports what was read and what was left out.",
  parameters: {
    dir_path: z.string().min(1).max(4000).optional().describe(
      "A folder of the repository; default: its root. The whole repository is indexed.",
    ),
    extensions: z.array(z.string().max(20)).max(50).optional()
      .describe("Endings of interest, such as .py; the index covers all languages in any case."),
    force: z.boolean().optional().describe("Read everything again."),
    history: z.boolean().optional().describe("Also read decision records and fixes of git, for memory_linked_search."),
  },
  output: {
    root: z.string(),
    files: z.int(),
    symbols: z.int(),
    parsed: z.int().describe("Files read by this run; 0 if nothing had changed."),
  },
  annotations: WRITES,
  needsIndex: false,
  async run(workspace, params) {
    if (params.dir_path !== undefined) checkFolder(workspace, params.dir_path, params.ref);
    const force = params.force === undefined ? {} : { force: params.force };
    const summary = await workspace.index({ ...force, ...(params.ref === undefined ? {} : { ref: params.ref }) });
    const history = params.history === true ? await readHistoryOf(workspace, params.ref) : undefined;
    const inner = params.dir_path === undefined ? undefined : repositoryInside(workspace, params.dir_path, summary.skipped);
    const unknown = (params.extensions ?? []).filter((ending) => workspace.languageNamed(ending) === undefined);
    return {
      value: { ...summary, ...(history === undefined ? {} : { history }) },
      notes: {
        warnings: [
          ...warningsOf(summary),
          ...(history?.warnings ?? []),
          ...unknown.map((ending) => `no supported language has the ending "${ending}"`),
          ...(inner === undefined ? [] : [`"${inner}" is a separate repository and not part of this index`]),
        ],
        ...(inner === undefined ? {} : { suggestedAction: `index_directory ${JSON.stringify({ repo: inner })}` }),
      },
    };
  },
  structure: ({ history, ...summary }: IndexSummary & { readonly history?: ReadHistory }) => {
    if (history === undefined) return structureSummary(summary);
    const { warnings: _warnings, ...rest } = history;
    return { ...structureSummary(summary), history: rest };
  },
  render: ({ history, ...summary }: IndexSummary & { readonly history?: ReadHistory }, style) =>
    [renderIndexSummary(summary, style), ...(history === undefined ? [] : [renderHistory(history)])].join("\n"),
});

/**
 * Reads the history, which is always that of the working tree.
 * @throws CallgroveError invalid_input if a ref is given
 */
async function readHistoryOf(workspace: Workspace, ref: string | undefined): Promise<ReadHistory> {
  if (ref === undefined) return await workspace.readHistory(workspace.open());
  throw new CallgroveError("invalid_input", "Cannot read the history of a ref: it is read from the working tree's commit", {
    hint: "Leave out ref, or history.",
    data: { parameter: "history", remediation: 'index_directory {"history":true}' },
  });
}

/** Checks that a folder exists; for a ref it need not be on the disk. */
function checkFolder(workspace: Workspace, written: string, ref: string | undefined): void {
  const kind = lookAtPath(workspace, written);
  if (kind === "folder" || ref !== undefined) return;
  if (kind === "file") {
    throw new CallgroveError("invalid_input", `Cannot index the folder "${written}": it is a file`, {
      hint: "Leave dir_path out: the whole repository is indexed. For one file: index_file.",
      data: { parameter: "dir_path", remediation: `index_file ${JSON.stringify({ file_path: written })}` },
    });
  }
  throw new CallgroveError("file_not_found", `Cannot index the folder "${written}": there is none in the repository`, {
    hint: "Leave dir_path out: the whole repository is indexed.",
    data: { path: written, remediation: "index_directory {}" },
  });
}

/** What the index has of a file. */
export interface IndexedFile {
  readonly path: string;
  readonly language: string;
  readonly lines: number;
  readonly symbols: number;
  readonly sites: { readonly resolved: number; readonly external: number; readonly unresolved: number };
  /** First and last line of regions that did not parse. */
  readonly problems: readonly (readonly [number, number])[];
  /** The number of files that the run had to read; 0 if the index was up to date. */
  readonly parsed: number;
}

/** The tool that brings the index up to date and reports on one file. */
export const indexFile = defineTool({
  name: "index_file",
  title: "Index one file",
  description:
    "Brings the index up to date after a file was written, and reports what is known about that file: symbols, call sites by what " +
    "became of them, syntax errors.",
  parameters: { file_path: z.string().min(1).max(4000).describe("From the root, absolute, or a path's end.") },
  output: { path: z.string(), language: z.string(), lines: z.int(), symbols: z.int(), sites: z.looseObject({}) },
  annotations: WRITES,
  needsIndex: false,
  async run(workspace, params) {
    lookAtPath(workspace, params.file_path);
    const summary = await workspace.index(params.ref === undefined ? {} : { ref: params.ref });
    const context = workspace.open(params.ref);
    const path = requireFile(context, params.file_path, "choose a file for");
    const value = { ...readIndexedFile(context, path), parsed: summary.parsed };
    const damaged = value.problems.map(([from, to]) => `${path}:${from}: syntax error${to > from ? ` up to line ${to}` : ""}`);
    return { value, notes: { warnings: [...damaged, ...readFileNotes(context, path)] } };
  },
  structure: (value: IndexedFile) => {
    const { problems, ...rest } = value;
    return { ...rest, ...(problems.length === 0 ? {} : { problems }) };
  },
  render: renderIndexedFile,
});

function readIndexedFile(context: Context, path: string): Omit<IndexedFile, "parsed"> {
  const id = context.ref.id;
  const file = readRow<{ language: string; lines: number; problems: string }>(context, FILE, id, path)!;
  const sites = { resolved: 0, external: 0, unresolved: 0 };
  for (const row of readRows<{ resolved: number; external: number; n: number }>(context, EDGES_IN_FILE, id, path)) {
    sites[row.resolved === 1 ? "resolved" : row.external === 1 ? "external" : "unresolved"] += row.n;
  }
  return {
    path,
    language: file.language,
    lines: file.lines,
    symbols: readRow<{ n: number }>(context, IN_FILE, id, path)!.n,
    sites,
    problems: file.problems === "" ? [] : JSON.parse(file.problems) as [number, number][],
  };
}
