/**
 * Parses the text of a tree-sitter query into shapes.
 *
 * Stage: parse. Invariant: for a text that is not a query, or that uses names the grammar lacks, the error names the line.
 */
import { holdName } from "../base/held_name.ts";
import { ERROR_KIND, type Grammar } from "../tree/flat_tree.ts";

/** What a node must look like. */
export interface Shape {
  /** The kinds that fit; undefined: any. */
  kinds: Set<number> | undefined;
  /** The kind, if `kinds` contains a single one. */
  only: number | undefined;
  namedOnly: boolean;
  captures: string[];
  children: Child[];
  absent: number[];
  alternatives: Shape[] | undefined;
}
/** A child that a node must or may have. */
export interface Child {
  shape: Shape;
  field: number;
  least: 0 | 1;
  many: boolean;
}
/** A condition on the text of a role. */
export interface Predicate {
  name: string;
  /** `ITSELF` if it applies to the pattern's own node, referred to by the name of its rule. */
  role: string;
  values: string[];
  expression: RegExp | undefined;
}

/** Refers in a predicate to the node of the pattern itself. */
export const ITSELF = "";

/** One pattern as written. `unknown` is what the grammar lacks for it, or "". */
export interface WrittenPattern {
  readonly rule: string;
  readonly shape: Shape;
  readonly predicates: readonly Predicate[];
  readonly unknown: string;
}

type Token = { text: string; at: number };

function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  const pattern = /;[^\n]*|"(?:\\.|[^"\\])*"|[()[\]]|[!?*+.](?![\w-])|[!@#]?[\w.\-?!]+:?|[^\s]/g;
  for (const found of source.matchAll(pattern)) {
    if (!found[0].startsWith(";")) tokens.push({ text: found[0], at: found.index });
  }
  return tokens;
}

function lineOf(source: string, at: number): number {
  return source.slice(0, at).split("\n").length;
}

function unquote(text: string): string {
  return JSON.parse(text) as string;
}

/** Adds the names of all captures in a shape. */
export function collectRoles(shape: Shape, into: Set<string>): void {
  for (const name of shape.captures) into.add(name);
  for (const child of shape.children) collectRoles(child.shape, into);
  for (const one of shape.alternatives ?? []) collectRoles(one, into);
}

/** Parses one pattern after the other. */
export class QueryReader {
  readonly #tokens: readonly Token[];
  #next = 0;
  #unknown = "";

  constructor(readonly source: string, readonly grammar: Grammar) {
    this.#tokens = tokenize(source);
  }

  /** The next pattern, or undefined at the end. */
  read(): WrittenPattern | undefined {
    if (this.#next >= this.#tokens.length) return undefined;
    this.#unknown = "";
    const predicates: Predicate[] = [];
    const shape = this.#readShape(predicates);
    const rule = shape.captures.shift() ?? this.#fail("the pattern's root has no capture");
    const roles = new Set<string>();
    if (predicates.length > 0) collectRoles(shape, roles);
    for (const predicate of predicates) {
      if (predicate.role === rule) predicate.role = ITSELF;
      else if (!roles.has(predicate.role)) {
        this.#fail(`#${predicate.name} asks of @${predicate.role}, which the pattern does not capture`);
      }
    }
    return { rule, shape, predicates, unknown: this.#unknown === "" ? "" : this.#atLine(this.#unknown) };
  }

  #atLine(what: string): string {
    return `line ${lineOf(this.source, this.#tokens[Math.min(this.#next, this.#tokens.length) - 1]?.at ?? 0)}: ${what}`;
  }
  #fail(what: string): never {
    throw new Error(this.#atLine(what));
  }
  #take(): string {
    return this.#tokens[this.#next++]?.text ?? this.#fail("the query ends too early");
  }
  #peek(): string {
    return this.#tokens[this.#next]?.text ?? "";
  }

  #kindsOf(name: string, named: boolean): Set<number> {
    const ids = (this.grammar.kindIds.get(name) ?? []).filter((id) => (this.grammar.named[id] === 1) === named);
    if (ids.length === 0 && name !== "ERROR") this.#unknown = `the grammar has no node ${named ? name : JSON.stringify(name)}`;
    return new Set(name === "ERROR" ? [ERROR_KIND] : ids);
  }
  #fieldOf(name: string): number {
    const id = this.grammar.fieldIds.get(name);
    if (id === undefined) this.#unknown = `the grammar has no field ${name}`;
    return id ?? 0;
  }
  #readShape(predicates: Predicate[]): Shape {
    const shape: Shape = {
      kinds: undefined,
      only: undefined,
      namedOnly: false,
      captures: [],
      children: [],
      absent: [],
      alternatives: undefined,
    };
    const token = this.#take();
    if (token === "[") {
      shape.alternatives = [];
      while (this.#peek() !== "]") shape.alternatives.push(this.#readShape(predicates));
      this.#take();
    } else if (token === "_") {
      // any node
    } else if (token.startsWith('"')) {
      shape.kinds = this.#kindsOf(unquote(token), false);
    } else if (token === "(") {
      if (this.#peek() === "(") {
        const inner = this.#readShape(predicates);
        while (this.#peek() !== ")") this.#readPart(inner, predicates);
        this.#take();
        // The captures after the last bracket come first: the first of them is the rule.
        const within = inner.captures.splice(0);
        this.#readCaptures(inner);
        inner.captures = [...inner.captures, ...within];
        return inner;
      }
      const kind = this.#take();
      if (kind === "_") shape.namedOnly = true;
      else shape.kinds = this.#kindsOf(kind, true);
      while (this.#peek() !== ")") this.#readPart(shape, predicates);
      this.#take();
    } else this.#fail(`expected a pattern, found ${token}`);
    return this.#readCaptures(shape);
  }
  #readCaptures(shape: Shape): Shape {
    if (shape.kinds?.size === 1) shape.only = [...shape.kinds][0];
    while (this.#peek().startsWith("@")) shape.captures.push(holdName(this.#take().slice(1)));
    return shape;
  }
  #readPart(shape: Shape, predicates: Predicate[]): void {
    const token = this.#peek();
    if (token === "(" && (this.#tokens[this.#next + 1]?.text ?? "").startsWith("#")) {
      predicates.push(this.#readPredicate());
    } else if (token.startsWith("!")) {
      shape.absent.push(this.#fieldOf(this.#take().slice(1)));
    } else if (token === ".") {
      this.#take();
      this.#fail("anchors are not supported");
    } else {
      let field = 0;
      if (token.endsWith(":")) field = this.#fieldOf(this.#take().slice(0, -1));
      const inner = this.#readShape(predicates);
      let least: 0 | 1 = 1;
      let many = false;
      const quantifier = this.#peek();
      if (quantifier === "?" || quantifier === "*" || quantifier === "+") {
        this.#take();
        if (quantifier !== "+") least = 0;
        if (quantifier !== "?") many = true;
        this.#readCaptures(inner);
      }
      shape.children.push({ shape: inner, field, least, many });
    }
  }
  #readPredicate(): Predicate {
    this.#take();
    const name = this.#take().slice(1);
    const role = this.#take().slice(1);
    const values: string[] = [];
    while (this.#peek() !== ")") values.push(unquote(this.#take()));
    this.#take();
    if (!["eq?", "not-eq?", "any-of?", "match?", "not-match?"].includes(name)) this.#fail(`unknown predicate #${name}`);
    return { name, role, values, expression: name.endsWith("match?") ? new RegExp(values[0] ?? "") : undefined };
  }
}
