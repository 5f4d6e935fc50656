/**
 * The packages of `package.json` and `deno.json`, for the dependency graph.
 *
 * Pure. Invariant: a manifest that cannot be read is ignored.
 */
import { type Node, parseTree } from "jsonc-parser";
import { tableOf } from "../../core/base/tables.ts";
import type { Dependency, DependencyScope, PackageFacts, PackageRules } from "../../core/rules/package_rules.ts";

const SECTIONS: Readonly<Record<string, DependencyScope>> = tableOf({
  dependencies: "runtime",
  devDependencies: "dev",
  peerDependencies: "peer",
  optionalDependencies: "optional",
});

/** Keys and values of an object, in order. */
function entriesOf(node: Node | undefined): { key: string; keyNode: Node; value: Node }[] {
  if (node?.type !== "object") return [];
  return (node.children ?? []).flatMap((property) => {
    const [keyNode, value] = property.children ?? [];
    return keyNode === undefined || value === undefined ? [] : [{ key: String(keyNode.value), keyNode, value }];
  });
}

function read(path: string, text: string): PackageFacts {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const dependencies: Dependency[] = [];
  let name = "";
  const isDeno = /(?:^|\/)deno\.jsonc?$/.test(path);
  for (const { key, value } of entriesOf(root)) {
    if (key === "name" && value.type === "string") name = String(value.value);
    const scope = SECTIONS[key];
    if (scope === undefined && !(isDeno && key === "imports")) continue;
    for (const entry of entriesOf(value)) {
      const written = entry.value.type === "string" ? String(entry.value.value) : "";
      const line = text.slice(0, entry.keyNode.offset).split("\n").length;
      if (scope !== undefined) dependencies.push({ name: entry.key, version: written, scope, line });
      else {
        const found = /^(?:npm|jsr):\/?(@[^/]+\/[^/@]+|[^/@]+)(?:@([^/]*))?/.exec(written);
        if (found !== null) dependencies.push({ name: found[1]!, version: found[2] ?? "", scope: "runtime", line });
      }
    }
  }
  return { name, dependencies };
}

/** npm's and Deno's manifests and their dependencies. */
export const packages: PackageRules = {
  manifests: /^(?:package\.json|deno\.jsonc?)$/,
  configs:
    /^(?:[tj]sconfig(?:\.[\w-]+)?\.json|\.eslintrc(?:\.\w+)?|\.prettierrc(?:\.\w+)?|\.babelrc(?:\.\w+)?|\.swcrc|biome\.jsonc?|jsr\.json|(?:eslint|prettier|jest|vitest|vite|webpack|rollup|babel|tsup|next|nuxt|svelte|astro|playwright|cypress|postcss|tailwind|esbuild|karma|nx|turbo|lerna)(?:\.config)?\.(?:[cm]?[jt]s|json))$/,
  read,
};
