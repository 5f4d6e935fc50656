/**
 * Accessors for parsed JSON, TOML or JSON Lines of unknown form.
 *
 * Stage: all. Pure. Invariant: a value that is not of the expected form is treated as absent: empty, never an error.
 */

/** A JSON object, a TOML table. */
export type ParsedObject = Readonly<Record<string, unknown>>;

/** Whether a value of JSON or TOML is an object and not a list. */
export function isObject(value: unknown): value is ParsedObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value if it is an object, otherwise an empty one. */
export function objectOf(value: unknown): ParsedObject {
  return isObject(value) ? value : {};
}

/** The value if it is a list, otherwise an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The value if it is a text, otherwise "". */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The value if it is a finite number, otherwise 0. */
export function numberOf(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
}
