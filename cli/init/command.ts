/**
 * `init`: adds the server to the configurations of this machine's agents.
 *
 * Stage: CLI. Invariants: changes are shown first and written only on consent; only the MCP entry is written, and notes only on request;
 * everything can be undone.
 */
import { resolve } from "node:path";
import { Argument, type Command as Program, Option } from "commander";
import { stringify } from "smol-toml";
import { type Style } from "../../query/render/style.ts";
import { addExamples } from "../help.ts";
import { oneOf } from "../choices.ts";
import { startingFolder } from "../starting_folder.ts";
import { chooseStyle, type CommonOptions, formatJson, printAnswer, printNotice, usageError } from "../terminal.ts";
import { type Client, configurationFile, isInstalled, listClients, type ServerCommand, thisServer } from "./clients.ts";
import { apply, changes, type Edit, ENTRY, planEntry, planNotes, planUndo, showDifference } from "./plan.ts";
import { type Change, readChanges } from "./records.ts";

interface InitOptions {
  readonly dryRun?: boolean;
  readonly print?: string;
  readonly undo?: boolean;
  readonly yes?: boolean;
  readonly notes?: string;
}

/** Adds the command. */
export function addInit(program: Program, finish: (status: number) => void): void {
  const names = listClients().map((client) => client.name);
  const command = program.command("init").summary("tell the agents on this machine about the server")
    .description("Finds the agents on this machine and adds this server to their configurations: the MCP entry and nothing else.")
    .addArgument(oneOf(new Argument("[clients...]", "only these, installed or not"), names))
    .option("--dry-run", "show what would be written, and write nothing")
    .addOption(oneOf(new Option("--print <client>", "print the entry to add by hand"), names))
    .option("--undo", "restore every file to what it was")
    .option("--notes <file>", "add a short note for agents to an instruction file too (AGENTS.md, CLAUDE.md)")
    .option("-y, --yes", "write without asking");
  addExamples(command, [
    ["callgrove init", "all agents found; shows each difference and asks"],
    ["callgrove init cursor zed --dry-run", "what would be written for these two"],
    ["callgrove init --print codex", "the entry, to paste"],
    ["callgrove init --undo", "every file as it was, byte for byte"],
  ]);
  command.action((clients: string[], own: InitOptions) => {
    finish(run(clients, own, command.optsWithGlobals<CommonOptions>()));
  });
}

function run(names: readonly string[], own: InitOptions, options: CommonOptions): number {
  const all = listClients();
  const server = thisServer();
  if (own.print !== undefined) {
    const client = all.find(({ name }) => name === own.print)!;
    printAnswer(options.json === true ? formatJson(describeEntry(client, server)) : printEntry(client, server));
    return 0;
  }
  const undone: ReadonlyMap<string, Change> = new Map(own.undo === true ? readChanges().map((change) => [change.name, change]) : []);
  const chosen = all.filter((client) => names.length === 0 ? isInstalled(client) : names.includes(client.name));
  const edits = own.undo === true
    ? [...undone.values()].filter((change) => names.length === 0 || names.includes(change.name)).map((change) => planUndo(change, all))
    : [
      ...chosen.map((client) => planEntry(client, server)),
      ...(own.notes === undefined ? [] : [planNotes(resolve(startingFolder(), own.notes))]),
    ];
  return carryOut(edits, undone, own, options);
}

function carryOut(edits: readonly Edit[], undone: ReadonlyMap<string, Change>, own: InitOptions, options: CommonOptions): number {
  const style = chooseStyle(options);
  const open = edits.filter((edit) => changes(edit) || undone.has(edit.name));
  const refused = edits.some((edit) => edit.remark !== "" && !changes(edit));
  const report = edits.map((edit) => ({
    client: edit.name,
    file: edit.file,
    changes: changes(edit),
    ...(edit.remark === "" ? {} : { remark: edit.remark }),
  }));
  if (options.json !== true) printAnswer(describe(edits, own.undo === true, style));
  const write = open.length > 0 && own.dryRun !== true && isAgreed(own, options);
  if (write) { for (const edit of open) apply(edit, undone.get(edit.name)); }
  if (options.json === true) printAnswer(formatJson({ written: write, edits: report }));
  else if (write) {
    printAnswer(own.undo === true ? "Undone." : "Written. Start the agents again to use it; callgrove init --undo takes it back.");
  }
  return refused ? 1 : 0;
}

function describe(edits: readonly Edit[], isUndo: boolean, style: Style): string {
  if (edits.length === 0) {
    return isUndo
      ? "There is nothing to undo."
      : `No agent was found. Name one: callgrove init ${listClients().map((client) => client.name).join("|")}`;
  }
  return edits.flatMap((edit) => {
    const head = `${style.strong(edit.title)}  ${style.path(edit.file)}`;
    if (!changes(edit)) {
      return [`${head}: ${edit.remark === "" ? isUndo ? "nothing to change" : "already there" : style.warn(edit.remark)}`];
    }
    return [head, ...(edit.remark === "" ? [] : [style.warn(edit.remark)]), showDifference(edit), ""];
  }).join("\n");
}

/** Whether the user consents: asked on a terminal, otherwise required as an option. */
function isAgreed(own: InitOptions, options: CommonOptions): boolean {
  if (own.yes === true) return true;
  if (options.input === false || options.json === true || !Deno.stdin.isTerminal()) {
    throw usageError(
      "Nothing was written: it cannot ask for consent here",
      "To write without asking: --yes; to see the changes only: --dry-run",
    );
  }
  printNotice("");
  return confirm("Write this?");
}

/** What to add, and where, for scripts. */
function describeEntry(client: Client, server: ServerCommand): Record<string, unknown> {
  return { client: client.name, file: configurationFile(client), format: client.format, entry: entryIn(client, server) };
}

/** The entry within the structure of the client's configuration. */
function entryIn(client: Client, server: ServerCommand): Record<string, unknown> {
  return { [client.key]: { [ENTRY]: client.entry(server) } };
}

/** The entry as it would appear in the client's configuration. */
function printEntry(client: Client, server: ServerCommand): string {
  const value = entryIn(client, server);
  const text = client.format === "toml" ? stringify(value) : JSON.stringify(value, null, 2);
  return `${client.format === "toml" ? "#" : "//"} ${configurationFile(client)}\n${text}`;
}
