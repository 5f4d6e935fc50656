/**
 * Which files of a Go package are built together: `//go:build` lines and suffixes such as `_linux_amd64.go`.
 *
 * Stage: facts (the lines) and resolve (both). Invariant: pure; a constraint that cannot be parsed excludes nothing.
 */
import { baseName } from "../../core/base/path_parts.ts";

const BUILD_LINE = /^\/\/(?:go:build|[ \t]*\+build)[ \t]+(.*)$/gm;

/** The build constraint in the head of a file (the text before its package clause) as one expression; "" if there is none. */
export function readBuildConstraint(head: string): string {
  if (!head.includes("build")) return "";
  const modern = /^\/\/go:build[ \t]+(.*)$/m.exec(head);
  if (modern) return modern[1]!.replace(/\s+/g, "");
  const old: string[] = [];
  for (const line of head.matchAll(BUILD_LINE)) {
    const options = line[1]!.trim().split(/\s+/).map((option) => option.split(",").join("&&"));
    old.push(options.length === 1 ? options[0]! : `(${options.map((o) => o.includes("&&") ? `(${o})` : o).join("||")})`);
  }
  return old.join("&&");
}

const SYSTEMS = new Set(
  "aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd plan9 solaris wasip1 windows zos".split(" "),
);
const MACHINES = new Set(
  ("386 amd64 arm arm64 loong64 mips mips64 mips64le mipsle ppc64 ppc64le riscv riscv64 s390x sparc64 wasm").split(" "),
);
const NOT_UNIX = new Set(["js", "nacl", "plan9", "wasip1", "windows", "zos"]);

/**
 * The constraint of a file's name (`x_windows.go`, `x_linux_arm64_test.go`) as an expression; "" if there is none. Files with names
 * starting with `_` or `.` are never built, like those with the constraint `ignore`.
 */
export function readNameConstraint(path: string): string {
  if (/^[_.]/.test(baseName(path))) return "ignore";
  const parts = baseName(path).replace(/(_test)?\.go$/, "").split("_");
  const last = parts[parts.length - 1]!;
  const before = parts.length > 2 ? parts[parts.length - 2]! : "";
  if (parts.length < 2) return "";
  if (MACHINES.has(last)) return SYSTEMS.has(before) ? `${before}&&${last}` : last;
  return SYSTEMS.has(last) ? last : "";
}

/** Which platforms and tags a file is built for, worked out so that two files can be compared. */
export interface Constraint {
  readonly holds: (tag: (name: string) => boolean) => boolean;
  readonly tags: readonly string[];
  readonly text: string;
}

/** No constraint at all. */
export const UNCONSTRAINED: Constraint = { holds: () => true, tags: [], text: "" };

/** Reads an expression of `!`, `&&`, `||`, parentheses and tags. */
export function parseConstraint(text: string): Constraint {
  if (text === "") return UNCONSTRAINED;
  const tokens = text.match(/&&|\|\||[!()]|[\w.\-]+/g) ?? [];
  const tags = new Set<string>();
  let next = 0;
  type Test = (tag: (name: string) => boolean) => boolean;
  const one = (depth: number): Test => {
    const token = tokens[next++] ?? "";
    if (depth > 50) return () => true;
    if (token === "!") {
      const inner = one(depth + 1);
      return (tag) => !inner(tag);
    }
    if (token === "(") {
      const inner = any(depth + 1);
      next++;
      return inner;
    }
    tags.add(token);
    return (tag) => tag(token);
  };
  const all = (depth: number): Test => {
    const parts = [one(depth)];
    while (tokens[next] === "&&") {
      next++;
      parts.push(one(depth));
    }
    return parts.length === 1 ? parts[0]! : (tag) => parts.every((part) => part(tag));
  };
  const any = (depth: number): Test => {
    const parts = [all(depth)];
    while (tokens[next] === "||") {
      next++;
      parts.push(all(depth));
    }
    return parts.length === 1 ? parts[0]! : (tag) => parts.some((part) => part(tag));
  };
  const holds = any(0);
  return { holds, tags: [...tags], text };
}

/** The release that `library.go` describes: a file for a later one is of a build that is not ordinary yet. */
const RELEASE = 26;

/** The release from which a tag such as `go1.21` is satisfied; NaN for any other tag. */
function releaseOf(tag: string): number {
  return tag === "go1" ? 0 : Number(/^go1\.(\d+)$/.exec(tag)?.[1]);
}

const FEW_TAGS = 8;

/** Whether some platform and set of tags builds both files. */
export function buildTogether(a: Constraint, b: Constraint): boolean {
  if (a.text === "" || b.text === "" || a.text === b.text) return true;
  const free = [...new Set([...a.tags, ...b.tags])].filter((t) =>
    !SYSTEMS.has(t) && !MACHINES.has(t) && t !== "unix" && Number.isNaN(releaseOf(t))
  );
  if (free.length > FEW_TAGS) return true;
  const mentioned = [...a.tags, ...b.tags];
  const releases = new Set([
    RELEASE,
    ...mentioned.map(releaseOf).filter((release) => release > 0).flatMap((release) => [release, release - 1]),
  ]);
  const systems = ["linux", "windows", "darwin", ...mentioned.filter((t) => SYSTEMS.has(t)), "freebsd"];
  const machines = ["amd64", ...mentioned.filter((t) => MACHINES.has(t)), "arm64", "386"];
  for (const system of new Set(systems)) {
    for (const machine of new Set(machines)) {
      for (const release of releases) {
        for (let bits = 0; bits < 1 << free.length; bits++) {
          const tag = (name: string): boolean =>
            name === system || name === machine || releaseOf(name) <= release || (name === "unix" && !NOT_UNIX.has(system)) ||
            (name === "linux" && system === "android") || ((bits >> free.indexOf(name)) & 1) === 1 && free.includes(name);
          if (a.holds(tag) && b.holds(tag)) return true;
        }
      }
    }
  }
  return false;
}

const ORDINARY = new Set(["linux", "amd64", "unix", "gc"]);

/** Whether a plain build on the commonest platform (linux, amd64, a release that is there, without cgo and tags) takes the file. */
export function builtByDefault(constraint: Constraint): boolean {
  return constraint.holds((name) => ORDINARY.has(name) || releaseOf(name) <= RELEASE);
}
