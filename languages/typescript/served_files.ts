/**
 * Routes that frameworks serve by a file's path and its exports, as data.
 *
 * Stage: resolve. Pure. Invariant: whether a framework is used is not decided here; a path alone proves nothing.
 */
import { tableOf } from "../../core/base/tables.ts";
import type { ServedFile } from "../../core/resolve/modules.ts";

/** One framework's files. */
interface ServedFiles {
  readonly framework: string;
  /** The package that its applications depend on. */
  readonly package: string;
  /** Matches a path inside the package; the group `path` is the route's, and `method`, if it takes part, its method. */
  readonly file: RegExp;
  /** Exported names of handlers -> HTTP method. */
  readonly handlers: Readonly<Record<string, string>>;
}

const BY_METHOD: Readonly<Record<string, string>> = tableOf(
  Object.fromEntries(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"].map((method) => [method, method])),
);
const BY_DEFAULT: Readonly<Record<string, string>> = tableOf({ default: "ANY" });

const SERVED: readonly ServedFiles[] = [
  { framework: "nextjs", package: "next", file: /^(?:src\/)?pages\/(?<path>api(?:\/.+?)??)(?:\/index)?\.[jt]sx?$/, handlers: BY_DEFAULT },
  { framework: "nextjs", package: "next", file: /^(?:src\/)?app\/(?:(?<path>.+)\/)?route\.[jt]sx?$/, handlers: BY_METHOD },
  {
    framework: "sveltekit",
    package: "@sveltejs/kit",
    file: /^src\/routes\/(?:(?<path>.+)\/)?\+server\.[jt]s$/,
    handlers: { ...BY_METHOD, fallback: "ANY" },
  },
  {
    framework: "nuxt",
    package: "nuxt",
    file: /^server\/(?:routes\/|(?=api\/))(?<path>.+?)(?:\/index)?(?:\.(?<method>get|post|put|patch|delete|head|options))?\.[jt]s$/,
    handlers: BY_DEFAULT,
  },
];

/** Folders that group files or fill places of a page (`(auth)`, `@modal`). */
const NO_SEGMENT = /^(?:\(.*\)|@.*)$/;

/**
 * The route of a file of a package.
 * @param path inside the package
 * @param dependsOn whether the package depends on another
 */
export function servedFile(path: string, dependsOn: (name: string) => boolean): ServedFile | undefined {
  for (const { framework, package: name, file, handlers } of SERVED) {
    const match = file.exec(path);
    if (match === null || !dependsOn(name)) continue;
    const { path: written = "", method } = match.groups!;
    const segments = written.split("/").filter((part) => !NO_SEGMENT.test(part)).map(segmentOf);
    return {
      framework,
      path: `/${segments.join("/")}`,
      handlers: method === undefined ? handlers : { default: method.toUpperCase() },
    };
  }
  return undefined;
}

/** `[id]`, `[...rest]` and `[[...rest]]` are parameters; so is `[id=integer]`, whose test is left out. */
function segmentOf(part: string): string {
  return part.replaceAll(/\[{1,2}(?:\.\.\.)?(\w+)(?:=\w+)?\]{1,2}/g, "{$1}");
}
