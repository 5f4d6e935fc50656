/**
 * The rules for reading Go files beyond the patterns.
 *
 * Invariant: references only; the implementation is in the files that are named.
 */
import type { ReadingRules } from "../../core/plugin.ts";
import { describeDefinition, finishLinked, finishTwins } from "./describe_definitions.ts";
import { readDoc, readModuleDoc } from "./doc_comments.ts";
import { beginFile } from "./file_state.ts";
import { lowerCall, lowerComposite, lowerConversion, lowerInstantiation } from "./lower/calls.ts";
import { captureTypeParameters } from "./lower/captured_parameters.ts";
import { lowerElement, lowerSend } from "./lower/passed_functions.ts";
import { finishImports, lowerImport } from "./lower/imports.ts";
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
} from "./lower/statements.ts";
import { lowerText } from "./lower/template_texts.ts";
import {
  lowerContainer,
  lowerEmbeddedElements,
  lowerFunctionType,
  lowerGenericType,
  lowerParameters,
  lowerQualifiedType,
  lowerTypeInPlace,
  lowerTypeParameters,
} from "./lower/types.ts";
import { repairText } from "./text/repair_text.ts";

/** The rules for reading Go files beyond the patterns. */
export const reading: ReadingRules = {
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
    text: lowerText,
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
};
