/**
 * How Python's names are looked up and its types read: data for the resolver.
 *
 * Invariant: names here are those of `library.pyi`.
 */
import { tableOf } from "../../core/base/tables.ts";
import type { ResolutionRules } from "../../core/rules/resolution_rules.ts";
import { NO_ITEMS } from "../../core/rules/item_rules.ts";
import { calledOfHeirs } from "./called_of_heirs.ts";

/** Methods of files, sockets, processes, threads, loggers, paths, dates, patterns, parsers, generators of random numbers and test cases. */
const COMMON_METHODS =
  "absolute accept acquire add_argument add_argument_group add_handler add_parser add_section add_subparsers addCleanup " +
  "addfinalizer addHandler assert_any_call assert_called assert_called_once assert_called_once_with assert_called_with " +
  "assert_has_calls assert_not_called assertAlmostEqual assertCountEqual assertDictEqual assertEqual assertFalse " +
  "assertGreater assertGreaterEqual assertIn assertIs assertIsInstance assertIsNone assertIsNot assertIsNotNone " +
  "assertLess assertLessEqual assertListEqual assertLogs assertNotEqual assertNotIn assertNotIsInstance assertRaises " +
  "assertRaisesRegex assertRegex assertSequenceEqual assertSetEqual assertTrue assertTupleEqual assertWarns " +
  "assertWarnsRegex astimezone bind call_later call_soon call_soon_threadsafe cancel chmod close commit communicate " +
  "connect critical ctime cursor date debug delenv digest dump dumps emit encode_multipart end error exception execute " +
  "executemany exists expanduser fail fetchall fetchmany fetchone fileno findall finditer fire flush format " +
  "formatException fullmatch get_event_loop getEffectiveLevel getrandbits getboolean getfloat getint getLogger getMessage getpeername " +
  "getsockname glob group groupdict groups hexdigest info is_alive is_dir is_file is_set is_symlink isEnabledFor " +
  "isoformat items iterdir join joinpath json kill listen load loads locked log lstat makefile match mkdir namelist " +
  "notify notify_all now open options parse_args parse_known_args parents patch poll print_help purge put " +
  "raise_for_status randbytes randint randrange read read_bytes read_file read_text readline readlines readouterr recv relative_to release rename " +
  "resolve rglob rmdir rollback run run_forever run_in_executor run_until_complete save search section sections seek send " +
  "send_signal sendall set set_defaults setattr setDaemon setenv setFormatter setLevel setdefault setsockopt settimeout " +
  "shuffle shutdown skipTest sleep span start stat stop strftime sub submit subTest subn symlink_to tell terminate timestamp " +
  "timetuple today total_seconds touch truncate unlink update utcoffset wait warn warning weekday with_name with_suffix " +
  "write write_bytes write_text writelines writestr";

/** The members of `object`, and those that `typing` excludes from a protocol's members. */
const EVERYWHERE =
  "__abstractmethods__ __annotations__ __class__ __class_getitem__ __delattr__ __dict__ __dir__ __doc__ __eq__ __format__ " +
  "__getattribute__ __hash__ __init__ __init_subclass__ __match_args__ __module__ __ne__ __new__ __reduce__ __reduce_ex__ __repr__ " +
  "__setattr__ __sizeof__ __slots__ __str__ __subclasshook__ __weakref__";

/**
 * Library functions that call their argument only during the call, or while their result is iterated over. Not those that retain it
 * (`signal.signal`).
 */
const RUNS_GIVEN = new RegExp(
  String
    .raw`^(?:sorted|min|max|map|filter|callable|isinstance|issubclass|hasattr|repr|str|print|id|hash|type|len|iter|list\.sort|(?:functools\.)?(?:reduce|cmp_to_key)|(?:itertools\.)?(?:accumulate|dropwhile|filterfalse|groupby|starmap|takewhile)|` +
    String.raw`(?:heapq\.)?(?:nlargest|nsmallest|merge)|bisect\.\w+|re\.subn?|re\.Pattern\.subn?|pytest\.raises|asyncio\.to_thread|` +
    String.raw`inspect\.\w+|(?:typing\.)?(?:cast|get_type_hints))$`,
);

/** Functions that inspect a module passed to them, reload it, or add something to it: they call none of its members by name. */
const MODULE_LOOKERS: ReadonlySet<string> = new Set(
  ["delattr", "dir", "getattr", "getsource", "hasattr", "id", "multiple", "object", "reload", "repr", "setattr", "str", "testmod", "vars"],
);

/** Functions that only inspect their arguments, or exist for type checkers. */
const LOOKS_AT_GIVEN =
  /^(?:callable|isinstance|issubclass|id|(?:typing(?:_extensions)?\.)?(?:cast|assert_type|reveal_type|get_type_hints|get_origin|get_args))$/;

const REFLECTED: Readonly<Record<string, string>> = tableOf({
  __add__: "__radd__",
  __sub__: "__rsub__",
  __mul__: "__rmul__",
  __truediv__: "__rtruediv__",
  __floordiv__: "__rfloordiv__",
  __mod__: "__rmod__",
  __pow__: "__rpow__",
  __matmul__: "__rmatmul__",
  __and__: "__rand__",
  __or__: "__ror__",
  __xor__: "__rxor__",
  __lshift__: "__rlshift__",
  __rshift__: "__rrshift__",
});

/** The method of the operator that changes its left side, by that of the plain one: `__iadd__` of `__add__`. */
export function inPlaceOf(method: string): string {
  return `__i${method.slice(2)}`;
}

const IN_PLACE = Object.fromEntries(Object.keys(REFLECTED).map((name) => [inPlaceOf(name), name]));

/**
 * Functions of the library, and of test frameworks, that call methods of their arguments of any type, or put them where they are called:
 * file-like objects, closable objects, replacements.
 */
const TAKES_VALUES = new RegExp(
  String
    .raw`^(?:print|json\.(?:dump|load)|pickle\.(?:dump|load|Pickler|Unpickler)|marshal\.(?:dump|load)|plistlib\.(?:dump|load)|tomllib\.load|` +
    String
      .raw`csv\.(?:reader|writer|DictReader|DictWriter)|configparser\.\w+\.(?:write|read_file)|(?:contextlib\.)?(?:a?closing|redirect_std(?:out|err))|` +
    String.raw`shutil\.copyfileobj|logging\.StreamHandler|io\.(?:TextIOWrapper|Buffered\w+)|(?:gzip|bz2|lzma|zipfile|tarfile)\.\w+|` +
    String.raw`traceback\.print_\w+|pprint\.\w+|tokenize\.\w+|fileinput\.\w+|selectors\.\w+\.register|select\.\w+|atexit\.register|` +
    String.raw`pytest\.MonkeyPatch\.set(?:attr|item)|(?:unittest\.)?mock\.patch(?:\.\w+)?|` +
    String
      .raw`[\w.]+\.register_instance|fire\.Fire|cherrypy\.[\w.]*(?:quickstart|mount)|(?!(?:PyQt\d|PySide\d|gi|kivy|tkinter|wx)\.)(?:\w+\.)+[A-Z]\w*[a-z]\w*)$`,
);

/**
 * External items that stand for something of the application: targets of proxies, contents of settings, parsed arguments, records and
 * caches, the logged-in user, values in an exception, a file or a widget's data item, the current test, and results of plugins.
 */
const STANDS_FOR_OTHERS = new RegExp(
  String.raw`(?:Proxy|LazyObject)(?:\.|$)|\bsettings\.[A-Z][A-Z\d_]*(?:\.|$)|(?:get_|\.[A-Z]\w*\.)current_user(?:\.|$)|` +
    String.raw`^(?:joblib|dill|cloudpickle|torch)\.(?:\w+\.)*loads?(?:\.|$)|^\w*argparse\.(?:Namespace|ArgumentParser\.parse_\w*args)\.|` +
    String
      .raw`^logging\.LogRecord\.|^traitlets\.(?:\w+\.)?(?:Any|Instance|Union|Dict|List)(?:\.|$)|^selectors\.[\w.]+\.data(?:\.|$)|^sys\.(?:exc_info|exception|last_value)(?:\.|$)|^gc\.get_|` +
    String.raw`^(?:graphlib|statistics)\.\w|^inspect\.getattr_static|^multiprocessing\.[\w.]+\.(?:get|recv)(?:\.|$)|` +
    String
      .raw`^(?:django\.core\.cache|flask_caching)\.[\w.]+\.get(?:_or_set)?(?:\.|$)|^(?:PyQt|PySide)\d\.[\w.]+\.(?:\w*[dD]ata|internalPointer|sender)(?:\.|$)|` +
    String.raw`^pytest(?:\.Metafunc|\.Item|_FixtureRequest)\.(?:cls|instance|module|obj|function)(?:\.|$)|^pluggy\.[\w.]+\.hook(?:\.|$)|` +
    String
      .raw`\.Ui_\w+\.\w|^gi\.repository\.[\w.]+\.get_value(?:\.|$)|^xmlrpc\.client\.Server(?:\.|$)|^dbus\.(?:Interface|\w*Bus\.get_object)(?:\.|$)|` +
    String.raw`^django\.apps\.apps\.get_models?(?:\.|$)`,
);

/** Types that `library.pyi` describes completely. Text and bytes are distinguished by more than the code. */
const CLOSED_TYPES: Readonly<Record<string, readonly string[]>> = tableOf({
  bool: [],
  bytearray: ["str", "list"],
  bytes: ["str", "bytearray", "memoryview"],
  complex: [],
  dict: [],
  float: [],
  frozenset: [],
  int: [],
  list: [],
  property: [],
  range: [],
  set: [],
  slice: [],
  str: ["bytes", "bytearray"],
  tuple: [],
});

/** The fixtures of pytest itself, and of plugins that many projects use. */
const GIVEN_BY_PYTEST: Readonly<Record<string, string>> = tableOf({
  admin_client: "django.test.Client",
  aiohttp_client: "pytest_aiohttp.AiohttpClient",
  async_client: "django.test.AsyncClient",
  async_rf: "django.test.AsyncRequestFactory",
  benchmark: "pytest_benchmark.BenchmarkFixture",
  capfd: "pytest.CaptureFixture",
  capfdbinary: "pytest.CaptureFixture",
  caplog: "pytest.LogCaptureFixture",
  capsys: "pytest.CaptureFixture",
  capsysbinary: "pytest.CaptureFixture",
  client: "django.test.Client",
  freezer: "pytest_freezer.FrozenDateTimeFactory",
  fs: "pyfakefs.FakeFilesystem",
  httpserver: "pytest_httpserver.HTTPServer",
  httpx_mock: "pytest_httpx.HTTPXMock",
  live_server: "pytest_django.LiveServer",
  mocker: "pytest_mock.MockerFixture",
  monkeypatch: "pytest.MonkeyPatch",
  pytestconfig: "pytest.Config",
  pytester: "pytest.Pytester",
  qtbot: "pytestqt.QtBot",
  recwarn: "pytest.WarningsRecorder",
  request: "pytest_FixtureRequest",
  requests_mock: "requests_mock.Mocker",
  respx_mock: "respx.MockRouter",
  rf: "django.test.RequestFactory",
  settings: "pytest_django.SettingsWrapper",
  subtests: "pytest.Subtests",
  testdir: "pytest.Testdir",
  tmp_path: "pathlib.Path",
  tmp_path_factory: "pytest.TempPathFactory",
  tmpdir: "py.path.local",
  tmpdir_factory: "pytest.TempdirFactory",
});

/** How Python's names are resolved. */
export const rules: ResolutionRules = tableOf({
  separator: ".",
  blockScoped: false,
  assignmentsBind: true,
  methodsKeepValues: true,
  bodilessRun: true,
  classScopeVisible: false,
  classBodyVisible: true,
  nestedModulesSeeOuter: true,
  packageScope: false,
  arity: "checked",
  calledOfHeirs,
  exportsOnly: false,
  ...NO_ITEMS,
  functionType: "function",
  modulesByName: false,
  callingTypeConverts: false,
  linearization: "c3",
  separateTypes: false,
  structural: ["protocol"],
  showsUnlisted: true,
  passesModulesUnseen: { but: MODULE_LOOKERS },
  duckTyped: true,
  decoratorsMakeProperties: true,
  classesAreMembers: true,
  everywhere: EVERYWHERE.split(" "),
  ownType: { root: "object", name: "__class__" },
  plainTypes: [
    "bool",
    "bytearray",
    "bytes",
    "complex",
    "dict",
    "float",
    "frozenset",
    "int",
    "list",
    "range",
    "set",
    "slice",
    "str",
    "tuple",
  ],
  promotions: { float: ["int", "bool"], complex: ["int", "float", "bool"] },
  keyedTypes: ["TypedDict"],
  positionType: "int",
  partIndices: ["slice"],
  enumValues: ["value", "_value_"],
  operations: {
    iterate: {
      Iterable: 0,
      Iterator: 0,
      Generator: 0,
      AsyncIterable: 0,
      AsyncIterator: 0,
      AsyncGenerator: 0,
      Mapping: 0,
      tuple: 0,
    },
    await: { Awaitable: 0, Coroutine: 2, Generator: 2 },
    enter: { AbstractContextManager: 0, AbstractAsyncContextManager: 0 },
    index: { Sequence: 0, Mapping: 1, tuple: 0 },
    guard: { TypeGuard: 0, TypeIs: 0 },
  },
  positiveGuards: ["TypeGuard"],
  protocols: {
    iterate: ["__iter__", "__next__"],
    asyncIterate: ["__aiter__", "__anext__"],
    await: ["__await__"],
    enter: ["__enter__"],
    asyncEnter: ["__aenter__"],
    index: ["__getitem__"],
    call: ["__call__"],
    member: ["__getattr__"],
    read: ["__get__"],
  },
  reflected: REFLECTED,
  inPlace: IN_PLACE,
  constructors: ["__init__"],
  takesValues: TAKES_VALUES,
  standsForOthers: STANDS_FOR_OTHERS,
  proxies: /(?:^|\.)(?:LocalProxy|ObjectProxy|LazyObject|SimpleLazyObject)$/,
  seldomTypes: new Set(["partial", "partialmethod"]),
  allocator: "__new__",
  fieldsByPlace: ["__match_args_", "__"],
  asyncResult: "Coroutine",
  generatorTypes: ["Generator", "AsyncGenerator"],
  declaresAwaited: true,
  registering: { member: "register", outside: /^functools\.singledispatch(?:method)?\.register$/ },
  decoratorsKeeping: ["abstractmethod", "classmethod", "final", "overload", "override", "staticmethod", "wraps"],
  passing: {
    looks: ("callable isinstance issubclass hasattr getattr setattr delattr id hash repr str type print iscoroutinefunction isfunction " +
      "isgeneratorfunction isasyncgenfunction isclass ismethod signature getdoc getsource getsourcefile getmodule getfullargspec get_type_hints " +
      "dir vars wraps __init__").split(" "),
    compares: new Set(
      ("isinstance issubclass callable hasattr delattr dir vars id super TypeVar object.__new__ " +
        "unittest.TestCase.assertIsInstance").split(" "),
    ),
    expects: new Set(
      ("pytest.raises pytest.warns contextlib.suppress unittest.TestCase.assertRaises unittest.TestCase.assertRaisesRegex " +
        "unittest.TestCase.assertWarns unittest.TestCase.assertWarnsRegex").split(" "),
    ),
    iterates: new Set("all any dict enumerate frozenset iter len list max min next reversed set sorted sum tuple zip".split(" ")),
    gives:
      ("wraps update_wrapper partial cast lru_cache cache cached_property property staticmethod classmethod contextmanager asynccontextmanager")
        .split(" "),
    marks: /(?:^|\.)mark\.\w+$/,
    same: ["__call__", "__get__", "__wrapped__", "__func__"],
    decorated: new Set("__wrapped__ callback func fn function original py_func run undecorated wrapped".split(" ")),
  },
  runsGiven: RUNS_GIVEN,
  looksAtGiven: LOOKS_AT_GIVEN,
  runsMethod: { abs: "__abs__", divmod: "__divmod__", pow: "__pow__", reversed: "__reversed__", round: "__round__" },
  injection: { decorator: "fixture", sharedFile: "conftest.py", given: GIVEN_BY_PYTEST },
  ofAnyValue: new Map([
    ["__annotations__", "dict"],
    ["__dict__", "dict"],
    ["__doc__", "str"],
    ["__file__", "str"],
    ["__module__", "str"],
    ["__name__", "str"],
    ["__package__", "str"],
    ["__path__", "list"],
    ["__qualname__", "str"],
  ]),
  tupleType: "tuple",
  classType: "type",
  restType: "tuple",
  leftType: "list",
  keywordsType: "dict",
  parametersInherit: true,
  valuesOverride: true,
  settersExtend: true,
  accessors: true,
  variablesAreTypes: true,
  ownTypeInTexts: "self",
  externalLoaders:
    /(?:^|\.)(?:import_(?:string|object|from_string|by_path|class)|load_(?:object|class|entry_point)|symbol_by_name|locate|get_user_model|EntryPoint\.load|lazy_(?:import|load)\w*)$/,
  nothing: ["None", "Ellipsis"],
  dynamicTypes: ["Any", "TypeVar", "ParamSpec", "TypeVarTuple"],
  wideTypes: ["object", "type"],
  declaresAllNames: true,
  namesInTexts: "str",
  closedTypes: { types: CLOSED_TYPES, except: /^__(?!call__$)/ },
  wrappers: { Optional: 0, Annotated: 0, Final: 0, ClassVar: 0 },
  libraryModules: [
    "abc",
    "asyncio",
    "attr",
    "attrs",
    "builtins",
    "collections",
    "collections.abc",
    "concurrent.futures",
    "contextlib",
    "contextvars",
    "copy",
    "dataclasses",
    "django.contrib.staticfiles.testing",
    "django.shortcuts",
    "django.test",
    "django.test.testcases",
    "enum",
    "fastapi",
    "functools",
    "heapq",
    "inspect",
    "itertools",
    "multiprocessing",
    "multiprocessing.pool",
    "operator",
    "pickle",
    "pytest",
    "queue",
    "random",
    "rest_framework.test",
    "select",
    "sqlalchemy.orm",
    "types",
    "typing",
    "typing_extensions",
    "unittest",
    "weakref",
  ],
  // Numbers and sequences answer all operators.
  commonMethods: [...COMMON_METHODS.split(" "), ...Object.keys(IN_PLACE)],
});
