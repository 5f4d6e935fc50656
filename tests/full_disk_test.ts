/** A full disk: the existing index is used for answers, and what cannot be written is reported. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { PERMISSIONS } from "../release/permissions.ts";
import { ROOT } from "./support/shop.ts";
import { withProject } from "./support/temp_project.ts";

/** Runs lines of the shell in which `$@` is the program and `$D` a small disk of their own. */
function runOnSmallDisk(lines: string, cwd: string): { status: number; out: string } {
  const program = [Deno.execPath(), "run", "--quiet", "--no-check", ...PERMISSIONS, join(ROOT, "main.ts")];
  const { code, stdout, stderr } = new Deno.Command("unshare", {
    args: ["-rm", "sh", "-c", `D="$PWD-disk"; mkdir -p "$D" && mount -t tmpfs -o size=8m none "$D" || exit 99; ${lines}`, "sh", ...program],
    cwd,
    env: { NO_COLOR: "1", INIT_CWD: "", CALLGROVE_DB: `${cwd}-disk/db` },
    stdin: "null",
  }).outputSync();
  return { status: code, out: new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr) };
}

function canMount(): boolean {
  if (Deno.build.os !== "linux") return false;
  try {
    return new Deno.Command("unshare", { args: ["-rm", "mount", "-t", "tmpfs", "none", "/tmp"] }).outputSync().success;
  } catch {
    return false;
  }
}

const FILES = { "a.py": "def load():\n    return 1\n\n\ndef go():\n    return load()\n" };

Deno.test({
  name: "on a full disk, and on one that is for reading only, questions and what is remembered are answered",
  ignore: !canMount(),
  fn: () =>
    withProject(FILES, ({ root }) => {
      const { status, out } = runOnSmallDisk(
        `"$@" index --quiet; "$@" remember note "kept in mind" --symbols load
        dd if=/dev/zero of="$D/fill" bs=4k 2>/dev/null
        echo "== full"; "$@" callers load; "$@" recall load 2>&1; echo "status $?"; "$@" remember note "too much" --symbols load; echo "status $?"
        rm "$D/fill"; "$@" callers load >/dev/null; mount -o remount,ro "$D"
        echo "== read-only"; "$@" callers load; "$@" recall load 2>&1; echo "status $?"; true`,
        root,
      );
      assert.equal(status, 0, out);
      const [, full = "", readOnly = ""] = out.split(/^== .*$/m);
      for (const part of [full, readOnly]) {
        assert.match(part, /1 caller, 1 call/);
        assert.match(part, /kept in mind[^]*^status 0$/m);
      }
      assert.match(full, /warning: what is remembered is shown as of .*: the disk is full/);
      assert.match(full, /^status 3$/m);
      assert.match(out, /error internal_error: Cannot open ".*org\.db": the disk is full\nFree some space/);
    }),
});
