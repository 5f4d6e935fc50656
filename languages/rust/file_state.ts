/**
 * What the plugin notes of one Rust file while it is lowered, for its own later passes.
 *
 * Stage: parse -> facts. Invariant: made anew for each file; nothing of it outlives the file.
 */
import type { Lowering } from "../../core/lower/lower.ts";
import type { DerivedBuilders } from "./lower/derived_builders.ts";
import type { ProjectionBounds } from "./lower/type_parameters.ts";
import type { DerivedType } from "./lower/made_types.ts";
import type { NotedName } from "./lower/named.ts";
import type { LaterPlace } from "./lower/later_places.ts";
import type { OpenLet } from "./lower/open_lets.ts";
import type { Branch } from "./macros/branches.ts";

/** See the head of this file. Nodes and definitions are numbers. */
export interface FileState {
  /** How many types and paths are being lowered, one within the other. */
  typeDepth: number;
  /** The first of the attributes and comments before an item. */
  readonly leading: Map<number, number>;
  /** The item that an attribute belongs to. */
  readonly following: Map<number, number>;
  /** Type parameters of each definition by name, for the bounds that follow in `where`. */
  readonly typeParameters: Map<number, Map<string, number>>;
  /** Bounds on associated types of type parameters. */
  readonly projections: Map<string, ProjectionBounds>;
  /** Associated types by trait or impl: name -> the definition that an impl gives, or 0. */
  readonly associatedTypes: Map<number, Map<string, number>>;
  /** Associated types that bounds say, once they are asked for. */
  writtenInBounds: Map<string, { readonly item: number; readonly type: number }[]> | undefined;
  /** What the bodies of each macro's rules give; 0 where nothing tells. */
  readonly macroValues: Map<number, number[]>;
  /** The branches of each macro that has some. */
  readonly macroBranches: Map<number, readonly Branch[]>;
  /** Names that macros are given. */
  readonly named: NotedName[];
  /** Values that may be functions. */
  readonly handed: number[];
  /** Bodies of functions that give something: they may end with a function's name. */
  readonly ends: number[];
  /** Closures with parameters. */
  readonly closures: number[];
  readonly openLets: OpenLet[];
  readonly laterPlaces: LaterPlace[];
  readonly impls: number[];
  readonly tupleFields: number[];
  readonly threadLocals: number[];
  /** Definitions of statics that a macro makes. */
  readonly madeStatics: number[];
  /** Functions that give `impl Trait`. */
  readonly opaque: number[];
  /** Functions that give functions. */
  readonly givers: number[];
  /** Tests and fixtures to whose parameters something may be handed over. */
  readonly handedTo: number[];
  /** Functions whose results tell a router, by their definitions: their nodes. */
  readonly routerMakers: Map<number, number>;
  /** What derives make beside structs, once it is asked for. */
  derivedBuilders: DerivedBuilders | undefined;
  /** Functions of which attributes make builders. */
  readonly builderFunctions: number[];
  /** Types that derives make of items. */
  readonly attributesNaming: DerivedType[];
  /** Types and traits behind attributes of which nobody sees what they make (nodes). */
  readonly rewritten: number[];
  /** Attributes that put functions into types, once it is asked for. */
  placing: ReadonlySet<string> | undefined;
}

/** Prepares the state of a file. */
export function beginState(lowering: Lowering): FileState {
  const state: FileState = {
    typeDepth: 0,
    leading: new Map(),
    following: new Map(),
    typeParameters: new Map(),
    projections: new Map(),
    associatedTypes: new Map(),
    writtenInBounds: undefined,
    macroValues: new Map(),
    macroBranches: new Map(),
    named: [],
    handed: [],
    ends: [],
    closures: [],
    openLets: [],
    laterPlaces: [],
    impls: [],
    tupleFields: [],
    threadLocals: [],
    madeStatics: [],
    opaque: [],
    givers: [],
    handedTo: [],
    routerMakers: new Map(),
    derivedBuilders: undefined,
    attributesNaming: [],
    rewritten: [],
    builderFunctions: [],
    placing: undefined,
  };
  lowering.own.state = state;
  return state;
}

/** What has been noted of the file in hand. */
export function stateOf(lowering: Lowering): FileState {
  return lowering.own.state as FileState;
}
