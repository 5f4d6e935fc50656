/** The index of a project as `doctor` shows it. */
import { countSkipped } from "../../core/scan/decode_source.ts";
import { isWritable, type ProjectPlace } from "../../core/store/location.ts";
import { count } from "../../query/render/style.ts";
import { type IndexHealth, readHealth } from "../../workspace/read_health.ts";
import { loadLanguageModule } from "../../later.ts";
import { type Check, wholeOrFaulty } from "./check.ts";

const NAMED = 5;

/** Where the index is, whether it is usable and up to date, and what was skipped and why. */
export async function checkIndex(place: ProjectPlace): Promise<Check[]> {
  const health = await readHealth(place, await (await loadLanguageModule()).loadLanguageTable());
  const area = "index";
  const folder: Check = !isWritable(place.folder)
    ? { area, name: "folder", state: "problem", detail: `"${place.folder}" cannot be written`, mend: "--db DIR or CALLGROVE_DB" }
    : place.note === ""
    ? { area, name: "folder", state: "ok", detail: health.folder }
    : { area, name: "folder", state: "note", detail: place.note };
  const writing: Check[] = health.isBeingWritten
    ? [{ area, name: "writer", state: "note", detail: "another process is bringing it up to date" }]
    : [];
  return [folder, describeState(health), ...writing, ...describeContent(health)];
}

function describeState(health: IndexHealth): Check {
  const check = { area: "index", name: "database" };
  switch (health.state) {
    case "ready":
      return wholeOrFaulty(check, health.fault, health.bytes, "callgrove index --force");
    case "missing":
      return { ...check, state: "note", detail: "not there yet; the first question makes it" };
    case "older":
      return { ...check, state: "note", detail: "made by an older version; the next question rebuilds it" };
    case "newer":
      return {
        ...check,
        state: "problem",
        detail: "made by a newer version of callgrove",
        mend: "use the newer callgrove, or keep two indexes apart with --db DIR",
      };
    case "damaged":
      return { ...check, state: "problem", detail: "damaged", mend: "callgrove index" };
    case "unreadable":
      return { ...check, state: "problem", detail: health.fault, mend: health.mend || "callgrove index --db DIR" };
  }
}

function describeContent(health: IndexHealth): Check[] {
  if (health.state !== "ready" || health.indexedAt === "") return [];
  const reasons = Map.groupBy(health.skipped, (one) => one.reason);
  const skipped = [...reasons].map(([reason, files]): Check => {
    const paths = [...new Set(files.map((one) => one.path))];
    const named = paths.slice(0, NAMED).join(", ");
    const more = paths.length > NAMED ? ", …" : "";
    return { area: "index", name: "left out", state: "note", detail: `${count(countSkipped(files), "file")}, ${reason}: ${named}${more}` };
  });
  const pending = health.pending === 0
    ? "up to date"
    : `${count(health.pending, "changed file")} not in it yet; the next question brings them in`;
  return [{ area: "index", name: "state", state: "ok", detail: `indexed ${health.indexedAt}, ${pending}` }, ...skipped];
}
