/** What the index keeps packed, made from the rows that it stands for. */
import type { DatabaseSync } from "node:sqlite";
import { DefinitionFlag } from "../../core/facts.ts";
import { UsePacker, type UsingEdge } from "../../core/store/packed_uses.ts";
import { CONTRACT_KINDS, packDirectory, SymbolMark, TYPE_KINDS, VALUE_KINDS } from "../../core/store/symbol_directory.ts";

const EDGES = `SELECT edge_type AS type, from_symbol_id AS "from", to_symbol_id AS "to", confidence, rule, candidates FROM edge
  WHERE resolution_id = ?`;
const SYMBOLS =
  `SELECT s.id AS id, s.kind AS kind, s.qualified_name AS name, sv.name_line AS line, sv.flags AS flags, sv.exported AS exported
  FROM symbol_version sv JOIN symbol s ON s.id = sv.symbol_id WHERE sv.file_version_id = ? ORDER BY sv.definition`;

/** The uses of a resolution. */
export function usesOf(db: DatabaseSync, resolution: number): Uint8Array {
  const packer = new UsePacker();
  for (const edge of db.prepare(EDGES).all(resolution) as unknown as UsingEdge[]) packer.add(edge);
  return packer.pack();
}

/** The directory of a file version. */
export function directoryOf(db: DatabaseSync, version: number): Uint8Array {
  type Row = { id: number; kind: string; name: string; line: number; flags: number; exported: number };
  const seen = new Set<string>();
  return packDirectory((db.prepare(SYMBOLS).all(version) as Row[]).map(({ id, kind, name, line, flags, exported }) => {
    const marks = {
      test: (flags & DefinitionFlag.test) !== 0,
      twin: kind !== "module" && seen.has(name),
      module: kind === "module",
      value: VALUE_KINDS.some((one) => one === kind),
      private: exported === 0,
      type: TYPE_KINDS.some((one) => one === kind),
      contract: CONTRACT_KINDS.some((one) => one === kind) || (kind === "class" && (flags & DefinitionFlag.abstract) !== 0),
    };
    if (kind !== "module") seen.add(name);
    const bits = Object.entries(marks).filter(([, holds]) => holds).map(([mark]) => SymbolMark[mark as keyof typeof SymbolMark]);
    return { id, line, marks: bits.reduce((sum, bit) => sum + bit, 0) };
  }));
}
