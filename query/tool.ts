/**
 * A question as a value: what agents call, what people type, how it is answered and how the answer is written down.
 *
 * Stage: query. Invariants: one question = one file = one tool = one command; the MCP server, the command line, the README's tables and
 * the schema snapshots all read these values and add nothing of their own. `run` reads rows and gives plain data; `structure` and
 * `render` are pure and say the same.
 */
import * as z from "zod";
import { DETAIL_PARAMETERS, type Listed } from "./answer/detail.ts";
import type { Context } from "./context.ts";
import type { Notes } from "./metadata.ts";
import type { Style } from "./render/style.ts";

/** How a tool is typed on the command line. */
export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** Parameters that are given by position, in this order. Required ones as in the schema. */
  readonly arguments: readonly string[];
  /** Other parameters: name -> how the option is written (`--limit <n>`), without `ref` and `repo`. */
  readonly options: Readonly<Record<string, string>>;
  /** What an option does, where it is another thing for people than for agents. */
  readonly optionHelp?: Readonly<Record<string, string>>;
  /** What stands for required parameters that a person leaves out. */
  readonly defaults?: Readonly<Record<string, string>>;
  /** Lines that can be pasted, each with what it does. */
  readonly examples: readonly (readonly [line: string, does: string])[];
}

/** What the protocol lets a client know about a tool before it calls. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** A value and what its metadata should say. */
export interface Answer<V> {
  readonly value: V;
  readonly notes?: Notes;
}

/** See the head of this file. */
export interface Tool<I extends z.ZodObject = z.ZodObject, V = unknown, G = unknown> {
  readonly name: string;
  readonly title: string;
  /** Under 2,000 characters, in the words in which people ask: an agent chooses by it. */
  readonly description: string;
  /** Strict, a sentence a field, `ref` and `repo` among them. */
  readonly input: I;
  readonly output: z.ZodObject;
  readonly annotations: ToolAnnotations;
  readonly command?: Command;
  /** Whether an index must be there before `run`; `false` for what makes one. */
  readonly needsIndex: boolean;
  /** The refs that the answer is about, where it takes from the index of the working tree no more than that has already. */
  ofRefs?(params: z.output<I>): readonly string[];
  /** Reads what must be waited for (git's objects) before `run`, which gets it. */
  gather?(context: Context, params: z.output<I>): Promise<G>;
  run(context: Context, params: z.output<I>, gathered: G): Answer<V> | Promise<Answer<V>>;
  /** The value as it goes over the wire; without it the value itself. */
  structure?(value: V): Record<string, unknown>;
  render(value: V, style: Style): string;
  /** Whether there was nothing to answer with: exit status 1. */
  isEmpty?(value: V): boolean;
  /**
   * Whether the answer would not be empty, where that is told sooner than by giving it; undefined: only the answer tells.
   * @throws CallgroveError what `run` throws because of the symbols that are named.
   */
  finds?(context: Context, params: z.output<I>): boolean | undefined;
  /** Symbols that the answer lists, in its order: with it the question takes `detail_level` and `compact`. */
  listed?(value: V): readonly Listed[];
  /** The list itself gives the handle and the place of each symbol, so that `compact` needs no `details`. */
  readonly givesHandles?: true;
}

/** The tool that the program itself asks under a name. @throws Error where there is none: a name from outside is answered as wrong, not looked up here. */
export function toolNamed(tools: readonly Tool[], name: string): Tool {
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) throw new Error(`No tool is named "${name}"`);
  return tool;
}

const READ_ONLY: ToolAnnotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
/** For tools that write to the index or to what is remembered, and nowhere else. */
export const WRITES: ToolAnnotations = { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false };

/** The parameter that keeps a question to one file. */
export const onlyInFile: z.ZodOptional<z.ZodString> = z.string().min(1).max(4000).optional().describe("The symbol's file.");

/** Parameters of every tool. */
const EVERYWHERE = {
  ref: z.string().min(1).max(500).optional().describe("Git ref."),
  repo: z.string().min(1).max(4000).optional().describe("Repository."),
};

type Shape = Record<string, z.ZodType>;
/** `compact` is there in questions that list symbols. */
type Params<S extends Shape> = z.output<z.ZodObject<S & typeof EVERYWHERE, z.core.$strict>> & { readonly compact?: boolean | undefined };
type Definition<S extends Shape, V, G> =
  & Omit<Tool<z.ZodObject, V, G>, "input" | "gather" | "run" | "finds" | "ofRefs" | "annotations" | "needsIndex" | "output">
  & {
    readonly parameters: S;
    /** Fields of the structured value, without `metadata`. */
    readonly output: Shape;
    readonly annotations?: ToolAnnotations;
    readonly needsIndex?: boolean;
    ofRefs?(params: Params<S>): readonly string[];
    gather?(context: Context, params: Params<S>): Promise<G>;
    run(context: Context, params: Params<S>, gathered: G): Answer<V> | Promise<Answer<V>>;
    finds?(context: Context, params: Params<S>): boolean | undefined;
  };

/** Makes a tool out of what it alone has; what all tools share is added here. */
export function defineTool<S extends Shape, V, G = undefined>(
  definition: Definition<S, V, G>,
): Tool<z.ZodObject<S & typeof EVERYWHERE, z.core.$strict>, V, G> {
  const { parameters, output, annotations, needsIndex, ...rest } = definition;
  // Schemas are made when they are asked for: a command needs that of one tool, and a start waits for all.
  let made: z.ZodObject<S & typeof EVERYWHERE, z.core.$strict> | undefined;
  return {
    ...rest,
    needsIndex: needsIndex ?? true,
    annotations: annotations ?? READ_ONLY,
    get input() {
      const details = rest.listed === undefined ? {} : DETAIL_PARAMETERS;
      return made ??= z.strictObject({ ...parameters, ...details, ...EVERYWHERE }) as NonNullable<typeof made>;
    },
    get output() {
      return z.looseObject({ ...output }).partial().extend({ metadata: z.looseObject({}) });
    },
  };
}

/** A name in any of its forms. */
export const symbolName = z.string().min(1).max(2000);
/** The forms of a name, for descriptions. */
export const NAME_FORMS = "load, Job.go, app/io.py:load, app/io.py:12 or an id";
/** How `limit` is described. */
export const atMost = (standard: number): string => `At most (default ${standard}).`;
/** How many entries; out of range is clamped and said, never refused. */
export const limitOf = (standard: number): z.ZodOptional<z.ZodNumber> => z.number().int().optional().describe(atMost(standard));
/** The parameter by which a list goes on. */
export const cursorParameter = z.string().max(100).optional().describe("To go on.");
