/**
 * `import("m").T` as a type, written as a plain name for the parser: the grammar has no other after an array, in brackets, or with
 * arguments of its own.
 *
 * Stage: parse -> facts. Invariant: the same length; the module is read from the source.
 */

const IMPORTED = "\\bimport\\s{0,20}\\(\\s{0,20}(?:\"[^\"\\n]{1,300}\"|'[^'\\n]{1,300}')\\s{0,20}\\)";
/** No module that is loaded: `import("m").then(…)`. */
const IMPORTED_TYPE = new RegExp(
  IMPORTED + "(?=\\s{0,20}\\.\\s{0,20}(?!(?:then|catch|finally)\\s{0,20}\\()[A-Za-z_$])(\\s{0,20}\\.\\s{0,20}default\\b)?",
  "g",
);
const IMPORTED_MODULE = new RegExp(IMPORTED, "g");
/** The same as the first type argument of a call, where the grammar parses a comparison: `f<typeof import("m")>("m")`. */
const IMPORTED_ARGUMENT = new RegExp(`(?<=[\\w$!]<\\s{0,20}(?:typeof\\s{1,20})?)${IMPORTED}`, "g");
const MODULE = /^import\s*\(\s*(["'])([^"'\n]*)\1\s*\)$/;

/** The text with such types as names. */
export function nameImportedTypes(text: string): string {
  return text.replace(IMPORTED_TYPE, (all: string, standard = "") => {
    const module = all.slice(0, all.length - standard.length);
    // A keyword is not the name of a type.
    return asName(module) + standard.replace("default", "defaul_");
  });
}

/** The same of a text that is a type: there a module alone is one too, its export as a whole (`module.exports = class {}`). */
export function nameImportsIn(type: string): string {
  return nameImportedTypes(type).replace(IMPORTED_MODULE, asName);
}

/** The text with modules as names in the first type argument of calls. */
export function nameImportedArguments(text: string): string {
  return text.includes("import") ? text.replace(IMPORTED_ARGUMENT, asName) : text;
}

function asName(written: string): string {
  return written.replace(/\W/g, "_");
}

/** The module that a name represents in such a text; undefined if it is an ordinary name. */
export function moduleOfName(written: string): string | undefined {
  return MODULE.exec(written)?.[2];
}
