/** Answers reach whoever reads them: slowly, not at all, or into a place that takes nothing. With a binary given, its answers. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { PERMISSIONS } from "../release/permissions.ts";
import { BINARY } from "./support/binary.ts";
import { type Outcome, ROOT, runCallgrove } from "./support/shop.ts";
import { withProject } from "./support/temp_project.ts";

const PROGRAM = BINARY !== "" ? [BINARY] : [Deno.execPath(), "run", "--quiet", "--no-check", ...PERMISSIONS, join(ROOT, "main.ts")];
const DECODER = new TextDecoder();

/** Runs a line of the shell in which `$@` is the program. */
async function runLine(line: string, cwd: string): Promise<Outcome> {
  const output = await new Deno.Command("sh", {
    args: ["-c", line, "sh", ...PROGRAM],
    cwd,
    env: { NO_COLOR: "1", INIT_CWD: "", CALLGROVE_DB: "" },
    stdin: "null",
  }).output();
  return { status: output.code, stdout: DECODER.decode(output.stdout), stderr: DECODER.decode(output.stderr) };
}

/** Has a program's pipes not block, which whoever shares them can do. */
const UNBLOCK = "use Fcntl; fcntl(STDOUT, F_SETFL, fcntl(STDOUT, F_GETFL, 0) | O_NONBLOCK); exec @ARGV";

const MANY: Record<string, string> = {
  "größe.py": Array.from({ length: 1500 }, (_, i) => `def größe_${i}():\n    """${"€".repeat(i % 90)}"""\n    return größe_${i}()\n`)
    .join("\n"),
};

Deno.test({
  name: "a slow reader of a pipe that does not block gets every byte",
  ignore: Deno.build.os === "windows",
  fn: () =>
    withProject(MANY, async ({ root }) => {
      for (const command of [["export", "symbols"], ["export", "edges"]]) {
        const whole = await runCallgrove([...command], root);
        const child = new Deno.Command("perl", {
          args: ["-e", UNBLOCK, ...PROGRAM, ...command],
          cwd: root,
          env: { NO_COLOR: "1", INIT_CWD: "", CALLGROVE_DB: "" },
          stdin: "null",
          stdout: "piped",
        }).spawn();
        const chunks: Uint8Array[] = [];
        for await (const chunk of child.stdout) {
          chunks.push(chunk);
          if (chunks.length < 20) await new Promise((done) => setTimeout(done, 20));
          assert.ok(chunks.length < 10_000, "output without end");
        }
        assert.equal((await child.status).code, 0);
        assert.ok(whole.stdout.length > 100_000);
        assert.ok(DECODER.decode(await new Blob(chunks as BlobPart[]).arrayBuffer()) === whole.stdout, command.join(" "));
      }
    }),
});

Deno.test({
  name: "a reader that goes away ends every command quietly",
  ignore: Deno.build.os === "windows",
  fn: () =>
    withProject(MANY, async ({ root }) => {
      await runCallgrove(["index"], root);
      for (const command of ["help", "callers --help", "--version", "man", "export symbols", "search '*' --json", ""]) {
        const { stdout, stderr } = await runLine(`{ sleep 1; "$@" ${command}; echo $? >status; } | true; cat status`, root);
        assert.deepEqual([stdout, stderr], ["0\n", ""], command);
      }
    }),
});

Deno.test({
  name: "what cannot be written is said, and is no success",
  ignore: Deno.build.os !== "linux",
  fn: () =>
    withProject(MANY, async ({ root }) => {
      await runCallgrove(["index"], root);
      for (const command of ["help", "--version", "export symbols", "search '*'", "search '*' --json"]) {
        const { status, stderr } = await runLine(`"$@" ${command} >/dev/full`, root);
        assert.equal(status, 3, command);
        assert.match(stderr, /Cannot write the output: the disk is full/, command);
        assert.doesNotMatch(stderr, /--db|\n\s+at /, command);
      }
      // Where errors cannot be told the status still does.
      assert.equal((await runLine(`"$@" nosuch 2>/dev/full`, root)).status, 2);
      assert.equal((await runLine(`"$@" callers nosuch 2>/dev/full`, root)).status, 1);
    }),
});
