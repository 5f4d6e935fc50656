/**
 * Paths of routes in one spelling, whoever wrote them.
 *
 * Pure. Invariant: begins with `/`, ends without one; parameters are `{name}`, unknown parts `{}`.
 */

/** An address, taken apart. `host` is "" for a path of one's own. */
export interface Address {
  readonly host: string;
  readonly path: string;
}

/** `/users/{id}` of `/users/:id/`, `users/<int:id>`, `/users/{id:[0-9]+}`. */
export function normalizePath(written: string): string {
  const parts = written.split("/").filter((part) => part !== "").map(normalizeSegment);
  return `/${parts.join("/")}`;
}

function normalizeSegment(part: string): string {
  return part
    .replaceAll(/<(?:[^<>:]+:)?([A-Za-z_]\w*)>/g, "{$1}")
    .replaceAll(/\{\*?([A-Za-z_]\w*)(?:\.\.\.|:[^{}]*(?:\{[^{}]*\}[^{}]*)*)?\}/g, "{$1}")
    .replace(/^[:*]([A-Za-z_]\w*)(?:\([^)]*\))?[?*+]?$/, "{$1}");
}

/** The path that a regular expression matches, as far as it is plain: `^users/(?P<id>\d+)/$`. */
export function pathOfPattern(pattern: string): string {
  return pattern.replace(/^\^/, "").replace(/\/?\$$/, "").replaceAll(/\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)/g, "{$1}");
}

/** What a client calls: host and path, without query; undefined where the text is no address. */
export function readAddress(written: string): Address | undefined {
  const match = /^(?:(https?:\/\/|\/\/)([^/?#]*)|\{\})?(\/[^?#]*)?(?:[?#].*)?$/i.exec(written);
  if (match === null || (match[2] === undefined && match[3] === undefined)) return undefined;
  return { host: match[2] ?? "", path: normalizePath(match[3] ?? "/") };
}

/** One path behind the other. */
export function joinPaths(prefix: string, path: string): string {
  return prefix === "" ? path : `${prefix.replace(/\/+$/, "")}/${path.replace(/^\/+/, "")}`;
}
