/**
 * TypeScript and JavaScript: one plugin for all of their file endings.
 *
 * JavaScript is read with the grammar of TSX, which knows all of it: one set of patterns, and types where a file has them.
 */
import type { LanguagePlugin } from "../../core/plugin.ts";
import definitions from "./definitions.scm" with { type: "text" };
import expressions from "./expressions.scm" with { type: "text" };
import imports from "./imports.scm" with { type: "text" };
import librarySource from "./library.d.ts.txt" with { type: "text" };
import statements from "./statements.scm" with { type: "text" };
import { embedDocumentedTypes } from "./embed_jsdoc.ts";
import { describeDefinition } from "./describe_definitions.ts";
import { readDoc, readModuleDoc } from "./doc_comments.ts";
import {
  lowerAs,
  lowerAssignment,
  lowerConstantIndex,
  lowerNonNull,
  lowerParentheses,
  lowerPlace,
  lowerSatisfies,
  lowerStringIndex,
} from "./lower_assignments.ts";
import {
  lowerAwait,
  lowerCall,
  lowerDecorator,
  lowerElement,
  lowerElementValue,
  lowerHanded,
  lowerNameOf,
  lowerNew,
  lowerTagged,
} from "./lower_calls.ts";
import { captureTypeParameters } from "./captured_parameters.ts";
import { lowerExportsMember, lowerModuleExports } from "./lower_exports.ts";
import { lowerExport, lowerImport, lowerImportAlias, markExported } from "./lower_modules.ts";
import { lowerAnd, lowerAssertion, lowerIf, lowerInstanceTest, lowerLoop, lowerOr, lowerTernary } from "./lower_narrowing.ts";
import { lowerParameter } from "./lower_parameters.ts";
import {
  bindTarget,
  lowerAffixedIndex,
  lowerCatch,
  lowerDeclarator,
  lowerEach,
  lowerFunctionMember,
  lowerReturn,
  lowerSpread,
  lowerYield,
  lowerYieldAll,
} from "./lower_patterns.ts";
import { lowerOwnClass, lowerSuper, lowerThis } from "./lower_self.ts";
import { lowerSum } from "./lower_sums.ts";
import { lowerSwitch } from "./lower_switch.ts";
import { lowerEnumMembers, lowerHeritage, lowerType, lowerTypeParameter } from "./lower_types.ts";
import { easeText } from "./ease_text.ts";
import { isTestFile, makeModules } from "./modules.ts";
import { fillLists } from "./filled_lists.ts";
import { repairText } from "./repair_text.ts";
import { rules } from "./resolution_rules.ts";
import { beginFile } from "./file_state.ts";
import { packages } from "./package_facts.ts";
import { routes } from "./routes.ts";
import { templates } from "./templates.ts";

export const plugin: LanguagePlugin = {
  name: "typescript",
  title: "TypeScript and JavaScript",
  aliases: ["javascript"],
  version: 25,
  extensions: {
    ".ts": "typescript",
    ".mts": "typescript",
    ".cts": "typescript",
    ".tsx": "tsx",
    ".jsx": "tsx",
    ".js": "tsx",
    ".mjs": "tsx",
    ".cjs": "tsx",
  },
  interpreters: ["node", "deno", "bun", "ts-node", "tsx"],
  manifests: ["package.json", "deno.json", "deno.jsonc", "import_map.json", "tsconfig.json", "jsconfig.json", "tsconfig*.json"],
  queries: [definitions, expressions, imports, statements].join("\n"),
  ease: easeText,
  repair: repairText,
  embedded: embedDocumentedTypes,
  own: {
    affixed_index: lowerAffixedIndex,
    and: lowerAnd,
    or: lowerOr,
    tagged: lowerTagged,
    place: lowerPlace,
    as: lowerAs,
    assertion: lowerAssertion,
    assignment: lowerAssignment,
    await: lowerAwait,
    call: lowerCall,
    catch: lowerCatch,
    constant_index: lowerConstantIndex,
    declarator: lowerDeclarator,
    decorator: lowerDecorator,
    each: lowerEach,
    element: lowerElement,
    element_value: lowerElementValue,
    enum_members: lowerEnumMembers,
    export: lowerExport,
    exports_member: lowerExportsMember,
    module_exports: lowerModuleExports,
    function_member: lowerFunctionMember,
    loop: lowerLoop,
    name_of: lowerNameOf,
    handed: lowerHanded,
    heritage: lowerHeritage,
    if: lowerIf,
    instance_test: lowerInstanceTest,
    import: lowerImport,
    import_alias: lowerImportAlias,
    new: lowerNew,
    non_null: lowerNonNull,
    own_class: lowerOwnClass,
    parameter: lowerParameter,
    parentheses: lowerParentheses,
    return: lowerReturn,
    satisfies: lowerSatisfies,
    spread: lowerSpread,
    string_index: lowerStringIndex,
    sum: lowerSum,
    super: lowerSuper,
    switch: lowerSwitch,
    ternary: lowerTernary,
    this: lowerThis,
    type_parameter: lowerTypeParameter,
    yield: lowerYield,
    yield_all: lowerYieldAll,
  },
  describe: describeDefinition,
  bindTarget,
  lowerType,
  doc: readDoc,
  moduleDoc: readModuleDoc,
  begin: beginFile,
  finish(lowering) {
    fillLists(lowering);
    markExported(lowering);
    captureTypeParameters(lowering);
  },
  library: { path: "library.d.ts", source: librarySource },
  rules,
  modules: makeModules,
  packages,
  templates,
  routes,
  tests: "calls",
  isTestFile,
};
