/** A handle that holds no more: no name looks like its letters, but a process that showed it knows what it stood for. */
import assert from "node:assert/strict";
import { callOn } from "./support/call.ts";
import { openInProcess } from "./support/shop.ts";
import { withProject } from "./support/temp_project.ts";

const SOURCE = "def load_all():\n    return 1\n\n\ndef main():\n    return load_all()\n";

interface Answer {
  readonly symbol: { readonly symbol_id: string; readonly symbol_stable_id: string };
  readonly error: { readonly message: string; readonly data: { readonly did_you_mean?: readonly string[]; readonly hint: string } };
}

Deno.test("after its symbol moved or was renamed, a handle's error names what it stood for and what is nearest to that", () =>
  withProject({ "app.py": SOURCE, "ef1a2b.py": "def cdb6a1328ff79167():\n    pass\n" }, async (project) => {
    await project.index({ database: undefined });
    const repository = openInProcess(project.root, "agent");
    const ask = async (tool: string, params: Record<string, unknown>): Promise<Answer> =>
      (await callOn(repository, tool, params)).structured as unknown as Answer;
    const callers = (name: string) => ask("get_callers", { function_name: name });
    const never = (await callers("cdb6a1328ff79166")).error;
    assert.equal(never.message, 'Cannot find symbol "cdb6a1328ff79166": the index has no such id');
    assert.equal(never.data.did_you_mean, undefined, "what has much the same letters is no other meaning of an id");
    assert.match(never.data.hint, /^A symbol_id is valid in its own ref \(ref\) until the symbol moves;/);
    const { symbol_id, symbol_stable_id } = (await callers("load_all")).symbol;
    project.write("app.py", `# moved\n${SOURCE}`);
    const moved = (await callers(symbol_id)).error;
    assert.equal(moved.message, `Cannot find symbol "${symbol_id}": app.load_all (app.py), which had it, is not there or moved`);
    assert.equal(moved.data.did_you_mean?.[0], "app.load_all");
    assert.equal((await callers(symbol_stable_id)).error, undefined);
    project.write("app.py", SOURCE.replaceAll("load_all", "load_each"));
    for (const id of [symbol_id, symbol_stable_id]) assert.equal((await callers(id)).error.data.did_you_mean?.[0], "app.load_each");
    const node = await ask("query_node_edges", { node_identifier: symbol_stable_id });
    assert.equal(node.error.data.did_you_mean?.[0], "app.load_each");
    repository.close();
  }));
