/**
 * Cuts memories to the size of an answer.
 * Stage: query. Invariants: the first entry of every kind comes before the second of any, so that no kind is crowded out; a text that is
 * cut says so; if there are entries, at least one is shown.
 */
import { bytesOf, bytesOfJson, firstBytes } from "../../core/base/text_size.ts";
import type { Memory } from "../../memory/recall.ts";

/** Most bytes for all entries, and for one text of an entry. */
export interface Room {
  readonly bytes: number;
  readonly text: number;
}

/** What fits, and whether an entry or part of a text was left out. */
export interface Fitted<T> {
  readonly shown: readonly T[];
  readonly isCut: boolean;
}

const KINDS = ["decisions", "errors", "notes", "messages"] as const;
type Kind = typeof KINDS[number];

/** The memories of several symbols, in rounds: within a round, those of an earlier symbol come first. */
export function fitMemories(memories: readonly Memory[], room: Room): Fitted<Memory> {
  const longest = Math.max(0, ...memories.flatMap((memory) => KINDS.map((kind) => memory[kind].length)));
  const inTurn = Array.from(
    { length: longest },
    (_, place) =>
      memories.flatMap((memory, owner) =>
        KINDS.flatMap((kind) => memory[kind].slice(place, place + 1).map((entry) => ({ owner, kind, entry })))
      ),
  ).flat();
  // What fits is a prefix, so counting is enough.
  const { shown, isCut } = fitEntries(inTurn.map(({ entry }) => entry), room);
  const shownOf = (owner: number): Pick<Memory, Kind> => {
    const of = (kind: Kind): unknown[] => shown.filter((_, i) => inTurn[i]!.owner === owner && inTurn[i]!.kind === kind);
    return Object.fromEntries(KINDS.map((kind) => [kind, of(kind)])) as unknown as Pick<Memory, Kind>;
  };
  return { shown: memories.map((memory, owner) => ({ ...memory, ...shownOf(owner) })), isCut };
}

/** The longest prefix of a list that fits. */
export function fitEntries<T extends object>(entries: readonly T[], room: Room): Fitted<T> {
  const shown: T[] = [];
  let used = 0;
  let isCut = false;
  for (const whole of entries) {
    const entry = cutTexts(whole, room.text);
    used += bytesOfJson(entry) + 1;
    if (used > room.bytes && shown.length > 0) return { shown, isCut: true };
    isCut ||= entry !== whole;
    shown.push(entry);
  }
  return { shown, isCut };
}

/** An entry with its long texts cut; the same object if none is long. @param most bytes of a text */
function cutTexts<E extends object>(entry: E, most: number): E {
  const isLong = (value: unknown): value is string => typeof value === "string" && bytesOf(value) > most;
  if (!Object.values(entry).some(isLong)) return entry;
  const cut = (text: string): string => `${firstBytes(text, most).trimEnd()} …`;
  return Object.fromEntries(Object.entries(entry).map(([key, value]) => [key, isLong(value) ? cut(value) : value])) as E;
}
