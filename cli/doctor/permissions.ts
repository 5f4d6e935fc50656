/**
 * Proves what this process is not allowed to do by trying it.
 *
 * Stage: CLI. Invariants: an attempt that is not refused does no harm and reaches no other machine; "refused" means that the runtime denied
 * it, not that the attempt failed otherwise.
 */
import type { Check } from "./check.ts";

interface Attempt {
  readonly name: string;
  readonly refused: string;
  readonly allowed: string;
  readonly attempt: () => unknown;
}

/** An address where nothing listens: if allowed, the attempt fails at once, on this machine. */
const NOWHERE = { hostname: "127.0.0.1", port: 49_151 };

const ATTEMPTS: readonly Attempt[] = [
  {
    name: "network",
    refused: "refused by the runtime: nothing can leave",
    allowed: "not refused",
    attempt: () => Deno.connect(NOWHERE).then((connection) => connection.close()),
  },
  { name: "fetch", refused: "refused", allowed: "not refused", attempt: () => fetch(`http://${NOWHERE.hostname}:${NOWHERE.port}/`) },
  { name: "listening", refused: "refused", allowed: "not refused", attempt: () => Deno.listen({ ...NOWHERE, port: 0 }).close() },
  // Loosely typed, as it does not matter what would be loaded.
  {
    name: "native libraries (FFI)",
    refused: "refused",
    allowed: "not refused",
    attempt: () => Deno.dlopen("callgrove-no-such-library", {}),
  },
  {
    name: "other programs",
    refused: "refused: git is the only one",
    allowed: "not refused",
    attempt: () => new Deno.Command(Deno.execPath(), { args: ["--version"], stdout: "null", stderr: "null" }).output(),
  },
  {
    name: "other environment variables",
    refused: "refused: only those it names are read",
    allowed: "not refused",
    attempt: () => Deno.env.get("CALLGROVE_NOT_NAMED_ANYWHERE"),
  },
];

/** Tries each forbidden action. */
export async function checkPermissions(): Promise<Check[]> {
  const checks: Check[] = [];
  for (const { name, refused, allowed, attempt } of ATTEMPTS) {
    const isRefused = await isRefusedBy(attempt);
    checks.push(
      isRefused ? { area: "permissions", name, state: "ok", detail: refused } : {
        area: "permissions",
        name,
        state: "problem",
        detail: allowed,
        mend: "run the released binary, or: deno task callgrove",
      },
    );
  }
  return checks;
}

async function isRefusedBy(attempt: () => unknown): Promise<boolean> {
  try {
    await attempt();
    return false;
  } catch (thrown) {
    return thrown instanceof Deno.errors.NotCapable;
  }
}
