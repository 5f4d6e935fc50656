/**
 * How the program is started, as the compiled binary and by the task `callgrove`: what it may do, which is no more than it needs, and how
 * its engine compiles.
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
  "XDG_DATA_HOME",
  "USERPROFILE",
  "APPDATA",
  "LOCALAPPDATA",
  "SystemRoot",
  "TMPDIR",
  "TMP",
  "TEMP",
  // Where agents keep their sessions.
  "CLAUDE_CONFIG_DIR",
  "CODEX_HOME",
  // How a terminal wants its output.
  "TERM",
  "NO_COLOR",
  "FORCE_COLOR",
  "CLICOLOR_FORCE",
  "CI",
  "COLUMNS",
];

/**
 * How the engine compiles: without the last tier for JavaScript (WebAssembly has tiers of its own). A thread lives for seconds, and that
 * tier's compiling took more of both cores than its code gave back: an index takes a fifth to a third less CPU time without it. Loops are not
 * unrolled once, and what a function meets is noted from its first call on, so that it is compiled sooner: 2 to 5 % less CPU time.
 * And how it collects garbage: the halves of each thread's young generation grow to 16 MB and no further, and the old one is collected when
 * it has grown to three times what it kept, not to four: the peak of a large index is a tenth lower for a hundredth of its time.
 * Where the program takes much memory it asks for a collection sooner (`core/base/heap.ts`), which `--expose-gc` allows.
 */
export const ENGINE_FLAGS: readonly string[] = [
  "--v8-flags=--no-opt,--no-maglev-loop-peeling,--no-lazy-feedback-allocation,--max-semi-space-size=16,--heap-growing-percent=200,--expose-gc",
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
