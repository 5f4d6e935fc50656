/** Templates, and components with code inside them: nothing that they name is unused, and no list of callers is complete without them. */
import assert from "node:assert/strict";
import { templates as goTemplates } from "../languages/go/templates.ts";
import { templates as pythonTemplates } from "../languages/python/templates.ts";
import { templates } from "../languages/typescript/templates.ts";
import { call, warningsOf } from "./support/call.ts";
import { withProject } from "./support/temp_project.ts";

/** The names in a template with their lines. */
function names(path: string, text: string): Record<string, number> {
  return Object.fromEntries(templates.readNames(path, text));
}

Deno.test("Vue: expressions of the template, tags of components, and every word of the script except its comments", () => {
  const text = `<script setup lang="ts">
import { load as fetchAll } from "./load";
// not this one: hidden()
const rows = api.all();
</script>
<template>
  <!-- gone() -->
  <p title="plain" :class="classOf(row)" @click.prevent="onClick" v-if="isShown">some text {{ format(row, "x") }}</p>
  <my-list /><OtherList v-focus #item="{ row }" />
</template>
<style scoped>.a { color: red }</style>`;
  assert.deepEqual(names("App.vue", text), {
    load: 2,
    fetchAll: 2,
    rows: 4,
    api: 4,
    all: 4,
    classOf: 8,
    row: 8,
    onClick: 8,
    isShown: 8,
    focus: 9,
    MyList: 9,
    OtherList: 9,
    format: 8,
    x: 8,
  });
});

Deno.test("Svelte, Astro, Angular and the handlers of plain HTML", () => {
  assert.deepEqual(
    names("A.svelte", `<script>\n  run();\n</script>\n<a use:tip on:click={() => go({ a })}>{#if open}{text}{/if} plain</a>`),
    {
      run: 2,
      tip: 4,
      click: 4,
      go: 4,
      a: 4,
      open: 4,
      text: 4,
    },
  );
  assert.deepEqual(
    names("A.astro", `---\nimport Card from "../Card.astro";\nconst all = list();\n---\n<Card title={titleOf(all)}>it is</Card>`),
    {
      Card: 2,
      all: 3,
      list: 3,
      titleOf: 5,
    },
  );
  const angular = `<li *ngFor="let one of rows" (click)="pick(one)" [title]="titleOf(one)" (keyup.enter)='enter()'>{{ one | money }}</li>
@if (isOpen()) { <p>text</p> }`;
  assert.deepEqual(names("a.component.html", angular), {
    one: 1,
    rows: 1,
    pick: 1,
    titleOf: 1,
    enter: 1,
    isOpen: 2,
    money: 1,
  });
  assert.deepEqual(names("a.html", `<button class="x" onclick="save(1)">save all</button>`), { save: 1 });
});

Deno.test("Handlebars: tags of components by their path, and helpers whose names have hyphens", () => {
  const text =
    `{{!-- gone --}}<JobPage::Periodic @job={{this.job}} />\n{{format-date this.at}}<p {{on "click" this.save}}>plain</p>\n{{#if isShown}}{{/if}}`;
  const found = names("row.hbs", text);
  for (const name of ["JobPage", "Periodic", "job", "at", "FormatDate", "formatDate", "save", "isShown"]) assert.ok(name in found, name);
  assert.ok(!("plain" in found));
  assert.equal(found["formatDate"], 2);
});

Deno.test("Go: names after a dot in a shown action; string literals and comments name nothing", () => {
  const text = `Dear .Plain,
{{/* .Gone */}}{{- range $i, $row := .Rows }}
  {{ $row.Owner.Name | printf "%s .Quoted" }} {{ if and .Ok (index .Table \`.Raw\`).Kept }}{{ .hidden }}{{ end }}
{{ end }}`;
  assert.deepEqual(Object.fromEntries(goTemplates.readNames("letter.tmpl", text)), {
    Rows: 2,
    Owner: 3,
    Name: 3,
    Ok: 3,
    Table: 3,
    Kept: 3,
  });
});

Deno.test("what a page puts into a script of the page that it extends, and the scripts of other engines' pages", () => {
  const page = `{% extends "base.html" %}
plain(text)
{% block js %}
  {% include "ask.js" %}
  confirm(".delete", { a: 1 }); rows.map(localize)
{% endblock %}`;
  assert.deepEqual(names("page.html", page), { confirm: 5, map: 5, localize: 5 });
  assert.deepEqual(names("page.html", page.replace("{% extends", "{% load")), {});
  assert.ok(["a.html.erb", "a.ejs", "a.twig", "a.njk", "a.liquid"].every((path) => templates.files.test(path)));
  assert.deepEqual(names("a.ejs", `<% rows.forEach(show) %>\n<b onclick="save()"><script>load()</script>`), {
    rows: 1,
    forEach: 1,
    show: 1,
    save: 2,
    load: 2,
  });
});

Deno.test("attributes of htmx and Stimulus, callbacks and addresses that are code", () => {
  const page = `<b hx-vals='js:{ id: queried() }' hx-get="/jobs/load" data-action="click->list#pick">
<a href="javascript:opened()" data-callback="sent" data-kind="plain" title="javascript"></a>`;
  assert.deepEqual(names("page.html", page), {
    js: 1,
    id: 1,
    queried: 1,
    click: 1,
    list: 1,
    pick: 1,
    javascript: 2,
    opened: 2,
    sent: 2,
  });
});

Deno.test("Python: every word of the code in a Django or Jinja template except the engines' own tags", () => {
  const text = `{% extends "base.html" %}{# gone() #}
{% for row in page.rows|by_day:"name" %}{{- row.title() -}}{% endfor %} plain
{% if not user.is_owner and load(x) %}{% avatar user %}{% endif %}`;
  assert.deepEqual(Object.fromEntries(pythonTemplates.readNames("page.html", text)), {
    row: 2,
    in: 2,
    page: 2,
    rows: 2,
    by_day: 2,
    title: 2,
    not: 3,
    user: 3,
    is_owner: 3,
    and: 3,
    load: 3,
    x: 3,
    avatar: 3,
  });
});

const FILES = {
  "src/list.component.ts": `export class ListComponent {
  pick(row: number) { return this.note(row); }
  private hidden() {}
  private shown() {}
  private note(row: number) { return row; }
}
`,
  "src/list.component.html": `<li (click)="pick(1)" [title]="shown()">plain hidden</li>`,
  "src/load.ts": `export function load() { return format(1); }
function format(n: number) { return n; }
export function other() {}
`,
  "src/App.vue": `<script setup>\nimport { load } from "./load";\nload();\n</script>\n<template>{{ format(1) }}</template>\n`,
};

Deno.test("a function named in a template is not unused, and its callers may be incomplete", () =>
  withProject(FILES, async (project) => {
    const warningsAbout = async (name: string): Promise<readonly string[]> => {
      const { structured } = await call(project, "get_callers", { function_name: name });
      const warnings = warningsOf({ structured });
      assert.equal(structured["completeness"], warnings.length === 0 ? "complete" : "possibly_incomplete", name);
      return warnings;
    };
    const rest = "and what templates and the code in them run is not in the list";
    assert.deepEqual(await warningsAbout("pick"), [`mentioned in a template: src/list.component.html:1 names it, ${rest}`]);
    assert.deepEqual(await warningsAbout("load"), [`mentioned in a template: src/App.vue:2 names it, ${rest}`]);
    for (const name of ["note", "format", "other"]) assert.deepEqual(await warningsAbout(name), [], name);
    const { structured } = await call(project, "search_nodes", { name_pattern: "*", unused: true });
    assert.deepEqual((structured["nodes"] as { name: string }[]).map(({ name }) => name), ["ListComponent.hidden"]);
  }));

Deno.test("a function of a script that pages call is not surely unused, and its list is open", () =>
  withProject({
    "app/static/ask.js": "function confirmed(selector) {}\nfunction gone() {}\n",
    "app/templates/list.html": `{% extends "base.html" %}\n{% block js %}\n  confirmed(".delete");\n{% endblock %}\n`,
  }, async (project) => {
    const { structured } = await call(project, "get_callers", { function_name: "confirmed" });
    assert.equal(structured["completeness"], "possibly_incomplete");
    assert.match(warningsOf({ structured })[0]!, /^mentioned in a template: app\/templates\/list.html:3 names it/);
    const unused = await call(project, "search_nodes", { name_pattern: "*", unused: true });
    assert.deepEqual((unused.structured["nodes"] as { name: string }[]).map(({ name }) => name), ["gone"]);
  }));

Deno.test("a page is a template of every language with such templates", () =>
  withProject({
    "go.mod": "module m\n",
    "page.go":
      'package m\n\ntype Page struct{}\n\nfunc (Page) Title() string { return "" }\nfunc (Page) Body() string { return "" }\nfunc (Page) Foot() string { return "" }\n',
    "pages/a.html": '<h1 onclick="save()">{{ .Title }} {{ view.crumbs }}</h1>\n',
    "pages/b.tmpl": "\n{{ .Body }}\n",
    "pages/save.ts": "export function save() {}\n",
    "pages/view.py": "class View:\n    def crumbs(self): pass\n    def other(self): pass\n",
  }, async (project) => {
    const firstWarning = async (name: string): Promise<string | undefined> =>
      warningsOf(await call(project, "get_callers", { function_name: name }))[0]?.split(",")[0];
    assert.equal(await firstWarning("Page.Title"), "mentioned in a template: pages/a.html:1 names it");
    assert.equal(await firstWarning("Page.Body"), "mentioned in a template: pages/b.tmpl:2 names it");
    assert.equal(await firstWarning("save"), "mentioned in a template: pages/a.html:1 names it");
    assert.equal(await firstWarning("View.crumbs"), "mentioned in a template: pages/a.html:1 names it");
    for (const name of ["Page.Foot", "View.other"]) assert.equal(await firstWarning(name), undefined, name);
  }));

Deno.test("a function named in Cython or in the code of notebooks is not unused, and its callers may be incomplete", () =>
  withProject({
    "app/attributes.py": "def _listed(path): pass\ndef _fetched(path): pass\ndef _told(path): pass\ndef _left(path): pass\n",
    "app/linux.pyx": 'from .attributes import _listed\n\ndef listxattr(path):\n    "_left"  # _left\n    return _listed(path)\n',
    "docs/tour.ipynb": JSON.stringify({
      cells: [
        { cell_type: "markdown", source: ["_left"] },
        { cell_type: "code", source: ["from app.attributes import _fetched\n", '_fetched("a")'] },
        { cell_type: "code", source: "_told(1)" },
      ],
    }),
  }, async (project) => {
    const summary = await project.index();
    assert.deepEqual(summary.skipped.map(({ reason, files }) => [reason, files]), [["template", 2]]);
    const { structured } = await call(project, "search_nodes", { name_pattern: "*", unused: true });
    assert.deepEqual((structured["nodes"] as { name: string }[]).map(({ name }) => name), ["app.attributes._left"]);
    const warnings = warningsOf(await call(project, "get_callers", { function_name: "_listed" }));
    assert.equal(warnings[0]?.split(",")[0], "mentioned in a template: app/linux.pyx:1 names it");
  }));

Deno.test("an edited template is read again; one that is too long counts as naming anything; the summary says what is not indexed", () =>
  withProject(FILES, async (project) => {
    const summary = await project.index();
    assert.deepEqual(summary.skipped.map(({ reason, files }) => [reason, files]), [["template", 1]]);
    project.write("src/list.component.html", `<li (click)="hidden()"></li>`);
    const edited = await call(project, "search_nodes", { name_pattern: "ListComponent.*", unused: true });
    assert.deepEqual((edited.structured["nodes"] as { name: string }[]).map(({ name }) => name), ["ListComponent.shown"]);
    project.write("src/App.vue", `<template>${"<p>x</p>\n".repeat(10_000)}{{ load() }}</template>`);
    const { structured } = await call(project, "get_callers", { function_name: "other" });
    assert.deepEqual(warningsOf({ structured }), ["src/App.vue is too long to be read and may call it"]);
  }));

Deno.test("Go: a file that code may embed beside itself is a template too, one elsewhere is not", () =>
  withProject({
    "go.mod": "module m\n",
    "app/page.go":
      'package app\n\ntype Page struct{ Body string }\n\nfunc (Page) Title() string { return "" }\nfunc (Page) Foot() string { return "" }\n',
    "app/page.yaml": "a: 1\nb: {{ .Body }}\n",
    "app/manifests/pod.yaml": "name: {{ $page.Title }}\n",
    "app/testdata/pod.yaml": "name: {{ $page.Foot }}\n",
    "charts/pod.yaml": "name: {{ .Foot }}\n",
  }, async (project) => {
    const firstWarnings = async (name: string): Promise<string> =>
      warningsOf(await call(project, "get_callers", { function_name: name })).map((one) => one.split(",")[0]!).join("; ");
    assert.equal(await firstWarnings("Page.Title"), "mentioned in a template: app/manifests/pod.yaml:1 names it");
    assert.match(await firstWarnings("Page.Body"), /mentioned in a template: app\/page\.yaml:2 names it/);
    assert.equal(await firstWarnings("Page.Foot"), "");
    project.write("app/page.yaml", "{{ .Foot }}\n");
    assert.equal(await firstWarnings("Page.Foot"), "mentioned in a template: app/page.yaml:1 names it");
  }));
