/**
 * Resolves the call sites and value uses of a file to edges.
 *
 * Stage: resolve. Pure: facts in, edges out. Invariants: a name alone never decides among several candidates; an edge's confidence is that
 * of its weakest evidence, and its rule states what decided it.
 */
import { heap } from "../base/heap.ts";
import { NO_ROWS } from "../base/lists.ts";
import type { Rule } from "../edges.ts";
import { AccessMode, CallFlag, DefinitionKind, type Table } from "../facts.ts";
import { GivenMode, Op } from "../facts/expressions.ts";
import { evaluateHolder, evaluateValue, macroAt } from "./evaluate.ts";
import { type DefinitionId, definitionId, definitionMeaning, held, type Meaning } from "./meaning.ts";
import { fieldsOf } from "./members/function_properties.ts";
import { ofRepository } from "./ownership.ts";
import { RELATIONS } from "./relations/relate_file.ts";
import { RelationRows } from "./relations/relation_rows.ts";
import { amongOverloads, anyOverload } from "./sites/among_overloads.ts";
import { Accessors } from "./sites/accessors.ts";
import { bestName } from "./sites/best_name.ts";
import { calledMember } from "./sites/called_member.ts";
import { calledName } from "./sites/called_name.ts";
import { outcomeOf } from "./sites/called_outcome.ts";
import { computedMembers, computedName } from "./sites/computed_members.ts";
import { EDGE_NUMBERS, type EdgeRow, inOrder } from "./sites/edge_rows.ts";
import { passedProperties, passesValues, takersOfCall, typesGivenBack, typesPassed } from "./sites/passed_outside.ts";
import { noteKeeping } from "./sites/keeping.ts";
import { functionRead, holderOf } from "./sites/member_holders.ts";
import { isIteratedFunction } from "./calls/operations.ts";
import { BUILT_IN, isNotKnown, NOT_KNOWN, ofResult, type Outcome, outcome } from "./sites/outcome.ts";
import { withHeldFunctions } from "./sites/held_functions.ts";
import { isInstantiated, ofElement } from "./sites/stored_elements.ts";
import { superConstructor } from "./sites/super_constructor.ts";
import { Takers } from "./sites/takers.ts";
import { transcribedCall, transcribedUse } from "./sites/transcribed.ts";
import { resolveUse, resolveWhole, resultsPassed } from "./sites/value_uses.ts";
import { isOverflow } from "./state/depths.ts";
import type { FileView } from "./state/file_view.ts";
import type { World } from "./world.ts";

/** The single row of a site without a target in the repository. */
const NO_TARGET: readonly DefinitionId[] = [-1];
const MODES = Object.values(AccessMode);

/** The position and the source text of a call or use. */
interface Site {
  readonly caller: number;
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

function siteOf({ caller, line, column }: Pick<Table<"calls">, "caller" | "line" | "column">, row: number, text: string): Site {
  return { caller: caller[row]!, line: line[row]!, column: column[row]!, text };
}

/** Computes the edges of the file `index`. The world must have begun with that file. */
export class FileResolver {
  world: World;
  view: FileView;
  readonly #rows: EdgeRow[] = [];
  readonly #damaged: boolean;
  // Created once rather than for every site.
  readonly #callResolver = (call: number): Outcome => {
    const { overloads, fieldsTakeFunctions } = this.world.rules;
    const found = this.#resolveCall(call);
    const callee = this.view.facts.calls.expression[call]!;
    const meant = overloads === true ? amongOverloads(this.world, this.view, call, found) : found;
    const made = ofElement(this.world, this.view, callee, meant);
    return fieldsTakeFunctions === true ? withHeldFunctions(this.world, this.view, callee, made) : made;
  };
  readonly #useResolver = (use: number): Outcome | undefined => this.#resolveRow(use);
  /** Objects and modules that were passed as a whole, by caller (see `resolveWhole`). */
  readonly #passedOn = new Set<string>();
  readonly #takers = new Takers();

  /** @param renew returns a world without half-computed state, after a stack overflow. */
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
      const known = this.#attempt(this.#callResolver, call) ?? outcome("unresolved", { name: text });
      const resolved = this.view.facts.expressions.op[calls.expression[call]!] === Op.call ? ofResult(known, text) : known;
      const found = calls.flags[call]! & CallFlag.transcribed
        ? transcribedCall(this.world, this.view, calls.expression[call]!, resolved)
        : resolved;
      if (found.drop) continue;
      const implicit = (calls.flags[call]! & CallFlag.implicit) !== 0;
      if (implicit && found.targets.length === 0 && !this.#isHeldOperator(call, found)) continue;
      const site = siteOf(calls, call, text);
      this.#add(EDGE_NUMBERS.calls, site, found, implicit);
      if (!implicit) this.#addHolder(site, calls.expression[call]!, found.targets);
      if (takesValues !== undefined) this.#addPassed(call, found, takesValues);
      const taker = found.external ? found.name : isNotKnown(found) ? NOT_KNOWN + text : "";
      if (taker === "") continue;
      this.#takers.add(call, taker);
      // A built-in function runs what it is passed to compute its own result, so nothing is recorded for it.
      if (takesValues !== undefined && (taker.includes(".") || !found.external)) this.#addGivenBack(call, taker);
    }
    for (let use = 1; use < uses.length; use++) {
      const found = this.#attempt(this.#useResolver, use);
      if (found === undefined) {
        this.#addFunctionRead(use);
        continue;
      }
      if (found.givenTo === "") found.givenTo = this.#takerOf(uses.expression[use]!);
      const site = siteOf(uses, use, bestName(this.view.facts, uses.expression[use]!));
      this.#add(EDGE_NUMBERS.references, site, found);
      this.#addResults(site, found);
    }
    this.#addAccesses();
    this.#attempt(() => noteKeeping(this.world, this.view, this.#rows));
    for (const relate of RELATIONS) {
      this.#attempt(() => relate(new RelationRows(this.world, this.view, this.#rows)));
    }
    return inOrder(this.#rows, this.world);
  }

  /** Adds the accessors that run where a member is read or set; a called member is read first. */
  #addAccesses(): void {
    const { accesses, calls } = this.view.facts;
    if (this.world.rules.accessors !== true) return;
    const accessors = new Accessors(this.view);
    const { expressions, strings } = this.view.facts;
    const add = (table: typeof accesses | typeof calls, row: number, modes: number): void => {
      const member = table.expression[row]!;
      const named = accessors.modesOf(this.world, member, modes);
      if (named === 0) return;
      for (const mode of MODES) {
        if ((named & mode) === 0) continue;
        const found = this.#attempt(() => accessors.runBy(this.world, member, mode));
        // If the target of a call is unknown, the edge of the call itself says so.
        if (found === undefined || (table === calls && found.targets.length === 0)) continue;
        this.#add(EDGE_NUMBERS.accesses, siteOf(table, row, strings[expressions.b[member]!]!), found);
      }
    };
    for (let row = 1; row < accesses.length; row++) add(accesses, row, accesses.mode[row]!);
    for (let row = 1; row < calls.length; row++) add(calls, row, AccessMode.read);
  }

  /**
   * Whether the target of an operator is held by a variable: a method under another name (`__or__ = either`), or a function that a loop
   * iterates over.
   */
  #isHeldOperator(call: number, { rule, candidates, external }: Outcome): boolean {
    const { calls, expressions: { op } } = this.view.facts;
    const callee = calls.expression[call]!;
    const isMember = op[callee] === Op.member;
    if (rule !== "variable" || external || (!isMember && op[callee] !== Op.name)) return false;
    return (isMember && candidates.length > 0) || isIteratedFunction(this.world, evaluateValue(this.world, this.view, callee));
  }

  /** The name of the callee that a use is passed to, if the use itself does not state it; "" if there is none. */
  #takerOf(use: number): string {
    const { op, a, c } = this.view.facts.expressions;
    if (op[use] !== Op.given) return this.#takers.of(this.world, this.view, use);
    const name = this.#takers.of(this.world, this.view, a[use]!);
    if (name === "" || name.startsWith(NOT_KNOWN) || name.includes(".")) return name;
    // A built-in function that stores its argument (`setattr`) or adds it to a list does not call it.
    return (c[use]! & GivenMode.stored) !== 0 || this.world.rules.keepsGiven?.has(name) === true ? "" : BUILT_IN + name;
  }

  /** The result of `evaluate`; undefined, without any of its rows, if the stack overflows. */
  #attempt<T>(evaluate: (row: number) => T, row = 0): T | undefined {
    heap.step();
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

  /** @param implicit whether the call is not written as one, such as an operator */
  #add(type: number, { caller, line, column, text }: Site, found: Outcome, implicit = false): void {
    const { targets, external } = found;
    const isOpen = targets.length === 0;
    const from = definitionId(this.view.index, caller);
    const rule = implicit && !isOpen && found.rule !== "injected" ? "operator" : found.rule;
    const heuristic = found.heuristic || this.#damaged || implicit || (isOpen && !external);
    const name = !isOpen ? "" : found.name === "" ? text : found.name;
    const candidates = found.candidates.length === 0 ? NO_ROWS : ofRepository(this.world, found.candidates);
    const properties = found.givenTo === "" ? "" : passedProperties(this.world, found.givenTo);
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
        return calledName(this.world, this.view, callee);
      case Op.member:
      case Op.path:
        return calledMember(this.world, this.view, callee, call);
      case Op.unknown:
        return outcome("unresolved", { name: strings[calls.text[call]!]! });
    }
    // A function called where it is written has no name: its calls belong to the enclosing definition.
    if (op === Op.definition && this.view.facts.definitions.kind[expressions.a[callee]!] === DefinitionKind.lambda) {
      return outcome("scope", { drop: true });
    }
    if (computedName(this.view, callee) !== undefined) return this.#calledComputed(callee, strings[calls.text[call]!]!);
    const name = bestName(this.view.facts, callee);
    const macro = macroAt(this.world, this.view, callee);
    if (macro?.elsewhere?.length) return outcome("ambiguous", { name, candidates: macro.elsewhere });
    if (macro !== undefined) return this.#outcomeOf(macro.meaning, macro.rule, name);
    const value = evaluateValue(this.world, this.view, callee);
    const rule = op === Op.builtin ? "scope" : op === Op.injected ? "injected" : "operator";
    // What is read before the call is held by a variable or field, whatever its type.
    return op === Op.reference ? this.#calledRead(expressions.a[callee]!, value, name) : this.#outcomeOf(value, rule, name);
  }

  /** A call of a value that is read first, such as a field where methods have a separate namespace (`(self.run)()`). */
  #calledRead(read: number, value: Meaning, name: string): Outcome {
    const made = this.#outcomeOf(held(value), "operator", name);
    const isField = made.rule === "variable" && made.candidates.length === 0 && !made.external &&
      this.view.facts.expressions.op[read] === Op.member;
    return isField ? { ...made, candidates: fieldsOf(this.world, evaluateHolder(this.world, this.view, read), name) } : made;
  }

  /** A call of a member with a computed name; the known contents of the object give its candidates. */
  #calledComputed(callee: number, text: string): Outcome {
    const last = bestName(this.view.facts, callee);
    const isRead = this.view.facts.expressions.op[callee] === Op.computed;
    const name = isRead || last === "self" || last === "super" ? text : last;
    const made = this.#outcomeOf(evaluateValue(this.world, this.view, callee), "operator", name);
    if (made.targets.length > 0 || made.external || made.drop || made.candidates.length > 0) return made;
    const candidates = computedMembers(this.world, this.view, callee);
    return candidates.length === 0 ? made : outcome("variable", { name: text, candidates });
  }

  #outcomeOf(meaning: Meaning, rule: Rule, name: string): Outcome {
    return outcomeOf(this.world, this.view.index, meaning, rule, name);
  }

  #resolveRow(use: number): Outcome | undefined {
    const { expression, caller } = this.view.facts.uses;
    const { exportsOnly, overloads } = this.world.rules;
    const known = resolveUse(this.world, this.view, expression[use]!) ??
      (exportsOnly ? resolveWhole(this.world, this.view, expression[use]!, caller[use]!, this.#passedOn) : undefined);
    const meant = overloads === true && known !== undefined ? anyOverload(this.world, known) : known;
    return transcribedUse(this.world, this.view, use, meant);
  }

  /** Adds the owner of the member that is called or passed at a site. */
  #addHolder(site: Site, expression: number, reached: readonly DefinitionId[]): void {
    if (this.view.facts.expressions.op[expression] !== Op.member) return;
    const holder = this.#attempt(() => holderOf(this.world, this.view, expression, reached));
    if (holder !== undefined) this.#add(EDGE_NUMBERS.references, { ...site, text: bestName(this.view.facts, holder.object) }, holder.found);
  }

  /** Adds the types of values returned by functions that a call passes: the callee may call methods of these values. */
  #addGivenBack(call: number, taker: string): void {
    const { calls, strings } = this.view.facts;
    const given = this.#attempt(() => typesGivenBack(this.world, this.view, calls.arguments[call]!, taker));
    for (const one of given ?? []) this.#add(EDGE_NUMBERS.references, siteOf(calls, call, strings[calls.text[call]!]!), one);
  }

  /** Adds the result types of a passed function: its receiver may call methods of the results. */
  #addResults(site: Site, { targets, givenTo }: Outcome): void {
    if (this.world.rules.takesResults === undefined || givenTo === "") return;
    const functions = targets.map((id) => definitionMeaning(id));
    const found = this.#attempt(() => resultsPassed(this.world, this.view, functions, givenTo));
    if (found !== undefined) this.#add(EDGE_NUMBERS.references, site, found);
  }

  /** Adds the function of which a member is passed that comes from the language or a decorator (`f.delay`). */
  #addFunctionRead(use: number): void {
    const { uses, expressions } = this.view.facts;
    const written = uses.expression[use]!;
    const expression = expressions.op[written] === Op.given ? expressions.a[written]! : written;
    const holder = this.#attempt(() => functionRead(this.world, this.view, expression));
    // The facts may already record the use of the function itself.
    if (holder === undefined || uses.expression.includes(holder.object)) return;
    this.#add(EDGE_NUMBERS.references, siteOf(uses, use, bestName(this.view.facts, holder.object)), holder.found);
  }

  /** Adds the types of values that a call passes to external code, which may call their methods or store them in an external type. */
  #addPassed(call: number, found: Outcome, takesValues: RegExp): void {
    const { calls, strings } = this.view.facts;
    const written = { callee: calls.expression[call]!, args: calls.arguments[call]! };
    if (!passesValues(this.world, this.view, written)) return;
    const taking = this.#attempt(() => takersOfCall(this.world, this.view, written.callee, found));
    const isTaker = (name: string): boolean => takesValues.test(name);
    if (taking === undefined || !(isTaker(taking.whole) || taking.each.some(isTaker) || taking.behind.some(isTaker))) return;
    const site = siteOf(calls, call, strings[calls.text[call]!]!);
    const passed = this.#attempt(() => typesPassed(this.world, this.view, written, taking, takesValues));
    for (const one of passed ?? []) this.#add(EDGE_NUMBERS.references, site, one);
  }
}
