/**
 * Tables that are part of the program and looked up with words of a source.
 *
 * Invariant: they have only their own keys. Any object has a `constructor` and a `toString`, names that sources use too.
 */

/**
 * The class of tables, whose prototype has no properties. A class rather than `Object.create(null)`, whose objects the engine looks up more
 * slowly.
 */
class Bare {}
Reflect.deleteProperty(Bare.prototype, "constructor");
Object.setPrototypeOf(Bare.prototype, null);

/** A literal with all objects and lists in it as tables; instances of classes (regular expressions, sets, maps) stay as they are. */
export function tableOf<T>(written: T): T {
  if (Array.isArray(written)) return written.map((one) => tableOf<unknown>(one)) as T;
  if (typeof written !== "object" || written === null || Object.getPrototypeOf(written) !== Object.prototype) return written;
  return Object.assign(new Bare(), Object.fromEntries(Object.entries(written).map(([key, value]) => [key, tableOf<unknown>(value)]))) as T;
}
