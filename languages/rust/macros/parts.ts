/**
 * The elements of macro rules and calls: tokens, brackets, variables and repetitions.
 *
 * Stage: parse.
 */
import { type FlatTree, nodeText } from "../../../core/tree/flat_tree.ts";

/** Numbers of the node kinds that matter here. */
export interface RuleKinds {
  readonly macro: number;
  readonly rule: number;
  readonly tokens: number;
  readonly repetition: number;
  readonly metavariable: number;
  readonly pattern: number;
  readonly bindingPattern: number;
  readonly repetitionPattern: number;
  readonly comments: ReadonlySet<number>;
}

/**
 * The last bracketed tokens among the node `first` and its successors: an invocation's arguments, or the body of a rule; 0 if there are
 * none.
 */
export function tokensAmong(tree: FlatTree, kinds: { readonly tokens: number }, first: number): number {
  let holder = 0;
  for (let c = first; c !== 0; c = tree.next[c]!) if (tree.kind[c] === kinds.tokens) holder = c;
  return holder;
}

/** One token, or a bracketed group; `start` is its position in the file if the call contains it, otherwise -1. */
export interface Token {
  readonly text: string;
  readonly start: number;
  /** No white space before it. */
  readonly joined: boolean;
  readonly inside?: readonly Part[];
  readonly close?: string;
}
/** An element of a rule. */
export type Part = Token | Repetition | Variable;
/** `$(…),*` */
export interface Repetition {
  readonly parts: readonly Part[];
  readonly separator: string;
  readonly operator: string;
}
/** `$name:ident` in a pattern, `$name` in a body. */
export interface Variable {
  readonly variable: string;
  /** In a pattern: the kind of fragment. */
  readonly fragment: string;
}
/** Whether a node is a bracketed group of the form that `bracket` opens. */
export function isGroup(tree: FlatTree, kinds: Pick<RuleKinds, "tokens">, node: number | undefined, bracket: string): boolean {
  return node !== undefined && tree.kind[node] === kinds.tokens && tree.source[tree.start[node]!] === bracket;
}
/** Whether a part is a repetition. */
export const isRepetition = (part: Part): part is Repetition => "operator" in part;
/** Whether a part is a variable. */
export const isVariable = (part: Part): part is Variable => "variable" in part;

/** The text of a token; "" of anything else. */
export function textOf(part: Part | undefined): string {
  return part !== undefined && "text" in part ? part.text : "";
}

/** The names of the variables in parts. */
export function variablesOf(parts: readonly Part[]): string[] {
  return parts.flatMap((part) =>
    isVariable(part) ? [part.variable] : isRepetition(part) ? variablesOf(part.parts) : variablesOf(part.inside ?? [])
  );
}

/** A doc comment is an attribute to a macro; its text does not matter here. */
const DOCUMENTATION: Part[] = [
  { text: "#", start: -1, joined: false },
  { text: "[", start: -1, joined: true, close: "]", inside: ["doc", "=", '""'].map((text) => ({ text, start: -1, joined: false })) },
];

/** `>>` and `<<` as two: a type may begin or end between them (`<$t:ty>` takes `<Vec<u8>>`, `$t:ty` takes `Vec<<T as Job>::Item>`). */
function halvesOf({ text, start, joined }: Token): Token[] {
  return [{ text: text[0]!, start, joined }, { text: text[1]!, start: start < 0 ? start : start + 1, joined: true }];
}

/** Reads the parts of a macro's rules or, with `isCall`, the tokens of a call of one. */
export class TokenReader {
  constructor(readonly tree: FlatTree, readonly kinds: RuleKinds, readonly isCall: boolean) {}

  text(node: number): string {
    return nodeText(this.tree, node);
  }

  /** The parts between the brackets of a node. */
  inside(holder: number): Part[] {
    const { tree, kinds } = this;
    const nodes: number[] = [];
    for (let c = holder + 1; c !== 0; c = tree.next[c]!) {
      if (!kinds.comments.has(tree.kind[c]!) || /^\/(?:\/\/(?!\/)|\*\*(?!\/))/.test(this.text(c))) nodes.push(c);
    }
    const open = nodes.findIndex((node) => /^[([{]$/.test(this.text(node)));
    const close = nodes.findLastIndex((node) => /^[)\]}]$/.test(this.text(node)));
    return nodes.slice(open + 1, close).flatMap((node, i): Part[] => {
      if (kinds.comments.has(tree.kind[node]!)) return DOCUMENTATION;
      const part = this.#part(node, tree.end[nodes[open + i]!]! === tree.start[node]!);
      return "text" in part && (part.text === ">>" || part.text === "<<") ? halvesOf(part) : [part];
    });
  }

  #part(node: number, joined: boolean): Part {
    const { tree, kinds } = this;
    const start = this.isCall ? tree.start[node]! : -1;
    switch (tree.kind[node]) {
      case kinds.tokens:
      case kinds.pattern: {
        const whole = this.text(node);
        return { text: whole[0]!, start, joined, inside: this.inside(node), close: whole.at(-1)! };
      }
      case kinds.repetition:
      case kinds.repetitionPattern: {
        const tail = /\)\s*([^()]*?)\s*([*+?])$/.exec(this.text(node));
        return { parts: this.inside(node), separator: tail?.[1] ?? "", operator: tail?.[2] ?? "*" };
      }
      case kinds.bindingPattern: {
        const [variable, fragment] = this.text(node).split(":");
        return { variable: variable!.trim(), fragment: fragment!.trim() };
      }
      case kinds.metavariable:
        return this.text(node) === "$crate" ? { text: "crate", start: -1, joined } : { variable: this.text(node), fragment: "" };
      default:
        return { text: this.text(node), start, joined };
    }
  }
}
