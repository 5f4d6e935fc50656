/**
 * The properties of a Go definition beyond the patterns: its name and owner, whether it is exported, a test, conditional, embedded.
 *
 * Stage: facts, first pass. Invariant: based only on the definition's own header; the scopes inside it do not exist yet.
 */
import { tableOf } from "../../core/base/tables.ts";
import { BindingKind, DefinitionFlag, DefinitionKind, DISTINCT } from "../../core/facts.ts";
import { Op } from "../../core/facts/expressions.ts";
import type { Lowering } from "../../core/lower/lower.ts";
import { stateOf } from "./file_state.ts";
import { importPattern } from "./lower/imports.ts";
import { ROUTER_RESULT } from "./routes.ts";

/** Sets the flags, names and owners of definitions found by the patterns; false if it has bound the name itself. */
export function describeDefinition(lowering: Lowering, node: number, definition: number): void | false {
  switch (lowering.facts.get("definitions", definition, "kind")) {
    case DefinitionKind.object:
      describeBodyType(lowering, node, definition);
      break;
    case DefinitionKind.field:
      describeField(lowering, node, definition);
      break;
    case DefinitionKind.type_alias:
      describeNamedType(lowering, node, definition);
      break;
    case DefinitionKind.method:
      if (lowering.kind(node) === "method_declaration") {
        describeReceiver(lowering, node, definition);
        if (isSuiteTest(lowering, node, definition)) lowering.addFlag(definition, DefinitionFlag.test);
        if (isAskedByLibrary(lowering, node, definition)) lowering.addFlag(definition, DefinitionFlag.implicit);
        if (isOfNamespace(lowering, node, definition)) lowering.addFlag(definition, DefinitionFlag.entry);
      }
      break;
    case DefinitionKind.function:
      if (isTest(lowering, node, definition)) lowering.addFlag(definition, DefinitionFlag.test);
      if (isExportedToC(lowering, definition)) lowering.addFlag(definition, DefinitionFlag.exported | DefinitionFlag.passedOut);
      noteEntry(lowering, node, definition);
      break;
    case DefinitionKind.lambda:
      return;
  }
  markVisibility(lowering, definition);
  const result = lowering.child(node, "result");
  if (result !== 0 && ROUTER_RESULT.test(lowering.text(result))) stateOf(lowering).routerMakers.add(definition);
  return bindLocalType(lowering, node, definition);
}

const LOCAL_TYPES: ReadonlySet<number> = new Set([DefinitionKind.struct, DefinitionKind.interface, DefinitionKind.type_alias]);

/** A type declared inside a function: its name is visible from there on; before, it denotes another one. */
function bindLocalType(lowering: Lowering, node: number, definition: number): void | false {
  const { facts } = lowering;
  const isLocalType = LOCAL_TYPES.has(facts.get("definitions", definition, "kind")) && facts.get("definitions", definition, "name") !== 0 &&
    isInsideFunction(lowering, definition);
  if (!isLocalType) return undefined;
  lowering.bindDefinition(definition, lowering.owningScope(node), false, lowering.scope(node));
  return false;
}

/** Methods that the standard library, or formatters, look up without naming an interface, with what follows their names. */
const ASKED_BY_LIBRARY: Readonly<Record<string, RegExp>> = tableOf({
  AfterFunc: /^\(\w* ?func\(\)\) func\(\) bool$/,
  As: /^\(\w* ?(any|interface\{\})\) bool$/,
  CancelRequest: /^\(\w* ?\*http\.Request\) $/,
  CloseIdleConnections: /^\(\) $/,
  CloseWrite: /^\(\) error$/,
  Compose: /^\(form byte,.* error$/,
  ConnectionState: /^\(\) tls\.ConnectionState$/,
  DecodeMsgpack: / error$/,
  Decompose: /^\(\w+ \[\]byte\) \(form byte,/,
  EnableFullDuplex: /^\(\) error$/,
  EncodeMsgpack: / error$/,
  Equal: /^\(\w* ?crypto\.P(?:ublic|rivate)Key\) bool$/,
  FlushError: /^\(\) error$/,
  Is: /^\(\w* ?error\) bool$/,
  IsBoolFlag: /^\(\) bool$/,
  IsZero: /^\(\) bool$/,
  MarshalBSON: /^\(\) /,
  MarshalBSONValue: /^\(\) /,
  MarshalCBOR: /^\(\) /,
  MarshalCSV: /^\(\) /,
  MarshalDynamoDBAttributeValue: / error\)?$/,
  MarshalTOML: /^\(\) /,
  MarshalYAML: /^\(\) /,
  Opaque: /^\(\) bool$/,
  SetReadDeadline: /^\(\w* ?time\.Time\) error$/,
  SetWriteDeadline: /^\(\w* ?time\.Time\) error$/,
  Temporary: /^\(\) bool$/,
  Timeout: /^\(\) bool$/,
  UnmarshalBSON: / error$/,
  UnmarshalBSONValue: / error$/,
  UnmarshalCBOR: / error$/,
  UnmarshalCSV: / error$/,
  UnmarshalDynamoDBAttributeValue: / error$/,
  UnmarshalTOML: / error$/,
  UnmarshalYAML: / error$/,
  Unwrap: /^\(\) ((\[\])?error|http\.ResponseWriter)$/,
});

function isAskedByLibrary(lowering: Lowering, node: number, definition: number): boolean {
  const name = lowering.nameOf(definition);
  if (!Object.hasOwn(ASKED_BY_LIBRARY, name)) return false;
  const result = lowering.child(node, "result");
  return ASKED_BY_LIBRARY[name]!.test(`${lowering.text(lowering.child(node, "parameters"))} ${result === 0 ? "" : lowering.text(result)}`);
}

/** `//export name` in a file that imports "C". */
function isExportedToC(lowering: Lowering, definition: number): boolean {
  const names = stateOf(lowering).exportedToC;
  return names.size > 0 && names.has(lowering.nameOf(definition));
}

/**
 * Functions that the runtime, the linker or a host runs: `main`, `init`, `//go:wasmexport`, Mage targets, and those that another package
 * links to (`//go:linkname`). One without a body represents a function of another package, which it passes on.
 */
function noteEntry(lowering: Lowering, node: number, definition: number): void {
  const state = stateOf(lowering);
  const nameNode = lowering.child(node, "name");
  const name = lowering.text(nameNode);
  const link = state.linkNames.get(name);
  const hasBody = lowering.child(node, "body") !== 0;
  const isRun = name === "init" || (name === "main" && state.isOfProgram) || state.exportedToWasm.has(name) ||
    isTarget(lowering, name);
  if (isRun || (link !== undefined && hasBody)) lowering.addFlag(definition, DefinitionFlag.entry);
  else if (link !== undefined && link !== "") state.linked.push([nameNode, link]);
}

/** Whether Mage runs a function, or a method of a namespace, of that name from its command line. */
function isTarget(lowering: Lowering, name: string): boolean {
  return stateOf(lowering).isOfTargets && /^\p{Lu}/u.test(name);
}

/** Whether a method is a target in a namespace: `func (Docker) Push()` of `type Docker mg.Namespace`. */
function isOfNamespace(lowering: Lowering, node: number, definition: number): boolean {
  if (!isTarget(lowering, lowering.nameOf(definition))) return false;
  const type = /\w+(?=\)$)/.exec(lowering.text(lowering.child(node, "receiver")))?.[0];
  return type !== undefined && new RegExp(String.raw`\b${type}[ \t]+mg\.Namespace\b`).test(lowering.tree.source);
}

/** Records the link target of functions without a body: `example.com/pkg.f`, `example.com/pkg.(*T).m`, `gopkg.in/yaml%2ev2.f`. */
export function finishLinked(lowering: Lowering): void {
  for (const [node, link] of stateOf(lowering).linked) {
    const [, module, members] = /^((?:.*\/)?[^./]+)\.(.+)$/.exec(link) ?? [];
    if (module === undefined || members === undefined) continue;
    let expression = lowering.facts.expression(Op.module, lowering.facts.string(module.replaceAll("%2e", ".")));
    for (const member of members.split(".")) expression = lowering.memberExpression(expression, member.replace(/^\(\*?(.*)\)$/, "$1"));
    lowering.addUse(node, expression);
  }
}

/** Flags that hold for anything with a name: exported by its first letter, conditional by the file's build constraint. */
export function markVisibility(lowering: Lowering, definition: number): void {
  const name = lowering.nameOf(definition);
  if (isExported(name) && !isInsideFunction(lowering, definition)) lowering.addFlag(definition, DefinitionFlag.exported);
  if (stateOf(lowering).constraint !== "") lowering.addFlag(definition, DefinitionFlag.conditional);
}

function isInsideFunction(lowering: Lowering, definition: number): boolean {
  let outer = lowering.facts.get("definitions", definition, "parent");
  while (outer > lowering.module) {
    const kind = lowering.facts.get("definitions", outer, "kind");
    if (kind === DefinitionKind.function || kind === DefinitionKind.method || kind === DefinitionKind.lambda) return true;
    outer = lowering.facts.get("definitions", outer, "parent");
  }
  return false;
}

/** Go shows a name to other packages when it begins with an upper case letter. */
function isExported(name: string): boolean {
  const code = name.charCodeAt(0);
  if (code < 128) return code >= 65 && code <= 90;
  return /^\p{Lu}/u.test(name);
}

/** `struct {…}` and `interface {…}`: has the name of the `type` around it, or none. */
function describeBodyType(lowering: Lowering, node: number, definition: number): void {
  const spec = lowering.parent(node);
  const specKind = lowering.kind(spec);
  const name = specKind === "type_spec" || specKind === "type_alias" ? lowering.child(spec, "name") : 0;
  const isInterface = lowering.kind(node) === "interface_type";
  const kind = isInterface ? DefinitionKind.interface : name === 0 ? DefinitionKind.object : DefinitionKind.struct;
  lowering.facts.set("definitions", definition, "kind", kind);
  if (name === 0) {
    stateOf(lowering).captures.unnamed.push([definition, node]);
    return;
  }
  lowering.nameDefinition(definition, name);
  rangeNamedType(lowering, spec, definition);
  const head = lowering.tree.source.slice(lowering.tree.start[spec]!, lowering.tree.start[node]!);
  lowering.setSignature(definition, `type ${head}${isInterface ? "interface" : "struct"}`);
}

function describeNamedType(lowering: Lowering, node: number, definition: number): void {
  rangeNamedType(lowering, node, definition);
  if (lowering.kind(node) === "type_spec") lowering.facts.set("definitions", definition, "attributes", lowering.facts.string(DISTINCT));
  lowering.setSignature(definition, `type ${lowering.text(node)}`);
}

/** A declaration of one type reaches from its keyword on; in a group each has its own line. */
function rangeNamedType(lowering: Lowering, spec: number, definition: number): void {
  const declaration = lowering.parent(spec);
  const grouped = lowering.childOfKind(declaration, "(") !== 0;
  lowering.rangeDefinition(definition, grouped ? spec : declaration);
}

/** An embedded field is named after its type; several names before one type are several fields. */
function describeField(lowering: Lowering, node: number, definition: number): void {
  if (lowering.facts.get("definitions", definition, "name") === 0) {
    const name = typeNameNode(lowering, lowering.child(node, "type"));
    if (name === 0) return;
    lowering.nameDefinition(definition, name);
    lowering.addFlag(definition, DefinitionFlag.embedded);
    if (lowering.childOfKind(node, "*") !== 0) lowering.addFlag(definition, DefinitionFlag.byReference);
    return;
  }
  const names = lowering.childrenOf(node, "name");
  for (let i = 1; i < names.length; i++) {
    const twin = lowering.define(DefinitionKind.field, names[i]!);
    lowering.facts.set("definitions", twin, "scope", lowering.facts.get("definitions", definition, "scope"));
    lowering.facts.set("definitions", twin, "parent", lowering.facts.get("definitions", definition, "parent"));
    lowering.rangeDefinition(twin, node);
    lowering.nameDefinition(twin, names[i]!);
    markVisibility(lowering, twin);
    lowering.bindDefinition(twin, lowering.scope(node), true);
    stateOf(lowering).twins.push([definition, twin]);
  }
}

/** Gives the second and later names of `a, b T` the type of the first. */
export function finishTwins(lowering: Lowering): void {
  for (const [first, twin] of stateOf(lowering).twins) {
    lowering.facts.set("definitions", twin, "type", lowering.facts.get("definitions", first, "type"));
  }
}

/** The node of the type's own name: `T` in `*p.T[int]`; 0 if it has none. */
function typeNameNode(lowering: Lowering, type: number): number {
  for (let node = type; node !== 0;) {
    switch (lowering.kind(node)) {
      case "type_identifier":
        return node;
      case "qualified_type":
        return lowering.child(node, "name");
      case "generic_type":
        node = lowering.child(node, "type");
        break;
      case "pointer_type":
      case "parenthesized_type":
        node = lowering.children(node)[0] ?? 0;
        break;
      default:
        return 0;
    }
  }
  return 0;
}

/**
 * A method belongs to its receiver's type. Names in the receiver's brackets are the method's own type parameters, in the order of the
 * type's.
 */
function describeReceiver(lowering: Lowering, node: number, definition: number): void {
  const receiver = lowering.childOfKind(lowering.child(node, "receiver"), "parameter_declaration");
  const type = receiver === 0 ? 0 : lowering.child(receiver, "type");
  const name = typeNameNode(lowering, type);
  if (name === 0) return;
  const facts = lowering.facts;
  const at = lowering.tree.start[name]!;
  const body = facts.get("definitions", definition, "body");
  let owner = facts.expression(Op.name, facts.string(lowering.text(name)), lowering.moduleScope, at);
  const parameters = receiverTypeParameters(lowering, lowering.parent(name));
  if (parameters.length > 0) {
    const bindings = parameters.map((parameter) =>
      facts.add("bindings", {
        kind: BindingKind.typeParameter,
        name: facts.string(lowering.text(parameter)),
        scope: body,
        block: body,
        at: lowering.tree.start[parameter]!,
      })
    );
    stateOf(lowering).captures.ofReceivers.set(definition, bindings);
    const names = parameters.map((parameter) =>
      facts.expression(Op.name, facts.string(lowering.text(parameter)), body, lowering.tree.end[parameter]!)
    );
    owner = facts.expression(Op.apply, owner, facts.list(names));
  }
  if (isPointer(lowering, type)) {
    owner = facts.expression(Op.reference, owner);
    lowering.addFlag(definition, DefinitionFlag.byReference);
  }
  facts.set("definitions", definition, "owner", owner);
}

function receiverTypeParameters(lowering: Lowering, generic: number): number[] {
  if (lowering.kind(generic) !== "generic_type") return [];
  const list = lowering.child(generic, "type_arguments");
  return lowering.children(list).map((element) => typeNameNode(lowering, lowering.children(element)[0] ?? 0)).filter((name) => name !== 0);
}

function isPointer(lowering: Lowering, type: number): boolean {
  while (lowering.kind(type) === "parenthesized_type") type = lowering.children(type)[0] ?? 0;
  return lowering.kind(type) === "pointer_type";
}

/** `TestX(t *testing.T)`, `BenchmarkX`, `FuzzX`, `ExampleX()` as `go test` would run them. */
function isTest(lowering: Lowering, node: number, definition: number): boolean {
  const name = lowering.nameOf(definition);
  const prefix = /^(Test|Benchmark|Fuzz|Example)(?!\p{Ll})/u.exec(name)?.[1];
  if (prefix === undefined) return false;
  const parameters = lowering.text(lowering.child(node, "parameters"));
  return prefix === "Example" ? parameters === "()" : /\*testing\.(T|B|F|M)\s*\)$/.test(parameters);
}

/** `TestX()`, `TestX(t *testing.T)`, `TestX(c *check.C)`: a method that a test suite runner calls by its name. */
function isSuiteTest(lowering: Lowering, node: number, definition: number): boolean {
  const name = lowering.nameOf(definition);
  if (!/^Test(?!\p{Ll})/u.test(name) || lowering.child(node, "result") !== 0) return false;
  const parameters = lowering.text(lowering.child(node, "parameters"));
  return parameters === "()" ? importsTests(lowering) : /^\(\w+ \*(?:testing\.T|(?:\w+\.)?C)\)$/.test(parameters);
}

const IMPORTS_TESTS = importPattern(String.raw`testing|[^"\n]*\/(?:testify\/\w+|check\.v1)`);

/** Whether the current file imports a test package. */
function importsTests(lowering: Lowering): boolean {
  return stateOf(lowering).importsTests ??= IMPORTS_TESTS.test(lowering.tree.source);
}
