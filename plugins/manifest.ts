/**
 * The manifest of a drop-in language, `language.json`: everything that can be said without code.
 *
 * Stage: before all others. Invariant: errors name the file, the key and the fix; an unknown key is an error, never ignored.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { CallgroveError } from "../core/errors.ts";
import { nearestWord } from "../query/names/name_likeness.ts";

/** Names of the files in a drop-in language's folder. */
export const MANIFEST_FILE = "language.json";
export const CODE_FILE = "plugin.js";

const names = z.array(z.string());
const positions = z.record(z.string(), z.number().int().min(0));
const operation = z.strictObject({
  iterate: positions,
  iterateKey: positions,
  await: positions,
  enter: positions,
  index: positions,
  unwrap: positions,
  deref: positions,
  transparent: positions,
  member: positions,
  guard: positions,
}).partial();
const protocol = z.strictObject({
  iterate: names,
  asyncIterate: names,
  await: names,
  enter: names,
  asyncEnter: names,
  index: names,
  call: names,
  deref: names,
  unwrap: names,
  member: names,
}).partial();

/** The part of `ResolutionRules` (`core/rules/resolution_rules.ts`) that can be said without code, with defaults. */
const rules = z.strictObject({
  separator: z.enum([".", "::"]).default("."),
  blockScoped: z.boolean().default(true),
  assignmentsBind: z.boolean().default(false),
  classScopeVisible: z.boolean().default(false),
  classBodyVisible: z.boolean().default(false),
  nestedModulesSeeOuter: z.boolean().default(true),
  packageScope: z.boolean().default(false),
  exportsOnly: z.boolean().default(false),
  itemPaths: z.boolean().default(false),
  kindsApart: z.boolean().default(false),
  hidesItems: z.boolean().default(false),
  implementations: z.boolean().default(false),
  associatedTypes: z.boolean().default(false),
  infersOpenTypes: z.boolean().default(false),
  constantParameters: z.boolean().default(false),
  externalParts: z.boolean().default(false),
  placeholderSign: z.string().min(1).optional(),
  pathWords: z.strictObject({ root: z.string(), here: z.string(), above: z.string(), own: z.string().optional() }).optional(),
  mainExport: z.string().optional(),
  modulesByName: z.boolean().default(false),
  declaresAllNames: z.boolean().default(true),
  importsUnseen: z.boolean().default(false),
  callingTypeConverts: z.boolean().default(false),
  methodsApart: z.boolean().default(false),
  fieldsApart: z.boolean().default(false),
  staticsApart: z.boolean().default(false),
  instancesApart: z.boolean().default(false),
  overloads: z.boolean().default(false),
  impliedSuper: z.boolean().default(false),
  arity: z.enum(["fixed", "checked"]).optional(),
  branchesAgree: z.boolean().default(false),
  linearization: z.enum(["c3", "depth-first"]).default("depth-first"),
  separateTypes: z.boolean().default(false),
  structural: z.array(z.enum(["interface", "protocol"])).default([]),
  operations: operation.default({}),
  protocols: protocol.default({}),
  libraryModules: names.default([]),
  rootType: z.string().optional(),
  asyncResult: z.string().optional(),
  generatorTypes: z.tuple([z.string(), z.string()]).default(["Generator", "AsyncGenerator"]),
  tupleType: z.string().optional(),
  restType: z.string().default(""),
  constructors: names.default([]),
  nothing: names.default([]),
  dynamicTypes: names.default([]),
  wideTypes: names.optional(),
  wrappers: positions.default({}),
  uniqueNameWithin: z.number().int().min(0).optional(),
  commonMethods: names.default([]),
});

/** How module names and files correspond. */
const modules = z.discriminatedUnion("by", [
  // Files declare their package (`@package`); a package is a module.
  z.strictObject({
    by: z.literal("package"),
    separator: z.string().min(1).default("."),
    // Whether code in a package sees the packages around it (`a` for `a.b`).
    seesAround: z.boolean().default(false),
    // Names in code may hold the separator; one that begins with it is read from the root of all packages (PHP).
    rooted: z.boolean().default(false),
  }),
  // A module is a file, named by its path relative to one of the roots.
  z.strictObject({
    by: z.literal("path"),
    separator: z.string().min(1).default("/"),
    roots: names.default([""]),
    index: names.default([]),
  }),
]);

const manifest = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9_-]*$/, "lower case letters, digits, - and _, a letter first"),
  title: z.string().min(1).optional(),
  version: z.number().int().min(1).default(1),
  extensions: z.record(z.string().regex(/^\.[^./]+$/, "an ending such as .java"), z.string().endsWith(".wasm")),
  interpreters: names.default([]),
  manifests: names.default([]),
  queries: names.optional(),
  library: z.string().optional(),
  comments: names.default([]),
  tests: names.default([]),
  modules: modules.default({ by: "path", separator: "/", roots: [""], index: [] }),
  rules: rules.prefault({}),
  replaces: z.string().optional(),
});
/** The contents of `language.json`, with defaults filled in. */
export type Manifest = z.infer<typeof manifest>;

/** A drop-in language as read from its folder; its code is not run. */
export interface DropIn {
  readonly folder: string;
  readonly manifest: Manifest;
  /** Its `.scm` files, in order. */
  readonly queries: readonly { readonly file: string; readonly text: string }[];
  readonly library: string;
  /** The text of its code; "" if it has none. */
  readonly code: string;
}

/**
 * Reads a drop-in language's folder.
 * @throws CallgroveError invalid_input that names the file and the fix
 */
export function readDropIn(folder: string): DropIn {
  const file = join(folder, MANIFEST_FILE);
  const found = parseManifest(file, readText(file, "Make one: callgrove languages new NAME"));
  const queries = found.queries ?? readdirSync(folder).filter((name) => name.endsWith(".scm")).sort();
  if (queries.length === 0) throw wrong(folder, "there is no .scm file", "Write definitions.scm and calls.scm.");
  for (const [ending, grammar] of Object.entries(found.extensions)) {
    if (!existsSync(join(folder, grammar))) {
      throw wrong(file, `extensions["${ending}"]: there is no file "${grammar}" beside it`, "Put the grammar there.");
    }
  }
  const codeFile = join(folder, CODE_FILE);
  return {
    folder,
    manifest: found,
    queries: queries.map((name) => ({ file: name, text: readText(join(folder, name), `Take it out of "queries" in ${MANIFEST_FILE}.`) })),
    library: found.library === undefined ? "" : readText(join(folder, found.library), `Take "library" out of ${MANIFEST_FILE}.`),
    code: existsSync(codeFile) ? readFileSync(codeFile, "utf8") : "",
  };
}

function parseManifest(file: string, text: string): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw wrong(file, `it is not valid JSON: ${(cause as Error).message}`, "Correct the JSON.");
  }
  const result = manifest.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const place = issue!.path.map(String).join(".");
  if (issue!.code === "unrecognized_keys") {
    const unknown = issue!.keys[0]!;
    const known = Object.keys(place === "rules" ? rules.shape : place === "" ? manifest.shape : {});
    const near = nearestWord(unknown, known);
    throw wrong(
      file,
      `unknown key "${place === "" ? "" : `${place}.`}${unknown}"`,
      near === undefined ? "Take it out." : `Did you mean "${near}"?`,
    );
  }
  throw wrong(file, `${place === "" ? "the manifest" : place}: ${issue!.message}`, "See examples/java/language.json for a complete one.");
}

function readText(file: string, hint: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw wrong(file, "there is no such file", hint, cause);
  }
}

/** The error for an unusable drop-in language: the file, what is wrong, and how to repair it. */
export function wrong(file: string, what: string, fix: string, cause?: unknown): CallgroveError {
  return new CallgroveError("invalid_input", `Cannot use the language of "${file}": ${what}`, {
    hint: fix,
    data: { file },
    ...(cause === undefined ? {} : { cause }),
  });
}
