/**
 * The state of this language's rules while one file is lowered; and what the file declares before its definitions: its package and its
 * build constraint.
 *
 * Stage: parse -> facts. Invariant: created anew for every file by `beginFile`; nothing is kept. The module's `attributes` pass data to
 * module resolution: `package:chi condition:linux&&amd64`, and `program` if a file with a constraint declares `main`.
 */
import { DefinitionFlag } from "../../core/facts.ts";
import type { Lowering } from "../../core/lower/lower.ts";
import { readBuildConstraint } from "./build_constraints.ts";
import type { Captures } from "./lower/captured_parameters.ts";
import type { Element } from "./lower/held_parts.ts";
import type { Imports } from "./lower/imports.ts";

/** The state of one file. Nodes, definitions and expressions are numbers. */
export interface FileState {
  /** Fields that are declared together (`a, b T`): the first, and each of the others. */
  readonly twins: (readonly [first: number, twin: number])[];
  /** Names of functions without a body, and their link targets (`//go:linkname`). */
  readonly linked: (readonly [name: number, target: string])[];
  /** Names that functions bind, as returned by `localKeyAt`. */
  readonly locals: Set<number>;
  /** The same keys -> the declared type of the name, if it may be of another package. */
  readonly externalTypes: Map<number, number>;
  readonly imports: Imports;
  readonly captures: Captures;
  /** The last line of `const` that has values: those below it repeat them. */
  constants: number;
  /** The condition under which the file is built; "" if there is none. */
  readonly constraint: string;
  /** It is of the package `main`. */
  readonly isOfProgram: boolean;
  /** It is of `main`, and its functions are targets of Mage. */
  readonly isOfTargets: boolean;
  /** Names of functions that comments export to C, or to a WebAssembly host. */
  readonly exportedToC: ReadonlySet<string>;
  readonly exportedToWasm: ReadonlySet<string>;
  /** Names of functions that comments link -> the other name, or "". */
  readonly linkNames: ReadonlyMap<string, string>;
  /** Functions whose results determine a router. */
  readonly routerMakers: Set<number>;
  /** Values of local variables that may be functions or contain some, by the variables' keys. */
  readonly heldLocally: Map<number, number[]>;
  /** The same of local variables that are declared with a type which may be a function's (`var less func(a, b int) bool`). */
  readonly functionsLocally: Set<number>;
  /** Elements of literals, by their bodies. */
  readonly elementsOfLiterals: Map<number, readonly Element[]>;
  /** Functions in literals, by the literal and the field of its elements. */
  readonly partsOfLiterals: Map<string, Set<number>>;
  /** Literals in top-level variables by name, once requested. */
  tablesAtTop: ReadonlyMap<string, readonly number[]> | undefined;
  /**
   * Properties of the text, once requested: whether it may create routers, imports `reflect` or a test package, contains a template action.
   */
  mayMakeRouters: boolean | undefined;
  importsReflect: boolean | undefined;
  importsTests: boolean | undefined;
  mayHoldActions: boolean | undefined;
}

/** The state of the current file. */
export function stateOf(lowering: Lowering): FileState {
  return lowering.own.state as FileState;
}

/** What identifies a file of Mage targets: its build tag, or imports of Mage. */
const NEEDS_MAGE = /(?:^|[^\w.!-])mage(?![\w.-])/;
const IMPORTS_MAGE = /^(?:import)?\s*(?:\w+\s+)?"github\.com\/magefile\/mage\/(?:mg|sh|target)"/m;

/** Prepares the state of a file and notes its package. */
export function beginFile(lowering: Lowering): void {
  const clause = lowering.childOfKind(0, "package_clause");
  const head = clause === 0 ? "" : lowering.tree.source.slice(0, lowering.tree.start[clause]!);
  const written = readBuildConstraint(head);
  const isOfC = importsC(lowering);
  const constraint = !isOfC ? written : written === "" ? "cgo" : `cgo&&(${written})`;
  const name = clause === 0 ? 0 : lowering.childOfKind(clause, "package_identifier");
  const isProgram = constraint !== "" && /^func main\(/m.test(lowering.tree.source);
  const attributes = [
    name === 0 ? "" : `package:${lowering.text(name)}`,
    constraint === "" ? "" : `condition:${constraint}`,
    isProgram ? "program" : "",
  ];
  const isOfProgram = name !== 0 && lowering.text(name) === "main";
  const state: FileState = {
    twins: [],
    linked: [],
    locals: new Set(),
    externalTypes: new Map(),
    imports: { unnamed: [], bound: new Set() },
    captures: { unnamed: [], ofReceivers: new Map() },
    constants: 0,
    constraint,
    isOfProgram,
    isOfTargets: isOfProgram && (NEEDS_MAGE.test(constraint) || IMPORTS_MAGE.test(lowering.tree.source)),
    ...readDirectives(lowering.tree.source, isOfC),
    routerMakers: new Set(),
    heldLocally: new Map(),
    functionsLocally: new Set(),
    elementsOfLiterals: new Map(),
    partsOfLiterals: new Map(),
    tablesAtTop: undefined,
    mayMakeRouters: undefined,
    importsReflect: undefined,
    importsTests: undefined,
    mayHoldActions: undefined,
  };
  lowering.own.state = state;
  lowering.facts.set("definitions", lowering.module, "attributes", lowering.facts.string(attributes.filter((a) => a !== "").join(" ")));
  if (constraint !== "") lowering.addFlag(lowering.module, DefinitionFlag.conditional);
}

/** Comments that export functions: `//export f` to C, `//go:wasmexport f`, `//go:linkname f` with another name of it, if any. */
function readDirectives(source: string, isOfC: boolean): Pick<FileState, "exportedToC" | "exportedToWasm" | "linkNames"> {
  const toC = isOfC ? source.matchAll(/^\/\/export (\S+)/gm).map((match) => match[1]!) : [];
  const isLinked = source.includes("\n//go:");
  const linked = isLinked
    ? source.matchAll(/^\/\/go:linkname (\S+)(?:[ \t]+(\S+))?/gm).map((match) => [match[1]!, match[2] ?? ""] as const)
    : [];
  const toWasm = isLinked ? source.matchAll(/^\/\/go:wasmexport .*\n(?:\/\/.*\n)*func (\w+)/gm).map((match) => match[1]!) : [];
  return { exportedToC: new Set(toC), exportedToWasm: new Set(toWasm), linkNames: new Map(linked) };
}

/** `import "C"`: the file is built only with cgo. */
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
