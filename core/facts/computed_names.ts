/**
 * Names that are computed (`"on_" + kind`): which of the written ones they may be.
 *
 * Stage: resolve and query. Pure.
 */

/** Whether a name is one that a language itself gives a meaning (`__len__`). */
export function isOfLanguage(name: string): boolean {
  return /^__\w+__$/.test(name);
}

/** Whether a name may be one that begins and ends as told, with something between; what the language itself names is none. */
export function fitsComputed(name: string, begins: string, ends: string): boolean {
  return name.startsWith(begins) && name.endsWith(ends) && name.length > begins.length + ends.length && !isOfLanguage(name);
}
