/**
 * The tables of a catalogue in PostgreSQL, with the columns of SQLite's tables, so that both share the conversions of
 * `../rows.ts`. Times are UTC milliseconds, with a fraction where `../time-cells.ts` marks local time and days. JSON is
 * stored as `json`, which keeps the text as it was written; `jsonb` refuses NUL characters and changes numbers. SQL must not
 * look into it, because operators such as `->` refuse NUL characters and unpaired surrogates, too. Columns of type `text` hold
 * texts as `texts.ts` writes them. Paths are compared byte by byte, as in SQLite.
 *
 * Each entry migrates a database from the version equal to its index to the next version. Released entries never
 * change; tests open the data of every release (packages/service/test/fixtures/releases/README.md).
 */
export const POSTGRES_MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE state (
    id integer PRIMARY KEY CHECK (id = 1),
    schema_version integer NOT NULL,
    identity uuid NOT NULL DEFAULT gen_random_uuid(),  -- another one for each catalogue
    revision bigint NOT NULL,                 -- of the last commit that changed the catalogue
    languages json NOT NULL,
    default_language text NOT NULL,
    last_node bigint NOT NULL,                -- highest ID of the nodes that were removed
    last_asset bigint NOT NULL,               -- the same of assets
    copied_from text                          -- identity of the catalogue that this one is an unchanged copy of
  );
  INSERT INTO state (id, schema_version, revision, languages, default_language, last_node, last_asset)
    VALUES (1, 0, 0, '["en"]', 'en', 0, 0);

  -- What each revision changed, written in the transaction of the change.
  CREATE TABLE changes (
    revision bigint NOT NULL,
    kind text NOT NULL,                       -- kind of entity, 'review' or 'languages'
    id bigint NOT NULL,                       -- of the entity; of the asset for a review
    PRIMARY KEY (revision, kind, id)
  );

  CREATE TABLE definitions (
    kind text NOT NULL,                       -- node_type asset_type info_field relation_type download_format group user
    id bigint NOT NULL,
    document json NOT NULL,                   -- the model's object
    PRIMARY KEY (kind, id)
  );

  CREATE TABLE nodes (
    id bigint PRIMARY KEY,
    type bigint NOT NULL,
    parent bigint,
    name json NOT NULL,                       -- Text
    position double precision NOT NULL,
    fields json NOT NULL,                     -- field ID -> value
    access json,                              -- access rules; NULL: the node above decides
    source_root text COLLATE "C",             -- folder imports only
    source_path text COLLATE "C"
  );
  CREATE INDEX nodes_by_source ON nodes (source_root) WHERE source_root IS NOT NULL;

  CREATE TABLE assets (
    id bigint PRIMARY KEY,
    type bigint,                              -- asset type
    nodes json NOT NULL,                      -- IDs, ascending: asset_nodes by asset
    fields json NOT NULL,                     -- field ID -> value
    uploaded double precision NOT NULL,
    modified double precision NOT NULL,
    uploaded_by bigint,                       -- user
    valid_until double precision,
    version bigint NOT NULL,                  -- from here on as in older_versions
    name text NOT NULL,
    date double precision NOT NULL,
    original text NOT NULL,
    sha256 text COLLATE "C",                  -- NULL: a record without a file
    crc32 bigint,
    size bigint NOT NULL,                     -- bytes; of a record what it claims, -1 if it claims nothing
    category integer NOT NULL,
    extension text NOT NULL,
    media_type text NOT NULL,
    width double precision NOT NULL,
    height double precision NOT NULL,
    pages double precision NOT NULL,
    duration double precision NOT NULL,       -- seconds
    color_space text NOT NULL,
    color_profile text NOT NULL,
    dpi double precision NOT NULL,
    bit_depth double precision NOT NULL,
    drawn_width double precision NOT NULL,    -- of what a picture shows that has no pixels in the file; 0 unknown
    drawn_height double precision NOT NULL,
    is_damaged integer NOT NULL,              -- 1: nothing can be made of the content
    source_root text COLLATE "C",             -- folder imports only
    source_path text COLLATE "C",
    source_stamp text
  );
  CREATE INDEX assets_by_path ON assets (source_root, source_path) WHERE source_root IS NOT NULL;
  CREATE INDEX assets_by_file ON assets (sha256) WHERE sha256 IS NOT NULL;

  CREATE TABLE older_versions (
    asset bigint NOT NULL,
    version bigint NOT NULL,
    name text NOT NULL,
    date double precision NOT NULL,
    original text NOT NULL,
    sha256 text COLLATE "C",
    crc32 bigint,
    size bigint NOT NULL,
    category integer NOT NULL,
    extension text NOT NULL,
    media_type text NOT NULL,
    width double precision NOT NULL,
    height double precision NOT NULL,
    pages double precision NOT NULL,
    duration double precision NOT NULL,
    color_space text NOT NULL,
    color_profile text NOT NULL,
    dpi double precision NOT NULL,
    bit_depth double precision NOT NULL,
    drawn_width double precision NOT NULL,
    drawn_height double precision NOT NULL,
    is_damaged integer NOT NULL,
    PRIMARY KEY (asset, version)
  );
  CREATE INDEX versions_by_file ON older_versions (sha256) WHERE sha256 IS NOT NULL;

  CREATE TABLE asset_nodes (
    node bigint NOT NULL,
    asset bigint NOT NULL,
    PRIMARY KEY (node, asset)
  );
  CREATE INDEX asset_nodes_by_asset ON asset_nodes (asset);

  -- Derived from assets.fields: what node reference fields name.
  CREATE TABLE asset_references (
    node bigint NOT NULL,
    asset bigint NOT NULL,
    field bigint NOT NULL,
    PRIMARY KEY (node, asset, field)
  );
  CREATE INDEX asset_references_by_asset ON asset_references (asset);

  CREATE TABLE relations (
    asset bigint NOT NULL,                    -- the one that names the other
    type bigint NOT NULL,                     -- relation type
    other bigint NOT NULL,
    PRIMARY KEY (asset, type, other)
  );
  CREATE INDEX relations_by_other ON relations (other);

  CREATE TABLE public_urls (
    asset bigint NOT NULL,
    id bigint NOT NULL,
    name text NOT NULL,
    url text NOT NULL,
    provider text NOT NULL,
    PRIMARY KEY (asset, id)
  );

  CREATE TABLE downloads (
    asset bigint NOT NULL,
    date text COLLATE "C" NOT NULL,           -- yyyy-MM-dd, UTC
    count bigint NOT NULL,
    PRIMARY KEY (asset, date)
  );
  CREATE INDEX downloads_by_date ON downloads (date, asset, count);

  CREATE TABLE reviews (
    asset bigint NOT NULL,
    "user" bigint NOT NULL,
    date double precision NOT NULL,
    rating double precision,
    comment text NOT NULL,
    modified double precision,
    anonymous boolean NOT NULL,
    PRIMARY KEY (asset, "user", date)
  );
  CREATE INDEX reviews_by_date ON reviews (asset, date);
  CREATE INDEX reviews_by_age ON reviews (date);
  CREATE INDEX reviews_without_token ON reviews (asset, rating) WHERE anonymous;
  CREATE INDEX reviews_by_user ON reviews (asset, "user", date, rating) WHERE NOT anonymous;

  CREATE TABLE pins (
    code text COLLATE "C" PRIMARY KEY,
    title text NOT NULL,
    creator bigint,                           -- user
    node bigint NOT NULL,                     -- the configured parent node
    assets json NOT NULL,                     -- IDs
    formats json NOT NULL,                    -- IDs
    created double precision NOT NULL,
    expires double precision NOT NULL,
    endpoint text NOT NULL,                   -- '' is the main base address
    groups json                               -- IDs; NULL: those of the creator
  );
  CREATE INDEX pins_by_expiry ON pins (expires);

  -- Tokens that \`abs token\` makes. The number increases whenever one is added or removed.
  CREATE TABLE token_state (
    id integer PRIMARY KEY CHECK (id = 1),
    number bigint NOT NULL
  );
  INSERT INTO token_state VALUES (1, 0);

  CREATE TABLE tokens (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text COLLATE "C" NOT NULL UNIQUE,
    "user" bigint NOT NULL,
    sha256 bytea NOT NULL UNIQUE,
    created double precision NOT NULL,
    expires double precision,
    last_used double precision
  );

  -- Originals that running imports have stored, so that they can be removed if an import never commits.
  CREATE TABLE journals (
    id uuid PRIMARY KEY
  );
  CREATE TABLE journal_keys (
    journal uuid NOT NULL REFERENCES journals ON DELETE CASCADE,
    key text COLLATE "C" NOT NULL,            -- SHA-256
    PRIMARY KEY (journal, key)
  );

  -- The settings that nodes have in common: those of the node that started last, as JSON by key.
  CREATE TABLE agreement (
    id integer PRIMARY KEY CHECK (id = 1),
    settings json NOT NULL
  );

  -- The last import that had the lock. A transaction of an earlier one must not commit any more.
  CREATE TABLE import_holder (
    id integer PRIMARY KEY CHECK (id = 1),
    holder uuid
  );
  INSERT INTO import_holder VALUES (1, NULL);

  -- The base of the search index that nodes share, by format. A restored database names a base of its own past.
  CREATE TABLE shared_bases (
    format text COLLATE "C" PRIMARY KEY,      -- which programs can read the base
    name text COLLATE "C",                    -- object in the store; NULL: none is shared
    revision bigint,
    shape text,
    size bigint,                              -- bytes
    sha256 text COLLATE "C",
    previous text COLLATE "C",                -- object before, which nodes may still be reading
    uploading text COLLATE "C",               -- object that a node uploads, or failed to upload
    uploading_until timestamptz               -- end of its turn; NULL: another node may have the next one
  );

  CREATE TABLE sources (
    root text COLLATE "C" PRIMARY KEY,        -- as source_root of nodes and assets
    identity text NOT NULL                    -- which folder it was at the last import
  );
  `,
];
