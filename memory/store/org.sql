-- org.db: what people decided and learned. It is never made anew; a re-index leaves it alone. Only what says so below is derived.
--
-- Times are ISO 8601 in UTC, '' where unknown. Lines count from 1. Booleans are 0 or 1. Paths are relative to the root, with '/'.

CREATE TABLE meta (
  key TEXT PRIMARY KEY,               -- 'schema_version', 'created_by', 'created_at', 'graph_index' (when the index was made), 'graph_ref', 'graph_at', 'decisions_stamp', 'history_head', 'history_left' (older fixes that were not read), 'history_bound', 'moves_at', 'moves_around' and 'moves_seen' (what lost symbols were looked for in), 'sessions_filled'
  value TEXT NOT NULL
) WITHOUT ROWID;

-- The knowledge graph: derived, filled from index.db and from the tables below. Function ids: 'function:{file_path}:{name}',
-- others '{node_type}:{id}'. Edge ids: '{edge_type}:{from_node}:{to_node}'.
CREATE TABLE kg_nodes (
  id TEXT PRIMARY KEY,
  node_type TEXT,                     -- 'function', 'decision', 'error', 'note', 'session'
  subtype TEXT,                       -- language of a function, origin of a decision or error, agent of a session
  name TEXT,                          -- 'Class.method' or 'function'; title of the others
  properties TEXT                     -- JSON; function: {file_path, line_start, line_end, signature, docstring, class_name, node_id}
);
CREATE TABLE kg_edges (
  id TEXT PRIMARY KEY,
  edge_type TEXT,                     -- 'CALLS'; 'CONSTRAINS' (decision), 'INVOLVES' (error), 'NOTES' (note); 'CREATED', 'MODIFIED', 'DISCUSSED', 'REVIEWED' (session)
  from_node TEXT REFERENCES kg_nodes(id),
  to_node TEXT REFERENCES kg_nodes(id),
  properties TEXT                     -- JSON; CALLS: {call_count, call_contexts: [{line, confidence, rule}, …]}
);
CREATE INDEX kg_edges_from ON kg_edges (from_node, edge_type);
CREATE INDEX kg_edges_to ON kg_edges (to_node, edge_type);
-- What the functions and calls of a file were filled from, so that only changed files are filled again.
CREATE TABLE kg_files (
  path TEXT PRIMARY KEY,
  file_version_id INTEGER NOT NULL,   -- of index.db
  resolution_id INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE decisions (
  id INTEGER PRIMARY KEY,
  origin TEXT NOT NULL,               -- 'adr', 'instructions' (both derived from files, brought up to date by them), 'remembered'
  source TEXT NOT NULL,               -- path of the file, with '#heading' for a part of it; '' if remembered
  title TEXT NOT NULL,
  decision TEXT NOT NULL,             -- what was decided
  rationale TEXT NOT NULL,            -- why; '' if not said
  consequences TEXT NOT NULL,
  status TEXT NOT NULL,               -- 'accepted', 'proposed', 'superseded', 'deprecated', 'rejected'; '' if not said
  superseded_by TEXT NOT NULL,        -- title, path or 'decision:{id}' of what took its place
  decided_at TEXT NOT NULL,           -- day or time
  author TEXT NOT NULL,               -- deciders, or who remembered it
  confidence REAL,                    -- 0 to 1, as given by who remembered it
  recorded_at TEXT NOT NULL,
  gone INTEGER NOT NULL DEFAULT 0     -- its file is no longer there
);
CREATE INDEX decisions_by_source ON decisions (source);

CREATE TABLE errors (
  id INTEGER PRIMARY KEY,
  origin TEXT NOT NULL,               -- 'remembered', 'commit' (a commit that fixed it)
  signature TEXT NOT NULL,            -- type, message without values, top frames in the repository: equal for equal errors
  error_type TEXT NOT NULL,           -- 'TypeError'; '' if unknown
  message TEXT NOT NULL,              -- as it was given
  solution TEXT NOT NULL,
  verified INTEGER NOT NULL,          -- the solution was seen to work; of a commit: a test came with it
  commit_id TEXT NOT NULL,            -- of the fixing commit
  issues TEXT NOT NULL,               -- issues that the commit closes: '#12 #13'
  first_seen TEXT NOT NULL,
  last_seen TEXT NOT NULL,
  author TEXT NOT NULL,
  recorded_at TEXT NOT NULL
);
CREATE INDEX errors_by_signature ON errors (signature);
CREATE INDEX errors_by_commit ON errors (commit_id);

CREATE TABLE notes (
  id INTEGER PRIMARY KEY,
  text TEXT NOT NULL,
  author TEXT NOT NULL,
  recorded_at TEXT NOT NULL
);

-- What an entry is about.
CREATE TABLE anchors (
  entry_type TEXT NOT NULL,           -- 'decision', 'error', 'note'
  entry_id INTEGER NOT NULL,
  scope TEXT NOT NULL,                -- 'symbol', 'file', 'folder'
  symbol_stable_id TEXT NOT NULL,     -- '' for a file or folder
  path TEXT NOT NULL,                 -- of the symbol's file; the file; the folder, with '/' at the end
  name TEXT NOT NULL,                 -- the symbol's name when it was anchored
  evidence TEXT NOT NULL,             -- 'given by hand', 'named in …:12', 'lines 3-9 of the fix'
  body_hash TEXT NOT NULL             -- of the symbol's text when it was anchored; '' if unknown
);
CREATE INDEX anchors_by_symbol ON anchors (symbol_stable_id);
CREATE INDEX anchors_by_path ON anchors (path) WHERE scope <> 'symbol';
CREATE INDEX anchors_by_entry ON anchors (entry_type, entry_id);

-- Symbols that were renamed or moved: what is anchored to the old handle belongs to the new one.
CREATE TABLE moves (
  old_id TEXT PRIMARY KEY,            -- symbol_stable_id that the index no longer has
  new_id TEXT NOT NULL,               -- the one that took its place; '' if none was recognised: lost
  certain INTEGER NOT NULL,
  evidence TEXT NOT NULL,
  found_at TEXT NOT NULL
) WITHOUT ROWID;

-- When and by whom a symbol was last changed, as far as git's blame tells. Derived.
CREATE TABLE symbol_states (
  symbol_stable_id TEXT NOT NULL,
  body_hash TEXT NOT NULL,
  changed_at TEXT NOT NULL,           -- of the newest line of that text
  commit_id TEXT NOT NULL,            -- of that line; '' if it is not committed
  author TEXT NOT NULL,
  subject TEXT NOT NULL,              -- first line of that commit's message
  PRIMARY KEY (symbol_stable_id, body_hash)
) WITHOUT ROWID;

-- What was forgotten on request, as hashes: a transcript that is read again does not bring it back.
CREATE TABLE forgotten (
  key TEXT PRIMARY KEY,               -- SHA-256, 16 hex digits, of 'session:{id}' or 'message:{uid}'
  forgotten_at TEXT NOT NULL
) WITHOUT ROWID;
