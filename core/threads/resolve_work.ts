/**
 * Facts to edges: the work of a resolving thread.
 *
 * Stage: resolve. Invariants: what crosses threads is plain data: buffers, numbers and lists of strings; the parser is not loaded for it.
 */
import type { Facts } from "../facts.ts";
import { decodeAt, type FactsPlace } from "../facts/facts_place.ts";
import { decodeOutline, type Outline } from "../facts/outline.ts";
import type { LanguagePlugin } from "../plugin.ts";
import { makeResolver, type Resolver } from "../resolve/make_resolver.ts";
import type { SourceFile } from "../resolve/world.ts";
import { type PackedEdges, packEdges } from "./packed_edges.ts";

/** A file with its encoded facts and its encoded outline. */
export interface ResolverFile extends FactsPlace {
  readonly path: string;
  readonly outline: string;
}

/** Everything that the resolver of one language needs. */
export interface ResolverInput {
  readonly language: string;
  /** Sorted by path; encoded if sent to another thread. */
  readonly files: readonly ResolverFile[] | readonly SourceFile[];
  readonly library: FactsPlace;
  readonly manifests: readonly (readonly [path: string, text: string])[];
  readonly links: readonly (readonly [path: string, target: string])[];
}

/** The names of the files' modules and packages, in the order of the files. */
export interface PreparedNames {
  readonly modules: readonly string[];
  readonly packages: readonly string[];
}

/** One language of one ref with its tables built, ready to be resolved. */
export class ResolveWork {
  readonly #resolver: Resolver;
  readonly #files: readonly SourceFile[];

  constructor(plugin: LanguagePlugin, input: ResolverInput) {
    // A package may ship each text twice.
    const outlines = new Map<string, Outline>();
    const outlineOf = (text: string): Outline => {
      let outline = outlines.get(text);
      if (outline === undefined) outlines.set(text, outline = decodeOutline(text));
      return outline;
    };
    this.#files = input.files.map((file) => "facts" in file ? file : new EncodedFile(file, outlineOf(file.outline)));
    this.#resolver = makeResolver(plugin, this.#files, decodeAt(input.library), new Map(input.manifests), new Map(input.links));
  }

  names(): PreparedNames {
    const { modules } = this.#resolver;
    const paths = this.#files.map((file) => file.path);
    return { modules: paths.map((path) => modules.nameOf(path)), packages: paths.map((path) => modules.packageName(path)) };
  }

  /** The edges of files, given by their indices. */
  resolve(indices: readonly number[], strictSyntax: boolean): PackedEdges {
    return packEdges(indices, (i) => {
      const skip = strictSyntax && this.#files[i]!.facts.problems.length > 1;
      return skip ? undefined : this.#resolver.resolveFile(i);
    });
  }
}

/**
 * A file whose facts are decoded anew whenever they are asked for: who needs them keeps them (`World.view`). The text of its outline is not
 * kept.
 */
class EncodedFile implements SourceFile {
  readonly path: string;
  readonly #place: FactsPlace;
  constructor({ path, buffer, start, length }: ResolverFile, readonly outline: Outline) {
    this.path = path;
    this.#place = { buffer, start, length };
  }
  get facts(): Facts {
    return decodeAt(this.#place);
  }
}
