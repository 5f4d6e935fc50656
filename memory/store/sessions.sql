-- sessions.db: messages of agents' sessions and what links them to code. Rebuilt from the transcripts at any time.
--
-- Times are ISO 8601 in UTC. Lines count from 1. Texts are masked: what looks like a secret was replaced before it was written here.

CREATE TABLE meta (
  key TEXT PRIMARY KEY,               -- 'schema_version', 'created_by', 'created_at'
  value TEXT NOT NULL
) WITHOUT ROWID;

-- Files that were read, and how far.
CREATE TABLE transcripts (
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,          -- absolute
  format TEXT NOT NULL,               -- 'claude-code', 'codex', 'gemini', 'opencode', 'plain'; '' if it is none
  size INTEGER NOT NULL,              -- bytes when it was read
  mtime_ms REAL NOT NULL,
  head TEXT NOT NULL,                 -- hash over its first bytes: another head is another file
  offset INTEGER NOT NULL,            -- bytes that were read
  lines INTEGER NOT NULL,
  unknown INTEGER NOT NULL,           -- lines that are no JSON, or of no known kind
  too_long INTEGER NOT NULL,          -- lines above the limit
  belongs INTEGER NOT NULL,           -- 0: of another repository, nothing of it is kept
  state TEXT NOT NULL                 -- JSON: what the reader must know to go on
);

CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  agent TEXT NOT NULL,                -- 'claude-code', 'codex', …
  transcript_id INTEGER NOT NULL,
  started_at TEXT NOT NULL,
  ended_at TEXT NOT NULL,
  title TEXT NOT NULL,
  branch TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE messages (
  id INTEGER PRIMARY KEY,
  uid TEXT NOT NULL UNIQUE,           -- the agent's own id, or transcript and offset
  session_id TEXT NOT NULL,
  transcript_id INTEGER NOT NULL,
  role TEXT NOT NULL,                 -- 'user', 'assistant', 'tool' (what a tool printed, shortened), 'system'
  author TEXT NOT NULL,               -- model or person; '' if unknown
  timestamp TEXT NOT NULL,
  content TEXT NOT NULL
);
CREATE INDEX messages_by_session ON messages (session_id);
-- Words of users and assistants.
CREATE VIRTUAL TABLE messages_fts USING fts5(content, content='messages', content_rowid='id', tokenize="unicode61 tokenchars '_'", detail=column);

-- Files that tools read or changed.
CREATE TABLE touches (
  message_id INTEGER NOT NULL,
  session_id TEXT NOT NULL,
  kind TEXT NOT NULL,                 -- 'read', 'edit', 'create'
  path TEXT NOT NULL,
  line_start INTEGER NOT NULL,        -- 0 if unknown
  line_end INTEGER NOT NULL
);
CREATE INDEX touches_by_path ON touches (path);
CREATE INDEX touches_by_session ON touches (session_id);

-- Which functions a message is about.
CREATE TABLE call_graph_memory (
  node_id TEXT NOT NULL,              -- first 16 hex digits of SHA-256 of 'path:name:start_line', as at that time
  message_id INTEGER NOT NULL REFERENCES messages(id),
  session_id TEXT NOT NULL,
  change_type TEXT NOT NULL CHECK (change_type IN ('created', 'modified', 'discussed', 'reviewed')),
  symbol_stable_id TEXT NOT NULL,     -- as at that time; org.db's moves lead on
  path TEXT NOT NULL,
  name TEXT NOT NULL,
  line INTEGER NOT NULL,              -- the evidence's line in that file; 0 if it has none
  evidence TEXT NOT NULL,             -- 'edit', 'mention', 'stack trace', 'review'
  detail TEXT NOT NULL,               -- 'lines 12-20', '`Job.go`'
  body_hash TEXT NOT NULL,            -- of the function's text after the edit; '' if unknown
  timestamp TEXT NOT NULL
);
CREATE INDEX call_graph_memory_by_symbol ON call_graph_memory (symbol_stable_id, timestamp);
CREATE INDEX call_graph_memory_by_message ON call_graph_memory (message_id);

-- Errors with a stack trace in this repository.
CREATE TABLE errors_seen (
  message_id INTEGER NOT NULL,
  session_id TEXT NOT NULL,
  signature TEXT NOT NULL,            -- as in org.db's errors
  error_type TEXT NOT NULL,
  message TEXT NOT NULL,
  symbol_stable_id TEXT NOT NULL,     -- top frame in the repository
  timestamp TEXT NOT NULL
);
CREATE INDEX errors_seen_by_symbol ON errors_seen (symbol_stable_id);
CREATE INDEX errors_seen_by_message ON errors_seen (message_id);
