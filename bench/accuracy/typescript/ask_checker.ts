/**
 * Asks TypeScript's checker for the definition behind every call site of a project; started by make_truth.ts.
 *
 *     ask_checker.ts TYPESCRIPT_JS PROJECT OUT DEPENDENCIES
 */
import * as path from "node:path";
import process from "node:process";
import { describeTruth, type Place, type TruthSite, writeTruth } from "../truth.ts";
import { type Node, SK, ts } from "./compiler.ts";
import { DeclaredPlaces } from "./declared_places.ts";
import { emptyVerdict, Judge, type Verdict } from "./judge.ts";
import { makeProgram } from "./program.ts";
import { unwrapCallee } from "./syntax.ts";

/** Collects the call sites of one program's files. */
class CallSites {
  readonly sites: TruthSite[] = [];

  constructor(readonly judge: Judge, readonly places: DeclaredPlaces) {}

  addFile(sourceFile: Node): void {
    const pending: Node[] = [sourceFile];
    while (pending.length > 0) {
      const node = pending.pop();
      this.#visit(node);
      ts.forEachChild(node, (child: Node) => {
        pending.push(child);
      });
    }
  }

  #visit(node: Node): void {
    switch (node.kind) {
      case SK.CallExpression:
        if (node.expression.kind === SK.SuperKeyword) this.#add(node.expression, "super", this.judge.judgeSuperCall(node), "super");
        else if (node.expression.kind !== SK.ImportKeyword) {
          this.#addCallee(node.expression, node.parent.kind === SK.Decorator ? "decorator" : "direct");
        }
        break;
      case SK.NewExpression:
        this.#addCallee(node.expression, "constructor");
        break;
      case SK.TaggedTemplateExpression:
        this.#addCallee(node.tag, "tagged");
        break;
      case SK.Decorator:
        if (node.expression.kind !== SK.CallExpression) this.#addCallee(node.expression, "decorator");
        break;
      case SK.JsxOpeningElement:
      case SK.JsxSelfClosingElement:
        // Tags in small letters are the browser's.
        if (node.tagName.kind !== SK.Identifier || /^[A-Z_$]/.test(node.tagName.text)) this.#addCallee(node.tagName, "jsx");
        break;
    }
  }

  #addCallee(expression: Node, kind: string): void {
    const callee = unwrapCallee(expression);
    if (callee.kind === SK.Identifier) {
      const required = callee.text === "require" && callee.parent.kind === SK.CallExpression && ts.isRequireCall(callee.parent, false);
      const verdict = required ? { ...emptyVerdict(), external: true } : this.judge.judgeCallee(callee, callee, kind === "jsx");
      this.#add(callee, kind, verdict);
    } else if (callee.kind === SK.PropertyAccessExpression) {
      const member = kind === "direct" && !this.judge.isNamespace(callee.expression) ? "method" : kind;
      this.#add(callee.name, member, this.judge.judgeCallee(callee, callee.name, kind === "jsx"));
    }
  }

  #add(name: Node, kind: string, verdict: Verdict, text: string = name.text): void {
    const sourceFile = name.getSourceFile();
    const known = verdict.targets.length > 0 || verdict.external;
    const site: TruthSite = {
      file: this.places.pathInside(sourceFile)!,
      ...this.places.placeOf(sourceFile, name.getStart(sourceFile)),
      name: text,
      kind: known ? kind : verdict.value ? "value" : "unknown",
      targets: dropRepeated(verdict.targets),
      external: verdict.targets.length === 0 && verdict.external,
    };
    const accepts = dropRepeated([...site.targets, ...verdict.accepts]).slice(site.targets.length);
    this.sites.push(accepts.length > 0 ? { ...site, accepts } : site);
  }
}

function dropRepeated(places: readonly Place[]): Place[] {
  const known = new Set<string>();
  return places.filter((place) => {
    const key = `${place.file}:${place.line}:${place.name}`;
    return known.has(key) ? false : known.add(key);
  });
}

/** Whether the checker's answers about a file count: one with syntax errors is judged by other rules. */
function isSound(program: Node, sourceFile: Node, file: string): boolean {
  const isTyped = /\.[mc]?tsx?$/.test(file);
  return sourceFile.parseDiagnostics.length === 0 && !(isTyped && program.getSyntacticDiagnostics(sourceFile).length > 0);
}

async function askChecker(root: string, outFile: string, dependencies: string): Promise<void> {
  const { program, files } = await makeProgram(root, dependencies);
  const places = new DeclaredPlaces(root);
  const calls = new CallSites(new Judge(program.getTypeChecker(), places), places);
  const covered: string[] = [];
  for (const file of files) {
    const sourceFile = program.getSourceFile(path.join(root, file));
    if (!sourceFile || !isSound(program, sourceFile, file)) continue;
    // A whole check first: what is asked below is then answered from the checker's own caches.
    program.getSemanticDiagnostics(sourceFile);
    covered.push(file);
    calls.addFile(sourceFile);
  }
  await writeTruth(outFile, calls.sites, covered);
  process.stdout.write(`${path.basename(root)}: ${describeTruth(calls.sites)} in ${covered.length} of ${files.length} files\n`);
}

const [root, outFile, dependencies] = process.argv.slice(3);
if (root === undefined || outFile === undefined) throw new Error("ask_checker.ts TYPESCRIPT_JS PROJECT OUT DEPENDENCIES");
await askChecker(root, outFile, dependencies ?? "");
