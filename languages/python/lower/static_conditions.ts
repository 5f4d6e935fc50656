/**
 * Conditions that type checkers evaluate statically: `TYPE_CHECKING`, the version of Python, the platform.
 *
 * Stage: parse -> facts. Invariant: any other condition is undecided; code in an excluded branch is `inactive`.
 */
import { tableOf } from "../../../core/base/tables.ts";
import { DefinitionFlag, isBranch } from "../../../core/facts.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { stateOf } from "../file_state.ts";

/** Supported minor versions of Python 3: older ones are obsolete, newer ones do not exist yet. */
const OLDEST = 11;
const NEWEST = 14;
const DEEPEST = 30;

const NAMES: Readonly<Record<string, boolean>> = tableOf({ TYPE_CHECKING: true, PY2: false, PY3: true, True: true, False: false });
const OTHER_PLATFORMS =
  /^(?:sys\.platform(?:==|\.startswith\()|os\.name==|platform\.system\(\)==)["'](?:win|nt|darwin|Windows|Darwin|cygwin|java)/;
const THIS_PLATFORM = /^(?:sys\.platform(?:==|\.startswith\()["']linux["']|os\.name==["']posix["'])/;
const VERSION = /^sys\.version_info(?:\[:2\])?(>=|<|>|<=)\((\d+),(?:(\d+),?)?(?:\d+,?)?\)$/;
/** Conditions with the same result in all current programs. */
const SETTLED = /version_info|\bPY[23]\b|^\(*(?:not )?(?:True|False)\)*$/;
const MAJOR = /^(?:sys\.version_info\[0\]|sys\.version_info\.major)(>=|<|>|<=|==)(\d)$/;

/** Whether the code at `node` is in an excluded branch. */
export function isInactive(lowering: Lowering, node: number): boolean {
  if (!isBranch(lowering.facts.get("scopes", lowering.scope(node), "kind"))) return false;
  for (let at = lowering.parent(node); at > 0 && lowering.definitionAt(at) === 0; at = lowering.parent(at)) {
    if (lowering.kind(at) === "block" && isDeadBranch(lowering, at)) return true;
  }
  return false;
}

/** Whether the code at `node`, which is inactive, may run: when no checker reads it, on another platform. */
export function mayRun(lowering: Lowering, node: number): boolean {
  for (let at = lowering.parent(node); at > 0 && lowering.definitionAt(at) === 0; at = lowering.parent(at)) {
    if (lowering.kind(at) === "block" && isDeadBranch(lowering, at)) {
      return !conditionsAround(lowering, at).some((one) => SETTLED.test(one));
    }
  }
  return false;
}

/** The flags of a definition at `node` that state which builds exclude it; 0 if none do. */
export function leftOutFlags(lowering: Lowering, node: number): number {
  if (!isInactive(lowering, node)) return 0;
  return mayRun(lowering, node) ? DefinitionFlag.inactive | DefinitionFlag.elsewhere : DefinitionFlag.inactive;
}

/** The conditions of the statement around a branch, as written. */
function conditionsAround(lowering: Lowering, block: number): string[] {
  const clause = lowering.parent(block);
  const statement = lowering.kind(clause) === "if_statement" ? clause : lowering.parent(clause);
  const clauses = [statement, ...lowering.codeIn(statement).filter((one) => lowering.kind(one) === "elif_clause")];
  return clauses.map((one) => lowering.text(lowering.child(one, "condition")));
}

/** Whether the definition at `node` is a fallback for one of its name in the `try` before it. */
export function isFallback(lowering: Lowering, node: number, name: string): boolean {
  const statement = lowering.kind(lowering.parent(node)) === "decorated_definition" ? lowering.parent(node) : node;
  const clause = lowering.parent(lowering.parent(statement));
  if (clause <= 0 || lowering.kind(clause) !== "except_clause") return false;
  const body = lowering.child(lowering.parent(clause), "body");
  return body !== 0 && lowering.codeIn(body).some((one) => {
    const inner = lowering.kind(one) === "decorated_definition" ? lowering.child(one, "definition") : one;
    return lowering.definitionAt(inner) !== 0 && lowering.text(lowering.child(inner, "name")) === name;
  });
}

/** Whether `block` is that of an `if` whose condition is decided for it. */
export function isGiven(lowering: Lowering, block: number): boolean {
  const statement = lowering.parent(block);
  if (block === 0 || lowering.kind(statement) !== "if_statement" || lowering.child(statement, "consequence") !== block) return false;
  return decide(lowering, lowering.child(statement, "condition"), 0) === true;
}

function isDeadBranch(lowering: Lowering, block: number): boolean {
  const { deadBranches } = stateOf(lowering);
  const known = deadBranches.get(block);
  if (known !== undefined) return known;
  const isDead = decideBranch(lowering, block);
  deadBranches.set(block, isDead);
  return isDead;
}

function decideBranch(lowering: Lowering, block: number): boolean {
  let clause = lowering.parent(block);
  const kind = lowering.kind(clause);
  if (kind !== "if_statement" && kind !== "elif_clause" && kind !== "else_clause") return false;
  if (kind !== "else_clause" && decide(lowering, lowering.child(clause, "condition"), 0) === false) return true;
  if (kind === "if_statement") return false;
  // After a branch that is certainly taken.
  const statement = lowering.parent(clause);
  if (lowering.kind(statement) !== "if_statement") return false;
  if (decide(lowering, lowering.child(statement, "condition"), 0) === true) return true;
  for (clause = lowering.previous(clause); clause !== 0; clause = lowering.previous(clause)) {
    if (lowering.kind(clause) === "elif_clause" && decide(lowering, lowering.child(clause, "condition"), 0) === true) return true;
  }
  return false;
}

/** The value of a condition, if it is decided. */
function decide(lowering: Lowering, condition: number, depth: number): boolean | undefined {
  if (condition === 0 || depth > DEEPEST) return undefined;
  switch (lowering.kind(condition)) {
    case "parenthesized_expression":
      return decide(lowering, lowering.codeIn(condition)[0] ?? 0, depth + 1);
    case "not_operator": {
      const inner = decide(lowering, lowering.child(condition, "argument"), depth + 1);
      return inner === undefined ? undefined : !inner;
    }
    case "boolean_operator": {
      const isAnd = lowering.kind(lowering.child(condition, "operator")) === "and";
      const left = decide(lowering, lowering.child(condition, "left"), depth + 1);
      const right = decide(lowering, lowering.child(condition, "right"), depth + 1);
      if (left === !isAnd || right === !isAnd) return !isAnd;
      return left === undefined || right === undefined ? undefined : isAnd;
    }
    case "identifier":
    case "true":
    case "false":
      return NAMES[lowering.text(condition)];
    case "attribute":
      return NAMES[lowering.text(lowering.child(condition, "attribute"))];
    case "call":
    case "comparison_operator":
      return decideComparison(lowering.text(condition).replace(/\s+/g, ""));
    default:
      return undefined;
  }
}

function decideComparison(text: string): boolean | undefined {
  const equal = text.replace("!=", "==");
  if (OTHER_PLATFORMS.test(equal)) return equal !== text;
  if (THIS_PLATFORM.test(equal)) return equal === text;
  const version = VERSION.exec(text);
  const major = version === null ? MAJOR.exec(text) : null;
  const found = version ?? major;
  if (found === null) return undefined;
  const wanted = Number(found[2]) * 100 + Number(found[3] ?? 0);
  if (found[1] === "==") return wanted === 300;
  const isNewEnough = 300 + (major === null ? OLDEST : 0) >= wanted ? true : 300 + NEWEST < wanted ? false : undefined;
  return isNewEnough === undefined ? undefined : found[1]!.startsWith(">") === isNewEnough;
}
