/**
 * Resolves the call sites and value uses of a file to edges.
 *
 * Stage: resolve. Pure: facts in, edges out. Invariant: never a name alone with several candidates; an edge's confidence is that of
 * its weakest evidence, and its rule says what made it.
 */
import { NO_ROWS } from "../base/lists.ts";
import { MOST_CANDIDATES, type Rule } from "../edges.ts";
import { BindingFlag, BindingKind, CallFlag, DefinitionKind, type Table } from "../facts.ts";
import { Op } from "../facts/expressions.ts";
import { calledMeaning, evaluateObject, evaluateValue, macroAt } from "./evaluate.ts";
import { type DefinitionId, definitionId, fileOf, FROM_OUTSIDE, held, type Meaning, Tag, UNKNOWN } from "./meaning.ts";
import { unusualFile } from "./names/builds.ts";
import { importedName } from "./names/imported_name.ts";
import { isImportedWithin } from "./names/import_distance.ts";
import { constantOf } from "./names/named_constants.ts";
import { findBehindTests, isInherited } from "./names/names.ts";
import { declaredByScripts } from "./names/script_names.ts";
import { functionsElsewhere, hidingElsewhere } from "./names/twins.ts";
import { RELATIONS } from "./relations/relate_file.ts";
import { RelationRows } from "./relations/relation_rows.ts";
import { membersInPlace, membersOfClassesBelow, notFromBelow, outcomeOfSuper } from "./sites/behind_outside.ts";
import { likelyGiven } from "./sites/likely_given.ts";
import { bestName } from "./sites/best_name.ts";
import { outcomeOf } from "./sites/called_outcome.ts";
import { operatorOfClass } from "./sites/class_operators.ts";
import { computedMembers, computedName, writtenMember } from "./sites/computed_members.ts";
import { EDGE_NUMBERS, type EdgeRow, inOrder } from "./sites/edge_rows.ts";
import { holdsFunction } from "./sites/function_fields.ts";
import { heldByProperty } from "./members/function_properties.ts";
import { bornOutside } from "./sites/born_outside.ts";
import { givenInScope } from "./sites/given_in_scope.ts";
import { givenToAll, methodsOfFunction } from "./sites/given_to_all.ts";
import { handedProperties, mayTakeValues, typesHanded } from "./sites/handed_abroad.ts";
import { handedInstead } from "./sites/handed_instead.ts";
import { noteKeeping } from "./sites/keeping.ts";
import { heldByField, heldByVariable } from "./sites/members_read.ts";
import { functionsOfModules } from "./sites/module_functions.ts";
import { putInto } from "./sites/named_holders.ts";
import { isUntold, ofResult, type Outcome, outcome, UNTOLD, withCandidates } from "./sites/outcome.ts";
import { reachableBy } from "./sites/reachable.ts";
import { receiverRule } from "./sites/receiver_rule.ts";
import { ofSharedTrait } from "./sites/shared_trait.ts";
import { memberOfStored, membersOfUnknownStored } from "./sites/stored_abroad.ts";
import { isInstantiated, membersStored, ofElement } from "./sites/stored_elements.ts";
import { superConstructor } from "./sites/super_constructor.ts";
import { Takers } from "./sites/takers.ts";
import { transcribedCall, transcribedUse } from "./sites/transcribed.ts";
import { membersOfUntold } from "./sites/untold_self.ts";
import { resolveUse, resolveWhole } from "./sites/value_uses.ts";
import { calledBelow } from "./sites/values_below.ts";
import { isOverflow } from "./state/depths.ts";
import { type FileView } from "./state/file_view.ts";
import { implementationFor } from "./traits/implementation_for.ts";
import type { World } from "./world.ts";

/** The one row of a site that reaches nothing in the repository. */
const NO_TARGET: readonly DefinitionId[] = [-1];

/** Where something is called or used, and what is written there. */
interface Site {
  readonly caller: number;
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

function siteOf({ caller, line, column }: Pick<Table<"calls">, "caller" | "line" | "column">, row: number, text: string): Site {
  return { caller: caller[row]!, line: line[row]!, column: column[row]!, text };
}

/** Whether a meaning lies outside, whichever of several it is. */
function isOutside({ tag, items }: Meaning): boolean {
  return tag === Tag.external || (tag === Tag.union && items.every((part) => part.tag === Tag.external));
}

/** The edges of one file, `index`, in a world that has begun with it. */
export class FileResolver {
  world: World;
  view: FileView;
  readonly #rows: EdgeRow[] = [];
  readonly #damaged: boolean;
  // Written out once, not for every site.
  readonly #callResolver = (call: number): Outcome =>
    ofElement(this.world, this.view, this.view.facts.calls.expression[call]!, this.#resolveCall(call));
  readonly #useResolver = (use: number): Outcome | undefined => this.#resolveRow(use);
  /** Wholes that were handed over, by who did. */
  readonly #handed = new Set<string>();
  readonly #takers = new Takers();

  /** @param renew gives a world without what was half made, where the engine's stack was full. */
  constructor(world: World, readonly index: number, readonly renew: () => World) {
    this.world = world;
    this.view = world.view(index);
    this.#damaged = this.view.facts.problems.length > 1;
  }

  run(): readonly EdgeRow[] {
    const { calls, uses, strings } = this.view.facts;
    const { takesValues } = this.world.rules;
    for (let call = 1; call < calls.length; call++) {
      if (calls.flags[call]! & CallFlag.damaged) continue;
      const text = strings[calls.text[call]!]!;
      const told = this.#attempt(this.#callResolver, call) ?? outcome("unresolved", { name: text });
      const resolved = this.view.facts.expressions.op[calls.expression[call]!] === Op.call ? ofResult(told, text) : told;
      const found = calls.flags[call]! & CallFlag.transcribed
        ? transcribedCall(this.world, this.view, calls.expression[call]!, resolved)
        : resolved;
      if (found.drop) continue;
      const implicit = (calls.flags[call]! & CallFlag.implicit) !== 0;
      if (implicit && found.targets.length === 0) continue;
      this.#add(EDGE_NUMBERS.calls, siteOf(calls, call, text), found, implicit);
      if (takesValues !== undefined) this.#addHanded(call, found, takesValues);
      if (found.external || isUntold(found)) this.#takers.add(call, found.external ? found.name : UNTOLD + text);
    }
    for (let use = 1; use < uses.length; use++) {
      const found = this.#attempt(this.#useResolver, use);
      if (found === undefined) continue;
      if (found.givenTo === "") found.givenTo = this.#takers.of(this.world, this.view, uses.expression[use]!);
      this.#add(EDGE_NUMBERS.references, siteOf(uses, use, bestName(this.view.facts, uses.expression[use]!)), found);
    }
    this.#attempt(() => noteKeeping(this.world, this.view, this.#rows));
    for (const relate of RELATIONS) {
      this.#attempt(() => relate(new RelationRows(this.world, this.view, this.#rows)));
    }
    return inOrder(this.#rows, this.world);
  }

  /** What `evaluate` gives; undefined, and no row of it, where the engine's stack has no room for it. */
  #attempt<T>(evaluate: (row: number) => T, row = 0): T | undefined {
    const rows = this.#rows.length;
    this.world.depths.isGivenUp = false;
    try {
      return evaluate(row);
    } catch (error) {
      if (!isOverflow(error)) throw error;
      this.#rows.length = rows;
      this.world = this.renew();
      this.view = this.world.view(this.index);
      return undefined;
    }
  }

  /** @param implicit nobody wrote it as a call */
  #add(type: number, { caller, line, column, text }: Site, found: Outcome, implicit = false): void {
    const { targets, external } = found;
    const isOpen = targets.length === 0;
    const from = definitionId(this.view.index, caller);
    const rule = implicit && found.rule !== "injected" ? "operator" : found.rule;
    const heuristic = found.heuristic || this.#damaged || implicit || (isOpen && !external);
    const name = !isOpen ? "" : found.name === "" ? text : found.name;
    const candidates = found.candidates.length === 0 ? NO_ROWS : this.world.ofRepository(found.candidates);
    const properties = found.givenTo === "" ? "" : handedProperties(this.world, found.givenTo);
    for (const target of isOpen ? NO_TARGET : targets) {
      this.#rows.push({ type, from, target, name, heuristic, rule, external, line, column, text, candidates, properties });
    }
  }

  #resolveCall(call: number): Outcome {
    const { calls, expressions, strings } = this.view.facts;
    const flags = calls.flags[call]!;
    let callee = calls.expression[call]!;
    if (flags & CallFlag.superConstructor) return superConstructor(this.world, this.view, callee);
    while (expressions.op[callee] === Op.apply || isInstantiated(this.world, this.view, callee)) callee = expressions.a[callee]!;
    const op = expressions.op[callee]!;
    switch (op) {
      case Op.name:
        return this.#calledName(callee);
      case Op.member:
      case Op.path:
        return this.#calledMember(callee, call);
      case Op.unknown:
        return outcome("unresolved", { name: strings[calls.text[call]!]! });
    }
    // A function called where it is written has no name: its calls belong to the definition around it.
    if (op === Op.definition && this.view.facts.definitions.kind[expressions.a[callee]!] === DefinitionKind.lambda) {
      return outcome("scope", { drop: true });
    }
    if (computedName(this.view, callee) !== undefined) return this.#calledComputed(callee, strings[calls.text[call]!]!);
    const name = bestName(this.view.facts, callee);
    const macro = macroAt(this.world, this.view, callee);
    if (macro !== undefined) return this.#outcomeOf(macro.meaning, macro.rule, name);
    const value = evaluateValue(this.world, this.view, callee);
    const rule = op === Op.builtin ? "scope" : op === Op.injected ? "injected" : "operator";
    // What is read before it is called is held by something, whatever its type.
    return this.#outcomeOf(op === Op.reference ? held(value) : value, rule, name);
  }

  /** A call of a member by a name that is computed; what the value is known to hold says more. */
  #calledComputed(callee: number, text: string): Outcome {
    const last = bestName(this.view.facts, callee);
    const name = last === "self" || last === "super" ? text : last;
    const made = this.#outcomeOf(evaluateValue(this.world, this.view, callee), "operator", name);
    if (made.targets.length > 0 || made.external || made.drop || made.candidates.length > 0) return made;
    const candidates = computedMembers(this.world, this.view, callee);
    return candidates.length === 0 ? made : outcome("variable", { name: text, candidates });
  }

  /** A call of a plain name: what binds it decides the rule. */
  #calledName(callee: number): Outcome {
    const { expressions, bindings, strings } = this.view.facts;
    const name = strings[expressions.a[callee]!]!;
    const found = findBehindTests(this.world, this.view, callee);
    const meaning = calledMeaning(this.world, this.view, callee);
    if (found === undefined) {
      // What nothing declares lies outside, or is misspelt.
      if (meaning.tag === Tag.external && meaning.weak && meaning.name === name) return outcome("unresolved", { name });
      const scripts = meaning.tag === Tag.unknown ? declaredByScripts(this.world, this.view, name) : NO_ROWS;
      if (scripts.length > 0) return outcome("ambiguous", { name, candidates: scripts.slice(0, MOST_CANDIDATES) });
      const inherited = isInherited(this.world, this.view, callee);
      // What declares it may stand where the file did not parse.
      if (this.#damaged && meaning.tag === Tag.external) return outcome("unresolved", { name });
      const made = this.#outcomeOf(meaning, inherited ? "self" : this.world.rules.packageScope ? "scope" : "import", name);
      return made.rule === "variable" ? withCandidates(made, functionsElsewhere(this.world, this.view.index, name, this.view.index)) : made;
    }
    const kind = bindings.kind[found.rows[0]!]!;
    const receiver = (bindings.flags[found.rows[0]!]! & BindingFlag.receiver) !== 0;
    const made = this.#outcomeOf(
      meaning,
      kind === BindingKind.import ? "import" : receiver ? "self" : kind === BindingKind.definition ? "scope" : "inferred",
      name,
    );
    if ((made.rule !== "variable" && made.rule !== "unresolved") || made.candidates.length > 0 || found.rows.length !== 1) return made;
    const row = found.rows[0]!;
    if (kind === BindingKind.import && made.rule === "unresolved") return { ...made, name: importedName(this.view, row) };
    const value = bindings.value[row]! || this.view.facts.definitions.value[bindings.definition[row]!]!;
    const computed = computedMembers(this.world, this.view, value);
    if (computed.length > 0) return outcome("variable", { name, candidates: computed });
    return made.rule === "variable" ? { ...made, candidates: heldByVariable(this.world, this.view, row, value) } : made;
  }

  #calledMember(callee: number, call: number): Outcome {
    const { calls, expressions, strings } = this.view.facts;
    const name = strings[expressions.b[callee]!]!;
    const object = expressions.a[callee]!;
    const receiver = evaluateObject(this.world, this.view, object);
    const meaning = implementationFor(this.world, this.view, callee, calls.arguments[call]!);
    const rule = receiverRule(this.world, this.view, object, receiver);
    // That a type which is inferred, or that another build may give another, has it from a trait outside is no more than a guess.
    const isGuessed = meaning.tag === Tag.external && this.world.rules.implementations && this.world.isOwnObject(receiver) &&
      (receiver.weak || unusualFile(this.world) !== "");
    if (isGuessed && this.world.methods(name).length > 0) {
      return givenInScope(this.world, this.view, call, callee, receiver, name) ?? this.#byUniqueName(name, UNKNOWN, call, callee, true);
    }
    if (meaning.tag === Tag.unknown) {
      if (meaning.name === "?") return outcome("variable", { name, candidates: heldByField(this.world, receiver, name) });
      if (receiver.tag === Tag.module) return outcome("unresolved", { name, candidates: functionsOfModules(this.world, receiver, name) });
      const put = receiver.tag === Tag.unknown ? putInto(this.world, this.view, object, name) : NO_ROWS;
      if (put.length > 0) return outcome(put.length > 1 ? "union" : "inferred", { targets: put, name, heuristic: true });
      const shared = ofSharedTrait(this.world, receiver, name);
      return shared === undefined
        ? outcomeOfSuper(this.world, receiver, name) ?? this.#byUniqueName(name, receiver, call, callee)
        : outcome("external", { name: shared, external: true, heuristic: receiver.weak });
    }
    const operator = calls.flags[call]! & CallFlag.implicit ? operatorOfClass(this.world, receiver, meaning, name) : undefined;
    if (operator !== undefined) return this.#outcomeOf(operator, "operator", name);
    const stored = meaning.tag === Tag.external ? memberOfStored(this.world, this.view, object, name) : meaning;
    if (stored !== meaning && stored.tag !== Tag.unknown) {
      const found = this.#outcomeOf(stored, "inferred", name);
      return withCandidates(found, membersOfUnknownStored(this.world, receiver, name).filter((id) => !found.targets.includes(id)));
    }
    const given = isOutside(meaning)
      ? membersInPlace(this.world, this.view, object, receiver, name)
      : this.world.inLibrary(meaning.definition)
      ? membersOfUntold(this.world, this.view, callee, calls.arguments[call]!, receiver, name)
      : [];
    const likely = meaning.tag === Tag.external ? likelyGiven(this.world, this.view, object, name, given) : undefined;
    if (likely !== undefined) return this.#outcomeOf(likely, "inferred", name);
    const made = given.length > 0
      ? outcome("ambiguous", { name, candidates: given })
      : (meaning.tag === Tag.external ? givenInScope(this.world, this.view, call, callee, receiver, name) : undefined) ??
        this.#outcomeOf(meaning, rule, name);
    const isKnown = made.targets.length > 0 || made.candidates.length > 0 || (meaning.held && made.external);
    const others = isKnown ? calledBelow(this.world, this.view, callee, meaning) : [];
    if (others.length > 0) return this.#orBelow(made, others, name);
    const beside = made.targets.length > 0 ? membersStored(this.world, this.view, object, name, made.targets) : [];
    if (beside.length > 0) return { ...this.#orBelow(made, beside, name), heuristic: true };
    const isOpen = made.heuristic && (made.targets.length > 0 || (made.external && !this.world.isCommonMethod(name)));
    const instead = isOpen ? handedInstead(this.world, this.view, object, name, made.targets) : NO_ROWS;
    if (instead.length > 0) {
      const candidates = [...new Set([...made.candidates, ...instead])].slice(0, MOST_CANDIDATES);
      return made.external ? outcome("ambiguous", { name, candidates }) : { ...made, candidates };
    }
    if (made.rule !== "variable") return withCandidates(made, hidingElsewhere(this.world, receiver, made.targets, this.view.index));
    if (receiver.tag === Tag.module) {
      const held = made.candidates.length > 0 ? made.candidates : constantOf(this.world, receiver, name);
      return withCandidates({ ...made, candidates: held }, functionsElsewhere(this.world, receiver.files[0], name, this.view.index));
    }
    if (made.candidates.length > 0) return made;
    const below = membersOfClassesBelow(this.world, receiver, name);
    const held = below.length > 0 ? below : heldByProperty(this.world, receiver, name);
    const candidates = held.length > 0 ? held : writtenMember(this.world, this.view, object, name);
    // Of a property whose type lies outside, what stands there says more than the property.
    return candidates.length === 0 || (made.external && candidates.length === 1) ? made : { ...made, external: false, candidates };
  }

  /** What is called may also be one of `others`. */
  #orBelow(made: Outcome, others: readonly Meaning[], name: string): Outcome {
    const below = others.map((other) => this.#outcomeOf(other, made.rule, name)).flatMap((one) => [...one.targets, ...one.candidates]);
    const candidates = new Set([...made.candidates, ...below.filter((id) => !made.targets.includes(id))]);
    const all = [...candidates].slice(0, MOST_CANDIDATES);
    return made.external && all.length > 0 ? outcome("variable", { name, candidates: all }) : { ...made, candidates: all };
  }

  /**
   * The receiver says nothing: one definition of that name in the repository may be meant, several are candidates.
   * @param isGuessed it says something that may be wrong
   */
  #byUniqueName(name: string, receiver: Meaning, call: number, callee: number, isGuessed = false): Outcome {
    const world = this.world;
    // A tuple and a function have their methods from traits.
    const ofFunction = methodsOfFunction(world, this.view, callee, receiver, name);
    if (receiver.tag === Tag.function && ofFunction === undefined) return outcome("unresolved", { name });
    const isGiven = receiver.tag === Tag.unknown && receiver.name === FROM_OUTSIDE.name;
    const ofTraits = ofFunction ?? (receiver.tag === Tag.tuple ? world.methodsOfTraits(name) : undefined);
    const told = receiver.tag === Tag.unknown && !isGuessed ? "nothing" : "abroad";
    const methods = world.methods(name);
    const named = ofTraits ?? givenToAll(world, this.view, callee, notFromBelow(world, receiver, methods), told);
    if (named.length === 0) return isGiven && methods.length === 0 ? bornOutside(world, name) : outcome("unresolved", { name });
    const all = reachableBy(world, this.view, call, callee, named);
    // Nothing of the repository takes such a call. A path that leads to no method may lead to a function.
    if (all.length === 0) {
      const isInside = reachableBy(world, this.view, call, callee, world.callables(name)).length > 0;
      return isInside ? outcome("unresolved", { name }) : outcome("external", { name, external: true, heuristic: true });
    }
    const candidates = all.slice(0, MOST_CANDIDATES);
    if (ofTraits !== undefined && all.length === 1) return outcome("dispatch", { targets: all, name, heuristic: true });
    if (named.length > 1 || world.isCommonMethod(name)) return outcome("ambiguous", { name, candidates });
    const within = world.rules.uniqueNameWithin;
    const isFar = within !== undefined && (isGiven || !isImportedWithin(world, this.view.index, fileOf(all[0]!), within));
    if (isFar || holdsFunction(world, name)) return outcome("ambiguous", { name, candidates });
    // Of what nothing is known the trait's own may be meant.
    return outcome("unique-name", { targets: all, name, candidates: told === "nothing" ? methods.filter((id) => id !== all[0]) : NO_ROWS });
  }

  #outcomeOf(meaning: Meaning, rule: Rule, name: string): Outcome {
    return outcomeOf(this.world, this.view.index, meaning, rule, name);
  }

  #resolveRow(use: number): Outcome | undefined {
    const { expression, caller } = this.view.facts.uses;
    const told = resolveUse(this.world, this.view, expression[use]!) ??
      resolveWhole(this.world, this.view, expression[use]!, caller[use]!, this.#handed);
    return transcribedUse(this.world, this.view, use, told);
  }

  /** A call may hand values to what lies outside for their methods, or let them become what is of a type outside. */
  #addHanded(call: number, found: Outcome, takesValues: RegExp): void {
    if (!mayTakeValues(this.world, found, takesValues)) return;
    const { calls, strings } = this.view.facts;
    const site = siteOf(calls, call, strings[calls.text[call]!]!);
    const handed = this.#attempt(() => typesHanded(this.world, this.view, calls.arguments[call]!, found, takesValues));
    for (const one of handed ?? []) this.#add(EDGE_NUMBERS.references, site, one);
  }
}
