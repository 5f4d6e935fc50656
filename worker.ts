/**
 * Entry of the worker threads: the heavy work with all languages.
 *
 * Invariant: it composes and does nothing itself.
 */
import { serveJobs } from "./core/threads/worker.ts";
import { threadLanguages } from "./thread_languages.ts";

serveJobs(threadLanguages);
