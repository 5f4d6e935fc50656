/**
 * The rules for reading Rust files beyond the patterns.
 *
 * Invariant: references only; the implementation is in the files that are named.
 */
import type { ReadingRules } from "../../core/plugin.ts";
import { readDoc, readModuleDoc } from "./doc_comments.ts";
import { beginFile } from "./lower/attributes.ts";
import { lowerChildModule, lowerExternCrate, lowerUse } from "./lower/imports.ts";
import { declaresTypes, describeItem, finishItems, lowerSelfParameter } from "./lower/items.ts";
import { lowerAttribute } from "./lower/macro_uses.ts";
import { lowerMacro, lowerMacroRule } from "./lower/macros.ts";
import {
  bindParameterPattern,
  lowerClosureParameters,
  lowerFor,
  lowerLet,
  lowerLetCondition,
  lowerMatchPattern,
  lowerParameter,
} from "./lower/patterns.ts";
import { lowerAssociatedType, lowerConstParameter, lowerTypeParameter, lowerWherePredicate } from "./lower/type_parameters.ts";
import { lowerPath, lowerType } from "./lower/types.ts";
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
  lowerNothing,
  lowerOperated,
  lowerReturn,
  lowerString,
  lowerStruct,
  lowerTry,
  lowerTuple,
} from "./lower/values.ts";
import { embedMacros } from "./macros/embed_macros.ts";
import { findCommentRuns } from "./text/comment_runs.ts";
import { repairText } from "./text/repair_text.ts";

/** The rules for reading Rust files beyond the patterns. */
export const reading: ReadingRules = {
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
    tuple: lowerTuple,
    async: lowerAsync,
    logical: lowerLogical,
    nothing: lowerNothing,
    negated: lowerNegated,
    operated: lowerOperated,
    reference: lowerBorrow,
    integer: lowerInteger,
    float: lowerFloat,
    character: lowerCharacter,
    string: lowerString,
  },
  embedded: embedMacros,
  describe: describeItem,
  bindTarget: bindParameterPattern,
  lowerType,
  doc: readDoc,
  moduleDoc: readModuleDoc,
  begin: beginFile,
  isBodyApart: declaresTypes,
  finish: finishItems,
};
