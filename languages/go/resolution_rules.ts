/**
 * How Go's names are looked up and its types read: data for the resolver.
 *
 * Invariant: names here are those of `library.go`.
 */
import { tableOf } from "../../core/base/tables.ts";
import type { ResolutionRules } from "../../core/rules/resolution_rules.ts";
import { NO_ITEMS } from "../../core/rules/item_rules.ts";
import { embeddedMembers } from "./embedded_members.ts";

/** Method names that so many types of Go's standard library have that a single definition in the repository proves nothing. */
const COMMON_METHODS: readonly string[] = (
  "Add Append Bytes Cap Clone Close Closed Context Copy Count Deadline Decode Delete Do Done Encode Equal Err Error Errorf Exec Execute " +
  "Exit Fatal Fatalf Flush Format Get GoString Grow Header Helper Index Info Init Insert Int Is IsDir IsNil IsZero Kind Key Len Less Load " +
  "Lock Log Logf Lookup Match MarshalBinary MarshalJSON MarshalText Max Min Mode ModTime Name Next NumField Open Parse Path Peek Ping Pop " +
  "Print Printf Println Pop Push Put Query Range Read ReadAt ReadByte ReadFrom ReadRune Remove Reset Run RLock RUnlock Scan Seek Send Set " +
  "Signal Size Skip Sleep Sort Start Stat Status Stop Store String Sub Sum Swap Sync Text Time Truncate Type Unix Unlock Unmarshal " +
  "UnmarshalJSON UnmarshalText Unwrap Update Value Wait Warn Write WriteAt WriteByte WriteHeader WriteRune WriteString WriteTo"
).split(" ");

/** Packages of the standard library of which library.go describes something. */
const LIBRARY_MODULES = (
  "archive/tar cmp compress/flate compress/zlib container/heap context crypto crypto/cipher crypto/ecdh crypto/elliptic crypto/tls database/sql " +
  "database/sql/driver debug/dwarf debug/macho encoding encoding/binary encoding/gob encoding/json encoding/json/v2 encoding/xml errors flag fmt go/ast go/types hash " +
  "image image/color image/draw image/jpeg image/png io io/fs iter log/slog maps math/rand math/rand/v2 mime/multipart net net/http net/http/cookiejar " +
  "net/http/httputil net/rpc net/smtp os reflect runtime slices sort sync sync/atomic syscall testing/quick unique unsafe weak"
).split(" ");

/**
 * External functions that may call any method of their arguments. The standard library's interfaces are described, and of it only `net/rpc`
 * and templates call all methods of a value; paths of all others start with a host. Encoders and comparers call only a few methods
 * (`describe_definitions.ts`); a test suite's methods are run by name.
 */
const TAKES_VALUES =
  /^net\/rpc\.(?:\w+\.)?Register(?:Name)?$|^(?:text|html)\/template\.(?:\w+\.)+Execute(?:Template)?$|^(?!github\.com\/(?:stretchr\/testify\/(?!suite\.)|google\/go-cmp\/))(?!.*\.(?:Unm|M)arshal\w*$)(?!.*\.(?:De|En)code$)[^/]+\.[^/]+\//;

/** A template may call any method of the results of its functions. */
const TAKES_RESULTS = /(?:^|\/)template\.(?:\w+\.)*Func(?:Map|s)$/;

/**
 * A type of another module: a value of a type with another name becomes one only if it is an interface. A field of such a type has two
 * names after the path.
 */
const EXTERNAL_INTERFACES = /\/[^/.]+(?:\.v\d+)?\.\w+$/;

/**
 * Functions of the standard library outside of its generic packages: their declared results are the library's own types and interfaces, or
 * `any`, of which nothing is called.
 */
const GIVES_ONLY_OUTSIDE =
  /^(?!math\/rand\/v2\.(?:\w+\.)?N$)(?:archive|bufio|bytes|compress|container|context|crypto|database|debug|embed|encoding|expvar|flag|fmt|go|hash|html|image|index|io|log|math|mime|net|os|path|plugin|reflect|regexp|runtime|sort|strconv|strings|syscall|testing|text|time|unicode|uuid)(?:\/[a-z0-9]+)*\.[A-Z]/;

/**
 * Library functions that call their argument before they return, or once. Not those that retain it (`http.HandleFunc`, `signal.Notify`).
 */
const RUNS_GIVEN = new RegExp(
  String
    .raw`^(?:sort\.(?:Slice|SliceStable|SliceIsSorted|Search|Find)|slices\.\w+Func|maps\.\w+Func|(?:strings|bytes)\.(?:Map|\w+Func|\w+FuncSeq)|` +
    String
      .raw`(?:path\/)?filepath\.(?:Walk|WalkDir)|io\/fs\.WalkDir|(?:time|context)\.AfterFunc|sync\.(?:Once\.Do|Map\.Range|WaitGroup\.Go)|` +
    String
      .raw`testing\.[TB]\.(?:Run|Cleanup|RunParallel)|testing\.F\.(?:Fuzz|Cleanup)|testing\.(?:AllocsPerRun|Benchmark)|testing\/synctest\.Test|` +
    String
      .raw`runtime\/pprof\.Do|flag\.(?:FlagSet\.)?Visit(?:All)?|expvar\.(?:Map\.)?Do|container\/ring\.Ring\.Do|log\/slog\.Record\.Attrs|` +
    String.raw`regexp\.Regexp\.Replace\w*Func|go\/ast\.(?:Inspect|Walk)|os\.Expand)$`,
);

const INTEGERS = "int int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 uintptr byte rune".split(" ");

/** How Go's names are resolved. */
export const rules: ResolutionRules = tableOf({
  separator: ".",
  blockScoped: true,
  assignmentsBind: false,
  classScopeVisible: false,
  classBodyVisible: false,
  nestedModulesSeeOuter: true,
  packageScope: true,
  exportsOnly: false,
  ...NO_ITEMS,
  modulesByName: false,
  makerNames: /^[Nn]ew(_|[A-Z]|$)/,
  callingTypeConverts: true,
  fieldsTakeFunctions: true,
  branchesAgree: true,
  linearization: "depth-first",
  separateTypes: false,
  structural: ["interface"],
  operations: {
    iterate: { slice_of: 0, array_of: 0, map_of: 1, chan_of: 0, iter_Seq2: 1 },
    iterateKey: { map_of: 0, chan_of: 0, iter_Seq: 0, iter_Seq2: 0, ...Object.fromEntries(INTEGERS.map((name) => [name, -1])) },
    index: { slice_of: 0, array_of: 0, map_of: 1 },
  },
  protocols: {},
  libraryModules: LIBRARY_MODULES,
  restType: "slice_of",
  resultsSpread: true,
  iteratesFunctions: true,
  constructors: [],
  nothing: ["nil"],
  dynamicTypes: ["any"],
  wrappers: {},
  commonMethods: COMMON_METHODS,
  embeddedMembers,
  givenIsLikely: true,
  givesOnlyOutside: GIVES_ONLY_OUTSIDE,
  takesValues: TAKES_VALUES,
  takesResults: TAKES_RESULTS,
  reflects: true,
  privateTo: "folder",
  embedsMembers: true,
  externalInterfaces: EXTERNAL_INTERFACES,
  generatedPackages: "pb",
  runsGiven: RUNS_GIVEN,
  keepers: ["WithValue", "Store", "LoadOrStore", "Swap", "PushBack", "PushFront", "InsertBefore", "InsertAfter", "Put"],
  keepsGiven: new Set(["append"]),
});
