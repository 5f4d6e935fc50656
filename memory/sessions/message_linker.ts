/**
 * Links the messages of a run as they arrive, knowing which files a session had open and their contents.
 *
 * Stage: memory. Invariant: a session's changes to a file are tracked, so that its next edit is placed in the file as it was then.
 */
import { describeLines } from "../links/line_span.ts";
import { type Linker, linkMentions, linkPlace, linkStackTraces } from "../links/link_message.ts";
import { placeEdit } from "../links/place_edit.ts";
import type { FileVersions } from "../history/file_versions.ts";
import type { FileTouch, TranscriptMessage } from "../transcripts/transcript.ts";
import type { OwnPaths } from "./own_paths.ts";
import type { ReadyMessage } from "./read_messages.ts";
import type { SessionWriter } from "./session_writer.ts";

/** Limits of the texts of files in sessions that are cached: number, and characters. */
const KEPT_TEXTS = 300;
const KEPT_CHARACTERS = 8_000_000;

/** Links messages to functions. */
export class MessageLinker {
  readonly #linker: Omit<Linker, "textAt">;
  readonly #writer: SessionWriter;
  readonly #paths: OwnPaths;
  readonly #versions: FileVersions;
  /** Files that were open in each session. */
  readonly #open = new Map<string, Set<string>>();
  /** By session and path, the file as the session left it. */
  readonly #texts = new Map<string, string>();
  #characters = 0;
  notPlaced = 0;

  constructor(linker: Omit<Linker, "textAt">, writer: SessionWriter, paths: OwnPaths, versions: FileVersions) {
    this.#linker = linker;
    this.#writer = writer;
    this.#paths = paths;
    this.#versions = versions;
  }

  /** Links a message that was written as number `id`. */
  async link(message: ReadyMessage, id: number): Promise<void> {
    for (const touch of message.touches) await this.#linkTouch(message, id, touch);
    for (const review of message.reviews ?? []) {
      const path = this.#paths.toOwn(review.path, message.cwd);
      if (path === "") continue;
      const link = await linkPlace(this.#for(message), { path, line: review.line, at: message.at }, {
        change: "reviewed",
        evidence: "review",
        detail: `${path}:${review.line}`,
      });
      if (link !== undefined) this.#writer.addLink(id, message.session, message.at, link);
    }
    if (message.mentions.length > 0) {
      const open = this.#open.get(message.session);
      for (const link of linkMentions(this.#for(message), message.text, message.mentions, (path) => open?.has(path) ?? false)) {
        this.#writer.addLink(id, message.session, message.at, link);
      }
    }
    if (message.traces.length > 0) await this.#linkErrors(message, id);
  }

  async #linkErrors(message: ReadyMessage, id: number): Promise<void> {
    const errors = await linkStackTraces(this.#for(message), message.traces, message.at, (path) => this.#paths.toOwn(path, message.cwd));
    for (const error of errors) {
      this.#writer.addError(id, message.session, message.at, error);
      for (const link of error.links) this.#writer.addLink(id, message.session, message.at, link);
    }
  }

  async #linkTouch(message: ReadyMessage, id: number, touch: FileTouch): Promise<void> {
    const path = this.#paths.toOwn(touch.path, message.cwd);
    if (path === "") return;
    let open = this.#open.get(message.session);
    if (open === undefined) this.#open.set(message.session, open = new Set());
    open.add(path);
    this.#writer.addTouch(id, message.session, touch.kind, path, touch.lines ?? [0, 0]);
    if (touch.kind === "read" || !this.#linker.reader.reads(path)) return;
    const placed = await placeEdit(this.#linker.reader, path, touch, await this.#textsFor(message, path, touch));
    if (placed === undefined) {
      this.notPlaced++;
      return;
    }
    this.#keep(message.session, path, placed.after);
    for (const { symbol, change, lines, bodyHash } of placed.symbols) {
      this.#writer.addLink(id, message.session, message.at, {
        change,
        stableId: symbol.stableId,
        path,
        name: symbol.name,
        startLine: symbol.lineStart,
        line: lines[0],
        evidence: "edit",
        detail: describeLines(lines),
        bodyHash,
      });
    }
  }

  /** Possible texts of the file: as the session left it, as it was at that time, as it is now. */
  async #textsFor(message: TranscriptMessage, path: string, touch: FileTouch): Promise<string[]> {
    if (touch.before !== undefined || (touch.after !== undefined && touch.kind === "create")) return [];
    const own = this.#texts.get(`${message.session}\0${path}`);
    if (own !== undefined) return [own];
    const texts = [await this.#versions.at(path, message.at), this.#versions.now(path)];
    return [...new Set(texts)].filter((text) => text !== undefined);
  }

  #keep(session: string, path: string, text: string): void {
    const key = `${session}\0${path}`;
    this.#drop(key);
    this.#texts.set(key, text);
    this.#characters += text.length;
    while (this.#texts.size > KEPT_TEXTS || (this.#texts.size > 1 && this.#characters > KEPT_CHARACTERS)) {
      this.#drop(this.#texts.keys().next().value!);
    }
  }

  #drop(key: string): void {
    this.#characters -= this.#texts.get(key)?.length ?? 0;
    this.#texts.delete(key);
  }

  #for(message: TranscriptMessage): Linker {
    return {
      ...this.#linker,
      textAt: async (path, at) => this.#texts.get(`${message.session}\0${path}`) ?? await this.#versions.at(path, at),
    };
  }
}
