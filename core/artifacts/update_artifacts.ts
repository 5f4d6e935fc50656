/**
 * Updates the artifacts of a ref in the index: manifests, configurations, documents, migrations, templates and assembly.
 *
 * Stage: artifacts, after resolve. Invariants: a file whose size and time are known is not read again; a text that is stored for its path
 * is not analyzed again; an unreadable file yields no edges.
 */
import { join } from "node:path";
import { decodeSource, type Skip, type SourceText } from "../scan/decode_source.ts";
import { readSource } from "../scan/read_source.ts";
import { ArtifactWriter, type KnownArtifact, type RefArtifact } from "../store/artifact_store.ts";
import type { IndexWriter } from "../store/index_writer.ts";
import { isKept, type ScannedArtifact } from "./artifact_kinds.ts";
import { type ArtifactFacts, readArtifact, READER_VERSION } from "./read_artifact.ts";

/** Stored in place of the hash of an unreadable file. */
const UNREADABLE = "-";
const NOTHING: ArtifactFacts = { name: "", edges: [] };

/** Where artifacts are read from and written to. */
export interface ArtifactContext {
  readonly root: string;
  readonly writer: IndexWriter;
  readonly readObjects: (ids: readonly string[]) => Promise<Map<string, Uint8Array>>;
  /** Whether a time is too recent to be trusted. */
  readonly isRacy: (time: number) => boolean;
}

/** The artifacts of a ref, and whether they differ from what the index had. */
export interface ArtifactUpdate {
  readonly artifacts: RefArtifact[];
  readonly changed: boolean;
}

/** @param known the artifacts of this ref in the index */
export async function updateArtifacts(
  context: ArtifactContext,
  scanned: readonly ScannedArtifact[],
  known: readonly KnownArtifact[],
): Promise<ArtifactUpdate> {
  const { writer } = context;
  const before = new Map(known.map((one) => [one.path, one]));
  const store = new ArtifactWriter(writer);
  const artifacts: RefArtifact[] = [];
  const doubtful: ScannedArtifact[] = [];
  for (const one of scanned) {
    if (!isKept(one)) continue;
    const old = before.get(one.path);
    const isSame = old !== undefined && (one.object !== undefined ? old.hash === keyOf(one.object) : isUntouched(one, old));
    if (isSame) artifacts.push(old);
    else doubtful.push(one);
  }
  const wanted = doubtful.filter((one) => one.object !== undefined && store.find(writer.pathId(one.path), keyOf(one.object)) === undefined);
  const texts = await context.readObjects(wanted.map((one) => one.object!));
  for (const one of doubtful) {
    const pathId = writer.pathId(one.path);
    const read = readOne(context, one, store, pathId, texts);
    if (read === undefined) continue;
    const time = one.object !== undefined || context.isRacy(one.time) ? 0 : one.time;
    artifacts.push({ pathId, artifactId: read, size: one.object === undefined ? one.size : 0, time });
  }
  store.flush();
  return { artifacts, changed: doubtful.length > 0 || artifacts.length !== known.length };
}

function keyOf(hash: string): string {
  return `${hash}.${READER_VERSION}`;
}

function isUntouched(one: ScannedArtifact, old: KnownArtifact): boolean {
  return old.size === one.size && old.time === one.time && old.hash.endsWith(`.${READER_VERSION}`);
}

/** The id of a file's stored artifact; undefined if there is nothing to read. */
function readOne(
  context: ArtifactContext,
  one: ScannedArtifact,
  store: ArtifactWriter,
  pathId: number,
  texts: ReadonlyMap<string, Uint8Array>,
): number | undefined {
  const stored = one.object === undefined ? undefined : store.find(pathId, keyOf(one.object));
  if (stored !== undefined) return stored;
  const source = one.object === undefined ? readSource(join(context.root, one.path), one.path) : sourceIn(texts, one.path, one.object);
  if (source === undefined) return undefined;
  if ("reason" in source && source.reason === "vanished") return undefined;
  // An unreadable file yields nothing, and is not read again until it changes.
  const isText = "text" in source;
  const hash = keyOf(isText ? source.hash : UNREADABLE);
  return store.find(pathId, hash) ?? store.add(pathId, hash, one.kind, isText ? readArtifact(one, one.path, source.text) : NOTHING);
}

/** A text that was read from git; undefined if git does not have it. */
function sourceIn(texts: ReadonlyMap<string, Uint8Array>, path: string, object: string): SourceText | Skip | undefined {
  const bytes = texts.get(object);
  return bytes === undefined ? undefined : decodeSource(bytes, path, object);
}
