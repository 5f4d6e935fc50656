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
import { captureTypeParameters } from "./captured_parameters.ts";
import { describeDefinition, finishLinked, finishTwins } from "./describe_definitions.ts";
import { readDoc, readModuleDoc } from "./doc_comments.ts";
import { lowerCall, lowerComposite, lowerConversion, lowerInstantiation } from "./lower_calls.ts";
import { lowerElement, lowerSend } from "./handed_functions.ts";
import { beginFile } from "./file_state.ts";
import { finishImports, lowerImport } from "./lower_imports.ts";
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
import { isVendored, makeModules } from "./modules.ts";
import { packages } from "./package_facts.ts";
import { repairText } from "./repair_text.ts";
import { rules } from "./resolution_rules.ts";
import { routes } from "./routes.ts";
import { templates } from "./templates.ts";

/** See the head of this file. */
export const plugin: LanguagePlugin = {
  name: "go",
  title: "Go",
  aliases: ["golang"],
  version: 14,
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
  moduleDoc: readModuleDoc,
  begin: beginFile,
  finish: (lowering) => {
    captureTypeParameters(lowering);
    finishTwins(lowering);
    finishLinked(lowering);
    finishImports(lowering);
  },
  library: { path: "library.go", source: library },
  rules,
  modules: makeModules,
  packages,
  templates,
  assembly,
  routes,
  tests: "files",
  isTestFile: (path) => path.endsWith("_test.go"),
  isConditionalFile: (path) => readNameConstraint(path) !== "",
  isFileAside: isVendored,
};
