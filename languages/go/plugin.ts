/**
 * Go: packages by folder, receivers outside of their types, structural interfaces, everything declared.
 */
import type { LanguagePlugin } from "../../core/plugin.ts";
import { assembly } from "./assembly.ts";
import bindings from "./bindings.scm" with { type: "text" };
import calls from "./calls.scm" with { type: "text" };
import definitions from "./definitions.scm" with { type: "text" };
import expressions from "./expressions.scm" with { type: "text" };
import imports from "./imports.scm" with { type: "text" };
import library from "./library.go" with { type: "text" };
import scopes from "./scopes.scm" with { type: "text" };
import { readNameConstraint } from "./build_constraints.ts";
import { describeDefinition, finishLinked, finishTwins } from "./describe_definitions.ts";
import { readDoc, readPackageDoc } from "./doc_comment.ts";
import { lowerCall, lowerComposite, lowerConversion, lowerElement, lowerInstantiation, lowerSend } from "./lower_calls.ts";
import { beginFile } from "./lower_file.ts";
import { lowerImport } from "./lower_imports.ts";
import {
  lowerArithmetic,
  lowerAssignment,
  lowerConstants,
  lowerRange,
  lowerReceive,
  lowerReturn,
  lowerShortVariables,
  lowerTypeSwitch,
  lowerVariables,
} from "./lower_statements.ts";
import {
  lowerContainer,
  lowerEmbeddedElements,
  lowerFunctionType,
  lowerGenericType,
  lowerParameters,
  lowerQualifiedType,
  lowerTypeInPlace,
  lowerTypeParameters,
} from "./lower_types.ts";
import { isVendored, prepareModules } from "./modules.ts";
import { COMMON_METHODS } from "./common_methods.ts";
import { packages } from "./package_facts.ts";
import { repairText } from "./repair_text.ts";
import { routes } from "./routes.ts";

/** Packages of the standard library of which library.go describes something. */
const LIBRARY_MODULES = (
  "cmp container/heap context crypto crypto/cipher crypto/tls database/sql database/sql/driver encoding encoding/gob encoding/json encoding/xml " +
  "errors flag fmt go/ast hash image image/color image/draw io io/fs iter log/slog maps math/rand math/rand/v2 net net/http net/http/httputil " +
  "os slices sort sync sync/atomic unique weak"
).split(" ");

/**
 * The standard library's interfaces are described; paths of all others begin with a host. What writes or compares values by what is in them
 * calls methods of a few names only (`describe_definitions.ts`).
 */
const TAKES_VALUES =
  /^(?!github\.com\/(?:stretchr\/testify|google\/go-cmp)\/)(?!.*\.(?:Unm|M)arshal\w*$)(?!.*\.(?:De|En)code$)[^/]+\.[^/]+\//;

export const plugin: LanguagePlugin = {
  name: "go",
  title: "Go",
  version: 6,
  extensions: { ".go": "go" },
  manifests: ["go.mod", "go.work"],
  queries: [definitions, scopes, bindings, imports, calls, expressions].join("\n"),
  repair: repairText,
  own: {
    parameters: lowerParameters,
    type_parameters: lowerTypeParameters,
    variables: lowerVariables,
    constants: lowerConstants,
    short_variables: lowerShortVariables,
    assignment: lowerAssignment,
    range: lowerRange,
    receive: lowerReceive,
    type_switch: lowerTypeSwitch,
    return: lowerReturn,
    send: lowerSend,
    element: lowerElement,
    import: lowerImport,
    call: lowerCall,
    conversion: lowerConversion,
    composite: lowerComposite,
    instantiation: lowerInstantiation,
    arithmetic: lowerArithmetic,
    text: (lowering, node) => lowering.textLiteral("string", node),
    qualified_type: lowerQualifiedType,
    generic_type: lowerGenericType,
    container: lowerContainer,
    function_type: lowerFunctionType,
    constraint: lowerEmbeddedElements,
  },
  describe: describeDefinition,
  lowerType: lowerTypeInPlace,
  doc: readDoc,
  moduleDoc: readPackageDoc,
  begin: beginFile,
  finish: (lowering) => {
    finishTwins(lowering);
    finishLinked(lowering);
  },
  library: { path: "library.go", source: library },
  rules: {
    separator: ".",
    blockScoped: true,
    assignmentsBind: false,
    classScopeVisible: false,
    classBodyVisible: false,
    nestedModulesSeeOuter: true,
    packageScope: true,
    exportsOnly: false,
    itemPaths: false,
    modulesByName: false,
    callingTypeConverts: true,
    linearization: "depth-first",
    separateTypes: false,
    structural: ["interface"],
    operations: {
      iterate: { slice_of: 0, array_of: 0, map_of: 1, chan_of: 0, iter_Seq2: 1 },
      iterateKey: { map_of: 0, chan_of: 0, iter_Seq: 0, iter_Seq2: 0 },
      index: { slice_of: 0, array_of: 0, map_of: 1 },
    },
    protocols: {},
    libraryModules: LIBRARY_MODULES,
    restType: "slice_of",
    resultsSpread: true,
    constructors: [],
    nothing: ["nil"],
    dynamicTypes: ["any"],
    wrappers: {},
    commonMethods: COMMON_METHODS,
    takesValues: TAKES_VALUES,
  },
  modules: prepareModules,
  packages,
  assembly,
  routes,
  tests: "files",
  isTestFile: (path) => path.endsWith("_test.go"),
  isConditionalFile: (path) => readNameConstraint(path) !== "",
  isFileAside: isVendored,
};
