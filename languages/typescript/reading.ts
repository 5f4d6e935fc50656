/**
 * How files of TypeScript and JavaScript are read where the patterns alone do not tell it.
 *
 * Invariant: references only; what is done stands in the files that are named.
 */
import type { ReadingRules } from "../../core/plugin.ts";
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
import { fillLists } from "./filled_lists.ts";
import { repairText } from "./repair_text.ts";
import { beginFile } from "./file_state.ts";

/** See the head of this file. */
export const reading: ReadingRules = {
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
};
