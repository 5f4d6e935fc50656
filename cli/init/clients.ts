/**
 * The agents that can be configured to use this server: where their configurations are, and what an entry looks like.
 *
 * Stage: CLI. Invariant: data and paths only; nothing is read except whether paths exist.
 */
import { existsSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { readVariable } from "../../core/base/process_environment.ts";
import { homeFolder } from "../../core/base/user_folders.ts";
import { CallgroveError } from "../../core/errors.ts";

/** How the server is started. */
export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/** One agent. */
export interface Client {
  /** Its name on the command line. */
  readonly name: string;
  readonly title: string;
  /** Its configuration: the first of these that exists, else the first. */
  readonly files: readonly string[];
  /** Paths of which any exists if the agent is installed. */
  readonly signs: readonly string[];
  readonly format: "json" | "toml";
  /** The key of the object that holds the servers. */
  readonly key: string;
  entry(server: ServerCommand): Record<string, unknown>;
}

const plain = ({ command, args }: ServerCommand): Record<string, unknown> => ({ command, args: [...args] });
const typed = (server: ServerCommand): Record<string, unknown> => ({ type: "stdio", ...plain(server) });

/** The folder in which desktop programs keep their settings. */
function appFolder(): string {
  if (Deno.build.os === "windows") return readVariable("APPDATA") ?? join(homeFolder(), "AppData", "Roaming");
  return Deno.build.os === "darwin" ? join(homeFolder(), "Library", "Application Support") : xdgFolder();
}
function xdgFolder(): string {
  return readVariable("XDG_CONFIG_HOME") || join(homeFolder(), ".config");
}

/** All known agents, in the order in which they are shown. */
export function listClients(): Client[] {
  const home = homeFolder();
  const zed = Deno.build.os === "windows" ? join(appFolder(), "Zed") : join(xdgFolder(), "zed");
  const opencode = join(xdgFolder(), "opencode");
  const code = join(appFolder(), "Code", "User");
  const json = { format: "json" as const, key: "mcpServers" };
  return [
    {
      ...json,
      name: "claude-code",
      title: "Claude Code",
      files: [join(home, ".claude.json")],
      signs: [join(home, ".claude.json"), join(home, ".claude")],
      entry: typed,
    },
    { ...json, name: "cursor", title: "Cursor", files: [join(home, ".cursor", "mcp.json")], signs: [join(home, ".cursor")], entry: plain },
    { ...json, name: "vscode", title: "VS Code", files: [join(code, "mcp.json")], signs: [code], key: "servers", entry: typed },
    {
      name: "codex",
      title: "Codex",
      files: [join(home, ".codex", "config.toml")],
      signs: [join(home, ".codex")],
      format: "toml",
      key: "mcp_servers",
      entry: plain,
    },
    {
      ...json,
      name: "gemini",
      title: "Gemini CLI",
      files: [join(home, ".gemini", "settings.json")],
      signs: [join(home, ".gemini")],
      entry: plain,
    },
    { ...json, name: "zed", title: "Zed", files: [join(zed, "settings.json")], signs: [zed], key: "context_servers", entry: plain },
    {
      ...json,
      name: "windsurf",
      title: "Windsurf",
      files: [join(home, ".codeium", "windsurf", "mcp_config.json")],
      signs: [join(home, ".codeium", "windsurf")],
      entry: plain,
    },
    {
      ...json,
      name: "opencode",
      title: "opencode",
      files: [join(opencode, "opencode.json"), join(opencode, "opencode.jsonc")],
      signs: [opencode],
      key: "mcp",
      entry: ({ command, args }) => ({ type: "local", command: [command, ...args], enabled: true }),
    },
    {
      ...json,
      name: "jetbrains",
      title: "JetBrains (Junie)",
      files: [join(home, ".junie", "mcp", "mcp.json")],
      signs: [join(home, ".junie"), join(appFolder(), "JetBrains")],
      entry: plain,
    },
  ];
}

/** Whether the agent seems to be installed. */
export function isInstalled(client: Client): boolean {
  return client.signs.some((sign) => existsSync(sign));
}

/**
 * The file that an agent's entry belongs in.
 * @throws CallgroveError internal_error if the user has no home folder
 */
export function configurationFile(client: Client): string {
  const file = client.files.find((file) => existsSync(file)) ?? client.files[0]!;
  if (isAbsolute(file)) return file;
  throw new CallgroveError("internal_error", `Cannot find the configuration of ${client.title}: the environment names no home folder`, {
    hint: `Set ${Deno.build.os === "windows" ? "USERPROFILE" : "HOME"}.`,
  });
}

/** How an agent starts this very program: the binary by its path, a checkout by its task. */
export function thisServer(): ServerCommand {
  const isBundled = import.meta.url.endsWith(".js");
  if (isBundled) return { command: Deno.execPath(), args: ["mcp"] };
  const checkout = join(import.meta.dirname ?? ".", "..", "..");
  return { command: Deno.execPath(), args: ["task", "--quiet", "--config", join(checkout, "deno.json"), "callgrove", "mcp"] };
}
