/** The databases of memory as `doctor` shows them. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { CallgroveError, describeThrown } from "../../core/errors.ts";
import { inspectStore, type StoreKind } from "../../memory/store/open_store.ts";
import { ORG } from "../../memory/store/org_store.ts";
import { SESSIONS } from "../../memory/store/sessions_store.ts";
import { faultOf } from "../../workspace/read_health.ts";
import { type Check, wholeOrFaulty } from "./check.ts";

/** Each database: what to say if it does not exist, and the command that creates or repairs it. */
const STORES: readonly { readonly kind: StoreKind; readonly name: string; readonly none: string; readonly mend: string }[] = [
  { kind: ORG, name: "decisions", none: "nothing has been recorded yet", mend: "callgrove memory ingest" },
  { kind: SESSIONS, name: "sessions", none: "none have been read yet", mend: "callgrove memory ingest --sessions DIR" },
];

/** Whether memory can be read: every page of both databases is checked. */
export function checkMemory(folder: string): Check[] {
  return STORES.map(({ kind, name, none, mend }): Check => {
    const check = { area: "memory", name };
    try {
      const { state, db } = inspectStore(folder, kind, true);
      switch (state) {
        case "ready": {
          const fault = faultOf(db!);
          db!.close();
          return wholeOrFaulty(check, fault, statSync(join(folder, kind.file)).size, mend);
        }
        case "missing":
          return { ...check, state: "note", detail: none };
        case "newer":
          return {
            ...check,
            state: "problem",
            detail: `"${kind.file}" was made by a newer version of callgrove`,
            mend: "use the newer callgrove, or keep two apart with --db DIR",
          };
        case "older":
          return { ...check, state: "problem", detail: `"${kind.file}" was made by an older version`, mend };
        case "damaged":
          return { ...check, state: "problem", detail: `"${kind.file}" is damaged`, mend };
      }
    } catch (thrown) {
      return { ...check, state: "problem", detail: describeThrown(thrown), mend: mendOf(thrown) ?? "callgrove index --db DIR" };
    }
  });
}

function mendOf(thrown: unknown): string | undefined {
  return thrown instanceof CallgroveError ? thrown.data["remediation"] as string | undefined : undefined;
}
