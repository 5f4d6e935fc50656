/** The opening of a connection is answered before the server is loaded, exactly as the server would, and once. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { toolSetOf } from "../mcp/serve_opening.ts";
import { RawServer } from "./support/raw_server.ts";
import { OPENING_FILE, recordOpening } from "./support/record_opening.ts";
import { openShop } from "./support/shop.ts";

const leaky = { sanitizeOps: false, sanitizeResources: false };
const request = (id: number | string, method: string, params?: object): string => JSON.stringify({ jsonrpc: "2.0", id, method, params });
const hello = (version: string, capabilities: object = {}): object => ({
  protocolVersion: version,
  capabilities,
  clientInfo: { name: "raw", version: "1" },
});
const READY = JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" });
const ASKED = { name: "get_callers", arguments: { function_name: "count" } };

Deno.test({ name: "what is recorded is what the server says", ...leaky }, async () => {
  assert.equal(readFileSync(OPENING_FILE, "utf8"), await recordOpening(), "run: deno task docs");
});

Deno.test("only a plain server is opened early", () => {
  assert.equal(toolSetOf(["mcp"]), "all");
  assert.equal(toolSetOf(["-C", "mcp", "mcp", "--tools", "core"]), "core");
  assert.equal(toolSetOf(["mcp", "--repo=/a", "--tools=core", "--db", "b"]), "core");
  for (
    const args of [["mcp", "--help"], ["mcp", "--tools", "few"], ["mcp", "more"], ["tool", "mcp"], ["help", "mcp"], ["mcp", "mcp"], []]
  ) {
    assert.equal(toolSetOf(args), undefined, args.join(" "));
  }
});

Deno.test({ name: "all at once, in pieces, or something else first: every question is answered once", ...leaky }, async () => {
  using shop = openShop("typescript");
  const known = [request(1, "initialize", hello("2025-06-18")), READY, request("two", "tools/list"), request(3, "tools/call", ASKED)];
  const openings: Record<string, readonly string[]> = {
    "all at once": [known.join("\n")],
    "one by one": known,
    "a ping first": [request("ping", "ping"), ...known],
    "a version of another time": [request(1, "initialize", hello("1999-01-01")), ...known.slice(1)],
    "capabilities that no protocol has": [request(1, "initialize", hello("2025-06-18", { tools: true })), ...known.slice(1)],
    "a list before the greeting": [request("early", "tools/list"), ...known],
    "no JSON": ["{", ...known],
  };
  for (const [name, lines] of Object.entries(openings)) {
    await using server = new RawServer(shop.folder);
    const answer = server.answerTo(3);
    for (const line of lines) await server.write(line);
    assert.ok((await answer).result, name);
    const ids = server.received.flatMap((message) => message.id === undefined || message.id === null ? [] : [String(message.id)]).sort();
    assert.deepEqual(ids.filter((id) => /^(1|3|two)$/.test(id)), ["1", "3", "two"], `${name}: ${ids}`);
    assert.equal(await server.end(), 0, name);
  }
});

Deno.test({ name: "a client that leaves after the greeting, or without one", ...leaky }, async () => {
  using shop = openShop("typescript");
  for (const lines of [[request(1, "initialize", hello("2025-11-25"))], []]) {
    await using server = new RawServer(shop.folder);
    for (const line of lines) await server.write(line);
    assert.equal(await server.end(), 0);
    assert.equal(server.received.length, lines.length);
  }
});

Deno.test({ name: "the list of a smaller set, asked again later, is the same from the server itself", ...leaky }, async () => {
  using shop = openShop("typescript");
  await using server = new RawServer(shop.folder, ["--tools", "core"]);
  await server.initialize();
  const first = await server.request("tools/list");
  await server.call(ASKED.name, ASKED.arguments);
  const later = await server.request("tools/list");
  assert.deepEqual(later.result, first.result);
  assert.equal((first.result as { tools: unknown[] }).tools.length, 4);
});
