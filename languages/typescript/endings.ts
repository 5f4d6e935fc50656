/**
 * Endings of files: what a specifier's ending, or the lack of one, may be on the disk, and what is no file of code.
 *
 * Stage: resolve. Source: the compiler's own rules, by which a file that only declares (`types.d.ts`) is found as `./types.ts` and `./types.js`.
 */
import { tableOf } from "../../core/base/tables.ts";

/** Endings that a specifier without one may stand for, best first. */
export const ENDINGS = [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".d.ts", ".d.mts", ".d.cts"];
/** What an ending in the text may be on disk. */
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
/** Endings of what a bundler makes a module of, which is no file of code, or of another language. */
export const NO_CODE =
  /\.(?:vue|svelte|astro|marko|mdx?|json[5c]?|css|s[ac]ss|less|styl|html?|hbs|ejs|pug|graphqls?|gql|proto|sql|glsl|svg|png|jpe?g|gif|webp|ico|woff2?|mp[34]|wasm|node|txt|ya?ml|toml|csv|xml|coffee|ls)$/i;

/** What stands before the ending of a file that a build for one platform takes in place of the one without (`button.ios.ts`), most likely first. */
const PLATFORMS = ["native", "ios", "android", "web", "windows", "macos"];
const OF_PLATFORM = new RegExp(`\\.(?:${PLATFORMS.join("|")})(\\.[cm]?[jt]sx?)$`);
/** Endings of files that a specifier may stand for where no file is for all platforms, best first. */
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
