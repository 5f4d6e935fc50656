/**
 * What the rules of this language remember while one file is lowered.
 *
 * Stage: parse -> facts. Invariant: made new for every file by `beginFile`; nothing outlives it.
 */
import type { Lowering } from "../../core/lower/lower.ts";

/** Kinds of nodes that have names of their own; what stands in them runs, most often, later than what stands around them. */
export const OWN_SCOPES: ReadonlySet<string> = new Set(["function_definition", "class_definition", "lambda"]);

/** What a type variable is declared with: expressions, or 0. */
export interface TypeVariable {
  readonly bound: number;
  readonly otherwise: number;
  /** It comes from another module, which says the rest. */
  readonly imported?: true;
  /** It stands in brackets behind what it belongs to, and is no variable. */
  readonly listed?: true;
}

/** An `if` with its clauses, read once for all of them. */
export interface Chain {
  readonly whole: number;
  /** The `elif` and `else`, in order, and where each stands among them. */
  readonly clauses: readonly number[];
  readonly positions: ReadonlyMap<number, number>;
  /** The clauses whose blocks go on behind the statement, its own block's among them (`whole`). */
  readonly going: readonly number[];
  /** What its nodes bind, as written; undefined until that is asked. */
  changed: ReadonlySet<string> | undefined;
}

/** See the head of this file. Definitions, scopes, bindings and expressions are row numbers. */
export interface FileState {
  /** Definition of a method -> the name of its receiver (`self`, `cls`). */
  readonly receivers: Map<number, string>;
  /** Method -> the name of the type variable that its receiver is declared to be (`self: T`), which is `Self` by an older name. */
  readonly receiverTypes: Map<number, string>;
  /** Local name -> what `typing`, `collections.abc` and the like call it. */
  readonly typingNames: Map<string, string>;
  /** Local names of those modules themselves. */
  readonly typingModules: Set<string>;
  /** Names that stand for type variables -> what they are declared with. */
  readonly typeVariables: Map<string, TypeVariable>;
  /** Definition -> the type variables that it is generic over. */
  readonly genericOver: Map<number, Set<string>>;
  /** Class -> what its base `Generic[…]` lists. */
  readonly genericBases: Map<number, readonly number[]>;
  /** Names that have a definition, by owning scope (modules and classes). */
  readonly declared: Map<number, Set<string>>;
  /** Blocks that were looked at for whether they go on behind their statement. */
  readonly blocks: Set<number>;
  /** Blocks -> whether their condition is decided against. */
  readonly deadBranches: Map<number, boolean>;
  /** Properties that the language itself makes: owning scope and name. */
  readonly properties: Set<string>;
  /** Functions with overloads: owning scope and name. */
  readonly overloads: Set<string>;
  /** Scopes of named tuples' classes. */
  readonly tupleFields: Set<number>;
  /** Scopes of classes whose keys need not be there (`total=False`). */
  readonly partialTypes: Set<number>;
  /** Scopes of classes whose fields have positions -> how many there are so far. */
  readonly matchedFields: Map<number, number>;
  /** Scopes of classes -> the attributes that methods set (`self.x = …`) -> the target that does so first. */
  readonly attributes: Map<number, Map<string, number>>;
  /** Functions whose results are context managers -> the library's type of these. */
  readonly contextManagers: Map<number, string>;
  /** What those yield. */
  readonly yieldsOf: Map<number, number[]>;
  /** Nodes of lambdas. */
  readonly lambdas: number[];
  /** Nodes of `type` statements. */
  readonly aliases: number[];
  /** Classes -> the node that names their metaclass. */
  readonly metaclasses: Map<number, number>;
  /** The assignment whose targets are being bound: in a module or class they are definitions. 0 elsewhere. */
  assignment: number;
  /** Names of the classes at the file's top, once they were asked for. */
  classes: Set<string> | undefined;
  /** `if` statements with clauses. */
  readonly chains: Map<number, Chain>;
  /** The names in `__all__`, each with the line on which it stands; undefined where there is none. */
  exportList: Map<string, number> | undefined;
  /** Whether all that was put into `__all__` is known. */
  exportListKnown: boolean;
}

/** Prepares the state of a new file. */
export function beginFile(lowering: Lowering): void {
  const state: FileState = {
    receivers: new Map(),
    receiverTypes: new Map(),
    typingNames: new Map(),
    typingModules: new Set(),
    typeVariables: new Map(),
    genericOver: new Map(),
    genericBases: new Map(),
    declared: new Map(),
    blocks: new Set(),
    deadBranches: new Map(),
    properties: new Set(),
    overloads: new Set(),
    tupleFields: new Set(),
    partialTypes: new Set(),
    matchedFields: new Map(),
    attributes: new Map(),
    contextManagers: new Map(),
    yieldsOf: new Map(),
    lambdas: [],
    aliases: [],
    metaclasses: new Map(),
    chains: new Map(),
    assignment: 0,
    classes: undefined,
    exportList: undefined,
    exportListKnown: true,
  };
  lowering.own.state = state;
}

/** The state of the file in hand. */
export function stateOf(lowering: Lowering): FileState {
  return lowering.own.state as FileState;
}
