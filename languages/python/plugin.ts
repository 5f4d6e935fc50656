/**
 * Python: the plugin value. Start reading here: the `.scm` files say what is regular, the rules named under `own` the rest.
 *
 * Invariant: data and references only; what is done stands in the files that are named.
 */
import type { LanguagePlugin } from "../../core/plugin.ts";
import bindings from "./bindings.scm" with { type: "text" };
import calls from "./calls.scm" with { type: "text" };
import definitions from "./definitions.scm" with { type: "text" };
import expressions from "./expressions.scm" with { type: "text" };
import imports from "./imports.scm" with { type: "text" };
import library from "./library.pyi" with { type: "text" };
import { describeDefinition } from "./describe_definitions.ts";
import { readDoc, readModuleDoc } from "./doc_comments.ts";
import { easeDefaults } from "./ease_defaults.ts";
import { easeText } from "./ease_text.ts";
import { beginFile } from "./file_state.ts";
import {
  bindTarget,
  finishAttributes,
  lowerAssignment,
  lowerDelete,
  lowerEach,
  lowerEnter,
  lowerExcept,
  lowerOuterNames,
  lowerRaise,
  lowerRouteList,
  lowerTypeAssignment,
  lowerWalrus,
} from "./lower_bindings.ts";
import {
  finishFunctions,
  lowerComputedCall,
  lowerDecorators,
  lowerDictionary,
  lowerDictionarySplat,
  lowerKnownCall,
  lowerSequence,
  lowerSlice,
  lowerSubscript,
  lowerTuple,
  lowerYield,
} from "./lower_calls.ts";
import { lowerComparison } from "./lower_comparisons.ts";
import { finishExports, lowerExportList, lowerImport, lowerImportFrom } from "./lower_imports.ts";
import { lowerMatch } from "./lower_match.ts";
import { lowerAssert, lowerBranch, lowerConditional, lowerConjunction, lowerDisjunction, lowerFilter } from "./lower_narrowing.ts";
import { lowerAugmented, lowerOperator, lowerSign } from "./lower_operators.ts";
import { lowerParameters } from "./lower_parameters.ts";
import { lowerType } from "./lower_types.ts";
import { lowerText, lowerTruth } from "./lower_words.ts";
import { finishAliases, lowerTypeParameters } from "./type_variables.ts";
import { makeModules } from "./modules.ts";
import { rules } from "./resolution_rules.ts";
import { packages } from "./package_facts.ts";
import { routes } from "./routes.ts";
import { templates } from "./templates.ts";

/** See the head of this file. */
export const plugin: LanguagePlugin = {
  name: "python",
  title: "Python",
  version: 26,
  extensions: { ".py": "python", ".pyi": "python", ".pyw": "python" },
  interpreters: ["python", "python3", "python2"],
  manifests: ["pyproject.toml", "setup.cfg", "setup.py"],
  ease: (source) => easeDefaults(easeText(source)),
  queries: [definitions, bindings, imports, calls, expressions].join("\n"),
  own: {
    parameters: lowerParameters,
    type_parameters: lowerTypeParameters,
    decorators: lowerDecorators,
    yield: lowerYield,
    assignment: lowerAssignment,
    walrus: lowerWalrus,
    each: lowerEach,
    enter: lowerEnter,
    except: lowerExcept,
    raise: lowerRaise,
    delete: lowerDelete,
    outer: lowerOuterNames,
    import: lowerImport,
    import_from: lowerImportFrom,
    export_list: lowerExportList,
    route_list: lowerRouteList,
    type_assignment: lowerTypeAssignment,
    text: lowerText,
    truth: lowerTruth,
    known_call: lowerKnownCall,
    computed_call: lowerComputedCall,
    operator: lowerOperator,
    augmented: lowerAugmented,
    comparison: lowerComparison,
    sign: lowerSign,
    subscript: lowerSubscript,
    dictionary: lowerDictionary,
    sequence: lowerSequence,
    tuple: lowerTuple,
    slice: lowerSlice,
    dictionary_splat: lowerDictionarySplat,
    branch: lowerBranch,
    filter: lowerFilter,
    assert: lowerAssert,
    conjunction: lowerConjunction,
    disjunction: lowerDisjunction,
    conditional: lowerConditional,
    match: lowerMatch,
  },
  describe: describeDefinition,
  bindTarget,
  lowerType,
  doc: readDoc,
  moduleDoc: readModuleDoc,
  begin: beginFile,
  finish(lowering) {
    finishFunctions(lowering);
    finishAttributes(lowering);
    finishAliases(lowering);
    finishExports(lowering);
  },
  library: { path: "library.pyi", source: library },
  rules,
  modules: makeModules,
  packages,
  templates,
  routes,
  tests: "files",
  isTestFile: (path) => /(?:^|\/)(?:tests?\/|test_[^/]*\.py$|conftest\.py$)|_test\.py$/.test(path),
};
