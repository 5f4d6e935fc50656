/**
 * Where the system keeps what belongs to a user: configuration and caches.
 *
 * Stage: before all others. Invariants: named by the environment and the platform's custom alone; nothing is made or
 * looked at; nothing large is loaded for it, for threads ask too.
 */
import { readVariable } from "./process_environment.ts";

/** The user's home; "" where the environment names none. */
export function homeFolder(): string {
  return variable("HOME") || variable("USERPROFILE");
}

/** Callgrove's own configuration: drop-in languages, what is trusted. */
export function configFolder(): string {
  return ownFolder("XDG_CONFIG_HOME", "APPDATA", "Application Support", ".config");
}

/** Where a user's own languages lie, a folder each. */
export function languagesFolder(): string {
  return join(configFolder(), "languages");
}

/** What can be made again at any time; undefined where the environment names neither that folder nor a home. */
export function cacheFolder(): string | undefined {
  if (Deno.build.os !== "windows" && variable("XDG_CACHE_HOME") === "" && homeFolder() === "") return undefined;
  return ownFolder("XDG_CACHE_HOME", "LOCALAPPDATA", "Caches", ".cache");
}

/** @param wished the variable that names the folder around it, on Windows `windows` does; in a Mac's library or the home folder without. */
function ownFolder(wished: string, windows: string, mac: string, other: string): string {
  const usual = Deno.build.os === "windows"
    ? variable(windows)
    : Deno.build.os === "darwin"
    ? join(homeFolder(), "Library", mac)
    : join(homeFolder(), other);
  return join(variable(wished) || usual, "callgrove");
}

function join(...parts: readonly string[]): string {
  return parts.join(Deno.build.os === "windows" ? "\\" : "/");
}

function variable(name: string): string {
  return readVariable(name) ?? "";
}
