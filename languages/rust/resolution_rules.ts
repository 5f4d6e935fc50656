/**
 * How Rust's names are looked up and its types read: data for the resolver.
 *
 * Invariant: names here are those of `library.rs`.
 */
import { tableOf } from "../../core/base/tables.ts";
import type { ResolutionRules } from "../../core/rules/resolution_rules.ts";

const MODULES =
  "alloc any array ascii borrow boxed cell char clone cmp collections collections::hash_map collections::btree_map collections::hash_set " +
  "collections::btree_set collections::vec_deque collections::binary_heap collections::linked_list convert default error ffi fmt fs future hash hint io " +
  "io::prelude iter marker mem net num ops option os panic path pin prelude prelude::v1 process ptr rc result slice str string sync sync::atomic sync::mpsc task thread time vec";

const LENDERS =
  "Res ResMut Local Mut NonSend NonSendMut ScopeGuard MutexGuard RwLockReadGuard RwLockWriteGuard MappedMutexGuard MappedRwLockReadGuard " +
  "MappedRwLockWriteGuard OwnedMutexGuard OwnedRwLockReadGuard OwnedRwLockWriteGuard axum_extra.TypedHeader web.Header";
/** Holders that may be cloned themselves. */
const HOLDERS = "CachePadded Data State Json Form Path Extension Zeroizing SendWrapper web.Query extract.Query web.ReqData";

/** See `ResolutionRules.externalAliases`. */
const EXTERNAL_ALIASES: Readonly<Record<string, string>> = tableOf({
  ...Object.fromEntries(
    "Result VecDeque Box HashMap HashSet BTreeMap BTreeSet IndexMap IndexSet Arc Rc OnceCell Receiver".split(" ").map((
      name,
    ) => [name, name]),
  ),
  ...Object.fromEntries(LENDERS.split(" ").map((name) => [name, "LenderMethods"])),
  ...Object.fromEntries(HOLDERS.split(" ").map((name) => [name, "HolderMethods"])),
  ...Object.fromEntries("FxHashMap AHashMap FnvHashMap FastHashMap".split(" ").map((name) => [name, "HashMap"])),
  ...Object.fromEntries("FxHashSet AHashSet FnvHashSet FastHashSet".split(" ").map((name) => [name, "HashSet"])),
  ...Object.fromEntries("FxIndexMap FnvIndexMap FastIndexMap LinkedHashMap".split(" ").map((name) => [name, "IndexMap"])),
  ...Object.fromEntries("ArrayVec ThinVec EcoVec".split(" ").map((name) => [name, "Vec"])),
  ...Object.fromEntries("Mutex RwLock FairMutex AsyncMutex".split(" ").map((name) => [name, "LockMethods"])),
  ...Object.fromEntries("FxIndexSet FnvIndexSet FastIndexSet LinkedHashSet".split(" ").map((name) => [name, "IndexSet"])),
  Lazy: "LazyLock",
  Sender: "SenderMethods",
  UnboundedSender: "SenderMethods",
  UnboundedReceiver: "Receiver",
  Vec: "VecAbroad",
  SmallVec: "SmallVecAbroad",
  "map.Map": "BTreeMap",
  Vec1: "FilledMethods",
  NonEmpty: "FilledMethods",
  Slab: "SlabMethods",
  LruCache: "LruCacheMethods",
  DashMap: "DashMapMethods",
  ArcSwap: "SwapMethods",
  JoinHandle: "JoinMethods",
  JoinSet: "JoinSetMethods",
  Either: "EitherMethods",
  EitherOrBoth: "EitherOrBothMethods",
  MinMaxResult: "MinMaxMethods",
  FuturesUnordered: "FuturesMethods",
  FuturesOrdered: "FuturesMethods",
  BoxFuture: "FutureAbroad",
  LocalBoxFuture: "FutureAbroad",
  BoxStream: "StreamAbroad",
  Stream: "Stream",
  "prelude.Query": "QueryMethods",
  "system.Query": "QueryMethods",
  EventReader: "EventReaderMethods",
  MessageReader: "EventReaderMethods",
  Punctuated: "PunctuatedMethods",
  FallibleIterator: "FallibleIterator",
  ...Object.fromEntries(
    "graph.Graph petgraph.Graph DiGraph UnGraph StableGraph StableDiGraph StableUnGraph".split(" ").map((name) => [name, "GraphMethods"]),
  ),
  ...Object.fromEntries("SlotMap HopSlotMap DenseSlotMap".split(" ").map((name) => [name, "SlotMapMethods"])),
  SecondaryMap: "IndexMap",
  SparseSecondaryMap: "IndexMap",
  ParallelIterator: "ParallelIterator",
  IndexedParallelIterator: "ParallelIterator",
});

/** Modules of functions that create channels. */
const OF_CHANNELS = /(?:^|[.:])(?:mpsc|mpmc|spsc|oneshot|broadcast|watch|flume|kanal|\w*channel)\.\w+$/;

/** Functions and runtimes whose tasks, waited for, give a result of what they give. */
const OF_TASKS = /^tokio(?:(?:::|\.)(?:task|runtime))?\.(?:(?:Runtime|Handle|LocalSet)\.(?:new\.unwrap\.|current\.)?)?\w+$/;

/** Functions that wait no longer than they are told. */
const OF_TIME = /(?:^|[.:])(?:time|future)\.\w+$/;

/** Functions that make streams. */
const OF_STREAMS = /(?:^|[.:])(?:tokio_)?stream\.\w+$/;

/** Functions that make what is waited for. */
const OF_FUTURES = /(?:^|[.:])(?:future|futures)\.\w+$/;

/** See `ResolutionRules.externalFunctions`. */
const EXTERNAL_FUNCTIONS: NonNullable<ResolutionRules["externalFunctions"]> = {
  ...Object.fromEntries(
    ["channel", "unbounded_channel", "unbounded", "bounded"].map((name) => [name, { gives: "channelAbroad", within: OF_CHANNELS }]),
  ),
  ...Object.fromEntries(
    "get get_mut remove downcast_ref downcast_mut app_data get_resource get_resource_mut use_context".split(" ").map((name) =>
      [name, { gives: "foundAbroad", typeArguments: 1 }] as const
    ),
  ),
  ...Object.fromEntries(
    "data_unchecked resource resource_mut state expect_context".split(" ").map((name) =>
      [name, { gives: "heldAbroad", typeArguments: 1 }] as const
    ),
  ),
  ...Object.fromEntries(
    "json from_str from_slice from_reader from_value deserialize next_value parse parse2 parse_str parse_args".split(" ").map((name) =>
      [name, { gives: "readAbroad", typeArguments: 1 }] as const
    ),
  ),
  ...Object.fromEntries(
    ["next_element", "next_key"].map((name) => [name, { gives: "readNextAbroad", typeArguments: 1 }] as const),
  ),
  ...Object.fromEntries(
    [["unfold", "unfoldAbroad"], ["try_unfold", "tryUnfoldAbroad"]].map(([name, gives]) => [name, { gives: gives!, within: OF_STREAMS }]),
  ),
  ...Object.fromEntries(
    [["spawn", "taskAbroad"], ["spawn_local", "taskAbroad"], ["spawn_blocking", "blockingAbroad"]].map((
      [name, gives],
    ) => [name, { gives: gives!, within: OF_TASKS }]),
  ),
  timeout: { gives: "timeoutAbroad", within: OF_TIME },
  timeout_at: { gives: "timeoutAbroad", within: OF_TIME },
  block_in_place: { gives: "ranAbroad" },
  ready: { gives: "readyAbroad", within: OF_FUTURES },
  ok: { gives: "okAbroad", within: OF_FUTURES },
  lazy: { gives: "lazyAbroad", within: OF_FUTURES },
  iter: { gives: "streamAbroad", within: OF_STREAMS },
  once: { gives: "onceAbroad", within: OF_STREAMS },
  join_all: { gives: "joinAllAbroad" },
  try_join_all: { gives: "tryJoinAllAbroad" },
  query_map: { gives: "queryMapAbroad" },
  query_and_then: { gives: "queryMapAbroad" },
  query_row: { gives: "queryRowAbroad" },
  query_as: { gives: "queryAsAbroad", typeArguments: 2 },
  query_scalar: { gives: "queryAsAbroad", typeArguments: 2 },
  next_entry: { gives: "readEntryAbroad", typeArguments: 2 },
  block_on: { gives: "awaitedAbroad" },
  black_box: { gives: "sameAbroad" },
};

/** See `ResolutionRules.externalForOwn`. */
const EXTERNAL_FOR_OWN: Readonly<Record<string, string>> = tableOf({
  "clap.Parser.parse": "ownAbroad",
  "clap.Parser.parse_from": "ownAbroad",
  "clap.Parser.try_parse": "ownTriedAbroad",
  "clap.Parser.try_parse_from": "ownTriedAbroad",
  "clap.ValueEnum.value_variants": "ownListedAbroad",
  "structopt.StructOpt.from_args": "ownAbroad",
  "structopt.StructOpt.from_iter": "ownAbroad",
});

/** Modules with the name of a type. */
const BESIDE_TYPES = ["slice", "str", "char", "array"];

/** Each module as a path, as it is named in `std`, `core` and `alloc`; and the packages that the library file describes too. */
const LIBRARY_MODULES: readonly string[] = [
  ...["std", "core", "alloc"].flatMap((crate) => [
    ...BESIDE_TYPES,
    crate,
    ...MODULES.split(" ").flatMap((
      module,
    ) => [`${crate}::${module}`, `${crate}::${module.replace("::", ".")}`, `${crate}.${module.replace("::", ".")}`]),
  ]),
  "bitflags",
  "serde_json",
  "criterion",
];

/** Names of methods that so many external types have that a single definition in the repository proves nothing. */
const COMMON_METHODS: readonly string[] =
  ("new build with from into default get set insert remove push pop len is_empty iter next read write flush close open " +
    "send recv try_recv poll lock unlock run start stop parse name id kind value key path finish reset clear update add sub contains find map filter " +
    "fmt eq hash cmp clone drop index deref as_str as_bytes to_string join split take wait notify spawn connect bind accept listen shutdown status headers " +
    "body span method uri url port host query args arg exec execute query_row commit rollback begin end size width height x y min max abs first last")
    .split(" ");

/** `1` is an `i32` unless another type is expected. */
const promotions: Readonly<Record<string, readonly string[]>> = tableOf({
  ...Object.fromEntries("i8 i16 i64 i128 isize u8 u16 u32 u64 u128 usize".split(" ").map((name) => [name, ["i32"]])),
  f32: ["f64"],
  // A slice is expected where an array is accepted.
  unmeasured: ["measured"],
});

/** Traits by which values are gone through side by side. */
const PARALLEL =
  "IntoParallelRefIterator IntoParallelRefMutIterator IntoParallelIterator ParallelBridge ParallelSlice ParallelSliceMut ParallelString"
    .split(" ");

/** Types and traits that stand for those of single packages. */
const SELDOM =
  "QueryMethods EventReaderMethods PunctuatedMethods QueryAsMethods FallibleIterator GraphMethods EdgeMethods SlotMapMethods RandomMethods EitherMethods EitherOrBothMethods MinMaxMethods JoinSetMethods AbortMethods FuturesMethods FutureMethods StreamMethods RandomMethods"
    .split(" ");

/** Traits that every smart pointer has if its target does. */
const POINTED = "Hash PartialEq Eq PartialOrd Ord Debug Display Error".split(" ");

/**
 * Library methods that call their argument on their content, at once or while their result is iterated over. Not those that retain it
 * (`thread::spawn`).
 */
const RUNS_GIVEN = new RegExp(
  String.raw`^(?:(?:Option|Result|Poll|ControlFlow|bool)\.(?:map\w*|and_then|or_else|unwrap_or_else|ok_or_else|is_\w+|filter|inspect\w*|` +
    String
      .raw`get_or_insert_with|then|take_if)|(?:\w*Iterator)\.\w+|(?:slice|Vec|VecDeque|array|str|String|HashMap|BTreeMap|HashSet|BTreeSet|BinaryHeap)\.` +
    String
      .raw`(?:\w+_by|\w+_by_key|\w+_by_cached_key|retain\w*|map|\w*split\w*|trim\w*|find|rfind|\w*matches|contains|starts_with|ends_with|resize_with|` +
    String
      .raw`partition_point|replace\w*|extract_if|any|all)|(?:Entry|\w*Entry)\.(?:or_insert_with\w*|and_modify)|Once(?:Lock|Cell)\.get_or_init|catch_unwind)$`,
);

/** How Rust's names are resolved. */
export const rules: ResolutionRules = tableOf({
  injection: { decorator: "fixture" },
  separator: "::",
  blockScoped: true,
  assignmentsBind: false,
  classScopeVisible: false,
  classBodyVisible: false,
  nestedModulesSeeOuter: false,
  packageScope: false,
  exportsOnly: false,
  itemPaths: true,
  kindsApart: true,
  hidesItems: true,
  implementations: true,
  associatedTypes: true,
  infersOpenTypes: true,
  constantParameters: true,
  externalParts: true,
  placeholderSign: "$",
  lentLiteral: "str",
  implementedFor: / for (.+?)(?: where .*)?$/,
  pathWords: { root: "crate", here: "self", above: "super", own: "Self" },
  macroPackages: /^\w*_(?:macros?|derive|codegen)\./,
  preludeFunctions: new Set("align_of align_of_val drop size_of size_of_val".split(" ")),
  modulesByName: true,
  callingTypeConverts: true,
  branchesAgree: true,
  fieldsApart: true,
  arity: "fixed",
  promotions,
  linearization: "depth-first",
  separateTypes: false,
  structural: [],
  privateTo: "package",
  hidesMembers: true,
  macrosCall: true,
  operations: {
    iterate: { Iterator: 0, IntoIterator: 0 },
    index: {
      SlotMapMethods: 1,
      PunctuatedMethods: 0,
      Vec: 0,
      VecAbroad: 0,
      FilledMethods: 0,
      slice: 0,
      VecDeque: 0,
      HashMap: 1,
      BTreeMap: 1,
      IndexMap: 1,
      SlabMethods: 0,
    },
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
      DashRef: 1,
      LenderMethods: 0,
      HolderMethods: 0,
      Wrapping: 0,
      pointer: 0,
    },
    shared: ["Rc", "Arc"],
    passedOn: {
      Box: [...POINTED, ..."Read Write Seek BufRead Iterator DoubleEndedIterator ExactSizeIterator Hasher".split(" ")],
      Rc: POINTED,
      Arc: POINTED,
      Cow: POINTED.filter((trait) => trait !== "Error"),
    },
  },
  reflexiveTraits: ["From", "Into", "TryFrom", "TryInto", "Borrow", "BorrowMut"],
  asyncResult: "Future",
  declaresAwaited: true,
  projection: { trait: "PinProject", pointer: "Pin" },
  derivedDeref: "DerivedDeref",
  madeFromTypes: /^(?:sea_orm(?:(?:::|\.)\w+)?\.(?:Entity|ActiveModel)|mockall\.Mock\w+)\b/,
  externalRunners: new Set(["parse_next", "parse", "parse_complete"]),
  externalBuilders: ["DerivedBuilder", "DerivedTryingBuilder"],
  takingTraits: { everywhere: ["Iterator"], imported: "Add Sub Mul Div Rem Neg Not BitAnd BitOr BitXor Shl Shr".split(" ") },
  makingTraits: "Default From TryFrom FromStr FromIterator".split(" "),
  ofSized: tableOf({ Box: ["Error"] }),
  referredMethods: ["as_ref", "clone", "fmt", "hash"],
  lentOutside: ["Buf", "BufMut", "Body", "FusedFuture", "FusedStream"],
  importedTraits: [
    ...PARALLEL,
    ..."Read Write BufRead Seek Hash Hasher BuildHasher FromStr Borrow BorrowMut Error Any ToSocketAddrs ContextMethods Itertools FutureMethods StreamMethods RandomMethods"
      .split(
        " ",
      ),
  ],
  indexTrait: "Index",
  partIndices: ["Range", "RangeInclusive", "RangeFrom", "RangeTo", "RangeToInclusive", "RangeFull"],
  partMethods: { owner: "SliceMethods", names: ["get", "get_mut", "get_unchecked", "get_unchecked_mut"] },
  protocols: { deref: ["deref"], iterate: ["into_iter", "next"], index: ["index"], part: ["as_slice"] },
  externalAliases: EXTERNAL_ALIASES,
  externalFunctions: EXTERNAL_FUNCTIONS,
  externalForOwn: EXTERNAL_FOR_OWN,
  externalPointers: /^\p{Lu}\w*(?:Pointer|Ptr|Ref|RefMut|Rc|Arc|Box|Guard)$/u,
  libraryModules: LIBRARY_MODULES,
  libraryTwins: { core: "std", alloc: "std" },
  madeUpTypes: "Methods",
  runsGiven: RUNS_GIVEN,
  tupleType: "tuple",
  pointerType: "pointer",
  restType: "",
  makers: ["new", "default", "from"],
  makerPrefix: "with_",
  makerNames: /^[Nn]ew(_|[A-Z]|$)/,
  converterNames: /\.(?:into|to|as)_/,
  unwrappers: ["unwrap", "expect"],
  constructors: [],
  nothing: ["None", "never"],
  dynamicTypes: [],
  wrappers: {},
  commonMethods: COMMON_METHODS,
  seldomTypes: new Set([..."Hasher Layout ParIter ParallelIterator".split(" "), ...PARALLEL, ...SELDOM]),
});
