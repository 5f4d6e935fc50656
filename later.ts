/**
 * Parts of the program that are loaded when they are needed.
 *
 * Invariant: loading this loads nothing else. Deno reads every module into its graph that a plain `import("…")` names, at the start and
 * whether it will be needed or not, which takes longer than the rest of a start; behind `as string` it does not look. The bundler does,
 * so in the binary these are chunks of their own.
 */

/** What starts threads before the rest is loaded. */
export const loadEarlyThreads = (): Promise<typeof import("./early_threads.ts")> =>
  import("./early_threads.ts" as string) as Promise<typeof import("./early_threads.ts")>;

/** The command line. */
export const loadProgram = (): Promise<typeof import("./cli/run_program.ts")> =>
  import("./cli/run_program.ts" as string) as Promise<typeof import("./cli/run_program.ts")>;

/** All commands. */
export const loadCommands = (): Promise<typeof import("./cli/program.ts")> =>
  import("./cli/program.ts" as string) as Promise<typeof import("./cli/program.ts")>;

/** What commands answer with. */
export const loadSession = (): Promise<typeof import("./cli/session.ts")> =>
  import("./cli/session.ts" as string) as Promise<typeof import("./cli/session.ts")>;

/** What says how an index stands. */
export const loadStatus = (): Promise<typeof import("./cli/status.ts")> =>
  import("./cli/status.ts" as string) as Promise<typeof import("./cli/status.ts")>;

/** The MCP server. */
export const loadServer = (): Promise<typeof import("./cli/serve_mcp.ts")> =>
  import("./cli/serve_mcp.ts" as string) as Promise<typeof import("./cli/serve_mcp.ts")>;

/** The indexer with all languages. */
export const loadEngine = (): Promise<typeof import("./engine.ts")> =>
  import("./engine.ts" as string) as Promise<typeof import("./engine.ts")>;

/** All languages. */
export const loadLanguageModule = (): Promise<typeof import("./language_table.ts")> =>
  import("./language_table.ts" as string) as Promise<typeof import("./language_table.ts")>;

/** The parser. */
export const loadParser = (): Promise<typeof import("./core/parse/parse_file.ts")> =>
  import("./core/parse/parse_file.ts" as string) as Promise<typeof import("./core/parse/parse_file.ts")>;

/** What reads agents' transcripts. */
export const loadIngest = (): Promise<typeof import("./memory/ingest.ts")> =>
  import("./memory/ingest.ts" as string) as Promise<typeof import("./memory/ingest.ts")>;

/** What follows renames and moves. */
export const loadFollowing = (): Promise<typeof import("./memory/history/follow_moves.ts")> =>
  import("./memory/history/follow_moves.ts" as string) as Promise<typeof import("./memory/history/follow_moves.ts")>;

/** What reads new commits. */
export const loadCatchUp = (): Promise<typeof import("./memory/history/catch_up.ts")> =>
  import("./memory/history/catch_up.ts" as string) as Promise<typeof import("./memory/history/catch_up.ts")>;

/** What reads and checks drop-in languages. */
export const loadDropInModule = (): Promise<typeof import("./plugins/load_drop_ins.ts")> =>
  import("./plugins/load_drop_ins.ts" as string) as Promise<typeof import("./plugins/load_drop_ins.ts")>;

/** What writes the beginning of a drop-in language. */
export const loadSkeleton = (): Promise<typeof import("./plugins/skeleton.ts")> =>
  import("./plugins/skeleton.ts" as string) as Promise<typeof import("./plugins/skeleton.ts")>;

/** What runs a drop-in language's fixtures. */
export const loadDropInTest = (): Promise<typeof import("./cli/languages/test_drop_in.ts")> =>
  import("./cli/languages/test_drop_in.ts" as string) as Promise<typeof import("./cli/languages/test_drop_in.ts")>;

/** What prints syntax trees. */
export const loadTreePrinter = (): Promise<typeof import("./cli/languages/print_tree.ts")> =>
  import("./cli/languages/print_tree.ts" as string) as Promise<typeof import("./cli/languages/print_tree.ts")>;

/** All of it. */
export const loadEverything = (): Promise<unknown> => import("./everything.ts" as string);
