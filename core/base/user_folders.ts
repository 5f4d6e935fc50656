/**
 * The user's folders for configuration and caches.
 *
 * Stage: before all others. Invariants: determined only by the environment and the conventions of the platform; nothing is created or
 * accessed; nothing large is loaded, for threads use it too.
 */
import { readVariable } from "./process_environment.ts";

/** The user's home; "" if the environment names none. */
export function homeFolder(): string {
  return variable("HOME") || variable("USERPROFILE");
}

/** Callgrove's own configuration: drop-in languages, trust decisions. */
export function configFolder(): string {
  return ownFolder("XDG_CONFIG_HOME", "APPDATA", "Application Support", ".config");
}

/** Where the user's own languages lie, one folder each. */
export function languagesFolder(): string {
  return join(configFolder(), "languages");
}

/** For data that can be regenerated at any time; undefined if the environment names neither that folder nor a home. */
export function cacheFolder(): string | undefined {
  if (Deno.build.os !== "windows" && variable("XDG_CACHE_HOME") === "" && homeFolder() === "") return undefined;
  return ownFolder("XDG_CACHE_HOME", "LOCALAPPDATA", "Caches", ".cache");
}

/**
 * @param wanted the variable that names the parent folder; on Windows `windows` does. If it is not set: the Library folder on a Mac,
 * elsewhere the home folder.
 */
function ownFolder(wanted: string, windows: string, mac: string, other: string): string {
  const usual = Deno.build.os === "windows"
    ? variable(windows)
    : Deno.build.os === "darwin"
    ? join(homeFolder(), "Library", mac)
    : join(homeFolder(), other);
  return join(variable(wanted) || usual, "callgrove");
}

function join(...parts: readonly string[]): string {
  return parts.join(Deno.build.os === "windows" ? "\\" : "/");
}

function variable(name: string): string {
  return readVariable(name) ?? "";
}
