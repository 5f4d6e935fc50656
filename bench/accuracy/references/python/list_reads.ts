/**
 * Lists where a Python project reads a property, as pyright sees it.
 *
 *     deno run -A bench/accuracy/references/python/list_reads.ts DIR OUT.jsonl
 *
 * One line for each read of a name that some property of the project has, and a property it may denote:
 * `{"file","line","column","name","kind", "target"}`; `target` is null if pyright says it is something else. Reads that it knows nothing
 * about are omitted.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import process from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { runProgram } from "../../../run_to_end.ts";
import { withCopy } from "../../copy_project.ts";
import type { Location } from "../../python/language_server.ts";
import { startPyright } from "../../python/pyright.ts";
import { listFiles, type Place } from "../../truth.ts";

/** Questions under way at a time. */
const BATCH = 64;

interface Listed {
  readonly file: string;
  /** Line, column from 0, name. */
  readonly properties: readonly [number, number, string][];
  readonly reads: readonly [number, number, string, string][];
}

async function listReads(root: string): Promise<Listed[]> {
  const files = await listFiles(root, (name) => name.endsWith(".py"));
  const scratch = mkdtempSync(path.join(os.tmpdir(), "callgrove-reads-"));
  try {
    const list = path.join(scratch, "files");
    writeFileSync(list, files.join("\n"));
    const text = await runProgram("python3", ["-W", "ignore", path.join(import.meta.dirname!, "list_reads.py"), root, list]);
    return text.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line) as Listed);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** `@name.setter` and `@overload` give a property several places: reading it runs the first. */
function targetAt(listed: Listed | undefined, line: number, column: number): Place | null {
  const found = listed?.properties.find((one) => one[0] === line && one[1] === column);
  return found === undefined ? null : { file: listed!.file, line: found[0], name: found[2] };
}

const [project, out] = process.argv.slice(2);
if (project === undefined || out === undefined) throw new Error("list_reads.ts DIR OUT.jsonl");
await withCopy(project, async (copy) => {
  const all = await listReads(copy);
  const byFile = new Map(all.map((one) => [one.file, one]));
  const server = await startPyright(project, copy, all.map(({ file }) => file));
  const lines: string[] = [];
  const ask = async ({ file }: Listed, [line, column, name, kind]: Listed["reads"][number]): Promise<void> => {
    const answer = await server.request("textDocument/definition", {
      textDocument: { uri: pathToFileURL(path.join(copy, file)).href },
      position: { line: line - 1, character: column },
    });
    const locations = answer ? [answer].flat() as Location[] : [];
    const targets = locations.map(({ uri, range: { start } }) =>
      targetAt(byFile.get(path.relative(copy, fileURLToPath(uri)).split(path.sep).join("/")), start.line + 1, start.character)
    );
    const inside = targets.filter((target) => target !== null);
    // A definition that is a bare name in a class's body or an assignment to `self` only shows that it is not a property.
    for (const target of inside.length > 0 ? inside.slice(0, 1) : targets.slice(0, 1)) {
      lines.push(JSON.stringify({ file, line, column: column + 1, name, kind, target }));
    }
  };
  try {
    for (const listed of all) {
      for (let at = 0; at < listed.reads.length; at += BATCH) {
        await Promise.all(listed.reads.slice(at, at + BATCH).map((read) => ask(listed, read)));
      }
    }
  } finally {
    server.stop();
  }
  writeFileSync(out, lines.map((line) => `${line}\n`).join(""));
  process.stdout.write(`${lines.length} reads in ${all.length} files\n`);
});
