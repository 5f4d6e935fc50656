/**
 * Lets a client that speaks HTTP alone talk to a server on stdio: `node bridge.mjs COMMAND ARGS…` prints its address and runs until it is ended.
 *
 * Nothing is added or mended on the way: a request's body goes to the server as it is, but for its id, which must be the only one there, and the answer comes
 * back as JSON. Every session of the older era has a server of its own; requests without one share one server.
 */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { createInterface } from "node:readline";

const [command, ...args] = process.argv.slice(2);
/** Session -> its server. */
const servers = new Map();

function startServer() {
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "ignore"] });
  const waiting = new Map();
  let last = 0;
  createInterface({ input: child.stdout }).on("line", (line) => {
    const message = JSON.parse(line);
    const one = waiting.get(message.id);
    if (one === undefined || message.method !== undefined) return;
    waiting.delete(message.id);
    one.done({ ...message, id: one.id });
  });
  child.on("exit", () => {
    for (const one of waiting.values()) one.done({ jsonrpc: "2.0", id: one.id, error: { code: -32000, message: "the server ended" } });
    waiting.clear();
  });
  return {
    send: (message) => child.stdin.write(`${JSON.stringify(message)}\n`),
    ask: (message) =>
      new Promise((done) => {
        const id = ++last;
        waiting.set(id, { id: message.id, done });
        child.stdin.write(`${JSON.stringify({ ...message, id })}\n`);
      }),
    end: () => child.stdin.end(),
  };
}

async function answer(request, response) {
  const session = request.headers["mcp-session-id"];
  if (request.method === "DELETE") {
    servers.get(session)?.end();
    const known = servers.delete(session);
    return response.writeHead(known ? 200 : 404).end();
  }
  if (request.method !== "POST") return response.writeHead(405).end();
  const parts = [];
  for await (const part of request) parts.push(part);
  const message = JSON.parse(Buffer.concat(parts).toString("utf8"));
  const own = message.method === "initialize" ? randomUUID() : session ?? "";
  if (session !== undefined && !servers.has(session)) return response.writeHead(404).end();
  if (!servers.has(own)) servers.set(own, startServer());
  const server = servers.get(own);
  if (message.id === undefined || message.method === undefined) {
    server.send(message);
    return response.writeHead(202).end();
  }
  const headers = { "content-type": "application/json", ...(message.method === "initialize" ? { "mcp-session-id": own } : {}) };
  response.writeHead(200, headers).end(JSON.stringify(await server.ask(message)));
}

const http = createServer((request, response) => {
  answer(request, response).catch((error) => response.writeHead(400).end(String(error)));
});
http.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${http.address().port}/mcp`));
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => {
    for (const server of servers.values()) server.end();
    process.exit(0);
  });
}
