/**
 * What the program may do, in the compiled binary and in the task `callgrove`: no more than it needs.
 *
 * Invariant: the one list. `deno.json` repeats it for the task; a test compares the two. No network, no FFI, no other program than git.
 */

/** Environment variables that the program reads; every other one is refused to it. */
export const ENVIRONMENT: readonly string[] = [
  // Its own.
  "CALLGROVE_DB",
  "CALLGROVE_PLUGINS",
  "INIT_CWD",
  // Where programs, the user's folders and temporary files lie; git gets these too.
  "PATH",
  "HOME",
  "XDG_CONFIG_HOME",
  "XDG_CACHE_HOME",
  "USERPROFILE",
  "APPDATA",
  "LOCALAPPDATA",
  "SystemRoot",
  "TMPDIR",
  "TEMP",
  // How a terminal wants its output.
  "TERM",
  "NO_COLOR",
  "FORCE_COLOR",
  "CI",
  "COLUMNS",
];

/** Flags for `deno run` and `deno compile`. */
export const PERMISSIONS: readonly string[] = [
  "--no-prompt",
  "--allow-read",
  "--allow-write",
  "--allow-run=git",
  `--allow-env=${ENVIRONMENT.join(",")}`,
  "--deny-net",
  "--deny-ffi",
];
