/**
 * The text of `get_impact`.
 *
 * Stage: render. Invariant: counts first, then dependents by distance; what may be missing comes last.
 */
import { append } from "../../core/base/lists.ts";
import type { ImpactValue } from "../impact.ts";
import type { NamedDependent } from "../walk/dependents.ts";
import { countTests, FURTHER_TEST_FILES_SHOWN, FURTHEST_TESTS, TEST_FILES_SHOWN, type TestFile } from "../rows/test_files.ts";
import { tableOf } from "../../core/base/tables.ts";
import { FEW_PLACES, renderImports, renderPlaces, renderRest } from "./sites.ts";
import { alignRows, count, type Style } from "./style.ts";
import { renderHeading } from "./symbol.ts";

/** Why a list of callers shows another number. */
const COUNTED_OTHERWISE =
  "by name and file; here each definition counts, and so does what passes it as a value, reads it, names it, holds it or builds on it";

/** An impact as text. */
export function renderImpact(value: ImpactValue, style: Style): string {
  const { reach } = value;
  const lines = [renderHeading(value.symbol, value.place, style)];
  lines.push(
    reach.symbols === 0
      ? `${
        value.complete ? "nothing in the repository" : "nothing that is known here"
      } calls it, names it, passes it as a value or builds on it`
      : `${count(reach.symbols, "dependent")} in ${count(reach.files, "file")} within ${count(value.depth, "call")}: ` +
        `${count(reach.tests, "test")}${renderByRoutes(value)}, ${count(reach.entryPoints, "entry point")}; ${
          renderEvidence(reach.byEvidence)
        }`,
  );
  for (const [distance, n] of Object.entries(reach.byDistance)) {
    const shown = value.shown.filter((one) => String(one.distance) === distance);
    const said = distance === "1" && value.callers !== n && value.callers > 0
      ? ` (${count(value.callers, "caller")} ${COUNTED_OTHERWISE})`
      : "";
    lines.push(`distance ${distance}: ${n}${said}${shown.length < n ? `, ${shown.length} shown` : ""}`);
    append(lines, renderDependents(shown, style));
  }
  append(lines, renderRest(value));
  const shown = new Set(value.shown.map(({ id }) => id));
  const hidden = value.tests.filter(({ id }) => !shown.has(id));
  if (hidden.length > 0) append(lines, ["further tests that reach it", ...renderDependents(hidden, style)]);
  append(lines, renderTests(value, style));
  append(lines, renderRoutes(value, style));
  append(lines, renderNamed(value, style));
  append(lines, renderImports(value.firstImported, value.imported, style));
  const missing = renderMissing(value);
  if (missing.length > 0) lines.push(`may be missing: ${missing.join("; ")}`);
  return lines.join("\n");
}

/** Where it is named, by file: a list in one line is hard to read. */
function renderNamed({ symbol, named, namedIn, firstNamed }: ImpactValue, style: Style): string[] {
  if (named === 0) return [];
  const places = `${count(named, "place")} in ${count(namedIn, "symbol")}`;
  const heading = symbol.kind === "field" ? `read or set at ${places}` : `named at ${places} (declarations, patterns, literals, values)`;
  const first = firstNamed.length < named ? `, first of ${firstNamed.length < namedIn ? `${firstNamed.length} symbols` : "each"}` : "";
  return [`${heading}${first}`, ...renderPlaces(firstNamed, style)];
}

function renderByRoutes({ routeTests }: ImpactValue): string {
  return routeTests.length === 0 ? "" : ` (${countTests(routeTests)} more may call its HTTP routes)`;
}

/** The files of tests that are not listed among the dependents, and titles of tests. */
function renderTests(value: ImpactValue, style: Style): string[] {
  const { testFiles, testFilesInAll, furtherTests, routeTests, titles, moreTitles } = value;
  const further = `${count(countTests(furtherTests), "test")} further away, within ${FURTHEST_TESTS} calls, in ${
    count(furtherTests.length, "file")
  }`;
  return [
    ...renderTestFiles("tests to run first, by file", testFiles, testFilesInAll, style),
    ...renderTestFiles(further, furtherTests.slice(0, FURTHER_TEST_FILES_SHOWN), furtherTests.length, style),
    ...renderTestFiles("tests that call its HTTP routes, by file", routeTests.slice(0, TEST_FILES_SHOWN), routeTests.length, style),
    ...(titles.length === 0 ? [] : [`tests by name${moreTitles ? `, the nearest ${titles.length}` : ""}:`]),
    ...[...Map.groupBy(titles, (one) => one.path)].flatMap(([path, own]) => {
      const written = own.map(({ title }) => JSON.stringify(title));
      return style.places === "full" && own.length > 1 ? [`  ${path}`, ...written.map((title) => `    ${title}`)] : [
        `  ${path}: ${written.join(", ")}`,
      ];
    }),
  ];
}

/**
 * Files with their numbers of tests: in one line, or for people, if there are more than a few, in rows.
 * @param inAll the number of all files
 */
function renderTestFiles(heading: string, files: readonly TestFile[], inAll: number, style: Style): string[] {
  if (files.length === 0) return [];
  const more = inAll > files.length ? count(inAll - files.length, "more file") : "";
  const isLong = style.places === "full" && files.length > FEW_PLACES;
  if (!isLong) {
    return [`${heading}: ${files.map(({ path, tests }) => `${path} (${tests})`).join(", ")}${more === "" ? "" : ` and ${more}`}`];
  }
  return [heading, ...alignRows(files.map(({ path, tests }) => [path, String(tests)]), "  "), ...(more === "" ? [] : [`  and ${more}`])];
}

function renderRoutes({ routes, routesInAll }: ImpactValue, style: Style): string[] {
  if (routesInAll === 0) return [];
  const shown = routes.length < routesInAll ? `, ${routes.length} shown` : "";
  const rows = routes.map((one) => [one.route, `by ${one.by}${renderCallers(one)}`]);
  return [
    `HTTP routes that it serves: ${routesInAll}${shown}`,
    ...(style.places === "full" ? alignRows(rows, "  ") : rows.map((row) => `  ${row.join(" ")}`)),
  ];
}

function renderCallers({ callers, callersInAll }: ImpactValue["routes"][number]): string {
  if (callersInAll === 0) return "";
  const more = callersInAll > callers.length ? ` and ${callersInAll - callers.length} more` : "";
  return `; called by ${callers.map(({ name, path, line }) => `${name} (${path}:${line})`).join(", ")}${more}`;
}

/** What could add dependents, one part of a sentence each. */
function renderMissing(
  { unresolvedSites, firstUnresolved, through, reads, firstReads, bearers, beyondDepth, depth }: ImpactValue,
): string[] {
  const first = firstUnresolved.length > 0 ? `: ${firstUnresolved.join(", ")}` : "";
  const isCut = through.total > through.first.length;
  const places = through.first.map(({ at, name }) => name === "" ? `${at} (did not parse)` : `${at} (${name})`).join(", ");
  return [
    unresolvedSites > 0 ? `${count(unresolvedSites, "unresolved call")} of this name${first}` : "",
    through.total > 0
      ? `what makes ${count(through.total, "unresolved call")} that may lead to dependents (${through.names.join(", ")}${
        isCut ? ", …" : ""
      }): ${isCut ? "first " : ""}${places}`
      : "",
    reads > 0
      ? `${count(reads, "place")} that may read or set it, as ${
        bearers === 1 ? "the only member" : `one of ${bearers} members`
      } of this name: ${firstReads.length < reads ? "first " : ""}${firstReads.join(", ")} (callers names them all)`
      : "",
    beyondDepth > 0 ? `callers of ${count(beyondDepth, "dependent")} at distance ${depth} (raise max_depth)` : "",
  ].filter((one) => one !== "");
}

const EVIDENCE_WORDS: Readonly<Record<string, string>> = tableOf({
  static: "certain",
  reference: "by being passed as a value",
  heuristic: "likely",
  dispatch: "through an interface, a base or a variable",
});

function renderEvidence(byEvidence: Readonly<Record<string, number>>): string {
  return Object.entries(EVIDENCE_WORDS).filter(([key]) => key in byEvidence).map(([key, words]) => `${byEvidence[key]} ${words}`).join(
    ", ",
  );
}

function renderDependents(list: readonly NamedDependent[], style: Style): string[] {
  const note = (one: NamedDependent): string =>
    [one.evidence === "static" ? "" : one.evidence, one.test ? "test" : "", one.entry && !one.test ? "entry point" : ""].filter((word) =>
      word !== ""
    )
      .join(", ");
  if (style.places === "full") return alignRows(list.map((one) => [`${one.path}:${one.line}`, one.name, note(one)]), "  ");
  const lines: string[] = [];
  let path = "";
  for (const one of list) {
    if (one.path !== path) lines.push(`  ${path = one.path}`);
    const words = note(one);
    lines.push(`    ${one.name} :${one.line}${words === "" ? "" : ` (${words})`}`);
  }
  return lines;
}
