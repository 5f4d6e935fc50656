/**
 * Sums up the projects that were scored unseen: `deno run --allow-read bench/accuracy/unseen.ts`.
 *
 * Reads the table of `UNSEEN.md` and prints the one of `RESULTS.md`, a row a language. A row of several projects (`tokei, hexyl`) counts as
 * often as it has names.
 */

/** The figures of one language, in percent, each list sorted; a project without a figure is only counted. */
interface Figures {
  projects: number;
  readonly static: number[];
  readonly all: number[];
  readonly recall: number[];
}

/** From here on a rounded figure says that nothing is wrong. */
const FULL = 99.95;
const MEDIAN = 0.5;
const LOWEST_TENTH = 0.1;

function readFigures(table: string): Map<string, Figures> {
  const byLanguage = new Map<string, Figures>();
  for (const line of table.split("\n")) {
    const [, language = "", names = "", , , precision = "", all = "", recall = ""] = line.split("|").map((cell) => cell.trim());
    if (!line.startsWith("| ") || language === "language" || language.startsWith("---")) continue;
    const figures = byLanguage.get(language) ?? { projects: 0, static: [], all: [], recall: [] };
    byLanguage.set(language, figures);
    for (const _ of names.split(", ")) {
      figures.projects++;
      add(figures.static, precision);
      add(figures.all, all);
      add(figures.recall, recall);
    }
  }
  return byLanguage;
}

function add(list: number[], cell: string): void {
  if (/^[\d.]+$/.test(cell)) list.push(Number(cell));
}

/** The figure that a fraction of the list lies below. */
function at(list: readonly number[], fraction: number): string {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length * fraction)]?.toFixed(1) ?? "";
}

function row(language: string, { projects, static: precise, all, recall }: Figures): string {
  const full = Math.floor((100 * precise.filter((figure) => figure >= FULL).length) / precise.length);
  const cells = [at(precise, MEDIAN), at(precise, LOWEST_TENTH), at(all, MEDIAN), at(recall, MEDIAN), at(recall, LOWEST_TENTH)];
  return `| ${[language, projects, precise.length, `${full} %`, ...cells].join(" | ")} |`;
}

const table = Deno.readTextFileSync(new URL("UNSEEN.md", import.meta.url));
console.log(
  `| language | projects | with a figure | static edges all right | static, median | lowest tenth | all, median | recall, median | lowest tenth |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |`,
);
for (const [language, figures] of readFigures(table)) console.log(row(language, figures));
