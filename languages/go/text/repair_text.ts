/**
 * Writes what the grammar cannot read in a way that it can, without moving anything.
 *
 * Stage: parse. Runs only on texts that did not parse. Invariant: the same length; names and literals are read from the source.
 */

/** `new(f(x))`, since Go 1.26: the grammar knows types alone there, and any expression in the call of another name. */
const NEW = /\bnew(?=\(([^\n]{1,200}))/g;
/** How expressions begin that are no types. */
const EXPRESSIONS: readonly RegExp[] = [
  // A literal, an operator; but `<-chan T` is a type.
  /^\(*(?:["'`\d!^+&-]|<-\s?(?!chan\b))/,
  // What is worked out in brackets, or goes on behind them.
  /^\([^()\n]{0,200}[-+/%]/,
  /^\((?:[^()\n]|\([^()\n]{0,100}\)){1,200}\)[^\s)]/,
  // An instance, a call or an operation, unless it begins with one of these words.
  /^\*{0,3}(?!(?:func|struct|interface|map|chan)\b)(?:\[\w{0,20}\])?[\w.]{1,100}(?:\[[^\]\n]{0,100}\])?\s?(?:[({]|[-+*/%&|^<>=!])/,
  // A member of a member.
  /^\*{0,3}\w{1,100}\.\w{1,100}\./,
  // A function with a body.
  /^func\((?:[^{\n]|(?<=\b(?:interface|struct))\{[^}\n]{0,100}\}){0,150}(?<!\b(?:interface|struct))\{/,
  // A part of an element, or an element by its number, by a text or in a range: what types have in brackets are types.
  /^\*{0,3}[\w.]{1,100}\[(?:["'`\d]|[^\][\n]{0,100}(?:[-+:]|\]\.))/,
];
/** Type parameters of a method: the grammar knows those of functions. */
const METHOD_PARAMETERS = /^(func\s{0,20}\([^()\n]{0,300}\)\s{0,20}\w{1,200})(\[[^\n]{1,300}?\])(?=\()/gm;

/** See the plugin contract. */
export function repairText(source: string): string {
  return source.replace(NEW, (name, given: string) => EXPRESSIONS.some((one) => one.test(given)) ? "ne_" : name)
    .replace(METHOD_PARAMETERS, (_all, name: string, parameters: string) => name + " ".repeat(parameters.length));
}
