/**
 * Matches computed names (`"on_" + kind`) with written ones.
 *
 * Stage: resolve and query. Pure.
 */

/** Whether the language itself gives a name its meaning (`__len__`). */
export function isOfLanguage(name: string): boolean {
  return /^__\w+__$/.test(name);
}

/** Whether a name begins and ends as given, with something between. Names with a meaning in the language do not fit. */
export function fitsComputed(name: string, begins: string, ends: string): boolean {
  return name.startsWith(begins) && name.endsWith(ends) && name.length > begins.length + ends.length && !isOfLanguage(name);
}
