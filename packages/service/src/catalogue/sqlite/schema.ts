/**
 * The tables of a catalogue. Definitions (types, fields, formats, users) are few and always read together, so each is
 * one JSON document. Nodes and assets have columns, because searches read them. Times are UTC milliseconds, with a fraction
 * where `../time-cells.ts` marks local time and days; texts are JSON as in the model.
 *
 * Each entry migrates a database from the version equal to its index to the next version. Released entries never
 * change; tests open the data of every release (packages/service/test/fixtures/releases/README.md).
 */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE state (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    revision INTEGER NOT NULL,                -- of the last commit that changed the catalogue
    languages TEXT NOT NULL,                  -- JSON array
    default_language TEXT NOT NULL,
    last_node INTEGER NOT NULL DEFAULT 0,     -- highest ID of the nodes that were removed: IDs are never given again
    last_asset INTEGER NOT NULL DEFAULT 0,    -- the same of assets
    copied_from TEXT                          -- identity of the catalogue that this one is an unchanged copy of
  );
  INSERT INTO state (id, revision, languages, default_language) VALUES (1, 0, '["en"]', 'en');

  -- What each revision changed, written in the transaction of the change.
  CREATE TABLE changes (
    revision INTEGER NOT NULL,
    kind TEXT NOT NULL,                       -- kind of entity, 'review' or 'languages'
    id INTEGER NOT NULL,                      -- of the entity; of the asset for a review
    PRIMARY KEY (revision, kind, id)
  ) WITHOUT ROWID;

  CREATE TABLE definitions (
    kind TEXT NOT NULL,                       -- node_type asset_type info_field relation_type download_format group user
    id INTEGER NOT NULL,
    document TEXT NOT NULL,                   -- JSON of the model's object
    PRIMARY KEY (kind, id)
  ) WITHOUT ROWID;

  CREATE TABLE nodes (
    id INTEGER PRIMARY KEY,
    type INTEGER NOT NULL,
    parent INTEGER,
    name TEXT NOT NULL,                       -- JSON: Text
    position INTEGER NOT NULL,
    fields TEXT NOT NULL,                     -- JSON: field ID -> value
    access TEXT,                              -- JSON: access rules; NULL: the node above decides
    source_root TEXT,                         -- folder imports only
    source_path TEXT
  );
  CREATE INDEX nodes_by_source ON nodes (source_root) WHERE source_root IS NOT NULL;

  CREATE TABLE assets (
    id INTEGER PRIMARY KEY,
    type INTEGER,                             -- asset type
    nodes TEXT NOT NULL,                      -- JSON array of IDs, ascending: asset_nodes by asset
    fields TEXT NOT NULL,                     -- JSON: field ID -> value
    uploaded REAL NOT NULL,
    modified REAL NOT NULL,
    uploaded_by INTEGER,                      -- user
    valid_until REAL,
    version INTEGER NOT NULL,                 -- from here on as in older_versions
    name TEXT NOT NULL,
    date REAL NOT NULL,
    original TEXT NOT NULL,
    sha256 TEXT,                              -- NULL: a record without a file
    crc32 INTEGER,
    size INTEGER NOT NULL,                    -- bytes; of a record what it claims, -1 if it claims nothing
    category INTEGER NOT NULL,
    extension TEXT NOT NULL,
    media_type TEXT NOT NULL,
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    pages INTEGER NOT NULL,
    duration REAL NOT NULL,                   -- seconds
    color_space TEXT NOT NULL,
    color_profile TEXT NOT NULL,
    dpi REAL NOT NULL,
    bit_depth INTEGER NOT NULL,
    drawn_width REAL NOT NULL DEFAULT 0,      -- of what a picture shows that has no pixels in the file; 0 unknown
    drawn_height REAL NOT NULL DEFAULT 0,
    is_damaged INTEGER NOT NULL DEFAULT 0,    -- 1: nothing can be made of the content
    source_root TEXT,                         -- folder imports only
    source_path TEXT,
    source_stamp TEXT
  );
  CREATE INDEX assets_by_path ON assets (source_root, source_path) WHERE source_root IS NOT NULL;
  CREATE INDEX assets_by_file ON assets (sha256) WHERE sha256 IS NOT NULL;

  CREATE TABLE older_versions (
    asset INTEGER NOT NULL,
    version INTEGER NOT NULL,
    name TEXT NOT NULL,
    date REAL NOT NULL,
    original TEXT NOT NULL,
    sha256 TEXT,
    crc32 INTEGER,
    size INTEGER NOT NULL,
    category INTEGER NOT NULL,
    extension TEXT NOT NULL,
    media_type TEXT NOT NULL,
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    pages INTEGER NOT NULL,
    duration REAL NOT NULL,
    color_space TEXT NOT NULL,
    color_profile TEXT NOT NULL,
    dpi REAL NOT NULL,
    bit_depth INTEGER NOT NULL,
    drawn_width REAL NOT NULL DEFAULT 0,
    drawn_height REAL NOT NULL DEFAULT 0,
    is_damaged INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (asset, version)
  ) WITHOUT ROWID;
  CREATE INDEX versions_by_file ON older_versions (sha256) WHERE sha256 IS NOT NULL;

  CREATE TABLE asset_nodes (
    node INTEGER NOT NULL,
    asset INTEGER NOT NULL,
    PRIMARY KEY (node, asset)
  ) WITHOUT ROWID;
  CREATE INDEX asset_nodes_by_asset ON asset_nodes (asset, node);

  -- Derived from assets.fields: what node reference fields name.
  CREATE TABLE asset_references (
    node INTEGER NOT NULL,
    asset INTEGER NOT NULL,
    field INTEGER NOT NULL,
    PRIMARY KEY (node, asset, field)
  ) WITHOUT ROWID;
  CREATE INDEX asset_references_by_asset ON asset_references (asset);

  CREATE TABLE relations (
    asset INTEGER NOT NULL,                   -- the one that names the other
    type INTEGER NOT NULL,                    -- relation type
    other INTEGER NOT NULL,
    PRIMARY KEY (asset, type, other)
  ) WITHOUT ROWID;
  CREATE INDEX relations_by_other ON relations (other);

  CREATE TABLE public_urls (
    asset INTEGER NOT NULL,
    id INTEGER NOT NULL,
    name TEXT NOT NULL,
    url TEXT NOT NULL,
    provider TEXT NOT NULL,
    PRIMARY KEY (asset, id)
  ) WITHOUT ROWID;

  CREATE TABLE downloads (
    asset INTEGER NOT NULL,
    date TEXT NOT NULL,                       -- yyyy-MM-dd, UTC
    count INTEGER NOT NULL,
    PRIMARY KEY (asset, date)
  ) WITHOUT ROWID;
  CREATE INDEX downloads_by_date ON downloads (date, asset, count);

  CREATE TABLE reviews (
    asset INTEGER NOT NULL,
    user INTEGER NOT NULL,
    date REAL NOT NULL,
    rating REAL,
    comment TEXT NOT NULL,
    modified REAL,
    anonymous INTEGER NOT NULL DEFAULT 0,     -- 1: without a token; nobody can change it, and each of them counts in the mean
    PRIMARY KEY (asset, user, date)
  ) WITHOUT ROWID;
  CREATE INDEX reviews_by_date ON reviews (asset, date);
  -- The mean has the newest rating of each user with a token. Both indexes answer without reading a comment.
  CREATE INDEX reviews_without_token ON reviews (asset, rating) WHERE anonymous = 1;
  CREATE INDEX reviews_by_user ON reviews (asset, user, date, rating) WHERE anonymous = 0;

  CREATE TABLE pins (
    code TEXT PRIMARY KEY,
    title TEXT NOT NULL,
    creator INTEGER,                          -- user
    node INTEGER NOT NULL,                    -- the configured parent node
    assets TEXT NOT NULL,                     -- JSON array of IDs
    formats TEXT NOT NULL,                    -- JSON array of IDs
    created INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    endpoint TEXT NOT NULL DEFAULT '',        -- '' is the main base address
    groups TEXT                               -- JSON array of IDs; NULL: those of the creator
  ) WITHOUT ROWID;
  CREATE INDEX pins_by_expiry ON pins (expires);

  CREATE TABLE sources (
    root TEXT PRIMARY KEY,                    -- as source_root of nodes and assets
    identity TEXT NOT NULL                    -- which folder it was at the last import
  ) WITHOUT ROWID;
  `,
];
