/**
 * Lets a client that speaks HTTP alone talk to a server on stdio: `node bridge.mjs COMMAND ARGS…` prints its address and runs until it is ended.
 *
 * Nothing is added or mended on the way: a request's body goes to the server as it is and the answer comes back as JSON. A server on stdio speaks the era of
 * what it sees first: every session of the older era has a server of its own, and so has every request without a session, for those stand alone.
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
  createInterface({ input: child.stdout }).on("line", (line) => {
    const message = JSON.parse(line);
    if (message.method !== undefined) return;
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  });
  child.on("exit", () => {
    for (const [id, done] of waiting) done({ jsonrpc: "2.0", id, error: { code: -32000, message: "the server ended" } });
    waiting.clear();
  });
  return {
    send: (message) => child.stdin.write(`${JSON.stringify(message)}\n`),
    ask: (message) =>
      new Promise((done) => {
        waiting.set(message.id, done);
        child.stdin.write(`${JSON.stringify(message)}\n`);
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
  if (session !== undefined && !servers.has(session)) return response.writeHead(404).end();
  const server = session === undefined ? startServer() : servers.get(session);
  if (message.id === undefined || message.method === undefined) {
    server.send(message);
    if (session === undefined) server.end();
    return response.writeHead(202).end();
  }
  const answered = await server.ask(message);
  const headers = { "content-type": "application/json" };
  if (message.method === "initialize" && answered.result !== undefined) {
    headers["mcp-session-id"] = randomUUID();
    servers.set(headers["mcp-session-id"], server);
  } else if (session === undefined) server.end();
  response.writeHead(200, headers).end(JSON.stringify(answered));
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
