/**
 * Patches as agents write them (`*** Begin Patch`), converted to replacements.
 *
 * Stage: memory. Invariant: pure; context lines stay with what they surround, so that the place can be found.
 */
import type { FileTouch, Replacement } from "./transcript.ts";

interface Part {
  kind: "edit" | "create";
  path: string;
  added: string[];
  replacements: Replacement[];
  hunk: { removed: string[]; added: string[] };
}

/** Files that a patch adds or changes; empty if there is no patch. */
export function readPatch(patch: string): FileTouch[] {
  const begin = patch.indexOf("*** Begin Patch");
  if (begin < 0) return [];
  const parts: Part[] = [];
  let part: Part | undefined;
  const closeHunk = (): void => {
    if (part === undefined) return;
    const { removed, added } = part.hunk;
    if (removed.join("\n") !== added.join("\n")) part.replacements.push({ removed: removed.join("\n"), added: added.join("\n") });
    part.hunk = { removed: [], added: [] };
  };
  for (const line of patch.slice(begin).split("\n").slice(1)) {
    const head = /^\*\*\* (Add|Update|Delete) File: (.+?)\s*$/.exec(line);
    if (head !== null) {
      closeHunk();
      part = head[1] === "Delete"
        ? undefined
        : { kind: head[1] === "Add" ? "create" : "edit", path: head[2]!, added: [], replacements: [], hunk: { removed: [], added: [] } };
      if (part !== undefined) parts.push(part);
    } else if (line.startsWith("*** End Patch")) break;
    else if (part === undefined) continue;
    else if (line.startsWith("*** Move to: ")) part.path = line.slice(13).trim();
    else if (line.startsWith("***") || line.startsWith("@@")) closeHunk();
    else if (part.kind === "create") part.added.push(line.startsWith("+") ? line.slice(1) : line);
    else if (line.startsWith("+")) part.hunk.added.push(line.slice(1));
    else if (line.startsWith("-")) part.hunk.removed.push(line.slice(1));
    else {
      part.hunk.removed.push(line.slice(1));
      part.hunk.added.push(line.slice(1));
    }
  }
  closeHunk();
  return parts.filter((one) => one.kind === "create" || one.replacements.length > 0).map(({ kind, path, added, replacements }) =>
    kind === "create" ? { kind, path, after: `${added.join("\n")}\n` } : { kind, path, replacements }
  );
}
