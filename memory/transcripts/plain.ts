/**
 * The plain format for all other agents and tools: JSON Lines that anyone can write.
 *
 * Stage: memory. One message per line: `{"session", "role", "text"}` and optionally `time`, `id`, `author`, `cwd`, `branch`, `title`, and
 * `files`: a list of `{"path", "kind": "read"|"edit"|"create", "lines": [first, last], "before", "after", "removed", "added"}`; `review`:
 * `{"path", "line"}` makes the text a review comment on that place. README.md shows an example.
 */
import { isObject, listOf, numberOf, objectOf, textOf } from "../../core/base/parsed_values.ts";
import { type FileTouch, type LineFormat, type ReaderState, timeOf } from "./transcript.ts";

const ROLES = ["user", "assistant", "tool", "system"] as const;

/** The format. */
export const plain: LineFormat = {
  name: "plain",
  mixed: true,
  accepts: (line) => typeof line["session"] === "string" && typeof line["role"] === "string" && typeof line["text"] === "string",
  read(line, state) {
    const role = ROLES.find((one) => one === line["role"]);
    if (typeof line["session"] !== "string" || role === undefined || typeof line["text"] !== "string") return undefined;
    enterSession(state, line["session"]);
    for (const key of ["cwd", "branch", "title"] as const) state[key] = textOf(line[key]) || state[key];
    if (state.cwd !== "") (state.folders ??= {})[state.session] ??= state.cwd;
    state.at = timeOf(line["time"]) || state.at;
    const id = textOf(line["id"]);
    const review = objectOf(line["review"]);
    const path = textOf(review["path"]);
    return [{
      session: state.session,
      uid: id === "" ? "" : `plain:${state.session}:${id}`,
      role,
      at: state.at,
      author: textOf(line["author"]),
      text: line["text"],
      touches: listOf(line["files"]).filter(isObject).map(readFile).filter((one) => one !== undefined),
      ...(path === "" ? {} : { reviews: [{ path, line: numberOf(review["line"]), text: line["text"] }] }),
    }];
  },
};

/** Lines of several sessions may alternate: nothing of the previous one applies to another. */
function enterSession(state: ReaderState, session: string): void {
  if (state.session === session) return;
  Object.assign(state, { session, cwd: state.folders?.[session] ?? "", branch: "", title: "", at: "" });
}

function readFile(file: Readonly<Record<string, unknown>>): FileTouch | undefined {
  const path = textOf(file["path"]);
  const kind = (["read", "edit", "create"] as const).find((one) => one === file["kind"]);
  if (path === "" || kind === undefined) return undefined;
  const [first, last] = listOf(file["lines"]).map(numberOf);
  const whole = (key: "before" | "after"): Partial<FileTouch> => typeof file[key] === "string" ? { [key]: file[key] } : {};
  const replaced = typeof file["removed"] === "string" || typeof file["added"] === "string";
  return {
    kind,
    path,
    ...(first !== undefined && first > 0 ? { lines: [first, Math.max(first, last ?? first)] as const } : {}),
    ...whole("before"),
    ...whole("after"),
    ...(replaced ? { replacements: [{ removed: textOf(file["removed"]), added: textOf(file["added"]) }] } : {}),
  };
}
