/** A search for a name goes past blocks that bind nothing: in a long chain of branches each lies within the one before. */
import assert from "node:assert/strict";
import { ScopeKind } from "../core/facts.ts";
import { loadGrammar, parseText } from "../core/parse/parse_file.ts";
import { NameTable } from "../core/resolve/state/name_table.ts";
import { plugin } from "../languages/go/plugin.ts";

const CHAIN = [...Array(50).keys()].map((i) => ` else if x == ${i} {\n\t\tg(${i})\n\t}`).join("");
const TEXT = `package a

func f(x int) {
	if x == -1 {
		y := g(x)
		g(y)
	}${CHAIN}
}
`;

Deno.test("from a branch that binds nothing a search goes on at the function around all of them; a block that binds a name is seen", async () => {
  const { facts } = parseText(await loadGrammar(plugin, "go"), TEXT);
  const { scopes, bindings, strings } = facts;
  const names = new NameTable(facts, plugin.rules);
  const owner = (name: string): number => bindings.scope[bindings.name.indexOf(strings.indexOf(name))]!;
  const depthOf = (scope: number): number => scope === 0 ? 0 : 1 + depthOf(scopes.parent[scope]!);
  const deepest = [...scopes.kind.keys()].reduce((deep, scope) => depthOf(scope) > depthOf(deep) ? scope : deep);
  assert.ok(depthOf(deepest) > 50);
  assert.equal(scopes.kind[names.outwards[deepest]!], ScopeKind.function);
  assert.equal(names.outwards[deepest], owner("x"));
  assert.equal(names.outwards[owner("y")], owner("y"));
  assert.equal(names.outwards[1], 1);
  assert.equal(names.outwards[0], 0);
});
