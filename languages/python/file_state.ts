/**
 * The state of this language's rules while one file is lowered.
 *
 * Stage: parse -> facts. Invariant: created anew for every file by `beginFile`; nothing is kept.
 */
import type { Lowering } from "../../core/lower/lower.ts";

/** Kinds of nodes with a namespace of their own; code in them usually runs later than the surrounding code. */
export const OWN_SCOPES: ReadonlySet<string> = new Set(["function_definition", "class_definition", "lambda"]);

/** The declaration of a type variable: expressions, or 0. */
export interface TypeVariable {
  readonly bound: number;
  readonly otherwise: number;
  /** It is imported from another module, which declares the rest. */
  readonly imported?: true;
  /** It is declared in brackets after its owner, and is not a variable. */
  readonly listed?: true;
}

/** An `if` with its clauses, read once for all of them. */
export interface Chain {
  readonly whole: number;
  /** The `elif` and `else` clauses, in order, and the index of each. */
  readonly clauses: readonly number[];
  readonly positions: ReadonlyMap<number, number>;
  /** The clauses whose blocks continue after the statement, including that of the statement itself (`whole`). */
  readonly going: readonly number[];
  /** The names and paths bound in its nodes, as written; undefined until requested. */
  changed: ReadonlySet<string> | undefined;
}

/** The state of one file. Definitions, scopes, bindings and expressions are row numbers. */
export interface FileState {
  /** Definition of a method -> the name of its receiver (`self`, `cls`). */
  readonly receivers: Map<number, string>;
  /** Method -> the name of the type variable that its receiver is declared to be (`self: T`), which is `Self` by an older name. */
  readonly receiverTypes: Map<number, string>;
  /** Local name -> its name in `typing`, `collections.abc` and the like. */
  readonly typingNames: Map<string, string>;
  /** Local names of those modules themselves. */
  readonly typingModules: Set<string>;
  /** Names of type variables -> their declarations. */
  readonly typeVariables: Map<string, TypeVariable>;
  /** Definition -> the type variables that it is generic over. */
  readonly genericOver: Map<number, Set<string>>;
  /** Class -> the type variables in its base `Generic[…]`. */
  readonly genericBases: Map<number, readonly number[]>;
  /** Names that have a definition, by owning scope (modules and classes). */
  readonly declared: Map<number, Set<string>>;
  /** Blocks that were examined for whether they continue after their statement. */
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
  /** Scopes of classes with positional fields -> their number so far. */
  readonly matchedFields: Map<number, number>;
  /** Scopes of classes -> the attributes that methods set (`self.x = …`) -> the target that does so first. */
  readonly attributes: Map<number, Map<string, number>>;
  /** Functions whose results are context managers -> the library's type of these. */
  readonly contextManagers: Map<number, string>;
  /** The values that those yield. */
  readonly yieldsOf: Map<number, number[]>;
  /** Nodes of lambdas. */
  readonly lambdas: number[];
  /** Nodes of `type` statements. */
  readonly aliases: number[];
  /** Classes -> the node that names their metaclass. */
  readonly metaclasses: Map<number, number>;
  /** The assignment whose targets are being bound: in a module or class they are definitions. 0 elsewhere. */
  assignment: number;
  /** Names of the top-level classes, once requested. */
  classes: Set<string> | undefined;
  /** `if` statements with clauses. */
  readonly chains: Map<number, Chain>;
  /** The names in `__all__`, each with its line; undefined if there is none. */
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

/** The state of the current file. */
export function stateOf(lowering: Lowering): FileState {
  return lowering.own.state as FileState;
}
