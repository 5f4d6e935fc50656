/**
 * What was asked here and how much was answered: counted on this machine, beside the index, for `stats --usage`.
 *
 * Stage: after an answer. Invariants: names and sizes alone, never a question's content; counting never keeps an answer back; nothing
 * leaves the machine.
 */
import { appendFileSync, existsSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FOR_OWNER } from "../core/store/place_names.ts";

const FILE = "usage.log";
/** Above this size the lines are summed up. */
const LARGE_BYTES = 256 * 1024;
/** Without a mode a file that is appended to may be written by everybody, whatever the umask. */
const OWN_FILE = { mode: FOR_OWNER };

/** By tool. `bytes`: of the answers' text, UTF-8. */
export type Usage = Readonly<Record<string, { readonly questions: number; readonly bytes: number }>>;

/** Counts one answer. */
export function noteUsage(folder: string, tool: string, bytes: number): void {
  try {
    const file = join(folder, FILE);
    if (!existsSync(folder)) return;
    if (existsSync(file) && statSync(file).size > LARGE_BYTES) sumUp(folder);
    appendFileSync(file, `${tool} 1 ${bytes}\n`, OWN_FILE);
  } catch {
    // A folder that cannot be written is no reason to keep an answer back.
  }
}

/** All that was counted. */
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
