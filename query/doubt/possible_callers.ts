/**
 * Calls that may run a symbol although no edge leads from them to it.
 *
 * Stage: query. These calls lead
 * - to a namesake (an interface's method, a version under another build condition) or to nothing known (a variable, a field), with the
 *   symbol among their candidates;
 * - to the method that the symbol overrides (a base's, an external interface's, or that of the type expected of an object literal);
 * - to the method of an interface that requires no more than the symbol's own;
 * - to a type that inherits the constructor in question.
 */
import { addAt } from "../../core/base/lists.ts";
import { DefinitionFlag } from "../../core/facts.ts";
import { groupSites, type SiteEntry, type SiteRow } from "../answer/sites.ts";
import { targetsOf, type UserEdge } from "../answer/user_sites.ts";
import { type Context, readRows } from "../context.ts";
import type { FlowPlace } from "../flow/calls_at.ts";
import { readPassedCalls } from "../flow/passed_places.ts";
import type { Match } from "../names/find_symbol.ts";
import { remembered } from "../rows/kept.ts";
import { placeAt } from "../rows/listed.ts";
import { isClass } from "../rows/node_types.ts";
import { readOwner, readOwnMembers } from "../rows/own_members.ts";
import { isTest, readSymbol, scopedNameOf, type SymbolRow } from "../rows/symbol_row.ts";
import { readStanding, Standing } from "../rows/standing.ts";
import { type Adjacency, findUseGraph, NoTarget, type UseGraph } from "../rows/use_graph.ts";
import { mayRun } from "../walk/own_objects.ts";
import { readConstructorBases, readConstructorHeirs, readInheritedConstructors, readTypesMade } from "../rows/inherited_constructors.ts";
import { readFieldFlow, withFieldsBehind } from "./field_flow.ts";
import { readComputedCalls } from "./computed_reads.ts";
import { embeddedInterfaces } from "./outer_interfaces.ts";
import { readNarrower } from "./narrower_interfaces.ts";
import { ABOVE_TYPE, GIVEN_TYPE, heirTable, kinTables, upwards } from "../rows/kin.ts";

const COLUMNS = `e.source_line AS line, e.source_column AS "column", e.confidence AS confidence, e.rule AS rule, e.candidates AS candidates,
  f.id AS id, f.name AS name, f.qualified_name AS qualifiedName, f.path_id AS pathId, p.path AS path, coalesce(sv.flags, 0) AS flags,
  sv.parent_id AS owner`;
const USER = `CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  JOIN symbol f ON f.id = e.from_symbol_id
  JOIN path p ON p.id = rf.path_id
  LEFT JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id AND sv.symbol_id = f.id`;
const BY_NAMESAKE = `SELECT ${COLUMNS} FROM symbol o
  JOIN edge e ON e.to_symbol_id = o.id AND e.edge_type = 'calls' AND e.candidates <> '' ${USER}
  WHERE o.name = ? AND o.language = ? AND o.id NOT IN (SELECT value FROM json_each(?)) AND instr(e.candidates, ?) > 0`;
/** Calls of constructors (rows of `symbol`) that may instead mean another symbol with their class's name. */
const BY_MAKER = `SELECT ${COLUMNS} FROM json_each(?) maker
  CROSS JOIN edge e INDEXED BY edge_reverse ON e.to_symbol_id = maker.value AND e.edge_type = 'calls' AND e.candidates <> '' ${USER}
  WHERE instr(e.candidates, ?) > 0`;
const TYPES_NAMED = "SELECT id AS id FROM symbol WHERE name = ? AND language = ? AND kind = 'class'";
const BASES = `WITH RECURSIVE base (id) AS (
    SELECT value FROM json_each(?) UNION
    SELECT o.to_symbol_id FROM base CROSS JOIN edge o INDEXED BY edge_forward ON o.from_symbol_id = base.id AND o.edge_type = 'overrides'
    CROSS JOIN ref_file r ON r.resolution_id = o.resolution_id AND r.ref_id = ? WHERE o.to_symbol_id <> 0)
  SELECT id AS id FROM base WHERE id NOT IN (SELECT value FROM json_each(?))`;
/**
 * Uses of a base's method, or of a generic function. A call that names the base (`Base.load(x)`) means no other method unless that one has
 * no body. Where the base's method is passed as a value, the overriding one may be meant as well.
 */
const BY_BASE = `SELECT ${COLUMNS} FROM edge e INDEXED BY edge_reverse ${USER}
  WHERE e.to_symbol_id = ? AND e.edge_type IN ('calls', 'references')
    AND (e.rule NOT IN ('path', 'decorated', 'scope', 'holder') OR (e.edge_type = 'calls'
      AND (SELECT kind FROM symbol WHERE id = e.to_symbol_id) = 'function'))`;
const BY_BODILESS = `SELECT ${COLUMNS} FROM edge e INDEXED BY edge_reverse ${USER}
  WHERE e.to_symbol_id = ? AND e.edge_type = 'references' AND e.rule = 'path'`;
/** Calls through an external interface that the symbol implements: they lead to the interface's method by name. */
const THROUGH_EXTERNAL = `SELECT ${COLUMNS} FROM json_each(?) wanted
  CROSS JOIN edge o INDEXED BY edge_forward ON o.from_symbol_id = wanted.value AND o.edge_type = 'overrides' AND o.external = 1 AND o.rule = 'structural'
  CROSS JOIN ref_file r ON r.resolution_id = o.resolution_id AND r.ref_id = ?
  CROSS JOIN edge e INDEXED BY edge_unresolved ON e.to_name_id = o.to_name_id AND e.to_symbol_id = 0 AND e.edge_type = 'calls' AND e.external = 1 ${USER}`;
/** Calls of a method's name on an external type that values of its type become. */
const THROUGH_TAKEN = `WITH taken (name) AS (SELECT DISTINCT n.id FROM edge g INDEXED BY edge_reverse
    CROSS JOIN ref_file r ON r.resolution_id = g.resolution_id AND r.ref_id = ?
    JOIN name n ON n.text = json_extract(g.properties, '$.given_to') || '.' || ?
    WHERE g.to_symbol_id = ? AND g.edge_type = 'references' AND instr(g.properties, '"given_to"') > 0)
  SELECT ${COLUMNS} FROM taken CROSS JOIN edge e INDEXED BY edge_unresolved ON e.to_name_id = taken.name AND e.to_symbol_id = 0
    AND e.edge_type = 'calls' AND e.external = 1 ${USER}`;
/** Calls of an external symbol, given by its full name. */
const OF_OUTSIDE = `SELECT ${COLUMNS} FROM name n CROSS JOIN edge e INDEXED BY edge_unresolved ON e.to_name_id = n.id AND e.to_symbol_id = 0
    AND e.edge_type = 'calls' AND e.external = 1 ${USER} WHERE n.text = ?`;
const OF_REDEFINING = `WITH RECURSIVE redefining (id) AS (
    SELECT value FROM json_each(?) UNION
    SELECT o.from_symbol_id FROM redefining
    CROSS JOIN edge o INDEXED BY edge_reverse ON o.to_symbol_id = redefining.id AND o.edge_type = 'overrides'
    CROSS JOIN ref_file r ON r.resolution_id = o.resolution_id AND r.ref_id = ?)
  SELECT ${COLUMNS} FROM redefining JOIN edge e ON e.to_symbol_id = redefining.id AND e.edge_type = 'calls' ${USER}
  WHERE redefining.id NOT IN (SELECT value FROM json_each(?))`;
/** Types that share a subtype with the given one but are neither below nor above it: a `super` call of theirs may reach it next. */
const COMBINED = `${GIVEN_TYPE}, ${ABOVE_TYPE}, ${kinTables()}
  SELECT id FROM kin WHERE id NOT IN (SELECT id FROM heir) AND id NOT IN (SELECT id FROM above)`;
/** Where methods of a type's bases pass their own class as a value. */
const CLASS_PASSED = `${GIVEN_TYPE}, ${ABOVE_TYPE}
  SELECT ${COLUMNS} FROM above CROSS JOIN edge e INDEXED BY edge_reverse ON e.to_symbol_id = above.id AND e.edge_type = 'references'
    AND e.rule = 'self' ${USER} WHERE above.id <> (SELECT id FROM given)`;
/** The part of a signature after the type's own name, since a base may have the same name. */
const WRITTEN_BASES = "substr(sv.signature, instr(sv.signature, own.name) + length(own.name))";
/** Methods with a given name in types that some subclass lists as bases after the given type, which is therefore looked up first. */
const BEHIND = `${GIVEN_TYPE}, ${heirTable()},
  behind (id) AS (SELECT b.to_symbol_id FROM heir CROSS JOIN edge a INDEXED BY edge_reverse ON a.to_symbol_id = heir.id AND a.edge_type = 'extends'
    CROSS JOIN ref_file r ON r.resolution_id = a.resolution_id AND r.ref_id = (SELECT ref FROM given)
    CROSS JOIN edge b INDEXED BY edge_forward ON b.from_symbol_id = a.from_symbol_id AND b.edge_type = 'extends' AND b.resolution_id = a.resolution_id
    JOIN symbol first ON first.id = heir.id JOIN symbol later ON later.id = b.to_symbol_id JOIN symbol own ON own.id = a.from_symbol_id
    JOIN symbol_version sv ON sv.file_version_id = r.file_version_id AND sv.symbol_id = a.from_symbol_id
    WHERE b.to_symbol_id <> heir.id AND instr(${WRITTEN_BASES}, first.name) <= instr(${WRITTEN_BASES}, later.name)
    UNION ${upwards("behind")}),
  ${ABOVE_TYPE}
  SELECT m.id AS id FROM behind CROSS JOIN symbol t ON t.id = behind.id
  CROSS JOIN ref_file rf ON rf.ref_id = (SELECT ref FROM given) AND rf.path_id = t.path_id
  CROSS JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id AND sv.parent_id = t.id
  JOIN symbol m ON m.id = sv.symbol_id AND m.kind = 'method' AND m.name = ?
  WHERE behind.id NOT IN (SELECT id FROM heir) AND behind.id NOT IN (SELECT id FROM above)`;
const OF_HEIR = `SELECT ${COLUMNS} FROM edge e INDEXED BY edge_reverse ${USER}
  WHERE e.to_symbol_id = ? AND e.edge_type = 'calls' AND e.rule = 'constructor'`;
/** Calls on the own object of a method that its type does not have, by the method's name. */
const OF_ITSELF = `SELECT ${COLUMNS} FROM name n CROSS JOIN edge e INDEXED BY edge_unresolved ON e.to_name_id = n.id AND e.to_symbol_id = 0
    AND e.edge_type = 'calls' AND e.external = 0 AND e.rule = 'ambiguous' ${USER} JOIN name t ON t.id = e.text_id
  WHERE n.text = ? AND t.text IN ('self.' || n.text, 'this.' || n.text, 'cls.' || n.text)`;
/** A type and its bases, direct and indirect. */
const ABOVE = `${GIVEN_TYPE}, ${ABOVE_TYPE} SELECT id AS id FROM above`;
/** The calls at a place. */
const AT = `SELECT ${COLUMNS}, e.to_symbol_id AS target FROM path at CROSS JOIN ref_file rf ON rf.path_id = at.id AND rf.ref_id = ?
  CROSS JOIN edge e ON e.resolution_id = rf.resolution_id AND e.source_line = ? AND e.source_column = ? AND e.edge_type = 'calls'
  JOIN symbol f ON f.id = e.from_symbol_id
  JOIN path p ON p.id = rf.path_id
  LEFT JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id AND sv.symbol_id = f.id
  WHERE at.path = ?`;
const HELD = `SELECT ${COLUMNS} FROM edge e INDEXED BY edge_held ${USER}
  WHERE e.rule = 'variable' AND e.candidates <> ''`;
const HELD_ALONE = `${HELD} AND instr(e.candidates, ',') = 0 AND e.candidates = ?`;
const HELD_AMONG = `${HELD} AND instr(e.candidates, ',') > 0 AND instr(e.candidates, ?) > 0`;

/** A call that may mean one of its candidates. */
export interface PossibleEdge extends UserEdge {
  readonly path: string;
  readonly candidates: string;
  /** Row of the symbol that the caller is a member of. */
  readonly owner: number | null;
}

/** Callers that may run a symbol without an edge to it, in the order of `groupSites`. */
export function readPossible(context: Context, match: Match): readonly SiteEntry[] {
  return remembered(
    context,
    `possible ${match.ids.join()}`,
    () => toEntries(context, [...readHeld(context, match), ...throughPassing(context, match)]),
  );
}

/** Whether a symbol may be called through something known to hold it. @param byNames whether a member read by a computed name is such */
export function isHeld(context: Context, match: Match, byNames: boolean): boolean {
  const held = readHeld(context, match);
  if (byNames || held.length === 0) return held.length > 0;
  const named = new Set(readComputedCalls(context, match.row).map((place) => placeAt(place.path, place)));
  return held.some((edge) => !named.has(placeAt(edge.path, edge)));
}

function readHeld(context: Context, match: Match): readonly PossibleEdge[] {
  return remembered(context, `held ${match.ids.join()}`, () => findHeld(context, match));
}

function findHeld(context: Context, match: Match): PossibleEdge[] {
  const known = findUseGraph(context);
  return [
    ...(known === undefined || mayBeReached(known, match.ids, (target) => target >= 0) ? throughNamesakes(context, match) : []),
    ...(known === undefined || match.ids.some((id) => hasAny(known.redefined, known.nodeOf(id))) ? throughBases(context, match) : []),
    ...throughExternal(context, match),
    ...throughHolders(context, match, known),
    ...throughHeirs(context, match),
    ...throughConstructorBases(context, match),
    ...throughNarrower(context, match),
    ...callsByBases(context, match.row),
    ...throughMixing(context, match),
    ...throughNames(context, match),
  ];
}

/** Whether the use graph, where an earlier question built it, has a matching arc: this saves going through all edges of a common name. */
function mayBeReached({ maybe, nodeOf }: UseGraph, ids: readonly number[], isMeant: (target: number) => boolean): boolean {
  return ids.some((id) => {
    const node = nodeOf(id);
    return node >= 0 && maybe.targets.subarray(maybe.starts[node], maybe.starts[node + 1]).some(isMeant);
  });
}

function hasAny({ starts }: Adjacency, node: number): boolean {
  return node >= 0 && starts[node] !== starts[node + 1];
}

/** Callers of methods that override a symbol: their calls do not run it, but depend on its signature. */
export function readRedefiningCallers(context: Context, { ids }: Match): SiteEntry[] {
  const own = JSON.stringify(ids);
  return toEntries(context, readRows<PossibleEdge>(context, OF_REDEFINING, own, context.ref.id, context.ref.id, own));
}

function toEntries(context: Context, rows: readonly PossibleEdge[]): SiteEntry[] {
  const standingOf = readStanding(context);
  const names = new Map<number, string>();
  return groupSites(
    rows.map((edge): SiteRow => {
      let name = names.get(edge.id);
      if (name === undefined) names.set(edge.id, name = scopedNameOf(context, edge));
      const { id, path, line, column, confidence, rule } = edge;
      return {
        id,
        path,
        name,
        definitionLine: 0,
        test: standingOf(path) === Standing.tests || isTest(edge),
        line,
        column,
        confidence,
        rule,
      };
    }),
    standingOf,
  );
}

function throughNamesakes(context: Context, match: Match): PossibleEdge[] {
  const { name, language, kind } = match.row;
  const own = JSON.stringify(match.ids);
  const made = kind === "constructor" ? readSymbol(context, readOwner(context, match.row))?.name : undefined;
  return match.ids.flatMap((id) =>
    [name, ...(made === undefined ? [] : [made])].flatMap((one) =>
      readRows<PossibleEdge>(context, BY_NAMESAKE, context.ref.id, one, language, own, String(id)).filter((edge) => holds(edge, id))
    ).concat(throughMakers(context, match, id))
  );
}

/**
 * Calls of a class's constructor for which a function or another class of the same name may stand in (`except ImportError: def Key(…): …`).
 */
function throughMakers(context: Context, { row, ids }: Match, id: number): PossibleEdge[] {
  const { name, language } = row;
  if (row.kind !== "function" && !isClass(context, row)) return [];
  const types = readRows<{ id: number }>(context, TYPES_NAMED, name, language).map((type) => type.id).filter((type) => !ids.includes(type));
  const makers = types.length === 0 ? [] : readOwnMembers(context, types).filter((member) => member.kind === "constructor");
  if (makers.length === 0) return [];
  const among = JSON.stringify(makers.map((maker) => maker.id));
  return readRows<PossibleEdge>(context, BY_MAKER, among, context.ref.id, String(id)).filter((edge) => holds(edge, id));
}

/** Rules of calls on the caller's own object, which includes `super`. */
const ON_SELF: ReadonlySet<string> = new Set(["self", "dispatch"]);

/**
 * Whether a call made by a method with the target's name is an overriding method calling its base's version: such a call means that alone,
 * unless it has candidates. A method that calls itself, or the same method of another object, may run an override.
 */
export function isOfOwnBase(rule: string, candidates: string, isItself: boolean): boolean {
  return candidates === "" && !isItself && ON_SELF.has(rule);
}

/**
 * Uses of the methods that a symbol overrides, and of what holds those; without calls of an overriding method to its own base, unless a
 * common subtype combines the two.
 */
function throughBases(context: Context, { ids, row }: Match): PossibleEdge[] {
  const bases = readRedefined(context, ids);
  const edges = bases.flatMap((id) =>
    readRows<PossibleEdge>(context, BY_BASE, context.ref.id, id).map((edge) => ({
      edge,
      target: id,
      isOwnBase: edge.name === row.name && isOfOwnBase(edge.rule, edge.candidates, edge.id === id),
    }))
  );
  const combined = edges.some(({ isOwnBase }) => isOwnBase)
    ? new Set(readRows<{ id: number }>(context, COMBINED, row.parent ?? 0, context.ref.id).map(({ id }) => id))
    : undefined;
  const meant = edges.filter(({ edge, target, isOwnBase }) =>
    isOwnBase
      ? edge.rule === "self" && edge.owner !== null && combined?.has(edge.owner) === true
      : ids.some((id) => mayRun(context, edge, edge.id, target, id))
  ).map(({ edge }) => edge);
  const named = readBodiless(context, ids).flatMap(({ row }) => readRows<PossibleEdge>(context, BY_BODILESS, context.ref.id, row.id));
  return [...meant, ...named, ...bases.flatMap((id) => holdersOf(context, id))];
}

/** Rows of the methods that the symbols override, directly or not, without the symbols themselves. */
export function readRedefined(context: Context, ids: readonly number[]): number[] {
  const own = JSON.stringify(ids);
  return readRows<{ id: number }>(context, BASES, own, context.ref.id, own).map(({ id }) => id);
}

/** Those overridden methods that have no body: code that receives one of these calls the method that implements it. */
export function readBodiless(context: Context, ids: readonly number[]): Match[] {
  return readRedefined(context, ids).flatMap((id) => {
    const row = readSymbol(context, id);
    return row === undefined || (row.flags & DefinitionFlag.bodiless) === 0 ? [] : [{ row, ids: [id], twins: [] }];
  });
}

function throughExternal(context: Context, { ids, row }: Match): PossibleEdge[] {
  if (row.kind !== "method") return [];
  const ref = context.ref.id;
  const owner = row.exported === 0 ? 0 : readOwner(context, row);
  return [
    ...readRows<PossibleEdge>(context, THROUGH_EXTERNAL, JSON.stringify(ids), ref, ref),
    ...(owner === 0 ? [] : readRows<PossibleEdge>(context, THROUGH_TAKEN, ref, row.name, owner, ref)),
    ...embeddedInterfaces(context, owner).flatMap((type) => readRows<PossibleEdge>(context, OF_OUTSIDE, ref, `${type}.${row.name}`)),
  ];
}

/** A type may also be held where its constructor is held. */
function throughHolders(context: Context, match: Match, known: UseGraph | undefined): PossibleEdge[] {
  const isHeld = (id: number): boolean => known === undefined || mayBeReached(known, [id], (target) => target === NoTarget.holder);
  return targetsOf(context, match).filter((target) => !target.instances && isHeld(target.id))
    .flatMap(({ id }) => holdersOf(context, id));
}

/** Instantiating a type without a constructor of its own runs the inherited one. */
function throughHeirs(context: Context, { row }: Match): PossibleEdge[] {
  if (row.kind !== "constructor" || row.parent === null) return [];
  return readConstructorHeirs(context, row.parent).flatMap((id) => [
    ...readRows<PossibleEdge>(context, OF_HEIR, context.ref.id, id),
    ...holdersOf(context, id),
  ]);
}

/** A variable that holds a class (`cls`, `type(self)`) may hold a subclass, which may have no constructor of its own as a candidate. */
function throughConstructorBases(context: Context, { row }: Match): PossibleEdge[] {
  const type = row.kind === "constructor" ? row.parent : isClass(context, row) ? row.id : null;
  if (type === null) return [];
  const bases = type === row.id ? readConstructorBases(context, type) : [];
  return [
    ...(bases.length === 0 ? bases : [...bases, ...readInheritedConstructors(context, type)]).flatMap((id) => holdersOf(context, id)),
    ...readRows<PossibleEdge>(context, CLASS_PASSED, type, context.ref.id, context.ref.id),
  ];
}

/** Calls through an interface that requires no more than that of the method: its value may be a value of the method's interface. */
function throughNarrower(context: Context, { ids, row }: Match): PossibleEdge[] {
  return readNarrower(context, row, ids).flatMap((id) => readRows<PossibleEdge>(context, BY_BASE, context.ref.id, id));
}

/** Calls in bases of its type of a method that only subtypes have: `self.put()` in the common base of all types with a `put`. */
export function callsByBases(context: Context, { id, kind, name, parent }: SymbolRow): readonly PossibleEdge[] {
  if (kind !== "method" || parent === null) return [];
  const ref = context.ref.id;
  // Of thousands of methods of one name each may be asked about.
  const meant = remembered(context, `calls of itself named ${name}`, () => byCandidate(context, name)).get(id) ?? [];
  if (meant.length === 0) return meant;
  const above = new Set(readRows<{ id: number }>(context, ABOVE, parent, ref).map((type) => type.id));
  return meant.filter(({ owner }) => owner !== null && above.has(owner));
}

/** Calls on the own object of a method that its type does not have, by the symbols that each may run. */
function byCandidate(context: Context, name: string): ReadonlyMap<number, readonly PossibleEdge[]> {
  const found = new Map<number, PossibleEdge[]>();
  for (const edge of readRows<PossibleEdge>(context, OF_ITSELF, context.ref.id, name)) {
    for (const id of edge.candidates === "" ? [] : new Set(JSON.parse(edge.candidates) as number[])) addAt(found, id, edge);
  }
  return found;
}

/** Calls of a value that was read by a computed name. */
function throughNames(context: Context, { row }: Match): PossibleEdge[] {
  return callsAt(context, readComputedCalls(context, row));
}

function callsAt(context: Context, places: readonly FlowPlace[]): (PossibleEdge & { readonly target: number })[] {
  return places.flatMap(({ path, line, column }) =>
    readRows<PossibleEdge & { target: number }>(context, AT, context.ref.id, line, column, path)
  );
}

/** Rules of calls whose target may be the value of a variable. */
const HELD_RULES: ReadonlySet<string> = new Set(["variable", "unresolved", "ambiguous"]);

/** Calls of the parameters, variables and fields that a function flows into when it is passed as a value. */
function throughPassing(context: Context, match: Match): PossibleEdge[] {
  const own = new Set(match.ids);
  return [...passedFor(context, match), ...readBodiless(context, match.ids)].flatMap((passed) => {
    const direct = readPassedCalls(context, passed);
    const fields = withFieldsBehind(context, direct.fields);
    const flows = [direct, ...fields.map((field) => readFieldFlow(context, field))];
    const found = callsAt(context, flows.flatMap(({ calls }) => calls)).filter(({ rule, target }) =>
      HELD_RULES.has(rule) && !own.has(target)
    );
    const variables = new Set(flows.flatMap((flow) => flow.variables));
    return [...found, ...[...fields, ...variables].flatMap((id) => holdersOf(context, id))];
  });
}

/** What is passed where a symbol is: of a constructor the types that are made by it. */
function passedFor(context: Context, match: Match): readonly Match[] {
  if (match.row.kind !== "constructor") return [match];
  return readTypesMade(context, match.ids).flatMap((id) => readSymbol(context, id) ?? []).filter((row) => isClass(context, row))
    .map((row): Match => ({ row, ids: [row.id], twins: [] }));
}

/**
 * With `class App(Plugin, Window)`, a call of a method of `Window` on an `App` runs that of `Plugin`, though neither is a base of the
 * other.
 */
function throughMixing(context: Context, { row }: Pick<Match, "row">): PossibleEdge[] {
  const owner = row.kind !== "method" || row.parent === null ? undefined : readSymbol(context, row.parent);
  if (owner?.kind !== "class") return [];
  return readRows<{ id: number }>(context, BEHIND, owner.id, context.ref.id, row.name)
    .flatMap(({ id }) =>
      readRows<PossibleEdge>(context, BY_BASE, context.ref.id, id).filter((edge) =>
        edge.rule !== "self" ||
        // In a method of its own class, a call on the base reaches a type behind it.
        (edge.owner !== owner.id && mayRun(context, edge, edge.id, id, row.id))
      )
    );
}

/** Whether some subclass puts a method before that of another base, which is called. */
export function isMixedIn(context: Context, row: SymbolRow): boolean {
  return throughMixing(context, { row }).length > 0;
}

/** Calls of variables that may hold a symbol. */
function holdersOf(context: Context, id: number): PossibleEdge[] {
  return [
    ...readRows<PossibleEdge>(context, HELD_ALONE, context.ref.id, JSON.stringify([id])),
    ...readRows<PossibleEdge>(context, HELD_AMONG, context.ref.id, String(id)).filter((edge) => holds(edge, id)),
  ];
}

function holds(edge: PossibleEdge, id: number): boolean {
  return (JSON.parse(edge.candidates) as number[]).includes(id);
}
