/**
 * Code in function literals of a value belongs to the definition that holds the value; the code that creates the value belongs to the
 * module, and what runs at once to the surrounding code.
 */
import assert from "node:assert/strict";
import { call } from "./support/call.ts";
import { type TempProject, withProject } from "./support/temp_project.ts";

const FILES = {
  "a.tsx": `
export function load() {}
export const Card = memo(forwardRef(() => { load(); const onClick = () => { load(); }; return null; }));
export default memo(() => load());
class Panel { resize = debounce(() => { load(); }, 10); }
function outer() { const inner = useCallback(() => load(), []); return inner; }
const [one, other] = pair(() => load());
const at = now(load());
const made = (() => { load(); return 1; })();
const listed = [() => load(), { more: [() => load()] }];
export const action = register({ perform: () => load(), inner: { deep() { load(); } } });
`,
  "a.py": "def load(): pass\nlate = wrap(lambda: load())\nsoon = wrap(load())\nboth = again = wrap(lambda: load())\n",
  "a.go":
    "package a\n\nfunc load() int { return 1 }\n\nvar once = sync.OnceValue(func() int { return load() })\nvar cmd = &Cmd{Run: func() { load() }}\n",
  "a.rs": "fn load() -> u8 { 1 }\nstatic NUMBER: Lazy<u8> = Lazy::new(|| load());\n",
};

/** Callers of a file's `load`, with the lines from which they call it. */
async function callersIn(project: TempProject, path: string): Promise<Record<string, number[]>> {
  const { structured } = await call(project, "get_callers", { function_name: `${path}:load` });
  return (structured["callers"] as Record<string, Record<string, number[]>>)[path]!;
}

Deno.test("code in function literals of a value belongs to the variable, constant or field that holds it; so do methods of an object there", () =>
  withProject(FILES, async (project) => {
    assert.deepEqual(await callersIn(project, "a.tsx"), {
      "Card": [3],
      "Card.onClick": [3],
      "<module>": [4, 7, 8, 9],
      "Panel.resize": [5],
      "outer": [6],
      "listed": [10],
      "listed.more": [10],
      "action.perform": [11],
      "action.inner.deep": [11],
    });
    assert.deepEqual(await callersIn(project, "a.py"), { "late": [2], "<module>": [3, 4] });
    assert.deepEqual(await callersIn(project, "a.go"), { "once": [5], "cmd": [6] });
    assert.deepEqual(await callersIn(project, "a.rs"), { "NUMBER": [2] });
  }));

Deno.test("keys of a decorator's argument belong to the decorated member, not to its class", () =>
  withProject({
    "app.ts": `class Role {}
class User {
  @Column({ type: () => Role })
  role?: Role;
  @Answer({ type: Role, nested: { deep: 1 } })
  @Listed([{ group: "me" }])
  login() {}
}
`,
  }, async (project) => {
    const { structured } = await call(project, "query_node_edges", { node_identifier: "User", edge_type: "Contains", direction: "out" });
    assert.deepEqual((structured["outgoing"] as { node_name: string }[]).map((edge) => edge.node_name), ["role", "login"]);
    for (const name of ["User.role.type", "User.login.type", "User.login.nested.deep", "User.login.group"]) {
      const found = await call(project, "search_nodes", { name_pattern: name });
      assert.equal((found.structured["nodes"] as unknown[]).length, 1, name);
    }
  }));
