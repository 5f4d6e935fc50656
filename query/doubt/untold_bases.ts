/**
 * Methods that may answer to a trait or a base of which the index could not tell what it is.
 *
 * Stage: query. An edge says only what could be told; the facts of a file say what stands there. Invariant: a file is read once a question.
 */
import { DefinitionKind, type Facts, listItems } from "../../core/facts.ts";
import { Op } from "../../core/facts/expressions.ts";
import { decodeFacts } from "../../core/facts/stored_facts.ts";
import { type Context, readRow, readRows } from "../context.ts";
import { readSymbol, type SymbolRow } from "../rows/symbol_row.ts";

const FACTS_OF = `SELECT f.encoded AS encoded FROM file_version fv JOIN facts f ON f.blob_id = fv.blob_id WHERE fv.id = ?`;
const DEFINITION = `SELECT definition FROM symbol_version WHERE file_version_id = ? AND symbol_id = ?`;
const BASES =
  `SELECT count(*) AS n FROM edge e INDEXED BY edge_forward CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  WHERE e.from_symbol_id = ? AND e.edge_type IN ('extends', 'implements')`;

const EXTENDED =
  `SELECT 1 FROM edge e INDEXED BY edge_forward CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  WHERE e.from_symbol_id = ? AND e.edge_type = 'extends' LIMIT 1`;
/** In a class's signature, where the language tells the one class that it builds on from the types that it fulfils. */
const FULFILS = /\simplements\s/;
const EXTENDS = /\sextends\s/;

/** A type and those that it builds on. */
const ABOVE = `WITH RECURSIVE above (id) AS (SELECT ? UNION
    SELECT e.to_symbol_id FROM above CROSS JOIN edge e INDEXED BY edge_forward ON e.from_symbol_id = above.id
      AND e.edge_type IN ('extends', 'implements') AND e.to_symbol_id <> 0
    CROSS JOIN ref_file r ON r.resolution_id = e.resolution_id AND r.ref_id = ?) SELECT id FROM above`;

/** What a symbol stands in, as a row of `definitions`. */
interface Around {
  readonly facts: Facts;
  readonly parent: number;
}

/** See the head of this file. */
export class UntoldBases {
  readonly #context: Context;
  readonly #facts = new Map<number, Facts | undefined>();
  /** What was asked about last: both questions are asked of one method after the other. */
  #last: { readonly row: SymbolRow; readonly around: Around | undefined } | undefined;

  constructor(context: Context) {
    this.#context = context;
  }

  /** Whether a method stands in the implementation of a trait: then it runs by way of that, whatever it is. */
  implementsTrait(row: SymbolRow): boolean {
    const around = this.#around(row);
    if (around === undefined) return false;
    const { definitions } = around.facts;
    return definitions.kind[around.parent] === DefinitionKind.impl && definitions.type[around.parent] !== 0;
  }

  /** Whether the type of a method has a base that no edge tells of. */
  hasUntoldBase(row: SymbolRow): boolean {
    const around = this.#around(row);
    return around !== undefined && row.parent !== null && this.#isUntold(around.facts, around.parent, row.parent);
  }

  /** Whether a type, or one that it builds on, has a base that no edge tells of. @param type id of the type */
  isBelowUntold(type: number): boolean {
    return readRows<{ id: number }>(this.#context, ABOVE, type, this.#context.ref.id).some(({ id }) => {
      const row = readSymbol(this.#context, id);
      if (row === undefined) return false;
      // A type that is only to be fulfilled runs nothing; of classes there is one at most.
      if (FULFILS.test(row.signature)) {
        return EXTENDS.test(row.signature) && readRow(this.#context, EXTENDED, this.#context.ref.id, id) === undefined;
      }
      const place = this.#placeOf(row);
      return place !== undefined && this.#isUntold(place.facts, place.definition, id);
    });
  }

  /** Whether more bases are written for the type that stands at a row of `definitions`, the symbol `id`, than edges tell. */
  #isUntold(facts: Facts, definition: number, id: number): boolean {
    const { expressions, definitions } = facts;
    const written = listItems(facts, definitions.supertypes[definition]!).filter((base) => expressions.op[base] !== Op.builtin);
    return written.length > 0 && readRow<{ n: number }>(this.#context, BASES, this.#context.ref.id, id)!.n < written.length;
  }

  #around(row: SymbolRow): Around | undefined {
    if (this.#last?.row !== row) this.#last = { row, around: this.#readAround(row) };
    return this.#last.around;
  }

  #readAround(row: SymbolRow): Around | undefined {
    const place = this.#placeOf(row);
    return place === undefined ? undefined : { facts: place.facts, parent: place.facts.definitions.parent[place.definition]! };
  }

  /** The facts that define a symbol, and its row there. */
  #placeOf({ fileVersion, id }: SymbolRow): { readonly facts: Facts; readonly definition: number } | undefined {
    if (!this.#facts.has(fileVersion)) {
      const encoded = readRow<{ encoded: Uint8Array }>(this.#context, FACTS_OF, fileVersion)?.encoded;
      this.#facts.set(fileVersion, encoded === undefined ? undefined : decodeFacts(encoded));
    }
    const facts = this.#facts.get(fileVersion);
    const definition = readRow<{ definition: number }>(this.#context, DEFINITION, fileVersion, id)?.definition;
    if (facts === undefined || definition === undefined || definition >= facts.definitions.length) return undefined;
    return { facts, definition };
  }
}
