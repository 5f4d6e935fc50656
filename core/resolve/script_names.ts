/**
 * Names that scripts share: what a file that is no module declares at its top, all others of its kind see.
 *
 * Stage: resolve. Invariant: which scripts run together nothing says, so the name counts only where one script of the repository declares it.
 */
import { Op } from "../expressions.ts";
import { definitionValue } from "./bindings.ts";
import type { FileView } from "./file_view.ts";
import { type DefinitionId, fileOf, type Meaning, rowOf, weaken } from "./meaning.ts";
import type { World } from "./world.ts";

/** Row of `scopes` of the file itself. */
const TOP = 1;

/** What the name, which neither the script `view` nor the library declares, means in the one other script that does; undefined without one. */
export function scriptName(world: World, view: FileView, name: string, space: number): Meaning | undefined {
  if (world.rules.scriptsShareNames !== true || view.index === world.library || !isScript(view)) return undefined;
  if (world.isCommonMethod(name)) return undefined;
  const found = declaredIn(world, "callables", name, 0);
  const only = found < 0 ? found : declaredIn(world, "nameable", name, found);
  return only > 0 ? weaken(definitionValue(world, only, space)) : undefined;
}

/** The one definition of that name at the top of a script, `known` or another; 0: none, less: several. */
function declaredIn(world: World, list: "callables" | "nameable", name: string, known: DefinitionId): number {
  let found = known;
  for (const id of world.names.find(list, name)) {
    const view = world.viewOf(id);
    if (view.facts.definitions.scope[rowOf(id)] !== TOP) continue;
    world.ask(fileOf(id));
    if (!isScript(view)) continue;
    if (found !== 0) return -1;
    found = id;
  }
  return found;
}

/** Whether a file is no module of any kind: it imports nothing and shows nothing. */
function isScript(view: FileView): boolean {
  const { imports, exports, expressions } = view.facts;
  return view.script ??= imports.length < 2 && exports.length < 2 && !expressions.op.includes(Op.module);
}
