/**
 * What stands in parsed JSON, TOML or JSON Lines, of which nobody promises the form.
 *
 * Stage: all. Pure. Invariant: what is not of the form that was asked for is as good as absent: empty, never an error.
 */

/** A JSON object, a TOML table. */
export type ParsedObject = Readonly<Record<string, unknown>>;

/** Whether a value of JSON or TOML is an object, and no list. */
export function isObject(value: unknown): value is ParsedObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object; an empty one for anything else. */
export function objectOf(value: unknown): ParsedObject {
  return isObject(value) ? value : {};
}

/** The list; an empty one for anything else. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The text; "" for anything else. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The number; 0 for anything else. */
export function numberOf(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
}
