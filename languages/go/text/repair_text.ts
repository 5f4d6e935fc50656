/**
 * Writes what the grammar cannot read in a way that it can, without moving anything.
 *
 * Stage: parse. Runs only on texts that did not parse. Invariant: the same length; names and literals are read from the source.
 */
import { endOfType, skipBlank } from "./end_of_type.ts";

/** `new(f(x))`, since Go 1.26: the grammar knows types alone there, and any expression in the call of another name. */
const NEW = /\bnew(?=\()/g;
/** Type parameters of a method: the grammar knows those of functions. */
const METHOD_PARAMETERS = /^(func\s{0,20}\([^()\n]{0,300}\)\s{0,20}\w{1,200})(\[[^\n]{1,300}?\])(?=\()/gm;

/** See the plugin contract. */
export function repairText(source: string): string {
  return source.replace(NEW, (name, offset: number) => isGivenValue(source, offset + name.length + 1) ? "ne_" : name)
    .replace(METHOD_PARAMETERS, (_all, name: string, parameters: string) => name + " ".repeat(parameters.length));
}

/** Whether something else than a type stands alone in the brackets that open before `start`. */
function isGivenValue(source: string, start: number): boolean {
  if (source[start] === ")") return false;
  let end = skipBlank(source, endOfType(source, start));
  if (source[end] === ",") end = skipBlank(source, end + 1);
  return source[end] !== ")";
}
