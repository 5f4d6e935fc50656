/**
 * How files of TypeScript and JavaScript are read beyond the patterns.
 *
 * Invariant: references only; the implementation is in the files that are named.
 */
import type { ReadingRules } from "../../core/plugin.ts";
import { describeDefinition } from "./describe_definitions.ts";
import { readDoc, readModuleDoc } from "./doc_comments.ts";
import { beginFile } from "./file_state.ts";
import { embedDocumentedTypes } from "./jsdoc/embed.ts";
import { lowerAssignment, lowerConstantIndex, lowerPlace, lowerStringIndex } from "./lower/assignments.ts";
import { lowerAwait, lowerCall, lowerDecorator, lowerNameOf, lowerNew, lowerTagged } from "./lower/calls.ts";
import { captureTypeParameters } from "./lower/captured_parameters.ts";
import { lowerElement, lowerElementValue, lowerPassed } from "./lower/elements.ts";
import { lowerExportsMember, lowerModuleExports } from "./lower/exports.ts";
import { fillLists } from "./lower/filled_lists.ts";
import { lowerSpread, markYielding } from "./lower/filled_objects.ts";
import { exportAmbientModules } from "./lower/ambient_modules.ts";
import { lowerExport, lowerImport, lowerImportAlias, markExported } from "./lower/modules.ts";
import { bindShownNames } from "./lower/namespaces.ts";
import { lowerAnnounced } from "./lower/announced_fields.ts";
import { lowerAnd, lowerAssertion, lowerIf, lowerInstanceTest, lowerLoop, lowerOr, lowerTernary } from "./lower/narrowing.ts";
import { lowerParameter } from "./lower/parameters.ts";
import {
  lowerAffixedIndex,
  lowerCatch,
  lowerDeclarator,
  lowerEach,
  lowerFunctionMember,
  lowerReturn,
  lowerYield,
  lowerYieldAll,
} from "./lower/patterns.ts";
import { accessAt } from "./lower/accesses.ts";
import { lowerMadeClass, lowerOwnClass, lowerSuper, lowerThis } from "./lower/self.ts";
import { lowerFilled, lowerSum } from "./lower/sums.ts";
import { lowerSwitch } from "./lower/switch.ts";
import { lowerAs, lowerAsserted, lowerNonNull, lowerParentheses, lowerSatisfies } from "./lower/type_assertions.ts";
import { lowerEnumMembers, lowerHeritage, lowerType, lowerTypeParameter } from "./lower/types.ts";
import { markTests } from "./lower/tests.ts";
import { easeText } from "./text/ease_text.ts";
import { repairText } from "./text/repair_text.ts";

/** The rules for reading files of TypeScript and JavaScript beyond the patterns. */
export const reading: ReadingRules = {
  ease: easeText,
  repair: repairText,
  embedded: embedDocumentedTypes,
  own: {
    affixed_index: lowerAffixedIndex,
    announced: lowerAnnounced,
    and: lowerAnd,
    or: lowerOr,
    tagged: lowerTagged,
    place: lowerPlace,
    as: lowerAs,
    asserted: lowerAsserted,
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
    filled: lowerFilled,
    function_member: lowerFunctionMember,
    loop: lowerLoop,
    name_of: lowerNameOf,
    handed: lowerPassed,
    heritage: lowerHeritage,
    if: lowerIf,
    instance_test: lowerInstanceTest,
    import: lowerImport,
    import_alias: lowerImportAlias,
    new: lowerNew,
    non_null: lowerNonNull,
    own_class: lowerOwnClass,
    made_class: lowerMadeClass,
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
  accessAt,
  lowerType,
  doc: readDoc,
  moduleDoc: readModuleDoc,
  begin: beginFile,
  finish(lowering) {
    fillLists(lowering);
    markYielding(lowering);
    markExported(lowering);
    bindShownNames(lowering);
    exportAmbientModules(lowering);
    captureTypeParameters(lowering);
    markTests(lowering);
  },
};
