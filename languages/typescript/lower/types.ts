/**
 * Types to expressions: annotations, generics, unions, object and function types, queries and indexed access.
 *
 * Stage: parse -> facts. Invariant: what cannot be expressed in the neutral form is unknown, never guessed.
 */
import { tableOf } from "../../../core/base/tables.ts";
import { BindingFlag, BindingKind, DefinitionFlag, DefinitionKind } from "../../../core/facts.ts";
import { KeyedMode, ModuleUse, Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import type { Roles } from "../../../core/plugin.ts";
import { firstNamed, literalValue, stateOf, stringText } from "../file_state.ts";
import { moduleOfName } from "../imported_types.ts";
import { documentedArguments } from "../jsdoc/tags.ts";
import { lowerConditionalType } from "./conditional_types.ts";
import { documentedFunction, FUNCTION_WORD } from "./documented_functions.ts";
import { keyAmong, textType, withoutKinds } from "./index_keys.ts";
import { lowerMappedType, mappedClause } from "./mapped_types.ts";
import { lowerAll } from "./picked_members.ts";
import { typePredicate } from "./predicates.ts";

/** Names of the library for the types of plain values. */
export const PRIMITIVES: Readonly<Record<string, string>> = tableOf({
  string: "String",
  number: "Number",
  boolean: "Boolean",
  symbol: "Symbol",
  bigint: "BigInt",
});
/** The same for all words of the language that are types. */
const PREDEFINED: Readonly<Record<string, string>> = tableOf({
  ...PRIMITIVES,
  any: "any",
  unknown: "unknown",
  object: "object",
  never: "never",
  void: "undefined",
  // In comments: any type, and a word that no file contains.
  Object: "any",
  "": "any",
});

/** Unions wider than this are treated as unknown. */
const WIDEST_UNION = 80;
/** Types nested deeper than this are unknown. */
const DEEPEST_TYPE = 60;

/** Lowers the type at `node`; 0 if the expression rules are to read it, or if nothing is known. */
export function lowerType(lowering: Lowering, node: number): number {
  return lowerTypeAt(lowering, node, 0);
}

/** The same for a type that is nested `depth` types deep. */
export function lowerTypeAt(lowering: Lowering, node: number, depth: number): number {
  if (node === 0 || depth > DEEPEST_TYPE) return 0;
  const { facts } = lowering;
  const inner = (): number => lowerTypeAt(lowering, firstNamed(lowering, node), depth + 1);
  switch (lowering.kind(node)) {
    case "type_annotation":
    case "opting_type_annotation":
    case "omitting_type_annotation":
    case "adding_type_annotation":
    case "constraint":
    case "default_type":
    case "parenthesized_type":
    case "readonly_type":
    case "optional_type":
    case "rest_type":
    case "flow_maybe_type":
    case "type_predicate_annotation":
    case "asserts_annotation":
      return inner();
    case "asserts":
      // `asserts x` applies to any argument, `asserts x is T` has a type.
      return lowering.kind(firstNamed(lowering, node)) === "type_predicate" ? inner() : lowering.builtin("TypePredicate");
    case "type_predicate":
      return typePredicate(lowering, node, depth);
    case "type_identifier":
    case "identifier":
      return typeName(lowering, node);
    case "predefined_type": {
      const text = lowering.text(node);
      return lowering.builtin(PREDEFINED[text] ?? "Symbol");
    }
    case "literal_type":
      return literalType(lowering, firstNamed(lowering, node));
    case "template_literal_type":
    case "index_type_query":
      return textType(lowering, node, depth);
    case "nested_type_identifier":
      return nestedName(lowering, node);
    case "generic_type":
      return genericType(lowering, node, depth);
    case "union_type":
    case "intersection_type":
      return combination(lowering, node, depth);
    case "array_type":
      return facts.expression(Op.apply, lowering.builtin("Array"), facts.list([inner()]));
    case "tuple_type":
      return facts.expression(Op.tuple, facts.list(lowering.codeIn(node).map((part) => tupleElement(lowering, part, depth))));
    case "function_type":
    case "constructor_type":
      return functionType(lowering, node, givenType(lowering, node, depth), depth);
    case "object_type":
      return objectType(lowering, node);
    case "type_query":
      return facts.expression(Op.typeOf, valueOfQuery(lowering, firstNamed(lowering, node)));
    case "conditional_type":
      return lowerConditionalType(lowering, node, depth);
    case "infer_type":
      return typeName(lowering, firstNamed(lowering, node));
    case "lookup_type":
      return lookupType(lowering, node, depth);
    case "this_type":
    case "this":
      return facts.expression(Op.selfType, lowering.scope(node));
    case "member_expression":
    case "call_expression":
      return valueOfQuery(lowering, node);
    default:
      return 0;
  }
}

function objectType(lowering: Lowering, node: number): number {
  const clause = mappedClause(lowering, node);
  if (clause !== 0) return lowerMappedType(lowering, node, clause);
  stateOf(lowering).objectTypes.set(lowering.definitionAt(node), node);
  return lowering.facts.expression(Op.definition, lowering.definitionAt(node));
}

function typeName(lowering: Lowering, node: number): number {
  const text = lowering.text(node);
  // The grammar takes it for a name.
  if (text === "bigint") return lowering.builtin("BigInt");
  const module = moduleOfName(text);
  if (module === undefined) return lowering.nameExpression(text, node);
  // A module alone is an instance of the class that is its export.
  return lowering.facts.expression(Op.new, moduleAt(lowering, node, module));
}

/** `A.T`. */
function nestedName(lowering: Lowering, node: number): number {
  const module = moduleOfType(lowering, lowering.child(node, "module"));
  return lowering.memberExpression(module, lowering.text(lowering.child(node, "name")));
}

/** `A.B` in `A.B.C`: names of modules and namespaces. */
function moduleOfType(lowering: Lowering, node: number): number {
  if (lowering.kind(node) !== "nested_identifier") return moduleOrName(lowering, node);
  const object = moduleOfType(lowering, lowering.child(node, "object"));
  return lowering.memberExpression(object, lowering.text(lowering.child(node, "property")));
}

function literalType(lowering: Lowering, node: number): number {
  switch (lowering.kind(node)) {
    case "null":
    case "undefined":
      return lowering.builtin(lowering.kind(node));
    default:
      return literalValue(lowering, node) || lowering.builtin(lowering.kind(node) === "string" ? "String" : "Number");
  }
}

function genericType(lowering: Lowering, node: number, depth: number): number {
  const { facts } = lowering;
  const nameNode = lowering.child(node, "name");
  const written = lowering.codeIn(lowering.child(node, "type_arguments"));
  const name = lowering.text(nameNode);
  const first = written[0] ?? 0;
  if (first !== 0 && (name === "ReturnType" || name === "InstanceType") && lowering.kind(first) === "type_query") {
    const named = firstNamed(lowering, first);
    const value = valueOfQuery(lowering, named);
    // The type depends on the function.
    if (name === "ReturnType") lowering.addUse(named, value);
    return facts.expression(Op.typeOf, facts.expression(name === "ReturnType" ? Op.call : Op.new, value));
  }
  if (first !== 0 && name === "InstanceType") {
    const type = lowerTypeAt(lowering, first, depth + 1);
    const isMember = lowering.kind(first) === "lookup_type";
    return isMember
      ? facts.expression(Op.typeOf, facts.expression(Op.new, facts.expression(Op.cast, type)))
      : facts.expression(Op.new, type);
  }
  if (name === FUNCTION_WORD) {
    return documentedFunction(lowering, node, written, written.map((part) => lowerTypeAt(lowering, part, depth + 1)));
  }
  // `Object<string, T>` occurs in comments only.
  const base = name === "Object" ? lowering.builtin("Record") : lowerTypeAt(lowering, nameNode, depth + 1);
  const keys = name === "Record" ? keysIn(lowering, first) : 0;
  const types = written.map((argument, i) => i === 0 && keys !== 0 ? keys : lowerTypeAt(lowering, argument, depth + 1));
  return facts.expression(Op.apply, base, facts.list(types));
}

/** The strings of a type that is nothing else (`"a" | "b"`), as keys; 0 for others. */
function keysIn(lowering: Lowering, node: number): number {
  const texts = flatten(lowering, node).map((part) => lowering.kind(part) === "literal_type" ? firstNamed(lowering, part) : 0);
  if (texts.length === 0 || texts.some((text) => lowering.kind(text) !== "string")) return 0;
  return lowering.either(texts.map((text) => lowering.constant("String", stringText(lowering, text), Op.key)));
}

/** Types that every value is of. */
const SAYS_NOTHING = /^(?:\{\s*\}|Object|object|unknown)$/;

/** The parts of a union or intersection: the grammar nests them to the left. */
export function flatten(lowering: Lowering, node: number): number[] {
  const kind = lowering.kind(node);
  if (!/^(?:union|intersection)_type$/.test(kind)) return [node];
  const parts: number[] = [];
  let at = node;
  while (at !== 0 && lowering.kind(at) === kind) {
    const children = lowering.codeIn(at);
    for (const child of children.slice(1).reverse()) parts.push(child);
    at = children[0] ?? 0;
    if (parts.length > WIDEST_UNION) return [];
  }
  if (at !== 0) parts.push(at);
  return parts.reverse();
}

/** `A | B` and `A & B`. */
function combination(lowering: Lowering, node: number, depth: number): number {
  const nodes = flatten(lowering, node);
  const first = nodes[0] ?? 0;
  const isConstructor = lowering.kind(first) === "constructor_type";
  if (isConstructor) nodes[0] = lowering.child(first, "type");
  const isUnion = lowering.kind(node) === "union_type";
  // `T & {}` and `T & Object` only say of T that it is not null or undefined.
  const telling = isUnion ? nodes : withoutKinds(lowering, nodes.filter((part) => !SAYS_NOTHING.test(lowering.text(part))));
  const whole = isUnion
    ? lowering.either(telling.map((part) => lowerTypeAt(lowering, part, depth + 1)))
    : intersection(lowering, node, lowerAll(lowering, telling, depth + 1));
  // `new () => A & B` creates what has the members of both: the grammar ends the constructor's type before the sign.
  return isConstructor ? functionType(lowering, first, whole, depth) : whole;
}

/** An object type that has the members of all parts (`Omit<A, "m"> & { m(): B }`). */
function intersection(lowering: Lowering, node: number, parts: readonly number[]): number {
  if (parts.length <= 1) return parts[0] ?? 0;
  const definition = lowering.define(DefinitionKind.object, node);
  stateOf(lowering).objectTypes.set(definition, node);
  for (const part of parts) lowering.addSupertype(definition, part);
  return lowering.facts.expression(Op.definition, definition);
}

function tupleElement(lowering: Lowering, node: number, depth: number): number {
  const kind = lowering.kind(node);
  const type = kind === "required_parameter" || kind === "optional_parameter" ? lowering.child(node, "type") : node;
  const lowered = lowerTypeAt(lowering, type, depth + 1);
  const isRest = kind === "rest_type" || lowering.kind(lowering.child(node, "name")) === "rest_pattern";
  if (isRest) return lowering.facts.expression(Op.spread, lowered);
  const isOptional = kind === "optional_type" || kind === "optional_parameter";
  return isOptional && lowered !== 0 ? lowering.either([lowered, lowering.builtin("undefined")]) : lowered;
}

/** The result of a function type, or what a constructor type creates. */
function givenType(lowering: Lowering, node: number, depth: number): number {
  return lowerTypeAt(lowering, lowering.child(node, "return_type") || lowering.child(node, "type"), depth + 1);
}

function functionType(lowering: Lowering, node: number, result: number, depth: number): number {
  const { facts } = lowering;
  const parameters: number[] = [];
  let receiver = 0;
  for (const parameter of lowering.children(lowering.child(node, "parameters"))) {
    const kind = lowering.kind(parameter);
    if (kind !== "required_parameter" && kind !== "optional_parameter") continue;
    const pattern = lowering.child(parameter, "pattern");
    const patternKind = lowering.kind(pattern);
    const type = lowerTypeAt(lowering, lowering.child(parameter, "type"), depth + 1);
    if (patternKind === "this") receiver = type;
    else if (patternKind === "rest_pattern") parameters.push(facts.expression(Op.spread, type));
    else parameters.push(type);
  }
  return facts.expression(Op.functionType, facts.list(parameters), result, receiver);
}

function moduleOrName(lowering: Lowering, node: number): number {
  const module = moduleOfName(lowering.text(node));
  return module === undefined ? lowering.lowerExpression(node) : moduleAt(lowering, node, module);
}

function moduleAt(lowering: Lowering, node: number, specifier: string): number {
  const { facts } = lowering;
  const module = facts.expression(Op.module, facts.string(specifier), ModuleUse.type, lowering.line(lowering.tree.start[node]!));
  lowering.setExpression(node, module);
  return module;
}

/** The value that `typeof a.b`, `typeof import("m")` or `import("m").T` names. */
function valueOfQuery(lowering: Lowering, node: number): number {
  switch (lowering.kind(node)) {
    case "call_expression": {
      const argument = firstNamed(lowering, lowering.child(node, "arguments"));
      if (lowering.kind(lowering.child(node, "function")) !== "import" || lowering.kind(argument) !== "string") return 0;
      return moduleAt(lowering, node, stringText(lowering, argument));
    }
    case "member_expression":
      return lowering.memberExpression(
        valueOfQuery(lowering, lowering.child(node, "object")),
        lowering.text(lowering.child(node, "property")),
      );
    case "instantiation_expression":
      return valueOfQuery(lowering, firstNamed(lowering, node));
    default:
      return moduleOrName(lowering, node);
  }
}

/** `T["key"]` is the type of that member, `T[0]` of that element, `T[number]` of any element. */
function lookupType(lowering: Lowering, node: number, depth: number): number {
  const { facts } = lowering;
  const [object, written] = lowering.codeIn(node);
  if (object === undefined || written === undefined) return 0;
  const index = keyAmong(lowering, written);
  const type = lowerTypeAt(lowering, object, depth + 1);
  if (/^\d+$/.test(lowering.text(index))) {
    return facts.expression(Op.keyed, type, lowering.constant("String", lowering.text(index), Op.key), KeyedMode.member);
  }
  const instance = facts.expression(Op.cast, type);
  if (lowering.kind(index) === "literal_type" || lowering.kind(index) === "union_type") {
    const keys = flatten(lowering, index).map((part) => firstNamed(lowering, part));
    if (keys.length === 0 || keys.some((key) => lowering.kind(key) !== "string")) return 0;
    if (keys.length === 1 && /^(?:type_identifier|generic_type|lookup_type|this_type)$/.test(lowering.kind(object))) {
      const key = lowering.constant("String", stringText(lowering, keys[0]!), Op.key);
      return facts.expression(Op.keyed, type, key, KeyedMode.member);
    }
    return lowering.either(keys.map((key) => memberType(lowering, instance, key)));
  }
  // A member may be named by a constant: `{ [Kind.a]: A }`.
  if (lowering.kind(index) === "nested_type_identifier") {
    return facts.expression(Op.typeOf, lowering.memberExpression(instance, `[${lowering.text(index)}]`));
  }
  const isMember = lowering.kind(index) === "lookup_type";
  if (lowering.kind(index) === "type_identifier" || isMember) {
    const key = isMember ? memberOfParameter(lowering, index, depth) : lowerTypeAt(lowering, index, depth + 1);
    return key === 0 ? 0 : facts.expression(Op.keyed, type, key);
  }
  if (lowering.kind(index) === "index_type_query" && lowering.text(firstNamed(lowering, index)) === lowering.text(object)) {
    return facts.expression(Op.keyed, type, 0);
  }
  if (lowering.text(index) === "string") {
    return facts.expression(Op.typeOf, facts.expression(Op.index, instance, facts.list([lowering.literal("String")])));
  }
  if (lowering.text(index) === "number") {
    const isNamed = lowering.kind(object) === "type_identifier";
    return isNamed
      ? facts.expression(Op.keyed, type, 0, KeyedMode.element)
      : facts.expression(Op.typeOf, facts.expression(Op.iterate, instance));
  }
  return 0;
}

/** The type of the member of `instance` that the text at `key` names. */
function memberType(lowering: Lowering, instance: number, key: number): number {
  return lowering.facts.expression(Op.typeOf, lowering.memberExpression(instance, stringText(lowering, key)));
}

/** `C["kind"]` as a key; 0 for anything else. */
function memberOfParameter(lowering: Lowering, node: number, depth: number): number {
  const [object, index] = lowering.codeIn(node);
  if (object === undefined || index === undefined || lowering.kind(index) !== "literal_type") return 0;
  const text = firstNamed(lowering, index);
  if (lowering.kind(object) !== "type_identifier" || lowering.kind(text) !== "string") return 0;
  return lowering.facts.expression(
    Op.keyed,
    lowerTypeAt(lowering, object, depth + 1),
    lowering.constant("String", stringText(lowering, text), Op.key),
  );
}

/** A `type_parameter`: bound where it is declared; those of a mere function type are never given arguments. */
export function lowerTypeParameter(lowering: Lowering, node: number, roles: Roles): void {
  const holder = lowering.parent(lowering.parent(node));
  const binding = bindTypeParameter(lowering, roles.name?.[0] ?? node, lowering.child(node, "constraint"), lowering.child(node, "value"));
  const definition = lowering.definitionAt(holder);
  if (definition !== 0) lowering.addTypeParameter(definition, binding);
}

function bindTypeParameter(lowering: Lowering, name: number, constraint: number, otherwise: number): number {
  return lowering.bind(BindingKind.typeParameter, lowering.text(name), name, {
    type: lowerType(lowering, constraint),
    value: lowerType(lowering, otherwise),
    flags: BindingFlag.hoisted,
    scope: lowering.scope(name),
  });
}

/** `extends` and `implements` of classes, `extends` of interfaces. */
export function lowerHeritage(lowering: Lowering, node: number): void {
  const definition = lowering.enclosingDefinition(node);
  const types: number[] = [];
  for (const clause of lowering.codeIn(node)) {
    switch (lowering.kind(clause)) {
      case "extends_clause":
        for (const value of lowering.childrenOf(clause, "value")) {
          const base = /^import\s*\(/.test(lowering.text(value)) ? valueOfQuery(lowering, value) : lowering.lowerExpression(value);
          const following = lowering.next(value);
          const hasArguments = following !== 0 && lowering.kind(following) === "type_arguments";
          const given = hasArguments
            ? lowering.codeIn(following)
            : documentedArguments(lowering, lowering.parent(node), lowering.text(value));
          const types = given.map((type) => lowerType(lowering, type));
          const { facts } = lowering;
          // A class extends a value: a name, a call that returns a class. Its instances are the base.
          const applied = types.length === 0 ? base : facts.expression(Op.apply, base, facts.list(types));
          lowering.addSupertype(definition, facts.expression(Op.new, applied));
        }
        break;
      case "implements_clause":
        for (const type of lowering.codeIn(clause)) lowering.addSupertype(definition, lowerType(lowering, type));
        break;
      default:
        // An interface's clause contains its types directly.
        types.push(clause);
    }
  }
  for (const type of lowerAll(lowering, types, 0)) lowering.addSupertype(definition, type);
}

/** The members of an enum, each with the type of its value. */
export function lowerEnumMembers(lowering: Lowering, node: number): void {
  const { facts } = lowering;
  for (const child of lowering.children(node)) {
    const kind = lowering.kind(child);
    if (kind === "comment") continue;
    const nameNode = kind === "enum_assignment" ? lowering.child(child, "name") : child;
    const value = kind === "enum_assignment" ? lowering.child(child, "value") : 0;
    const definition = lowering.define(DefinitionKind.enum_member, child);
    const name = lowering.kind(nameNode) === "string" ? stringText(lowering, nameNode) : lowering.text(nameNode);
    lowering.nameDefinition(definition, nameNode, name);
    const isText = value !== 0 && /^(template_)?string$/.test(lowering.kind(value));
    const type = lowering.builtin(isText ? "String" : "Number");
    facts.set("definitions", definition, "type", type);
    if (isText) facts.set("definitions", definition, "value", lowering.constant("String", stringText(lowering, value), Op.literal));
    if (child === node + 2 || lowering.previous(child) === lowering.firstChild(node)) {
      lowering.addSupertype(lowering.enclosingDefinition(child), type);
    }
    lowering.addFlag(definition, DefinitionFlag.static);
    lowering.bindDefinition(definition, lowering.scope(child), true);
  }
}
