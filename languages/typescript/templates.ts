/**
 * Names that templates of Vue, Svelte, Astro, Angular and Handlebars (Ember) use, and the scripts and handlers of HTML pages, also of those
 * that a template engine fills.
 *
 * Pure. No parser: expressions are recognized by the marks around them. Invariant: a name too many is harmless (it only means "it may be
 * called there"), one too few is not; so in a script every word outside of comments counts.
 */
import { lastAtMost, lineStarts } from "../../core/base/lists.ts";
import type { TemplateRules } from "../../core/rules/template_rules.ts";

const WORD = /(?<![\w$])[A-Za-z_$][\w$]*/g;
const PART = /<script\b[^>]*>([^]*?)(?:<\/script\s*>|$)|<style\b[^]*?(?:<\/style\s*>|$)|<!--[^]*?(?:-->|$)/gi;
const FRONT = /^---[ \t]*\n([^]*?)\n---[ \t]*(?:\n|$)/;
const COMMENT = /\/\*[^]*?\*\/|(?<![:\w"'`])\/\/[^\n]*/g;
const SPECIFIER = /(\bfrom\s*|\bimport\s*\(?\s*)(?:"[^"\n]*"|'[^'\n]*')/g;
/**
 * Attributes whose values are code or name it: `@click`, `:prop`, `v-if`, `#slot`, `(click)`, `[prop]`, `*ngIf`, `onclick`, `ng-click`,
 * `x-on:click`, `hx-vals`, `data-action`; and values that are code by themselves (`href="javascript:…"`).
 */
const ATTRIBUTE =
  /(?<=\s)(?:(?:[@:#([*]|v-|on|ng-|data-ng-|x-|bind:|on:|hx-(?:on|va[lr]s|headers|request|trigger)|data-(?:action|bind|on|[\w-]*callback))[^\s=>"']*\s*=|[\w-]+\s*=(?=\s*["']javascript:))\s*(?:"([^"]*)"|'([^']*)')/gi;
/** `use:action`, `transition:fade`, `v-focus`: names in the names of attributes. */
const DIRECTIVE = /(?<=\s)(?:(?:use|transition|in|out|animate|bind|on|class|style|let):|v-)([A-Za-z_$][\w$-]*)/g;
const TAG = /<([A-Za-z](?:[\w$.-]|::)*)/g;
/** A helper or component of Handlebars, whose name has hyphens: `{{format-date at}}`. */
const HYPHENED = /(?<![\w$@./-])[a-z][a-z0-9]*(?:-[a-z0-9]+)+(?![\w=-])/g;
/** The contents of a block that a page puts into the page that it extends (Jinja, Django, Twig, Nunjucks), which may be within a script there. */
const FILLED_BLOCK = /\{%-?\s*block\b[^%]*%\}([^]*?)\{%-?\s*endblock\b/g;
const EXTENDS = /\{%-?\s*extends\b/;
/** In text that is markup or a script: what is called, and what stands last in parentheses. */
const CALLED_OR_LAST = /(?<![\w$])[A-Za-z_$][\w$]*(?=[()])/g;
/** `<% … %>`, which is JavaScript in EJS. */
const EJS_CODE = /<%([^]*?)%>/g;
/** `@if (…) {` of Angular. */
const BLOCK = /@(?:if|else if|for|switch|case|defer|let)\b([^{};]*)[{;]/g;
const NO_NAMES: ReadonlySet<string> = new Set(
  ("abstract any as async await boolean break case catch class const continue debugger declare default delete do else enum export extends " +
    "false finally for from function get if implements import in infer instanceof interface is keyof let module namespace never new null " +
    "number object of private protected public readonly require return satisfies set static string super switch symbol this throw true try " +
    "type typeof undefined unknown var void while with yield each html console window document event $event").split(" "),
);

/** The template files of TypeScript projects, and the names in them. */
export const templates: TemplateRules = {
  files: /\.(?:vue|svelte|astro|html?(?:\.\w+)?|hbs|handlebars|ejs|njk|twig|liquid|mustache|jsp|cshtml)$/i,
  components: /\.(?:vue|svelte|astro)$/i,
  readNames(path, text) {
    const names = new Names(text);
    const front = path.endsWith(".astro") ? FRONT.exec(text) : null;
    let rest = text;
    const blank = (start: number, end: number): void => {
      rest = rest.slice(0, start) + rest.slice(start, end).replaceAll(/[^\n]/g, " ") + rest.slice(end);
    };
    if (front !== null) {
      addCode(names, front[1]!, front[0].indexOf(front[1]!));
      blank(0, front[0].length);
    }
    for (const part of rest.matchAll(PART)) {
      if (part[1] !== undefined) addCode(names, part[1], part.index + part[0].indexOf(">") + 1);
      blank(part.index, part.index + part[0].length);
    }
    for (const { 0: whole, 1: code, index } of path.endsWith(".ejs") ? rest.matchAll(EJS_CODE) : []) {
      addCode(names, code!, index + whole.indexOf(code!));
    }
    if (EXTENDS.test(rest)) addBlocks(names, rest);
    addMarkup(names, rest, /\.(?:svelte|astro)$/i.test(path), /\.(?:hbs|handlebars)$/i.test(path));
    return names.found;
  },
};

class Names {
  readonly found = new Map<string, number>();
  readonly #starts: readonly number[];

  constructor(text: string) {
    this.#starts = lineStarts(text);
  }

  /** Notes the words of a piece of code that begins at `offset`. */
  addWords(code: string, offset: number): void {
    for (const word of code.matchAll(WORD)) this.add(word[0], offset + word.index);
  }
  add(name: string, offset: number): void {
    if (!NO_NAMES.has(name) && !this.found.has(name)) this.found.set(name, lastAtMost(this.#starts, offset) + 1);
  }
}

function addCode(names: Names, code: string, offset: number): void {
  const plain = code.replaceAll(COMMENT, (part) => part.replaceAll(/[^\n]/g, " "))
    .replaceAll(SPECIFIER, (part, head: string) => head + " ".repeat(part.length - head.length));
  names.addWords(plain, offset);
}

function addBlocks(names: Names, page: string): void {
  for (const { 0: whole, 1: content, index } of page.matchAll(FILLED_BLOCK)) {
    const start = index + whole.indexOf("}") + 1;
    for (const word of content!.matchAll(CALLED_OR_LAST)) names.add(word[0], start + word.index);
  }
}

/** @param braces whether `{…}` is code, and not only `{{…}}`. @param hyphens whether names in code may have hyphens */
function addMarkup(names: Names, markup: string, braces: boolean, hyphens: boolean): void {
  for (const { index, 0: whole, 1: double, 2: single } of markup.matchAll(ATTRIBUTE)) {
    const value = double ?? single ?? "";
    names.addWords(value, index + whole.length - value.length - 1);
  }
  for (const { index, 0: whole, 1: name } of markup.matchAll(DIRECTIVE)) names.add(name!.split("-")[0]!, index + whole.length);
  for (const { index, 1: block } of markup.matchAll(BLOCK)) names.addWords(block!, index + 1);
  for (const { index, 1: tag } of markup.matchAll(TAG)) {
    if (/^[A-Z]|\./.test(tag!)) names.addWords(tag!, index + 1);
    else if (tag!.includes("-")) names.add(pascalCase(tag!), index);
  }
  const open = braces ? "{" : "{{";
  for (let at = markup.indexOf(open); at >= 0; at = markup.indexOf(open, at)) {
    const end = endOfBraces(markup, at);
    const code = markup.slice(at, end);
    names.addWords(code, at);
    for (const { index, 0: name } of hyphens ? code.matchAll(HYPHENED) : []) {
      const whole = pascalCase(name);
      names.add(whole, at + index);
      names.add(whole[0]!.toLowerCase() + whole.slice(1), at + index);
    }
    at = end;
  }
}

/** The name in code for a name with hyphens (`my-list`: `MyList`). */
function pascalCase(name: string): string {
  return name.split("-").map((part) => part.slice(0, 1).toUpperCase() + part.slice(1)).join("");
}

/** The offset after the brace that closes the one at `start`; the end of the text if none does. */
function endOfBraces(markup: string, start: number): number {
  let depth = 0;
  for (let at = start; at < markup.length; at++) {
    if (markup[at] === "{") depth++;
    else if (markup[at] === "}" && --depth === 0) return at + 1;
  }
  return markup.length;
}
