/**
 * What a Go file says of itself before its declarations: its package and its build constraint.
 *
 * Stage: facts, before the first pass. The module's `attributes` carry them to module resolution: `package:chi condition:linux&&amd64`,
 * and `program` where a file that has a constraint declares `main`.
 */
import { DefinitionFlag } from "../../core/facts.ts";
import type { Lowering } from "../../core/lower/lower.ts";
import { readBuildConstraint } from "./build_constraints.ts";
import type { Captures } from "./lower/captured_parameters.ts";
import type { Imports } from "./lower/imports.ts";

/** What Mage takes for a file of targets: its tag, or what targets are written with. */
const NEEDS_MAGE = /(?:^|[^\w.!-])mage(?![\w.-])/;
const IMPORTS_MAGE = /^(?:import)?\s*(?:\w+\s+)?"github\.com\/magefile\/mage\/(?:mg|sh|target)"/m;

/** Prepares the tables of one file and notes its package. */
export function beginFile(lowering: Lowering): void {
  lowering.own.twins = [];
  lowering.own.linked = [];
  lowering.own.locals = new Set<number>();
  lowering.own.imports = { unnamed: [], bound: new Set() } satisfies Imports;
  lowering.own.captures = { unnamed: [], ofReceivers: new Map() } satisfies Captures;
  lowering.own.constants = 0;
  const clause = lowering.childOfKind(0, "package_clause");
  const head = clause === 0 ? "" : lowering.tree.source.slice(0, lowering.tree.start[clause]!);
  const written = readBuildConstraint(head);
  const isOfC = importsC(lowering);
  readDirectives(lowering, isOfC);
  const constraint = !isOfC ? written : written === "" ? "cgo" : `cgo&&(${written})`;
  lowering.own.constraint = constraint;
  const name = clause === 0 ? 0 : lowering.childOfKind(clause, "package_identifier");
  const isProgram = constraint !== "" && /^func main\(/m.test(lowering.tree.source);
  const attributes = [
    name === 0 ? "" : `package:${lowering.text(name)}`,
    constraint === "" ? "" : `condition:${constraint}`,
    isProgram ? "program" : "",
  ];
  lowering.own.isOfProgram = name !== 0 && lowering.text(name) === "main";
  lowering.own.isOfTargets = lowering.own.isOfProgram === true && (NEEDS_MAGE.test(constraint) || IMPORTS_MAGE.test(lowering.tree.source));
  lowering.facts.set("definitions", lowering.module, "attributes", lowering.facts.string(attributes.filter((a) => a !== "").join(" ")));
  if (constraint !== "") lowering.addFlag(lowering.module, DefinitionFlag.conditional);
}

/** Comments that hand functions to others: `//export f` to C, `//go:wasmexport f`, `//go:linkname f` with another name of it, if any. */
function readDirectives({ own, tree: { source } }: Lowering, isOfC: boolean): void {
  const toC = isOfC ? source.matchAll(/^\/\/export (\S+)/gm).map((match) => match[1]!) : [];
  own.exportedToC = new Set(toC);
  const isLinked = source.includes("\n//go:");
  const linked = isLinked
    ? source.matchAll(/^\/\/go:linkname (\S+)(?:[ \t]+(\S+))?/gm).map((match) => [match[1]!, match[2] ?? ""] as const)
    : [];
  own.linkNames = new Map(linked);
  const toWasm = isLinked ? source.matchAll(/^\/\/go:wasmexport .*\n(?:\/\/.*\n)*func (\w+)/gm).map((match) => match[1]!) : [];
  own.exportedToWasm = new Set(toWasm);
}

/** `import "C"`: the file is built only where cgo is. */
function importsC(lowering: Lowering): boolean {
  for (let node = lowering.firstChild(0); node !== 0; node = lowering.next(node)) {
    switch (lowering.kind(node)) {
      case "import_declaration":
        if (/"C"/.test(lowering.text(node))) return true;
        break;
      case "function_declaration":
      case "method_declaration":
      case "type_declaration":
        return false;
    }
  }
  return false;
}
