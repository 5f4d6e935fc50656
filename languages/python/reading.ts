/**
 * The rules for reading Python files beyond the patterns.
 *
 * Invariant: references only; the implementation is in the files that are named.
 */
import type { ReadingRules } from "../../core/plugin.ts";
import { describeDefinition } from "./describe_definitions.ts";
import { readDoc, readModuleDoc } from "./doc_comments.ts";
import { beginFile } from "./file_state.ts";
import { finishAttributes } from "./lower/attributes.ts";
import {
  bindTarget,
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
} from "./lower/bindings.ts";
import {
  finishFunctions,
  lowerComputedCall,
  lowerDecorators,
  lowerKnownCall,
  lowerSlice,
  lowerSubscript,
  lowerYield,
} from "./lower/calls.ts";
import { lowerDictionary, lowerDictionarySplat, lowerSequence, lowerTuple } from "./lower/displays.ts";
import { lowerComparison } from "./lower/comparisons.ts";
import { finishExports, lowerExportList, lowerImport, lowerImportFrom, markStandIns } from "./lower/imports.ts";
import { lowerMatch } from "./lower/match.ts";
import { accessAt } from "./lower/accesses.ts";
import { lowerAssert, lowerBranch, lowerConditional, lowerConjunction, lowerDisjunction, lowerFilter } from "./lower/narrowing.ts";
import { lowerAugmented, lowerOperator, lowerSign } from "./lower/operators.ts";
import { lowerParameters } from "./lower/parameters.ts";
import { finishAliases, lowerTypeParameters } from "./lower/type_variables.ts";
import { lowerType } from "./lower/types.ts";
import { lowerText, lowerTruth } from "./lower/words.ts";
import { easeDefaults } from "./text/ease_defaults.ts";
import { easeText } from "./text/ease_text.ts";
import { repairText } from "./text/repair_text.ts";

/** The rules for reading Python files beyond the patterns. */
export const reading: ReadingRules = {
  ease: (source) => easeDefaults(easeText(source)),
  repair: repairText,
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
  accessAt,
  lowerType,
  doc: readDoc,
  moduleDoc: readModuleDoc,
  begin: beginFile,
  finish(lowering) {
    finishFunctions(lowering);
    finishAttributes(lowering);
    finishAliases(lowering);
    finishExports(lowering);
    markStandIns(lowering);
  },
};
