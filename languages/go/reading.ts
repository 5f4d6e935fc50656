/**
 * How files of Go are read where the patterns alone do not tell it.
 *
 * Invariant: references only; what is done stands in the files that are named.
 */
import type { ReadingRules } from "../../core/plugin.ts";
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
import { repairText } from "./repair_text.ts";

/** See the head of this file. */
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
};
