/**
 * Functions that a description of a deployment names for a platform to call: `handler: src/app.load` of the Serverless Framework, of AWS SAM and
 * CloudFormation.
 *
 * Stage: artifacts. Pure. The platform means a file without its ending and, behind the last dot, what that shows.
 */
import type { EntryPoint } from "../rules/package_rules.ts";

/** Matches the base name of such a description. */
export const DEPLOYMENT = /^(?:serverless|template|sam|cloudformation)(?:[.-][\w-]+)*\.ya?ml$/;
const HANDLER = /(?:^|[{,-])\s*["']?[Hh]andler["']?\s*:\s*["']?(?:\.\/)?([\w@$/-]+)\.([A-Za-z_$][\w$]*)["']?\s*(?:[,}#]|$)/;

/** See the head of this file. */
export function readDeployed(text: string): EntryPoint[] {
  return text.split(/\r?\n/).flatMap((line, i) => {
    const [, module, name] = HANDLER.exec(line) ?? [];
    return module === undefined || name === undefined ? [] : [{ module, name, line: i + 1 }];
  });
}
