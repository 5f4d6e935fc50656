/**
 * Creates expressions from names, texts and other expressions, independent of a node.
 *
 * Stage: parse -> facts. Invariant: an expression that depends only on its text has one row in a file.
 */
import { Op } from "../facts/expressions.ts";
import { readLiteralText } from "../facts/literal_text.ts";
import { DefinitionBuilder } from "./definition_builder.ts";

/** In a literal with more elements than this, equal elements are stored once. */
const LONG_LITERAL = 16;

/** What a plugin may do with expressions, besides lowering nodes. */
export class ExpressionBuilder extends DefinitionBuilder {
  readonly #builtins = new Map<string, number>();
  readonly #literals = new Map<string, number>();
  readonly #texts = new Map<string, number>();

  /** A reference to `name` as seen from `node`. */
  nameExpression(name: string, node: number, at = this.tree.start[node]!): number {
    return this.facts.expression(Op.name, this.facts.string(name), this.scope(node), at);
  }
  /** The name at `node`, or the path that is written there as one node (`pathSign` of the rules). */
  nameAt(node: number): number {
    const sign = this.plugin.rules.pathSign;
    const text = sign === undefined ? "" : this.text(node);
    const cut = sign === undefined ? -1 : text.indexOf(sign, 1);
    if (cut < 0) return this.facts.expression(Op.name, this.textNumber(node), this.scope(node), this.tree.start[node]!);
    const first = this.nameExpression(text.slice(0, cut), node);
    return text.slice(cut + sign!.length).split(sign!)
      .reduce((path, part) => this.facts.expression(Op.path, path, this.facts.string(part)), first);
  }
  /** The member `name` of an expression. */
  memberExpression(object: number, name: string): number {
    return this.facts.expression(Op.member, object, this.facts.string(name));
  }
  /** A predefined name, available in every program. */
  builtin(name: string): number {
    return this.#constant(this.#builtins, Op.builtin, name);
  }
  /** A literal of a kind. In a long one (a table of data) equal elements are stored once. */
  literal(kind: string, elements: readonly number[] = []): number {
    if (elements.length === 0) return this.#constant(this.#literals, Op.literal, kind);
    const few = elements.length > LONG_LITERAL ? [...new Set(elements)] : elements;
    return this.facts.expression(Op.literal, this.facts.string(kind), this.facts.list(few));
  }
  /**
   * A string literal with its text, if that may be a route or an HTTP method; otherwise 0.
   * @param isPath whether a path is meant, whatever it looks like
   */
  textLiteral(kind: string, node: number, isPath = false): number {
    const text = readLiteralText(this.tree.source, this.tree.start[node]!, this.tree.end[node]!, isPath);
    return text === undefined ? 0 : this.constant(kind, text);
  }
  /**
   * A literal with its text, which as a type means that single value.
   * @param op `Op.literal` or `Op.key`
   */
  constant(kind: string, text: string, op: number = Op.literal): number {
    const key = op === Op.literal ? `${kind} ${text}` : `${kind}\n${text}`;
    let expression = this.#texts.get(key);
    if (expression === undefined) {
      expression = this.facts.expression(op, this.facts.string(kind), 0, this.facts.string(text === "" ? "\0" : text));
      this.#texts.set(key, expression);
    }
    return expression;
  }
  /** An expression that depends only on a name: one row in a file. */
  #constant(known: Map<string, number>, op: number, name: string): number {
    let expression = known.get(name);
    if (expression === undefined) {
      expression = this.facts.expression(op, this.facts.string(name));
      known.set(name, expression);
    }
    return expression;
  }
  /**
   * One of several expressions. Unknown ones (0) are left out; if only one of several is known, the result still says that there are
   * others.
   */
  either(options: readonly number[]): number {
    const known = options.filter((o) => o !== 0);
    return known.length === 0
      ? 0
      : known.length === 1 && options.length === 1
      ? known[0]!
      : this.facts.expression(Op.either, this.facts.list(known));
  }
  /** The expression `value` as a value of the type `type`; `value` itself if that is 0. */
  castTo(value: number, type: number): number {
    return type === 0 ? value : this.facts.expression(Op.cast, type, value);
  }
  /**
   * The item at `position` of a value.
   * @param mode of `ItemMode`
   */
  item(value: number, position: number, mode = 0): number {
    return value === 0 ? 0 : this.facts.expression(Op.item, value, position, mode);
  }
}
