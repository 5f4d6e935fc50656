/**
 * The value of a macro's expansion, as far as its bodies determine it: one meaning, or one derived from the first argument (`match $e {
 * Ok(v) => v, … }`).
 *
 * Stage: resolve. Invariant: never better than inferred, because names in a body are resolved where the macro is used.
 */
import { BindingKind, DefinitionKind, listItems } from "../../facts.ts";
import { Op, PairMode } from "../../facts/expressions.ts";
import { callMeaning } from "../calls/call_results.ts";
import { elementOf, operate } from "../calls/operations.ts";
import { evaluateValue, remember } from "../evaluate.ts";
import { type Meaning, rowOf, Tag, tuple, UNKNOWN, weaken } from "../meaning.ts";
import { memberMeaning } from "../members/members.ts";
import { isOwnObject } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import { asInstance } from "../traits/traits.ts";
import { agreed } from "../types/agreed.ts";
import type { World } from "../world.ts";
import { onlyBinding, Space } from "./names.ts";

const DEEPEST = 14;

/**
 * The value of a macro's use in `user`. @param first its first argument (expression), evaluated only if the bodies alone do not determine
 * the value
 */
export function macroResult(world: World, macro: Meaning, user: FileView, first: number): Meaning {
  if (macro.tag === Tag.external) return castTo(world, user, first) ?? macro;
  if (macro.tag !== Tag.definition || world.kindOf(macro.definition) !== DefinitionKind.macro || world.inLibrary(macro.definition)) {
    return UNKNOWN;
  }
  const word = wordOf(user, first);
  const view = world.viewOf(macro.definition);
  const bodies = bodiesFor(view, rowOf(macro.definition), word).filter((body) => !asksItself(world, view, body, macro));
  if (bodies.length === 0) return UNKNOWN;
  const evaluate = (): Meaning => givenByAll(bodies.map((body) => asInstance(world, evaluateValue(world, view, body))));
  const fixed = word === "" ? remember(world, view, view.results, rowOf(macro.definition), evaluate) : evaluate();
  if (isWhollyKnown(fixed)) return fixed;
  const given = bodies.some((body) => asksArgument(view, body)) ? evaluateValue(world, user, first) : UNKNOWN;
  return given.tag === Tag.unknown ? UNKNOWN : givenByAll(valuesOf(world, view, bodies, given, 0));
}

/**
 * The probable value of an external macro with a repository type after `as` (`parse_macro_input!(input as Args)`): no value is cast to such
 * a type by the language itself. Otherwise undefined.
 */
function castTo(world: World, user: FileView, argument: number): Meaning | undefined {
  if (user.facts.expressions.op[argument] !== Op.cast) return undefined;
  const value = asInstance(world, evaluateValue(world, user, argument));
  return isOwnObject(world, value) ? weaken(value) : undefined;
}

/** Whether a body is a recursive use of the macro, not with a rule that starts with a word: it has the value of the other bodies. */
function asksItself(world: World, view: FileView, body: number, macro: Meaning): boolean {
  const { op, a, b } = view.facts.expressions;
  const value = asksArgument(view, body) ? b[body]! : body;
  if (op[value] !== Op.call || (op[a[value]!] !== Op.macro && op[a[value]!] !== Op.macroOf)) return false;
  if (wordOf(view, listItems(view.facts, b[value]!)[0] ?? 0) !== "") return false;
  return evaluateValue(world, view, a[value]!).definition === macro.definition;
}

function isWhollyKnown({ tag, items }: Meaning): boolean {
  return tag !== Tag.unknown && (tag !== Tag.tuple || items.every((item) => item.tag !== Tag.unknown));
}

/** Whether the value of a body depends on the macro's first argument. */
function asksArgument({ facts: { expressions } }: FileView, body: number): boolean {
  return expressions.op[body] === Op.pair && expressions.c[body] !== PairMode.word;
}

/** The values of a macro's bodies if its first argument means `given`. */
function valuesOf(world: World, view: FileView, bodies: readonly number[], given: Meaning, depth: number): Meaning[] {
  const { a, b } = view.facts.expressions;
  return bodies.map((body) =>
    asInstance(
      world,
      asksArgument(view, body) ? new Body(world, view, a[body]!, given).valueOf(b[body]!, depth) : evaluateValue(world, view, body),
    )
  );
}

/** The word that a use of a macro, or one of its rules, starts with; "" if the rule is selected otherwise. */
function wordOf({ facts }: FileView, expression: number): string {
  const { op, a, c } = facts.expressions;
  return op[expression] === Op.pair && c[expression] === PairMode.word ? facts.strings[a[expression]!]! : "";
}

/** The bodies of the rules of a macro that may be selected: of rules that start with a word, only those with this one. */
function bodiesFor(view: FileView, macro: number, word: string): readonly number[] {
  const all = listItems(view.facts, view.facts.definitions.returns[macro]!);
  const named = word === "" ? [] : all.filter((body) => wordOf(view, body) === word);
  return named.length > 0 ? named : all.filter((body) => wordOf(view, body) === "");
}

/** The common meaning of all values, with the type arguments in which they agree; unknown if they differ, or one is unknown. */
function givenByAll(values: readonly Meaning[]): Meaning {
  const isOpen = values.some(({ tag }) => tag === Tag.nothing) && values.some(({ tag }) => tag !== Tag.nothing);
  return isOpen ? UNKNOWN : weaken(agreed(values));
}

/** One body of a macro, with the value of its first variable. */
class Body {
  constructor(readonly world: World, readonly view: FileView, readonly variable: number, readonly argument: Meaning) {}

  /** The value of an expression of the body; at most `DEEPEST` steps from the body's own value. */
  valueOf(expression: number, depth: number): Meaning {
    if (expression === 0 || depth > DEEPEST) return UNKNOWN;
    const { world, view } = this;
    const { expressions, strings } = view.facts;
    const [a, b, c] = [expressions.a[expression]!, expressions.b[expression]!, expressions.c[expression]!];
    const inner = (): Meaning => this.valueOf(a, depth + 1);
    switch (expressions.op[expression]) {
      case Op.name:
        return a === this.variable ? this.argument : this.#boundTo(expression, depth);
      case Op.unwrap:
        return operate(world, inner(), "unwrap");
      case Op.await:
        return operate(world, inner(), "await");
      case Op.deref:
        return operate(world, inner(), "deref");
      case Op.reference:
        return inner();
      case Op.member:
        return memberMeaning(world, inner(), strings[b]!, Space.value);
      case Op.item:
        return elementOf(world, inner(), b, c);
      case Op.index:
        return b === 0 ? evaluateValue(world, view, expression) : operate(world, inner(), "index");
      case Op.tuple:
        return tuple(listItems(view.facts, a).map((item) => this.valueOf(item, depth + 1)));
      case Op.either: {
        const known = listItems(view.facts, a).map((item) => this.valueOf(item, depth + 1)).filter((one) => one.tag !== Tag.unknown);
        return known[0] ?? UNKNOWN;
      }
      case Op.call: {
        if (expressions.op[a] === Op.macro || expressions.op[a] === Op.macroOf) {
          return this.#expanded(a, listItems(view.facts, b)[0] ?? 0, depth);
        }
        if (expressions.op[a] !== Op.member) return evaluateValue(world, view, expression);
        const object = this.valueOf(expressions.a[a]!, depth + 1);
        const method = memberMeaning(world, object, strings[expressions.b[a]!]!, Space.call);
        return callMeaning(world, view, method, listItems(view.facts, b), false);
      }
      default:
        return evaluateValue(world, view, expression);
    }
  }

  /** The value of another macro that the body passes something to; rules without a value are not the selected ones. */
  #expanded(callee: number, first: number, depth: number): Meaning {
    const { world, view } = this;
    const macro = evaluateValue(world, view, callee);
    const isOwn = macro.tag === Tag.definition && world.kindOf(macro.definition) === DefinitionKind.macro &&
      !world.inLibrary(macro.definition);
    const given = isOwn ? this.valueOf(first, depth + 1) : UNKNOWN;
    if (given.tag === Tag.unknown) return macroResult(world, macro, view, first);
    const home = world.viewOf(macro.definition);
    const bodies = bodiesFor(home, rowOf(macro.definition), wordOf(view, first));
    const known = valuesOf(world, home, bodies, given, depth + 1).filter(isWhollyKnown);
    return known.length === 0 ? UNKNOWN : givenByAll(known);
  }

  #boundTo(expression: number, depth: number): Meaning {
    const { world, view } = this;
    const { bindings } = view.facts;
    const row = onlyBinding(world, view, expression);
    const isPlain = row !== 0 && bindings.kind[row] === BindingKind.variable && bindings.type[row] === 0 && bindings.value[row] !== 0;
    return isPlain ? this.valueOf(bindings.value[row]!, depth + 1) : evaluateValue(world, view, expression);
  }
}
