/**
 * Names under which it is noted what an answer asked of the whole repository (`World.askName`): who bears a name is asked by that itself, all
 * else by one of these.
 *
 * Pure. Invariants: two spellings of one name are equal; no two questions have one name.
 */

/** A name without case and signs: `parse_URL` and `ParseUrl` are one. */
export function foldedName(name: string): string {
  return name.replaceAll(/[_$]/g, "").toLowerCase();
}

/** What somebody notes who looks for a definition by its folded name, with or without its owner's before it (`World.askName`). */
export function spelled(folded: string): string {
  return `~${folded}`;
}

/** What somebody notes who looks for places that hand something on to what bears a name. */
export function handedTo(name: string): string {
  return `()${name}`;
}

/** What somebody notes who rests on the inside of functions of a file, wherever it says that. */
export function insideOf(path: string): string {
  return `(/)${path}`;
}

/** What somebody notes who rests on the inside of all files of a file's folder: one may come. */
export function insideBeside(path: string): string {
  return insideOf(path.slice(0, path.lastIndexOf("/") + 1));
}

/** What somebody notes who asks which types have one of that name as a base; "" is for bases that no name tells (`Outline.based`). */
export function basedOn(name: string): string {
  return `<${name}`;
}

/** What somebody notes who asks where a value is stored in a member of that name (`Outline.stored`). */
export function storedAs(name: string): string {
  return `.=${name}`;
}
