/**
 * Runs the program in a process of its own and measures it from outside.
 *
 * CPU time and peak memory are read from /proc while the process runs, so only on Linux.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ENGINE_FLAGS } from "../release/permissions.ts";

/** Ticks of /proc a second. */
const TICKS = 100;

/** A process that has ended well. */
export interface Finished {
  readonly stdout: string;
  readonly wallMs: number;
  /** Seconds of both cores together, and largest resident memory in MB; 0 if /proc is missing. */
  readonly cpuSeconds: number;
  readonly peakMb: number;
}

/** Runs the program with `args`. @throws Error with its output, if it failed. */
export async function run(...args: readonly string[]): Promise<Finished> {
  const start = performance.now();
  const permissions = ["--allow-read", "--allow-write", "--allow-run=git", "--allow-env", "--allow-sys"];
  const command = new Deno.Command(Deno.execPath(), {
    args: ["run", ...ENGINE_FLAGS, ...permissions, join(import.meta.dirname!, "..", "main.ts"), ...args],
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  });
  const child = command.spawn();
  let [cpuSeconds, peakMb] = [0, 0];
  const look = (): void => {
    try {
      const fields = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ")[1]!.split(" ");
      cpuSeconds = (Number(fields[11]) + Number(fields[12])) / TICKS;
      const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
      peakMb = Math.max(peakMb, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
    } catch {
      // The process has just ended, or this is not Linux.
    }
  };
  const timer = setInterval(look, 20);
  const output = await child.output();
  clearInterval(timer);
  if (!output.success) throw new Error(`callgrove ${args.join(" ")} failed: ${new TextDecoder().decode(output.stderr)}`);
  return { stdout: new TextDecoder().decode(output.stdout), wallMs: performance.now() - start, cpuSeconds, peakMb };
}
