/**
 * Prompts: named tasks that people start, each with the facts it begins with.
 *
 * Stage: MCP. Invariant: what a prompt says about the code is the answer of a tool; its steps name existing tools.
 */
import { completable, type McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import type { Reply } from "../query/ask.ts";
import type { Asker } from "./asker.ts";

/** A type rather than an interface, because only that is assignable to the protocol's open objects. */
type Messages = { messages: { role: "user"; content: { type: "text"; text: string } }[] };

/** A named task. */
export interface Prompt<I extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Strict, and strings only, as the protocol allows nothing else. */
  readonly input: I;
  /** Arguments that a client may complete, and by what. */
  readonly completes: Readonly<Record<string, "completeNames" | "completePaths">>;
  /** The task, in a sentence. */
  task(args: z.output<I>): string;
  /** The question that it begins with. If that is refused, nothing follows its answer. */
  question(args: z.output<I>): Question;
  /** The paragraphs after the answer to that question. */
  rest(args: z.output<I>, asker: Asker, answer: Reply): readonly string[] | Promise<readonly string[]>;
}

/** A tool and its parameters. */
type Question = readonly [tool: string, params: Record<string, unknown>];

const REFUSED = "Choose what is meant from this answer, and begin again with that; if nothing there is meant, say so.";
const symbol = z.string().min(1).describe("The function, method or class");

/** The impact review of a change, the introduction to a module, and the safe rename. */
export const PROMPTS: readonly Prompt[] = [
  definePrompt({
    name: "impact_review",
    title: "Review what a change reaches",
    description: "What may break when a symbol changes, which tests cover it, what could not be determined.",
    input: z.strictObject({ symbol, change: z.string().optional().describe("What is going to change") }),
    completes: { symbol: "completeNames" },
    task: ({ symbol, change }) => `Review the impact of a change of \`${symbol}\`${change === undefined ? "" : `: ${change}`}.`,
    question: ({ symbol }) => ["get_impact", { symbol_name: symbol }],
    rest: () => [
      "Steps:",
      "1. For each direct dependent look at its call lines (get_call_graph with include_source) and say whether the change breaks it.",
      "2. Judge the weak ones (functions passed as values, likely calls, calls through an interface) one by one.",
      "3. Name the tests to run, and dependents that no test reaches.",
      "4. Say what may be missing: unresolved calls of this name, callers beyond the depth.",
    ],
  }),
  definePrompt({
    name: "onboard_module",
    title: "Introduction to a module",
    description: "What a file is for, where it is entered, what it rests on.",
    input: z.strictObject({ path: z.string().min(1).describe("The file") }),
    completes: { path: "completePaths" },
    task: ({ path }) => `Explain the module \`${path}\` to someone who is new to it.`,
    question: ({ path }) => ["query_file_symbols", { file_path: path, limit: 60 }],
    rest: () => [
      "Steps:",
      "1. Ask get_callers for its public functions: which are entered from outside, and from where?",
      "2. Ask get_callees for the largest ones: what does the module rest on?",
      "3. State its purpose, its entry points, the path of one typical call, and where to start reading. Cite file and line.",
    ],
  }),
  definePrompt({
    name: "safe_rename",
    title: "Rename a symbol safely",
    description: "Every place that a rename must touch: calls, overrides, documents, and where to look for what only mentions the name.",
    input: z.strictObject({ symbol, new_name: z.string().min(1).describe("The new name") }),
    completes: { symbol: "completeNames" },
    task: ({ symbol, new_name }) => `Rename \`${symbol}\` to \`${new_name}\`.`,
    question: ({ symbol }) => ["get_callers", { function_name: symbol, limit: 300 }],
    rest: writeRename,
  }),
];

/** Adds the prompts to a server. */
export function addPrompts(mcp: McpServer, asker: Asker): void {
  for (const prompt of PROMPTS) {
    const { name, title, description, input, completes } = prompt;
    // The library marks the schema object it is given, which works only once.
    const completed = Object.entries(completes).map((
      [field, by],
    ) => [field, completable((input.shape[field] as z.ZodString).clone(), asker[by])]);
    const argsSchema = input.extend(Object.fromEntries(completed) as Record<string, z.ZodString>);
    mcp.registerPrompt(name, { title, description, argsSchema }, async (args) => asMessage(await writePrompt(prompt, asker, args)));
  }
}

/** Infers the types of a prompt's arguments. */
function definePrompt<I extends z.ZodObject>(prompt: Prompt<I>): Prompt {
  return prompt;
}

async function writePrompt(prompt: Prompt, asker: Asker, args: Record<string, unknown>): Promise<string[]> {
  const question = prompt.question(args);
  const answer = await asker.ask(...question);
  const rest = answer.isError ? [REFUSED] : await prompt.rest(args, asker, answer);
  return [prompt.task(args), written(question, answer.text), ...rest];
}

async function writeRename(
  { symbol, new_name }: { symbol: string; new_name: string },
  asker: Asker,
  callers: Reply,
): Promise<readonly string[]> {
  const word = nameOf(callers.structured) ?? symbol;
  const others: Question = ["search_nodes", { name_pattern: new_name, limit: 10 }];
  const { structured, text } = await asker.ask(...others);
  return [
    await answerOf(asker, "query_node_edges", { node_identifier: symbol, edge_type: "overrides" }),
    await answerOf(asker, "query_node_edges", { node_identifier: symbol, edge_type: "documents", direction: "in" }),
    written(others, structured["total"] === 0 ? `nothing is called ${new_name} yet` : text),
    "Steps:",
    `1. If something is already called ${new_name} in the same scope, stop and say so.`,
    "2. Change the definition, every import and re-export of the name, every caller, every place that passes it as a value, and the methods that it overrides or that override it.",
    "3. Look at the unresolved calls of this name one by one; leave those that mean something else.",
    "4. Change the comments and documents above that name it.",
    `5. No list above has what only mentions the name: strings (computed access, routes, patched names in tests), comments, examples in documents, templates, ` +
    `configuration and generated code. Search all text for it as a word (git grep -nw -- ${word}), also in files that are not code, and judge each place that is left.`,
    "6. Ask get_callers for both names again: the old one must have none.",
  ];
}

async function answerOf(asker: Asker, tool: string, params: Record<string, unknown>): Promise<string> {
  return written([tool, params], (await asker.ask(tool, params)).text);
}

function written([tool, params]: Question, text: string): string {
  return `${tool} ${JSON.stringify(params)}:\n\n${text}`;
}

/** The short name of the symbol in an answer of get_callers, if there is one. */
function nameOf({ symbol }: Record<string, unknown>): string | undefined {
  const name = (symbol as { name?: unknown } | undefined)?.name;
  return typeof name === "string" ? name : undefined;
}

function asMessage(parts: readonly string[]): Messages {
  return { messages: [{ role: "user", content: { type: "text", text: parts.join("\n\n") } }] };
}
