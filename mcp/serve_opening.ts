/**
 * The opening of a connection, answered before the server is loaded: what a client asks first depends on the program alone, and loading
 * takes several times as long as starting.
 *
 * Stage: MCP. Invariants: the replies are those of the server itself, recorded in `opening.json` (`deno task docs` writes it, the gate and a
 * test hold it against the server); whatever is not recorded waits for the server; the server sees every byte, so that it knows the
 * client, and what it says to a question that was answered here is dropped.
 */
import { isObject } from "../core/base/parsed_values.ts";
import recorded from "./opening.json" with { type: "json" };

/** How long a client is left to its next question before loading gets in the way of the answer, ms. */
const QUIET_MS = 20;

/** A connection whose beginning was answered. */
export interface Opening {
  /** All that the client wrote and will write. */
  input(): ReadableStream<Uint8Array>;
  /** Whether this was answered already; says so once. */
  answered(id: unknown): boolean;
}

let opened: Opening | undefined;

/** The opening of this process, if there was one. */
export function takeOpening(): Opening | undefined {
  return opened;
}

/**
 * Answers until something else is asked or nothing is for a moment, and goes on answering while the caller loads the server. Only where
 * the arguments ask for a server and nothing unusual.
 * @param write writes all of a text to standard output
 */
export async function answerOpening(args: readonly string[], write: (text: string) => void): Promise<void> {
  const tools = toolSetOf(args);
  if (tools === undefined) return;
  const listener = new Listener(tools, write);
  opened = listener;
  await listener.listen();
}

/** Which tools a plain `mcp` shows; undefined for anything else. */
export function toolSetOf(args: readonly string[]): "all" | "core" | undefined {
  let tools = "all";
  let commands = 0;
  for (let i = 0; i < args.length; i++) {
    const [name, inline] = /^(--\w+)=(.*)$/.exec(args[i]!)?.slice(1) ?? [args[i]!];
    if (name === "mcp") commands++;
    else if (name === "-C" || name === "--repo" || name === "--db") { if (inline === undefined) i++; }
    else if (name === "--tools") tools = inline ?? args[++i] ?? "";
    else if (name !== "--quiet" && name !== "--no-input") return undefined;
  }
  return commands === 1 && (tools === "all" || tools === "core") ? tools : undefined;
}

interface Request {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: Record<string, unknown>;
}

class Listener implements Opening {
  readonly #tools: "all" | "core";
  readonly #write: (text: string) => void;
  readonly #reader = Deno.stdin.readable.getReader();
  readonly #seen: Uint8Array[] = [];
  readonly #answered = new Set<unknown>();
  #pending: Promise<ReadableStreamReadResult<Uint8Array>> | undefined;
  #rest = "";
  #initialized = false;
  #passedAsValues = false;

  constructor(tools: "all" | "core", write: (text: string) => void) {
    this.#tools = tools;
    this.#write = write;
  }

  answered(id: unknown): boolean {
    return this.#answered.delete(id);
  }

  input(): ReadableStream<Uint8Array> {
    this.#passedAsValues = true;
    const seen = [...this.#seen];
    return new ReadableStream({
      pull: async (controller) => {
        const before = seen.shift();
        if (before !== undefined) return controller.enqueue(before);
        const { value, done } = await this.#read();
        this.#pending = undefined;
        if (done) controller.close();
        else controller.enqueue(value);
      },
    });
  }

  /** Resolves when the server is wanted or the client is quiet; listens on until the server takes over. */
  async listen(): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    await new Promise<void>((wanted) => {
      const quiet = (): void => {
        clearTimeout(timer);
        timer = setTimeout(wanted, QUIET_MS);
      };
      void this.#listenOn(quiet).then(wanted, wanted);
    });
    clearTimeout(timer);
  }

  async #listenOn(quiet: () => void): Promise<void> {
    const decoder = new TextDecoder();
    for (;;) {
      const { value, done } = await this.#read();
      if (this.#passedAsValues || done) return;
      this.#pending = undefined;
      this.#seen.push(value);
      const lines = (this.#rest + decoder.decode(value, { stream: true })).split("\n");
      this.#rest = lines.pop()!;
      for (const line of lines) if (!this.#answer(line)) return;
      quiet();
    }
  }

  #read(): Promise<ReadableStreamReadResult<Uint8Array>> {
    return this.#pending ??= this.#reader.read();
  }

  /** Whether a line needs nothing of the server. */
  #answer(line: string): boolean {
    const request = parse(line);
    if (request === undefined) return false;
    const { id, method, params = {} } = request;
    if (method === "notifications/initialized") return this.#initialized;
    if (typeof id !== "string" && typeof id !== "number") return false;
    const result = method === "initialize" && !this.#initialized
      ? initializeResult(params, this.#tools)
      : method === "tools/list" && this.#initialized && Object.keys(params).length === 0
      ? recorded.tools[this.#tools]
      : undefined;
    if (result === undefined) return false;
    this.#initialized = true;
    this.#answered.add(id);
    this.#write(`${JSON.stringify({ result, jsonrpc: "2.0", id })}\n`);
    return true;
  }
}

function parse(line: string): Request | undefined {
  try {
    const message = JSON.parse(line) as unknown;
    return isObject(message) && message["jsonrpc"] === "2.0" ? message as Request : undefined;
  } catch {
    return undefined;
  }
}

/** The reply to a client that introduces itself as the protocol wants it and speaks a version that was recorded. */
function initializeResult(params: Record<string, unknown>, tools: "all" | "core"): Record<string, unknown> | undefined {
  const { protocolVersion, capabilities, clientInfo } = params;
  const wellFormed = isObject(clientInfo) && typeof clientInfo["name"] === "string" && typeof clientInfo["version"] === "string" &&
    isObject(capabilities) && Object.values(capabilities).every(isObject);
  if (!wellFormed || typeof protocolVersion !== "string" || !recorded.versions.includes(protocolVersion)) return undefined;
  return { protocolVersion, ...recorded.initialize[tools] };
}
