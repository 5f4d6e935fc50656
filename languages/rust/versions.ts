/**
 * Which versions of a package satisfy a requirement in a manifest.
 *
 * Pure. Invariant: false only for two that can be parsed; pre-release parts (`-beta.1`) are not compared.
 */

/** An operator and up to three numbers: `^1.2`, `>= 0.3.1`, `2.*`. */
const COMPARATOR = /^(\^|~|=|>=?|<=?|)\s*v?(\d+)(?:\.(\d+|[*xX]))?(?:\.(\d+|[*xX]))?(?:[-+].*)?$/;

/** Whether a version satisfies a requirement (`0.2`, `>=1.1, <3`). */
export function isTaken(version: string, requirement: string): boolean {
  const numbers = /^(\d+)\.(\d+)\.(\d+)/.exec(version)?.slice(1).map(Number);
  return numbers === undefined || requirement.split(",").every((one) => meets(numbers, one.trim()));
}

function meets(version: readonly number[], comparator: string): boolean {
  const [, operator, ...written] = COMPARATOR.exec(comparator) ?? [];
  const wanted = written.filter((part) => /^\d+$/.test(part ?? "")).map(Number);
  if (wanted.length === 0) return true;
  const order = compareNumbers(version, wanted);
  if (operator === ">=") return order >= 0;
  if (operator === ">") return order > 0;
  if (operator === "<") return order < 0;
  if (operator === "<=") return order <= 0;
  if (operator === "=") return order === 0;
  const kept = operator === "~"
    ? 2
    : written.length > wanted.length && /[*xX]/.test(written.join(""))
    ? wanted.length
    : keptByCaret(wanted);
  return order >= 0 && compareNumbers(version, wanted.slice(0, kept)) === 0;
}

/** How many of the numbers stay as they are: up to the first that is not zero. */
function keptByCaret(wanted: readonly number[]): number {
  const first = wanted.findIndex((one) => one !== 0);
  return first === -1 ? wanted.length : first + 1;
}

/** Compares a version with the required numbers: negative before, 0 matching, positive after. */
function compareNumbers(version: readonly number[], wanted: readonly number[]): number {
  for (const [i, number] of wanted.entries()) if (version[i] !== number) return version[i]! - number;
  return 0;
}
