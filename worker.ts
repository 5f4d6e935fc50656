/**
 * Entry of the worker threads: the heavy work with all languages.
 *
 * Invariant: it composes and does nothing itself.
 */
import { serveJobs } from "./core/worker.ts";
import { loadLanguages } from "./language_table.ts";

serveJobs(loadLanguages("with code").then(({ plugins }) => plugins));
