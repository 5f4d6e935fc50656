/**
 * What was found out already about types, modules and members, for all who ask.
 *
 * Stage: resolve. Invariants: nothing is in it that hangs on who asked first; files are kept by number, as their views may be made anew
 * (`World.sweep`).
 */
import type { Overloads } from "../calls/overloads.ts";
import type { Associated } from "../traits/associated.ts";
import type { DefinitionId, Meaning } from "../meaning.ts";
import type { MemberPlaces } from "../members/member_places.ts";
import type { EmbeddedLevel } from "../members/promotion.ts";
import { Absences } from "./absences.ts";
import type { Measured } from "./effort.ts";
import type { Evaluation } from "./evaluation.ts";
import { MeaningNumbers } from "./meaning_numbers.ts";
import type { Node } from "./reliance.ts";
import { SharedAnswers } from "./shared_answers.ts";
import type { LibraryInterface } from "../relations/relate_library.ts";
import type { PassedMember } from "../sites/passed_beside.ts";
import type { StoredValue } from "../sites/stored_outside.ts";
import type { Embedders } from "../types/structural.ts";
import type { WildcardTable } from "../names/wildcards.ts";

/** Creates tables whose entries carry their dependencies; a base class, so that field initializers of `Kept` can use it. */
class Shared {
  constructor(protected readonly evaluation: Evaluation) {}

  protected shared<K, V>(): SharedAnswers<K, V> {
    return new SharedAnswers(this.evaluation);
  }
}

/** The tables of known results. */
export class Kept extends Shared {
  /** Inheritance orders by type; a number stands for an order in progress (`Circles.read`). */
  readonly orders = new Map<DefinitionId, number | { readonly order: readonly Meaning[]; readonly rests: Node }>();
  /** Members of types that bind a name many times, or get many members of it from elsewhere, by all parts of the question; null: none. */
  readonly boundMembers = this.shared<string, Meaning | null>();
  readonly givenMembers = this.shared<string, Meaning | null>();
  /** The metaclasses of classes, as declared by them or their bases; 0: none. */
  readonly metaclasses = this.shared<DefinitionId, DefinitionId>();
  /** Whether something in a type's inheritance order may provide undeclared members. */
  readonly answering = this.shared<DefinitionId, boolean>();
  /** What provides the values of test parameters of a file, by the file and the string of their name; 0: nothing. */
  readonly givers = this.shared<number, DefinitionId>();
  /** The places of names in a long inheritance order. */
  readonly memberPlaces = new WeakMap<readonly Meaning[], MemberPlaces>();
  /** What lists of bindings mean together (`joined_bindings.ts`). */
  readonly #joined = new WeakMap<readonly number[], SharedAnswers<string, Meaning>>();
  /** Declarations of overloaded functions, by the first one. */
  readonly overloads = new Map<DefinitionId, Overloads>();
  /** Properties, getters and setters of the repository by name. */
  readonly accessors = this.shared<string, readonly DefinitionId[]>();
  /** Associated types of traits. */
  readonly associated = new Map<DefinitionId, readonly Associated[]>();
  /** Members that types with many embedded types have through them, by type. */
  readonly embeddedLevels = this.shared<DefinitionId, readonly EmbeddedLevel[]>();
  /** Types that embed others, by field name. */
  readonly embedders = new Map<string, Embedders>();
  /** Whether some external type was taken for one of another name (`types/external_namesakes.ts`). */
  namesakes = false;
  /** Types of the repository that satisfy a structural interface, by that interface. */
  readonly structural = this.shared<DefinitionId, readonly DefinitionId[]>();
  /** Methods of types, including promoted ones, by type (and the build of the asking file) and name; 0: none. */
  readonly namedMethods = this.shared<string, DefinitionId>();
  /** Types that have a method, by any means, by its name. */
  readonly heirs = this.shared<string, readonly DefinitionId[]>();
  /** Known member names of external types that types here embed; one table (`embedded_names.ts`). */
  readonly namesEmbedded = this.shared<string, ReadonlySet<string>>();
  /** Other names of types in files that some build leaves out, by those names. */
  buildAliases: ReadonlyMap<string, readonly DefinitionId[]> | undefined;
  /** Types that other builds use in place of a type, by that type. */
  readonly otherBuilds = this.shared<DefinitionId, readonly DefinitionId[]>();
  /** Twins of a definition that shares its name with many others. */
  readonly twins = this.shared<DefinitionId, readonly DefinitionId[]>();
  /** What a call of a member may run, by member (and the asking file, if an ordinary build leaves it out). */
  readonly implementations = this.shared<DefinitionId | string, readonly DefinitionId[]>();
  /** The repository's blanket impls by trait: one table. */
  readonly blanketsByTrait = this.shared<number, ReadonlyMap<DefinitionId, readonly DefinitionId[]>>();
  /** Names of library methods for which it matters whether their traits are in scope (`plain_calls.ts`). */
  namesInScope: ReadonlySet<string> | undefined;
  /** Top-level definitions by name, for names that many files define inside functions (`script_names.ts`). */
  readonly tops = { callables: new Map<string, readonly DefinitionId[]>(), nameable: new Map<string, readonly DefinitionId[]>() };
  /** The functions among them that are in scripts. */
  readonly ofScripts = new Map<string, readonly DefinitionId[]>();
  /** What one file declares for others, by name, space and whether a script asks; null: nothing (`script_names.ts`). */
  readonly sharedNames = this.shared<string, Meaning | null>();
  /** The numbers of arguments that the library's methods take, by method name (`reachable.ts`). */
  libraryArities: ReadonlyMap<string, ReadonlySet<number>> | undefined;
  /** Names of library methods that take their receiver by value and are visible everywhere (`met_instead.ts`). */
  namesTaken: ReadonlySet<string> | undefined;
  /** Constructors of the subtypes of a type, by that type. */
  readonly constructorsBelow = this.shared<DefinitionId | string, readonly DefinitionId[]>();
  /** The subtypes of a type, nearest first. */
  readonly typesBelow = this.shared<DefinitionId, readonly DefinitionId[]>();
  /** What subtypes have in place of a type's values, by type, name and whether it is called. */
  readonly valuesBelow = this.shared<string, readonly Meaning[]>();
  /** What fields of a name hold, by name (`function_fields.ts`). */
  readonly fieldValues = this.shared<string, readonly Meaning[]>();
  /** What is stored in elements of a list or map, by a key that identifies it (`stored_elements.ts`). */
  readonly storedElements = this.shared<string, readonly Meaning[]>();
  /** The functions named in the initializer of a module's variable, by that variable (`stored_elements.ts`). */
  readonly functionsWritten = this.shared<DefinitionId, readonly DefinitionId[]>();
  /** Functions stored in a field, by the declaring type and the field's name (`put_into_fields.ts`). */
  readonly functionsPut = this.shared<string, readonly DefinitionId[]>();
  /** Whether decorators may retain what they decorate. */
  readonly keeping = this.shared<string, boolean>();
  /** What the repository stores in members of external or unknown objects, by member name. */
  readonly storedOutside = this.shared<string, readonly StoredValue[]>();
  /** Whether a file calls members of a name on something external, by file and name (`called_outside.ts`). */
  readonly calledOutside = this.shared<string, boolean>();
  /** Names of the members that a file reads of a variable, by file and row of `bindings` (`members_beside.ts`). */
  readonly membersRead = this.shared<string, ReadonlySet<string>>();
  /** Methods of objects passed to packages, by name (`passed_beside.ts`). */
  readonly passedMembers = this.shared<string, readonly PassedMember[]>();
  /** The results of conditional type aliases, by alias and arguments (`known_aliases.ts`). */
  readonly aliases = this.shared<string, Measured<Meaning>>();
  /** Substituted members of types, by type, arguments and member, if requested during the evaluation of another (`projections.ts`). */
  readonly projected = this.shared<string, Meaning>();
  readonly numbers: MeaningNumbers = new MeaningNumbers();
  /** Classes that a class names in attributes for its external bases, by class (`given_to_bases.ts`). */
  readonly givenToBases = this.shared<DefinitionId, readonly Meaning[]>();
  /** Whether objects of a class pass themselves to external code (`made_by_framework.ts`). */
  readonly passingThemselves = this.shared<DefinitionId, boolean>();
  /** What types declare for external traits, by type (`external_associated_types.ts`). */
  readonly externalAssociatedTypes = this.shared<DefinitionId, readonly Meaning[]>();
  /** The names of external types that functions of the repository take. */
  readonly typesTaken = this.shared<DefinitionId, readonly string[]>();
  /** The names of external functions to which functions of the repository pass on their parameters (`passed_on.ts`). */
  readonly takersBehind = this.shared<DefinitionId, readonly string[]>();
  /**
   * What modules export, by module, name and space. `openAt`: the search is in progress, within that entry of the evaluation, as the nth
   * open search.
   */
  readonly exported = new Map<
    string,
    { readonly meaning: Meaning | undefined; readonly rests: Node; readonly openAt?: number; readonly nth?: number }
  >();
  /** Names that modules do not export, by the same key. */
  readonly absences: Absences = new Absences(this.evaluation);
  /** Targets of imports, by file and row, and the asking file if an ordinary build leaves it out. */
  readonly importTargets = this.shared<DefinitionId | string, Meaning>();
  /** Files that a file imports, by file. */
  readonly importedFiles: (readonly number[] | undefined)[] = [];
  /** Files that represent one module under conditions, restricted to those that a file may name, by that file and the package. */
  readonly choicesSeen = new Map<string, readonly (readonly number[])[]>();
  /** Wildcard imports of modules by file; for modules with many, which of them lead to a name, by file or inline module. */
  readonly wildcards = new Map<number, readonly number[]>();
  readonly wildcardTables = this.shared<DefinitionId, WildcardTable>();
  /** External modules that a module re-exports as a whole, directly or through other modules, without duplicates; by module. */
  readonly passedThrough = this.shared<DefinitionId, readonly Meaning[]>();
  /**
   * Macros that the imports of a module or crate provide, by module, use and name (and the asking file, if an ordinary build leaves it
   * out); null: none.
   */
  readonly moduleMacros = this.shared<string, Meaning | null>();
  /** Macros visible around a module because of its place, by the module's file and the name; 0: none. */
  readonly outerMacros = this.shared<string, DefinitionId>();
  /** File and scope of child modules that hand their macros on, by the binding; null: their files are not there. */
  readonly moduleEnds = new Map<DefinitionId, { readonly file: number; readonly scope: number } | null>();
  /** Structural interfaces of the library by the method that distinguishes them (`relate_library.ts`). */
  interfacesByKey: ReadonlyMap<string, readonly LibraryInterface[]> | undefined;
  /** Interfaces of the library by the names of all their methods. */
  interfacesByMethod: ReadonlyMap<string, readonly DefinitionId[]> | undefined;
  /** Paths of all files without extensions, and their folders (`relate_imports.ts`). */
  pathStems: ReadonlySet<string> | undefined;
  /** Composite literals that set fields, by file (`route_fields.ts`). */
  readonly fieldLiterals = new Map<number, readonly number[]>();
  /** Modules that a file names as plugins of its tests, by file (`injected.ts`). */
  readonly testPlugins = new Map<number, readonly string[]>();
  /** Functions and types of a file by their normalized names, by file (`relate_tests.ts`). */
  readonly spellings = new Map<number, ReadonlyMap<string, readonly DefinitionId[]>>();
  /** Full names of the library's functions. */
  readonly libraryNames = new Map<DefinitionId, string>();

  /** What a list of bindings means, by the other parts of the question. */
  joinedBy(rows: readonly number[]): SharedAnswers<string, Meaning> {
    let known = this.#joined.get(rows);
    if (known === undefined) this.#joined.set(rows, known = this.shared());
    return known;
  }
}
