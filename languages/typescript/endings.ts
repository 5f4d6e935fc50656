/**
 * File extensions: what a specifier's extension, or the lack of one, may be on disk, and which are not code.
 *
 * Stage: resolve. Source: the compiler's own rules, by which a declaration file (`types.d.ts`) is found as `./types.ts` and `./types.js`.
 */
import { tableOf } from "../../core/base/tables.ts";

/** Extensions that a specifier without one may have, best first. */
export const ENDINGS = [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".d.ts", ".d.mts", ".d.cts"];
/** The extensions on disk for one in the text. */
export const REPLACED: Readonly<Record<string, readonly string[]>> = tableOf({
  ".ts": [".ts", ".tsx", ".d.ts"],
  ".tsx": [".tsx", ".ts", ".d.ts"],
  ".mts": [".mts", ".d.mts"],
  ".cts": [".cts", ".d.cts"],
  ".js": [".ts", ".tsx", ".js", ".jsx", ".d.ts"],
  ".jsx": [".tsx", ".jsx", ".d.ts"],
  ".mjs": [".mts", ".mjs", ".d.mts"],
  ".cjs": [".cts", ".cjs", ".d.cts"],
  ".d.ts": [".ts", ".tsx", ".d.ts"],
  ".d.mts": [".mts", ".d.mts"],
  ".d.cts": [".cts", ".d.cts"],
});
/** Extensions of what a bundler makes a module of, but is not code, or is of another language. */
export const NO_CODE =
  /\.(?:vue|svelte|astro|marko|mdx?|json[5c]?|css|s[ac]ss|less|styl|html?|hbs|ejs|pug|graphqls?|gql|proto|sql|glsl|svg|png|jpe?g|gif|webp|ico|woff2?|mp[34]|wasm|node|txt|ya?ml|toml|csv|xml|coffee|ls)$/i;

/**
 * What precedes the extension of a file that a build for one platform uses instead of the one without (`button.ios.ts`), most likely first.
 */
const PLATFORMS = ["native", "ios", "android", "web", "windows", "macos"];
const OF_PLATFORM = new RegExp(`\\.(?:${PLATFORMS.join("|")})(\\.[cm]?[jt]sx?)$`);
/** Extensions of files that a specifier may denote if no file is for all platforms, best first. */
export const PLATFORM_ENDINGS = PLATFORMS.flatMap((platform) => ENDINGS.map((ending) => `.${platform}${ending}`));

/** Whether a file is for one platform alone. */
export function isOfPlatform(path: string): boolean {
  return OF_PLATFORM.test(path);
}

/** Files of one name for several platforms, or for one and for all others, that first. */
export function filesByPlatform(files: ReadonlySet<string>): string[][] {
  const groups = new Map<string, string[]>();
  for (const path of files) {
    if (!isOfPlatform(path)) continue;
    const stem = path.replace(OF_PLATFORM, "");
    let group = groups.get(stem);
    if (group === undefined) groups.set(stem, group = ENDINGS.map((ending) => stem + ending).filter((plain) => files.has(plain)));
    group.push(path);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}
