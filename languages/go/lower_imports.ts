/**
 * Go's imports. Which name an import without alias binds is known for certain only where the package itself is read; its path tells
 * it nearly always, and where it leaves a choice each likely name is bound.
 *
 * Stage: facts.
 */
import { BindingFlag, BindingKind, LinkFlag } from "../../core/facts.ts";
import type { Lowering } from "../../core/lower.ts";

/** `import "p"`, `import n "p"`, `import . "p"`, `import _ "p"`. */
export function lowerImport(lowering: Lowering, node: number): number {
  const pathNode = lowering.child(node, "path");
  if (pathNode === 0) return 0;
  const path = lowering.text(pathNode).slice(1, -1);
  const alias = lowering.child(node, "name");
  const name = alias === 0 ? "" : lowering.text(alias);
  const { facts, tree } = lowering;
  const at = tree.start[node]!;
  const row = facts.add("imports", {
    module: facts.string(path),
    scope: lowering.moduleScope,
    at,
    flags: name === "." ? LinkFlag.dot : LinkFlag.namespace,
    line: lowering.line(at),
  });
  if (name === "." || name === "_") return 0;
  for (const bound of name === "" ? guessPackageNames(path) : [name]) {
    facts.add("bindings", {
      kind: BindingKind.import,
      name: facts.string(bound),
      scope: lowering.moduleScope,
      block: lowering.moduleScope,
      at,
      import_: row,
      flags: BindingFlag.hoisted | (name === "" ? BindingFlag.guessed : 0),
    });
  }
  return 0;
}

/** Names that the package at an import path may have, likeliest first: `yaml` of `gopkg.in/yaml.v3`, `chi` of `…/go-chi/chi/v5`. */
function guessPackageNames(path: string): string[] {
  const parts = path.split("/");
  let last = parts.pop()!;
  const names: string[] = [];
  if (/^v[0-9]+$/.test(last) && parts.length > 0) {
    names.push(last);
    last = parts.pop()!;
  }
  last = last.replace(/\.v[0-9]+$/, "");
  const guesses = [
    last,
    last.replace(/^go[-.]/, "").replace(/[-.]go$/, ""),
    last.replaceAll(/[-.]/g, ""),
    last.replaceAll(/[-.]/g, "_"),
    last.slice(last.search(/[^-.]+$/)),
  ];
  for (const guess of guesses) if (!names.includes(guess) && /^[\p{L}_][\p{L}\p{N}_]*$/u.test(guess)) names.push(guess);
  if (names.length === 0) names.push(last);
  // `…/v2` is nearly never the name, so it comes last.
  return names.length > 1 && /^v[0-9]+$/.test(names[0]!) ? [...names.slice(1), names[0]!] : names;
}
