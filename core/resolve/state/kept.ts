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
import type { HandedMember } from "../sites/handed_beside.ts";
import type { StoredValue } from "../sites/stored_abroad.ts";
import type { Embedders } from "../types/structural.ts";
import type { WildcardTable } from "../names/wildcards.ts";

/** Makes tables whose answers note what they rest on in an evaluation; a class of its own, so that fields below it can be made by it. */
class Shared {
  constructor(protected readonly evaluation: Evaluation) {}

  protected shared<K, V>(): SharedAnswers<K, V> {
    return new SharedAnswers(this.evaluation);
  }
}

/** See the head of this file. */
export class Kept extends Shared {
  /** Orders of inheritance by type; a number stands for one that is in hand (`Circles.read`). */
  readonly orders = new Map<DefinitionId, number | { readonly order: readonly Meaning[]; readonly rests: Node }>();
  /** What types that get many members of one name from elsewhere have under it, by all that is asked; null: nothing. */
  readonly givenMembers = this.shared<string, Meaning | null>();
  /** What classes are instances of, as they or their bases say; 0: nothing. */
  readonly metaclasses = this.shared<DefinitionId, DefinitionId>();
  /** Whether something in a type's order may answer for names that nothing declares. */
  readonly answering = this.shared<DefinitionId, boolean>();
  /** What gives the parameters of a file's tests their values, by the file and the string of their name; 0: nothing. */
  readonly givers = this.shared<number, DefinitionId>();
  /** Where in a long order a name may stand. */
  readonly memberPlaces = new WeakMap<readonly Meaning[], MemberPlaces>();
  /** Declarations of functions with overloads, by the first of them all. */
  readonly overloads = new Map<DefinitionId, Overloads>();
  /** Properties, getters and setters of the repository, by their names. */
  readonly accessors = this.shared<string, readonly DefinitionId[]>();
  /** Associated types of traits. */
  readonly associated = new Map<DefinitionId, readonly Associated[]>();
  /** What types that embed many have through them, by the type. */
  readonly embeddedLevels = this.shared<DefinitionId, readonly EmbeddedLevel[]>();
  /** Types that embed others, by the names of the fields. */
  readonly embedders = new Map<string, Embedders>();
  /** Whether some type outside was taken for one of another name (`types/namesakes_abroad.ts`). */
  namesakes = false;
  /** Types of the repository that satisfy a structural interface, by that. */
  readonly structural = this.shared<DefinitionId, readonly DefinitionId[]>();
  /** Methods of types, promoted ones included, by the type (and the build that asks) and the name; 0: it has none. */
  readonly namedMethods = this.shared<string, DefinitionId>();
  /** Types that have a method, however they come by it, by its name. */
  readonly heirs = this.shared<string, readonly DefinitionId[]>();
  /** Names that types outside are known to have which some here embed; one table (`embedded_names.ts`). */
  readonly namesEmbedded = this.shared<string, ReadonlySet<string>>();
  /** Other names of types in files that some build leaves out, by these. */
  buildAliases: ReadonlyMap<string, readonly DefinitionId[]> | undefined;
  /** Types that other builds take for one, by that. */
  readonly otherBuilds = this.shared<DefinitionId, readonly DefinitionId[]>();
  /** Twins of a definition that bears its name with many others. */
  readonly twins = this.shared<DefinitionId, readonly DefinitionId[]>();
  /** What a call of a member may run, by the member (and the file that asks where an ordinary build leaves it out). */
  readonly implementations = this.shared<DefinitionId | string, readonly DefinitionId[]>();
  /** The repository's impls for all that fulfil something, by their traits: one table. */
  readonly blanketsByTrait = this.shared<number, ReadonlyMap<DefinitionId, readonly DefinitionId[]>>();
  /** Names of the library's methods of which it matters whether their traits are in scope (`plain_calls.ts`). */
  namesInScope: ReadonlySet<string> | undefined;
  /** Definitions at the tops of files by their names, of which many files may have others inside their functions (`script_names.ts`). */
  readonly tops = { callables: new Map<string, readonly DefinitionId[]>(), nameable: new Map<string, readonly DefinitionId[]>() };
  /** Of the functions among these those of scripts. */
  readonly ofScripts = new Map<string, readonly DefinitionId[]>();
  /** What one file declares for others, by the name, the space and whether a script asks; null: nothing (`script_names.ts`). */
  readonly sharedNames = this.shared<string, Meaning | null>();
  /** How many arguments the library's methods of each name take (`reachable.ts`). */
  libraryArities: ReadonlyMap<string, ReadonlySet<number>> | undefined;
  /** Names of the library's methods that take values and are there everywhere (`met_instead.ts`). */
  namesTaken: ReadonlySet<string> | undefined;
  /** Constructors of the types below one, by that type. */
  readonly constructorsBelow = this.shared<DefinitionId | string, readonly DefinitionId[]>();
  /** The types below one, nearest first. */
  readonly typesBelow = this.shared<DefinitionId, readonly DefinitionId[]>();
  /** What types below one have in place of its values, by the type, the name and whether it is called. */
  readonly valuesBelow = this.shared<string, readonly Meaning[]>();
  /** What fields of a name hold, by that (`function_fields.ts`). */
  readonly fieldValues = this.shared<string, readonly Meaning[]>();
  /** What is stored in elements of a list or map, by what tells that from all others (`stored_elements.ts`). */
  readonly storedElements = this.shared<string, readonly Meaning[]>();
  /** Functions that are put into a field, by the type that declares it and its name (`put_into_fields.ts`). */
  readonly functionsPut = this.shared<string, readonly DefinitionId[]>();
  /** Whether decorators may keep what they decorate. */
  readonly keeping = this.shared<string, boolean>();
  /** What the repository stores in a member of what lies outside, or of something unknown, by the member's name. */
  readonly storedAbroad = this.shared<string, readonly StoredValue[]>();
  /** Whether a file calls members of a name on something outside, by the file and the name (`called_outside.ts`). */
  readonly calledOutside = this.shared<string, boolean>();
  /** Methods that packages are handed in objects, by their name (`handed_beside.ts`). */
  readonly handedMembers = this.shared<string, readonly HandedMember[]>();
  /** What aliases of conditional types are for their arguments, by both (`told_aliases.ts`). */
  readonly aliases = this.shared<string, Measured<Meaning>>();
  /** What types are told to have, by that, the type and its arguments, where it is asked for in the midst of another (`projections.ts`). */
  readonly projected = this.shared<string, Meaning>();
  readonly numbers: MeaningNumbers = new MeaningNumbers();
  /** What classes name by their attributes for bases outside, by the class (`told_to_bases.ts`). */
  readonly toldToBases = this.shared<DefinitionId, readonly Meaning[]>();
  /** Whether objects of a class hand themselves to what lies outside (`made_by_framework.ts`). */
  readonly handingThemselves = this.shared<DefinitionId, boolean>();
  /** What types say to traits from outside, by the type (`said_abroad.ts`). */
  readonly saidAbroad = this.shared<DefinitionId, readonly Meaning[]>();
  /** The names of types outside that functions of the repository take. */
  readonly typesTaken = this.shared<DefinitionId, readonly string[]>();
  /** The names of functions outside to which functions of the repository hand their parameters on (`handed_on.ts`). */
  readonly takersBehind = this.shared<DefinitionId, readonly string[]>();
  /**
   * What modules show, by module, name and space. `openAt`: it is being looked for, within that entry of the evaluation, as the nth of those
   * that are.
   */
  readonly exported = new Map<
    string,
    { readonly meaning: Meaning | undefined; readonly rests: Node; readonly openAt?: number; readonly nth?: number }
  >();
  /** What modules do not show, by the same. */
  readonly absences: Absences = new Absences(this.evaluation);
  /** What imports name, by file and row, and the file that asks where an ordinary build leaves it out. */
  readonly importTargets = this.shared<DefinitionId | string, Meaning>();
  /** Files that a file imports, by file. */
  readonly importedFiles: (readonly number[] | undefined)[] = [];
  /** Files that stand for one module under conditions, those of its package that a file may name, by that file and the package. */
  readonly choicesSeen = new Map<string, readonly (readonly number[])[]>();
  /** Wildcards of modules by file, and for those that have many which of them lead to a name, by file or inline module. */
  readonly wildcards = new Map<number, readonly number[]>();
  readonly wildcardTables = this.shared<DefinitionId, WildcardTable>();
  /** What lies outside and is handed on as a whole by a module, or by one that it hands on as a whole; by module, each once. */
  readonly handedThrough = this.shared<DefinitionId, readonly Meaning[]>();
  /**
   * Macros that the imports of a module or a crate bring in, by module, use and name (and the file that asks where an ordinary build leaves it
   * out); null: none.
   */
  readonly moduleMacros = this.shared<string, Meaning | null>();
  /** Macros that hold around a module by their place, by the module's file and the name; 0: none. */
  readonly outerMacros = this.shared<string, DefinitionId>();
  /** File and scope of child modules that hand their macros on, by the binding; null: their files are not there. */
  readonly moduleEnds = new Map<DefinitionId, { readonly file: number; readonly scope: number } | null>();
  /** Structural interfaces of the library by the method that tells them from others (`relate_library.ts`). */
  interfacesByKey: ReadonlyMap<string, readonly LibraryInterface[]> | undefined;
  /** Interfaces of the library by the names of all methods that they ask for. */
  interfacesByMethod: ReadonlyMap<string, readonly DefinitionId[]> | undefined;
  /** Paths of all files without their endings, and their folders (`relate_imports.ts`). */
  pathStems: ReadonlySet<string> | undefined;
  /** Composite literals that say what fields are given, by their file (`route_fields.ts`). */
  readonly fieldLiterals = new Map<number, readonly number[]>();
  /** Modules that a file names as plugins of its tests, by the file (`injected.ts`). */
  readonly testPlugins = new Map<number, readonly string[]>();
  /** Files that a file of tests imports, with those of its package, by the file (`relate_tests.ts`). */
  readonly filesInSight = new Map<number, ReadonlySet<number>>();
  /** Functions and types of a file by their names as they are spelt plainly, by the file (`relate_tests.ts`). */
  readonly spellings = new Map<number, ReadonlyMap<string, readonly DefinitionId[]>>();
  /** Full names of the library's functions. */
  readonly libraryNames = new Map<DefinitionId, string>();
}
