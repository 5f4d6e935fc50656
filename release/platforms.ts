/**
 * The platforms that a binary is made for.
 *
 * Invariant: the one list; the compiler, the installer's names, the formula and the registries' files are made from it.
 */

/** One of them. */
export interface Platform {
  /** As people and file names say it: `linux-x64`. */
  readonly name: string;
  /** As the compiler says it. */
  readonly target: string;
  /** Of an executable. */
  readonly ending: "" | ".exe";
}

/** All platforms for which there is a binary. */
export const PLATFORMS: readonly Platform[] = [
  { name: "linux-x64", target: "x86_64-unknown-linux-gnu", ending: "" },
  { name: "linux-arm64", target: "aarch64-unknown-linux-gnu", ending: "" },
  { name: "macos-x64", target: "x86_64-apple-darwin", ending: "" },
  { name: "macos-arm64", target: "aarch64-apple-darwin", ending: "" },
  { name: "windows-x64", target: "x86_64-pc-windows-msvc", ending: ".exe" },
];

/** Name of a platform's executable among a release's files. */
export function binaryName(platform: Platform): string {
  return `callgrove-${platform.name}${platform.ending}`;
}
