/** Answers about one ref do not depend on other refs in the index. */
import assert from "node:assert/strict";
import { callOn } from "./support/call.ts";
import { commitAll, git } from "./support/git_project.ts";
import { openInFolder } from "./support/shop.ts";
import { openProject, type TempProject, withProject } from "./support/temp_project.ts";

/** What both refs have. */
const SHARED = {
  "src/base.py": "class Base:\n    def hook(self): pass\n    def spare(self): pass\n",
  "src/views.py": `import flask
import outer
from src.base import Base

app = flask.Flask(__name__)

class Page(outer.View):
    def ping(self): return self._quiet()
    def _quiet(self): return 1
    def _never(self): return 2

class _Plain(Base):
    def _hidden(self): pass

def _serve(): return 1
def _alone(): return _shared()
def _shared(): return 3
`,
  "README.md": "# Shop\n\nSee `Page.ping` and `only_there`.\n",
};
/** What the other ref has instead or besides: it calls, redefines, serves, tests and names what the working tree has. */
const OTHER = {
  "src/base.py": "class Base:\n    def hook(self): pass\n    def spare(self): pass\n    def _hidden(self): pass\n",
  "src/callers.py": `from src.views import Page, _serve, _alone, _Plain, app
from src.base import Base

class Late(Page):
    def ping(self): return super().ping()
    def _never(self): return 5

@app.route("/late")
def only_there():
    Page().ping()
    Page()._never()
    _serve()
    handlers = [_alone]
    for handler in handlers: handler()
    _Plain()._hidden()
    unknown().spare()
    unknown().ping()

def cyclic(): return only_there()
`,
  "tests/test_views.py": "from src.views import Page, _serve\n\ndef test_ping():\n    Page().ping()\n    _serve()\n",
};

/** Tools with parameters that ask about the working tree. */
const NAMES = ["Page", "Page.ping", "Page._never", "_serve", "_alone", "_shared", "Base", "Base.hook", "Base.spare", "_Plain._hidden"];
const ASKED: readonly (readonly [tool: string, params: Record<string, unknown>])[] = [
  ...NAMES.flatMap((name) =>
    [
      ["get_callers", { function_name: name }],
      ["get_callees", { function_name: name }],
      ["get_impact", { symbol_name: name }],
      ["get_call_graph", { symbol_name: name, direction: "both" }],
      ["query_node_edges", { node_identifier: name }],
      ["query_interface_implementors", { name_pattern: name }],
      ["call_chain", { from_func: name, to_func: "_shared" }],
      ["suggest_followup_queries", { previous_query: { tool: "get_callers", params: { function_name: name } }, previous_results: {} }],
    ] as const
  ),
  ["get_callers", { function_name: "only_there" }],
  ["query_node_edges", { node_identifier: "README.md" }],
  ["query_file_symbols", { file_path: "src/views.py" }],
  ["search_nodes", { name_pattern: "*" }],
  ["search_nodes", { name_pattern: "*", unused: true }],
  ["search_nodes", { name_pattern: "*", untested: true }],
  ["search_nodes", { name_pattern: "only*" }],
  ["call_graph_stats", { hotspots: true, cycles: true }],
];

async function answers(project: TempProject): Promise<string[]> {
  const repository = openInFolder(project.root, "agent", project.database);
  try {
    const told: string[] = [];
    for (const [name, params] of ASKED) {
      const reply = await callOn(repository, name, params);
      told.push(`${name} ${JSON.stringify(params)}\n${reply.text}\n${JSON.stringify(reply.structured, null, 1)}`);
    }
    return told;
  } finally {
    repository.close();
  }
}

Deno.test("questions about the working tree are answered from it alone, whatever another ref calls, overrides, serves and tests", () =>
  withProject(SHARED, async (project) => {
    git(project, "init", "-q", "-b", "main");
    commitAll(project, "first");
    git(project, "checkout", "-q", "-b", "other");
    for (const [path, text] of Object.entries(OTHER)) project.write(path, text);
    commitAll(project, "other");
    git(project, "checkout", "-q", "main");
    const alone = openProject(project.root, `${project.database}-alone`);
    await alone.index();
    await project.index({ ref: "other" });
    await project.index();
    const [expected, told] = [await answers(alone), await answers(project)];
    for (const [i, answer] of told.entries()) assert.equal(answer, expected[i]);
  }));
