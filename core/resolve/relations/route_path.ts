/**
 * Paths of routes in one notation for all frameworks.
 *
 * Pure. Invariant: starts with `/`, does not end with one; parameters are `{name}`, unknown parts `{}`.
 */

/** An address in parts. `host` is "" for a path without host. */
export interface Address {
  readonly host: string;
  readonly path: string;
}

/** `/users/{id}` for `/users/:id/`, `users/<int:id>`, `/users/{id:[0-9]+}`. */
function normalizePath(written: string): string {
  // The end of a path, which Go writes as `/{$}`, is not a parameter.
  const parts = written.split("/").filter((part) => part !== "" && part !== "{$}").map(normalizeSegment);
  return `/${parts.join("/")}`;
}

function normalizeSegment(part: string): string {
  return part
    .replaceAll(/<(?:[^<>:]+:)?([A-Za-z_]\w*)(?:\.\.)?>/g, "{$1}")
    .replaceAll(/\{\*?([A-Za-z_]\w*)(?:\.\.\.|:[^{}]*(?:\{[^{}]*\}[^{}]*)*)?\}/g, "{$1}")
    .replace(/^[:*]([A-Za-z_]\w*)(?:\([^)]*\)|\{[^}]*\})?[?*+]?$/, "{$1}");
}

/** The path that a regular expression matches, as far as it is literal: `^users/(?P<id>\d+)/$`. */
export function pathOfPattern(pattern: string): string {
  return nameGroups(pattern.replace(/^\^/, "").replace(/\/\?\$?$|\/?\$$/, ""));
}

/** Parameters written as groups of a regular expression: `versions/(?P<id>\d+)`. */
export function nameGroups(path: string): string {
  return path.includes("(?P<") ? path.replaceAll(/\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)/g, "{$1}") : path;
}

/** A path with its method, if the text has one before it: `GET /users`, with or without a host. */
export function splitMethod(text: string): { readonly method: string | undefined; readonly path: string } {
  const split = /^([A-Z]+) +(?:[^/\s]*)(\/.*)$/.exec(text);
  return split === null ? { method: undefined, path: text } : { method: split[1]!, path: split[2]! };
}

/** The address that a client calls: host and path, without query; undefined if the text is not an address. */
export function readAddress(written: string): Address | undefined {
  const match = /^(?:(https?:\/\/|\/\/)([^/?#]*)|\{\})?(\/[^?#]*)?(?:[?#].*)?$/i.exec(written);
  if (match === null || (match[2] === undefined && match[3] === undefined)) return undefined;
  return { host: match[2] ?? "", path: normalizePath(match[3] ?? "/") };
}

/** Joins two paths. */
function joinPaths(prefix: string, path: string): string {
  return prefix === "" ? path : `${prefix.replace(/\/+$/, "")}/${path.replace(/^\/+/, "")}`;
}

/** The prefix of a path. `isWhole` is false if something unknown precedes it. */
export interface Prefix {
  readonly text: string;
  readonly isWhole: boolean;
}

/** There is no prefix. */
export const NO_PREFIX: Prefix = { text: "", isWhole: true };
/** The prefix is not known. */
export const UNKNOWN_PREFIX: Prefix = { text: "", isWhole: false };

/**
 * A text in the source as a prefix; a value interpolated at its start may be any path, and ends with a slash if a name follows directly.
 */
export function prefixOf(text: string): Prefix {
  return text.startsWith("{}") ? { text: text.slice(2).replace(/^(?=\w)/, "/"), isWhole: false } : { text, isWhole: true };
}

/** Joins two prefixes. */
export function joinPrefixes(outer: Prefix, inner: Prefix): Prefix {
  return inner.isWhole ? { text: joinPaths(outer.text, inner.text), isWhole: outer.isWhole } : inner;
}

/** The full path of a route with its prefix; an unknown start is shown as `…`. */
export function wholePath({ text, isWhole }: Prefix): string {
  return (isWhole ? "" : "…") + normalizePath(text);
}
