/**
 * Tables that are written in the program and asked with words of a source.
 *
 * Invariant: they have their own keys alone. Any object has a `constructor` and a `toString`, which sources call their things as well.
 */

/** What a table inherits from: nothing. A class and not `Object.create(null)`, whose objects the engine looks up more slowly. */
class Bare {}
Reflect.deleteProperty(Bare.prototype, "constructor");
Object.setPrototypeOf(Bare.prototype, null);

/** What is written, with all objects and lists in it, as tables; what has a class of its own (expressions, sets, maps) stays what it is. */
export function tableOf<T>(written: T): T {
  if (Array.isArray(written)) return written.map((one) => tableOf<unknown>(one)) as T;
  if (typeof written !== "object" || written === null || Object.getPrototypeOf(written) !== Object.prototype) return written;
  return Object.assign(new Bare(), Object.fromEntries(Object.entries(written).map(([key, value]) => [key, tableOf<unknown>(value)]))) as T;
}
