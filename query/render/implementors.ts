/**
 * The text of `query_interface_implementors`.
 *
 * Stage: render. Invariant: one block per interface, one row per implementor; every fact of the structured value is in the text.
 */
import type { ImplementorsValue, InterfaceBlock } from "../implementors.ts";
import type { Implementor } from "../nodes/implementors_of.ts";
import { alignRows, count, goOnWith, type Style } from "./style.ts";

/** Blocks in the order of the value; if no interface matches, the alternatives. */
export function renderImplementors(value: ImplementorsValue, style: Style): string {
  if (value.total === 0) {
    const near = value.near.map((one) => `  ${style.path(one.at)}  ${one.name}  ${one.type}`);
    const given = (value.outside?.given ?? []).map((one) => `  ${style.path(one.at)}  ${one.name}  ${one.type}`);
    if (given.length > 0) return [nothingFound(value), "values of these stand where it is the type:", ...given].join("\n");
    return [nothingFound(value), ...(near.length === 0 ? [] : ["nearest names:", ...near])].join("\n");
  }
  const blocks = value.blocks.map((block) => renderBlock(block, style));
  const shown = value.blocks.length < value.total ? `, ${value.blocks.length} shown` : "";
  const more = value.cursor === "" ? "" : `; more with ${goOnWith(value.cursor, style)}`;
  const closing = `${count(value.total, "type")}${shown}${more}`;
  return value.total === 1 && more === "" ? blocks[0]! : [...blocks, closing].join("\n\n");
}

function renderBlock(block: InterfaceBlock, style: Style): string {
  const owner = block.package === "" ? "" : `, package: ${block.package}`;
  const id = style.places === "grouped" && block.id !== undefined ? `  id ${block.id}` : "";
  const place = block.file_path === undefined ? "outside the repository" : style.path(`${block.file_path}:${block.line}`);
  const lines = [`${block.type}: ${style.strong(block.name)} (${place}${owner})${id}`];
  if (block.signature !== undefined) lines.push(`  Signature: ${block.signature}`);
  if (block.extended_by !== undefined) {
    lines.push(`  Extended by: ${block.extended_by.map((one) => `${one.name} ${one.file_path}:${one.line}`).join(", ")}`);
  }
  for (const { name, file_path, line, lacks, total_lacking } of block.near ?? []) {
    const more = total_lacking === undefined ? "" : ` and ${total_lacking - lacks.length} more`;
    lines.push(`  Nearly: ${name} ${file_path}:${line} lacks ${lacks.join(", ")}${more}`);
  }
  if (block.total === 0) return [...lines, "", "  No implementors found."].join("\n");
  const shown = block.implementors.length < block.total ? ` (${block.total}, ${block.implementors.length} shown)` : "";
  const rows = block.implementors.map((one) => [
    one.type,
    one.name,
    `${one.file_path}:${one.line}`,
    one.package === "" ? "" : `(package: ${one.package})`,
    `[${remarks(one)}]${style.places === "grouped" && one.id !== undefined ? `  id ${one.id}` : ""}`,
  ]);
  const body = style.places === "full" ? alignRows(rows, "    ") : rows.map((row) => `    ${row.filter((cell) => cell !== "").join("  ")}`);
  return [...lines, "", `  Implemented by${shown}:`, ...body].join("\n");
}

function remarks(one: Implementor): string {
  return [one.rule, one.confidence ?? "", one.transitive === true ? `transitive, via ${one.via}` : ""].filter((word) => word !== "").join(
    ", ",
  );
}

/** The sentence if no interface matches. */
export function nothingFound({ pattern, outside }: ImplementorsValue): string {
  if (outside === undefined) return `No interfaces matching "${pattern}" found.`;
  return `No interfaces matching "${pattern}" found in the index: ${outside.name} lies outside the repository. ` +
    "No type here is known to implement it; one that has its members may, where these are not known.";
}
