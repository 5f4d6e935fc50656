/**
 * The server as a process that is spoken to in lines: for what an official client would never send.
 *
 * Invariant: every line that comes back is JSON; answers are matched by id, whatever comes between.
 */
import { join } from "node:path";
import { ENGINE_FLAGS, PERMISSIONS } from "../../release/permissions.ts";
import { ROOT } from "./shop.ts";

export interface Message {
  readonly id?: number | string | null;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { code: number; message: string; data?: unknown };
}

/**
 * A server that lives and says nothing that long while it owes an answer hangs; one that answers others meanwhile is merely busy. Far above
 * what a busy machine with a slow disk takes, as a server that ended is noticed at once.
 */
const SILENCE_MS = 120_000;
const PATIENCE_MS = 300_000;

export class RawServer implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #reading: Promise<void>;
  readonly #complaints: Promise<string>;
  readonly #waiting = new Map<number, { resolve(message: Message): void; fail(why: string): void }>();
  /** Everything that came, in order. */
  readonly received: Message[] = [];
  #last = 0;
  /** When the last line came. */
  #heard = 0;

  constructor(folder: string, args: readonly string[] = [], env: Record<string, string> = {}) {
    this.#child = new Deno.Command(Deno.execPath(), {
      args: ["run", "--quiet", "--no-check", ...ENGINE_FLAGS, ...PERMISSIONS, join(ROOT, "main.ts"), "mcp", "--repo", folder, ...args],
      env: { NO_COLOR: "1", INIT_CWD: "", CALLGROVE_DB: "", ...env },
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    this.#writer = this.#child.stdin.getWriter();
    this.#complaints = new Response(this.#child.stderr).text();
    this.#reading = this.#read();
  }

  get pid(): number {
    return this.#child.pid;
  }

  async #read(): Promise<void> {
    let rest = "";
    for await (const chunk of this.#child.stdout.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop()!;
      for (const line of lines) {
        const message = JSON.parse(line) as Message;
        this.#heard = performance.now();
        this.received.push(message);
        if (typeof message.id === "number") this.#waiting.get(message.id)?.resolve(message);
      }
    }
    const { code, signal } = await this.#child.status;
    const said = await this.#complaints;
    for (const { fail } of this.#waiting.values()) fail(`the server ended with ${signal ?? code}: ${said}`);
  }

  /** Writes a line as it stands. */
  async write(line: string): Promise<void> {
    await this.#writer.write(new TextEncoder().encode(`${line}\n`));
  }

  /** Sends a request and waits for its answer as long as the server says anything at all; see `SILENCE_MS`. */
  async request(method: string, params: Record<string, unknown> = {}): Promise<Message> {
    const id = ++this.#last;
    const answer = this.answerTo(id);
    await this.write(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    return await answer;
  }

  answerTo(id: number): Promise<Message> {
    this.#last = Math.max(this.#last, id);
    return new Promise((resolve, reject) => {
      const asked = performance.now();
      let timer: ReturnType<typeof setTimeout> | undefined;
      const wait = (ms: number): void => {
        timer = setTimeout(() => {
          const now = performance.now();
          const silent = now - Math.max(asked, this.#heard);
          if (silent < SILENCE_MS && now - asked < PATIENCE_MS) wait(SILENCE_MS - silent);
          else fail(`nothing else for ${Math.round(silent / 1000)} s`);
        }, ms);
      };
      const settle = (how: () => void): void => {
        clearTimeout(timer);
        this.#waiting.delete(id);
        how();
      };
      const fail = (why: string): void => {
        const before = this.received.map((message) => message.id ?? message.method).join(", ");
        settle(() => reject(new Error(`no answer to request ${id} after [${before}]; ${why}`)));
      };
      wait(SILENCE_MS);
      this.#waiting.set(id, { resolve: (message) => settle(() => resolve(message)), fail });
    });
  }

  /** The handshake of the 2025 revisions. */
  async initialize(protocolVersion = "2025-11-25", capabilities: Record<string, unknown> = {}, name = "raw"): Promise<Message> {
    const answer = await this.request("initialize", { protocolVersion, capabilities, clientInfo: { name, version: "1" } });
    await this.write(JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }));
    return answer;
  }

  /** Calls a tool. */
  async call(name: string, args: unknown): Promise<Message> {
    return await this.request("tools/call", { name, arguments: args });
  }

  /** Closes the input and waits for the process to leave; gives its exit status. */
  async end(): Promise<number> {
    await this.#writer.close().catch(() => {});
    await this.#reading;
    return (await this.#child.status).code;
  }

  /** Goes without a word, in the middle of whatever is under way. */
  async vanish(): Promise<number> {
    await this.#writer.abort().catch(() => {});
    await this.#reading.catch(() => {});
    return (await this.#child.status).code;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end();
  }
}
