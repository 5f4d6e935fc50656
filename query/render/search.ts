/**
 * The text of `search_nodes`.
 *
 * Stage: render. Invariant: every place is accepted as an argument.
 */
import type { Rank } from "../names/ranking.ts";
import { ROUTE } from "../rows/node_types.ts";
import type { FoundNode, SearchValue } from "../search.ts";
import { tableOf } from "../../core/base/tables.ts";
import { alignRows, count, type Style } from "./style.ts";

/** Matches, then near misses, marked as such. */
export function renderSearch(value: SearchValue, style: Style): string {
  const lines: string[] = [];
  const judged = value.judged === "" ? "" : ` ${value.judged}`;
  if (value.total === 0) lines.push(judged === "" ? `Nothing matches "${value.pattern}"` : `Nothing${judged} among "${value.pattern}"`);
  else {
    const last = value.before + value.nodes.length;
    const shown = value.before > 0 ? `, ${value.before + 1} to ${last} shown` : last < value.total ? `, ${last} shown` : "";
    lines.push(
      `${judged === "" ? count(value.total, "match", "matches") : `${value.total}${judged}`} of "${value.pattern}"${shown}`,
      ...renderNodes(value.nodes, style),
    );
  }
  if (value.publicUnused > 0) {
    const what = count(value.publicUnused, "public function or method", "public functions and methods");
    const names = `${value.firstPublic.join(", ")}${value.publicUnused > value.firstPublic.length ? ", …" : ""}`;
    lines.push(
      `not judged: ${what} that nothing here uses; users of the package may call ${value.publicUnused === 1 ? "it" : "them"}: ${names}`,
    );
  }
  const isByWords = /\S\s+\S/.test(value.pattern) && value.near.some(({ why }) => why !== "spelling");
  const nearest = isByWords ? "names by its words, nearest first:" : "nearest names:";
  if (value.near.length > 0) lines.push(value.total === 0 ? nearest : "names like it:", ...renderNodes(value.near, style));
  return lines.join("\n");
}

const WHY: Readonly<Record<string, string>> = tableOf({
  renamed: "another name of it",
  same: "same name elsewhere",
  case: "same letters",
  prefix: "begins with it",
  parts: "has its words",
  spelling: "spelt alike",
});

const AS_ABOVE = "as the one above";

/** Evidence that all judged symbols share is said once, above them. */
function renderNodes(nodes: readonly FoundNode[], style: Style): string[] {
  const [first, ...others] = nodes.map(({ evidence }) => evidence ?? []);
  const shared = others.length === 0 ? [] : first!.filter((one) => others.every((evidence) => evidence.includes(one)));
  const rows = renderRows(nodes, new Set(shared), style);
  return shared.length === 0 ? rows : [`each of them: ${shared.join(", ")}`, ...rows];
}

function renderRows(nodes: readonly FoundNode[], shared: ReadonlySet<string>, style: Style): string[] {
  const why = ({ why, overload_of }: FoundNode): string =>
    why !== undefined ? `(${WHY[why]})` : overload_of !== undefined ? `(overload of ${overload_of})` : "";
  const rank = (node: FoundNode): string => node.rank === undefined ? "" : describeRank(node.rank);
  const judgements = judgementsOf(nodes, shared);
  if (style.places === "full") {
    const remark = (node: FoundNode, at: number): string => node.type === ROUTE ? node.signature : why(node) + judgements[at] + rank(node);
    return alignRows(nodes.map((node, at) => [node.place, node.type, node.name, remark(node, at)]), "  ");
  }
  return nodes.map((node, at) => {
    const said = node.evidence === undefined ? node.signature : judgements[at];
    return [node.type, node.name, `${node.place}  id ${node.id}`, why(node), rank(node), said === "" ? "" : ` ${said}`].filter((cell) =>
      cell !== ""
    )
      .join(" ");
  });
}

/** What is judged of each node; "" for what is not judged. Words that the node before has too are not repeated. */
function judgementsOf(nodes: readonly FoundNode[], shared: ReadonlySet<string>): string[] {
  const own = nodes.map(({ evidence = [] }) => evidence.filter((one) => !shared.has(one)).join(", "));
  return nodes.map(({ confidence = "" }, at) => {
    const words = own[at]!;
    return words === "" ? confidence : `${confidence}: ${words.length > AS_ABOVE.length && words === own[at - 1] ? AS_ABOVE : words}`;
  });
}

/** Every ranking factor in words. */
function describeRank(rank: Rank): string {
  const length = rank.name_length === undefined ? "" : `, a name of ${count(rank.name_length, "letter")}`;
  return `(group ${rank.group_rank}: ${rank.group}, called ${count(rank.calls, "time")}${length})`;
}
