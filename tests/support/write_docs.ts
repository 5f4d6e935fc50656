/**
 * Fills the tables of the README and of `docs/edges.md` from the registries and records what the server says first: `deno task docs`; with `--check`
 * it only looks, and fails where they differ.
 *
 * Invariant: a table says what the program's own values say; nothing between the marks is written by hand.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeProgram } from "../../cli/program.ts";
import { RULES } from "../../core/edges.ts";
import { languages } from "../../languages/mod.ts";
import { TOOLS } from "../../query/mod.ts";
import { EDGE_TYPES } from "../../query/rows/edge_types.ts";
import { OPENING_FILE, recordOpening } from "./record_opening.ts";

const ROOT = join(import.meta.dirname!, "..", "..");
const PAGES = ["README.md", "docs/edges.md"];

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** The first sentence of a description that does not ask. */
function whatItSays(description: string): string {
  return description.split(/(?<=[.?])\s/)[0]!;
}

const BLOCKS: Readonly<Record<string, () => string>> = {
  tools: () =>
    table(
      ["tool", "answers", "parameters"],
      TOOLS.map((tool) => {
        const shape = tool.input.shape as Record<string, { safeParse(value: unknown): { success: boolean } }>;
        const names = Object.keys(shape).filter((name) => name !== "ref" && name !== "repo");
        const parameters = names.map((name) => shape[name]!.safeParse(undefined).success ? `\`${name}\`` : `**\`${name}\`**`);
        return [`\`${tool.name}\``, whatItSays(tool.description), parameters.join(", ")];
      }),
    ) + "\n\nRequired parameters are bold; `ref` and `repo` may be given to every tool.",
  commands: () =>
    table(
      ["command", "does"],
      makeProgram(() => {}).commands.map((command) => {
        const given = command.registeredArguments.map((one) => one.required ? `<${one.name()}>` : `[${one.name()}]`);
        return [`\`${[command.name(), ...given].join(" ")}\``, command.summary()];
      }),
    ),
  languages: () =>
    table(
      ["language", "files"],
      languages.map((one) => [one.title, Object.keys(one.extensions).map((ending) => `\`${ending}\``).join(" ")]),
    ),
  edges: () => table(["edge", "leads from"], EDGE_TYPES.map((type) => [`\`${type.name}\``, type.says])),
  rules: () => table(["rule", "an edge is made because"], Object.entries(RULES).map(([rule, means]) => [`\`${rule}\``, means])),
};

/** The text with every block filled. */
function fillBlocks(text: string): string {
  return text.replace(/<!-- generated: (\w+) -->\n[^]*?<!-- end -->/g, (whole: string, name: string) => {
    const make = BLOCKS[name];
    return make === undefined ? whole : `<!-- generated: ${name} -->\n\n${make()}\n\n<!-- end -->`;
  });
}

/** What the server says to the first questions of a client: the same rule. */
async function writeOpening(checkOnly: boolean): Promise<void> {
  const recorded = await recordOpening();
  if (readFileSync(OPENING_FILE, "utf8") === recorded) return;
  if (!checkOnly) return writeFileSync(OPENING_FILE, recorded);
  Deno.stderr.writeSync(new TextEncoder().encode("mcp/opening.json: it is not what the server says; run: deno task docs\n"));
  Deno.exit(1);
}

/** A text without what the formatter does to its tables. */
function loosen(text: string): string {
  return text.replace(/^\|.*$/gm, (line) => line.replace(/-{3,}/g, "---").replace(/ +/g, " "));
}

function writePage(page: string, checkOnly: boolean): void {
  const before = readFileSync(join(ROOT, page), "utf8");
  const after = fillBlocks(before);
  if (loosen(before) === loosen(after)) return;
  if (!checkOnly) return writeFileSync(join(ROOT, page), after);
  Deno.stderr.writeSync(new TextEncoder().encode(`${page}: the tables are not those of the registries; run: deno task docs\n`));
  Deno.exit(1);
}

if (import.meta.main) {
  await writeOpening(Deno.args.includes("--check"));
  for (const page of PAGES) writePage(page, Deno.args.includes("--check"));
}
