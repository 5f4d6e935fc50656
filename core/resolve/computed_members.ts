/**
 * Members whose names are computed: `x["on" + kind]`, `getattr(x, f"on_{kind}")`.
 *
 * Stage: resolve. Invariant: only members of a type that is known, its bases' included, and of these only those whose names begin and end as the
 * text does; types below it are not looked into.
 */
import { DefinitionFlag, DefinitionKind, listItems, Op } from "../facts.ts";
import { evaluateObject } from "./evaluate.ts";
import type { FileView } from "./file_view.ts";
import { memberTable, orderOf } from "./inheritance.ts";
import { type DefinitionId, definitionId, fileOf, Tag } from "./meaning.ts";
import { isCallable } from "./names.ts";
import type { World } from "./world.ts";

interface ComputedName {
  /** The expression whose member it is, and that of the name. */
  readonly object: number;
  readonly name: number;
}

/** What the expression asks for by a computed name; undefined where it does not. */
export function computedName(view: FileView, expression: number): ComputedName | undefined {
  const { facts } = view;
  const { op, a, b, c } = facts.expressions;
  switch (op[expression]) {
    case Op.computed:
      return { object: b[expression]!, name: c[expression]! };
    case Op.index:
      return { object: a[expression]!, name: listItems(facts, b[expression]!)[0] ?? 0 };
    case Op.either:
      for (const item of listItems(facts, a[expression]!)) if (op[item] === Op.computed) return computedName(view, item);
  }
  return undefined;
}

/** The members that may be meant, nearest first. */
export function computedMembers(world: World, view: FileView, expression: number): readonly DefinitionId[] {
  const asked = computedName(view, expression);
  const object = asked === undefined ? undefined : evaluateObject(world, view, asked.object);
  if (asked === undefined || (object?.tag !== Tag.instance && object?.tag !== Tag.self)) return [];
  const { op, b, c } = view.facts.expressions;
  const isKnown = op[asked.name] === Op.affixed;
  const [prefix, suffix] = isKnown ? [view.text(b[asked.name]!), view.text(c[asked.name]!)] : ["", ""];
  const found = new Map<string, DefinitionId>();
  for (const entry of orderOf(world, object.definition)) {
    if (entry.tag !== Tag.instance || world.inLibrary(entry.definition)) continue;
    world.ask(fileOf(entry.definition));
    for (const [name, rows] of memberTable(world, entry.definition)) {
      const fits = name.startsWith(prefix) && name.endsWith(suffix) && name.length > prefix.length + suffix.length &&
        !/^__\w+__$/.test(name);
      const member = !fits || found.has(name) ? undefined : methodAmong(world, entry.definition, rows);
      if (member !== undefined) found.set(name, member);
    }
  }
  return [...found.values()];
}

function methodAmong(world: World, type: DefinitionId, rows: readonly number[]): DefinitionId | undefined {
  const { bindings, definitions } = world.viewOf(type).facts;
  const defined = rows.map((row) => bindings.definition[row]!).findLast((row) =>
    isCallable(definitions.kind[row]!) && definitions.kind[row] !== DefinitionKind.constructor &&
    (definitions.flags[row]! & (DefinitionFlag.implicit | DefinitionFlag.property)) === 0
  );
  return defined === undefined ? undefined : definitionId(fileOf(type), defined);
}
