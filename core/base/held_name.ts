/**
 * Names as the engine holds them for properties.
 *
 * Stage: parse. A text cut out of another, or made by a decoder, is compared letter by letter and looked up anew each time that it
 * is a property's name; of names that are held there is one each, and comparing them is comparing addresses.
 */

/** The held text that equals `name`. */
export function holdName(name: string): string {
  return Object.keys({ [name]: 0 })[0]!;
}
