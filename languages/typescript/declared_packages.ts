/**
 * Which packages manifests declare, and whether a specifier that names none of them may still denote a file of the repository, by an alias
 * that a program passes to its bundler.
 *
 * Stage: resolve. Pure. Invariant: what may be in the repository is never reported as external.
 */
import { addAt } from "../../core/base/lists.ts";
import { baseName, folderOf } from "../../core/base/path_parts.ts";

/** What every program has without declaring it. */
const BUILT_IN = new Set(
  ("assert async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns domain events fs http http2 https " +
    "inspector module net os path perf_hooks process punycode querystring readline repl stream string_decoder sys timers tls trace_events tty " +
    "url util v8 vm wasi worker_threads zlib bun deno vscode electron").split(" "),
);
const PACKAGE = /^(?:@[a-z\d][\w.~-]*\/)?[a-z\d_][\w.~-]*(?=\/|$)/i;
/** Modules that a framework makes. */
const MADE = /^\$(?:app|env|service-worker)(?:\/|$)/;
const ENDING = /(?:\.d)?\.[cm]?[jt]sx?$/;

/** The packages that the repository's manifests declare. */
export class DeclaredPackages {
  /** Paths without their endings, by their last names. */
  #byLastName: ReadonlyMap<string, readonly string[]> | undefined;

  constructor(readonly names: ReadonlySet<string>, readonly paths: Iterable<string>) {}

  /** Whether a specifier names a package that some manifest declares. */
  has(specifier: string): boolean {
    const name = PACKAGE.exec(specifier)?.[0];
    return name !== undefined && (this.names.has(name) || this.names.has(`@types/${name.replace(/^@(.+)\//, "$1__")}`));
  }

  /**
   * Whether a specifier may denote a file of the package in `folder`, or a file by its full path: it names no package, or one that nothing
   * declares and that either cannot be one or ends a path, as a whole or after its name.
   * @param folder undefined if no manifest defines a package: then a bare name is an installed one
   */
  mayBeOwn(specifier: string, folder: string | undefined): boolean {
    const name = PACKAGE.exec(specifier)?.[0];
    if (name === undefined) return !MADE.test(specifier);
    if (BUILT_IN.has(name) || this.has(specifier) || (folder === undefined && name === specifier)) return false;
    // The name of a new package has no capitals: such a one is an alias, wherever it leads.
    if (folder !== undefined && /[A-Z]/.test(name)) return true;
    const wanted = specifier.replace(ENDING, "");
    const within = folder === undefined || folder === "" ? "" : `${folder}/`;
    // A loader may be configured so that the name represents a folder (`ace/lib/event` for `src/lib/event.js`): if two names follow it,
    // that is likely.
    const behind = folder === undefined ? "" : wanted.slice(name.length + 1);
    const isBehind = (path: string): boolean => behind.includes("/") && `/${path}`.endsWith(`/${behind}`);
    return this.#pathsNamed(baseName(wanted)).some((path) =>
      path === wanted || (path.startsWith(within) && (`/${path}`.endsWith(`/${wanted}`) || isBehind(path)))
    );
  }

  #pathsNamed(name: string): readonly string[] {
    if (this.#byLastName === undefined) {
      const named = new Map<string, string[]>();
      for (const path of this.paths) {
        const stem = path.replace(ENDING, "");
        addAt(named, baseName(stem), stem);
        if (baseName(stem) === "index") addAt(named, baseName(folderOf(stem)), folderOf(stem));
      }
      this.#byLastName = named;
    }
    return this.#byLastName.get(name) ?? [];
  }
}
