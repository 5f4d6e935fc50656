/** Functions and objects in JavaScript that external code receives: it may call them without a call site. */
import assert from "node:assert/strict";
import { call, warningsOf } from "./support/call.ts";
import { withProject } from "./support/temp_project.ts";

const FILES = {
  "app.ts": `import { connect } from "outside";
const handlers = { onOpen() {}, nested: { onDeep() {} } };
connect(handlers);
function callback() {}
connect(callback);
connect({ onDirect() {} });
const kept = Object.freeze({ quiet() {} });
kept.quiet();
const own = { start() {} };
function take(some: { start(): void }) { some.start(); }
take(own);
`,
};

Deno.test("what external code receives may be called there, an object with all its members", () =>
  withProject(FILES, async (project) => {
    const cases = [["onOpen", true], ["onDeep", true], ["callback", true], ["onDirect", true], ["kept.quiet", false], [
      "own.start",
      false,
    ]] as const;
    for (const [name, isPassed] of cases) {
      const { structured } = await call(project, "get_callers", { function_name: name });
      const warnings = warningsOf({ structured });
      const reason = "it is passed to outside.connect, outside, which may call it: such calls are not in the list";
      assert.deepEqual(warnings, isPassed ? [reason] : [], name);
      assert.equal(structured["completeness"], isPassed ? "possibly_incomplete" : "complete", name);
    }
    const { structured } = await call(project, "search_nodes", { name_pattern: "*", unused: true });
    assert.deepEqual(structured["nodes"] ?? [], []);
  }));

Deno.test("the result of a function passed to external code is received there: a module, a function in an object", () =>
  withProject({
    "package.json": '{ "name": "shop", "dependencies": { "react": "19" } }',
    "app.tsx": `import { lazy } from "react";
const Page = lazy(() => import("./page"));
const Form = lazy(() => import("./form").then((m) => ({ default: m.Form })));
const names = ["a"].map(() => plain);
function plain() {}
export const App = () => <><Page/><Form/></>;
`,
    "page.tsx": "export default function Page() { return <i/>; }\n",
    "form.tsx": "export function Form() { return <i/>; }\nexport function unseen() {}\n",
  }, async (project) => {
    const reasons = async (name: string): Promise<readonly string[]> =>
      warningsOf(await call(project, "get_callers", { function_name: name }));
    const handed = (taker: string): string[] => [`it is passed to ${taker}, outside, which may call it: such calls are not in the list`];
    assert.deepEqual(await reasons("page.tsx:Page"), handed("react.lazy"));
    assert.deepEqual(await reasons("form.tsx:Form"), handed("react.lazy"));
    assert.deepEqual(await reasons("unseen"), []);
  }));

Deno.test("a class or a module passed as an interface: its members of a called name may be called", () =>
  withProject({
    "a.ts": `import * as disk from "./disk";
export interface Store { save(x: string): void }
class Fixed { static save(x: string) {} static other() {} }
class Loose { static save(x: string) {} }
export function use(s: Store) { s.save("x"); }
use(Fixed);
use(disk);
`,
    "disk.ts": "export function save(x: string) {}\nexport function quiet() {}\n",
  }, async (project) => {
    const told = async (name: string): Promise<unknown[]> => {
      const { structured } = await call(project, "get_callers", { function_name: name });
      return [structured["completeness"], ...warningsOf({ structured })];
    };
    const reason = (what: string): string =>
      `its ${what}, and a.ts:5 calls something of this name through an interface or a base: such calls are not in the list`;
    assert.deepEqual(await told("Fixed.save"), ["possibly_incomplete", reason("class is passed as a value at a.ts:6")]);
    assert.deepEqual(await told("disk.ts:save"), ["possibly_incomplete", reason("module is passed as a value at a.ts:7")]);
    for (const name of ["Fixed.other", "Loose.save", "quiet"]) assert.deepEqual(await told(name), ["complete"], name);
    const { structured } = await call(project, "search_nodes", { name_pattern: "*", unused: true });
    const found = (structured["nodes"] as { name: string; confidence: string }[]).map(({ name, confidence }) => `${confidence} ${name}`);
    assert.deepEqual(found, ["medium Fixed.other", "medium Loose.save", "low Fixed.save"]);
  }));

Deno.test("an attribute of an element is passed to the component, or to what the document has", () =>
  withProject({
    "form.tsx": `import { Field } from "outside";
function Own(props: { onGo: () => void }) { return <b onClick={props.onGo} />; }
export function Form() {
  function sent() {}
  function typed() {}
  function gone() {}
  return <form onSubmit={sent}><Field onType={typed} /><Own onGo={gone} /></form>;
}
`,
  }, async (project) => {
    const reasons = async (name: string): Promise<string> =>
      warningsOf(await call(project, "get_callers", { function_name: name })).join("; ");
    assert.match(await reasons("Form.sent"), /^it is passed to JSX\.IntrinsicElements\.form, outside, which may call it/);
    assert.match(await reasons("Form.typed"), /^it is passed to outside\.Field, outside/);
    assert.match(await reasons("Form.gone"), /^it is passed as a value at form\.tsx:7: what receives it may call it/);
  }));
