/**
 * What a file that is no code says: on what a package depends, what it configures, which symbols it names, which tables it changes.
 *
 * Stage: artifacts. Pure: path and text in, rows out. Invariant: it rests on nothing else, so all refs with that text share it.
 */
import { COMPUTED_PART } from "../facts/expressions.ts";
import { codeMarks } from "../resolve/relations/code_marks.ts";
import { type ArtifactType, isComponent, longestRead } from "./artifact_kinds.ts";
import { readDeployed } from "./deployed_functions.ts";
import { readMigration } from "./read_migration.ts";

/** Raised whenever the readers may say something else of the same text. */
export const READER_VERSION = 8;

/** Edges that such files have, named as in `EDGES`. */
export type ArtifactEdgeType = "depends_on" | "configures" | "documents" | "migrates" | "mentions";

/** One thing that it says. */
export interface ArtifactEdge {
  readonly type: ArtifactEdgeType;
  /** From 1. */
  readonly line: number;
  /** A package, a table, the last part of a symbol's name; "" for the package around the file. */
  readonly name: string;
  /** The name as written. */
  readonly text: string;
  /** JSON object, or "". */
  readonly properties: string;
}

/** All that one artifact says: as with code, of its text alone. */
export interface ArtifactFacts {
  /** A manifest's package, a document's title, the languages of what a template or assembly names, a space between two; "" if none. */
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

/** What it names as run from outside: the last part of its name, and the whole behind its module and a colon. */
function readEntries({ plugin }: ArtifactType, text: string): ArtifactEdge[] {
  const named = plugin === undefined ? readDeployed(text) : plugin.packages?.readEntries?.(text) ?? [];
  return named.map(({ module, name, line }) => (
    { type: "mentions", line, name: name.slice(name.lastIndexOf(".") + 1), text: `${module}:${name}`, properties: "" }
  ));
}

/** The names that a template uses; of one that is too long to be read `COMPUTED_PART`, where it is sure to hold code. */
function readTemplate(type: ArtifactType, path: string, text: string): ArtifactEdge[] {
  const isLong = text.length > longestRead(type, path);
  const names = isLong
    ? new Map(isComponent(type, path) ? [[COMPUTED_PART, 1]] : [])
    : new Map(type.readers!.flatMap(({ templates }) => [...templates!.readNames(path, text)]));
  return [...names].map(([name, line]) => ({ type: "mentions", line, name, text: name, properties: "" }));
}

/** The functions that assembly reaches: written with the path of their package where it is not the file's own. */
function readAssembly({ plugin }: ArtifactType, text: string): ArtifactEdge[] {
  return plugin!.assembly!.readNames(text).map(({ name, package: from, line }) => (
    { type: "mentions", line, name, text: from === "" ? name : `${from}.${name}`, properties: "" }
  ));
}

/** Names in code marks, a line each; blocks of code are examples, not names. */
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
