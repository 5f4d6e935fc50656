/**
 * Rust: crates and modules, impls and traits, patterns, macros read as code.
 */
import type { LanguagePlugin } from "../../core/plugin.ts";
import bindings from "./bindings.scm" with { type: "text" };
import calls from "./calls.scm" with { type: "text" };
import definitions from "./definitions.scm" with { type: "text" };
import imports from "./imports.scm" with { type: "text" };
import library from "./library.rs" with { type: "text" };
import { embedMacros } from "./embed_macros.ts";
import { findCommentRuns } from "./comment_runs.ts";
import { readDoc, readModuleDoc } from "./doc_comments.ts";
import { beginFile } from "./lower_attributes.ts";
import { lowerChildModule, lowerExternCrate, lowerUse } from "./lower_imports.ts";
import {
  describeItem,
  finishItems,
  lowerAssociatedType,
  lowerConstParameter,
  lowerParameter,
  lowerSelfParameter,
  lowerTypeParameter,
  lowerWherePredicate,
} from "./lower_items.ts";
import { lowerAttribute } from "./lower_macro_uses.ts";
import {
  bindParameterPattern,
  lowerClosureParameters,
  lowerFor,
  lowerLet,
  lowerLetCondition,
  lowerMatchPattern,
} from "./lower_patterns.ts";
import { lowerPath, lowerType } from "./lower_types.ts";
import {
  lowerAssignment,
  lowerAsync,
  lowerBlock,
  lowerBorrow,
  lowerBranches,
  lowerBreak,
  lowerCall,
  lowerCast,
  lowerCharacter,
  lowerCompared,
  lowerFloat,
  lowerInteger,
  lowerLogical,
  lowerMember,
  lowerNegated,
  lowerOperated,
  lowerReturn,
  lowerString,
  lowerStruct,
  lowerTry,
} from "./lower_values.ts";
import { lowerMacro, lowerMacroRule } from "./lower_macros.ts";
import { makeModules } from "./modules.ts";
import { packages } from "./package_facts.ts";
import { repairText } from "./repair_text.ts";
import { rules } from "./resolution_rules.ts";
import { routes } from "./routes.ts";
import { namesCalled, namesDeclared } from "./macro_exchange.ts";
import { shareMacros } from "./share_macros.ts";

/** See the head of this file. */
export const plugin: LanguagePlugin = {
  name: "rust",
  title: "Rust",
  version: 25,
  extensions: { ".rs": "rust" },
  manifests: ["Cargo.toml"],
  queries: [definitions, imports, bindings, calls].join("\n"),
  unread: findCommentRuns,
  repair: repairText,
  own: {
    use: lowerUse,
    extern_crate: lowerExternCrate,
    child_module: lowerChildModule,
    associated_type: lowerAssociatedType,
    type_parameter: lowerTypeParameter,
    const_parameter: lowerConstParameter,
    where_predicate: lowerWherePredicate,
    attribute: lowerAttribute,
    self_parameter: lowerSelfParameter,
    parameter: lowerParameter,
    closure_parameters: lowerClosureParameters,
    let: lowerLet,
    let_condition: lowerLetCondition,
    match_pattern: lowerMatchPattern,
    for: lowerFor,
    return: lowerReturn,
    break: lowerBreak,
    cast: lowerCast,
    compared: lowerCompared,
    assignment: lowerAssignment,
    call: lowerCall,
    macro: lowerMacro,
    macro_rule: lowerMacroRule,
    struct: lowerStruct,
    path: lowerPath,
    try: lowerTry,
    block: lowerBlock,
    branches: lowerBranches,
    member: lowerMember,
    async: lowerAsync,
    logical: lowerLogical,
    negated: lowerNegated,
    operated: lowerOperated,
    reference: lowerBorrow,
    integer: lowerInteger,
    float: lowerFloat,
    character: lowerCharacter,
    string: lowerString,
  },
  embedded: embedMacros,
  givenMacros: { namesDeclared, namesCalled, share: shareMacros },
  describe: describeItem,
  bindTarget: bindParameterPattern,
  lowerType,
  doc: readDoc,
  moduleDoc: readModuleDoc,
  begin: beginFile,
  finish: finishItems,
  library: { path: "library.rs", source: library },
  rules,
  modules: makeModules,
  packages,
  routes,
  tests: "anywhere",
  isTestFile: (path) => /(?:^|\/)(?:tests|benches)\//.test(path) || /(?:^|\/)tests?\.rs$/.test(path),
};
