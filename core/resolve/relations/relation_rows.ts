/**
 * Edges between definitions and files, besides calls and uses.
 *
 * Stage: resolve. Invariant: nothing in the library is a target or a source; external targets are named.
 */
import type { EdgeType, Rule } from "../../edges.ts";
import { DefinitionFlag } from "../../facts.ts";
import { EDGE_NUMBERS, type EdgeRow } from "../sites/edge_rows.ts";
import type { FileView } from "../state/file_view.ts";
import { type DefinitionId, definitionId } from "../meaning.ts";
import type { World } from "../world.ts";

/** The target of an edge: a definition, or the name of something else. */
export type Target = { readonly definition: DefinitionId } | { readonly name: string; readonly external: boolean };

/** The position of an edge in the source, from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Greater than the columns of any line. */
const COLUMNS = 2 ** 31;

/** A position in a file as one number. */
export function placeKey(line: number, column: number): number {
  return line * COLUMNS + column;
}

/** Further properties of an edge. */
export interface RelationDetails {
  readonly rule: Rule;
  readonly heuristic?: boolean;
  /** The source text. */
  readonly text?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
}

/** Collects the relations of one file. */
export class RelationRows {
  constructor(readonly world: World, readonly view: FileView, readonly rows: EdgeRow[]) {}

  /** A definition of this file. */
  own(row: number): DefinitionId {
    return definitionId(this.view.index, row);
  }

  /** The position of a definition's name in this file. */
  placeOf(row: number): Place {
    const { nameLine, nameColumn, lineStart } = this.view.facts.definitions;
    return nameLine[row] === 0 ? { line: Math.max(1, lineStart[row]!), column: 1 } : { line: nameLine[row]!, column: nameColumn[row]! };
  }

  add(type: EdgeType, from: DefinitionId, target: Target, place: Place, details: RelationDetails): void {
    const isInside = "definition" in target;
    if (this.world.inLibrary(from) || (isInside && (target.definition === from || this.world.inLibrary(target.definition)))) return;
    const { properties } = details;
    this.rows.push({
      type: EDGE_NUMBERS[type],
      from,
      target: isInside ? target.definition : -1,
      name: isInside ? "" : target.name,
      heuristic: details.heuristic === true || (this.world.flagsOf(from) & DefinitionFlag.damaged) !== 0,
      rule: details.rule,
      external: !isInside && target.external,
      line: place.line,
      column: place.column,
      text: details.text ?? (isInside ? this.world.nameOf(target.definition) : target.name),
      candidates: [],
      properties: properties === undefined || Object.keys(properties).length === 0 ? "" : JSON.stringify(properties),
    });
  }
}
