/** A release's files: one version everywhere, the archive contains what is listed, and the installer refuses anything else. */
import assert from "node:assert/strict";
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { binaryName, PLATFORMS } from "../release/platforms.ts";
import { findDifferences } from "../release/check_version.ts";
import { makeFormula } from "../release/formula.ts";
import { sumOf } from "../release/sums.ts";
import { VERSION } from "../version.ts";
import { BINARY } from "./support/binary.ts";
import { ROOT } from "./support/shop.ts";

Deno.test("the version is the same everywhere", () => {
  assert.deepEqual(findDifferences(), []);
  assert.ok(findDifferences("v99.0.0").includes("the tag says 99.0.0"));
});

Deno.test("the formula names what there is", () => {
  const formula = makeFormula(
    new Map([["callgrove-macos-arm64.tar.gz", "aa"], ["callgrove-linux-x64.tar.gz", "bb"], ["callgrove-linux-x64.mcpb", "cc"]]),
  );
  assert.match(formula, /on_macos do\n {4}on_arm do\n {6}url "[^"]*callgrove-macos-arm64\.tar\.gz"\n {6}sha256 "aa"/);
  assert.match(formula, /on_linux do\n {4}on_intel do\n[^]*sha256 "bb"/);
  assert.ok(!formula.includes('"cc"'));
  assert.ok(formula.includes(`version "${VERSION}"`));
});

Deno.test("compiling with a folder that holds no compiler names what is missing", async () => {
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", join(ROOT, "release/compile.ts"), "--with", "/no/such/folder"],
    stdout: "null",
  }).output();
  assert.equal(code, 2);
  assert.match(new TextDecoder().decode(stderr), /^Cannot compile: there is no \/no\/such\/folder\/deno\n--with takes the folder .*\n$/);
});

const here = PLATFORMS.find((platform) => platform.target === Deno.build.target);

Deno.test({
  name: "binary: packed, named with their checksums, installed; a changed archive is refused",
  ignore: BINARY === "" || here === undefined || here.ending !== "",
  fn: async () => {
    const folder = mkdtempSync(join(tmpdir(), "callgrove-release-"));
    const run = async (
      command: string,
      args: readonly string[],
      env: Record<string, string> = {},
    ): Promise<{ code: number; text: string }> => {
      const { code, stdout, stderr } = await new Deno.Command(command, { args: [...args], cwd: ROOT, env }).output();
      return { code, text: new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr) };
    };
    try {
      copyFileSync(BINARY, join(folder, binaryName(here!)));
      chmodSync(join(folder, binaryName(here!)), 0o755);
      const packed = await run(Deno.execPath(), ["run", "-A", "--no-check", "release/pack.ts", "--out", folder]);
      assert.equal(packed.code, 0, packed.text);
      const archive = join(folder, `callgrove-${here!.name}.tar.gz`);
      const listed = (await run("tar", ["-tzf", archive])).text.trim().split("\n");
      for (const name of ["callgrove", "callgrove.1", "completions/callgrove.bash", "LICENSE"]) assert.ok(listed.includes(name), name);
      const bundle = join(folder, `callgrove-${here!.name}.mcpb`);
      const files = unzipSync(readFileSync(bundle));
      const manifest = JSON.parse(new TextDecoder().decode(files["manifest.json"])) as { version: string; server: { entry_point: string } };
      assert.equal(manifest.version, VERSION);
      assert.equal(files[manifest.server.entry_point]!.length, readFileSync(BINARY).length);
      const server = JSON.parse(readFileSync(join(folder, "server.json"), "utf8")) as {
        packages: { identifier: string; fileSha256: string }[];
      };
      assert.deepEqual(server.packages.map((one) => one.fileSha256), [sumOf(bundle)]);
      assert.ok(readFileSync(join(folder, "callgrove.rb"), "utf8").includes(sumOf(archive)));
      assert.equal((await run("sh", ["-c", `cd "${folder}" && sha256sum -c SHA256SUMS`])).code, 0);

      const env = { CALLGROVE_DOWNLOAD: `file://${folder}`, CALLGROVE_INSTALL: join(folder, "bin dir") };
      const installed = await run("sh", [join(ROOT, "install.sh")], env);
      assert.equal(installed.code, 0, installed.text);
      assert.ok(installed.text.includes(VERSION));
      rmSync(join(folder, "bin dir"), { recursive: true });
      writeFileSync(archive, "something else");
      const refused = await run("sh", [join(ROOT, "install.sh")], env);
      assert.equal(refused.code, 1);
      assert.match(refused.text, /is not what the release says.*Nothing was installed/);
      assert.ok(!existsSync(join(folder, "bin dir")));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
});

Deno.test({
  name: "the installer says what keeps it from installing, and leaves what is there",
  ignore: here === undefined || here.ending !== "",
  fn: () => {
    const folder = mkdtempSync(join(tmpdir(), "callgrove-install-"));
    const script = readFileSync(join(ROOT, "install.sh"), "utf8");
    const run = (text: string, env: Record<string, string>): { code: number; text: string } => {
      const path = join(folder, "install.sh");
      writeFileSync(path, text);
      const { code, stdout, stderr } = new Deno.Command("sh", {
        args: [path],
        clearEnv: true,
        env: { PATH: Deno.env.get("PATH")!, TMPDIR: folder, CALLGROVE_DOWNLOAD: `file://${folder}`, ...env },
      }).outputSync();
      return { code, text: new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr) };
    };
    /** A release whose program is this shell script. */
    const release = (program: string): void => {
      writeFileSync(join(folder, "callgrove"), program, { mode: 0o755 });
      const archive = `callgrove-${here!.name}.tar.gz`;
      assert.ok(new Deno.Command("tar", { args: ["-czf", archive, "callgrove"], cwd: folder }).outputSync().success);
      writeFileSync(join(folder, "SHA256SUMS"), `${sumOf(join(folder, archive))}  ${archive}\n`);
    };
    const into = join(folder, "bin dir");
    try {
      release("#!/bin/sh\necho one\n");
      assert.match(run(script, {}).text, /HOME is not set; name the program's folder in CALLGROVE_INSTALL/);
      assert.match(run(script, { CALLGROVE_INSTALL: "/dev/null/x" }).text, /cannot write to \/dev\/null\/x; name another folder/);
      assert.match(
        run(script, { HOME: folder, CALLGROVE_DOWNLOAD: "file:///nowhere" }).text,
        /cannot fetch file:\/\/\/nowhere\/SHA256SUMS/,
      );
      mkdirSync(join(folder, "taken", "callgrove"), { recursive: true });
      assert.match(run(script, { CALLGROVE_INSTALL: join(folder, "taken") }).text, /taken\/callgrove is a folder/);

      assert.equal(run(script, { CALLGROVE_INSTALL: into }).text, `${into}/callgrove one\nPut ${into} into PATH to call it by its name.\n`);
      release("#!/nowhere/sh\n");
      assert.match(run(script, { CALLGROVE_INSTALL: into }).text, /does not start here.*Nothing was installed/);
      release("#!/bin/sh\necho two\n");
      for (const length of [script.length / 3, script.length - 10]) run(script.slice(0, length), { CALLGROVE_INSTALL: into });
      assert.deepEqual(readdirSync(into), ["callgrove"]);
      assert.equal(readFileSync(join(into, "callgrove"), "utf8"), "#!/bin/sh\necho one\n");
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
});
