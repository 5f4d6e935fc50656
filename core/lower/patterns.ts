/**
 * Compiles tree-sitter queries to matchers over a flat tree.
 *
 * Stage: parse. Why not tree-sitter's own engine: it reports captures one by one through WebAssembly, while here a file's rules are
 * one table look-up a node. The files stay valid queries: `deno task queries` compiles each with tree-sitter itself.
 * Supported: kinds, `_`, `(_)`, literals, fields, `!field`, alternatives, `?` `*` `+` on children, captures, `#eq?`, `#not-eq?`,
 * `#any-of?`, `#match?`, `#not-match?`. Invariant: of the patterns that fit a node, the first in the file counts.
 * `(_)` does not fit comments, which may stand anywhere.
 */
import { holdName } from "../base/held_name.ts";
import type { Roles } from "../plugin.ts";
import { type FlatTree, type Grammar, nodeText } from "../tree/flat_tree.ts";
import { type Action, actionOf, actsFirst, actsSecond } from "./lowering_rules.ts";
import { type Child, collectRoles, ITSELF, type Predicate, QueryReader, type Shape, type WrittenPattern } from "./query_reader.ts";

/** A matched pattern: the rule (the root's capture) and the nodes by role. */
export interface Match {
  readonly rule: string;
  /** The plugin's own rule that `rule` names (`own.NAME`), or "". */
  readonly own: string;
  /** The library type of the literal that `rule` declares (`expression.literal.KIND`), or "". */
  readonly literal: string;
  readonly pattern: number;
  readonly roles: Roles;
  /** What the second pass does with it. */
  readonly action: Action;
}

interface Pattern {
  /** The match without roles. */
  readonly plain: Match;
  /** All its roles, none captured. Copies of it have the same hidden class, whichever roles are captured. */
  readonly none: Roles;
  readonly shape: Shape;
  readonly predicates: readonly Predicate[];
  /** Whether the kind alone decides. */
  readonly simple: boolean;
}

/** All patterns of one language for one grammar, ready to match. */
export interface Patterns {
  /** The first pattern that fits `node`, or undefined. */
  match(tree: FlatTree, node: number): Match | undefined;
  /** Kind -> 1 if some pattern begins with it. */
  readonly begins: Uint8Array;
  /** Kind -> 1 if some pattern that begins with it acts in the first pass; the same for the second. */
  readonly actsFirst: Uint8Array;
  readonly actsSecond: Uint8Array;
  /** Kind -> 1 if some pattern that begins with it names a member. */
  readonly members: Uint8Array;
  /** All capture names that occur: rules and roles. */
  readonly rules: ReadonlySet<string>;
  readonly roles: ReadonlySet<string>;
}

const OWN = "own.";
const LITERAL = "expression.literal.";
const NOTHING: Roles = Object.freeze({});

/**
 * Compiles `source` for `grammar`.
 * @param skipUnknown leaves out a pattern with a kind or field that this grammar lacks (one file serves two grammars)
 * @throws Error naming the line if the text is not a query or uses names that the grammar lacks
 */
export function compilePatterns(source: string, grammar: Grammar, skipUnknown = false): Patterns {
  const byKind: Pattern[][] = [];
  const begins = new Uint8Array(65536);
  const first = new Uint8Array(65536);
  const second = new Uint8Array(65536);
  const members = new Uint8Array(65536);
  const rules = new Set<string>();
  const roles = new Set<string>();
  const reader = new QueryReader(source, grammar);
  for (let written = reader.read(), index = 0; written !== undefined; written = reader.read()) {
    if (written.unknown !== "") {
      if (skipUnknown) continue;
      throw new Error(written.unknown);
    }
    const { rule, shape } = written;
    rules.add(rule);
    const ownRoles = new Set<string>();
    collectRoles(shape, ownRoles);
    for (const role of ownRoles) roles.add(role);
    const none = Object.fromEntries([...ownRoles].map((role) => [role, undefined]));
    const pattern: Pattern = { plain: matchOf(rule, index++), none, shape, predicates: written.predicates, simple: isSimple(written) };
    for (const kind of rootKinds(shape)) {
      begins[kind] = 1;
      if (actsFirst(rule, ownRoles)) first[kind] = 1;
      if (actsSecond(rule, ownRoles)) second[kind] = 1;
      if (rule === "expression.member") members[kind] = 1;
      (byKind[kind] ??= []).push(pattern);
    }
  }
  return {
    begins,
    actsFirst: first,
    actsSecond: second,
    members,
    rules,
    roles,
    match: (tree, node) => matchNode(byKind[tree.kind[node]!], tree, node, grammar.code),
  };
}

function matchOf(rule: string, pattern: number): Match {
  const own = rule.startsWith(OWN) ? holdName(rule.slice(OWN.length)) : "";
  const literal = rule.startsWith(LITERAL) ? holdName(rule.slice(LITERAL.length)) : "";
  return { rule, own, literal, pattern, roles: NOTHING, action: actionOf(rule) };
}

/** Whether a pattern only tests the kind: then its match is always the same value. */
function isSimple({ shape, predicates }: WrittenPattern): boolean {
  return shape.children.length === 0 && shape.absent.length === 0 && shape.alternatives === undefined && shape.captures.length === 0 &&
    predicates.length === 0;
}

/** The captures of the pattern being tried, in order; most patterns that are tried do not fit. */
class Captures {
  readonly roles: string[] = [];
  readonly nodes: number[] = [];
  count = 0;

  add(role: string, node: number): void {
    this.roles[this.count] = role;
    this.nodes[this.count++] = node;
  }
  first(role: string): number | undefined {
    for (let i = 0; i < this.count; i++) if (this.roles[i] === role) return this.nodes[i];
    return undefined;
  }
  byRole(none: Roles): Roles {
    // Spreading is slow where objects of many classes are.
    const roles = Object.assign({}, none) as Record<string, number[] | undefined>;
    for (let i = 0; i < this.count; i++) {
      const nodes = roles[this.roles[i]!];
      if (nodes === undefined) roles[this.roles[i]!] = [this.nodes[i]!];
      else nodes.push(this.nodes[i]!);
    }
    return roles;
  }
}

const captures = new Captures();

function matchNode(patterns: readonly Pattern[] | undefined, tree: FlatTree, node: number, code: Uint8Array): Match | undefined {
  if (patterns === undefined) return undefined;
  for (let i = 0; i < patterns.length; i++) {
    const { plain, none, shape, predicates, simple } = patterns[i]!;
    if (simple) return plain;
    captures.count = 0;
    if (!fits(tree, node, shape, code)) continue;
    if (predicates.length > 0 && !predicates.every((p) => holds(tree, node, p))) continue;
    const { rule, own, literal, pattern, action } = plain;
    return { rule, own, literal, pattern, roles: captures.byRole(none), action };
  }
  return undefined;
}

function rootKinds(shape: Shape): Set<number> {
  if (shape.alternatives) return new Set(shape.alternatives.flatMap((a) => [...rootKinds(a)]));
  if (shape.kinds === undefined) throw new Error("a pattern's root must name its node kind");
  return shape.kinds;
}

function holds(tree: FlatTree, root: number, predicate: Predicate): boolean {
  const node = predicate.role === ITSELF ? root : captures.first(predicate.role);
  if (node === undefined) return true;
  const text = nodeText(tree, node);
  switch (predicate.name) {
    case "eq?":
    case "any-of?":
      return predicate.values.includes(text);
    case "not-eq?":
      return !predicate.values.includes(text);
    case "match?":
      return predicate.expression!.test(text);
    default:
      return !predicate.expression!.test(text);
  }
}

function fits(tree: FlatTree, node: number, shape: Shape, code: Uint8Array): boolean {
  if (shape.alternatives !== undefined) {
    if (!fitsOne(tree, node, shape.alternatives, code)) return false;
  } else if (shape.kinds !== undefined) {
    const kind = tree.kind[node]!;
    if (shape.only === undefined ? !shape.kinds.has(kind) : kind !== shape.only) return false;
  } else if (shape.namedOnly && code[tree.kind[node]!] !== 1) return false;
  if (shape.children.length > 0 || shape.absent.length > 0) {
    const first = node + 1 < tree.count && tree.parent[node + 1] === node ? node + 1 : 0;
    for (let i = 0; i < shape.absent.length; i++) {
      for (let c = first; c !== 0; c = tree.next[c]!) if (tree.field[c] === shape.absent[i]) return false;
    }
    if (!childrenFit(tree, first, shape.children, code)) return false;
  }
  for (let i = 0; i < shape.captures.length; i++) captures.add(shape.captures[i]!, node);
  return true;
}

function fitsOne(tree: FlatTree, node: number, shapes: readonly Shape[], code: Uint8Array): boolean {
  for (let i = 0; i < shapes.length; i++) if (fits(tree, node, shapes[i]!, code)) return true;
  return false;
}

/**
 * Whether the children fit. Children without a field are matched in order, after those with a field that precede them in the pattern;
 * children with a field are matched by it.
 */
function childrenFit(tree: FlatTree, first: number, children: readonly Child[], code: Uint8Array): boolean {
  let from = first;
  for (let i = 0; i < children.length; i++) {
    const { field, shape, many, least } = children[i]!;
    let count = 0;
    for (let c = field === 0 ? from : first; c !== 0; c = tree.next[c]!) {
      if (field !== 0 && tree.field[c] !== field) continue;
      if (!fits(tree, c, shape, code)) continue;
      count++;
      if (from !== 0 && c >= from) from = tree.next[c]!;
      if (!many) break;
    }
    if (count < least) return false;
  }
  return true;
}
