/** The folder in which the bench keeps what it fetches and makes. */
import * as path from "node:path";
import process from "node:process";

/** The folder of what is fetched and made: `CALLGROVE_BENCH_CACHE`, else `.cache` beside this file. */
export function findCache(): string {
  return path.resolve(process.env["CALLGROVE_BENCH_CACHE"] ?? path.join(import.meta.dirname!, ".cache"));
}
