/**
 * The places of declarations, as a truth has them.
 */
import * as path from "node:path";
import { lastAtMost, lineStarts } from "../../../core/base/lists.ts";
import type { Place } from "../truth.ts";
import { type Node, SK } from "./compiler.ts";
import { findConstructor, nameNodeOf } from "./syntax.ts";

/** Places in the files of one project. */
export class DeclaredPlaces {
  readonly #lineStarts = new Map<string, number[]>();

  constructor(readonly root: string) {}

  /** Line and column of an offset, from 1. */
  placeOf(sourceFile: Node, offset: number): { line: number; column: number } {
    let starts = this.#lineStarts.get(sourceFile.fileName);
    // TypeScript counts more separators than "\n"; editors and git do not.
    if (starts === undefined) this.#lineStarts.set(sourceFile.fileName, starts = lineStarts(sourceFile.text));
    const line = lastAtMost(starts, offset);
    return { line: line + 1, column: offset - starts[line]! + 1 };
  }

  /** Repository path of a file of the project; null for libraries. */
  pathInside(sourceFile: Node): string | null {
    const relative = path.relative(this.root, sourceFile.fileName).split(path.sep).join("/");
    if (relative.startsWith("../") || path.isAbsolute(relative)) return null;
    return relative.split("/").includes("node_modules") ? null : relative;
  }

  /** The place of a declaration. @param naming what gives it its name, if that is another node */
  placeOfDeclaration(declaration: Node, naming: Node = declaration): Place {
    const node = nameNodeOf(naming);
    const sourceFile = declaration.getSourceFile();
    const named = node.kind === SK.Identifier || node.kind === SK.PrivateIdentifier || node.kind === SK.StringLiteral;
    return {
      file: this.pathInside(sourceFile)!,
      line: this.placeOf(sourceFile, node.getStart(sourceFile)).line,
      name: named ? node.text : declaration.kind === SK.Constructor ? "constructor" : "default",
    };
  }

  /** Places that a call of a class may point at: the constructor, else the class. */
  placesOfClass(classNode: Node, naming: Node, wantBoth: boolean): Place[] {
    const constructor = findConstructor(classNode);
    const itself = this.placeOfDeclaration(classNode, naming);
    if (!constructor) return [itself];
    return wantBoth ? [this.placeOfDeclaration(constructor), itself] : [this.placeOfDeclaration(constructor)];
  }
}
