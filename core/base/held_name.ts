/**
 * Interns names the way the engine does for property keys.
 *
 * Stage: parse. A string that is cut out of another, or made by a decoder, is hashed and compared each time it is used as a property key;
 * of an interned string there is one copy, compared by address.
 */

/** The interned string equal to `name`. */
export function holdName(name: string): string {
  return Object.keys({ [name]: 0 })[0]!;
}
