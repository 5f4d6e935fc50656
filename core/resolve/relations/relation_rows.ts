/**
 * Edges between definitions and files while they are collected: what calls and uses are not.
 *
 * Stage: resolve. Invariant: nothing in the library is a target or a source; what lies outside is named.
 */
import type { EdgeType, Rule } from "../../edges.ts";
import { DefinitionFlag } from "../../facts.ts";
import { EDGE_NUMBERS, type EdgeRow } from "../sites/edge_rows.ts";
import type { FileView } from "../state/file_view.ts";
import { type DefinitionId, definitionId } from "../meaning.ts";
import type { World } from "../world.ts";

/** What an edge leads to: a definition, or something that is none by its name. */
export type Target = { readonly definition: DefinitionId } | { readonly name: string; readonly external: boolean };

/** Where an edge is said, from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** More than the columns of any line. */
const COLUMNS = 2 ** 31;

/** A place of a file as one number. */
export function placeKey(line: number, column: number): number {
  return line * COLUMNS + column;
}

/** What else is said of an edge. */
export interface RelationDetails {
  readonly rule: Rule;
  readonly heuristic?: boolean;
  /** As written. */
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

  /** Where a definition of this file has its name. */
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
      external: !isInside && target.external,
      heuristic: details.heuristic === true || (this.world.flagsOf(from) & DefinitionFlag.damaged) !== 0,
      rule: details.rule,
      line: place.line,
      column: place.column,
      text: details.text ?? (isInside ? this.world.nameOf(target.definition) : target.name),
      candidates: [],
      properties: properties === undefined || Object.keys(properties).length === 0 ? "" : JSON.stringify(properties),
    });
  }
}
