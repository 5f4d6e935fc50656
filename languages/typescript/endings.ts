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
