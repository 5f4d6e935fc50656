/**
 * The compiled binary compared with the program run from source: the same answers, from any folder, with the same permissions.
 *
 * Runs if a binary is given (see `support/binary.ts`); `.ci/run` compiles one.
 */
import assert from "node:assert/strict";
import { appendFileSync, chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { THREADS_PAY_BYTES } from "../core/threads/run_threads.ts";
import { ENGINE_FLAGS, ENVIRONMENT, PERMISSIONS } from "../release/permissions.ts";
import { BINARY, runBinary } from "./support/binary.ts";
import { commitAll, git } from "./support/git_project.ts";
import { openShop, ROOT, runCallgrove, SHOP_LANGUAGES } from "./support/shop.ts";
import { withProject } from "./support/temp_project.ts";
import { claudeSession } from "./support/transcripts.ts";

/** A test of the binary; skipped where there is none. */
function binaryTest(name: string, fn: () => Promise<void>): void {
  Deno.test({ name: `binary: ${name}`, ignore: BINARY === "", sanitizeOps: false, sanitizeResources: false, fn });
}

Deno.test("the task runs as the binary does", () => {
  const { tasks } = JSON.parse(readFileSync(join(ROOT, "deno.json"), "utf8")) as { tasks: Record<string, string> };
  assert.equal(tasks["callgrove"], `deno run ${[...ENGINE_FLAGS, ...PERMISSIONS].join(" ")} main.ts`);
  assert.ok(PERMISSIONS.every((flag) => !/allow-(all|net|ffi|sys|import)|^-A$/.test(flag)));
  assert.equal(new Set(ENVIRONMENT).size, ENVIRONMENT.length);
});

for (const language of SHOP_LANGUAGES) {
  binaryTest(`${language}: answers as from source`, async () => {
    using shop = openShop(language);
    const db = (name: string): string[] => ["-C", shop.folder, "--db", join(shop.folder, "..", name), "--quiet"];
    for (
      const args of [["export", "edges"], ["export", "symbols"], ["callers", "count", "--json"], ["graph", "main", "--depth", "3"], [
        "impact",
        "count",
      ]]
    ) {
      const packed = await runBinary([...args, ...db("packed")]);
      const source = await runCallgrove([...args, ...db("source")], shop.folder);
      assert.deepEqual(packed, source, args.join(" "));
      assert.ok(packed.status <= 1 && packed.stdout.length + packed.stderr.length > 50);
    }
  });
}

/** Every command once, in an order in which each finds something. */
const COMMANDS: readonly (readonly string[])[] = [
  ["index"],
  ["callees", "main", "--json"],
  ["graph", "main", "--depth", "3", "--json"],
  ["path", "main", "count"],
  ["compare", "--base", "HEAD~1", "--head", "v2", "--json"],
  ["compare", "extra", "--base", "HEAD~1", "--head", "v2"],
  ["search", "*o*", "--json"],
  ["search", "conut"],
  ["search", "--unused"],
  ["symbols", "src/cache.ts", "--json"],
  ["implementors", "*"],
  ["edges", "count", "--json"],
  ["remember", "decision", "We keep it"],
  ["remember", "note", "watch out", "--symbols", "main"],
  ["memory", "ingest"],
  ["recall", "main", "--json"],
  ["memory", "search", "keep"],
  ["stats"],
  ["explain", "src/cache.ts"],
  ["tool", "get_callers", '{"function_name":"count"}'],
  ["tool", "get_call_graph", '{"symbol_name":"main","include_source":true,"budget_tokens":900}'],
  ["tool", "call_graph_stats", "{}"],
  ["tool", "memory_linked_search", '{"function_name":"main"}'],
  ["forget", "main", "--yes"],
  ["index", "--ref", "v2"],
  ["callers", "count", "--ref", "v2"],
  ["verify"],
  ["gc"],
  ["languages"],
  ["completions", "bash"],
];

binaryTest("every command answers as from source", async () => {
  using shop = openShop("typescript");
  const project = { root: shop.folder };
  git(project, "init", "-q");
  commitAll(project, "one");
  appendFileSync(join(shop.folder, "src", "cache.ts"), "export function extra() { return 1; }\n");
  commitAll(project, "fix: two");
  git(project, "tag", "v2");
  const untimed = (text: string): string =>
    text.replaceAll(/[\d.]+ m?s\b|\d{4}-\d\d-\d\dT[\d:.]+Z|"\w*ms": ?[\d.]+/g, "T").replaceAll(/packed|source/g, "db");
  for (const args of COMMANDS) {
    const db = (name: string): string[] => ["-C", shop.folder, "--db", join(shop.folder, "..", name), "--quiet"];
    const packed = await runBinary([...args, ...db("packed")]);
    const source = await runCallgrove([...args, ...db("source")], shop.folder);
    for (const stream of ["stdout", "stderr"] as const) assert.equal(untimed(packed[stream]), untimed(source[stream]), args.join(" "));
    assert.equal(packed.status, source.status, args.join(" "));
    assert.ok(packed.status <= 1, `${args.join(" ")}: ${packed.stderr}`);
  }
});

binaryTest("threads: a repository large enough for them, the same edges", () =>
  withProject({}, async (project) => {
    const lines: string[] = [];
    for (let i = 0; i < 200; i++) {
      const body = Array.from({ length: 60 }, (_, k) =>
        `def f${i}_${k}(value):\n    return g${(k * 7) % 60}(f${i}_${(k * 11) % 60}(value))\n`);
      project.write(
        `app/m${i}.py`,
        `from app.m${(i * 13) % 200} import *\n${
          Array.from({ length: 60 }, (_, k) => `def g${k}(v): return v\n`).join("")
        }${body.join("")}`,
      );
      lines.push(body.join(""));
    }
    const bytes = Array.from({ length: 200 }, (_, i) => statSync(join(project.root, `app/m${i}.py`)).size).reduce(
      (sum, size) => sum + size,
      0,
    );
    assert.ok(bytes > THREADS_PAY_BYTES, `${bytes} bytes are too few for threads`);
    const packed = await runBinary(["export", "edges", "-C", project.root, "--db", `${project.database}-packed`, "--quiet"]);
    const source = await runCallgrove(
      ["export", "edges", "-C", project.root, "--db", `${project.database}-source`, "--quiet"],
      project.root,
    );
    assert.equal(packed.status, 0, packed.stderr);
    assert.ok(packed.stdout.split("\n").length > 20_000);
    assert.ok(packed.stdout === source.stdout, "other edges");
  }));

binaryTest(
  "memory: sessions are read, kept and recalled as from source, by a thread of its own",
  () =>
    withProject({ "app.py": "def load_file(): pass\n" }, async (project) => {
      const said = claudeSession("s1", project.root);
      const filler = "word after word ".repeat(1000);
      const lines = Array.from({ length: 400 }, (_, i) => said.user(`Why does \`load_file\` fail the ${i}th time? ${filler}`));
      const folder = join(project.database, "..", "transcripts");
      mkdirSync(folder);
      for (const half of [0, 1]) {
        writeFileSync(join(folder, `s${half}.jsonl`), lines.slice(half * 200, half * 200 + 200).map((line) => `${line}\n`).join(""));
      }
      const place = (name: string): string[] => ["-C", project.root, "--db", `${project.database}-${name}`, "--quiet"];
      for (const args of [["memory", "ingest", "--sessions", folder], ["recall", "load_file"]]) {
        const packed = await runBinary([...args, ...place("packed")]);
        const source = await runCallgrove([...args, ...place("source")], project.root);
        assert.equal(packed.status, 0, packed.stderr);
        const untimed = (text: string): string => text.replaceAll(/\d+(\.\d+)? m?s\b/g, "T");
        assert.equal(untimed(packed.stdout), untimed(source.stdout), args.join(" "));
      }
      const recalled = await runBinary(["recall", "load_file", ...place("packed")]);
      assert.match(recalled.stdout, /Why does `load_file` fail/);
    }),
);

binaryTest("MCP: a real client gets the list and the answers of the server from source", async () => {
  using shop = openShop("typescript");
  const seen: string[] = [];
  for (
    const [command, args] of [[BINARY, []], [Deno.execPath(), [
      "run",
      "--quiet",
      "--no-check",
      ...PERMISSIONS,
      join(ROOT, "main.ts"),
    ]]] as const
  ) {
    const client = new Client({ name: "callgrove-test", version: "1" }, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
    const db = join(shop.folder, "..", `db${seen.length}`);
    await client.connect(
      new StdioClientTransport({ command, args: [...args, "mcp", "--repo", shop.folder, "--db", db], stderr: "ignore" }),
    );
    try {
      const { tools } = await client.listTools();
      const answers = [];
      for (
        const call of [["get_callers", { function_name: "count" }], ["get_callees", { function_name: "main" }], [
          "call_graph_stats",
          {},
        ]] as const
      ) {
        const answer = await client.callTool({ name: call[0], arguments: call[1] });
        assert.ok(answer.isError !== true, JSON.stringify(answer));
        answers.push(answer);
      }
      // Times of day differ.
      seen.push(JSON.stringify({ tools, answers }).replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME"));
    } finally {
      await client.close();
    }
  }
  assert.equal(seen[0], seen[1]);
});

binaryTest("refuses network, FFI, other programs and other variables; says so itself", async () => {
  using shop = openShop("go");
  const outcome = await runBinary(["doctor", "--json", "-C", shop.folder], undefined, { CALLGROVE_NOT_NAMED_ANYWHERE: "secret" });
  const { checks } = JSON.parse(outcome.stdout) as { checks: { area: string; name: string; state: string; detail: string }[] };
  const permissions = checks.filter((check) => check.area === "permissions");
  assert.deepEqual(permissions.map((check) => check.name), [
    "network",
    "fetch",
    "listening",
    "native libraries (FFI)",
    "other programs",
    "other environment variables",
  ]);
  for (const check of permissions) assert.match(`${check.state} ${check.detail}`, /^ok refused/, check.name);
});

Deno.test("doctor's attempts distinguish refused from failed: with all permissions each is a problem", async () => {
  const folder = Deno.makeTempDirSync();
  try {
    const output = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--quiet", "--no-check", join(ROOT, "main.ts"), "doctor", "--json"],
      cwd: folder,
      env: { INIT_CWD: "" },
    }).output();
    assert.equal(output.code, 1);
    const { checks } = JSON.parse(new TextDecoder().decode(output.stdout)) as { checks: { area: string; state: string; mend?: string }[] };
    const permissions = checks.filter((check) => check.area === "permissions");
    assert.deepEqual(new Set(permissions.map((check) => check.state)), new Set(["problem"]));
    assert.ok(checks.every((check) => (check.state === "problem") === (check.mend !== undefined)));
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});

binaryTest("knows its commit, runs where its name and folder are odd, leaves nothing behind", async () => {
  assert.match((await runBinary(["--version"])).stdout, /^\d+\.\d+\.\d+ \([0-9a-f]{9} \d{4}-\d\d-\d\d\)\n$/);
  using shop = openShop("rust");
  const odd = join(shop.folder, "..", "Ein Haus mit ö — und Leerzeichen");
  mkdirSync(odd);
  writeFileSync(join(odd, "täst.py"), "def f(): pass\ndef g(): f()\n");
  const answer = await runBinary(["callers", "f", "--quiet"], odd, { HOME: shop.folder });
  assert.match(answer.stdout, /täst\.py:2:10 +g/);
  assert.deepEqual(readdirSync(odd).sort(), [".callgrove", "täst.py"]);
});

binaryTest("a repository that cannot be written: the index lies in the cache, and it is said", async () => {
  const { uid } = Deno;
  using shop = openShop("python");
  const home = join(shop.folder, "..", "home");
  mkdirSync(home);
  let isHomeless = false;
  // As another user where this one may write everywhere.
  const other = uid() === 0 ? { uid: 65534, gid: 65534 } : {};
  chmodSync(join(shop.folder, ".."), 0o755);
  chmodSync(home, 0o777);
  chmodSync(shop.folder, 0o555);
  const ask = async (...args: string[]): Promise<{ code: number; text: string }> => {
    const env = { NO_COLOR: "1", PATH: Deno.env.get("PATH") ?? "", TMPDIR: home, ...(isHomeless ? {} : { HOME: home }) };
    const { code, stdout, stderr } = await new Deno.Command(BINARY, { args, cwd: home, clearEnv: true, env, stdin: "null", ...other })
      .output();
    return { code, text: new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr) };
  };
  const first = await ask("callers", "count", "-C", shop.folder);
  assert.equal(first.code, 0, first.text);
  assert.match(first.text, /shop\/run\.py:19:11 +main/);
  assert.match(first.text, /warning: "[^"]*" cannot be written: the index lies in "[^"]*\.cache\/callgrove\/[0-9a-f]{16}"/);
  assert.ok(!existsSync(join(shop.folder, ".callgrove")));
  assert.match((await ask("doctor", "-C", shop.folder)).text, /cannot be written: the index lies in/);
  chmodSync(home, 0o555);
  const nowhere = await ask("callers", "count", "-C", shop.folder, "--db", join(home, "db"));
  assert.equal(nowhere.code, 3);
  assert.match(nowhere.text, /Cannot write the index[^]*--db DIR/);
  isHomeless = true;
  const homeless = await ask("callers", "count", "-C", shop.folder);
  assert.equal(homeless.code, 3);
  assert.match(homeless.text, /Cannot write the index in "[^"]*\/\.callgrove"[^]*--db DIR/, "no folder at the root of the disk");
  const told = (await ask("doctor", "-C", shop.folder)).text;
  assert.match(told, /cache +none: HOME is not set/);
  assert.match(told, /folder +"[^"]*\.callgrove" cannot be written/);
  chmodSync(shop.folder, 0o755);
});
