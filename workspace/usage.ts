/**
 * Counts questions and the sizes of answers on this machine, beside the index, for `stats --usage`.
 *
 * Stage: after an answer. Invariants: only names and sizes, never a question's content; counting never delays or prevents an answer;
 * nothing leaves the machine.
 */
import { appendFileSync, existsSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FOR_OWNER } from "../core/store/place_names.ts";

const FILE = "usage.log";
/** The size of the file above which its lines are summed up. */
const LARGE_BYTES = 256 * 1024;
/** Without a mode, an appended file may be writable by everyone, regardless of the umask. */
const OWN_FILE = { mode: FOR_OWNER };

/** By tool. `bytes`: size of the answers' texts in UTF-8. */
export type Usage = Readonly<Record<string, { readonly questions: number; readonly bytes: number }>>;

/** Counts one answer. */
export function noteUsage(folder: string, tool: string, bytes: number): void {
  try {
    const file = join(folder, FILE);
    if (!existsSync(folder)) return;
    if (existsSync(file) && statSync(file).size > LARGE_BYTES) sumUp(folder);
    appendFileSync(file, `${tool} 1 ${bytes}\n`, OWN_FILE);
  } catch {
    // An unwritable folder must not prevent the answer.
  }
}

/** Everything that was counted. */
export function readUsage(folder: string): Usage {
  const file = join(folder, FILE);
  const usage: Record<string, { questions: number; bytes: number }> = {};
  for (const line of existsSync(file) ? readFileSync(file, "utf8").split("\n") : []) {
    const found = /^(\w+) (\d+) (\d+)$/.exec(line);
    if (found === null) continue;
    const sum = usage[found[1]!] ??= { questions: 0, bytes: 0 };
    sum.questions += Number(found[2]);
    sum.bytes += Number(found[3]);
  }
  return usage;
}

function sumUp(folder: string): void {
  const making = join(folder, `${FILE}.${Deno.pid}`);
  const lines = Object.entries(readUsage(folder)).map(([tool, { questions, bytes }]) => `${tool} ${questions} ${bytes}\n`);
  writeFileSync(making, lines.join(""), OWN_FILE);
  renameSync(making, join(folder, FILE));
}
