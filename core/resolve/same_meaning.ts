/**
 * Whether two meanings say the same.
 *
 * Stage: resolve. Pure. Invariant: what two meanings share is compared once, however often each of them holds it: of types that a chain of calls
 * makes, each holds the one before many times over.
 */
import { type Meaning, Tag } from "./meaning.ts";

/** So many parts are compared before it is noted which were: most meanings have none or a few. */
const FEW = 64;
let compared = 0;
/** Parts that say the same, by the first; undefined while there are few. */
let alike: Map<Meaning, Meaning> | undefined;

/** Whether two meanings say the same, evidence aside. */
export function sameMeaning(a: Meaning, b: Meaning): boolean {
  if (a === b) return true;
  if (!sameHead(a, b)) return false;
  if (a.items.length === 0) return true;
  compared = 0;
  const isSame = sameItems(a, b);
  alike = undefined;
  return isSame;
}

function sameHead(a: Meaning, b: Meaning): boolean {
  if (a.tag !== b.tag || a.definition !== b.definition || a.name !== b.name || a.items.length !== b.items.length) return false;
  if (a.tag === Tag.module && a.files[0] !== b.files[0]) return false;
  return a.tag !== Tag.parameter || a.applied?.[0]?.definition === b.applied?.[0]?.definition;
}

function sameItems(a: Meaning, b: Meaning): boolean {
  if (alike?.get(a) === b) return true;
  if (++compared > FEW) alike ??= new Map();
  for (let i = 0; i < a.items.length; i++) {
    const one = a.items[i]!;
    const other = b.items[i]!;
    if (one !== other && !(sameHead(one, other) && (one.items.length === 0 || sameItems(one, other)))) return false;
  }
  alike?.set(a, b);
  return true;
}
