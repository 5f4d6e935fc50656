/**
 * `init` on configurations as people have them: comments, tabs, other servers, no file, a broken one; run twice, and undone byte for byte.
 */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parse as parseJsonc } from "jsonc-parser";
import { parse as parseToml } from "smol-toml";
import { type Outcome, runCallgrove } from "./support/shop.ts";

interface Home extends Disposable {
  readonly folder: string;
  /** Where the runtime of these tests keeps what it fetched. */
  readonly denoCache: string;
  write(path: string, text: string | Uint8Array): void;
  read(path: string): string;
  run(...args: string[]): Promise<Outcome>;
}

/** A home with spaces and letters that are not ASCII. */
function openHome(): Home {
  const folder = join(mkdtempSync(join(tmpdir(), "callgrove-init-")), "Zoë Müller 家");
  mkdirSync(folder);
  const denoCache = Deno.env.get("DENO_DIR") ?? join(Deno.env.get("HOME") ?? "", ".cache", "deno");
  const env = { HOME: folder, XDG_CONFIG_HOME: join(folder, ".config"), XDG_CACHE_HOME: join(folder, ".cache"), DENO_DIR: denoCache };
  return {
    folder,
    denoCache,
    write(path, text) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    },
    read: (path) => readFileSync(join(folder, path), "utf8"),
    run: (...args) => runCallgrove(["init", ...args], folder, env),
    [Symbol.dispose]: () => rmSync(dirname(folder), { recursive: true, force: true }),
  };
}

const COMMENTED = `{
\t// my servers
\t"mcpServers": {
\t\t"other": { "command": "x", "args": ["--a"] }, // keep
\t},
\t"theme": "dark" /* as it is */
}
`;
const TOML = `# mine
model = "gpt"

[mcp_servers.other] # keep
command = "x"
args = ["a", 'b']

[profiles.fast]
model = "mini"`;

/** Configurations by path, and what the entry must be found under. */
const FILES: Record<string, string> = {
  ".claude.json": `{"numStartups":3,"mcpServers":{},"projects":{"/a b":{"x":[1,2]}}}`,
  ".cursor/mcp.json": COMMENTED,
  ".config/Code/User/mcp.json":
    `{\r\n    "servers": {\r\n        "github": { "type": "http", "url": "https://example.com" }\r\n    }\r\n}\r\n`,
  ".codex/config.toml": TOML,
  ".gemini/settings.json": "\ufeff{}",
  ".config/zed/settings.json": `// Zed settings\n{\n  "vim_mode": true,\n}\n`,
  ".codeium/windsurf/mcp_config.json": "",
  ".config/opencode/opencode.jsonc": `{ "$schema": "https://opencode.ai/config.json" }`,
};

Deno.test("nine agents: added once, other entries and comments are kept, undone byte for byte", async () => {
  using home = openHome();
  for (const [path, text] of Object.entries(FILES)) home.write(path, text);
  mkdirSync(join(home.folder, ".junie"));
  const dry = await home.run("--dry-run");
  assert.equal(dry.status, 0, dry.stderr);
  for (const title of ["Claude Code", "Cursor", "VS Code", "Codex", "Gemini CLI", "Zed", "Windsurf", "opencode", "JetBrains"]) {
    assert.ok(dry.stdout.includes(title), `${title}: ${dry.stdout}`);
  }
  assert.match(dry.stdout, /^\+.*"callgrove": \{/m);
  assert.ok(!existsSync(join(home.folder, ".junie", "mcp")), "a dry run writes nothing");

  const asked = await home.run();
  assert.equal(asked.status, 2, "nobody can be asked");
  for (const [path, text] of Object.entries(FILES)) assert.equal(home.read(path), text, path);

  assert.equal((await home.run("--yes")).status, 0);
  const once = Object.fromEntries(Object.keys(FILES).map((path) => [path, home.read(path)]));
  const json = (path: string): Record<string, Record<string, unknown>> => parseJsonc(home.read(path).replace("\ufeff", ""));
  for (
    const [path, key] of [
      [".claude.json", "mcpServers"],
      [".cursor/mcp.json", "mcpServers"],
      [".config/Code/User/mcp.json", "servers"],
      [".gemini/settings.json", "mcpServers"],
      [".config/zed/settings.json", "context_servers"],
      [".codeium/windsurf/mcp_config.json", "mcpServers"],
      [".junie/mcp/mcp.json", "mcpServers"],
    ] as const
  ) {
    const entry = json(path)[key]!["callgrove"] as { command: string; args: string[] };
    assert.equal(entry.args.at(-1), "mcp", path);
    assert.ok(entry.command.length > 0);
  }
  const opencode = json(".config/opencode/opencode.jsonc")["mcp"]!["callgrove"] as { type: string; command: string[] };
  assert.deepEqual([opencode.type, opencode.command.at(-1)], ["local", "mcp"]);
  const cursor = home.read(".cursor/mcp.json");
  for (const kept of ["\t// my servers", '\t\t"other": { "command": "x", "args": ["--a"] }', "// keep", '"theme": "dark" /* as it is */']) {
    assert.ok(cursor.includes(kept), kept);
  }
  assert.match(cursor, /\n\t\t"callgrove": \{\n\t\t\t"command"/);
  assert.ok(!home.read(".config/Code/User/mcp.json").replaceAll("\r\n", "").includes("\n"), "line ends stay");
  assert.ok(home.read(".gemini/settings.json").startsWith("\ufeff"));
  assert.ok(home.read(".codex/config.toml").startsWith(TOML));
  const toml = parseToml(home.read(".codex/config.toml")) as { mcp_servers: Record<string, { args: string[] }> };
  assert.deepEqual([Object.keys(toml.mcp_servers), toml.mcp_servers["callgrove"]!.args.at(-1)], [["other", "callgrove"], "mcp"]);

  const again = await home.run("--yes");
  assert.equal((again.stdout.match(/already there/g) ?? []).length, 9, again.stdout);
  for (const path of Object.keys(FILES)) assert.equal(home.read(path), once[path]);

  assert.equal((await home.run("--undo", "--yes")).status, 0);
  for (const [path, text] of Object.entries(FILES)) assert.deepEqual(readFileSync(join(home.folder, path)), Buffer.from(text), path);
  assert.ok(!existsSync(join(home.folder, ".junie", "mcp", "mcp.json")));
  assert.match((await home.run("--undo", "--yes")).stdout, /nothing to undo/);
});

Deno.test("invalid JSON or TOML is left unchanged, and reported with its line", async () => {
  using home = openHome();
  const broken = `{\n  "mcpServers": {\n    "other": {"command": "x"\n  }\n`;
  home.write(".cursor/mcp.json", broken);
  home.write(".gemini/settings.json", `{"mcpServers": ["not", "an", "object"]}`);
  home.write(".codex/config.toml", "[a\nb = ");
  home.write(".codeium/windsurf/mcp_config.json", new Uint8Array([0x7b, 0xff, 0x7d]));
  mkdirSync(join(home.folder, ".config", "zed"), { recursive: true });
  const outcome = await home.run("--yes");
  assert.equal(outcome.status, 1);
  assert.match(outcome.stdout, /Cursor .*not valid JSON \(line \d.*left as it is/);
  assert.match(outcome.stdout, /Gemini CLI .*"mcpServers" is not an object/);
  assert.match(outcome.stdout, /Codex .*not valid TOML/);
  assert.match(outcome.stdout, /Windsurf .*not UTF-8/);
  assert.equal(home.read(".cursor/mcp.json"), broken);
  assert.equal(home.read(".codex/config.toml"), "[a\nb = ");
  assert.ok(home.read(".config/zed/settings.json").includes("callgrove"), "the others are written");
});

Deno.test("a key that stands twice is left unchanged: a client reads the last of them", async () => {
  using home = openHome();
  const twice = {
    ".cursor/mcp.json": `{"mcpServers":{"a":{"command":"x"}},"mcpServers":{"b":{"command":"y"}}}`,
    ".gemini/settings.json": `{"mcpServers":{"callgrove":{"command":"x"},"callgrove":{"command":"y"}}}`,
  };
  for (const [path, text] of Object.entries(twice)) home.write(path, text);
  const made = await home.run("cursor", "gemini", "--yes");
  assert.equal(made.status, 1, made.stdout);
  assert.match(made.stdout + made.stderr, /"mcpServers" appears in it twice/);
  assert.match(made.stdout + made.stderr, /"callgrove" appears in it twice/);
  for (const [path, text] of Object.entries(twice)) assert.equal(home.read(path), text);
});

Deno.test("an unreadable file is left unchanged and reported, and the other agents are configured", async () => {
  using home = openHome();
  mkdirSync(join(home.folder, ".cursor", "mcp.json"), { recursive: true });
  home.write(".codex/config.toml", TOML);
  const { status, stdout, stderr } = await home.run("cursor", "codex", "--yes");
  assert.match(stdout + stderr, /Cannot read ".*mcp\.json": [^\n]*it was left as it is/);
  assert.ok(home.read(".codex/config.toml").includes("callgrove"));
  assert.notEqual(status, 3);
});

Deno.test("undo after another program wrote removes only the entry; links and permissions are kept", async () => {
  using home = openHome();
  home.write("dotfiles/mcp.json", COMMENTED);
  Deno.chmodSync(join(home.folder, "dotfiles/mcp.json"), 0o600);
  mkdirSync(join(home.folder, ".cursor"));
  symlinkSync("../dotfiles/mcp.json", join(home.folder, ".cursor", "mcp.json"));
  await home.run("cursor", "--yes");
  assert.ok(Deno.lstatSync(join(home.folder, ".cursor", "mcp.json")).isSymlink);
  assert.equal(Deno.statSync(join(home.folder, "dotfiles/mcp.json")).mode! & 0o777, 0o600);
  home.write("dotfiles/mcp.json", home.read("dotfiles/mcp.json").replace("dark", "light"));
  const undone = await home.run("--undo", "--yes");
  assert.match(undone.stdout, /changed since/);
  const left = home.read("dotfiles/mcp.json");
  assert.ok(left.includes("light") && left.includes("other") && !left.includes("callgrove"), left);
});

Deno.test("an entry of another callgrove is replaced, one place for each; notes only on request; print", async () => {
  using home = openHome();
  const old = `[mcp_servers.callgrove]\ncommand = "old"\n\n[mcp_servers.callgrove.env]\nA = "1"\n\n[z]\ny = 1\n`;
  home.write(".codex/config.toml", old);
  await home.run("codex", "--yes");
  const text = home.read(".codex/config.toml");
  assert.equal((text.match(/\[mcp_servers\.callgrove/g) ?? []).length, 1);
  assert.ok(text.includes("[z]\ny = 1") && !text.includes("old"));
  home.write("AGENTS.md", "# Mine\n");
  await home.run("codex", "--notes", "AGENTS.md", "--yes");
  await home.run("codex", "--notes", "AGENTS.md", "--yes");
  assert.equal((home.read("AGENTS.md").match(/callgrove: begin/g) ?? []).length, 1);
  await home.run("--undo", "--yes");
  assert.equal(home.read("AGENTS.md"), "# Mine\n");
  assert.equal(home.read(".codex/config.toml"), old);
  assert.match((await home.run("--print", "codex")).stdout, /\[mcp_servers\.callgrove\]\ncommand = /);
  assert.match((await home.run("--print", "zed")).stdout, /"context_servers"/);
  const { client, format, entry } = JSON.parse((await home.run("--print", "codex", "--json")).stdout);
  assert.deepEqual([client, format, Object.keys(entry.mcp_servers.callgrove)], ["codex", "toml", ["command", "args"]]);
  assert.match((await home.run("zed", "crusor")).stderr, /'crusor'.*Did you mean cursor\?/);
});

Deno.test("without a home nothing is written to the current folder", async () => {
  using home = openHome();
  const env = { HOME: "", USERPROFILE: "", DENO_DIR: home.denoCache };
  const { status, stderr } = await runCallgrove(["init", "claude-code", "--yes"], home.folder, env);
  assert.equal(status, 3);
  assert.match(stderr, /Cannot find the configuration of Claude Code: the environment names no home folder\nSet (HOME|USERPROFILE)\./);
  assert.ok(!existsSync(join(home.folder, ".claude.json")));
});
