/**
 * A question as a value: how agents and people ask it, how it is answered, and how the answer is written.
 *
 * Stage: query. Invariants: one question = one file = one tool = one command; the MCP server, the command line, the README's tables and the
 * schema snapshots all read these values and add nothing. `run` reads rows and returns plain data; `structure` and `render` are pure and
 * agree in content.
 */
import * as z from "zod";
import { DETAIL_PARAMETERS, type Listed } from "./answer/detail.ts";
import type { Context } from "./context.ts";
import type { Notes } from "./metadata.ts";
import type { Style } from "./render/style.ts";

/** How a tool is called on the command line. */
export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** Positional parameters, in order; required ones as in the schema. */
  readonly arguments: readonly string[];
  /** Other parameters: the option (`--limit <n>`) by name, without `ref` and `repo`. */
  readonly options: Readonly<Record<string, string>>;
  /** Help on an option, if it differs for people and agents. */
  readonly optionHelp?: Readonly<Record<string, string>>;
  /** Defaults on the command line for required parameters. */
  readonly defaults?: Readonly<Record<string, string>>;
  /** Command lines to paste, each with a description. */
  readonly examples: readonly (readonly [line: string, does: string])[];
}

/** What the protocol tells a client about a tool in advance. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** A value, and notes for its metadata. */
export interface Answer<V> {
  readonly value: V;
  readonly notes?: Notes;
}

/** A question. `I`: its parameters, `V`: its value, `G`: what is read asynchronously in advance. */
export interface Tool<I extends z.ZodObject = z.ZodObject, V = unknown, G = unknown> {
  readonly name: string;
  readonly title: string;
  /** Under 2,000 characters, worded as people ask: agents choose tools by it. */
  readonly description: string;
  /** Strict, one sentence per field, including `ref` and `repo`. */
  readonly input: I;
  readonly output: z.ZodObject;
  readonly annotations: ToolAnnotations;
  readonly command?: Command;
  /** Whether an index must exist before `run`; false for tools that make one. */
  readonly needsIndex: boolean;
  /** The refs that the answer is about, if the working tree's index only contributes what it already has. */
  ofRefs?(params: z.output<I>): readonly string[];
  /** Reads asynchronously what `run` needs (git's objects). */
  gather?(context: Context, params: z.output<I>): Promise<G>;
  run(context: Context, params: z.output<I>, gathered: G): Answer<V> | Promise<Answer<V>>;
  /** The value in its JSON form; by default the value itself. */
  structure?(value: V): Record<string, unknown>;
  render(value: V, style: Style): string;
  /** Whether nothing was found: exit status 1. */
  isEmpty?(value: V): boolean;
  /**
   * Whether the answer would not be empty, if that can be told without producing it; undefined otherwise.
   * @throws CallgroveError what `run` throws because of the symbols named
   */
  finds?(context: Context, params: z.output<I>): boolean | undefined;
  /** Symbols listed in the answer, in order; their presence adds the parameters `detail_level` and `compact`. */
  listed?(value: V): readonly Listed[];
  /** Whether the list itself has the handle and place of each symbol, so that `compact` needs no `details`. */
  readonly givesHandles?: true;
}

/**
 * The tool with a name used by the program itself.
 * @throws Error if there is none; a name given by a user is checked elsewhere
 */
export function toolNamed(tools: readonly Tool[], name: string): Tool {
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) throw new Error(`No tool is named "${name}"`);
  return tool;
}

const READ_ONLY: ToolAnnotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
/** For tools that write only to the index or to memory. */
export const WRITES: ToolAnnotations = { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false };

/** The parameter that restricts a question to one file. */
export const onlyInFile: z.ZodOptional<z.ZodString> = z.string().min(1).max(4000).optional().describe("The symbol's file.");

/** Parameters of every tool. */
const EVERYWHERE = {
  ref: z.string().min(1).max(500).optional().describe("Git ref."),
  repo: z.string().min(1).max(4000).optional().describe("Repository."),
};

type Shape = Record<string, z.ZodType>;
/** The parameters of a tool; `compact` exists in tools that list symbols. */
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

/** Makes a tool of what is specific to it; what all tools share is added here. */
export function defineTool<S extends Shape, V, G = undefined>(
  definition: Definition<S, V, G>,
): Tool<z.ZodObject<S & typeof EVERYWHERE, z.core.$strict>, V, G> {
  const { parameters, output, annotations, needsIndex, ...rest } = definition;
  // Schemas are made on demand: a command needs only one, and making all would delay the start.
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
/** The description of `limit`. */
export const atMost = (standard: number): string => `At most (default ${standard}).`;
/** The number of entries; out-of-range values are clamped and reported, never refused. */
export const limitOf = (standard: number): z.ZodOptional<z.ZodNumber> => z.number().int().optional().describe(atMost(standard));
/** The parameter by which a list continues. */
export const cursorParameter = z.string().max(100).optional().describe("To go on.");
