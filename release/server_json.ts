/** The entry of the MCP registry. */
import { VERSION } from "../version.ts";
import { downloadUrl, REPOSITORY } from "./places.ts";

/** @param sums file name -> SHA-256; the MCPB bundles among them become packages. */
export function makeServerJson(sums: ReadonlyMap<string, string>): Record<string, unknown> {
  const bundles = [...sums].filter(([name]) => name.endsWith(".mcpb"));
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    name: "io.github.callgrove/callgrove",
    title: "Callgrove",
    description: "Who calls what in a repository, and what breaks if it changes, from resolved code.",
    version: VERSION,
    repository: { url: REPOSITORY, source: "github" },
    packages: bundles.map(([name, sum]) => ({
      registryType: "mcpb",
      identifier: downloadUrl(name),
      version: VERSION,
      fileSha256: sum,
      transport: { type: "stdio" },
    })),
  };
}
