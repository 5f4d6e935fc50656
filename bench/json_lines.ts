/**
 * Lists that are kept as JSON, an item a line.
 */
import { createReadStream, readFileSync } from "node:fs";
import { createInterface } from "node:readline";

/** The items of a file. Throws if a line is not JSON. */
export function readJsonLines<T>(file: string): T[] {
  return readFileSync(file, "utf8").split("\n").filter((line) => line !== "").map((line) => JSON.parse(line) as T);
}

/** The same line by line: the edges of a large project do not fit into one string. */
export async function streamJsonLines<T>(file: string): Promise<T[]> {
  const found: T[] = [];
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    if (line !== "") found.push(JSON.parse(line) as T);
  }
  return found;
}
