/**
 * The modules of the standard library whose names the library file describes, and the names of methods that say nothing about a type.
 *
 * Stage: resolve. Data.
 */

const MODULES =
  "any array ascii borrow boxed cell char clone cmp collections collections::hash_map collections::btree_map collections::hash_set " +
  "collections::btree_set collections::vec_deque collections::binary_heap collections::linked_list convert default error ffi fmt fs future hash hint io " +
  "io::prelude iter marker mem net num ops option os panic path pin prelude prelude::v1 ptr rc result slice str string sync sync::atomic sync::mpsc task thread time vec";

const HOLDERS =
  "Lazy CachePadded Data State Json Form Path Extension Res ResMut Local Mut NonSend NonSendMut Zeroizing ScopeGuard SendWrapper MutexGuard " +
  "RwLockReadGuard RwLockWriteGuard MappedMutexGuard OwnedMutexGuard OwnedRwLockReadGuard OwnedRwLockWriteGuard";

/** See `ResolutionRules.aliasedAbroad`. */
export const ALIASED_ABROAD: Readonly<Record<string, string>> = {
  ...Object.fromEntries("Result HashMap HashSet IndexMap IndexSet Arc Rc OnceCell Receiver".split(" ").map((name) => [name, name])),
  ...Object.fromEntries(HOLDERS.split(" ").map((name) => [name, "HolderMethods"])),
  ...Object.fromEntries("FxHashMap AHashMap FnvHashMap FastHashMap".split(" ").map((name) => [name, "HashMap"])),
  ...Object.fromEntries("FxHashSet AHashSet FnvHashSet FastHashSet".split(" ").map((name) => [name, "HashSet"])),
  ...Object.fromEntries("FxIndexMap FnvIndexMap FastIndexMap LinkedHashMap".split(" ").map((name) => [name, "IndexMap"])),
  ...Object.fromEntries("ArrayVec ThinVec EcoVec".split(" ").map((name) => [name, "Vec"])),
  ...Object.fromEntries("Mutex RwLock FairMutex AsyncMutex".split(" ").map((name) => [name, "LockMethods"])),
  ...Object.fromEntries("FxIndexSet FnvIndexSet FastIndexSet LinkedHashSet".split(" ").map((name) => [name, "IndexSet"])),
  UnboundedReceiver: "Receiver",
  ArcSwap: "SwapMethods",
  JoinHandle: "JoinMethods",
  BoxFuture: "FutureAbroad",
  LocalBoxFuture: "FutureAbroad",
  BoxStream: "StreamAbroad",
};

/** Modules that bear the name of a type. */
const BESIDE_TYPES = ["slice", "str", "char", "array"];

/** Each module as a path, as it is named in `std`, `core` and `alloc`. */
export const LIBRARY_MODULES: readonly string[] = ["std", "core", "alloc"].flatMap((crate) => [
  ...BESIDE_TYPES,
  crate,
  ...MODULES.split(" ").flatMap((
    module,
  ) => [`${crate}::${module}`, `${crate}::${module.replace("::", ".")}`, `${crate}.${module.replace("::", ".")}`]),
]);

/** Names of methods that so many types outside have that one definition in the repository proves nothing. */
export const COMMON_METHODS: readonly string[] =
  ("new build with from into default get set insert remove push pop len is_empty iter next read write flush close open " +
    "send recv try_recv poll lock unlock run start stop parse name id kind value key path finish reset clear update add sub contains find map filter " +
    "fmt eq hash cmp clone drop index deref as_str as_bytes to_string join split take wait notify spawn connect bind accept listen shutdown status headers " +
    "body method uri url port host query args arg exec execute query_row commit rollback begin end size width height x y min max abs first last")
    .split(" ");
