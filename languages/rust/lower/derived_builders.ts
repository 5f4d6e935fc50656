/**
 * Builders that derives generate beside a struct: each is a type with a name based on the struct's, which the repository may extend.
 *
 * Stage: parse -> facts. Invariant: a builder that the file declares itself, or that an attribute renames, is excluded.
 */
import { DefinitionFlag } from "../../../core/facts.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { Op } from "../../../core/facts/expressions.ts";
import { marksOf } from "../../../core/tree/flat_tree.ts";
import { stateOf } from "../file_state.ts";
import { argumentsText, type Attribute, leadingAttributes } from "./attributes.ts";
import { lowerWords } from "./types.ts";

/** Options that rename a builder's last method, or change its result. */
const OTHER_END = /\b(?:build_method|finish_fn|build_fn|pattern)\b/;
const BUILDS = /\b(?:TypedBuilder|Builder)\b/;
/** Derives of a builder that returns a `Result`. */
const TRIES = /\bderive_builder\b/;

/** The name that a function's attribute gives to the last method of its builder. */
const FINISHES = /\bfinish_fn=(\w+)/;

/** Types generated beside structs of the file: the name of each builder -> the struct's node. */
export type DerivedBuilders = ReadonlyMap<string, number>;

/** Whether a derive gives a struct a function that returns its builder, whose last method returns the struct. */
export function isBuilder(lowering: Lowering, item: number, derived: string): boolean {
  return (derived === "Builder" || derived === "TypedBuilder") && endsPlainly(lowering, item) && !isTrying(lowering, item);
}

/** The derive of a builder before a struct, as written; "" if there is none. */
function deriveOf(lowering: Lowering, item: number): string {
  return leadingAttributes(lowering, item).filter(({ name }) => name === "derive").map(({ node }) => lowering.text(node))
    .find((text) => BUILDS.test(text)) ?? "";
}

/** Whether the builder returns a `Result`. */
function isTrying(lowering: Lowering, item: number): boolean {
  const text = deriveOf(lowering, item);
  return TRIES.test(/\w+\s*::\s*Builder\b/.test(text) ? text : lowering.tree.source);
}

/** Whether no attribute of a struct renames its builder's last method, or changes its result. */
function endsPlainly(lowering: Lowering, item: number): boolean {
  return !leadingAttributes(lowering, item).some(({ name, node }) => name === "builder" && OTHER_END.test(lowering.text(node)));
}

/** The type of the builder called `name` that a derive in the file generates, as seen from `node`; 0 if there is none. */
export function derivedBuilder(lowering: Lowering, name: string, node: number): number {
  const item = name.endsWith("Builder") && name !== "Builder" ? buildersOf(lowering).get(name) : undefined;
  if (item === undefined) return 0;
  const { facts } = lowering;
  const tries = isTrying(lowering, item);
  const builder = lowering.builtin(tries ? "DerivedTryingBuilder" : "DerivedBuilder");
  if (!tries && !endsPlainly(lowering, item)) return builder;
  const built = lowering.nameExpression(lowering.text(lowering.child(item, "name")), node, 0);
  return facts.expression(Op.apply, builder, facts.list([built]));
}

/** Gives an impl of such a builder the name that the builder has in the file. */
export function nameImplOfBuilder(lowering: Lowering, node: number, definition: number): void {
  const type = lowering.child(node, "type");
  const name = lowering.text(lowering.kind(type) === "generic_type" ? lowering.child(type, "type") : type);
  if (derivedBuilder(lowering, name, node) !== 0) lowering.facts.set("definitions", definition, "name", lowering.facts.string(name));
}

function buildersOf(lowering: Lowering): DerivedBuilders {
  const state = stateOf(lowering);
  return state.derivedBuilders ??= findBuilders(lowering);
}

function findBuilders(lowering: Lowering): DerivedBuilders {
  const found = new Map<string, number>();
  const { kind, count, source } = lowering.tree;
  if (!BUILDS.test(source)) return found;
  const structs = marksOf(lowering.grammar, "struct_item");
  for (let node = 1; node < count; node++) {
    if (structs[kind[node]!] !== 1) continue;
    const name = `${lowering.text(lowering.child(node, "name"))}Builder`;
    if (deriveOf(lowering, node) !== "" && !new RegExp(`\\b(?:struct|enum|type)\\s+${name}\\b`).test(source)) found.set(name, node);
  }
  return found;
}

/** Notes a function of which an attribute makes a builder (`#[builder] fn open(path: &str) -> File`). */
export function noteBuilderFunction(lowering: Lowering, node: number, attributes: readonly Attribute[]): void {
  if (attributes.some(({ name }) => /^(?:bon::)?builder$/.test(name))) stateOf(lowering).builderFunctions.push(node);
}

/** Marks such functions as returning a builder, whose last method returns their declared result. */
export function finishBuilderFunctions(lowering: Lowering): void {
  const { facts } = lowering;
  for (const node of stateOf(lowering).builderFunctions) {
    const definition = lowering.definitionAt(node);
    const isAsync = lowering.hasFlag(definition, DefinitionFlag.async);
    const declared = facts.get("definitions", definition, "type");
    const given = isAsync && declared !== 0 ? facts.expression(Op.apply, lowering.builtin("Future"), facts.list([declared])) : declared;
    const ends = leadingAttributes(lowering, node).map((one) => FINISHES.exec(argumentsText(lowering, one))?.[1]).find((one) =>
      one !== undefined
    );
    const isDetermined = given !== 0 && (ends === undefined || ends === "build" || ends === "call");
    // With a last method of another name, the declared result comes from something external.
    const builder = isDetermined ? lowering.builtin("DerivedBuilder") : lowerWords(lowering, node, ["bon", "Builder"], 0);
    facts.set("definitions", definition, "type", facts.expression(Op.apply, builder, facts.list([given])));
    facts.set("definitions", definition, "flags", facts.get("definitions", definition, "flags") & ~DefinitionFlag.async);
  }
}
