/** Tables of more functions than other edges name candidates: a call of an element may run any of them, and so may one of what they become. */
import assert from "node:assert/strict";
import { call } from "./support/call.ts";
import { withProject } from "./support/temp_project.ts";

const COUNT = 40;
const numbers = Array.from({ length: COUNT }, (_, i) => i);

function functions(name: string, made: (name: string) => string): string {
  return `${numbers.map((i) => `func ${name}${i}(x int) int { return x }`).join("\n")}\n${made(name)}\n`;
}

const SOURCE = `package m

type Fn func(int) int
type Serve func(int) int
type Server interface{ Serve(int) int }

func (s Serve) Serve(x int) int { return s(x) }
func handle(s Server) {}

type registry struct{ all map[string]Fn }

func (r *registry) add(name string, f Fn) { r.all[name] = f }
func (r *registry) run(name string) int { f := r.all[name]; return f(1) }

${functions("builtin", (name) => `var builtins = map[string]Fn{${numbers.map((i) => `"${i}": ${name}${i}`).join(", ")}}`)}
func evaluate(name string) int { f, ok := builtins[name]; if !ok { return 0 }; return f(1) }
${functions("served", (name) => `func serve() {\n${numbers.map((i) => `\thandle(Serve(${name}${i}))`).join("\n")}\n}`)}
${functions("added", (name) => `func fill(r *registry) {\n${numbers.map((i) => `\tr.add("${i}", ${name}${i})`).join("\n")}\n}`)}
`;

Deno.test("a call of an element of a table with many functions may run each of them", () =>
  withProject({ "go.mod": "module m\n", "m.go": SOURCE }, async (project) => {
    for (const [name, caller] of [["builtin", "evaluate"], ["served", "Serve.Serve"], ["added", "registry.run"]] as const) {
      for (const one of [`${name}0`, `${name}${COUNT - 1}`]) {
        const { structured } = await call(project, "get_callers", { function_name: one });
        const possible = JSON.stringify(structured["possible"]);
        assert.ok(possible?.includes(`"${caller}"`), `${one} ${JSON.stringify(structured)}`);
      }
    }
    const { structured } = await call(project, "get_callers", { function_name: `builtin${COUNT - 1}` });
    assert.equal(structured["completeness"], "complete");
  }));
