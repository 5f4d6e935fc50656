/**
 * Ensures one writer at a time: the lease on a folder of databases.
 *
 * Stage: write. The lease is an operating system lock on a file, held through SQLite: it ends with the process that holds it, however that
 * process ends, so there are no stale locks and no process ids to trust. Invariant: readers never need it.
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { DatabaseSync } from "node:sqlite";
import { CallgroveError, describeThrown } from "../errors.ts";
import { cannotWrite } from "./location.ts";

const LEASE_FILE = "index.lease";
const HOLDER_FILE = "index.holder";
const POLL_MS = 50;

/** Held until `release`. */
export interface Lease {
  release(): void;
}

/**
 * Takes the lease of `folder`, which exists.
 * @param waitMs how long to wait while another process writes
 * @throws CallgroveError index_in_progress after that time; internal_error if the folder cannot be written
 */
export async function takeLease(folder: string, waitMs: number): Promise<Lease> {
  for (const start = performance.now();;) {
    const lease = tryLease(folder);
    if (lease !== undefined) return lease;
    if (performance.now() - start >= waitMs) {
      const holder = readHolder(folder);
      const who = holder === undefined ? "another process" : `process ${holder.pid} since ${holder.since}`;
      throw new CallgroveError("index_in_progress", `Cannot index into "${folder}": ${who} is writing there`, {
        hint: "Wait until it is done and run the command again; questions are answered from the index as it was.",
        data: { ...(holder ?? {}), remediation: "callgrove index" },
      });
    }
    await new Promise((wake) => setTimeout(wake, POLL_MS));
  }
}

/** The process that is writing to the databases in `folder` now, as far as it is known; undefined if there is none. */
export function findWriter(folder: string): { readonly pid?: number; readonly since?: string } | undefined {
  try {
    const lease = tryLease(folder, false);
    lease?.release();
    return lease === undefined ? (readHolder(folder) ?? {}) : undefined;
  } catch {
    return undefined;
  }
}

function tryLease(folder: string, announce = true): Lease | undefined {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(join(folder, LEASE_FILE));
    lock.exec("PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE");
  } catch (thrown) {
    lock?.close();
    if (/locked|busy/i.test(describeThrown(thrown))) return undefined;
    throw cannotWrite(folder, thrown);
  }
  const held = lock;
  const holder = join(folder, HOLDER_FILE);
  if (announce) writeHolder(holder);
  return {
    release: () => {
      if (announce) rmSync(holder, { force: true });
      held.close();
    },
  };
}

function writeHolder(file: string): void {
  try {
    writeFileSync(file, JSON.stringify({ pid: process.pid, since: new Date().toISOString() }));
  } catch {
    // It only improves a message.
  }
}

function readHolder(folder: string): { pid: number; since: string } | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, HOLDER_FILE), "utf8")) as { pid: number; since: string };
  } catch {
    return undefined;
  }
}
