/** Lines of transcripts in the agents' own forms, for tests and measurements. */

type Json = Record<string, unknown>;

/** Claude Code's lines for one session. */
export function claudeSession(session: string, cwd: string, start = "2026-05-01T10:00:00.000Z"): {
  user(text: string): string;
  assistant(text: string): string;
  printed(text: string): string;
  read(path: string, first: number, lines: number, content?: string): string;
  edit(path: string, before: string, removed: string, added: string): string;
  create(path: string, content: string): string;
} {
  let n = 0;
  const line = (type: string, message: Json, more: Json = {}): string => {
    const at = new Date(Date.parse(start) + n * 1000).toISOString();
    n++;
    return JSON.stringify({
      parentUuid: n === 1 ? null : `${session}-${n - 1}`,
      isSidechain: false,
      userType: "external",
      cwd,
      sessionId: session,
      version: "2.1.12",
      gitBranch: "main",
      type,
      message,
      uuid: `${session}-${n}`,
      timestamp: at,
      ...more,
    });
  };
  const result = (toolUseResult: unknown, content = "ok"): string =>
    line("user", { role: "user", content: [{ tool_use_id: `t${n}`, type: "tool_result", content }] }, { toolUseResult });
  return {
    user: (text) => line("user", { role: "user", content: text }),
    assistant: (text) => line("assistant", { model: "claude-test", role: "assistant", content: [{ type: "text", text }] }),
    printed: (text) => result({ stdout: text, stderr: "", interrupted: false }, text),
    read: (path, first, lines, content = "") =>
      result(
        { type: "text", file: { filePath: path, content, numLines: lines, startLine: first, totalLines: 900 } },
        content.split("\n").map((text, i) => `${String(first + i).padStart(6)}→${text}`).join("\n"),
      ),
    edit: (path, before, removed, added) =>
      result({
        filePath: path,
        oldString: removed,
        newString: added,
        originalFile: before,
        structuredPatch: [],
        userModified: false,
        replaceAll: false,
      }),
    create: (path, content) => result({ type: "create", filePath: path, content, structuredPatch: [], originalFile: null }),
  };
}

/** Codex's lines: a session with words, a command's output and patches. */
export function codexSession(session: string, cwd: string, start = "2026-05-02T10:00:00.000Z"): {
  meta(): string;
  message(role: "user" | "assistant", text: string): string;
  patch(patch: string, outcome: string): string[];
  review(path: string, line: number, title: string): string;
} {
  let n = 0;
  const line = (type: string, payload: Json): string =>
    JSON.stringify({ timestamp: new Date(Date.parse(start) + n++ * 1000).toISOString(), type, payload });
  return {
    meta: () =>
      line("session_meta", {
        id: session,
        timestamp: start,
        cwd,
        originator: "codex_cli_rs",
        cli_version: "0.65.0",
        instructions: null,
        git: {},
      }),
    message: (role, text) =>
      line("response_item", { type: "message", role, content: [{ type: role === "user" ? "input_text" : "output_text", text }] }),
    patch: (patch, outcome) => [
      line("response_item", { type: "custom_tool_call", name: "apply_patch", input: patch, call_id: `c${n}`, status: "completed" }),
      line("response_item", { type: "custom_tool_call_output", call_id: `c${n - 1}`, output: outcome }),
    ],
    review: (path, at, title) =>
      line("event_msg", {
        type: "exited_review_mode",
        review_output: {
          findings: [{
            title,
            body: "see above",
            confidence_score: 0.9,
            priority: 1,
            code_location: { absolute_file_path: path, line_range: { start: at, end: at } },
          }],
        },
      }),
  };
}
