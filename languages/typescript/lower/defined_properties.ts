/**
 * Members that descriptors define: `Object.defineProperty(F.prototype, "x", { get() {…} })`, `Object.defineProperties(exports, { x: {
 * value: f } })`.
 *
 * Stage: parse -> facts. Invariant: a member of a prototype, of a name at the top level, or of the module's exports; nothing else.
 */
import { DefinitionFlag, DefinitionKind } from "../../../core/facts.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { nameValue } from "../describe_definitions.ts";
import { meanExports, returnedFirst, unwrapped } from "../file_state.ts";
import { assignExport } from "./assignments.ts";
import { propertyName } from "./property_names.ts";
import { giveOwner, prototypeOwner } from "./prototypes.ts";

/** Defines the members of such a call. @param args the target; a key and its descriptor, or an object with a descriptor for each key */
export function defineProperties(lowering: Lowering, node: number, args: readonly number[]): void {
  const [target = 0, key = 0, descriptor = 0] = args;
  if (lowering.kind(key) === "string") return defineProperty(lowering, node, target, key, descriptor);
  if (lowering.kind(key) !== "object") return;
  for (const part of lowering.children(key)) {
    if (lowering.kind(part) !== "pair") continue;
    defineProperty(lowering, node, target, lowering.child(part, "key"), lowering.child(part, "value"));
  }
}

/** `F.prototype = Object.create(G.prototype, { x: { value: f } })`: the descriptors define members of F. */
export function defineCreated(lowering: Lowering, node: number, descriptors: number): void {
  const assignment = lowering.parent(node);
  if (lowering.kind(assignment) !== "assignment_expression") return;
  const target = lowering.child(assignment, "left");
  if (prototypeOwner(lowering, target) !== 0) defineProperties(lowering, node, [target, descriptors]);
}

function defineProperty(lowering: Lowering, node: number, target: number, key: number, descriptor: number): void {
  const name = propertyName(lowering, key);
  if (name === "" || lowering.kind(descriptor) !== "object") return;
  if (meanExports(lowering, target)) return defineExport(lowering, key, descriptor);
  const ownerNode = lowering.kind(target) === "member_expression" ? prototypeOwner(lowering, target) : target;
  if (ownerNode === 0 || lowering.kind(ownerNode) !== "identifier") return;
  if (ownerNode === target && lowering.enclosingFunction(node) !== 0) return;
  for (const part of lowering.children(descriptor)) {
    const partName = lowering.text(lowering.child(part, lowering.kind(part) === "pair" ? "key" : "name"));
    if (partName !== "get" && partName !== "value") continue;
    const definition = lowering.kind(part) === "pair"
      ? nameValue(lowering, lowering.child(part, "value"), { name, at: key, range: part, kind: DefinitionKind.method })
      : lowering.definitionAt(part);
    if (definition === 0) continue;
    lowering.nameDefinition(definition, key, name);
    if (ownerNode === target) lowering.facts.set("definitions", definition, "owner", lowering.lowerExpression(ownerNode));
    else giveOwner(lowering, definition, ownerNode);
    if (partName === "get") lowering.addFlag(definition, DefinitionFlag.property);
    takeOut(lowering, definition, descriptor);
  }
}

/** What a descriptor defines is not a member of the descriptor, nor of an object that contains it. */
function takeOut(lowering: Lowering, definition: number, descriptor: number): void {
  const { facts } = lowering;
  let around = lowering.definitionAt(descriptor);
  while (facts.get("definitions", around, "kind") === DefinitionKind.object) around = facts.get("definitions", around, "parent");
  if (definition !== 0) facts.set("definitions", definition, "parent", around);
}

/** `Object.defineProperty(exports, "x", { get: () => a.x })`, as compilers write `export { x } from "./a"`; also with `value`. */
function defineExport(lowering: Lowering, key: number, descriptor: number): void {
  for (const part of lowering.children(descriptor)) {
    const isPair = lowering.kind(part) === "pair";
    const value = isPair ? unwrapped(lowering, lowering.child(part, "value")) : part;
    const name = lowering.text(lowering.child(part, isPair ? "key" : "name"));
    if (name === "value" && isPair) {
      assignExport(lowering, part, key, value);
      takeOut(lowering, lowering.definitionAt(value), descriptor);
    }
    const given = name === "get" ? returnedFirst(lowering, lowering.child(value, "body")) : 0;
    if (given !== 0) assignExport(lowering, part, key, given);
  }
}
