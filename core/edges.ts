/**
 * The vocabulary of edges: what an edge says, how certain it is, and which rule produced it.
 *
 * Stage: resolve -> write -> query.
 */

/**
 * What an edge says, by `edge_type`, with what its `properties` tell. The number of a type is its place in `EDGE_TYPES`.
 * A file is its module's symbol.
 */
export const EDGES = {
  calls: "a call site to what it runs",
  references:
    "a function or class that is passed as a value, or of which a member is called that it has from elsewhere; a definition to what decorates it, a class to a metaclass that passes it on {given_to: the external code that receives it; becomes: true where that is an interface which values of the type become; untold: true where nothing tells what that is; runs: true where that runs it for this hand-over alone; keeps: false where a decorator keeps nothing; hands_on: true where a metaclass hands on what it makes}",
  accesses: "what reads or sets a member to the property, getter or setter that runs there",
  imports:
    "a file to a file, or to a package {specifier, type_only, names}; to … where which module is loaded is computed {named: only what names its members uses it}",
  contains:
    "a file to the file of its child module {left_out: true where an ordinary build does without it}, a type to a member written for it in another file; other containment follows from symbols",
  implements: "a type to an interface, protocol or trait {for, impl: where the implementor is no symbol; promoted}",
  extends: "a type to its base, an embedded type, an interface's own base {members: unknown, of a base outside that may have any}",
  overrides: "a method to the one of a base, interface or trait that it redefines, a registered function to the generic one",
  tests: "a test to what it exercises {by: call, helper or name; calls}",
  documents: "a symbol to one that its doc comment names in code marks",
  exposes:
    "a handler to the HTTP route that it serves {method, path, framework; prefix: unknown where the path begins with …; lines of a handler without a name; handler: unknown where only the call is known}",
  consumes: "a function to the HTTP route that it calls {method, path, client, host}",
} as const;
/** An edge type, by its name. */
export type EdgeType = keyof typeof EDGES;
/** The most candidates that an edge lists. If it lists this many, there may be more. */
export const MOST_CANDIDATES = 20;
/** The same for functions that a variable, field or table holds: tables of commands and of builtins have more. */
export const MOST_HELD = 256;
/** The first of what was found, each once: as many as an edge names. */
export function firstCandidates<T>(found: Iterable<T>, most = MOST_CANDIDATES): T[] {
  return [...new Set(found)].slice(0, most);
}
/** Whether there may be more than so many candidates of an edge. */
export function mayBeCut(count: number): boolean {
  return count === MOST_CANDIDATES || count === MOST_HELD;
}
/** The most definitions that a call is bound to. If it may mean more, each of them is a candidate. */
export const MOST_TARGETS = 6;
/** `edge_type` by number. */
export const EDGE_TYPES = Object.keys(EDGES) as EdgeType[];
/** `confidence` by number. */
export const CONFIDENCES = ["static", "heuristic"] as const;
export type Confidence = (typeof CONFIDENCES)[number];

/**
 * The rule that made an edge, and what it means. Listed for people by `callgrove languages` and in the README.
 * A site without a target names the rule by which it is known to have none.
 */
export const RULES = {
  scope: "the name is bound in an enclosing scope of the same file or package",
  import: "the name is bound by an import that leads to the definition",
  self: "a member of the enclosing type, through self, this, super or the receiver",
  type: "the receiver's type is declared or follows from a constructor, a declared result or a literal",
  path: "the definition is named by its full path (module, type, namespace)",
  constructor: "the name is a type; the call makes an instance of it",
  dispatch: "the receiver is an interface, protocol, trait or abstract class; implementations are the candidates",
  inferred: "the receiver's type follows from code without declarations (results, assignments)",
  union: "the receiver is one of several types",
  "unique-name":
    "the receiver is unknown, but the repository has one definition of that name and no type of the language's own library has it",
  operator: "an operator or protocol of the language runs this method",
  external: "the target lies outside the repository",
  variable: "a call through a variable, a parameter or a field that holds a function",
  ambiguous: "several definitions have the name, and the source does not say which of them is meant, if any",
  unresolved: "the source does not say what is called, or it is nested more deeply than can be followed",
  declared: "the source says it: a base, an implements clause, an impl",
  embedded: "a struct that embeds the other",
  structural: "the type has all methods that the interface asks for, with their signatures",
  assigned: "a value of the type is given where the interface is declared",
  name: "the test is named after it, and nothing else in sight has that name",
  route: "a call of a web framework or an HTTP client with a literal path",
  attribute: "an attribute names the function, as code or in a string; a test names in a string what it replaces",
  decorated: "it decorates the definition",
  blanket: "an implementation for every type that satisfies a bound",
  injected: "a parameter of a test names it: the test framework runs it and passes what it returns",
  holder: "a member of it is called or passed as a value that comes from a decorator, a base or the language",
} as const;
/** A rule that produces edges, by its name. */
export type Rule = keyof typeof RULES;
/** Rules by number. */
export const RULE_NAMES = Object.keys(RULES) as Rule[];
