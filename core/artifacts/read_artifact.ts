/**
 * Reads a file that is not code: what a package depends on, what is configured, which symbols are named, which tables change.
 *
 * Stage: artifacts. Pure: path and text in, rows out. Invariant: the result depends on nothing else, so all refs with the same text share
 * it.
 */
import { COMPUTED_PART } from "../facts/expressions.ts";
import { codeMarks } from "../resolve/relations/code_marks.ts";
import { type ArtifactType, isComponent, longestRead } from "./artifact_kinds.ts";
import { readDeployed } from "./deployed_functions.ts";
import { readMigration } from "./read_migration.ts";

/** Raised whenever the readers may return something else for the same text. */
export const READER_VERSION = 8;

/** The edge types of artifacts, named as in `EDGES`. */
export type ArtifactEdgeType = "depends_on" | "configures" | "documents" | "migrates" | "mentions";

/** One edge of an artifact. */
export interface ArtifactEdge {
  readonly type: ArtifactEdgeType;
  /** From 1. */
  readonly line: number;
  /** A package, a table, the last part of a symbol's name; "" for the package that contains the file. */
  readonly name: string;
  /** The name as written. */
  readonly text: string;
  /** A JSON object, or "". */
  readonly properties: string;
}

/** Everything that is read from one artifact; like facts, it depends on the text alone. */
export interface ArtifactFacts {
  /**
   * A manifest's package, a document's title, for templates and assembly the languages of the names in them, separated by a space; "" if
   * none.
   */
  readonly name: string;
  readonly edges: readonly ArtifactEdge[];
}

/** Reads the artifact at `path`. */
export function readArtifact(type: ArtifactType, path: string, text: string): ArtifactFacts {
  switch (type.kind) {
    case "document":
      return readDocument(text);
    case "migration":
      return { name: "", edges: readMigration(text) };
    case "template":
      return { name: type.readers!.map(({ name }) => name).join(" "), edges: readTemplate(type, path, text) };
    case "assembly":
      return { name: type.plugin!.name, edges: readAssembly(type, text) };
    case "config":
      return { name: "", edges: [configures(""), ...readEntries(type, text)] };
    case "manifest": {
      const facts = type.plugin!.packages!.read(path, text);
      const dependencies = facts.dependencies.map(({ name, version, scope, line }): ArtifactEdge => {
        const properties = JSON.stringify(version === "" ? { scope } : { version, scope });
        return { type: "depends_on", line, name, text: name, properties };
      });
      return { name: facts.name, edges: [configures(facts.name), ...dependencies, ...readEntries(type, text)] };
    }
  }
}

function configures(name: string): ArtifactEdge {
  return { type: "configures", line: 1, name, text: name, properties: "" };
}

/** The entry points in it: `name` is the last part of the function's name, `text` is `module:name`. */
function readEntries({ plugin }: ArtifactType, text: string): ArtifactEdge[] {
  const named = plugin === undefined ? readDeployed(text) : plugin.packages?.readEntries?.(text) ?? [];
  return named.map(({ module, name, line }) => (
    { type: "mentions", line, name: name.slice(name.lastIndexOf(".") + 1), text: `${module}:${name}`, properties: "" }
  ));
}

/** The names that a template uses. For one that is too long to be read: `COMPUTED_PART` if it contains code, otherwise none. */
function readTemplate(type: ArtifactType, path: string, text: string): ArtifactEdge[] {
  const isLong = text.length > longestRead(type, path);
  const names = isLong
    ? new Map(isComponent(type, path) ? [[COMPUTED_PART, 1]] : [])
    : new Map(type.readers!.flatMap(({ templates }) => [...templates!.readNames(path, text)]));
  return [...names].map(([name, line]) => ({ type: "mentions", line, name, text: name, properties: "" }));
}

/** The functions that assembly calls, qualified with the path of their package unless it is the file's own. */
function readAssembly({ plugin }: ArtifactType, text: string): ArtifactEdge[] {
  return plugin!.assembly!.readNames(text).map(({ name, package: from, line }) => (
    { type: "mentions", line, name, text: from === "" ? name : `${from}.${name}`, properties: "" }
  ));
}

/** Names marked as code. Code blocks are examples and are skipped. */
function readDocument(text: string): ArtifactFacts {
  const edges: ArtifactEdge[] = [];
  let title = "";
  let fence = "";
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined) {
      if (fence === "") fence = mark;
      else if (mark.startsWith(fence)) fence = "";
      continue;
    }
    if (fence !== "") continue;
    if (title === "") title = /^#\s+(.+?)\s*#*$/.exec(line)?.[1] ?? "";
    for (const found of codeMarks(line)) {
      edges.push({ type: "documents", line: i + 1, name: found.parts[found.parts.length - 1]!, text: found.text, properties: "" });
    }
  }
  return { name: title.slice(0, 200), edges };
}
