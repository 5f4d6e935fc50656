/**
 * The bill of materials of the binary, as CycloneDX.
 *
 * Invariant: exactly the packages whose code or data went in (the bundler's source maps say which), with the hashes of `deno.lock`, and
 * the runtime itself.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { VERSION } from "../version.ts";
import { ROOT } from "./bundle.ts";

type JsonObject = Record<string, unknown>;

/** `packages`: `name@version`; `runtime`: version of the Deno that was compiled in. */
export function makeSbom(packages: readonly string[], runtime: string): JsonObject {
  const lock = JSON.parse(readFileSync(join(ROOT, "deno.lock"), "utf8")) as { npm: Record<string, { integrity: string }> };
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { type: "application", name: "callgrove", version: VERSION, licenses: [{ license: { id: "MIT" } }] } },
    components: [
      { type: "framework", name: "deno", version: runtime, purl: `pkg:github/denoland/deno@v${runtime}` },
      ...packages.map((one) => describePackage(one, lock.npm)),
    ],
  };
}

function describePackage(one: string, lock: Record<string, { integrity: string }>): JsonObject {
  const at = one.lastIndexOf("@");
  const [name, version] = [one.slice(0, at), one.slice(at + 1)];
  // The lock's keys may go on with the versions of peers: `name@1.0.0_zod@4.0.0`.
  const key = Object.keys(lock).find((known) => known === one || known.startsWith(`${one}_`));
  const integrity = key === undefined ? "" : lock[key]!.integrity;
  const [algorithm = "", hash = ""] = integrity.split("-");
  return {
    type: "library",
    name,
    version,
    purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
    ...(algorithm === "sha512" ? { hashes: [{ alg: "SHA-512", content: hexOf(hash) }] } : {}),
  };
}

function hexOf(base64: string): string {
  return [...atob(base64)].map((char) => char.charCodeAt(0).toString(16).padStart(2, "0")).join("");
}
