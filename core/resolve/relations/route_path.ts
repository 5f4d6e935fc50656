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
function normalizePath(written: string): string {
  // The end of a path, which Go writes as `/{$}`, is no parameter.
  const parts = written.split("/").filter((part) => part !== "" && part !== "{$}").map(normalizeSegment);
  return `/${parts.join("/")}`;
}

function normalizeSegment(part: string): string {
  return part
    .replaceAll(/<(?:[^<>:]+:)?([A-Za-z_]\w*)(?:\.\.)?>/g, "{$1}")
    .replaceAll(/\{\*?([A-Za-z_]\w*)(?:\.\.\.|:[^{}]*(?:\{[^{}]*\}[^{}]*)*)?\}/g, "{$1}")
    .replace(/^[:*]([A-Za-z_]\w*)(?:\([^)]*\)|\{[^}]*\})?[?*+]?$/, "{$1}");
}

/** The path that a regular expression matches, as far as it is plain: `^users/(?P<id>\d+)/$`. */
export function pathOfPattern(pattern: string): string {
  return nameGroups(pattern.replace(/^\^/, "").replace(/\/\?\$?$|\/?\$$/, ""));
}

/** Parameters that are written as groups of a regular expression: `versions/(?P<id>\d+)`. */
export function nameGroups(path: string): string {
  return path.includes("(?P<") ? path.replaceAll(/\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)/g, "{$1}") : path;
}

/** A path with its method before it, where the text says one: `GET /users`, with or without a host. */
export function splitMethod(text: string): { readonly method: string | undefined; readonly path: string } {
  const split = /^([A-Z]+) +(?:[^/\s]*)(\/.*)$/.exec(text);
  return split === null ? { method: undefined, path: text } : { method: split[1]!, path: split[2]! };
}

/** What a client calls: host and path, without query; undefined where the text is no address. */
export function readAddress(written: string): Address | undefined {
  const match = /^(?:(https?:\/\/|\/\/)([^/?#]*)|\{\})?(\/[^?#]*)?(?:[?#].*)?$/i.exec(written);
  if (match === null || (match[2] === undefined && match[3] === undefined)) return undefined;
  return { host: match[2] ?? "", path: normalizePath(match[3] ?? "/") };
}

/** One path behind the other. */
function joinPaths(prefix: string, path: string): string {
  return prefix === "" ? path : `${prefix.replace(/\/+$/, "")}/${path.replace(/^\/+/, "")}`;
}

/** What stands before a path. Not `isWhole`: something that nobody knows stands before that. */
export interface Prefix {
  readonly text: string;
  readonly isWhole: boolean;
}

/** Nothing stands before the path. */
export const NO_PREFIX: Prefix = { text: "", isWhole: true };
/** Nobody knows what stands before it. */
export const UNKNOWN_PREFIX: Prefix = { text: "", isWhole: false };

/** A text that the source says; a value put in at its beginning may be any path, and ends with a slash where a name follows at once. */
export function prefixOf(text: string): Prefix {
  return text.startsWith("{}") ? { text: text.slice(2).replace(/^(?=\w)/, "/"), isWhole: false } : { text, isWhole: true };
}

/** One prefix behind the other. */
export function joinPrefixes(outer: Prefix, inner: Prefix): Prefix {
  return inner.isWhole ? { text: joinPaths(outer.text, inner.text), isWhole: outer.isWhole } : inner;
}

/** The path that a route has behind all that stands before it; what is not known of that is shown as `…`. */
export function wholePath({ text, isWhole }: Prefix): string {
  return (isWhole ? "" : "…") + normalizePath(text);
}
