/** What Java's own types give back, as far as calls on them are common: shapes for the resolver, never a target. */
class Object { String toString(); boolean equals(Object other); int hashCode(); Class getClass(); }
class Class { String getName(); String getSimpleName(); }
class String { int length(); String trim(); String substring(int from); String toLowerCase(); String toUpperCase(); String replace(String a, String b); boolean isEmpty(); boolean startsWith(String s); boolean contains(String s); String strip(); String concat(String s); static String format(String form); static String valueOf(Object o); static String join(String by); }
class Integer { int intValue(); static Integer valueOf(String s); static int parseInt(String s); }
class Double { double doubleValue(); static Double valueOf(String s); }
class Boolean { boolean booleanValue(); }
class StringBuilder { StringBuilder append(Object o); StringBuilder insert(int at, Object o); StringBuilder reverse(); int length(); }
class System { static PrintStream out; static PrintStream err; static String getenv(String name); static long nanoTime(); static void exit(int status); }
class PrintStream { void println(Object o); void print(Object o); PrintStream printf(String form); }
class Thread { Thread(Runnable run); void start(); void join(); static void sleep(long ms); }
interface Runnable { void run(); }
interface AutoCloseable { void close(); }
interface Iterable<T> { Iterator<T> iterator(); void forEach(Consumer<T> each); }
interface Iterator<T> { boolean hasNext(); T next(); }
interface Collection<T> extends Iterable<T> { int size(); boolean isEmpty(); boolean add(T one); boolean contains(Object one); Stream<T> stream(); }
interface List<T> extends Collection<T> { T get(int at); T set(int at, T one); T getFirst(); T getLast(); static <E> List<E> of(E one); }
class ArrayList<T> implements List<T> { ArrayList(); }
class LinkedList<T> implements List<T> { LinkedList(); }
interface Set<T> extends Collection<T> { static <E> Set<E> of(E one); }
class HashSet<T> implements Set<T> { HashSet(); }
class TreeSet<T> implements Set<T> { TreeSet(); }
interface Map<K, V> { V get(Object key); V put(K key, V value); V getOrDefault(Object key, V other); boolean containsKey(Object key); Set<K> keySet(); Collection<V> values(); Set<Entry<K, V>> entrySet(); int size(); V remove(Object key); V computeIfAbsent(K key, Function<K, V> make); }
interface Entry<K, V> { K getKey(); V getValue(); }
class HashMap<K, V> implements Map<K, V> { HashMap(); }
class TreeMap<K, V> implements Map<K, V> { TreeMap(); }
class LinkedHashMap<K, V> implements Map<K, V> { LinkedHashMap(); }
class Optional<T> { T get(); T orElse(T other); boolean isPresent(); static <E> Optional<E> of(E one); static <E> Optional<E> empty(); }
class Objects { static <T> T requireNonNull(T one); static boolean equals(Object a, Object b); static int hash(Object one); }
class Arrays { static <T> List<T> asList(T one); }
class Math { static int max(int a, int b); static int min(int a, int b); static int abs(int a); }
interface Consumer<T> { void accept(T one); }
interface Supplier<T> { T get(); }
interface Function<A, B> { B apply(A one); }
interface Predicate<T> { boolean test(T one); }
interface Stream<T> { Stream<T> filter(Predicate<T> keep); <R> Stream<R> map(Function<T, R> make); void forEach(Consumer<T> each); List<T> toList(); Stream<T> sorted(); long count(); Optional<T> findFirst(); }
class Throwable { String getMessage(); Throwable getCause(); void printStackTrace(); void addSuppressed(Throwable other); }
class Error extends Throwable { Error(String message); }
class Exception extends Throwable { Exception(String message); }
class RuntimeException extends Exception { RuntimeException(String message); }
class IllegalArgumentException extends RuntimeException { IllegalArgumentException(String message); }
class IllegalStateException extends RuntimeException { IllegalStateException(String message); }
class UnsupportedOperationException extends RuntimeException { UnsupportedOperationException(String message); }
class NullPointerException extends RuntimeException { NullPointerException(String message); }
class IndexOutOfBoundsException extends RuntimeException { IndexOutOfBoundsException(String message); }
class NumberFormatException extends IllegalArgumentException { NumberFormatException(String message); }
class ClassNotFoundException extends Exception { ClassNotFoundException(String message); }
class InterruptedException extends Exception { InterruptedException(String message); }
class IOException extends Exception { IOException(String message); }
