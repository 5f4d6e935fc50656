/**
 * Words of a command that somebody may paste into a shell.
 *
 * Stage: all. Pure. Invariant: whatever a name holds, the shell takes it for one word: git allows `$(…)`, `;` and `&` in names of branches.
 */

/** An argument as a shell reads it. */
export function shellWord(text: string): string {
  return /^~|[^\w./:@~-]/.test(text) ? `'${text.replaceAll("'", "'\\''")}'` : text;
}

/** The command that takes a ref into the index. */
export function indexingRef(ref: string): string {
  return `callgrove index --ref ${shellWord(ref)}`;
}
