// Package builtin declares what Go has without an import, in Go: shapes for the resolver, never targets.
// Types that Go writes without a name bear one of their own here: slice_of, map_of and so on.
package builtin

import (
	"bufio"
	"crypto"
	"crypto/ecdh"
	"crypto/elliptic"
	"crypto/tls"
	"database/sql/driver"
	"debug/dwarf"
	"encoding/json/jsontext"
	"encoding/xml"
	"go/token"
	"go/types"
	"image"
	"image/color"
	"image/png"
	"log/slog"
	"math/big"
	"math/rand"
	"net/http"
	"net/rpc"
	"net/smtp"
	"net/url"
	"reflect"
	"time"
)

type bool struct{}
type uint8 struct{}
type uint16 struct{}
type uint32 struct{}
type uint64 struct{}
type int8 struct{}
type int16 struct{}
type int32 struct{}
type int64 struct{}
type float32 struct{}
type float64 struct{}
type complex64 struct{}
type complex128 struct{}
type string struct{}
type int struct{}
type uint struct{}
type uintptr struct{}
type byte = uint8
type rune = int32

type any interface{}

type comparable interface{}

type error interface {
	Error() string
}

type slice_of[E any] struct{}

type array_of[E any] struct{}

type map_of[K, V any] struct{}

type chan_of[E any] struct{}

type iter_Seq[V any] func(yield func(V) bool)

type iter_Seq2[K, V any] func(yield func(K, V) bool)

func append[S any](s S, elems ...any) S
func cap(v any) int
func clear(t any)
func close(c any)
func complex(r, i float64) complex128
func copy(dst, src any) int
func delete(m any, key any)
func imag(c complex128) float64
func len(v any) int
func make(t any, size ...int) any
func max[T any](x T, y ...T) T
func min[T any](x T, y ...T) T
func new(t any) any
func panic(v any)
func print(args ...any)
func println(args ...any)
func real(c complex128) float64
func recover() any

// Generic parts of the standard library, as MODULE_NAME: what they give back follows from what goes in.

func cmp_Or[T any](vals ...T) T

func errors_AsType[E any](err error) (E, bool)

func iter_Pull[V any](seq iter_Seq[V]) (func() (V, bool), func())
func iter_Pull2[K, V any](seq iter_Seq2[K, V]) (func() (K, V, bool), func())

func maps_All[K, V any](m map[K]V) iter_Seq2[K, V]
func maps_Clone[M any](m M) M
func maps_Collect[K, V any](seq iter_Seq2[K, V]) map[K]V
func maps_Keys[K, V any](m map[K]V) iter_Seq[K]
func maps_Values[K, V any](m map[K]V) iter_Seq[V]

func math_rand_v2_N[T any](n T) T

func reflect_TypeAssert[T any](v reflect.Value) (T, bool)

func slices_All[E any](s []E) iter_Seq2[int, E]
func slices_AppendSeq[S, E any](s S, seq iter_Seq[E]) S
func slices_Backward[E any](s []E) iter_Seq2[int, E]
func slices_Chunk[S any](s S, n int) iter_Seq[S]
func slices_Clip[S any](s S) S
func slices_Clone[S any](s S) S
func slices_Collect[E any](seq iter_Seq[E]) []E
func slices_Compact[S any](s S) S
func slices_CompactFunc[S, E any](s S, eq func(E, E) bool) S
func slices_Concat[S any](s ...S) S
func slices_Delete[S any](s S, i, j int) S
func slices_DeleteFunc[S, E any](s S, del func(E) bool) S
func slices_Grow[S any](s S, n int) S
func slices_Insert[S, E any](s S, i int, v ...E) S
func slices_Max[E any](s []E) E
func slices_MaxFunc[E any](s []E, cmp func(E, E) int) E
func slices_Min[E any](s []E) E
func slices_MinFunc[E any](s []E, cmp func(E, E) int) E
func slices_Repeat[S any](s S, n int) S
func slices_Replace[S, E any](s S, i, j int, v ...E) S
func slices_Sorted[E any](seq iter_Seq[E]) []E
func slices_SortedFunc[E any](seq iter_Seq[E], cmp func(E, E) int) []E
func slices_SortedStableFunc[E any](seq iter_Seq[E], cmp func(E, E) int) []E
func slices_Values[E any](s []E) iter_Seq[E]

func sync_OnceValue[T any](f func() T) func() T
func sync_OnceValues[T1, T2 any](f func() (T1, T2)) func() (T1, T2)

func unsafe_Slice[T any](ptr *T, n any) []T
func unsafe_SliceData[T any](s []T) *T

type database_sql_Null[T any] struct {
	V     T
	Valid bool
}

func (n *database_sql_Null[T]) Scan(value any) error
func (n database_sql_Null[T]) Value() (driver.Value, error)

type sync_atomic_Pointer[T any] struct{}

func (p *sync_atomic_Pointer[T]) CompareAndSwap(old, new *T) bool
func (p *sync_atomic_Pointer[T]) Load() *T
func (p *sync_atomic_Pointer[T]) Store(val *T)
func (p *sync_atomic_Pointer[T]) Swap(new *T) *T

type unique_Handle[T any] struct{}

func (h unique_Handle[T]) Value() T
func unique_Make[T any](value T) unique_Handle[T]

type weak_Pointer[T any] struct{}

func (p weak_Pointer[T]) Value() *T
func weak_Make[T any](ptr *T) weak_Pointer[T]

// Interfaces that others are made of, and whose results are plain.

type fmt_Stringer interface {
	String() string
}

type fmt_GoStringer interface {
	GoString() string
}

type fmt_State interface {
	Write(b []byte) (n int, err error)
	Width() (wid int, ok bool)
	Precision() (prec int, ok bool)
	Flag(c int) bool
}

type fmt_Formatter interface {
	Format(f fmt_State, verb rune)
}

type fmt_ScanState interface {
	ReadRune() (r rune, size int, err error)
	UnreadRune() error
	SkipSpace()
	Token(skipSpace bool, f func(rune) bool) (token []byte, err error)
	Width() (wid int, ok bool)
	Read(buf []byte) (n int, err error)
}

type fmt_Scanner interface {
	Scan(state fmt_ScanState, verb rune) error
}

type io_Reader interface {
	Read(p []byte) (n int, err error)
}

type io_Writer interface {
	Write(p []byte) (n int, err error)
}

type io_Closer interface {
	Close() error
}

type io_Seeker interface {
	Seek(offset int64, whence int) (int64, error)
}

type io_ReadWriter interface {
	io_Reader
	io_Writer
}

type io_ReadCloser interface {
	io_Reader
	io_Closer
}

type io_WriteCloser interface {
	io_Writer
	io_Closer
}

type io_ReadWriteCloser interface {
	io_Reader
	io_Writer
	io_Closer
}

type io_ReadSeeker interface {
	io_Reader
	io_Seeker
}

type io_ReadSeekCloser interface {
	io_Reader
	io_Seeker
	io_Closer
}

type io_ReaderAt interface {
	ReadAt(p []byte, off int64) (n int, err error)
}

type io_WriterAt interface {
	WriteAt(p []byte, off int64) (n int, err error)
}

type io_ByteReader interface {
	ReadByte() (byte, error)
}

type io_ByteScanner interface {
	io_ByteReader
	UnreadByte() error
}

type io_RuneReader interface {
	ReadRune() (r rune, size int, err error)
}

type io_RuneScanner interface {
	io_RuneReader
	UnreadRune() error
}

type io_ByteWriter interface {
	WriteByte(c byte) error
}

type io_StringWriter interface {
	WriteString(s string) (n int, err error)
}

type io_ReaderFrom interface {
	ReadFrom(r io_Reader) (n int64, err error)
}

type io_WriterTo interface {
	WriteTo(w io_Writer) (n int64, err error)
}

type sort_Interface interface {
	Len() int
	Less(i, j int) bool
	Swap(i, j int)
}

type sync_Locker interface {
	Lock()
	Unlock()
}

type sync_Cond struct{ L sync_Locker }

func sync_NewCond(l sync_Locker) *sync_Cond
func (c *sync_Cond) Broadcast()
func (c *sync_Cond) Signal()
func (c *sync_Cond) Wait()

type sync_Mutex struct{}

func (m *sync_Mutex) Lock()
func (m *sync_Mutex) TryLock() bool
func (m *sync_Mutex) Unlock()

type sync_RWMutex struct{}

func (m *sync_RWMutex) Lock()
func (m *sync_RWMutex) RLock()
func (m *sync_RWMutex) RLocker() sync_Locker
func (m *sync_RWMutex) RUnlock()
func (m *sync_RWMutex) TryLock() bool
func (m *sync_RWMutex) TryRLock() bool
func (m *sync_RWMutex) Unlock()

type container_heap_Interface interface {
	sort_Interface
	Push(x any)
	Pop() any
}

type context_Context interface {
	Deadline() (deadline time.Time, ok bool)
	Done() <-chan struct{}
	Err() error
	Value(key any) any
}

type database_sql_Scanner interface {
	Scan(src any) error
}

type database_sql_driver_Valuer interface {
	Value() (driver.Value, error)
}

type database_sql_driver_Conn interface {
	Prepare(query string) (database_sql_driver_Stmt, error)
	Close() error
	Begin() (database_sql_driver_Tx, error)
}

type database_sql_driver_ConnBeginTx interface {
	BeginTx(ctx context_Context, opts driver.TxOptions) (database_sql_driver_Tx, error)
}

type database_sql_driver_ConnPrepareContext interface {
	PrepareContext(ctx context_Context, query string) (database_sql_driver_Stmt, error)
}

type database_sql_driver_Connector interface {
	Connect(context_Context) (database_sql_driver_Conn, error)
	Driver() database_sql_driver_Driver
}

type database_sql_driver_Driver interface {
	Open(name string) (database_sql_driver_Conn, error)
}

type database_sql_driver_DriverContext interface {
	OpenConnector(name string) (database_sql_driver_Connector, error)
}

type database_sql_driver_ExecerContext interface {
	ExecContext(ctx context_Context, query string, args []driver.NamedValue) (database_sql_driver_Result, error)
}

type database_sql_driver_NamedValueChecker interface {
	CheckNamedValue(*driver.NamedValue) error
}

type database_sql_driver_Pinger interface {
	Ping(ctx context_Context) error
}

type database_sql_driver_QueryerContext interface {
	QueryContext(ctx context_Context, query string, args []driver.NamedValue) (database_sql_driver_Rows, error)
}

type database_sql_driver_Result interface {
	LastInsertId() (int64, error)
	RowsAffected() (int64, error)
}

type database_sql_driver_Rows interface {
	Columns() []string
	Close() error
	Next(dest []driver.Value) error
}

type database_sql_driver_RowsNextResultSet interface {
	HasNextResultSet() bool
	NextResultSet() error
}

type database_sql_driver_SessionResetter interface {
	ResetSession(ctx context_Context) error
}

type database_sql_driver_Stmt interface {
	Close() error
	NumInput() int
	Exec(args []driver.Value) (database_sql_driver_Result, error)
	Query(args []driver.Value) (database_sql_driver_Rows, error)
}

type database_sql_driver_StmtExecContext interface {
	ExecContext(ctx context_Context, args []driver.NamedValue) (database_sql_driver_Result, error)
}

type database_sql_driver_StmtQueryContext interface {
	QueryContext(ctx context_Context, args []driver.NamedValue) (database_sql_driver_Rows, error)
}

type database_sql_driver_Tx interface {
	Commit() error
	Rollback() error
}

type database_sql_driver_Validator interface {
	IsValid() bool
}

type database_sql_driver_ValueConverter interface {
	ConvertValue(v any) (driver.Value, error)
}

type encoding_BinaryMarshaler interface {
	MarshalBinary() (data []byte, err error)
}

type encoding_BinaryUnmarshaler interface {
	UnmarshalBinary(data []byte) error
}

type encoding_TextMarshaler interface {
	MarshalText() (text []byte, err error)
}

type encoding_TextUnmarshaler interface {
	UnmarshalText(text []byte) error
}

type encoding_BinaryAppender interface {
	AppendBinary(b []byte) ([]byte, error)
}

type encoding_TextAppender interface {
	AppendText(b []byte) ([]byte, error)
}

type encoding_gob_GobDecoder interface {
	GobDecode([]byte) error
}

type encoding_gob_GobEncoder interface {
	GobEncode() ([]byte, error)
}

type encoding_json_Marshaler interface {
	MarshalJSON() ([]byte, error)
}

type encoding_json_Unmarshaler interface {
	UnmarshalJSON([]byte) error
}

type encoding_xml_Marshaler interface {
	MarshalXML(e *xml.Encoder, start xml.StartElement) error
}

type encoding_xml_MarshalerAttr interface {
	MarshalXMLAttr(name xml.Name) (xml.Attr, error)
}

type encoding_xml_TokenReader interface {
	Token() (xml.Token, error)
}

type encoding_xml_Unmarshaler interface {
	UnmarshalXML(d *xml.Decoder, start xml.StartElement) error
}

type encoding_xml_UnmarshalerAttr interface {
	UnmarshalXMLAttr(attr xml.Attr) error
}

type flag_Value interface {
	String() string
	Set(string) error
}

type flag_Getter interface {
	flag_Value
	Get() any
}

type go_ast_Node interface {
	Pos() token.Pos
	End() token.Pos
}

type go_ast_Visitor interface {
	Visit(node go_ast_Node) (w go_ast_Visitor)
}

type hash_Hash interface {
	io_Writer
	Sum(b []byte) []byte
	Reset()
	Size() int
	BlockSize() int
}

type hash_Hash32 interface {
	hash_Hash
	Sum32() uint32
}

type hash_Hash64 interface {
	hash_Hash
	Sum64() uint64
}

type image_Image interface {
	ColorModel() image_color_Model
	Bounds() image.Rectangle
	At(x, y int) image_color_Color
}

type image_color_Color interface {
	RGBA() (r, g, b, a uint32)
}

type image_color_Model interface {
	Convert(c image_color_Color) image_color_Color
}

type image_draw_Image interface {
	image_Image
	Set(x, y int, c image_color_Color)
}

type io_fs_FS interface {
	Open(name string) (io_fs_File, error)
}

type io_fs_File interface {
	Stat() (io_fs_FileInfo, error)
	Read([]byte) (int, error)
	Close() error
}

type io_fs_FileMode struct{}

func (m io_fs_FileMode) IsDir() bool
func (m io_fs_FileMode) IsRegular() bool
func (m io_fs_FileMode) Perm() io_fs_FileMode
func (m io_fs_FileMode) String() string
func (m io_fs_FileMode) Type() io_fs_FileMode

type io_fs_GlobFS interface {
	io_fs_FS
	Glob(pattern string) ([]string, error)
}

type io_fs_ReadDirFS interface {
	io_fs_FS
	ReadDir(name string) ([]io_fs_DirEntry, error)
}

type io_fs_ReadDirFile interface {
	io_fs_File
	ReadDir(n int) ([]io_fs_DirEntry, error)
}

type io_fs_ReadFileFS interface {
	io_fs_FS
	ReadFile(name string) ([]byte, error)
}

type io_fs_StatFS interface {
	io_fs_FS
	Stat(name string) (io_fs_FileInfo, error)
}

type io_fs_SubFS interface {
	io_fs_FS
	Sub(dir string) (io_fs_FS, error)
}

type io_fs_FileInfo interface {
	Name() string
	Size() int64
	Mode() io_fs_FileMode
	ModTime() time.Time
	IsDir() bool
	Sys() any
}

type io_fs_DirEntry interface {
	Name() string
	IsDir() bool
	Type() io_fs_FileMode
	Info() (io_fs_FileInfo, error)
}

type log_slog_Handler interface {
	Enabled(context_Context, slog.Level) bool
	Handle(context_Context, slog.Record) error
	WithAttrs(attrs []slog.Attr) log_slog_Handler
	WithGroup(name string) log_slog_Handler
}

type log_slog_Logger struct{}

func (l *log_slog_Logger) Handler() log_slog_Handler
func (l *log_slog_Logger) With(args ...any) *log_slog_Logger
func (l *log_slog_Logger) WithGroup(name string) *log_slog_Logger

func log_slog_Default() *log_slog_Logger
func log_slog_New(h log_slog_Handler) *log_slog_Logger
func log_slog_With(args ...any) *log_slog_Logger

type log_slog_Leveler interface {
	Level() slog.Level
}

type log_slog_LogValuer interface {
	LogValue() slog.Value
}

type math_rand_Source interface {
	Int63() int64
	Seed(seed int64)
}

type math_rand_v2_Source interface {
	Uint64() uint64
}

type net_Addr interface {
	Network() string
	String() string
}

type net_Conn interface {
	Read(b []byte) (n int, err error)
	Write(b []byte) (n int, err error)
	Close() error
	LocalAddr() net_Addr
	RemoteAddr() net_Addr
	SetDeadline(t time.Time) error
	SetReadDeadline(t time.Time) error
	SetWriteDeadline(t time.Time) error
}

type net_Error interface {
	error
	Timeout() bool
	Temporary() bool
}

type net_PacketConn interface {
	ReadFrom(p []byte) (n int, addr net_Addr, err error)
	WriteTo(p []byte, addr net_Addr) (n int, err error)
	Close() error
	LocalAddr() net_Addr
	SetDeadline(t time.Time) error
	SetReadDeadline(t time.Time) error
	SetWriteDeadline(t time.Time) error
}

type net_Listener interface {
	Accept() (net_Conn, error)
	Close() error
	Addr() net_Addr
}

type net_http_CloseNotifier interface {
	CloseNotify() <-chan bool
}

type net_http_CookieJar interface {
	SetCookies(u *url.URL, cookies []*http.Cookie)
	Cookies(u *url.URL) []*http.Cookie
}

type net_http_File interface {
	io_Closer
	io_Reader
	io_Seeker
	Readdir(count int) ([]io_fs_FileInfo, error)
	Stat() (io_fs_FileInfo, error)
}

type net_http_FileSystem interface {
	Open(name string) (net_http_File, error)
}

type net_http_Flusher interface {
	Flush()
}

type net_http_Handler interface {
	ServeHTTP(net_http_ResponseWriter, *http.Request)
}

type net_http_Hijacker interface {
	Hijack() (net_Conn, *bufio.ReadWriter, error)
}

type net_http_ResponseWriter interface {
	Header() http.Header
	Write([]byte) (int, error)
	WriteHeader(statusCode int)
}

type net_http_Pusher interface {
	Push(target string, opts *http.PushOptions) error
}

type net_http_RoundTripper interface {
	RoundTrip(*http.Request) (*http.Response, error)
}

type net_http_httputil_BufferPool interface {
	Get() []byte
	Put([]byte)
}

type os_DirEntry = io_fs_DirEntry

type os_FileInfo = io_fs_FileInfo

type os_FileMode = io_fs_FileMode

type os_Signal interface {
	String() string
	Signal()
}

type crypto_Signer interface {
	Public() crypto.PublicKey
	Sign(rand io_Reader, digest []byte, opts crypto_SignerOpts) (signature []byte, err error)
}

type crypto_SignerOpts interface {
	HashFunc() crypto.Hash
}

type crypto_cipher_AEAD interface {
	NonceSize() int
	Overhead() int
	Seal(dst, nonce, plaintext, additionalData []byte) []byte
	Open(dst, nonce, ciphertext, additionalData []byte) ([]byte, error)
}

type crypto_cipher_Block interface {
	BlockSize() int
	Encrypt(dst, src []byte)
	Decrypt(dst, src []byte)
}

type crypto_cipher_BlockMode interface {
	BlockSize() int
	CryptBlocks(dst, src []byte)
}

type crypto_cipher_Stream interface {
	XORKeyStream(dst, src []byte)
}

type crypto_tls_ClientSessionCache interface {
	Get(sessionKey string) (session *tls.ClientSessionState, ok bool)
	Put(sessionKey string, cs *tls.ClientSessionState)
}

// What the rest of the standard library asks values for.

type archive_tar_FileInfoNames interface {
	io_fs_FileInfo
	Uname() (string, error)
	Gname() (string, error)
}

type compress_flate_Reader interface {
	io_Reader
	io_ByteReader
}

type crypto_Decrypter interface {
	Public() crypto.PublicKey
	Decrypt(rand io_Reader, msg []byte, opts crypto.DecrypterOpts) (plaintext []byte, err error)
}

type crypto_MessageSigner interface {
	crypto_Signer
	SignMessage(rand io_Reader, msg []byte, opts crypto_SignerOpts) (signature []byte, err error)
}

type crypto_elliptic_Curve interface {
	Params() *elliptic.CurveParams
	IsOnCurve(x, y *big.Int) bool
	Add(x1, y1, x2, y2 *big.Int) (x, y *big.Int)
	Double(x1, y1 *big.Int) (x, y *big.Int)
	ScalarMult(x1, y1 *big.Int, k []byte) (x, y *big.Int)
	ScalarBaseMult(k []byte) (x, y *big.Int)
}

type database_sql_Result = database_sql_driver_Result

type database_sql_driver_RowsColumnTypeDatabaseTypeName interface {
	database_sql_driver_Rows
	ColumnTypeDatabaseTypeName(index int) string
}

type database_sql_driver_RowsColumnTypeLength interface {
	database_sql_driver_Rows
	ColumnTypeLength(index int) (length int64, ok bool)
}

type database_sql_driver_RowsColumnTypeNullable interface {
	database_sql_driver_Rows
	ColumnTypeNullable(index int) (nullable, ok bool)
}

type database_sql_driver_RowsColumnTypePrecisionScale interface {
	database_sql_driver_Rows
	ColumnTypePrecisionScale(index int) (precision, scale int64, ok bool)
}

type database_sql_driver_RowsColumnTypeScanType interface {
	database_sql_driver_Rows
	ColumnTypeScanType(index int) reflect.Type
}

type encoding_binary_ByteOrder interface {
	Uint16([]byte) uint16
	Uint32([]byte) uint32
	Uint64([]byte) uint64
	PutUint16([]byte, uint16)
	PutUint32([]byte, uint32)
	PutUint64([]byte, uint64)
	String() string
}

type encoding_binary_AppendByteOrder interface {
	AppendUint16([]byte, uint16) []byte
	AppendUint32([]byte, uint32) []byte
	AppendUint64([]byte, uint64) []byte
	String() string
}

type go_types_Importer interface {
	Import(path string) (*types.Package, error)
}

type go_types_ImporterFrom interface {
	go_types_Importer
	ImportFrom(path, dir string, mode types.ImportMode) (*types.Package, error)
}

type go_types_Sizes interface {
	Alignof(T types.Type) int64
	Offsetsof(fields []*types.Var) []int64
	Sizeof(T types.Type) int64
}

type hash_XOF interface {
	io_Writer
	io_Reader
	Reset()
	BlockSize() int
}

type hash_Cloner interface {
	hash_Hash
	Clone() (hash_Cloner, error)
}

type image_PalettedImage interface {
	image_Image
	ColorIndexAt(x, y int) uint8
}

type image_RGBA64Image interface {
	image_Image
	RGBA64At(x, y int) color.RGBA64
}

type image_draw_Drawer interface {
	Draw(dst image_draw_Image, r image.Rectangle, src image_Image, sp image.Point)
}

type image_draw_Quantizer interface {
	Quantize(p color.Palette, m image_Image) color.Palette
}

type image_draw_RGBA64Image interface {
	image_RGBA64Image
	image_draw_Image
	SetRGBA64(x, y int, c color.RGBA64)
}

type image_png_EncoderBufferPool interface {
	Get() *png.EncoderBuffer
	Put(*png.EncoderBuffer)
}

type io_ReadWriteSeeker interface {
	io_Reader
	io_Writer
	io_Seeker
}

type io_WriteSeeker interface {
	io_Writer
	io_Seeker
}

type io_fs_ReadLinkFS interface {
	io_fs_FS
	ReadLink(name string) (string, error)
	Lstat(name string) (io_fs_FileInfo, error)
}

type math_rand_Source64 interface {
	math_rand_Source
	Uint64() uint64
}

type mime_multipart_File interface {
	io_Reader
	io_ReaderAt
	io_Seeker
	io_Closer
}

type net_http_cookiejar_PublicSuffixList interface {
	PublicSuffix(domain string) string
	String() string
}

type net_rpc_ClientCodec interface {
	WriteRequest(*rpc.Request, any) error
	ReadResponseHeader(*rpc.Response) error
	ReadResponseBody(any) error
	Close() error
}

type net_rpc_ServerCodec interface {
	ReadRequestHeader(*rpc.Request) error
	ReadRequestBody(any) error
	WriteResponse(*rpc.Response, any) error
	Close() error
}

type net_smtp_Auth interface {
	Start(server *smtp.ServerInfo) (proto string, toServer []byte, err error)
	Next(fromServer []byte, more bool) (toServer []byte, err error)
}

type runtime_Error interface {
	error
	RuntimeError()
}

type syscall_Conn interface {
	SyscallConn() (syscall_RawConn, error)
}

type syscall_RawConn interface {
	Control(f func(fd uintptr)) error
	Read(f func(fd uintptr) (done bool)) error
	Write(f func(fd uintptr) (done bool)) error
}

type testing_quick_Generator interface {
	Generate(rand *rand.Rand, size int) reflect.Value
}

type compress_flate_Resetter interface {
	Reset(r io_Reader, dict []byte) error
}

type compress_zlib_Resetter interface {
	Reset(r io_Reader, dict []byte) error
}

type crypto_Decapsulator interface {
	Encapsulator() crypto_Encapsulator
	Decapsulate(ciphertext []byte) (sharedKey []byte, err error)
}

type crypto_Encapsulator interface {
	Bytes() []byte
	Encapsulate() (sharedKey, ciphertext []byte)
}

type crypto_ecdh_KeyExchanger interface {
	PublicKey() *ecdh.PublicKey
	Curve() ecdh.Curve
	ECDH(*ecdh.PublicKey) ([]byte, error)
}

type database_sql_driver_ColumnConverter interface {
	ColumnConverter(idx int) database_sql_driver_ValueConverter
}

type database_sql_driver_Execer interface {
	Exec(query string, args []driver.Value) (database_sql_driver_Result, error)
}

type database_sql_driver_Queryer interface {
	Query(query string, args []driver.Value) (database_sql_driver_Rows, error)
}

type debug_dwarf_Type interface {
	Common() *dwarf.CommonType
	String() string
	Size() int64
}

type debug_macho_Load interface {
	Raw() []byte
}

type go_types_Type interface {
	Underlying() go_types_Type
	String() string
}

type image_jpeg_Reader interface {
	io_ByteReader
	io_Reader
}

type encoding_json_v2_MarshalerTo interface {
	MarshalJSONTo(*jsontext.Encoder) error
}

type encoding_json_v2_UnmarshalerFrom interface {
	UnmarshalJSONFrom(*jsontext.Decoder) error
}

type database_sql_driver_RowsColumnScanner interface {
	database_sql_driver_Rows
	NextRow() error
	ScanColumn(index int, dest any) error
}
