/**
 * Where the system keeps what belongs to a user: configuration and caches.
 *
 * Stage: before all others. Invariants: named by the environment and the platform's custom alone; nothing is made or
 * looked at; nothing is loaded for it, for threads ask too.
 */

/** The user's home; "" where the environment names none. */
export function homeFolder(): string {
  return variable("HOME") || variable("USERPROFILE");
}

/** Callgrove's own configuration: drop-in languages, what is trusted. */
export function configFolder(): string {
  const custom = Deno.build.os === "windows"
    ? variable("APPDATA")
    : Deno.build.os === "darwin"
    ? join(homeFolder(), "Library", "Application Support")
    : join(homeFolder(), ".config");
  return join(variable("XDG_CONFIG_HOME") || custom, "callgrove");
}

/** Where a user's own languages lie, a folder each. */
export function languagesFolder(): string {
  return join(configFolder(), "languages");
}

/** What can be made again at any time. */
export function cacheFolder(): string {
  const custom = Deno.build.os === "windows"
    ? variable("LOCALAPPDATA")
    : Deno.build.os === "darwin"
    ? join(homeFolder(), "Library", "Caches")
    : join(homeFolder(), ".cache");
  return join(variable("XDG_CACHE_HOME") || custom, "callgrove");
}

function join(...parts: readonly string[]): string {
  return parts.join(Deno.build.os === "windows" ? "\\" : "/");
}

function variable(name: string): string {
  return Deno.env.get(name) ?? "";
}
