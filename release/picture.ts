/**
 * The README's picture of a session: `deno run -A release/picture.ts DIR > docs/session.svg`.
 *
 * Invariant: what it shows is what the program printed on the repository in DIR, cut where a line or an answer is too long; nothing is
 * written by hand but the commands.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ROOT } from "./bundle.ts";
import { PERMISSIONS } from "./permissions.ts";

const COMMANDS: readonly { readonly args: readonly string[]; readonly lines: number }[] = [
  { args: ["callers", "cell_len"], lines: 8 },
  { args: ["path", "Console.print", "Segment.split_and_crop_lines"], lines: 6 },
  { args: ["impact", "Text.wrap"], lines: 8 },
];
const COLUMNS = 100;
const LINE_HEIGHT = 19;
const CHARACTER = 8.4;
const COLOURS: Readonly<Record<string, string>> = { "36": "#7dcfff", "33": "#e0af68", "2": "#737aa2", "1": "#ffffff" };

async function ask(args: readonly string[], directory: string, database: string): Promise<string[]> {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--quiet",
      "--no-check",
      ...PERMISSIONS,
      join(ROOT, "main.ts"),
      ...args,
      "-C",
      directory,
      "--db",
      database,
      "--color",
      "always",
      "--quiet",
    ],
  }).output();
  return new TextDecoder().decode(stdout).trimEnd().split("\n");
}

/** A terminal line as text spans: colours and bold of its escape codes. */
function drawLine(line: string, y: number): string {
  const spans: string[] = [];
  let [style, column] = ["", 0];
  // deno-lint-ignore no-control-regex
  for (const part of line.split(/(\x1b\[[\d;]*m)/)) {
    // deno-lint-ignore no-control-regex
    const code = /^\x1b\[([\d;]*)m$/.exec(part)?.[1];
    if (code !== undefined) {
      const colour = COLOURS[code];
      style = colour === undefined ? "" : ` fill="${colour}"${code === "1" ? ' font-weight="bold"' : ""}`;
    } else if (part !== "" && column < COLUMNS) {
      const text = column + part.length > COLUMNS ? `${part.slice(0, COLUMNS - column - 1)}…` : part;
      spans.push(`<tspan x="${(20 + column * CHARACTER).toFixed(1)}"${style}>${escape(text)}</tspan>`);
      column += part.length;
    }
  }
  return `<text y="${y}" xml:space="preserve">${spans.join("")}</text>`;
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

const directory = resolve(Deno.args[0] ?? ".");
const database = mkdtempSync(join(tmpdir(), "callgrove-picture-"));
try {
  const lines: string[] = [];
  for (const { args, lines: most } of COMMANDS) {
    const answer = await ask(args, directory, database);
    lines.push(
      `\x1b[2m$\x1b[22m \x1b[1mcallgrove ${args.join(" ")}\x1b[22m`,
      ...answer.slice(0, most),
      ...(answer.length > most ? ["\x1b[2m…\x1b[22m"] : []),
      "",
    );
  }
  const height = 44 + (lines.length - 1) * LINE_HEIGHT;
  const width = Math.ceil(40 + COLUMNS * CHARACTER);
  console.log(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="A session in a terminal">
<rect width="100%" height="100%" rx="8" fill="#1a1b26"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="14" fill="#c0caf5">
${lines.slice(0, -1).map((line, i) => drawLine(line, 34 + i * LINE_HEIGHT)).join("\n")}
</g>
</svg>`,
  );
} finally {
  rmSync(database, { recursive: true, force: true });
}
