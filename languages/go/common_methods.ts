/** Method names that so many types of Go's standard library have that one definition in the repository proves nothing. */
export const COMMON_METHODS: readonly string[] = (
  "Add Append Bytes Cap Clone Close Closed Context Copy Count Deadline Decode Delete Do Done Encode Equal Err Error Errorf Exec Execute " +
  "Exit Fatal Fatalf Flush Format Get GoString Grow Header Helper Index Info Init Insert Int Is IsDir IsNil IsZero Kind Key Len Less Load " +
  "Lock Log Logf Lookup Match MarshalBinary MarshalJSON MarshalText Max Min Mode ModTime Name Next NumField Open Parse Path Peek Ping Pop " +
  "Print Printf Println Pop Push Put Query Range Read ReadAt ReadByte ReadFrom ReadRune Remove Reset Run RLock RUnlock Scan Seek Send Set " +
  "Signal Size Skip Sleep Sort Start Stat Status Stop Store String Sub Sum Swap Sync Text Time Truncate Type Unix Unlock Unmarshal " +
  "UnmarshalJSON UnmarshalText Unwrap Update Value Wait Warn Write WriteAt WriteByte WriteHeader WriteRune WriteString WriteTo"
).split(" ");
