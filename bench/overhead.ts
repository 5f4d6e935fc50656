/**
 * The cost of resolving calls: `deno run -A bench/overhead.ts [ROUNDS]`.
 *
 * Indexes 5,000 made files of all four languages twice: as they are, and with a plain value in the place of each call, so that both have
 * the same files, lines and symbols. Whole processes in turns; prints a Markdown row each, and the ratio of their times.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { run } from "./run_program.ts";

/** Files of each language. */
const EACH = 1250;

/** Writes a call, or the value in its place. */
type Write = (call: string, value: string) => string;
/** The text of file `i`, which imports file `next`. */
type MakeFile = (i: number, next: number, write: Write) => readonly [path: string, text: string];

const python: MakeFile = (i, next, write) => [
  `py/m${i}.py`,
  `import os
from py.m${next} import Store as Other, load as fetch


class Store:
    def __init__(self, path, limit=10):
        self.path = path
        self.limit = limit

    def open(self):
        return ${write("os.path.join(self.path, str(self.limit))", "self.path + self.limit")}

    def close(self):
        ${write("self.open()", "self.path")}
        return self.limit


def load(path):
    store = ${write("Store(path)", "path")}
    other = ${write("Other(path)", "path")}
    ${write("other.close()", "other")}
    return ${write("store.open() + fetch(path)", "store + other")}
`,
];

const typescript: MakeFile = (i, next, write) => [
  `ts/m${i}.ts`,
  `import { load as fetch, Store as Other } from "./m${next}";

export class Store {
  constructor(readonly path: string, readonly limit = 10) {}
  open(): string {
    return ${write("[this.path, String(this.limit)].join()", "this.path")};
  }
  close(): number {
    ${write("this.open()", "this.path")};
    return this.limit;
  }
}

export function load(path: string): string {
  const store = ${write("new Store(path)", "path")};
  const other = ${write("new Other(path)", "path")};
  ${write("other.close()", "other")};
  return ${write("store.open() + fetch(path)", "store + other")};
}
`,
];

const go: MakeFile = (i, next, write) => [
  `go/m${i}/m.go`,
  `package m${i}

import (
	"path"

	other "demo/go/m${next}"
)

type Store struct {
	Path  string
	Limit int
}

func (s *Store) Open() string {
	return ${write('path.Join(s.Path, "x")', 's.Path + "x"')}
}

func (s *Store) Close() int {
	${write("s.Open()", "s.Limit++")}
	return s.Limit
}

func Load(p string) string {
	s := &Store{Path: p}
	o := &other.Store{Path: p}
	${write("o.Close()", "o.Limit++")}
	return ${write("s.Open() + other.Load(p)", "s.Path + o.Path")}
}
`,
];

const rust: MakeFile = (i, next, write) => [
  `src/m${i}.rs`,
  `use crate::m${next}::{load as fetch, Store as Other};

pub struct Store {
    pub path: String,
    pub limit: usize,
}

impl Store {
    pub fn new(path: &str) -> Store {
        Store { path: ${write("path.to_string()", "path")}, limit: 10 }
    }
    pub fn open(&self) -> String {
        ${write("self.path.clone()", "self.path")}
    }
    pub fn close(&self) -> usize {
        ${write("self.open()", "self.path")};
        self.limit
    }
}

pub fn load(path: &str) -> String {
    let store = ${write("Store::new(path)", "path")};
    let other = ${write("Other::new(path)", "path")};
    ${write("other.close()", "other")};
    ${write("store.open() + &fetch(path)", "store + other")}
}
`,
];

const MANIFESTS = [
  ["go.mod", "module demo\n\ngo 1.22\n"],
  ["Cargo.toml", '[package]\nname = "demo"\nversion = "0.1.0"\nedition = "2021"\n'],
  ["src/lib.rs", Array.from({ length: EACH }, (_, i) => `pub mod m${i};\n`).join("")],
] as const;

function makeProject(root: string, write: Write): void {
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const [path, text] of MANIFESTS) put(path, text);
  for (let i = 0; i < EACH; i++) {
    for (const make of [python, typescript, go, rust]) put(...make(i, (i + 1) % EACH, write));
  }
}

/** The printed part of the output of `index --json`. */
interface Summary {
  readonly files: number;
  readonly lines: number;
  readonly symbols: number;
  readonly sites: { readonly resolved: number; readonly external: number };
}

interface Measured {
  readonly name: string;
  readonly root: string;
  readonly seconds: number[];
  row: string;
}

async function indexOnce(measured: Measured, database: string): Promise<void> {
  rmSync(database, { recursive: true, force: true });
  const { stdout, wallMs } = await run("index", measured.root, "--db", database, "--json", "--quiet");
  const { files, lines, symbols, sites } = JSON.parse(stdout) as Summary;
  measured.seconds.push(wallMs / 1000);
  measured.row = `${files} | ${lines} | ${symbols} | ${sites.resolved + sites.external}`;
}

if (import.meta.main) {
  const rounds = Number(Deno.args[0] ?? 5);
  const folder = mkdtempSync(join(tmpdir(), "callgrove-overhead-"));
  try {
    const plain: Measured = { name: "values", root: join(folder, "values"), seconds: [], row: "" };
    const called: Measured = { name: "calls", root: join(folder, "calls"), seconds: [], row: "" };
    makeProject(plain.root, (_, value) => value);
    makeProject(called.root, (call) => call);
    for (let round = 0; round < rounds; round++) for (const one of [plain, called]) await indexOnce(one, join(folder, "db"));
    console.log("| made with | files | lines | symbols | calls | s, least | s, median |");
    console.log("| --------- | ----: | ----: | ------: | ----: | -------: | --------: |");
    const median = (all: number[]): number => all.toSorted((a, b) => a - b)[all.length >> 1]!;
    for (const { name, row, seconds } of [plain, called]) {
      console.log(`| ${name} | ${row} | ${Math.min(...seconds).toFixed(2)} | ${median(seconds).toFixed(2)} |`);
    }
    const ratio = Math.min(...called.seconds) / Math.min(...plain.seconds);
    console.log(
      `\nTelling calls adds ${(100 * (ratio - 1)).toFixed(0)} % (least by least), ` +
        `${(100 * (median(called.seconds) / median(plain.seconds) - 1)).toFixed(0)} % (medians).`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
