/**
 * Entry of the thread that makes the indexes of a new `index.db`.
 *
 * Invariant: it composes and does nothing itself.
 */
import { serveIndexes } from "./core/store/index_maker.ts";

serveIndexes();
