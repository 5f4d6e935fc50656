/**
 * Entries of the program's threads.
 *
 * Invariant: loading it loads nothing else. In the checkout the modules are `.ts`; bundled for the binary they are `.js`, all in one
 * folder, and this module's own address says which.
 */
const ending = import.meta.url.slice(-3);

/** Of the pool: `worker.ts`. */
export const workerEntry: URL = new URL(`./worker${ending}`, import.meta.url);
/** Of the thread that indexes for a server: `index_worker.ts`. */
export const indexWorkerEntry: URL = new URL(`./index_worker${ending}`, import.meta.url);
/** Of the thread that runs a drop-in language's fixtures: `fixtures_worker.ts`. */
export const fixturesWorkerEntry: URL = new URL(`./fixtures_worker${ending}`, import.meta.url);
/** Of the thread that reads transcripts ahead: `transcript_worker.ts`. */
export const transcriptWorkerEntry: URL = new URL(`./transcript_worker${ending}`, import.meta.url);
