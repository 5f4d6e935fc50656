/**
 * Annotations, base classes and other type positions, as type expressions.
 *
 * Stage: parse -> facts. Invariants: in a union `None` comes last, and means nothing; `Any` is 0; names of `typing` are the library's,
 * however imported.
 */
import { tableOf } from "../../../core/base/tables.ts";
import { BindingFlag, BindingKind } from "../../../core/facts.ts";
import { Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { useAnnotated } from "./annotated_calls.ts";
import { stateOf, type TypeVariable } from "../file_state.ts";
import { someModule } from "../loaded_modules.ts";
import { readQuotedType } from "./quoted_types.ts";
import { lowerTruth, wordAt } from "./words.ts";

/** Represents `...` among type arguments. */
export const ELLIPSIS = -1;
const DEEPEST = 50;

/** Names of `typing` that mean the same wherever they come from: projects re-export them from modules of their own. */
const SPECIAL_FORMS: ReadonlySet<string> = new Set([
  "Optional",
  "Union",
  "Self",
  "Any",
  "Callable",
  "Literal",
  "Annotated",
  "Final",
  "ClassVar",
  "Generic",
  "Protocol",
  "Required",
  "NotRequired",
  "ReadOnly",
  "TypeGuard",
  "TypeIs",
  "Unpack",
  "InitVar",
  "TypeAlias",
]);
/** Names of `typing` that the library has under another name. */
const OLDER_NAMES: Readonly<Record<string, string>> = tableOf({
  List: "list",
  Dict: "dict",
  Set: "set",
  FrozenSet: "frozenset",
  Tuple: "tuple",
  Type: "type",
  Text: "str",
  DefaultDict: "defaultdict",
  Deque: "deque",
  AbstractSet: "Set",
  ContextManager: "AbstractContextManager",
  AsyncContextManager: "AbstractAsyncContextManager",
});
const SAME_NAMES: ReadonlySet<string> = new Set([
  "Iterable",
  "Iterator",
  "Generator",
  "AsyncIterable",
  "AsyncIterator",
  "AsyncGenerator",
  "Awaitable",
  "Coroutine",
  "Sequence",
  "MutableSequence",
  "Mapping",
  "MutableMapping",
  "Collection",
  "Container",
  "Reversible",
  "ItemsView",
  "KeysView",
  "ValuesView",
  "OrderedDict",
  "Counter",
  "ChainMap",
  "NamedTuple",
  "TypedDict",
]);
/** Forms that are represented by their first argument. */
const TRANSPARENT: ReadonlySet<string> = new Set([
  "Annotated",
  "Final",
  "ClassVar",
  "Required",
  "NotRequired",
  "ReadOnly",
  "InitVar",
]);

/** Names of modules through which projects re-export `typing`. */
const HANDS_ON_TYPING = /typ|compat|backport/;
const PROTOCOL_IMPORT = /^[ \t]*from[ \t]+([\w.]+)[ \t]+import[ \t]+(?:\([^)]*|[^\n(]*)\bProtocol\b/m;
const IMPORT_ALIAS = (name: string): RegExp => new RegExp(`^[ \\t]*import[ \\t]+([\\w.]+)[ \\t]+as[ \\t]+${name}\\b`, "m");

const VALUE_KINDS: ReadonlySet<string> = new Set(["subscript", "binary_operator", "list", "tuple"]);

/** The library's name for the `typing` name `name`, or "" if the module has no such name. */
export function typingName(name: string): string {
  return SPECIAL_FORMS.has(name) || SAME_NAMES.has(name) ? name : OLDER_NAMES[name] ?? "";
}

/** Lowers the type at `node`. */
export function lowerType(lowering: Lowering, node: number): number {
  const type = Math.max(0, readType(lowering, node, 0));
  return stateOf(lowering).contextManagers.size === 0 ? type : resultOf(lowering, lowering.definitionAt(lowering.parent(node)), type);
}

/** The declared result of a generator that serves as a context manager is that manager. */
export function resultOf(lowering: Lowering, definition: number, type: number): number {
  const manager = stateOf(lowering).contextManagers.get(definition);
  return manager === undefined ? type : managerOf(lowering, manager, firstArgument(lowering, type));
}

/** The library's type `manager` that yields `element`. */
export function managerOf(lowering: Lowering, manager: string, element: number): number {
  return lowering.facts.expression(Op.apply, lowering.builtin(manager), lowering.facts.list([element]));
}

/** `T` of `Iterator[T]`. */
function firstArgument(lowering: Lowering, type: number): number {
  if (type <= 0 || lowering.facts.get("expressions", type, "op") !== Op.apply) return 0;
  return lowering.facts.items(lowering.facts.get("expressions", type, "b"))[0] ?? 0;
}

function readType(lowering: Lowering, node: number, depth: number): number {
  if (node === 0 || depth > DEEPEST) return 0;
  const kind = lowering.kind(node);
  const type = readTypeOfKind(lowering, node, kind, depth);
  // A type that is written like a value (`A[B]`, `A | B`) is not evaluated as one.
  if (type > 0 && VALUE_KINDS.has(kind)) lowering.setExpression(node, type);
  return type;
}

function readTypeOfKind(lowering: Lowering, node: number, kind: string, depth: number): number {
  if (kind !== "type" && /^(?:types\.)?ModuleType$/.test(lowering.text(node))) {
    return lowering.facts.expression(Op.typeOf, someModule(lowering));
  }
  switch (kind) {
    case "type":
    case "parenthesized_expression":
      return readType(lowering, lowering.codeIn(node)[0] ?? 0, depth + 1);
    case "identifier":
      return typeByName(lowering, node, lowering.text(node));
    case "none":
      return lowering.builtin("None");
    case "ellipsis":
      return ELLIPSIS;
    case "string":
      return readQuotedType(lowering, node);
    case "attribute": {
      const form = formOf(lowering, node);
      return form === "" ? lowering.lowerExpression(node) : bareForm(lowering, node, form);
    }
    case "generic_type": {
      const [base = 0, parameters = 0] = lowering.codeIn(node);
      return readApplied(lowering, base, parameters === 0 ? [] : lowering.codeIn(parameters), depth);
    }
    case "subscript": {
      // The grammar takes `*tuple[A]` for an element of `*tuple`.
      const base = lowering.child(node, "value");
      const isSpread = lowering.kind(base) === "list_splat";
      const type = readApplied(lowering, isSpread ? lowering.codeIn(base)[0] ?? 0 : base, lowering.childrenOf(node, "subscript"), depth);
      return isSpread ? lowering.facts.expression(Op.spread, Math.max(0, type)) : type;
    }
    case "binary_operator":
      if (lowering.kind(lowering.child(node, "operator")) !== "|") return 0;
      return openUnion(lowering, [
        readType(lowering, lowering.child(node, "left"), depth + 1),
        readType(lowering, lowering.child(node, "right"), depth + 1),
      ]);
    case "union_type":
      return openUnion(lowering, lowering.codeIn(node).map((part) => readType(lowering, part, depth + 1)));
    case "list":
    case "tuple":
      return lowering.facts.expression(
        Op.tuple,
        lowering.facts.list(lowering.codeIn(node).map((part) => Math.max(0, readType(lowering, part, depth + 1)))),
      );
    case "splat_type":
    case "list_splat":
      return lowering.facts.expression(Op.spread, Math.max(0, readType(lowering, lowering.codeIn(node)[0] ?? 0, depth + 1)));
    case "call":
      return lowering.lowerExpression(node);
    default:
      return 0;
  }
}

function readApplied(lowering: Lowering, base: number, args: readonly number[], depth: number): number {
  const form = formOf(lowering, base);
  if (form === "Literal") return literalTypes(lowering, args);
  const wanted = form === "Annotated" ? args.slice(0, 1) : args;
  // Further arguments of an annotation are code (`Depends(load)`).
  const notes = args.slice(wanted.length).map((note) => lowering.kind(note) === "type" ? lowering.codeIn(note)[0] ?? 0 : note);
  for (const note of notes) lowering.lowerExpression(note);
  const types = wanted.map((arg) => readType(lowering, arg, depth + 1));
  for (const note of notes) useAnnotated(lowering, note, wanted[0]!, types[0]!);
  // The library's notation for the member of a type under the key K.
  if (form === "Self") return lowering.facts.expression(Op.keyed, bareForm(lowering, base, form), Math.max(0, types[0] ?? 0));
  return applyType(lowering, form, form === "" ? readType(lowering, base, depth + 1) : 0, types);
}

/** The name in `typing` of what is named at `node` (including `tuple` and `type`), or "". */
function formOf(lowering: Lowering, node: number): string {
  if (lowering.kind(node) === "identifier") return formByName(lowering, lowering.text(node));
  if (lowering.kind(node) !== "attribute") return "";
  const name = lowering.text(lowering.child(node, "attribute"));
  const module = lowering.text(lowering.child(node, "object"));
  if (stateOf(lowering).typingModules.has(module)) return typingName(name) || name;
  return SPECIAL_FORMS.has(name) && (name !== "Protocol" || isTypingProtocol(lowering, `${module}.${name}`)) ? name : "";
}

/** Whether `Protocol` as written, possibly qualified, is that of `typing`, not a class of another module (`asyncio.Protocol`). */
export function isTypingProtocol(lowering: Lowering, written: string): boolean {
  const { source } = lowering.tree;
  const prefix = written.slice(0, -".Protocol".length);
  if (prefix === "") return HANDS_ON_TYPING.test(PROTOCOL_IMPORT.exec(source)?.[1] ?? "typing");
  return HANDS_ON_TYPING.test(prefix) || (/^\w+$/.test(prefix) && HANDS_ON_TYPING.test(IMPORT_ALIAS(prefix).exec(source)?.[1] ?? ""));
}

/** Whether `A[…]` with this `A` is a type in any position: an alias built from names of `typing`. */
export function isTypingForm(lowering: Lowering, node: number): boolean {
  return formOf(lowering, node) !== "";
}

/** Containers whose type arguments make them a type in any position. */
const CONTAINERS: ReadonlySet<string> = new Set(["list", "dict", "set", "frozenset"]);

/** Whether one of the operands of `A | B` is written as a type is: the whole is a type then, and no value. */
export function isWrittenUnion(lowering: Lowering, node: number): boolean {
  return [lowering.child(node, "left"), lowering.child(node, "right")].some((side) => {
    if (lowering.kind(side) === "binary_operator") {
      return lowering.text(lowering.child(side, "operator")) === "|" && isWrittenUnion(lowering, side);
    }
    const base = lowering.kind(side) === "subscript" ? lowering.child(side, "value") : 0;
    return base !== 0 && (isTypingForm(lowering, base) || CONTAINERS.has(lowering.text(base)));
  });
}

/**
 * Whether an annotation is a marker of `typing`: for an assigned type (`Items: TypeAlias = "list[Item]"`), or for any value (`owner: Any`).
 */
export function isMark(lowering: Lowering, node: number, form: "TypeAlias" | "Any"): boolean {
  const inner = node !== 0 && lowering.kind(node) === "type" ? lowering.codeIn(node)[0] ?? 0 : node;
  return inner !== 0 && formOf(lowering, inner) === form;
}

/** As `formOf`, for a plain name. */
export function formByName(lowering: Lowering, name: string): string {
  return specialForm(lowering, name) || (name === "tuple" || name === "type" ? name : "");
}

/** The `typing` name of a plain name, unless the file itself has a class of that name; or "". */
function specialForm(lowering: Lowering, name: string): string {
  const state = stateOf(lowering);
  const imported = state.typingNames.get(name);
  if (imported !== undefined || !SPECIAL_FORMS.has(name)) return imported ?? "";
  if (name === "Protocol" && !isTypingProtocol(lowering, name)) return "";
  state.classes ??= new Set([...lowering.tree.source.matchAll(/^class +(\w+)/gm)].map((match) => match[1]!));
  const isTyping = state.classes.has("Generic") && state.classes.has("Protocol");
  return state.classes.has(name) && !isTyping ? "" : name;
}

/** The type `form[types]` for a form of `typing`, else `base[types]`. */
export function applyType(lowering: Lowering, form: string, base: number, types: readonly number[]): number {
  const { facts } = lowering;
  if (form === "Optional") return orNone(lowering, Math.max(0, types[0] ?? 0));
  if (TRANSPARENT.has(form)) return Math.max(0, types[0] ?? 0);
  switch (form) {
    case "Union":
      return openUnion(lowering, types);
    case "type":
      return (types[0] ?? 0) <= 0 ? lowering.builtin("type") : facts.expression(Op.classOf, types[0]!);
    case "tuple":
      if (types[1] === ELLIPSIS) return facts.expression(Op.apply, lowering.builtin("tuple"), facts.list([types[0]!]));
      if (types.some((type) => facts.get("expressions", type, "op") === Op.spread)) return openTuple(lowering, types);
      return facts.expression(Op.tuple, facts.list(types.map((type) => Math.max(0, type))));
    case "Callable":
      return callableType(lowering, types);
    case "Unpack":
      return facts.expression(Op.spread, Math.max(0, types[0] ?? 0));
  }
  const known = types.filter((type) => type !== ELLIPSIS);
  return facts.expression(Op.apply, form === "" ? Math.max(0, base) : lowering.builtin(form), facts.list(known));
}

/** A tuple that contains all elements of another of unknown length (`tuple[A, *tuple[B, ...]]`): each element may be any of them. */
function openTuple(lowering: Lowering, types: readonly number[]): number {
  const { facts } = lowering;
  const parts = types.map((type) => {
    const isSpread = facts.get("expressions", type, "op") === Op.spread;
    return isSpread ? facts.expression(Op.iterate, facts.get("expressions", type, "a")) : Math.max(0, type);
  });
  return facts.expression(Op.apply, lowering.builtin("tuple"), facts.list([openUnion(lowering, parts)]));
}

function callableType(lowering: Lowering, [parameters = 0, result = 0]: readonly number[]): number {
  const { facts } = lowering;
  const isList = parameters > 0 && facts.get("expressions", parameters, "op") === Op.tuple;
  return facts.expression(Op.functionType, isList ? facts.get("expressions", parameters, "a") : 0, Math.max(0, result));
}

/** The union of `types`, one of which may be anything (`str | Any`). */
function openUnion(lowering: Lowering, types: readonly number[]): number {
  const none = lowering.builtin("None");
  const isOpen = types.includes(0) && types.some((type) => type > 0 && type !== none);
  return unionOf(lowering, isOpen ? types.map((type) => type || lowering.builtin("Any")) : types);
}

/** The union of `types`; `None` comes last. */
export function unionOf(lowering: Lowering, types: readonly number[]): number {
  const none = lowering.builtin("None");
  const some = types.filter((type) => type !== none && type !== ELLIPSIS);
  if (some.length === 0) return none;
  const union = lowering.either(some);
  return types.includes(none) ? orNone(lowering, union) : union;
}

/** A type or `None`; a type that may be anything already includes `None`. */
function orNone(lowering: Lowering, type: number): number {
  const { facts } = lowering;
  const none = lowering.builtin("None");
  return type === 0 || type === none ? type : facts.expression(Op.either, facts.list([type, none]));
}

/** Maximum number of values of a `Literal` that are distinguished. */
const MOST_VALUES = 12;

/** `Literal["a", None]`: matched by a call's literal argument with one of these texts or booleans. */
function literalTypes(lowering: Lowering, nodes: readonly number[]): number {
  const isLong = nodes.length > MOST_VALUES;
  return unionOf(lowering, [...new Set(nodes.map((node) => literalType(lowering, node, isLong)))]);
}

function literalType(lowering: Lowering, node: number, isLong: boolean): number {
  const inner = lowering.kind(node) === "type" ? lowering.codeIn(node)[0] ?? 0 : node;
  switch (inner === 0 ? "" : lowering.kind(inner)) {
    case "string":
      return (isLong ? 0 : wordAt(lowering, inner)) || lowering.builtin("str");
    case "integer":
      return lowering.builtin("int");
    case "none":
      return lowering.builtin("None");
    case "true":
    case "false":
      return lowerTruth(lowering, inner);
    case "attribute":
      return lowering.lowerExpression(lowering.child(inner, "object"));
    default:
      return 0;
  }
}

/** A plain name in type position. `node` is its place. */
export function typeByName(lowering: Lowering, node: number, name: string): number {
  const form = specialForm(lowering, name);
  if (form !== "") return bareForm(lowering, node, form);
  if (name === "None") return lowering.builtin("None");
  return typeVariable(lowering, node, name) || lowering.nameExpression(name, node);
}

function bareForm(lowering: Lowering, node: number, form: string): number {
  if (form === "Self") return lowering.facts.expression(Op.selfType, lowering.scope(node));
  if (form === "Any" || form === "Optional" || form === "TypeAlias" || form === "Unpack" || TRANSPARENT.has(form)) return 0;
  if (form === "Callable") return callableType(lowering, []);
  const type = lowering.builtin(form);
  // An explicit base is a class of the source, unlike the implicit base of all classes.
  const isBase = SAME_NAMES.has(form) && lowering.kind(lowering.parent(lowering.parent(node))) === "class_definition";
  return isBase ? lowering.facts.expression(Op.apply, type, lowering.facts.list([])) : type;
}

/** The expression of a type variable as the function or class around `node` is generic over it; 0 if `name` is none. */
function typeVariable(lowering: Lowering, node: number, name: string): number {
  const { typeVariables, genericOver, receiverTypes } = stateOf(lowering);
  const variable = typeVariables.get(name);
  if (variable === undefined) return 0;
  const { facts } = lowering;
  const owner = signatureOwner(lowering, node);
  if (receiverTypes.get(owner) === name) return facts.expression(Op.selfType, facts.get("definitions", owner, "scope"));
  for (let outer = owner; outer > lowering.module; outer = facts.get("definitions", outer, "parent")) {
    if (genericOver.get(outer)?.has(name)) return parameterName(lowering, outer, name, node);
  }
  if (owner <= lowering.module) return 0;
  addTypeVariable(lowering, owner, name, node, variable);
  return parameterName(lowering, owner, name, node);
}

function parameterName(lowering: Lowering, owner: number, name: string, node: number): number {
  const scope = lowering.facts.get("definitions", owner, "body");
  return lowering.facts.expression(Op.name, lowering.facts.string(name), scope, lowering.tree.start[node]!);
}

/** Makes the definition `owner` generic over `name`. */
export function addTypeVariable(lowering: Lowering, owner: number, name: string, node: number, variable: TypeVariable): void {
  const { genericOver, genericBases, typeVariables } = stateOf(lowering);
  let names = genericOver.get(owner);
  if (names === undefined) {
    genericOver.set(owner, names = new Set());
    for (const argument of genericBases.get(owner) ?? []) {
      const listed = typeVariables.get(lowering.text(argument));
      if (listed !== undefined) addTypeVariable(lowering, owner, lowering.text(argument), argument, listed);
    }
  }
  if (names.has(name)) return;
  names.add(name);
  const { facts } = lowering;
  const scope = facts.get("definitions", owner, "body");
  const { bound, otherwise, imported, listed } = variable;
  const outer = facts.get("definitions", lowering.module, "body");
  const binding = lowering.bind(BindingKind.typeParameter, name, node, {
    type: imported ? facts.expression(Op.name, facts.string(name), outer, lowering.tree.start[node]!) : bound,
    value: otherwise,
    flags: BindingFlag.hoisted | (imported ? BindingFlag.imported : 0) | (listed ? 0 : BindingFlag.ofVariable),
    scope,
  });
  facts.set("bindings", binding, "block", scope);
  lowering.addTypeParameter(owner, binding);
}

/**
 * The base `Generic[T]` of the class `definition`: all its arguments are type variables, including imported ones, and their order is the
 * class's, wherever the base is listed.
 */
export function declareTypeVariables(lowering: Lowering, definition: number, base: number): void {
  if (lowering.kind(base) !== "subscript") return;
  const form = formOf(lowering, lowering.child(base, "value"));
  if (form !== "Generic" && form !== "Protocol") return;
  const { typeVariables, genericBases } = stateOf(lowering);
  const listed = lowering.childrenOf(base, "subscript").filter((argument) => lowering.kind(argument) === "identifier");
  genericBases.set(definition, listed);
  for (const argument of listed) {
    const name = lowering.text(argument);
    if (!typeVariables.has(name)) typeVariables.set(name, { bound: 0, otherwise: 0, imported: true });
  }
}

/** The function or class whose header or body contains `node`. */
function signatureOwner(lowering: Lowering, node: number): number {
  for (let at = lowering.parent(node); at > 0; at = lowering.parent(at)) {
    const definition = lowering.definitionAt(at);
    if (definition !== 0 && lowering.facts.get("definitions", definition, "body") !== 0) return definition;
  }
  return lowering.module;
}
