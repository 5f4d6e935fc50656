/**
 * Qualified names with a uniform separator, for comparison: languages write `::`, `.` or `#`, Go writes `(*T).m`.
 *
 * Stage: query.
 */

/** A `#` between two names; in `Box.#key` and `r#type` it is part of the name. */
const HASH_BETWEEN = /(?<=[^.])(?<!(?:^|[.:])r)#/g;

/** The path word for the own package. */
export const OWN_PACKAGE = "crate";

/** `<Job as Runs<T>>::go`: the type, and the name after it. The trait is not part of the method's name. */
const OF_TRAIT = /^<(?:&\s*)?(?:mut\s+)?([^\s<>]+)(?:<.*?>)?(?:\s+as\s+.+)?>::(.+)$/;

function withoutTrait(name: string): string {
  return name.replace(OF_TRAIT, "$1::$2");
}

/**
 * A name as other programs print it, in the form the language uses: `<Job as Runs>::go` becomes `Job::go`, `run.<locals>.inner` becomes
 * `run.inner`.
 */
export function asDefined(written: string): string {
  return withoutTrait(written).replaceAll(".<locals>.", ".");
}

/** Parentheses after a name written as a call or a signature; alone or after a dot they name a call signature. */
const PASSED_VALUE = /(?<=[\w$\u0080-\uffff>\]])\(.*\)$/s;
/** Lines in the form of repository web pages (`io.py#L12-L20`), and line ranges (`io.py:12-20`). */
const PAGE_LINES = /#L(\d+)(?:C\d+)?(?:-L?\d+(?:C\d+)?)?$/;
const RANGE = /(?<=.:\d+(?::\d+)?)-\d+(?::\d+)?$/;

/** A name or place without what people write around it: code marks, arguments, `*` and `&` of a type, the end of a line range. */
export function asNamed(written: string): string {
  const bare = written.trim().replace(/^`+([^`]+)`+$/, "$1").replace(/^[*&]+(?=[\w$\u0080-\uffff])/, "");
  return bare.replace(PASSED_VALUE, "").replace(PAGE_LINES, ":$1").replace(RANGE, "");
}

/** `Job::go`, `Job#go`, `(*Job).go` and `<Job as Run>::go` become `Job.go`. */
export function plainName(name: string): string {
  return hashAsDot(withoutTrait(name).replace(/\(\*?([^()]+)\)/g, "$1").replaceAll("::", "."));
}

/** The name with separating `#` replaced, at the same length. */
export function hashAsDot(name: string): string {
  return name.replace(HASH_BETWEEN, ".");
}

/** The last part of a plain name; for `L.[Symbol.iterator]`, all of the brackets. */
export function lastOfPlain(plain: string): string {
  const bracket = plain.endsWith("]") ? plain.lastIndexOf("[") : -1;
  return plain.slice(plain.lastIndexOf(".", bracket < 0 ? plain.length : bracket) + 1);
}

/** The last part of a written name: `load` for `app/io.py:Job.load` and `Job#load`. */
export function bareName(written: string): string {
  const plain = plainName(written.slice(written.lastIndexOf("/") + 1));
  return lastOfPlain(plain.slice(plain.lastIndexOf(":") + 1));
}

/** Whether a plain name equals the other or ends with it at a name boundary. */
export function endsWithName(full: string, wanted: string): boolean {
  return full === wanted || full.endsWith(`.${wanted}`) || full.endsWith(`/${wanted}`);
}

/** The parts of a plain name; everything up to the last `/` belongs to the first part (`example.com/lib.Fetch`). */
export function partsOf(plain: string): string[] {
  const from = plain.lastIndexOf("/") + 1;
  const [first, ...rest] = plain.slice(from).split(".");
  return [plain.slice(0, from) + first!, ...rest];
}
