/** All that a command may need, as one module: for the first run of a binary (`warm_start.ts`). */
import "./cli/program.ts";
import "./cli/run_program.ts";
import "./cli/serve_mcp.ts";
import "./core/threads/parse_work.ts";
import "./core/threads/resolve_work.ts";
import "./early_threads.ts";
import "./engine.ts";
import "./language_table.ts";
import { languages } from "./languages/mod.ts";
import "./thread_languages.ts";

await Promise.all(languages.map((language) => language.reading()));
