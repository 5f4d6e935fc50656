/**
 * `import("m").T` as a type, written as a plain name for the parser: behind an array, in brackets, with arguments of its own the grammar knows
 * no other.
 *
 * Stage: parse -> facts. Invariant: the same length; the module is read off the source.
 */

/** No module that is loaded: `import("m").then(…)`. */
const IMPORTED_TYPE = new RegExp(
  "\\bimport\\s{0,20}\\(\\s{0,20}(?:\"[^\"\\n]{1,300}\"|'[^'\\n]{1,300}')\\s{0,20}\\)" +
    "(?=\\s{0,20}\\.\\s{0,20}(?!(?:then|catch|finally)\\s{0,20}\\()[A-Za-z_$])(\\s{0,20}\\.\\s{0,20}default\\b)?",
  "g",
);
const MODULE = /^import\s*\(\s*(["'])([^"'\n]*)\1\s*\)$/;

/** The text with such types as names. */
export function nameImportedTypes(text: string): string {
  return text.replace(IMPORTED_TYPE, (all: string, standard = "") => {
    const module = all.slice(0, all.length - standard.length);
    // A word of the language is no name of a type.
    return module.replace(/\W/g, "_") + standard.replace("default", "defaul_");
  });
}

/** The module that a name stands for in such a text; undefined where it is a name like any other. */
export function moduleOfName(written: string): string | undefined {
  return MODULE.exec(written)?.[2];
}
