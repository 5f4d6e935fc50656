/**
 * `languages`: what is supported, and tools for adding a language.
 *
 * Stage: CLI. Invariant: heavy parts are loaded only when their subcommand runs.
 */
import { resolve } from "node:path";
import type { Command as Program } from "commander";
import { RULES } from "../../core/edges.ts";
import { loadDropInTest, loadLanguageModule, loadSkeleton, loadTreePrinter } from "../../later.ts";
import { alignRows } from "../../query/render/style.ts";
import { addExamples } from "../help.ts";
import { startingFolder } from "../starting_folder.ts";
import { chooseStyle, type CommonOptions, formatJson, printAnswer, printNotice, printWords } from "../terminal.ts";

type Finish = (status: number) => void;

/** Adds the command and its subcommands. */
export function addLanguages(program: Program, finish: Finish): void {
  const command = program.command("languages").summary("list the supported languages; add your own")
    .description("Lists the languages with their file endings, and the rules by which edges are made. Subcommands help to add one.");
  addExamples(command, [
    ["callgrove languages", "languages, endings, rules"],
    ["callgrove languages new kotlin --grammar tree-sitter-kotlin.wasm --ending .kt", "begin a language"],
    ["callgrove languages test ./kotlin", "check it and run its fixtures"],
    ["callgrove callers main --plugin ./kotlin", "use it"],
  ]);
  command.action(async () => finish(await list(command.optsWithGlobals<CommonOptions>())));
  addNew(command, finish);
  addTest(command, finish);
  addTree(command, finish);
  addTrust(command, finish);
}

async function list(options: CommonOptions): Promise<number> {
  const { loadLanguages } = await loadLanguageModule();
  const { plugins, notes } = await loadLanguages();
  for (const note of options.quiet === true ? [] : notes) printNotice(`warning: ${note}`);
  if (options.json === true) {
    const languages = plugins.map((one) => ({
      name: one.name,
      title: one.title,
      aliases: one.aliases ?? [],
      extensions: Object.keys(one.extensions),
      manifests: one.manifests,
    }));
    printAnswer(formatJson({ languages, rules: RULES, ...(notes.length === 0 ? {} : { warnings: notes }) }));
    return 0;
  }
  const style = chooseStyle(options);
  printWords([
    style.strong("Languages"),
    ...alignRows(
      plugins.map((one) => [[one.name, ...one.aliases ?? []].join(", "), one.title, Object.keys(one.extensions).join(" ")]),
      "  ",
    ),
    "",
    style.strong("Rules that make edges"),
    ...alignRows(Object.entries(RULES).map(([rule, means]) => [rule, means]), "  "),
  ].join("\n"));
  return 0;
}

function addNew(parent: Program, finish: Finish): void {
  const command = parent.command("new").summary("create a first version of a language in a folder").argument(
    "<name>",
    "lower case",
  )
    .requiredOption("--grammar <file>", "a tree-sitter grammar, built for WebAssembly").requiredOption(
      "--ending <ending>",
      "the ending of its files: .kt",
    );
  addExamples(command, [["callgrove languages new kotlin --grammar tree-sitter-kotlin.wasm --ending .kt", "into ./kotlin"]]);
  command.action(async (name: string, own: { grammar: string; ending: string }) => {
    const { writeSkeleton } = await loadSkeleton();
    const into = resolve(startingFolder(), name);
    const { builtIn } = await loadLanguageModule();
    const written = await writeSkeleton(into, name, resolve(startingFolder(), own.grammar), own.ending, builtIn);
    printAnswer(
      [...written.map((file) => `${name}/${file}`), "", `next: write a fixture, then: callgrove languages test ./${name}`].join("\n"),
    );
    finish(0);
  });
}

function addTest(parent: Program, finish: Finish): void {
  const command = parent.command("test").summary("check a language and run its fixtures").argument("<dir>", "its folder");
  addExamples(command, [["callgrove languages test ./kotlin", "what is wrong, with the line to paste"]]);
  command.action(async (dir: string) => {
    const { testDropIn } = await loadDropInTest();
    const { builtIn } = await loadLanguageModule();
    finish(await testDropIn(resolve(startingFolder(), dir), builtIn, command.optsWithGlobals<CommonOptions>()));
  });
}

function addTree(parent: Program, finish: Finish): void {
  const command = parent.command("tree").summary("print the syntax tree of a file, with node and field names").argument(
    "<dir>",
    "the language's folder",
  )
    .argument("<file>", "a source file");
  addExamples(command, [["callgrove languages tree ./kotlin Main.kt", "what queries can name"]]);
  command.action(async (dir: string, file: string) => {
    const { printTree } = await loadTreePrinter();
    printAnswer(await printTree(resolve(startingFolder(), dir), resolve(startingFolder(), file)));
    finish(0);
  });
}

function addTrust(parent: Program, finish: Finish): void {
  const trust = parent.command("trust").summary("allow the code of a drop-in language to run").argument("<name>", "the language");
  addExamples(trust, [["callgrove languages trust kotlin", "after you have read its plugin.js"]]);
  trust.action(async (name: string) => {
    const { allowCode } = await import("./trust_drop_in.ts");
    printAnswer(allowCode(name));
    finish(0);
  });
  const distrust = parent.command("distrust").summary("no longer allow it").argument("<name>", "the language");
  addExamples(distrust, [["callgrove languages distrust kotlin", "its code no longer runs"]]);
  distrust.action(async (name: string) => {
    const { setTrust } = await import("../../plugins/trust.ts");
    const ran = setTrust(name, undefined);
    printAnswer(ran ? `The code of ${name} no longer runs.` : `No code of "${name}" was allowed to run.`);
    finish(0);
  });
}
