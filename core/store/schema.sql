-- index.db: everything derived from source. It may be deleted at any time.
--
-- What depends on the text alone is kept by blob, what depends on the path by file version, what depends on the rest of a ref by
-- resolution. A ref is a list of (file version, resolution): a second ref or worktree that differs in k files adds k rows of each.
-- Lines and columns count from 1, columns in UTF-16 units. Times are ISO 8601 in UTC. Booleans are 0 or 1.

-- Indexes stand on lines of their own, each on one: a fresh database is filled first and indexed then.

CREATE TABLE meta (
  key TEXT PRIMARY KEY,               -- 'schema_version', 'created_by', 'created_at'
  value TEXT NOT NULL
) WITHOUT ROWID;

-- One text, whatever its name and place.
CREATE TABLE blob (
  id INTEGER PRIMARY KEY,
  hash TEXT NOT NULL,                 -- git's object id of the text (SHA-1, hex), computed also outside git
  language TEXT NOT NULL,             -- plugin name
  extractor TEXT NOT NULL,            -- plugin version, contract version, grammar variant, macros of other files: other facts for the same text
  bytes INTEGER NOT NULL,             -- size of the text
  lines INTEGER NOT NULL,
  problems TEXT NOT NULL DEFAULT '',  -- JSON [[line_start, line_end], …] of regions that did not parse; '' if none
  note TEXT NOT NULL DEFAULT '',      -- what a person should know: not UTF-8, extraction failed; '' mostly
  macros TEXT NOT NULL DEFAULT ''     -- JSON of macros that it declares and calls (core/given_macros.ts); '' mostly
);
CREATE UNIQUE INDEX blob_by_hash ON blob (hash, language, extractor);
CREATE INDEX blob_damaged ON blob (id) WHERE problems NOT IN ('', '[]');
-- Apart from `blob`, so that looking at blobs does not read facts.
CREATE TABLE facts (
  blob_id INTEGER PRIMARY KEY REFERENCES blob(id) ON DELETE CASCADE,
  encoded BLOB NOT NULL               -- core/stored_facts.ts
);

-- What the resolver must know of a file before it is asked for anything.
CREATE TABLE outline (
  blob_id INTEGER PRIMARY KEY REFERENCES blob(id) ON DELETE CASCADE,
  encoded TEXT NOT NULL               -- JSON: core/outline.ts
);

CREATE TABLE path (id INTEGER PRIMARY KEY, path TEXT NOT NULL);  -- relative to the repository's root, with '/'
CREATE UNIQUE INDEX path_by_path ON path (path);
CREATE TABLE name (id INTEGER PRIMARY KEY, text TEXT NOT NULL);  -- names and callee texts, each once
CREATE UNIQUE INDEX name_by_text ON name (text);

-- A blob at a path under a module name: what its symbols' handles and full names depend on.
CREATE TABLE file_version (
  id INTEGER PRIMARY KEY,
  path_id INTEGER NOT NULL REFERENCES path(id),
  blob_id INTEGER NOT NULL REFERENCES blob(id) ON DELETE CASCADE,
  module TEXT NOT NULL,               -- full name of the module that the ref's manifests and layout make of it; '' if it has none
  tests INTEGER NOT NULL DEFAULT 0,   -- a manifest of the ref says that it holds tests
  symbols INTEGER NOT NULL,           -- their number, modules left out
  kinds TEXT NOT NULL DEFAULT '{}',   -- JSON: their number by kind, modules left out, so that a summary reads no symbols
  directory BLOB NOT NULL             -- where each is, whether it is a test or a type (core/store/symbol_directory.ts)
);
CREATE UNIQUE INDEX file_version_by_path ON file_version (path_id, blob_id, module, tests);
CREATE INDEX file_version_by_blob ON file_version (blob_id);

-- A symbol as such: the same through edits, and in all refs in which its module has the same name.
CREATE TABLE symbol (
  id INTEGER PRIMARY KEY,
  stable_id TEXT NOT NULL,            -- symbol_stable_id: 16 hex digits
  path_id INTEGER NOT NULL REFERENCES path(id),
  language TEXT NOT NULL,
  kind TEXT NOT NULL,                 -- function, method, class, … (core/facts.ts); 'module' for the file's own code
  name TEXT NOT NULL,                 -- '<module>' for a module
  qualified_name TEXT NOT NULL        -- module path and all enclosing scopes, with the language's separator
);
CREATE UNIQUE INDEX symbol_by_stable_id ON symbol (stable_id, qualified_name);
CREATE INDEX symbol_by_name ON symbol (name);
CREATE INDEX symbol_by_qualified_name ON symbol (qualified_name);
CREATE INDEX symbol_by_path ON symbol (path_id);
-- Names that symbols bear, each once, to be found by their parts (core/store/search_names.ts). Some may be left over from deleted symbols.
CREATE VIRTUAL TABLE symbol_name USING fts5(name, tokenize='trigram', detail='none', columnsize=0);

-- A symbol in one file version.
CREATE TABLE symbol_version (
  file_version_id INTEGER NOT NULL REFERENCES file_version(id) ON DELETE CASCADE,
  symbol_id INTEGER NOT NULL REFERENCES symbol(id),
  definition INTEGER NOT NULL,        -- row of `definitions` in the blob's facts
  parent_id INTEGER,                  -- symbol.id of the enclosing symbol
  line_start INTEGER NOT NULL,
  line_end INTEGER NOT NULL,
  name_line INTEGER NOT NULL,
  name_column INTEGER NOT NULL,
  signature TEXT NOT NULL,            -- one line; '' if it has none
  doc TEXT NOT NULL,                  -- '' if it has none
  exported INTEGER NOT NULL,          -- by the language's own rule
  flags INTEGER NOT NULL,             -- DefinitionFlag; of a module `test`: the file holds tests
  complexity INTEGER NOT NULL,        -- cyclomatic
  parameters INTEGER NOT NULL,        -- their number
  PRIMARY KEY (file_version_id, symbol_id)
) WITHOUT ROWID;
CREATE INDEX symbol_version_by_symbol ON symbol_version (symbol_id);

-- What a file version's expressions mean, given the rest of some ref. Refs in which that rest is the same share it.
CREATE TABLE resolution (
  id INTEGER PRIMARY KEY,
  file_version_id INTEGER NOT NULL REFERENCES file_version(id) ON DELETE CASCADE,
  package TEXT NOT NULL DEFAULT '',   -- name of the package that the file belongs to, as the language means it; '' if none
  counts TEXT NOT NULL DEFAULT '',    -- JSON: its edges, counted (core/store/edge_counts.ts), so that a summary reads no edges
  asked TEXT NOT NULL DEFAULT ''      -- JSON: what it rests on, {"files": [path_id, …], "names": [name, …]}; last, as it is long
);
CREATE INDEX resolution_by_file_version ON resolution (file_version_id);
-- What the edges of a resolution say about who uses what, so that questions about thousands of users read no edges; no row: nothing.
CREATE TABLE uses (
  resolution_id INTEGER PRIMARY KEY REFERENCES resolution(id) ON DELETE CASCADE,
  encoded BLOB NOT NULL               -- core/store/packed_uses.ts
);

-- Edges of a resolution. Read them through the view symbol_edges, which adds repo and ref.
-- 0 and '' stand for none in columns of the key. A file is its module's symbol; what is no symbol of the repository (a package, a
-- route) has a name. An edge belongs to the file that says it; of a structural interface that is the interface's own.
CREATE TABLE edge (
  resolution_id INTEGER NOT NULL REFERENCES resolution(id) ON DELETE CASCADE,
  source_line INTEGER NOT NULL,
  source_column INTEGER NOT NULL,
  edge_type TEXT NOT NULL,            -- core/edges.ts
  from_symbol_id INTEGER NOT NULL,    -- symbol.id of the caller, the subtype, the test, …
  to_symbol_id INTEGER NOT NULL,      -- symbol.id of the target, 0 if it is outside or unknown
  to_name_id INTEGER NOT NULL,        -- name.id of the best name of a target without symbol, else 0
  confidence TEXT NOT NULL CHECK (confidence IN ('static', 'heuristic')),
  rule TEXT NOT NULL,                 -- core/edges.ts
  external INTEGER NOT NULL,          -- the target lies outside the repository
  text_id INTEGER NOT NULL,           -- name.id of the callee (or whatever names the target) as written
  candidates TEXT NOT NULL,           -- JSON [symbol.id, …] that it may also reach, best first; '' if none
  properties TEXT NOT NULL DEFAULT '', -- JSON object: what else is known (core/edges.ts says by type); '' if nothing
  CHECK (to_symbol_id <> 0 OR to_name_id <> 0),
  CHECK (to_symbol_id = 0 OR external = 0),
  PRIMARY KEY (resolution_id, source_line, source_column, edge_type, from_symbol_id, to_symbol_id, to_name_id)
) WITHOUT ROWID;
CREATE INDEX edge_forward ON edge (from_symbol_id, edge_type);
CREATE INDEX edge_reverse ON edge (to_symbol_id, edge_type);
-- Sites without a target, by the name they call: what may be missing from a list of callers.
CREATE INDEX edge_unresolved ON edge (to_name_id) WHERE to_symbol_id = 0;
-- Calls of what holds a function, by what it may hold: of one candidate at once, of several by going through these.
CREATE INDEX edge_held ON edge (instr(candidates, ','), candidates) WHERE rule = 'variable' AND candidates <> '';

CREATE TABLE ref (
  id INTEGER PRIMARY KEY,
  repo TEXT NOT NULL,                 -- the root that was indexed: 16 hex digits of SHA-256 of its real path
  root TEXT NOT NULL,                 -- that path
  name TEXT NOT NULL,                 -- 'live' for the working tree, else branch, tag or commit as asked for
  commit_id TEXT NOT NULL,            -- commit it was read at ('' outside git)
  indexed_at TEXT NOT NULL,
  manifests TEXT NOT NULL,            -- hash over paths and texts of all manifests: module resolution rests on it
  surroundings TEXT NOT NULL,         -- hash over what else edges rest on: resolver, each language's rules and library
  skipped TEXT NOT NULL               -- JSON [{path, reason, detail, size, time}, …]: files left out; bytes and ms of those that were looked into
);
CREATE UNIQUE INDEX ref_by_name ON ref (repo, name);
CREATE TABLE ref_file (
  ref_id INTEGER NOT NULL REFERENCES ref(id) ON DELETE CASCADE,
  path_id INTEGER NOT NULL REFERENCES path(id),
  file_version_id INTEGER NOT NULL REFERENCES file_version(id),
  resolution_id INTEGER NOT NULL REFERENCES resolution(id),
  size INTEGER NOT NULL,              -- bytes, as seen on disk (0 for a ref read from git)
  mtime_ms REAL NOT NULL,             -- milliseconds, as seen on disk: a file with the same size and time is not read again; 0: read it
  PRIMARY KEY (ref_id, path_id)
) WITHOUT ROWID;
CREATE INDEX ref_file_by_version ON ref_file (file_version_id);
CREATE INDEX ref_file_by_resolution ON ref_file (resolution_id);

-- A file that is no code but speaks of it: a manifest, a configuration, a document, a migration. What it says rests on its path and
-- its text alone, so all refs in which it is the same share it; what that means in a ref is found when it is asked for.
CREATE TABLE artifact (
  id INTEGER PRIMARY KEY,
  path_id INTEGER NOT NULL REFERENCES path(id),
  hash TEXT NOT NULL,                 -- git's object id of the text, and the reader's version
  kind TEXT NOT NULL,                 -- 'manifest', 'config', 'document', 'migration', 'template', 'assembly'
  name TEXT NOT NULL                  -- a manifest's package, a document's title, the language that a template or assembly names; '' if none
);
CREATE UNIQUE INDEX artifact_by_path ON artifact (path_id, hash);
CREATE TABLE artifact_edge (
  artifact_id INTEGER NOT NULL REFERENCES artifact(id) ON DELETE CASCADE,
  source_line INTEGER NOT NULL,
  edge_type TEXT NOT NULL,            -- 'depends_on', 'configures', 'documents', 'migrates', 'mentions'
  to_name_id INTEGER NOT NULL,        -- name.id of the package, the table, or the last part of the symbol's name
  text_id INTEGER NOT NULL,           -- name.id of the name as written
  properties TEXT NOT NULL,           -- JSON object; '' if nothing more is known
  PRIMARY KEY (artifact_id, source_line, edge_type, to_name_id, text_id, properties)
) WITHOUT ROWID;
CREATE INDEX artifact_edge_reverse ON artifact_edge (to_name_id, edge_type);
CREATE TABLE ref_artifact (
  ref_id INTEGER NOT NULL REFERENCES ref(id) ON DELETE CASCADE,
  path_id INTEGER NOT NULL REFERENCES path(id),
  artifact_id INTEGER NOT NULL REFERENCES artifact(id),
  size INTEGER NOT NULL,              -- bytes, as seen on disk (0 for a ref read from git)
  mtime_ms REAL NOT NULL,             -- milliseconds, as seen on disk; 0: read it
  PRIMARY KEY (ref_id, path_id)
) WITHOUT ROWID;
CREATE INDEX ref_artifact_by_artifact ON ref_artifact (artifact_id);

-- The edges of all refs, in the words of the contract. from_symbol_id and to_symbol_id are symbol_stable_ids. Of the sites of a line that lead from
-- one symbol to one target only the surest is there ('static' sorts behind 'heuristic'), of equals the first.
-- The + keeps SQLite, which knows nothing of the sizes, from reaching edges by way of all files of a ref.
CREATE VIEW symbol_edges AS
SELECT r.repo AS repo, r.name AS ref, f.stable_id AS from_symbol_id, e.edge_type AS edge_type, t.stable_id AS to_symbol_id,
       n.text AS to_name, e.confidence AS confidence, p.path AS source_file, e.source_line AS source_line,
       e.source_column AS source_column, e.rule AS rule, e.external AS external
FROM edge e
JOIN symbol f ON f.id = e.from_symbol_id
JOIN ref_file rf ON rf.resolution_id = +e.resolution_id
JOIN ref r ON r.id = rf.ref_id
JOIN path p ON p.id = rf.path_id
LEFT JOIN symbol t ON t.id = e.to_symbol_id
LEFT JOIN name n ON n.id = e.to_name_id
WHERE NOT EXISTS (
  SELECT 1 FROM edge o WHERE o.resolution_id = e.resolution_id AND o.source_line = e.source_line AND o.edge_type = e.edge_type
    AND o.from_symbol_id = e.from_symbol_id AND o.to_symbol_id = e.to_symbol_id AND o.to_name_id = e.to_name_id
    AND (o.confidence > e.confidence OR (o.confidence = e.confidence AND o.source_column < e.source_column)));
