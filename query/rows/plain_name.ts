/**
 * Qualified names with one separator, for comparison: languages write `::`, `.` or `#`, Go writes `(*T).m`.
 *
 * Stage: query.
 */

/** What stands between two names as `#`; in `Box.#key` and `r#type` it belongs to the name. */
const HASH_BETWEEN = /(?<=[^.])(?<!(?:^|[.:])r)#/g;

/** What stands for the package that it is written in. */
export const OWN_PACKAGE = "crate";

/** `<Job as Runs<T>>::go`: the type, and the name behind. Of which trait a method is does not belong to its name. */
const OF_TRAIT = /^<(?:&\s*)?(?:mut\s+)?([^\s<>]+)(?:<.*?>)?(?:\s+as\s+.+)?>::(.+)$/;

function withoutTrait(name: string): string {
  return name.replace(OF_TRAIT, "$1::$2");
}

/** A name as other programs print it in the words of its language: `<Job as Runs>::go` as `Job::go`, `run.<locals>.inner` as `run.inner`. */
export function asDefined(written: string): string {
  return withoutTrait(written).replaceAll(".<locals>.", ".");
}

/** What stands behind a name that is written as a call or a head; alone or behind a dot it is the name of a call signature. */
const HANDED = /(?<=[\w$\u0080-\uffff>\]])\(.*\)$/s;
/** Lines as web pages of a repository give them (`io.py#L12-L20`), and a range of them (`io.py:12-20`). */
const PAGE_LINES = /#L(\d+)(?:C\d+)?(?:-L?\d+(?:C\d+)?)?$/;
const RANGE = /(?<=.:\d+(?::\d+)?)-\d+(?::\d+)?$/;

/** A name or place without what people write around it: marks of code, what a call hands over, `*` and `&` of a type, further lines. */
export function asNamed(written: string): string {
  const bare = written.trim().replace(/^`+([^`]+)`+$/, "$1").replace(/^[*&]+(?=[\w$\u0080-\uffff])/, "");
  return bare.replace(HANDED, "").replace(PAGE_LINES, ":$1").replace(RANGE, "");
}

/** `Job::go`, `Job#go`, `(*Job).go` and `<Job as Run>::go` as `Job.go`. */
export function plainName(name: string): string {
  return hashAsDot(withoutTrait(name).replace(/\(\*?([^()]+)\)/g, "$1").replaceAll("::", "."));
}

/** A name of the same length in which `#` stands only for itself. */
export function hashAsDot(name: string): string {
  return name.replace(HASH_BETWEEN, ".");
}

/** The last name of a plain one: of `L.[Symbol.iterator]` all in brackets. */
export function lastOfPlain(plain: string): string {
  const bracket = plain.endsWith("]") ? plain.lastIndexOf("[") : -1;
  return plain.slice(plain.lastIndexOf(".", bracket < 0 ? plain.length : bracket) + 1);
}

/** The last name of one as somebody wrote it, whatever stands before: of `app/io.py:Job.load` and `Job#load` it is `load`. */
export function bareName(written: string): string {
  const plain = plainName(written.slice(written.lastIndexOf("/") + 1));
  return lastOfPlain(plain.slice(plain.lastIndexOf(":") + 1));
}

/** Whether a plain name is the other or ends with it at the border of a name. */
export function endsWithName(full: string, wanted: string): boolean {
  return full === wanted || full.endsWith(`.${wanted}`) || full.endsWith(`/${wanted}`);
}

/** The names that a plain one consists of; what stands before its last `/` is one with the name behind it (`example.com/lib.Fetch`). */
export function partsOf(plain: string): string[] {
  const from = plain.lastIndexOf("/") + 1;
  const [first, ...rest] = plain.slice(from).split(".");
  return [plain.slice(0, from) + first!, ...rest];
}
