/**
 * Entry of the thread that reads transcripts ahead.
 *
 * Invariant: it composes and does nothing itself.
 */
import { serveReader } from "./memory/sessions/message_source.ts";

serveReader();
