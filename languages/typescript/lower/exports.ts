/**
 * What a CommonJS module exports: `module.exports = …` and the other modules that are spread into it.
 *
 * Stage: parse -> facts. Invariant: whatever another module can require by name is a row of `exports`.
 */
import { DefinitionFlag, DefinitionKind, LinkFlag } from "../../../core/facts.ts";
import { Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { nameValue } from "../describe_definitions.ts";
import { firstNamed, keptLiteral, meanExports, returnedFirst, rootOfPath, stateOf, unwrapped } from "../file_state.ts";
import { documentedType } from "../jsdoc/tags.ts";
import { isShadowed } from "./block_names.ts";
import { propertyName } from "./property_names.ts";

/** `module.exports = value` and `exports = module.exports = value`. */
export function assignExports(lowering: Lowering, node: number, left: number, right: number): number {
  const { facts } = lowering;
  const inner = unwrapped(lowering, right);
  if (lowering.kind(inner) === "assignment_expression") {
    if (lowering.kind(left) !== "member_expression") return lowering.lowerExpression(inner);
    // `module.exports = exports = value`: the inner one has no effect of its own.
    if (lowering.text(lowering.child(inner, "left")) === "exports") {
      return assignExports(lowering, node, left, lowering.child(inner, "right"));
    }
  }
  const variable = variableOf(lowering, node);
  // `const app = module.exports = exports` only adds a name.
  if (meanExports(lowering, inner)) {
    if (variable !== 0) stateOf(lowering).exportsNames.add(lowering.text(variable));
    return lowering.lowerExpression(inner);
  }
  const own = variable || ownName(lowering, inner);
  const named = nameValue(lowering, right, {
    name: own === 0 ? "exports" : lowering.text(own),
    at: lowering.kind(left) === "member_expression" ? lowering.child(left, "property") : left,
    range: node,
    kind: DefinitionKind.function,
  });
  const value = lowering.lowerExpression(right);
  lowering.addUse(right);
  if (lowering.kind(left) === "identifier") return value;
  const local = lowering.kind(inner) === "identifier" ? lowering.text(inner) : "";
  const line = lowering.line(lowering.tree.start[node]!);
  const type = named === 0 && local === "" ? documentedType(lowering, node) : 0;
  facts.add("exports", {
    name: facts.string("default"),
    local: facts.string(local),
    value: lowering.castTo(value, type),
    module: 0,
    flags: LinkFlag.whole | branchFlag(lowering, node),
    line,
  });
  const literal = keptLiteral(lowering, inner);
  const definition = named !== 0 ? named : lowering.definitionAt(literal);
  if (definition !== 0) lowering.addFlag(definition, DefinitionFlag.exported | DefinitionFlag.default);
  if (local !== "") {
    stateOf(lowering).exported.add(local);
    stateOf(lowering).wholeExport = inner;
  } else if (TAKES_MEMBERS.test(lowering.kind(inner)) && meanExports(lowering, left)) stateOf(lowering).wholeExport = left;
  if (lowering.kind(literal) === "object") exportMembers(lowering, literal);
  if (variable !== 0) stateOf(lowering).exportsNames.add(lowering.text(variable));
  // What is added to another module that this one is, this one exports.
  const isModule = variable !== 0 && facts.get("expressions", value, "op") === Op.module;
  return isModule ? facts.expression(Op.module) : value;
}

/** The node of the name that a function or class as a value has itself, or 0. */
function ownName(lowering: Lowering, node: number): number {
  return TAKES_MEMBERS.test(lowering.kind(node)) ? lowering.child(node, "name") : 0;
}

/** Values that members are added to. */
const TAKES_MEMBERS = /^(?:arrow_function|function_expression|generator_function|class)$/;

/** The name in `const app = exports = module.exports = …`, or 0. */
function variableOf(lowering: Lowering, node: number): number {
  let outer = lowering.parent(node);
  while (lowering.kind(outer) === "assignment_expression") outer = lowering.parent(outer);
  const name = lowering.kind(outer) === "variable_declarator" ? lowering.child(outer, "name") : 0;
  return lowering.kind(name) === "identifier" ? name : 0;
}

/** What `module.exports = { a, b: c, d() {}, ...e }` exports, name by name. */
function exportMembers(lowering: Lowering, object: number): void {
  for (const part of lowering.children(object)) {
    switch (lowering.kind(part)) {
      case "shorthand_property_identifier": {
        const name = lowering.text(part);
        stateOf(lowering).exported.add(name);
        addExport(lowering, name, name, 0, part);
        break;
      }
      case "pair": {
        const name = propertyName(lowering, lowering.child(part, "key"));
        const value = lowering.child(part, "value");
        const local = lowering.kind(value) === "identifier" ? lowering.text(value) : "";
        if (local !== "") stateOf(lowering).exported.add(local);
        // Named here, before its value is lowered and finds its own way to the name.
        nameValue(lowering, value, { name, at: lowering.child(part, "key"), range: part, kind: DefinitionKind.method });
        if (name !== "") addExport(lowering, name, local, local === "" ? lowering.lowerExpression(value) : 0, part);
        break;
      }
      case "method_definition":
        exportMethod(lowering, part);
        break;
      case "spread_element":
        exportAll(lowering, firstNamed(lowering, part));
        break;
    }
  }
}

/** `d() {}`, or `get d() {}`, which exports its result. */
function exportMethod(lowering: Lowering, node: number): void {
  const definition = lowering.definitionAt(node);
  const name = propertyName(lowering, lowering.child(node, "name"));
  if (definition === 0 || name === "" || lowering.childOfKind(node, "set") !== 0) return;
  const method = lowering.facts.expression(Op.definition, definition);
  if (lowering.childOfKind(node, "get") === 0) return addExport(lowering, name, "", method, node);
  const given = returnedFirst(lowering, lowering.child(node, "body"));
  const value = given === 0 ? lowering.facts.expression(Op.call, method, lowering.facts.list([])) : lowering.lowerExpression(given);
  addExport(lowering, name, "", value, node);
}

/** `Object.assign(exports, { … }, require("./a"))`: this module exports what an object has, or another module exports. */
export function exportAll(lowering: Lowering, node: number): void {
  if (lowering.kind(node) === "object") return exportMembers(lowering, node);
  const { facts } = lowering;
  const value = lowering.lowerExpression(node);
  if (value === 0 || facts.get("expressions", value, "op") !== Op.module) return;
  const module = facts.get("expressions", value, "a");
  facts.add("exports", { module, flags: LinkFlag.wildcard, line: lowering.line(lowering.tree.start[node]!) });
}

/** `exports.a = exports.b = void 0`, as compilers write it before the actual assignments. */
export function isPlaceholder(lowering: Lowering, node: number): boolean {
  let value = node;
  while (lowering.kind(value) === "assignment_expression") value = lowering.child(value, "right");
  return lowering.kind(value) === "unary_expression" && lowering.text(value).startsWith("void");
}

/** Adds a name that the module shows: another one for `local`, or the value. */
export function addExport(lowering: Lowering, name: string, local: string, value: number, node: number): void {
  const { facts } = lowering;
  facts.add("exports", {
    name: facts.string(name),
    local: facts.string(local),
    value,
    flags: branchFlag(lowering, node),
    line: lowering.line(lowering.tree.start[node]!),
  });
}

/** What may not run at all within the function, or file, around it. */
const BRANCHES = /^(?:if_statement|else_clause|switch_case|switch_default|ternary_expression|catch_clause|binary_expression)$/;

/** `LinkFlag.conditional` if another assignment may replace the one at `node`: of `this` in functions each may. */
function branchFlag(lowering: Lowering, node: number): number {
  for (let outer = lowering.parent(node); outer !== 0; outer = lowering.parent(outer)) {
    const kind = lowering.kind(outer);
    if (BRANCHES.test(kind)) return LinkFlag.conditional;
    if (!/^(?:program|function_\w+|arrow_function|method_definition)$/.test(kind)) continue;
    const isOfThis = kind === "arrow_function" && lowering.kind(rootOfPath(lowering, lowering.child(node, "left"))) === "this";
    return isOfThis ? LinkFlag.conditional : 0;
  }
  return 0;
}

/** `module.exports` as a value: what the module itself exports, unless there is a local `module`. */
export function lowerModuleExports(lowering: Lowering, node: number): number {
  const own = !isShadowed(lowering, node, "module") && meanExports(lowering, node);
  return own
    ? lowering.lowerExpression(node)
    : lowering.memberExpression(lowering.lowerExpression(lowering.child(node, "object")), "exports");
}

/** `exports.x` as a value: a member of the module's exports, unless there is a local `exports` (a bundle's function). */
export function lowerExportsMember(lowering: Lowering, node: number): number {
  const object = lowering.child(node, "object");
  if (!isShadowed(lowering, node, "exports")) meanExports(lowering, object);
  return lowering.memberExpression(lowering.lowerExpression(object), lowering.text(lowering.child(node, "property")));
}
