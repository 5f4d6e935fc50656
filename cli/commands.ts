/**
 * The commands that are not questions: export, tool, mcp.
 *
 * Stage: CLI. Invariant: heavy parts (the indexer, the MCP library) are loaded only when their command runs.
 */
import { Argument, type Command as Program, Option } from "commander";
import { isObject } from "../core/base/parsed_values.ts";
import { CallgroveError } from "../core/errors.ts";
import { loadServer } from "../later.ts";
import { unknownName } from "../mcp/unknown_name.ts";
import { ask, replyError } from "../query/ask.ts";
import { inReadTransaction } from "../query/context.ts";
import { exportEdges } from "../query/export_edges.ts";
import { exportSymbols } from "../query/export_symbols.ts";
import { TOOL_SETS, TOOLS, type ToolSet } from "../query/mod.ts";
import { COMPACT } from "../query/render/style.ts";
import { oneOf } from "./choices.ts";
import { addExamples } from "./help.ts";
import { type CommandRepository, contextOf, openForCommand, printReply } from "./session.ts";
import { type CommonOptions, formatJson, printAnswer, printLines } from "./terminal.ts";

type Finish = (status: number) => void;

/** Adds `export edges|symbols`. */
export function addExport(program: Program, finish: Finish): void {
  const command = program.command("export").summary("every edge or symbol, a JSON object a line")
    .description("Prints every call site with its targets, or every symbol, one JSON object a line, always in the same order.")
    .addArgument(oneOf(new Argument("<what>", "call sites with their targets, or symbols"), ["edges", "symbols"]))
    .addOption(oneOf(new Option("--format <format>"), ["jsonl"]).default("jsonl"));
  addExamples(command, [
    ["callgrove export edges --format jsonl > edges.jsonl", "all call sites"],
    ["callgrove export symbols | head", "all symbols"],
  ]);
  command.action(async (what: string) => {
    const options = command.optsWithGlobals<CommonOptions>();
    const repository = openForCommand(options, "person");
    try {
      if (!(await exportAll(repository, what, options))) await exportAll(repository, what, options);
    } finally {
      repository.close();
    }
    finish(0);
  });
}

/** Exports everything. Returns false if the index was found damaged and rebuilt before anything was written. */
async function exportAll(repository: CommandRepository, what: string, options: CommonOptions): Promise<boolean> {
  const context = await contextOf(repository, options.ref, "export");
  let isBegun = false;
  try {
    inReadTransaction(context, () => printLines(what === "edges" ? exportEdges(context) : exportSymbols(context), () => isBegun = true));
    return true;
  } catch (thrown) {
    if (thrown instanceof CallgroveError || await repository.mend?.(undefined) !== true) throw thrown;
    if (!isBegun) return false;
    throw new CallgroveError("index_incompatible", "Cannot export all of it: the index was damaged and is being rebuilt", {
      hint: "Run the command again; the output so far is incomplete.",
    });
  }
}

/** The argument for a tool's name. An unknown name is not refused here: the tool's own reply answers it, as for an agent. */
function nameOfTool(): Argument {
  const name = new Argument("<name>", "name of the tool");
  name.argChoices = TOOLS.map((tool) => tool.name);
  return name;
}

/** Adds `tool NAME 'JSON'`. */
export function addTool(program: Program, finish: Finish): void {
  const command = program.command("tool").summary("run an MCP tool and print what an agent would get")
    .description("Runs any MCP tool by its name with its parameters as JSON and prints the structured result.")
    .addArgument(nameOfTool()).argument("[json]", "parameters, a JSON object", "{}");
  addExamples(command, [
    [`callgrove tool get_callers '{"function_name":"load"}'`, "the answer as an agent gets it"],
    ["callgrove tool call_graph_stats", "a tool without parameters"],
  ]);
  command.action(async (name: string, json: string) => {
    const options = command.optsWithGlobals<CommonOptions>();
    const tool = TOOLS.find((one) => one.name === name);
    const repository = openForCommand(options, "agent");
    const fail = async (error: CallgroveError): Promise<void> => {
      printAnswer(formatJson(replyError(error, await repository.glance(), COMPACT).structured));
      repository.close();
      finish(error.exitStatus);
    };
    if (tool === undefined) return await fail(unknownName("tool", name, TOOLS.map((one) => one.name)));
    let params: unknown;
    try {
      params = JSON.parse(json);
    } catch (cause) {
      return await fail(
        new CallgroveError("invalid_input", `Cannot read the parameters of ${name}: they are not JSON`, {
          hint: `Give one object: '{"…": …}'`,
          cause,
        }),
      );
    }
    const wanted = options.ref === undefined || !isObject(params) ? params : { ref: options.ref, ...params };
    const reply = await ask(repository, tool, wanted, COMPACT);
    repository.end();
    printAnswer(formatJson(reply.structured));
    repository.close();
    if (reply.isError && options.debug === true) printReply(reply, { debug: true, json: true });
    finish(reply.status);
  });
}

/** Adds `mcp`. */
export function addMcp(program: Program, finish: Finish): void {
  const command = program.command("mcp").summary("serve agents over MCP on stdio")
    .description(
      "Starts an MCP server on standard input and output. The root is --repo or the current folder's repository. Questions that name no ref are about --ref.",
    )
    .addOption(
      oneOf(new Option("--tools <set>", "core: the few that most questions need; default: all"), TOOL_SETS),
    );
  addExamples(command, [
    ["callgrove mcp", "for the repository around the current folder"],
    ["callgrove mcp --repo ~/src/app", "for another one"],
    ["callgrove mcp --tools core", "fewer tools, for clients with a small context"],
    ["npx -y @modelcontextprotocol/inspector --cli callgrove mcp --method tools/list", "try it without an agent"],
  ]);
  command.action(async () => {
    const options = command.optsWithGlobals<CommonOptions & { tools?: ToolSet }>();
    const { serveMcp } = await loadServer();
    finish(await serveMcp(options));
  });
}
