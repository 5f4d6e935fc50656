/**
 * Members of standard library types that structs embed: the names of all their methods, and after a dot those of their fields.
 *
 * Invariant: each type is complete, as of the release that `library.go` describes.
 */
const DECLARED = `
bufio.ReadWriter Available AvailableBuffer Discard Flush Peek Read ReadByte ReadBytes ReadFrom ReadLine ReadRune ReadSlice ReadString
  UnreadByte UnreadRune Write WriteByte WriteRune WriteString WriteTo .Reader .Writer
bufio.Reader Buffered Discard Peek Read ReadByte ReadBytes ReadLine ReadRune ReadSlice ReadString Reset Size UnreadByte UnreadRune WriteTo
bufio.Scanner Buffer Bytes Err Scan Split Text
bufio.Writer Available AvailableBuffer Buffered Flush ReadFrom Reset Size Write WriteByte WriteRune WriteString
bytes.Buffer Available AvailableBuffer Bytes Cap Grow Len Next Peek Read ReadByte ReadBytes ReadFrom ReadRune ReadString Reset String
  Truncate UnreadByte UnreadRune Write WriteByte WriteRune WriteString WriteTo
bytes.Reader Len Read ReadAt ReadByte ReadRune Reset Seek Size UnreadByte UnreadRune WriteTo
container/list.List Back Front Init InsertAfter InsertBefore Len MoveAfter MoveBefore MoveToBack MoveToFront PushBack PushBackList
  PushFront PushFrontList Remove
crypto/tls.Conn Close CloseWrite ConnectionState Handshake HandshakeContext LocalAddr NetConn OCSPResponse Read RemoteAddr SetDeadline
  SetReadDeadline SetWriteDeadline VerifyHostname Write
database/sql.DB Begin BeginTx Close Conn Driver Exec ExecContext Ping PingContext Prepare PrepareContext Query QueryContext QueryRow
  QueryRowContext SetConnMaxIdleTime SetConnMaxLifetime SetMaxIdleConns SetMaxOpenConns Stats
database/sql.Rows Close ColumnTypes Columns Err Next NextResultSet Scan
database/sql.Tx Commit Exec ExecContext Prepare PrepareContext Query QueryContext QueryRow QueryRowContext Rollback Stmt StmtContext
encoding/json.Decoder Buffered Decode DisallowUnknownFields InputOffset More Token UseNumber
encoding/json.Encoder Encode SetEscapeHTML SetIndent
io.PipeReader Close CloseWithError Read
io.PipeWriter Close CloseWithError Write
io.SectionReader Outer Read ReadAt Seek Size
log.Logger Fatal Fatalf Fatalln Flags Output Panic Panicf Panicln Prefix Print Printf Println SetFlags SetOutput SetPrefix Writer
log/slog.Logger Debug DebugContext Enabled Error ErrorContext Handler Info InfoContext Log LogAttrs Warn WarnContext With WithGroup
math/rand.Rand ExpFloat64 Float32 Float64 Int Int31 Int31n Int63 Int63n Intn NormFloat64 Perm Read Seed Shuffle Uint32 Uint64
net.Dialer Dial DialContext DialIP DialTCP DialUDP DialUnix MultipathTCP SetMultipathTCP .Timeout .Deadline .LocalAddr .DualStack
  .FallbackDelay .KeepAlive .KeepAliveConfig .Resolver .Cancel .Control .ControlContext
net.IPNet Contains Network String .IP .Mask
net.TCPConn Close CloseRead CloseWrite File LocalAddr MultipathTCP Read ReadFrom RemoteAddr SetDeadline SetKeepAlive SetKeepAliveConfig
  SetKeepAlivePeriod SetLinger SetNoDelay SetReadBuffer SetReadDeadline SetWriteBuffer SetWriteDeadline SyscallConn Write WriteTo
net.TCPListener Accept AcceptTCP Addr Close File SetDeadline SyscallConn
net.UDPConn Close File LocalAddr Read ReadFrom ReadFromUDP ReadFromUDPAddrPort ReadMsgUDP ReadMsgUDPAddrPort RemoteAddr SetDeadline
  SetReadBuffer SetReadDeadline SetWriteBuffer SetWriteDeadline SyscallConn Write WriteMsgUDP WriteMsgUDPAddrPort WriteTo WriteToUDP
  WriteToUDPAddrPort
net.UnixConn Close CloseRead CloseWrite File LocalAddr Read ReadFrom ReadFromUnix ReadMsgUnix RemoteAddr SetDeadline SetReadBuffer
  SetReadDeadline SetWriteBuffer SetWriteDeadline SyscallConn Write WriteMsgUnix WriteTo WriteToUnix
net/http.Client CloseIdleConnections Do Get Head Post PostForm .Transport .CheckRedirect .Jar .Timeout
net/http.Request AddCookie BasicAuth Clone Context Cookie Cookies CookiesNamed FormFile FormValue MultipartReader ParseForm
  ParseMultipartForm PathValue PostFormValue ProtoAtLeast Referer SetBasicAuth SetPathValue UserAgent WithContext Write WriteProxy .Method
  .URL .Proto .ProtoMajor .ProtoMinor .Header .Body .GetBody .ContentLength .TransferEncoding .Close .Host .Form .PostForm .MultipartForm
  .Trailer .RemoteAddr .RequestURI .TLS .Cancel .Response .Pattern
net/http.Response Cookies Location ProtoAtLeast Write .Status .StatusCode .Proto .ProtoMajor .ProtoMinor .Header .Body .ContentLength
  .TransferEncoding .Close .Uncompressed .Trailer .Request .TLS
net/http.ServeMux Handle HandleFunc Handler ServeHTTP
net/http.Server Close ListenAndServe ListenAndServeTLS RegisterOnShutdown Serve ServeTLS SetKeepAlivesEnabled Shutdown .Addr .Handler
  .DisableGeneralOptionsHandler .TLSConfig .ReadTimeout .ReadHeaderTimeout .WriteTimeout .IdleTimeout .MaxHeaderBytes .TLSNextProto
  .ConnState .ErrorLog .BaseContext .ConnContext .HTTP2 .Protocols
net/http.Transport CancelRequest Clone CloseIdleConnections NewClientConn RegisterProtocol RoundTrip .Proxy .OnProxyConnectResponse
  .DialContext .Dial .DialTLSContext .DialTLS .TLSClientConfig .TLSHandshakeTimeout .DisableKeepAlives .DisableCompression .MaxIdleConns
  .MaxIdleConnsPerHost .MaxConnsPerHost .IdleConnTimeout .ResponseHeaderTimeout .ExpectContinueTimeout .TLSNextProto .ProxyConnectHeader
  .GetProxyConnectHeader .MaxResponseHeaderBytes .WriteBufferSize .ReadBufferSize .ForceAttemptHTTP2 .HTTP2 .Protocols
net/http/httptest.ResponseRecorder Flush Header Result Write WriteHeader WriteString .Code .HeaderMap .Body .Flushed
net/http/httptest.Server Certificate Client Close CloseClientConnections Start StartTLS .URL .Listener .EnableHTTP2 .TLS .Config
net/url.URL AppendBinary EscapedFragment EscapedPath Hostname IsAbs JoinPath MarshalBinary Parse Port Query Redacted RequestURI
  ResolveReference String UnmarshalBinary .Scheme .Opaque .User .Host .Path .Fragment .RawQuery .RawPath .RawFragment .ForceQuery
  .OmitHost
os.File Chdir Chmod Chown Close Fd Name Read ReadAt ReadDir ReadFrom Readdir Readdirnames Seek SetDeadline SetReadDeadline
  SetWriteDeadline Stat Sync SyscallConn Truncate Write WriteAt WriteString WriteTo
os/exec.Cmd CombinedOutput Environ Output Run Start StderrPipe StdinPipe StdoutPipe String Wait .Path .Args .Env .Dir .Stdin .Stdout
  .Stderr .ExtraFiles .SysProcAttr .Process .ProcessState .Err .Cancel .WaitDelay
strings.Builder Cap Grow Len Reset String Write WriteByte WriteRune WriteString
strings.Reader Len Read ReadAt ReadByte ReadRune Reset Seek Size UnreadByte UnreadRune WriteTo
sync.Cond Broadcast Signal Wait .L
sync.Map Clear CompareAndDelete CompareAndSwap Delete Load LoadAndDelete LoadOrStore Range Store Swap
sync.Mutex Lock TryLock Unlock
sync.Once Do
sync.Pool Get Put .New
sync.RWMutex Lock RLock RLocker RUnlock TryLock TryRLock Unlock
sync.WaitGroup Add Done Go Wait
text/tabwriter.Writer Flush Init Write
time.Ticker Reset Stop .C
time.Time Add AddDate After AppendBinary AppendFormat AppendText Before Clock Compare Date Day Equal Format GoString GobDecode GobEncode
  Hour ISOWeek In IsDST IsZero Local Location MarshalBinary MarshalJSON MarshalText Minute Month Nanosecond Round Second String Sub
  Truncate UTC Unix UnixMicro UnixMilli UnixNano UnmarshalBinary UnmarshalJSON UnmarshalText Weekday Year YearDay Zone ZoneBounds
time.Timer Reset Stop .C
`;

/** Full name of a type -> the names of its members, those of fields with a dot before them. */
export const embeddedMembers: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  DECLARED.trim().split(/\n(?! )/).map((line) => {
    const [type = "", ...members] = line.split(/\s+/);
    return [type, new Set(members)];
  }),
);
