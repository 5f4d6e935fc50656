/**
 * Each form of an answer is complete by itself: a reader of only the text and a reader of only the structured value find every fact.
 */
import assert from "node:assert/strict";
import type { Reply } from "../query/ask.ts";
import { callOn } from "./support/call.ts";
import { openInProcess, openShop, SHOP_LANGUAGES, type ShopLanguage } from "./support/shop.ts";

type Params = Record<string, unknown>;

const NAMES: Readonly<Record<ShopLanguage, { count: string; main: string; store: string; file: string }>> = {
  python: { count: "count", main: "main", store: "FileStore", file: "shop/store.py" },
  typescript: { count: "count", main: "main", store: "FileStore", file: "store.ts" },
  go: { count: "Count", main: "main", store: "FileStore", file: "store.go" },
  rust: { count: "count", main: "main", store: "FileStore", file: "store.rs" },
};

function questions(language: ShopLanguage): (readonly [string, Params])[] {
  const { count, main, store, file } = NAMES[language];
  return [
    ["get_callers", { function_name: count }],
    ["get_callers", { function_name: "load" }],
    ["get_callers", { function_name: store }],
    ["get_callees", { function_name: main }],
    ["get_call_graph", { symbol_name: main, depth: 2 }],
    ["get_call_graph", { symbol_name: count, include_source: true }],
    ["get_impact", { symbol_name: count }],
    ["call_chain", { from_func: main, to_func: count }],
    ["search_nodes", { name_pattern: "*o*" }],
    ["query_file_symbols", { file_path: file }],
    ["get_callers", { function_name: "coutn" }],
    ["get_call_graph", { symbol_name: "load" }],
    ["suggest_followup_queries", {
      previous_query: { tool: "get_callers", params: { function_name: "coutn" } },
      previous_results: { error: { code: "symbol_not_found" } },
    }],
  ];
}

/** Fields that say what a fact is, not a fact of the code; what the other form says in its own words; the handle of
 * a neighbour, whose place is one too, and how far it reaches. */
const WORDS = new Set([
  "symbol_stable_id",
  "line_start",
  "line_end",
  "metadata",
  "total_edges",
  "max_depth",
  "depth",
  "symbol_id",
  "id",
  "language",
  "completeness",
  "known",
  "previous_confidence",
  "causes",
  "confidence",
  "status",
  "data",
  "remediation",
]);

/** Names, paths, texts and lines of a structured value: keys of its maps and its leaves. */
function factsOf(value: unknown, under = ""): string[] {
  if (WORDS.has(under)) return [];
  if (typeof value === "string") return value === "" || value === "<module>" ? [] : [value];
  if (typeof value === "number") return value === 0 ? [] : [String(value)];
  if (Array.isArray(value)) return value.flatMap((one) => factsOf(one, under));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap((
    [key, inner],
  ) => [...(/[./]|^[A-Z]/.test(key) ? [key.replace(/:\d+$/, "")] : []), ...factsOf(inner, key)]);
}

/** Places that a text shows. */
function placesOf(text: string): string[] {
  return [...text.matchAll(/[\w./-]+\.(?:py|ts|go|rs)\b/g)].map((match) => match[0]);
}

for (const language of SHOP_LANGUAGES) {
  Deno.test(`${language}: every fact is in both forms`, async () => {
    using shop = openShop(language);
    const repository = openInProcess(shop.folder, "agent");
    try {
      for (const [name, params] of questions(language)) {
        const reply: Reply = await callOn(repository, name, params);
        const label = `${name} ${JSON.stringify(params)}`;
        const lines = new Set(reply.text.match(/\d+/g) ?? []);
        for (const fact of new Set(factsOf(reply.structured))) {
          const found = /^\d+$/.test(fact)
            ? lines.has(fact)
            : reply.text.includes(fact) || reply.text.includes(fact.split(/::|[.]/).at(-1)!);
          assert.ok(found, `${label}: the text lacks ${fact}\n${reply.text}`);
        }
        const symbol = reply.structured["symbol"] as { line_start: number; line_end: number; symbol_stable_id: string } | undefined;
        const heading = `lines ${symbol?.line_start}-${symbol?.line_end}  id ${symbol?.symbol_stable_id}`;
        if (symbol !== undefined) assert.ok(reply.text.includes(heading), label);
        const json = JSON.stringify(reply.structured);
        for (const place of placesOf(reply.text)) assert.ok(json.includes(place), `${label}: the structured value lacks ${place}`);
        const calls = [...reply.text.matchAll(/^\s+(\S+) (\d+):\d+/gm)];
        for (const [, caller, line] of calls) assert.ok(json.includes(line!) && json.includes(caller!), `${label}: ${caller} ${line}`);
      }
    } finally {
      repository.close();
    }
  });
}
