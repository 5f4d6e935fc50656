/**
 * A client of a language server on stdio: numbered requests, and answers to the few questions a server asks.
 *
 * Invariant: if the server ends, every open request fails instead of waiting forever.
 */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { Buffer } from "node:buffer";
import process from "node:process";

export interface Position {
  line: number;
  character: number;
}

export interface Location {
  uri: string;
  range: { start: Position; end: Position };
}

interface Message {
  id?: number | string;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { message: string };
}

export interface LanguageServer {
  request: (method: string, params: unknown) => Promise<unknown>;
  notify: (method: string, params: unknown) => void;
  stop: () => void;
}

export function startLanguageServer(
  program: string,
  args: readonly string[],
  answerConfiguration: (section: string) => unknown,
  onNotification: (method: string, params: unknown) => void = () => {},
): LanguageServer {
  const child: ChildProcessWithoutNullStreams = spawn(program, [...args], {
    stdio: "pipe",
    env: { ...process.env, NODE_OPTIONS: "--max-old-space-size=8000" },
  });
  const open = new Map<number, { done: (value: unknown) => void; fail: (error: Error) => void }>();
  let next = 1;
  let buffered = Buffer.alloc(0);
  let errors = "";

  function send(message: Message): void {
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
    child.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    child.stdin.write(body);
  }

  function answer(message: Message): unknown {
    if (message.method !== "workspace/configuration") return null;
    const { items } = message.params as { items: { section?: string }[] };
    return items.map((item) => answerConfiguration(item.section ?? ""));
  }

  function receive(message: Message): void {
    if (message.method !== undefined) {
      if (message.id !== undefined) send({ id: message.id, result: answer(message) });
      else onNotification(message.method, message.params);
      return;
    }
    const waiting = open.get(message.id as number);
    if (!waiting) return;
    open.delete(message.id as number);
    if (message.error) waiting.fail(new Error(message.error.message));
    else waiting.done(message.result);
  }

  child.stderr.on("data", (chunk: Uint8Array) => errors = (errors + new TextDecoder().decode(chunk)).slice(-4000));
  child.stdout.on("data", (chunk: Uint8Array) => {
    buffered = Buffer.concat([buffered, chunk]);
    for (;;) {
      const end = buffered.indexOf("\r\n\r\n");
      if (end < 0) return;
      const length = Number(/Content-Length: (\d+)/i.exec(buffered.subarray(0, end).toString())?.[1]);
      if (buffered.length < end + 4 + length) return;
      const body = buffered.subarray(end + 4, end + 4 + length).toString();
      buffered = buffered.subarray(end + 4 + length);
      receive(JSON.parse(body) as Message);
    }
  });
  child.on("close", (code) => {
    for (const waiting of open.values()) waiting.fail(new Error(`The language server ended with ${code}\n${errors}`));
    open.clear();
  });

  return {
    request: (method, params) =>
      new Promise((done, fail) => {
        const id = next++;
        open.set(id, { done, fail });
        send({ id, method, params });
      }),
    notify: (method, params) => send({ method, params }),
    stop: () => {
      child.kill();
    },
  };
}
