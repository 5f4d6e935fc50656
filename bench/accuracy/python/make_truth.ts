/**
 * Writes the truth of a Python project: call sites from Python's own `ast`, definitions from pyright.
 *
 *     deno run -A bench/accuracy/python/make_truth.ts DIR OUT.jsonl
 *
 * A project with more than CALLGROVE_TRUTH_SITES call sites (default 40,000) is sampled by file, by the hash of its path; OUT's list of
 * files has those taken. Invariant: nothing is written into the project, and nothing of it is run. An answer is pyright's, with one
 * exception decided by syntax alone: a callee that depends on the import of a module which cannot be found is external.
 */
import { createHash } from "node:crypto";
import * as fs from "node:fs/promises";
import * as os from "node:os";
import * as path from "node:path";
import process from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { runProgram } from "../../run_to_end.ts";
import { withCopy } from "../copy_project.ts";
import { describeTruth, listFiles, type Place, type TruthSite, writeTruth } from "../truth.ts";
import type { LanguageServer, Location } from "./language_server.ts";
import { startPyright } from "./pyright.ts";

const MOST_SITES = Number(process.env["CALLGROVE_TRUTH_SITES"] ?? 40_000);

/** How far `f = g` is followed. */
const MAX_DEPTH = 4;

/** Questions under way at a time: enough to keep the server busy, few enough to keep its memory small. */
const BATCH = 64;

/** Line (from 1), column (from 0), name, "call" or "decorator", callee is a member, name at the very left or "". */
type ListedSite = [number, number, string, string, boolean, string];

interface Definition {
  line: number;
  column: number;
  name: string;
  kind: "function" | "class" | "property";
  overload: boolean;
  /** Kind of the scope around it: "module", "class" or "function". */
  owner: string;
  within: string;
  /** Lines of `__init__`, `__new__`, `__call__` in the class's own body; 0: none. */
  init: number;
  new: number;
  call: number;
  /** Line and column of each base that is a name. */
  bases: [number, number][];
}

interface Facts {
  file: string;
  sites: ListedSite[];
  definitions: Definition[];
  /** Line and column of a bound name, line and column of the name it is bound to. */
  assignments: [number, number, number, number][];
  /** First and last line of an import, its module. */
  imports: [number, number, string][];
  /** Line and column of every parameter. */
  parameters: [number, number][];
  /** Names that a module binds by imports only, and their modules. */
  roots: Record<string, string>;
}

interface Verdict {
  targets: Place[];
  accepts: Place[];
  external: boolean;
  value: boolean;
  isClass: boolean;
  ofClass: boolean;
  isParameter: boolean;
}

async function listFacts(root: string): Promise<Facts[]> {
  const files = await listFiles(root, (name) => name.endsWith(".py"));
  const scratch = await fs.mkdtemp(path.join(os.tmpdir(), "callgrove-truth-"));
  try {
    const list = path.join(scratch, "files");
    await fs.writeFile(list, files.join("\n"));
    const program = path.join(import.meta.dirname!, "list_calls.py");
    const text = await runProgram("python3", ["-W", "ignore", program, root, list]);
    return text.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line) as Facts);
  } finally {
    await fs.rm(scratch, { recursive: true, force: true });
  }
}

/** All files, or of a large project the share that the hash of their paths picks. */
function chooseFiles(all: readonly Facts[]): readonly Facts[] {
  const sites = all.reduce((sum, facts) => sum + facts.sites.length, 0);
  let share = 1;
  while (sites / share > MOST_SITES) share *= 2;
  if (share === 1) return all;
  return all.filter((facts) => createHash("sha256").update(facts.file).digest().readUInt32BE(0) % share === 0);
}

class Judge {
  private readonly byFile: Map<string, Facts>;
  private readonly inside: Set<string>;
  private readonly readLines = new Map<string, readonly string[]>();

  constructor(private readonly root: string, all: readonly Facts[], private readonly server: LanguageServer) {
    this.byFile = new Map(all.map((facts) => [facts.file, facts]));
    // An import may denote any folder or module of the repository.
    this.inside = new Set(all.flatMap((facts) => facts.file.replace(/\.py$/, "").split("/")));
  }

  private uriOf(file: string): string {
    return pathToFileURL(path.join(this.root, file)).href;
  }

  private pathInside(uri: string): string | null {
    const relative = path.relative(this.root, fileURLToPath(uri)).split(path.sep).join("/");
    return relative.startsWith("../") ? null : relative;
  }

  private async ask(method: string, file: string, line: number, column: number): Promise<Location[]> {
    const answer = await this.server.request(method, {
      textDocument: { uri: this.uriOf(file) },
      position: { line: line - 1, character: column },
    });
    if (!answer) return [];
    return Array.isArray(answer) ? answer as Location[] : [answer as Location];
  }

  private isPackageName(module: string): boolean {
    return !module.startsWith(".") && !this.inside.has(module.split(".")[0]!);
  }

  /** The line of the class's `__init__`, else the class's own. */
  private placeOfClass(file: string, definition: Definition): Place {
    return definition.init > 0 ? { file, line: definition.init, name: "__init__" } : { file, line: definition.line, name: definition.name };
  }

  /** The implementation of an overloaded function, else its first overload. */
  private findImplementation(facts: Facts, definition: Definition): Definition {
    if (!definition.overload) return definition;
    const same = facts.definitions.filter((one) => one.name === definition.name && one.within === definition.within);
    return same.find((one) => !one.overload && one.line > definition.line) ?? same[0]!;
  }

  private async judgePlace(
    verdict: Verdict,
    file: string,
    line: number,
    column: number,
    depth: number,
  ): Promise<void> {
    const facts = this.byFile.get(file);
    // A stub of the repository, or a file that Python cannot parse: nothing certain.
    if (!facts) return;
    const found = facts.definitions.find((one) => one.line === line && one.column === column);
    if (found) {
      const definition = this.findImplementation(facts, found);
      const place = { file, line: definition.line, name: definition.name };
      if (definition.kind === "class") {
        verdict.targets.push(this.placeOfClass(file, definition));
        if (definition.new > 0) verdict.accepts.push({ file, line: definition.new, name: "__new__" });
        verdict.isClass = true;
      } else if (definition.kind === "property") {
        verdict.value = true;
        verdict.accepts.push(place);
      } else {
        verdict.targets.push(place);
        verdict.ofClass ||= definition.owner === "class";
      }
      return;
    }
    const imported = facts.imports.find(([first, last]) => first <= line && line <= last);
    if (imported) {
      if (this.isPackageName(imported[2])) verdict.external = true;
      return;
    }
    verdict.value = true;
    if (facts.parameters.some((one) => one[0] === line && one[1] === column)) {
      verdict.isParameter = true;
      return;
    }
    const text = (await this.readLine(this.uriOf(file), line - 1)).slice(column);
    verdict.accepts.push({ file, line, name: /^[\p{L}\p{N}_]*/u.exec(text)![0] });
    const assigned = facts.assignments.find((one) => one[0] === line && one[1] === column);
    if (!assigned || depth >= MAX_DEPTH) return;
    const further = await this.judgeName(file, assigned[2], assigned[3], depth + 1);
    verdict.accepts.push(...further.targets, ...further.accepts);
  }

  private async judgeName(file: string, line: number, column: number, depth = 0): Promise<Verdict> {
    const verdict: Verdict = {
      targets: [],
      accepts: [],
      external: false,
      value: false,
      isClass: false,
      ofClass: false,
      isParameter: false,
    };
    for (const location of await this.ask("textDocument/definition", file, line, column)) {
      const inside = this.pathInside(location.uri);
      const at = location.range.start;
      if (inside !== null) await this.judgePlace(verdict, inside, at.line + 1, at.character, depth);
      else {
        verdict.external = true;
        verdict.isClass ||= (await this.readLine(location.uri, at.line)).trimStart().startsWith("class ");
      }
    }
    return verdict;
  }

  private async readLine(uri: string, line: number): Promise<string> {
    let lines = this.readLines.get(uri);
    if (!lines) {
      lines = (await fs.readFile(fileURLToPath(uri), "utf8").catch(() => "")).split("\n");
      this.readLines.set(uri, lines);
    }
    return lines[line] ?? "";
  }

  private async findClasses(method: string, file: string, line: number, column: number): Promise<[Facts, Definition][]> {
    const classes: [Facts, Definition][] = [];
    for (const location of await this.ask(method, file, line, column)) {
      const inside = this.pathInside(location.uri);
      const facts = inside === null ? undefined : this.byFile.get(inside);
      const at = location.range.start;
      const found = facts?.definitions.find((one) => one.line === at.line + 1 && one.column === at.character);
      if (facts && found?.kind === "class") classes.push([facts, found]);
    }
    return classes;
  }

  /** `__call__` of a class or of the bases it has in the repository. */
  private async findCall(facts: Facts, definition: Definition, depth = 0): Promise<Place | undefined> {
    if (definition.call > 0) return { file: facts.file, line: definition.call, name: "__call__" };
    if (depth >= MAX_DEPTH) return undefined;
    for (const [line, column] of definition.bases) {
      for (const [base, found] of await this.findClasses("textDocument/definition", facts.file, line, column)) {
        const call = await this.findCall(base, found, depth + 1);
        if (call) return call;
      }
    }
    return undefined;
  }

  /** What a variable leads to by its type: `__call__` of an instance, else, for a class as its value, the constructor. */
  private async listCallable(file: string, line: number, column: number): Promise<Place[]> {
    const places: Place[] = [];
    for (const [facts, found] of await this.findClasses("textDocument/typeDefinition", file, line, column)) {
      const call = await this.findCall(facts, found);
      if (call) places.push(call);
      else places.push(this.placeOfClass(facts.file, found), { file: facts.file, line: found.line, name: found.name });
    }
    return places;
  }

  async judgeSite(facts: Facts, site: ListedSite): Promise<TruthSite> {
    const [line, column, name, form, isMember, root] = site;
    const verdict = await this.judgeName(facts.file, line, column);
    const none = verdict.targets.length === 0 && !verdict.external && !verdict.value;
    const rootModule = facts.roots[root];
    if (none && rootModule !== undefined && this.isPackageName(rootModule)) verdict.external = true;
    if (verdict.isParameter && verdict.targets.length > 0) {
      // `def f(log=None): if log is None: def log(): …`: no definition is required if a parameter may be called.
      verdict.accepts.unshift(...verdict.targets.splice(0));
      verdict.external = false;
    }
    // `self.__class__()` is declared by `object` and means a class of the repository as a rule.
    const opaque = name === "__class__";
    const isKnown = !opaque && (verdict.targets.length > 0 || verdict.external);
    if (verdict.value && !isKnown) verdict.accepts.push(...await this.listCallable(facts.file, line, column));
    const plain = verdict.isClass ? "constructor" : isMember && (verdict.ofClass || verdict.external) ? "method" : "function";
    const kind = form === "decorator" ? form : plain;
    const targets = opaque ? [] : dropRepeated(verdict.targets);
    const truth: TruthSite = {
      file: facts.file,
      line,
      column: column + 1,
      name,
      kind: isKnown ? kind : verdict.value && !opaque ? "value" : "unknown",
      targets,
      external: isKnown && targets.length === 0,
    };
    const accepts = dropRepeated([...targets, ...verdict.accepts]).slice(targets.length);
    return accepts.length > 0 ? { ...truth, accepts } : truth;
  }
}

function dropRepeated(places: readonly Place[]): Place[] {
  const known = new Set<string>();
  return places.filter((place) => {
    const key = `${place.file}:${place.line}`;
    return known.has(key) ? false : known.add(key);
  });
}

/** Writes OUT (JSON lines) and OUT's list of covered files for the project in that folder. */
export async function makeTruth(projectDir: string, outFile: string): Promise<void> {
  await withCopy(projectDir, async (copy) => {
    const all = await listFacts(copy);
    const chosen = chooseFiles(all);
    const server = await startPyright(projectDir, copy, all.map((facts) => facts.file));
    const judge = new Judge(copy, all, server);
    const sites: TruthSite[] = [];
    try {
      for (const facts of chosen) {
        for (let at = 0; at < facts.sites.length; at += BATCH) {
          const batch = facts.sites.slice(at, at + BATCH);
          sites.push(...await Promise.all(batch.map((site) => judge.judgeSite(facts, site))));
        }
      }
    } finally {
      server.stop();
    }
    await writeTruth(outFile, sites, chosen.map((facts) => facts.file));
    const name = path.basename(path.resolve(projectDir));
    process.stderr.write(`${name}: ${describeTruth(sites)} in ${chosen.length} of ${all.length} files\n`);
  });
}

if (import.meta.main) {
  const [projectDir, outFile] = process.argv.slice(2);
  if (projectDir === undefined || outFile === undefined) {
    process.stderr.write("deno run -A bench/accuracy/python/make_truth.ts DIR OUT.jsonl\n");
    process.exitCode = 2;
  } else await makeTruth(projectDir, outFile);
}
