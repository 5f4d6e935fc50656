/**
 * The properties of a function or class beyond its name: method or function, the effect of its decorators, enum, protocol.
 *
 * Stage: parse -> facts, first pass. Invariant: based only on the definition's own header and decorators, by their names.
 */
import { tableOf } from "../../core/base/tables.ts";
import { DefinitionFlag, DefinitionKind, GIVES, isBranch, ScopeKind } from "../../core/facts.ts";
import type { Lowering } from "../../core/lower/lower.ts";
import { stateOf } from "./file_state.ts";
import { plainText } from "./lower/named_members.ts";
import { isFallback, leftOutFlags } from "./lower/static_conditions.ts";
import { declareTypeVariables, isTypingProtocol } from "./lower/types.ts";
import { rules } from "./resolution_rules.ts";

/** The effect of a decorator with that name (its last part) on a function. */
const DECORATOR_FLAGS: Readonly<Record<string, number>> = tableOf({
  classmethod: DefinitionFlag.classmethod,
  staticmethod: DefinitionFlag.static,
  abstractmethod: DefinitionFlag.abstract,
  abstractproperty: DefinitionFlag.abstract | DefinitionFlag.property,
  classproperty: DefinitionFlag.classmethod | DefinitionFlag.property,
  getter: DefinitionFlag.property,
  declared_attr: DefinitionFlag.classmethod | DefinitionFlag.property,
  setter: DefinitionFlag.setter,
  deleter: DefinitionFlag.setter | DefinitionFlag.deleter,
  // The accessors of a hybrid property used by queries: those of the class, and the one for updates; no attribute access runs them.
  comparator: DefinitionFlag.setter | DefinitionFlag.ofType,
  expression: DefinitionFlag.setter | DefinitionFlag.ofType,
  update_expression: DefinitionFlag.setter | DefinitionFlag.deleter | DefinitionFlag.ofType,
});
const PROPERTY = /(?:[pP]roperty|reify|memoized_attribute)$/;
const OWN_PROPERTIES: ReadonlySet<string> = new Set(["property", "cached_property", "abstractproperty"]);
const CONTEXT_MANAGERS: Readonly<Record<string, string>> = tableOf({
  contextmanager: "_GeneratorContextManager",
  asynccontextmanager: "_AsyncGeneratorContextManager",
});
/** Methods that get the class without a decorator. */
const CLASS_METHODS: ReadonlySet<string> = new Set(["__new__", "__init_subclass__", "__class_getitem__"]);
/**
 * Methods run by operators, statements, built-in functions and calls of a variable. Source: the data model's special method names, and
 * modules that look up such names.
 */
const IMPLICIT_METHODS: ReadonlySet<string> = new Set(
  ("new del repr str bytes format lt le eq ne gt ge hash bool getattr getattribute setattr delattr dir get set delete set_name init_subclass " +
    "class_getitem call instancecheck subclasscheck subclasshook prepare mro_entries len length_hint getitem setitem delitem missing iter " +
    "reversed contains next add sub mul matmul truediv floordiv mod divmod pow lshift rshift and xor or radd rsub rmul rmatmul rtruediv rfloordiv rmod " +
    "rdivmod rpow rlshift rrshift rand rxor ror iadd isub imul imatmul itruediv ifloordiv imod ipow ilshift irshift iand ixor ior neg pos abs " +
    "invert complex int float index round trunc floor ceil enter exit await aiter anext aenter aexit buffer release_buffer copy deepcopy reduce " +
    "reduce_ex getstate setstate getnewargs getnewargs_ex sizeof fspath post_init").split(" ").map((name) => `__${name}__`),
);
/** Functions that run when a missing name of a module is read, and when its names are listed. */
const IMPLICIT_FUNCTIONS: ReadonlySet<string> = new Set(["__getattr__", "__dir__"]);
/** What pytest runs by its name: setup and teardown of a module's, class's or function's tests, and hooks. */
const RUN_BY_PYTEST = /^(?:(?:setup|teardown)_(?:module|class|function|method)|pytest_\w+)$/;
/** Bases that add no fields to a class. */
const WITHOUT_FIELDS: ReadonlySet<string> = new Set(["Generic", "ABC", "object"]);
/** Names by which metaclasses are recognized. */
export const METACLASS = /(?:^|\.)(?:type|\w*Meta|\w*Metaclass|EnumType)$/;
const ENUM_BASE = /(?:Enum|IntFlag|^Flag|Choices)$/;

/** Sets kind, flags and attributes of the definition at `node`. @returns false if it is already bound to its name */
export function describeDefinition(lowering: Lowering, node: number, definition: number): void | false {
  switch (lowering.kind(node)) {
    case "function_definition":
      describeFunction(lowering, node, definition);
      break;
    case "class_definition":
      describeClass(lowering, node, definition);
      if (bindBehindBases(lowering, node, definition)) return false;
      break;
    case "type_alias_statement":
      lowering.addFlag(definition, commonFlags(lowering, node, lowering.nameOf(definition)));
      stateOf(lowering).aliases.push(node);
      break;
    case "lambda":
      stateOf(lowering).lambdas.push(node);
      lookUpSignatureOutside(lowering, node);
  }
}

/** Binds a class that extends another of its name (`class Job(Job)`) only after its bases. @returns whether it is such a class */
function bindBehindBases(lowering: Lowering, node: number, definition: number): boolean {
  const bases = lowering.child(node, "superclasses");
  const name = lowering.nameOf(definition);
  if (bases === 0 || !lowering.codeIn(bases).some((base) => lowering.text(base).split(/[.[(]/, 1)[0] === name)) return false;
  const binding = lowering.bindDefinition(definition, lowering.owningScope(node), true, lowering.scope(node));
  lowering.facts.set("bindings", binding, "at", lowering.tree.end[bases]!);
  return true;
}

function describeFunction(lowering: Lowering, node: number, definition: number): void {
  const { facts } = lowering;
  const name = lowering.nameOf(definition);
  const owner = facts.get("scopes", lowering.owningScope(node), "kind");
  const inClass = owner === ScopeKind.class;
  let flags = commonFlags(lowering, node, name);
  if (inClass) {
    facts.set("definitions", definition, "kind", name === "__init__" ? DefinitionKind.constructor : DefinitionKind.method);
    if (CLASS_METHODS.has(name)) flags |= DefinitionFlag.classmethod;
    if (IMPLICIT_METHODS.has(name) || isRunByStatement(lowering, node, name)) flags |= DefinitionFlag.implicit;
  } else if (owner === ScopeKind.module && IMPLICIT_FUNCTIONS.has(name)) flags |= DefinitionFlag.implicit;
  if (lowering.kind(lowering.firstChild(node)) === "async") flags |= DefinitionFlag.async;
  if (name.startsWith("test_") || name === "test") flags |= DefinitionFlag.test;
  else if (RUN_BY_PYTEST.test(name) && owner !== ScopeKind.function) flags |= DefinitionFlag.entry;
  const decorators = decoratorNames(lowering, node);
  for (const decorator of decorators) {
    const last = lastPart(decorator);
    flags |= DECORATOR_FLAGS[last] ?? (PROPERTY.test(last) ? DefinitionFlag.property : 0);
    if (OWN_PROPERTIES.has(last)) stateOf(lowering).properties.add(`${lowering.owningScope(node)} ${name}`);
    const manager = CONTEXT_MANAGERS[last];
    if (manager === undefined) continue;
    stateOf(lowering).contextManagers.set(definition, manager);
    stateOf(lowering).yieldsOf.set(definition, []);
  }
  if (inClass && (flags & DefinitionFlag.static) === 0) noteReceiverType(lowering, node, definition);
  flags |= overloadFlag(lowering, node, name, decorators);
  if (!inClass) flags &= ~(DefinitionFlag.classmethod | DefinitionFlag.property | DefinitionFlag.setter | DefinitionFlag.deleter);
  lowering.addFlag(definition, flags);
  if (decorators.length > 0) {
    const given = decorators.some((decorator) => lastPart(decorator) === rules.injection!.decorator) ? givenName(lowering, node) : "";
    facts.set("definitions", definition, "attributes", facts.string([...decorators, ...given === "" ? [] : [GIVES + given]].join(" ")));
  }
  lookUpSignatureOutside(lowering, node);
}

/** The name that a decorator's argument `name` gives to a fixture; "" if it keeps its own. */
function givenName(lowering: Lowering, node: number): string {
  for (const decorator of lowering.codeIn(lowering.parent(node))) {
    const call = lowering.kind(decorator) === "decorator" ? lowering.codeIn(decorator)[0] ?? 0 : 0;
    if (lowering.kind(call) !== "call") continue;
    for (const argument of lowering.codeIn(lowering.child(call, "arguments"))) {
      if (lowering.kind(argument) !== "keyword_argument" || lowering.text(lowering.child(argument, "name")) !== "name") continue;
      return plainText(lowering, lowering.child(argument, "value")) ?? "";
    }
  }
  return "";
}

/** Whether a function is only declared. The function after overloads is the implementation, whatever its body. */
function overloadFlag(lowering: Lowering, node: number, name: string, decorators: readonly string[]): number {
  const { overloads } = stateOf(lowering);
  const key = `${lowering.owningScope(node)} ${name}`;
  if (decorators.some((decorator) => lastPart(decorator) === "overload")) {
    overloads.add(key);
    return DefinitionFlag.bodiless;
  }
  return isBodiless(lowering, node) && !overloads.has(key) ? DefinitionFlag.bodiless : 0;
}

/** `self: T` and `cls: type[T]`. */
function noteReceiverType(lowering: Lowering, node: number, definition: number): void {
  const parameters = lowering.child(node, "parameters");
  const first = parameters === 0 ? 0 : lowering.codeIn(parameters)[0] ?? 0;
  if (first === 0 || lowering.kind(first) !== "typed_parameter") return;
  const name = /^["']?(?:[Tt]ype\[)?(\w+)\]?["']?$/.exec(lowering.text(lowering.child(first, "type")))?.[1];
  if (name !== undefined) stateOf(lowering).receiverTypes.set(definition, name);
}

function describeClass(lowering: Lowering, node: number, definition: number): void {
  const { facts } = lowering;
  const name = lowering.nameOf(definition);
  let flags = commonFlags(lowering, node, name);
  if (name.startsWith("Test")) flags |= DefinitionFlag.test;
  const bases = lowering.child(node, "superclasses");
  let hasBase = false;
  let inheritsFields = false;
  for (const base of bases === 0 ? [] : lowering.codeIn(bases)) {
    if (lowering.kind(base) === "keyword_argument") {
      const name = lowering.text(lowering.child(base, "name"));
      const value = lowering.child(base, "value");
      if (name === "metaclass") stateOf(lowering).metaclasses.set(definition, value);
      else if (name === "total" && lowering.kind(value) === "false") {
        stateOf(lowering).partialTypes.add(facts.get("definitions", definition, "body"));
      }
      continue;
    }
    hasBase = true;
    declareTypeVariables(lowering, definition, base);
    const written = lowering.text(base).split("[", 1)[0]!;
    const last = lastPart(written);
    inheritsFields ||= !WITHOUT_FIELDS.has(last);
    if (last === "Protocol" && isTypingProtocol(lowering, written)) facts.set("definitions", definition, "kind", DefinitionKind.protocol);
    else if (last === "ABC" || last === "ABCMeta") flags |= DefinitionFlag.abstract;
    else if (last === "NamedTuple") stateOf(lowering).tupleFields.add(facts.get("definitions", definition, "body"));
    else if (ENUM_BASE.test(last)) facts.set("definitions", definition, "kind", DefinitionKind.enum);
  }
  // Satisfying a protocol depends on the protocol's own methods, not on those of `object`.
  if (!hasBase && name !== "Protocol") lowering.addSupertype(definition, lowering.builtin("object"));
  lowering.addFlag(definition, flags);
  const decorators = decoratorNames(lowering, node);
  if (decorators.length > 0) facts.set("definitions", definition, "attributes", facts.string(decorators.join(" ")));
  const body = facts.get("definitions", definition, "body");
  const isData = !inheritsFields && decorators.some((decorator) => lastPart(decorator) === "dataclass");
  if (isData || stateOf(lowering).tupleFields.has(body)) stateOf(lowering).matchedFields.set(body, 0);
}

/** Whether a class statement runs a method (`__init__` of a metaclass), or a mapping that is unpacked (`keys` beside `__getitem__`). */
function isRunByStatement(lowering: Lowering, node: number, name: string): boolean {
  if (name !== "__init__" && name !== "keys") return false;
  let body = lowering.parent(node);
  if (lowering.kind(body) === "decorated_definition") body = lowering.parent(body);
  if (name === "keys") return lowering.codeIn(body).some((one) => lowering.text(lowering.child(one, "name")) === "__getitem__");
  const bases = lowering.child(lowering.parent(body), "superclasses");
  return bases !== 0 && lowering.codeIn(bases).some((base) => METACLASS.test(lowering.text(base)));
}

/** Flags that depend on the name and on the place of the definition. */
function commonFlags(lowering: Lowering, node: number, name: string): number {
  const { facts } = lowering;
  const owner = facts.get("scopes", lowering.owningScope(node), "kind");
  let flags = 0;
  if (owner !== ScopeKind.function && isPublic(name)) flags |= DefinitionFlag.exported;
  if (isBranch(facts.get("scopes", lowering.scope(node), "kind")) && !isRunAnyway(lowering, node)) {
    flags |= DefinitionFlag.conditional;
    flags |= isFallback(lowering, node, name) ? DefinitionFlag.inactive : leftOutFlags(lowering, node);
  }
  return flags;
}

/** Whether a definition is in `finally`, directly after a statement that is itself unconditional. */
function isRunAnyway(lowering: Lowering, node: number): boolean {
  const outer = lowering.parent(node);
  const block = lowering.kind(outer) === "decorated_definition" ? lowering.parent(outer) : outer;
  const clause = lowering.parent(block);
  if (lowering.kind(clause) !== "finally_clause") return false;
  return !isBranch(lowering.facts.get("scopes", lowering.scope(lowering.parent(clause)), "kind"));
}

/** Whether a name is public: without leading underscore, or a special name of the language. */
export function isPublic(name: string): boolean {
  return !name.startsWith("_") || (name.startsWith("__") && name.endsWith("__"));
}

/** Defaults and annotations of a function are evaluated where it is defined. */
function lookUpSignatureOutside(lowering: Lowering, node: number): void {
  const outer = lowering.scope(node);
  const isGeneric = lowering.child(node, "type_parameters") !== 0;
  const part = (owner: number, field: string): void => {
    const found = lowering.child(owner, field);
    if (found !== 0) lowering.setScope(found, outer);
  };
  if (!isGeneric) part(node, "return_type");
  const parameters = lowering.child(node, "parameters");
  for (const parameter of parameters === 0 ? [] : lowering.codeIn(parameters)) {
    part(parameter, "value");
    if (!isGeneric) part(parameter, "type");
  }
}

/** The names of a definition's decorators as written, without their arguments. */
function decoratorNames(lowering: Lowering, node: number): string[] {
  const outer = lowering.parent(node);
  if (outer < 0 || lowering.kind(outer) !== "decorated_definition") return [];
  const names: string[] = [];
  for (const decorator of lowering.codeIn(outer)) {
    if (lowering.kind(decorator) !== "decorator") continue;
    const expression = lowering.codeIn(decorator)[0]!;
    const callee = lowering.kind(expression) === "call" ? lowering.child(expression, "function") : expression;
    const text = lowering.text(callee);
    if (/^[\w.]+$/.test(text)) names.push(text);
  }
  return names;
}

/** Whether a function's body is `...`, with or without a docstring. */
function isBodiless(lowering: Lowering, node: number): boolean {
  const body = lowering.child(node, "body");
  let last = 0;
  let count = 0;
  for (let child = lowering.firstChild(body); child !== 0; child = lowering.next(child)) {
    if (!lowering.isNamed(child) || lowering.kind(child) === "comment") continue;
    if (++count > 2) return false;
    last = child;
  }
  const expression = last === 0 || lowering.kind(last) !== "expression_statement" ? 0 : lowering.firstChild(last);
  if (expression === 0 || lowering.kind(expression) !== "ellipsis") return false;
  return count === 1 || docstringAt(lowering, body) !== 0;
}

/** The string node that is the docstring of a body (the root for the file's own), or 0. */
export function docstringAt(lowering: Lowering, body: number): number {
  let first = lowering.firstChild(body);
  while (first !== 0 && lowering.kind(first) === "comment") first = lowering.next(first);
  if (first === 0 || lowering.kind(first) !== "expression_statement") return 0;
  const text = lowering.firstChild(first);
  return text !== 0 && lowering.kind(text) === "string" ? text : 0;
}

/** The last part of a dotted name. */
export function lastPart(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}
