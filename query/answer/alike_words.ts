/**
 * Names that people and agents use for one parameter or option.
 *
 * Stage: query and CLI. Pure.
 */

/** Each row: names for the same thing, with underscores. */
const ALIKE: readonly (readonly string[])[] = [
  ["function_name", "symbol_name", "name_pattern", "node_identifier", "symbol", "name", "query", "pattern", "function", "node"],
  ["from_func", "from", "start", "source", "caller"],
  ["to_func", "to", "end", "target", "callee"],
  ["file_path", "path", "dir_path", "file", "filename", "directory", "folder"],
  ["node_type", "kind", "type", "symbol_type", "node_kind"],
  ["max_depth", "depth", "levels", "hops"],
  ["limit", "max_results", "top_k", "max", "count", "page_size", "n"],
  ["cursor", "page", "offset"],
  ["json_output", "json", "format", "output"],
];

/** The free name that is meant by another one for the same thing; undefined if none is. */
export function meantBy(written: string, free: readonly string[]): string | undefined {
  return ALIKE.find((names) => names.includes(written))?.find((name) => free.includes(name));
}
