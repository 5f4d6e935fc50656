/** Completions and the man page: they contain every command, and the installed shells accept them. */
import assert from "node:assert/strict";
import { makeProgram } from "../cli/program.ts";
import { readWords } from "../cli/shell/command_words.ts";
import { makeCompletions, SHELLS } from "../cli/shell/completions.ts";
import { makeManPage } from "../cli/shell/man_page.ts";

const program = makeProgram(() => {});
const { commands, common } = readWords(program);

/** Runs a program on a text; undefined where there is no such program here. */
async function feed(command: string, args: readonly string[], text: string): Promise<{ status: number; out: string } | undefined> {
  try {
    const child = new Deno.Command(command, { args: [...args], stdin: "piped", stdout: "piped", stderr: "piped" }).spawn();
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(text));
    await writer.close();
    const { code, stdout, stderr } = await child.output();
    return { status: code, out: new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr) };
  } catch (thrown) {
    if (thrown instanceof Deno.errors.NotFound) return undefined;
    throw thrown;
  }
}

Deno.test("every command and option is in every script and in the man page", () => {
  const names = commands.map((command) => command.path.split(" ").at(-1)!);
  assert.ok(names.includes("callers") && names.includes("trust"));
  for (const shell of SHELLS) {
    const script = makeCompletions(shell, program);
    for (const name of names) assert.match(script, new RegExp(`\\b${name}\\b`), `${shell}: ${name}`);
    for (const option of common.flatMap((one) => one.names)) assert.ok(script.includes(option.replace(/^--?/, "")), `${shell}: ${option}`);
    assert.ok(!script.includes("undefined"), shell);
  }
  const page = makeManPage(program);
  for (const command of commands) assert.ok(page.includes(`.B callgrove ${command.path.replaceAll("-", "\\-")}`), command.path);
});

Deno.test("bash completes commands, subcommands, options and files", async () => {
  const ask = async (words: readonly string[]): Promise<string[]> => {
    const list = words.map((word) => `'${word}'`).join(" ");
    const script = `${makeCompletions("bash", program)}\nCOMP_WORDS=(${list}); COMP_CWORD=${
      words.length - 1
    }; _callgrove; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return (await feed("bash", ["-s"], script))!.out.trim().split("\n");
  };
  assert.deepEqual(await ask(["callgrove", "calle"]), ["callers", "callees"]);
  assert.ok((await ask(["callgrove", "languages", "tr"])).includes("trust"));
  assert.deepEqual(await ask(["callgrove", "-C", "/x", "init", "--dr"]), ["--dry-run"]);
  assert.ok((await ask(["callgrove", "symbols", "/et"])).includes("/etc"));
  assert.deepEqual(await ask(["callgrove", "completions", "z"]), ["zsh"]);
  assert.deepEqual(await ask(["callgrove", "completions", ""]), [...SHELLS]);
  assert.deepEqual(await ask(["callgrove", "init", "zed", "cu"]), ["cursor"]);
  assert.deepEqual(await ask(["callgrove", "--color", ""]), ["auto", "always", "never"]);
  assert.deepEqual(await ask(["callgrove", "--color", "=", "al"]), ["always"]);
  assert.deepEqual(await ask(["callgrove", "graph", "x", "--direction", "calle"]), ["callers", "callees"]);
  assert.deepEqual(await ask(["callgrove", "remember", "d"]), ["decision"]);
  assert.deepEqual(await ask(["callgrove", "-C", "/et"]), ["/etc"]);
  assert.deepEqual(await ask(["callgrove", "callers", "x", "--limit", ""]), [""]);
  assert.deepEqual(await ask(["callgrove", "help", "calle"]), ["callers", "callees"]);
  assert.deepEqual(await ask(["callgrove", "tool", "get_calle"]), ["get_callers", "get_callees"]);
});

Deno.test("fish completes after common options, in subcommands and by position", async () => {
  const ask = async (line: string): Promise<string[] | undefined> => {
    const script = `${makeCompletions("fish", program)}\ncomplete -C'${line}' | string replace -r '\\t.*' ''`;
    return (await feed("fish", ["--no-config", "-c", script], ""))?.out.trim().split("\n").sort();
  };
  if (await ask("callgrove ") === undefined) return console.log("    (no fish here: not tried)");
  assert.deepEqual(await ask("callgrove -C /x calle"), ["callees", "callers"]);
  assert.deepEqual(await ask("callgrove languages tr"), ["tree", "trust"]);
  assert.deepEqual(await ask("callgrove languages new x --gr"), ["--grammar"]);
  assert.ok(!(await ask("callgrove search languages tr"))!.includes("trust"));
  assert.deepEqual(await ask("callgrove help calle"), ["callees", "callers"]);
  assert.deepEqual(await ask("callgrove remember "), ["decision", "error", "note"]);
  assert.deepEqual(await ask("callgrove init zed cu"), ["cursor"]);
  assert.deepEqual(await ask("callgrove --color "), ["always", "auto", "never"]);
});

Deno.test("zsh's script completes commands after common options, and options of subcommands", () => {
  const script = makeCompletions("zsh", program);
  for (
    const line of [
      /^ +_arguments -C .*'--repo\[.*'1:command:->command' '\*::argument:->argument'$/m,
      /^ +languages\) _arguments -C .*'1:command:->command' '\*::argument:->argument'$/m,
      /^ +new\) _arguments .*'--grammar\[/m,
      /^ +help\) _arguments .*'1:value:\([^)]*\bcallers\b/m,
    ]
  ) assert.ok(line.test(script), `${line}`);
});

for (const [shell, command, args] of [["zsh", "zsh", ["-n"]], ["fish", "fish", ["--no-execute"]], ["bash", "bash", ["-n"]]] as const) {
  Deno.test(`${shell} takes its script`, async () => {
    const result = await feed(command, args, makeCompletions(shell, program));
    if (result === undefined) return console.log(`    (no ${shell} here: not tried)`);
    assert.deepEqual(result, { status: 0, out: "" });
  });
}

Deno.test("man takes the page without a warning", async () => {
  const result = await feed("man", ["--warnings", "-E", "UTF-8", "-l", "-"], makeManPage(program));
  if (result === undefined) return console.log("    (no man here: not tried)");
  assert.equal(result.status, 0, result.out);
  assert.ok(!/warning/.test(result.out), result.out);
});
