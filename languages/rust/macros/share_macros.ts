/**
 * Determines which macros of other files each file of a project calls.
 *
 * Stage: parse. Pure. Invariant: a name that a crate declares more than once is not shared, because which one is meant depends on the order
 * of its modules; from other packages only exported macros are.
 */
import { addAt, compareText } from "../../../core/base/lists.ts";
import type { DeclaredMacro, GivenMacro, MacroNotes } from "../../../core/tree/given_macros.ts";
import { type CargoPackage, packageAround, readPackages } from "../manifests.ts";
import { KNOWN_MACROS } from "./known_macros.ts";
import { callsIn } from "./names.ts";

/** Folders of a package whose files are crates of their own. */
const APART = /^(?:tests|benches|examples|src\/bin)\//;

/** A crate, as far as folders show it: the package's own, or one beside it in one of these folders. */
interface Place {
  readonly folder: string;
  readonly part: string;
  readonly library: string;
  /** The dependencies in the manifest; undefined without one. */
  readonly dependencies: ReadonlyMap<string, string> | undefined;
}

/** The meanings of names in a crate, or for users of a package; undefined for a name declared more than once. */
type Declarations = Map<string, DeclaredMacro | undefined>;

/** The macros shared with each file, by path. @param manifests text by path */
export function shareMacros(
  files: readonly { readonly path: string; readonly macros: MacroNotes }[],
  manifests: ReadonlyMap<string, string>,
): Map<string, GivenMacro[]> {
  const given = new Map<string, GivenMacro[]>();
  if (!files.some(({ macros }) => macros.declared.some((macro) => macro.defines) || macros.called.some((name) => KNOWN_MACROS.has(name)))) {
    return given;
  }
  const packages = readPackages({ paths: [], manifests, declarations: () => undefined });
  const placed = files.map(({ path, macros }) => ({ path, macros, place: placeOf(path, packages) }));
  const crates = new Map<string, Declarations>();
  const exports = new Map<string, Declarations>();
  for (const { macros, place } of placed) {
    for (const macro of macros.declared) {
      declare(crates, `${place.folder} ${place.part}`, macro);
      if (macro.exported && place.part === "" && place.library !== "") declare(exports, place.library, macro);
    }
  }
  const exporters = new Map<string, string[]>();
  for (const [library, macros] of exports) for (const name of macros.keys()) addAt(exporters, name, library);
  for (const { path, macros, place } of placed) {
    const own = crates.get(`${place.folder} ${place.part}`);
    const found = new Map<string, GivenMacro>();
    for (const name of macros.called) {
      const [library = "", other] = exporters.get(name) ?? [];
      if (own?.has(name) === true) give(found, own, name, "");
      else if (library !== "") {
        if (other === undefined) give(found, exports.get(library)!, name, library);
      } else if (isTaken(place, name)) found.set(name, KNOWN_MACROS.get(name)!);
    }
    if (found.size > 0) given.set(path, [...found.values()].sort((a, b) => compareText(a.name, b.name)));
  }
  return given;
}

/** Whether a known macro may be called: its package is in the manifest. */
function isTaken({ dependencies }: Place, name: string): boolean {
  const known = KNOWN_MACROS.get(name);
  return known !== undefined && (dependencies === undefined || [...dependencies.values()].includes(known.from));
}

function declare(into: Map<string, Declarations>, key: string, macro: DeclaredMacro): void {
  let names = into.get(key);
  if (names === undefined) into.set(key, names = new Map());
  names.set(macro.name, names.has(macro.name) ? undefined : macro);
}

/** Adds a macro that makes definitions, with those of the same crate that it calls. */
function give(found: Map<string, GivenMacro>, macros: Declarations, name: string, from: string): void {
  const reached = new Map<string, GivenMacro>();
  collect(reached, macros, name, from);
  if (![...reached.keys()].some((one) => macros.get(one)!.defines)) return;
  for (const [one, macro] of reached) if (!found.has(one)) found.set(one, macro);
}

function collect(found: Map<string, GivenMacro>, macros: Declarations, name: string, from: string): void {
  const macro = macros.get(name);
  if (macro === undefined || found.has(name)) return;
  found.set(name, { name, text: from === "" ? macro.text : macro.text.replaceAll(/\$crate\b/g, from), from });
  for (const called of callsIn(macro.text)) collect(found, macros, called, from);
}

function placeOf(path: string, packages: readonly CargoPackage[]): Place {
  const found = packageAround(packages, path);
  const folder = found?.folder ?? "";
  const part = APART.exec(folder === "" ? path : path.slice(folder.length + 1))?.[0] ?? "";
  return { folder, part, library: found?.library ?? "", dependencies: found?.dependencies };
}
