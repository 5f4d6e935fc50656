/**
 * Keys under which dependencies on the whole repository are recorded (`World.askName`): the definitions of a name under the name itself,
 * everything else under one of these keys.
 *
 * Pure. Invariants: two spellings of one name have equal keys; no two questions share a key.
 */

/** A name without case and separators: `parse_URL` and `ParseUrl` are equal. */
export function foldedName(name: string): string {
  return name.replaceAll(/[_$]/g, "").toLowerCase();
}

/** The key for looking up a definition by its folded name, with or without its owner's name before it (`World.askName`). */
export function spelled(folded: string): string {
  return `~${folded}`;
}

/** The key for looking up places that pass something to a callee of that name. */
export function passedTo(name: string): string {
  return `()${name}`;
}

/** The key for depending on function bodies of a file. */
export function insideOf(path: string): string {
  return `(/)${path}`;
}

/** The key for depending on function bodies of all files in a file's folder, including future files. */
export function insideBeside(path: string): string {
  return insideOf(path.slice(0, path.lastIndexOf("/") + 1));
}

/** The key for asking which types have a base of that name; "" is for bases whose name is not known (`Outline.based`). */
export function basedOn(name: string): string {
  return `<${name}`;
}

/** The key for asking where a value is stored in a member of that name (`Outline.stored`). */
export function storedAs(name: string): string {
  return `.=${name}`;
}
