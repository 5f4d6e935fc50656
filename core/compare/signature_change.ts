/**
 * What changed in a symbol's declaration.
 *
 * Stage: comparison of two refs. Pure. Invariant: every parameter of either side is unchanged, or in exactly one of added, removed and
 * renamed; a retyped one may be renamed too.
 */
import type { Declaration, Parameter } from "./declaration.ts";

/** A text of the base and the corresponding one of the head. */
export interface FromTo {
  readonly from: string;
  readonly to: string;
}

/** If nothing changed, lists are empty and the other parts undefined or false. */
export interface SignatureChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly renamed: readonly FromTo[];
  readonly retyped: readonly (FromTo & { readonly name: string })[];
  /** Default values that were added, removed or changed; "" is none. */
  readonly defaults: readonly (FromTo & { readonly name: string })[];
  /** Parameters that are now passed differently: by position only, by name only, or by either. */
  readonly passing: readonly (FromTo & { readonly name: string })[];
  /** The remaining parameters are in another order. */
  readonly reordered: boolean;
  readonly typeParameters: FromTo | undefined;
  readonly receiver: FromTo | undefined;
  readonly result: FromTo | undefined;
  readonly modifiersAdded: readonly string[];
  readonly modifiersRemoved: readonly string[];
}

const PASSED_VALUE: Readonly<Record<Parameter["by"], string>> = { either: "place or name", place: "place only", name: "name only" };

/** Compares two declarations of a symbol. */
export function compareDeclarations(base: Declaration, head: Declaration): SignatureChange {
  const before = base.parameters ?? [];
  const after = head.parameters ?? [];
  const pairs = pairParameters(before, after);
  const kept = pairs.filter((pair): pair is [Parameter, Parameter] => pair[0] !== undefined && pair[1] !== undefined);
  const order = kept.map(([, to]) => after.indexOf(to));
  const differs = (from: string, to: string): FromTo | undefined => sameText(from, to) ? undefined : { from, to };
  return {
    added: pairs.filter(([from]) => from === undefined).map(([, to]) => writeParameter(to!)),
    removed: pairs.filter(([, to]) => to === undefined).map(([from]) => writeParameter(from!)),
    renamed: kept.filter(([from, to]) => from.name !== to.name).map(([from, to]) => ({ from: from.name, to: to.name })),
    retyped: kept.filter(([from, to]) => !sameText(typeOf(from), typeOf(to)))
      .map(([from, to]) => ({ name: to.name, from: typeOf(from), to: typeOf(to) })),
    defaults: kept.filter(([from, to]) => !sameText(from.standard, to.standard))
      .map(([from, to]) => ({ name: to.name, from: from.standard, to: to.standard })),
    passing: kept.filter(([from, to]) => from.by !== to.by && !from.rest && !to.rest)
      .map(([from, to]) => ({ name: to.name, from: PASSED_VALUE[from.by], to: PASSED_VALUE[to.by] })),
    reordered: order.some((place, i) => i > 0 && place < order[i - 1]!),
    typeParameters: differs(base.typeParameters, head.typeParameters),
    receiver: differs(base.receiver, head.receiver),
    result: differs(base.result, head.result),
    modifiersAdded: head.modifiers.filter((word) => !base.modifiers.includes(word)),
    modifiersRemoved: base.modifiers.filter((word) => !head.modifiers.includes(word)),
  };
}

/** Whether anything changed. */
export function isChanged(change: SignatureChange): boolean {
  const { added, removed, renamed, retyped, defaults, passing, reordered, typeParameters, receiver, result } = change;
  return [added, removed, renamed, retyped, defaults, passing, change.modifiersAdded, change.modifiersRemoved].some((list) =>
    list.length > 0
  ) ||
    reordered || typeParameters !== undefined || receiver !== undefined || result !== undefined;
}

/** Whether two texts are equal apart from white space and trailing commas. */
function sameText(a: string, b: string): boolean {
  const plain = (text: string): string => text.replace(/\s+/g, "").replace(/,(?=[)\]}>])/g, "");
  return a === b || plain(a) === plain(b);
}

function typeOf(parameter: Parameter): string {
  return parameter.type + (parameter.optional && parameter.type !== "" ? " (optional)" : "");
}

function writeParameter({ name, type, standard }: Parameter): string {
  const typed = name === "" ? type : type === "" ? name : `${name}: ${type}`;
  return standard === "" ? typed : `${typed} = ${standard}`;
}

/** Pairs parameters by name first, then by type among those with the same neighbors, and without types by position. */
function pairParameters(
  before: readonly Parameter[],
  after: readonly Parameter[],
): [Parameter | undefined, Parameter | undefined][] {
  const partner = new Map<Parameter, Parameter>();
  const taken = new Set<Parameter>();
  const join = (from: Parameter, to: Parameter): void => {
    partner.set(from, to);
    taken.add(to);
  };
  for (const from of before) {
    const to = from.name === "" ? undefined : after.find((one) => one.name === from.name && !taken.has(one));
    if (to !== undefined) join(from, to);
  }
  const [gone, come] = [before.filter((one) => !partner.has(one)), after.filter((one) => !taken.has(one))];
  for (const [i, from] of before.entries()) {
    if (partner.has(from)) continue;
    const near = neighbours(before, after, partner, i).filter((one) => !taken.has(one));
    const alike = near.filter((one) =>
      one.rest === from.rest && sameText(one.type, from.type) && (one.type !== "" || one.standard === from.standard)
    );
    // If the numbers of added and removed ones differ, only a written type shows that it is the same parameter.
    const to = alike.find((one) =>
      from.type !== "" || (gone.length === come.length && after.indexOf(one) === i && isPlain(one) === isPlain(from))
    );
    if (to !== undefined) join(from, to);
  }
  return [
    ...before.map((from): [Parameter, Parameter | undefined] => [from, partner.get(from)]),
    ...after.filter((to) => !taken.has(to)).map((to): [undefined, Parameter] => [undefined, to]),
  ];
}

/** Whether a parameter is a name rather than a destructuring pattern. */
function isPlain(parameter: Parameter): boolean {
  return /^[\p{L}_$]/u.test(parameter.name);
}

/** The parameters of `after` between the partners of the neighbors of `before[i]`. */
function neighbours(
  before: readonly Parameter[],
  after: readonly Parameter[],
  partner: ReadonlyMap<Parameter, Parameter>,
  i: number,
): Parameter[] {
  const place = (from: Parameter | undefined): number => from === undefined ? -1 : after.indexOf(partner.get(from)!);
  let [low, high] = [-1, after.length];
  for (let k = i - 1; k >= 0 && low < 0; k--) if (partner.has(before[k]!)) low = place(before[k]);
  for (let k = i + 1; k < before.length && high === after.length; k++) if (partner.has(before[k]!)) high = place(before[k]);
  return after.slice(low + 1, Math.max(low + 1, high));
}
