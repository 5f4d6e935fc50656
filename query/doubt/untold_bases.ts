/**
 * Methods that may answer to a trait or a base of which the index could not tell what it is.
 *
 * Stage: query. An edge says only what could be told; the facts of a file say what stands there. Invariant: a file is read once a question.
 */
import { DefinitionKind, type Facts, listItems } from "../../core/facts.ts";
import { Op } from "../../core/facts/expressions.ts";
import { decodeFacts } from "../../core/facts/stored_facts.ts";
import { type Context, readRow } from "../context.ts";
import type { SymbolRow } from "../rows/symbol_row.ts";

const FACTS_OF = `SELECT f.encoded AS encoded FROM file_version fv JOIN facts f ON f.blob_id = fv.blob_id WHERE fv.id = ?`;
const DEFINITION = `SELECT definition FROM symbol_version WHERE file_version_id = ? AND symbol_id = ?`;
const BASES =
  `SELECT count(*) AS n FROM edge e INDEXED BY edge_forward CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  WHERE e.from_symbol_id = ? AND e.edge_type IN ('extends', 'implements')`;

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
    if (around === undefined || row.parent === null) return false;
    const { expressions, definitions } = around.facts;
    const written = listItems(around.facts, definitions.supertypes[around.parent]!).filter((base) => expressions.op[base] !== Op.builtin);
    return written.length > 0 && readRow<{ n: number }>(this.#context, BASES, this.#context.ref.id, row.parent)!.n < written.length;
  }

  #around(row: SymbolRow): Around | undefined {
    if (this.#last?.row !== row) this.#last = { row, around: this.#readAround(row) };
    return this.#last.around;
  }

  #readAround({ fileVersion, id }: SymbolRow): Around | undefined {
    if (!this.#facts.has(fileVersion)) {
      const encoded = readRow<{ encoded: Uint8Array }>(this.#context, FACTS_OF, fileVersion)?.encoded;
      this.#facts.set(fileVersion, encoded === undefined ? undefined : decodeFacts(encoded));
    }
    const facts = this.#facts.get(fileVersion);
    const definition = readRow<{ definition: number }>(this.#context, DEFINITION, fileVersion, id)?.definition;
    if (facts === undefined || definition === undefined || definition >= facts.definitions.length) return undefined;
    return { facts, parent: facts.definitions.parent[definition]! };
  }
}
