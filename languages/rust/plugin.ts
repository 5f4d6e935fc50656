/**
 * Rust: crates and modules, impls and traits, patterns, macros read as code.
 */
import type { LanguagePlugin } from "../../core/plugin.ts";
import bindings from "./bindings.scm" with { type: "text" };
import calls from "./calls.scm" with { type: "text" };
import definitions from "./definitions.scm" with { type: "text" };
import imports from "./imports.scm" with { type: "text" };
import library from "./library.rs" with { type: "text" };
import { embedMacros } from "./embed_macros.ts";
import { ALIASED_ABROAD, COMMON_METHODS, LIBRARY_MODULES } from "./library_modules.ts";
import { noteLeading, readDoc, readInnerDoc } from "./lower_attributes.ts";
import { lowerChildModule, lowerExternCrate, lowerUse } from "./lower_imports.ts";
import {
  describeItem,
  finishItems,
  lowerAssociatedType,
  lowerConstParameter,
  lowerParameter,
  lowerSelfParameter,
  lowerTypeParameter,
  lowerWherePredicate,
} from "./lower_items.ts";
import { lowerAttribute } from "./lower_macro_uses.ts";
import {
  bindParameterPattern,
  lowerClosureParameters,
  lowerFor,
  lowerLet,
  lowerLetCondition,
  lowerMatchPattern,
} from "./lower_patterns.ts";
import { lowerPath, lowerType } from "./lower_types.ts";
import {
  lowerAssignment,
  lowerAsync,
  lowerBlock,
  lowerBorrow,
  lowerBranches,
  lowerBreak,
  lowerCall,
  lowerCast,
  lowerCharacter,
  lowerCompared,
  lowerFloat,
  lowerInteger,
  lowerLogical,
  lowerMacro,
  lowerMacroRule,
  lowerMember,
  lowerOperated,
  lowerReturn,
  lowerString,
  lowerStruct,
  lowerTry,
} from "./lower_values.ts";
import { makeRustModules } from "./modules.ts";
import { packages } from "./package_facts.ts";
import { repairText } from "./repair_text.ts";
import { routes } from "./routes.ts";

/** `1` is an `i32` unless something asks for another. */
const promotions: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries("i8 i16 i64 i128 isize u8 u16 u32 u64 u128 usize".split(" ").map((name) => [name, ["i32"]])),
  f32: ["f64"],
  // A slice is asked for where an array may be given.
  unmeasured: ["measured"],
};

/** Traits that every smart pointer has where its target does. */
const POINTED = "Hash PartialEq Eq PartialOrd Ord Debug Display Error".split(" ");

export const plugin: LanguagePlugin = {
  name: "rust",
  title: "Rust",
  version: 15,
  extensions: { ".rs": "rust" },
  manifests: ["Cargo.toml"],
  queries: [definitions, imports, bindings, calls].join("\n"),
  repair: repairText,
  own: {
    use: lowerUse,
    extern_crate: lowerExternCrate,
    child_module: lowerChildModule,
    associated_type: lowerAssociatedType,
    type_parameter: lowerTypeParameter,
    const_parameter: lowerConstParameter,
    where_predicate: lowerWherePredicate,
    attribute: lowerAttribute,
    self_parameter: lowerSelfParameter,
    parameter: lowerParameter,
    closure_parameters: lowerClosureParameters,
    let: lowerLet,
    let_condition: lowerLetCondition,
    match_pattern: lowerMatchPattern,
    for: lowerFor,
    return: lowerReturn,
    break: lowerBreak,
    cast: lowerCast,
    compared: lowerCompared,
    assignment: lowerAssignment,
    call: lowerCall,
    macro: lowerMacro,
    macro_rule: lowerMacroRule,
    struct: lowerStruct,
    path: lowerPath,
    try: lowerTry,
    block: lowerBlock,
    branches: lowerBranches,
    member: lowerMember,
    async: lowerAsync,
    logical: lowerLogical,
    operated: lowerOperated,
    reference: lowerBorrow,
    integer: lowerInteger,
    float: lowerFloat,
    character: lowerCharacter,
    string: lowerString,
  },
  embedded: embedMacros,
  describe: describeItem,
  bindTarget: bindParameterPattern,
  lowerType,
  doc: readDoc,
  moduleDoc: readInnerDoc,
  begin: noteLeading,
  finish: finishItems,
  library: { path: "library.rs", source: library },
  rules: {
    separator: "::",
    blockScoped: true,
    assignmentsBind: false,
    classScopeVisible: false,
    classBodyVisible: false,
    nestedModulesSeeOuter: false,
    packageScope: false,
    exportsOnly: false,
    itemPaths: true,
    modulesByName: true,
    callingTypeConverts: true,
    branchesAgree: true,
    fieldsApart: true,
    promotions,
    linearization: "depth-first",
    separateTypes: false,
    structural: [],
    operations: {
      iterate: { Iterator: 0, IntoIterator: 0 },
      index: { Vec: 0, slice: 0, VecDeque: 0, HashMap: 1, BTreeMap: 1, IndexMap: 1 },
      await: { Future: 0, IntoFuture: 0 },
      unwrap: { Option: 0, Result: 0, Poll: 0, ControlFlow: 1 },
      transparent: {
        Box: 0,
        Rc: 0,
        Arc: 0,
        Pin: 0,
        Cow: 0,
        ManuallyDrop: 0,
        Ref: 0,
        RefMut: 0,
        MutexGuard: 0,
        RwLockReadGuard: 0,
        RwLockWriteGuard: 0,
        LazyLock: 0,
        LazyCell: 0,
        GuardMethods: 0,
        HolderMethods: 0,
        Wrapping: 0,
        pointer: 0,
      },
      shared: ["Rc", "Arc"],
      handedOn: {
        Box: [...POINTED, ..."Read Write Seek BufRead Iterator DoubleEndedIterator ExactSizeIterator Hasher".split(" ")],
        Rc: POINTED,
        Arc: POINTED,
      },
    },
    reflexiveTraits: ["From", "Into", "TryFrom", "TryInto", "Borrow", "BorrowMut"],
    indexTrait: "Index",
    partIndices: ["Range", "RangeInclusive", "RangeFrom", "RangeTo", "RangeToInclusive", "RangeFull"],
    protocols: { deref: ["deref"], iterate: ["into_iter", "next"], index: ["index"], part: ["as_slice"] },
    aliasedAbroad: ALIASED_ABROAD,
    libraryModules: LIBRARY_MODULES,
    madeUpTypes: "Methods",
    restType: "",
    constructors: [],
    nothing: ["None", "never"],
    dynamicTypes: [],
    wrappers: {},
    commonMethods: COMMON_METHODS,
  },
  modules: makeRustModules,
  packages,
  routes,
  tests: "anywhere",
  isTestFile: (path) => /(?:^|\/)(?:tests|benches)\//.test(path) || /(?:^|\/)tests?\.rs$/.test(path),
};
