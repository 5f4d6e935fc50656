/** The agents' configurations as `doctor` shows them. */
import { readEntry } from "../init/plan.ts";
import { existsSync, readFileSync } from "node:fs";
import { toCallgroveError } from "../../core/errors.ts";
import { type Client, configurationFile, isInstalled, listClients, thisServer } from "../init/clients.ts";
import type { Check } from "./check.ts";

/** Which agents are installed, and whether each is configured to start this very program. */
export function checkClients(): Check[] {
  const checks = listClients().filter(isInstalled).map(checkClient);
  return checks.length > 0 ? checks : [{ area: "clients", name: "agents", state: "note", detail: "none found on this machine" }];
}

function checkClient(client: Client): Check {
  const file = configurationFile(client);
  const check = { area: "clients", name: client.title };
  const mend = `callgrove init ${client.name}`;
  if (!existsSync(file)) return { ...check, state: "note", detail: `${file} is not there yet; to add this server: ${mend}` };
  try {
    const text = readFileSync(file, "utf8");
    const entry = readEntry(client, text, file);
    if (entry === undefined) return { ...check, state: "note", detail: `${file} does not name this server; to add it: ${mend}` };
    if (JSON.stringify(entry) === JSON.stringify(client.entry(thisServer()))) return { ...check, state: "ok", detail: file };
    return { ...check, state: "note", detail: `${file} starts another callgrove; to use this one: ${mend}` };
  } catch (thrown) {
    return { ...check, state: "problem", detail: toCallgroveError(thrown).message, mend: `correct ${file}, then: ${mend}` };
  }
}
