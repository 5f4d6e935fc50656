/**
 * Scores the links of a new run with the marks of a reader: `deno run -A bench/memory/check_marks.ts CORPORA`.
 *
 * CORPORA is the folder with the projects that `marks.jsonl` names. Links that were marked and are no longer made are counted apart, as are
 * new ones that are not marked.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readJsonLines } from "../json_lines.ts";
import { linksOf, type SampleLink } from "./sample_links.ts";

type Mark = Omit<SampleLink, "text"> & { readonly right: boolean; readonly why?: string };

const marks = readJsonLines<Mark>(join(import.meta.dirname!, "marks.jsonl"));
const keyOf = (link: Omit<SampleLink, "text">): string => [link.project, link.source, link.mention, link.symbol].join("\0");
let [right, wrong, gone] = [0, 0, 0];
for (const project of new Set(marks.map((mark) => mark.project))) {
  const work = mkdtempSync(join(tmpdir(), "callgrove-links-"));
  const made = new Set((await linksOf(join(Deno.args[0] ?? ".", project), work)).map(keyOf));
  rmSync(work, { recursive: true });
  for (const mark of marks.filter((one) => one.project === project)) {
    if (!made.has(keyOf(mark))) gone++;
    else if (mark.right) right++;
    else {
      wrong++;
      console.log(`wrong: ${mark.project} ${mark.source}: ${mark.mention} is not ${mark.symbol}: ${mark.why}`);
    }
  }
}
console.log(`${right} right, ${wrong} wrong: ${((right / (right + wrong)) * 100).toFixed(1)} %; ${gone} marked links are no longer made`);
