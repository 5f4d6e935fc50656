/**
 * The only error class: everything that ends a command or a tool call in a way that a person or an agent must know about.
 *
 * Stage: all. Invariant: a code never changes its meaning, a message names the action and quotes the value, a hint is the next step. Broken
 * source code is not an error: it yields facts and problems. Caught in two places only: `main.ts` and the MCP server.
 */

/** What may go wrong, and the exit status of a command that ends with it: 1 not found, 2 wrong usage, 3 not possible. */
const ERROR_CODES = {
  invalid_input: 2,
  project_not_found: 3,
  workspace_not_allowed: 3,
  index_in_progress: 3,
  index_not_ready: 3,
  index_stale: 3,
  index_incompatible: 3,
  ref_not_indexed: 3,
  symbol_not_found: 1,
  ambiguous_symbol: 1,
  file_not_found: 1,
  result_not_found: 1,
  internal_error: 3,
} as const;
/** The codes of the contract. A code never changes its meaning. */
export type ErrorCode = keyof typeof ERROR_CODES;

/** What the next call needs: `candidates`, `did_you_mean`, `remediation` (a command or a tool call), and anything else the code adds. */
export type ErrorData = Readonly<Record<string, unknown>>;

/** An error with a stable code, a message, a hint and data for the next call. */
export class CallgroveError extends Error {
  override readonly name = "CallgroveError";
  readonly code: ErrorCode;
  /** The next step, a sentence or a command; "" if there is none. */
  readonly hint: string;
  readonly data: ErrorData;

  /**
   * @param message `Cannot resolve symbol "load": 3 candidates in 2 files`: the action, the value in quotes, the reason.
   * @param more hint: the next step; data: for the next call; cause: the underlying error.
   */
  constructor(code: ErrorCode, message: string, more: { hint?: string; data?: ErrorData; cause?: unknown } = {}) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.code = code;
    this.hint = more.hint ?? "";
    this.data = more.data ?? {};
  }

  /** The exit status of a command that ends with this error. */
  get exitStatus(): number {
    return ERROR_CODES[this.code];
  }
}

/** The advice for an unexpected error on the command line. */
export const RUN_AGAIN = "Run again with --debug to see where it comes from.";

/** Any thrown value as a `CallgroveError`. Anything unexpected becomes an `internal_error` that keeps the original text. */
export function toCallgroveError(thrown: unknown): CallgroveError {
  if (thrown instanceof CallgroveError) return thrown;
  if (isDatabaseError(thrown) && /malformed|not a database/.test(describeThrown(thrown))) {
    return new CallgroveError("index_incompatible", `Cannot answer: a database is damaged (${describeThrown(thrown)})`, {
      hint: "Rebuild the index: callgrove index --force. If it is another database, callgrove doctor says which.",
      data: { state: "damaged", remediation: "callgrove index --force" },
      cause: thrown,
    });
  }
  const unwritable = whyUnwritable(thrown);
  if (unwritable !== undefined) {
    const [why, hint] = unwritable;
    return new CallgroveError("internal_error", `Cannot write: ${why}`, { hint, cause: thrown });
  }
  const full = isFullDisk(thrown);
  return new CallgroveError("internal_error", full ? "Cannot write: the disk is full" : `Unexpected: ${describeThrown(thrown)}`, {
    hint: full ? "Free some space, or put the index elsewhere with --db DIR." : RUN_AGAIN,
    cause: thrown,
  });
}

/** Why SQLite refuses to write an intact database, and what to do about it; undefined if it was another error. */
function whyUnwritable(thrown: unknown): readonly [why: string, hint: string] | undefined {
  if (!isDatabaseError(thrown)) return undefined;
  const said = describeThrown(thrown);
  if (/is locked/.test(said)) return ["another program is writing in the database", "Try again when it is done."];
  return /readonly database/.test(said)
    ? ["the database is read-only", "Check its permissions, or put the databases elsewhere with --db DIR."]
    : undefined;
}

/** The text of any thrown value, on one line. */
export function describeThrown(thrown: unknown): string {
  return (thrown instanceof Error ? thrown.message : String(thrown)).replace(/\s+/g, " ").trim();
}

/** Whether a thrown value comes from SQLite. */
export function isDatabaseError(thrown: unknown): boolean {
  return (thrown as { code?: string } | null)?.code === "ERR_SQLITE_ERROR";
}

/** Whether a thrown value means that the disk is full, in the words of the system or of SQLite. */
export function isFullDisk(thrown: unknown): boolean {
  const text = describeThrown(thrown);
  if (/ENOSPC|No space left|database or disk is full/i.test(text) || (thrown as { errcode?: number } | null)?.errcode === 13) return true;
  return thrown instanceof Error && thrown.cause !== undefined && isFullDisk(thrown.cause);
}
