/**
 * Types that JSDoc comments declare: `@typedef`, with or without `@property`, and `@callback`.
 *
 * Stage: parse. Invariant: pure; a declaration is given by its positions in the file, and whether its types exist is not checked here.
 */
import { ANY_OBJECT, closingBrace, readType, tagsOf, type TypeText } from "./tags.ts";

/** Where a name starts and ends in the file. */
export interface NamePlace {
  readonly from: number;
  readonly to: number;
}

/** A property, or a parameter of a callback, by its name. */
export interface DeclaredMember extends NamePlace {
  /** Undefined if there is none that could be read. */
  readonly type: TypeText | undefined;
}

/** One declaration of a comment, by its name. */
export interface DeclaredType extends NamePlace {
  readonly parameters: readonly NamePlace[];
  /** Their defaults, by name. */
  readonly otherwise: ReadonlyMap<string, TypeText>;
  /** The whole type; undefined if it is given by members, or not at all. */
  readonly type: TypeText | undefined;
  /** Properties of an object; of a callback its parameters. */
  readonly members: readonly DeclaredMember[];
  readonly isCallback: boolean;
  /** Of a callback. */
  readonly result: TypeText | undefined;
}

const DECLARATION = /@(typedef|callback)\b[ \t]*/g;
const MEMBER = /@(property|prop|param|returns?)\b[ \t]*/g;
const TEMPLATE = /@template\s+(?:\{(?:[^{}\n]|\{[^{}\n]*\})*\}\s*)?\[?\s*([\w$]+(?:[ \t]*,[ \t]*[\w$]+)*)/g;
/** No part of a longer name (`Player~Media`, `Player#ready`). */
const NAME = /^[\s*]*\[?([A-Za-z_$][\w$]*)(?![\w$.~#])/;
const LONGEST_NAME = 200;

/** Type parameters that the comments between two places name. */
export function readTemplates(source: string, start: number, end: number): NamePlace[] {
  const places: NamePlace[] = [];
  for (const found of source.slice(start, end).matchAll(TEMPLATE)) {
    const to = start + found.index + found[0].length;
    for (const name of found[1]!.matchAll(/[\w$]+/g)) {
      const from = to - found[1]!.length + name.index;
      places.push({ from, to: from + name[0].length });
    }
  }
  return places;
}

/** The declarations of the comment from `start` to `end`. */
export function readDeclarations(source: string, start: number, end: number): DeclaredType[] {
  const heads = [...source.slice(start, end).matchAll(DECLARATION)];
  if (heads.length === 0) return [];
  const parameters = readTemplates(source, start, end);
  const tags = parameters.length === 0 ? [] : tagsOf(source, start, end).filter(({ kind }) => kind === "otherwise");
  const otherwise = new Map(tags.map((tag) => [tag.name, tag]));
  const found: DeclaredType[] = [];
  for (const [i, head] of heads.entries()) {
    const after = start + head.index + head[0].length;
    const until = i + 1 < heads.length ? start + heads[i + 1]!.index : end;
    const { type, behind } = readBraces(source, after, until);
    const name = readName(source, behind, until);
    if (name === undefined) continue;
    const isCallback = head[1] === "callback";
    const members = isCallback || type === undefined || ANY_OBJECT.test(source.slice(type.from, type.to))
      ? readMembers(source, name.to, until)
      : [];
    found.push({
      ...name,
      parameters,
      otherwise,
      type,
      members: members.filter((member) => member.tag === (isCallback ? "param" : "property")),
      isCallback,
      result: members.find((member) => member.tag === "returns")?.type,
    });
  }
  return found;
}

/** The type in braces at `at`, if there is one, and where what follows starts. */
function readBraces(source: string, at: number, until: number): { type: TypeText | undefined; behind: number } {
  const close = source[at] === "{" ? closingBrace(source, at + 1) : -1;
  return close < 0 || close >= until ? { type: undefined, behind: at } : { type: readType(source, at + 1, close), behind: close + 1 };
}

function readName(source: string, at: number, until: number): NamePlace | undefined {
  const found = NAME.exec(source.slice(at, Math.min(until, at + LONGEST_NAME)));
  if (found === null) return undefined;
  const to = at + found[0].length;
  return { from: to - found[1]!.length, to };
}

function readMembers(source: string, from: number, until: number): (DeclaredMember & { readonly tag: string })[] {
  const members: (DeclaredMember & { tag: string })[] = [];
  for (const found of source.slice(from, until).matchAll(MEMBER)) {
    const { type, behind } = readBraces(source, from + found.index + found[0].length, until);
    const name = readName(source, behind, until);
    if (found[1]!.startsWith("return")) members.push({ tag: "returns", from: 0, to: 0, type });
    else if (name !== undefined) members.push({ tag: found[1] === "param" ? "param" : "property", ...name, type });
  }
  return members;
}
