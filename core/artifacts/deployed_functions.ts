/**
 * Functions that the description of a deployment names as entry points: `handler: src/app.load` in the Serverless Framework, AWS SAM and
 * CloudFormation.
 *
 * Stage: artifacts. Pure. The value is a file without its extension and, after the last dot, one of its exports.
 */
import type { EntryPoint } from "../rules/package_rules.ts";

/** Matches the base name of such a description. */
export const DEPLOYMENT = /^(?:serverless|template|sam|cloudformation)(?:[.-][\w-]+)*\.ya?ml$/;
const HANDLER = /(?:^|[{,-])\s*["']?[Hh]andler["']?\s*:\s*["']?(?:\.\/)?([\w@$/-]+)\.([A-Za-z_$][\w$]*)["']?\s*(?:[,}#]|$)/;

/** The entry points in the text of a description. */
export function readDeployed(text: string): EntryPoint[] {
  return text.split(/\r?\n/).flatMap((line, i) => {
    const [, module, name] = HANDLER.exec(line) ?? [];
    return module === undefined || name === undefined ? [] : [{ module, name, line: i + 1 }];
  });
}
