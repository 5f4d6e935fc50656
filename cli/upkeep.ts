/**
 * The commands that maintain an index: watch, gc, verify.
 *
 * Stage: CLI. Invariant: none of them is needed for correct answers; questions check for changes themselves.
 */
import process from "node:process";
import type { Command as Program } from "commander";
import { LIVE } from "../core/base/ref_names.ts";
import { indexingRef } from "../core/base/shell_word.ts";
import { CallgroveError } from "../core/errors.ts";
import { loadEngine, loadLanguageModule } from "../later.ts";
import { structureSummary } from "../query/answer/structure_summary.ts";
import { alignRows, count } from "../query/render/style.ts";
import { placeOf } from "./asked_folders.ts";
import { addExamples } from "./help.ts";
import { chooseStyle, type CommonOptions, formatJson, megabytes, printAnswer, printNotice, printWords, usageError } from "./terminal.ts";

type Finish = (status: number) => void;

const GC_WAIT_MS = 60_000;
/** The most differing lines shown per file. */
const LINES_SHOWN = 5;
const FILES_SHOWN = 50;

/** Adds `watch`. */
export function addWatch(program: Program, finish: Finish): void {
  const command = program.command("watch").summary("keep the index fresh while files change")
    .description("Watches the working tree and brings the index up to date after each change. Ends with Ctrl-C.");
  addExamples(command, [
    ["callgrove watch", "until Ctrl-C, a line for each change brought in"],
    ["callgrove watch --json", "a JSON object a line"],
    ["callgrove watch --quiet &", "in the background"],
  ]);
  command.action(async () => {
    const options = command.optsWithGlobals<CommonOptions>();
    if (options.ref !== undefined && options.ref !== LIVE) {
      throw usageError(
        `Cannot watch ref "${options.ref}": only the working tree is watched`,
        `Leave out --ref, or index the ref once: ${indexingRef(options.ref)}`,
      );
    }
    const place = await placeOf(options);
    if (place.repository?.bare === true) {
      throw new CallgroveError("project_not_found", `Cannot watch "${place.root}": a bare repository has no working tree`, {
        hint: "Questions are about HEAD there, and follow it.",
      });
    }
    const { indexDirectory } = await loadEngine();
    const languageTable = await (await loadLanguageModule()).loadLanguageTable();
    const { watchTree } = await import("../workspace/watch_tree.ts");
    const stop = new AbortController();
    const end = (): void => stop.abort();
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, end);
    let first = true;
    await watchTree({
      place,
      table: languageTable,
      index: indexDirectory,
      signal: stop.signal,
      onSync: (summary) => {
        if (options.json === true) printAnswer(JSON.stringify(structureSummary(summary)));
        else if (options.quiet !== true) {
          const done = `${count(summary.parsed, "file")} read, ${summary.resolved} resolved, ${summary.removed} gone, ${
            Math.round(summary.ms)
          } ms`;
          printAnswer(first ? `watching ${place.root}: ${count(summary.files, "file")}` : done);
        }
        first = false;
      },
      onFailure: (error) => printNotice(`error ${error.code}: ${error.message}`),
    });
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, end);
    finish(0);
  });
}

/** Adds `gc`. */
export function addGc(program: Program, finish: Finish): void {
  const command = program.command("gc").summary("drop refs that no longer exist, and data that nothing uses")
    .description(
      "Removes refs that git no longer knows, working trees that are gone, and texts that neither uses. Answers stay the same.",
    );
  addExamples(command, [["callgrove gc", "what was dropped, and the size before and after"], ["callgrove gc --json", "for scripts"]]);
  command.action(async () => {
    const options = command.optsWithGlobals<CommonOptions>();
    const { collectGarbage } = await import("../workspace/collect_garbage.ts");
    const garbage = await collectGarbage(await placeOf(options), GC_WAIT_MS);
    if (options.json === true) printAnswer(formatJson({ ...garbage }));
    else {
      const refs = garbage.refs.map((ref) => [ref.name, ref.root, ref.why]);
      printWords([
        `${count(garbage.refs.length, "ref")} dropped, ${garbage.kept} kept; ${count(garbage.texts, "text")} dropped; ` +
        `${megabytes(garbage.before)} before, ${megabytes(garbage.after)} after`,
        ...alignRows(refs, "  "),
      ].join("\n"));
    }
    finish(0);
  });
}

/** Adds `verify`. */
export function addVerify(program: Program, finish: Finish): void {
  const command = program.command("verify").summary("check that the index equals a fresh one")
    .description(
      "Builds a fresh index in a temporary folder and shows each difference from the index that was updated step by step. " +
        "Exit status 1 if there is any.",
    );
  addExamples(command, [
    ["callgrove verify", "the working tree"],
    ["callgrove verify --ref v1.0", "an indexed ref"],
    ["callgrove verify --json", "every difference, for a report"],
  ]);
  command.action(async () => {
    const options = command.optsWithGlobals<CommonOptions>();
    const { verifyIndex } = await import("../workspace/verify_index.ts");
    const { indexDirectory } = await loadEngine();
    const found = await verifyIndex(await placeOf(options), options.ref, indexDirectory);
    const { differences } = found;
    if (options.json === true) printAnswer(formatJson({ ok: differences.length === 0, ...found }));
    else if (differences.length === 0) {
      printAnswer(`the index of ${found.ref} equals a fresh one: ${count(found.files, "file")}, ${count(found.symbols, "symbol")}`);
    } else {
      const style = chooseStyle(options);
      const lines = differences.slice(0, FILES_SHOWN).flatMap(({ path, onlyFirst, onlySecond }) => [
        style.strong(path === "" ? "(the ref as a whole)" : path),
        ...onlyFirst.slice(0, LINES_SHOWN).map((line) => `  only here:  ${line}`),
        ...onlySecond.slice(0, LINES_SHOWN).map((line) => `  only fresh: ${line}`),
      ]);
      printWords([`the index of ${found.ref} differs from a fresh one in ${count(differences.length, "file")}`, ...lines].join("\n"));
      printNotice("Repair it: callgrove index --force. Please report it with the output of: callgrove verify --json");
    }
    finish(differences.length === 0 ? 0 : 1);
  });
}
