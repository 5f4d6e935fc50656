/** The manifest of an MCPB bundle: the server as one file that a desktop client installs. */
import { TOOLS } from "../query/mod.ts";
import { VERSION } from "../version.ts";
import { REPOSITORY } from "./places.ts";
import type { Platform } from "./platforms.ts";

const SYSTEMS: Readonly<Record<string, string>> = { linux: "linux", macos: "darwin", windows: "win32" };

/** `manifest.json` for a platform's bundle. */
export function makeMcpbManifest(platform: Platform): Record<string, unknown> {
  const executable = `server/callgrove${platform.ending}`;
  return {
    manifest_version: "0.3",
    name: "callgrove",
    display_name: "Callgrove",
    version: VERSION,
    description: "Who calls what in a repository, from resolved code",
    author: { name: "callgrove", url: REPOSITORY },
    repository: { type: "git", url: `${REPOSITORY}.git` },
    license: "MIT",
    server: {
      type: "binary",
      entry_point: executable,
      mcp_config: { command: `\${__dirname}/${executable}`, args: ["mcp", "--repo", "${user_config.repository}"] },
    },
    user_config: {
      repository: { type: "directory", title: "Repository", description: "The repository to answer about", required: true },
    },
    tools: TOOLS.map((tool) => ({ name: tool.name, description: tool.title })),
    compatibility: { platforms: [SYSTEMS[platform.name.split("-")[0]!]] },
  };
}
