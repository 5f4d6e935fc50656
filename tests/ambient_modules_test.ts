/**
 * Packages declared by a file that is not a module (`declare module "maps"`): files that import them depend on the declaration, and on its
 * existence.
 */
import { type Edit, testThereAndBack } from "./support/there_and_back.ts";

const FILES = {
  "package.json": '{ "name": "shop", "dependencies": { "maps": "1" } }',
  "use.ts": 'import merge, { Part } from "maps";\nmerge();\nnew Part().run().done();\n',
  "other.ts": 'import * as maps from "maps";\nmaps.merge();\nexport const part: maps.Part = null!;\npart.run();\n',
  "made.ts": "export class Made { done() {} }\n",
};
const MAPS = `declare module "maps" {
  import { Made } from "./made";
  export default function merge(): void;
  export class Part { run(): Made; }
}
`;
const EDITS: Readonly<Record<string, readonly [string, string]>> = {
  "nothing is declared": [MAPS, "declare const nothing: number;\n"],
  "another package is declared": [MAPS, MAPS.replace("maps", "roads")],
  "nothing is said of it": [MAPS, 'declare module "maps";\n'],
  "the file becomes a module": [MAPS, `${MAPS}export {};\n`],
  "it gives another by default": [MAPS, MAPS.replace("export default function merge", "export function merge")],
  "it is one value": [
    MAPS,
    MAPS.replace("export default function", "function").replace("export class Part", "export = merge;\n  class Part"),
  ],
  "a method has another result": [MAPS, MAPS.replace("run(): Made", "run(): void")],
  "it hands on what others have": [MAPS, MAPS.replace("export class", 'export * from "elsewhere";\n  export class')],
};

testThereAndBack(Object.fromEntries(
  Object.entries(EDITS).flatMap(([what, between]): [string, Edit][] => [
    [what, { files: FILES, path: "maps.d.ts", text: "…", between }],
    [`${what}, beside another file`, {
      files: { ...FILES, "more.d.ts": 'declare module "maps" {\n  export function merge(more: number): void;\n}\n' },
      path: "maps.d.ts",
      text: "…",
      between,
    }],
  ]),
));
