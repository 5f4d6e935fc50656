/**
 * The closed vocabulary of the `.scm` files: what a pattern's root capture may be, and which roles it reads.
 *
 * Stage: parse -> facts. `DEFINING` rules run in the first pass (they open scopes), all others in the second or on demand.
 */
import { DefinitionKind } from "../facts.ts";

/** Rules that create definitions: `definition.class` and so on. */
export const DEFINING: ReadonlySet<string> = new Set(Object.keys(DefinitionKind).map((kind) => `definition.${kind}`));

/**
 * Rules that give an expression, and are lowered where one is asked for. `expression.literal.KIND` names a library type. `expression.bare` is a name
 * that is a call without brackets unless a variable of it was bound before, `expression.super_call` calls the base's method of the name of the method around,
 * and `expression.own_member` is a member of the object around, by a sign in its name (Ruby).
 */
const EXPRESSIONS: ReadonlySet<string> = new Set([
  "name",
  "bare",
  "member",
  "path",
  "index",
  "apply",
  "await",
  "iterate",
  "unwrap",
  "deref",
  "reference",
  "same",
  "either",
  "cast",
  "self",
  "self_type",
  "super",
  "super_call",
  "own_member",
  "pair",
  "spread",
  "tuple",
  "call",
  "new",
  "unknown",
].map((name) => `expression.${name}`));

/**
 * Rules for statements and declarations. `package.around`: a package that is written around code, the file's own if nothing is defined beside it, else a
 * namespace. `base`: a statement in a type's body that names what the type mixes in or builds on. `statics`: a part of
 * a type's body whose definitions belong to the type itself.
 */
const STATEMENTS: ReadonlySet<string> = new Set([
  "scope.block",
  "scope.function",
  "parameter",
  "parameter.rest",
  "parameter.keywords",
  "parameter.optional",
  "parameter.receiver",
  "type_parameter",
  "binding.variable",
  "binding.assignment",
  "binding.each",
  "binding.enter",
  "target.sequence",
  "return",
  "yield",
  "branch",
  "decorator",
  "import",
  "import.from",
  "package",
  "package.around",
  "base",
  "statics",
  "skip",
]);

/**
 * Roles that the host reads. Own rules may use others, beginning with `own_`.
 * `scope`, as a second capture of the root: an expression that is a function scope of its own (a comprehension).
 * `block`, as a second capture of the root: a statement that is a block scope of its own (a `for` that declares).
 * `loop`, as a second capture of the root: a statement all of which but what is `outer` runs again and again.
 * `outer`: a part whose names are looked up outside of the scope that the root opens (a default value, a comprehension's first iterable).
 * `exported`, `partial`, `static`, `abstract`, `async`, `test`, somewhere in a definition's pattern: what the definition is where they are there.
 * `field`, of a parameter: the name of the field that it declares as well; `member`: the same where it stands in a type's head. `owner`, of a method: the
 * type that it is given to. `mixin`: what goes before the bases of a type (a trait that a class uses).
 * `module`, `alias`, `wildcard`: of imports, see `lower_imports.ts`.
 */
const ROLES: ReadonlySet<string> = new Set([
  "name",
  "body",
  "parameters",
  "type_parameters",
  "type",
  "value",
  "supertype",
  "mixin",
  "field",
  "member",
  "owner",
  "bound",
  "target",
  "iterable",
  "callee",
  "arguments",
  "argument",
  "object",
  "property",
  "index",
  "operand",
  "option",
  "element",
  "key",
  "scope",
  "block",
  "loop",
  "outer",
  "module",
  "alias",
  "wildcard",
  "exported",
  "partial",
  "static",
  "abstract",
  "async",
  "test",
]);

/** Rules besides those that define which act in the first pass. */
const FIRST: ReadonlySet<string> = new Set(["package.around", "statics", "scope.block", "scope.function", "skip"]);

/** Whether a pattern acts in the first pass, which finds definitions and scopes. */
export function actsFirst(rule: string, roles: ReadonlySet<string>): boolean {
  return DEFINING.has(rule) || FIRST.has(rule) || ["scope", "block", "loop", "outer"].some((role) => roles.has(role));
}

/** Whether a pattern acts by itself in the second pass; plain expressions are lowered on demand. */
export function actsSecond(rule: string, roles: ReadonlySet<string>): boolean {
  const action = actionOf(rule);
  return action === "lower-parts" ? roles.has("element") || roles.has("value") : action !== "wait";
}

/**
 * What the second pass does with a match of a rule: nothing until it is requested, skip what lies below, lower it as an expression, lower
 * it if it has parts, read it as a statement.
 */
export type Action = "wait" | "skip" | "lower" | "lower-parts" | "statement";

/** Expressions that are calls, and so are lowered whether or not anything asks for their value. */
const CALLING: ReadonlySet<string> = new Set(["expression.call", "expression.new", "expression.bare", "expression.super_call"]);

/** The action of a rule in the second pass. */
export function actionOf(rule: string): Action {
  if (rule === "skip") return "skip";
  if (CALLING.has(rule) || rule.startsWith("own.")) return "lower";
  if (!rule.startsWith("expression.")) return "statement";
  return rule.startsWith("expression.literal.") || rule === "expression.pair" || rule === "expression.tuple" ? "lower-parts" : "wait";
}

/** What is wrong with the capture names of a query, or "". */
export function checkCaptures(rules: Iterable<string>, roles: Iterable<string>, own: ReadonlySet<string>): string {
  for (const rule of rules) {
    if (DEFINING.has(rule) || EXPRESSIONS.has(rule) || STATEMENTS.has(rule) || rule.startsWith("expression.literal.")) continue;
    if (rule.startsWith("own.") && own.has(rule.slice(4))) continue;
    return rule.startsWith("own.") ? `@${rule}: the plugin has no own rule "${rule.slice(4)}"` : `@${rule} is not a rule`;
  }
  for (const role of roles) if (!ROLES.has(role) && !role.startsWith("own_")) return `@${role} is not a role`;
  return "";
}
