/**
 * Functions that Go assembly calls, or takes the address of: `CALL ·grow(SB)`, `JMP runtime·memmove(SB)`.
 *
 * Pure. Not a parser: in a name `·` represents the dot and `∕` the slash. Invariant: a name too many is harmless (it only means "it may be
 * called there"), one too few is not; what a file defines itself (`TEXT ·f`) is excluded.
 */
import type { AssemblyName, AssemblyRules } from "../../core/rules/assembly_rules.ts";

const COMMENT = /\/\*[^]*?\*\/|\/\/[^\n]*/g;
const NAME = /([\p{L}\p{N}_.\-∕%~]*)·([\p{L}\p{N}_]+)/gu;
/** The definition of a name: `TEXT ·f(SB), NOSPLIT, $0-8`. */
const DEFINES = /^[ \t]*(?:TEXT|GLOBL|DATA)[ \t]+(?:[\p{L}\p{N}_.\-∕%~]*)·[\p{L}\p{N}_]+/gmu;

/** How names are read from Go assembly. */
export const assembly: AssemblyRules = {
  files: /\.s$/,
  readNames(text) {
    if (!text.includes("·")) return [];
    const blank = (part: string): string => part.replaceAll(/[^\n]/g, " ");
    const plain = text.replaceAll(COMMENT, blank).replaceAll(DEFINES, blank);
    const found = new Map<string, AssemblyName>();
    for (const [i, line] of plain.split("\n").entries()) {
      for (const [whole, packagePath, name] of line.matchAll(NAME)) {
        if (!found.has(whole)) found.set(whole, { name: name!, package: packagePath!.replaceAll("∕", "/"), line: i + 1 });
      }
    }
    return [...found.values()];
  },
};
