/** Other programs, run to their end: package managers, compilers, language servers. */
import { Buffer } from "node:buffer";
import { spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import process from "node:process";

interface RunOptions {
  cwd?: string;
  env?: Readonly<Record<string, string>>;
}

/** Runs a program to its end and returns its stdout; a failure quotes the end of its stderr. */
export async function runProgram(program: string, args: readonly string[], options: RunOptions = {}): Promise<string> {
  const chunks: Uint8Array[] = [];
  await runWith(program, args, options, (chunk) => chunks.push(chunk));
  return Buffer.concat(chunks).toString("utf8");
}

/** The same with stdout going into a file: the edges of a large project are larger than a string may be. */
export async function runToFile(program: string, args: readonly string[], file: string, options: RunOptions): Promise<void> {
  const out = createWriteStream(file);
  try {
    await runWith(program, args, options, (chunk) => out.write(chunk));
  } finally {
    await new Promise((done) => out.end(done));
  }
}

function runWith(program: string, args: readonly string[], options: RunOptions, take: (chunk: Uint8Array) => void): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(program, [...args], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...options.env },
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    });
    let errors = "";
    child.stdout.on("data", take);
    child.stderr.on("data", (chunk: Uint8Array) => errors = (errors + new TextDecoder().decode(chunk)).slice(-4000));
    child.on("error", fail);
    child.on("close", (code) => {
      if (code === 0) done();
      else fail(new Error(`Cannot run ${program} ${args.join(" ")}: exit status ${code}\n${errors}`));
    });
  });
}
