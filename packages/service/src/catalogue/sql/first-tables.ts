import { CHANGES_MODEL } from '../change-notes.ts';
import { MOVES } from '../places.ts';

/**
 * The tables that both databases have. Definitions (types, fields, formats, users) are few and always read together, so each
 * is one JSON document. Nodes and assets have columns, because searches read them. Times are UTC milliseconds, with a fraction
 * where `../time-cells.ts` marks local time and days. SQLite takes a column of type `bigint` for integers, and `double
 * precision` for real numbers.
 */

/** The words in which the databases' definitions of tables differ. */
export interface TableWords {
  /** ID of a node or asset: in SQLite the key of the row itself. */
  readonly key: string;
  readonly json: string;
  /** Text that is compared byte by byte. */
  readonly path: string;
  /** Number that is mostly whole. */
  readonly whole: string;
  readonly truth: string;
  readonly isTrue: string;
  readonly isFalse: string;
  /** Defaults, which only SQLite's first tables have. */
  readonly zero: string;
  readonly empty: string;
  /** End of a table whose primary key is not `key`. */
  readonly end: string;
  /** Columns of the index from assets to nodes. */
  readonly assetAndNode: string;
}

/** Builds the first version of the tables. It never changes, because databases have it; migrations follow it. */
export function firstTables(words: TableWords): string {
  const { key, json, path, whole, truth, isTrue, isFalse, zero, empty, end, assetAndNode } = words;
  return `
  -- What each revision changed, written in the transaction of the change.
  CREATE TABLE changes (
    revision bigint NOT NULL,
    kind text NOT NULL,                       -- kind of entity, 'review' or 'languages'
    id bigint NOT NULL,                       -- of the entity; of the asset for a review; the mark of a commit
    time bigint,                              -- of a commit
    "before" text,                            -- place (../places.ts) of an asset, node or node type; NULL: there was none
    "after" text,
    PRIMARY KEY (revision, kind, id)
  )${end};
  CREATE INDEX changes_by_time ON changes (time, revision) WHERE time IS NOT NULL;
  CREATE INDEX changes_of_model ON changes (revision) WHERE ${CHANGES_MODEL};
  CREATE INDEX changes_of_places ON changes (revision) WHERE ${MOVES};

  CREATE TABLE definitions (
    kind text NOT NULL,                       -- node_type asset_type info_field relation_type download_format group user
    id bigint NOT NULL,
    document ${json} NOT NULL,                -- the model's object
    PRIMARY KEY (kind, id)
  )${end};

  CREATE TABLE nodes (
    id ${key} PRIMARY KEY,
    type bigint NOT NULL,
    parent bigint,
    name ${json} NOT NULL,                    -- Text
    position ${whole} NOT NULL,
    fields ${json} NOT NULL,                  -- field ID -> value
    access ${json},                           -- access rules; NULL: the node above decides
    source_root ${path},                      -- folder imports only
    source_path ${path}
  );
  CREATE INDEX nodes_by_source ON nodes (source_root) WHERE source_root IS NOT NULL;

  CREATE TABLE assets (
    id ${key} PRIMARY KEY,
    type bigint,                              -- asset type
    nodes ${json} NOT NULL,                   -- IDs, ascending: asset_nodes by asset
    fields ${json} NOT NULL,                  -- field ID -> value
    uploaded double precision NOT NULL,
    modified double precision NOT NULL,
    uploaded_by bigint,                       -- user
    valid_from double precision,
    valid_until double precision,
    rights ${json},                           -- Rights
    focus ${json},                            -- Focus
    version bigint NOT NULL,                  -- from here on as in older_versions
    name text NOT NULL,
    date double precision NOT NULL,
    original text NOT NULL,
    sha256 ${path},                           -- NULL: a record without a file
    crc32 bigint,
    size bigint NOT NULL,                     -- bytes; of a record what it claims, -1 if it claims nothing
    category integer NOT NULL,
    extension text NOT NULL,
    media_type text NOT NULL,
    width ${whole} NOT NULL,
    height ${whole} NOT NULL,
    pages ${whole} NOT NULL,
    duration double precision NOT NULL,       -- seconds
    color_space text NOT NULL,
    color_profile text NOT NULL,
    dpi double precision NOT NULL,
    bit_depth ${whole} NOT NULL,
    drawn_width double precision NOT NULL${zero}, -- of what a picture shows that has no pixels in the file; 0 unknown
    drawn_height double precision NOT NULL${zero},
    is_damaged integer NOT NULL${zero},       -- 1: nothing can be made of the content
    is_transparent integer NOT NULL${zero},   -- 1: a pixel isn't opaque
    marks ${json},                            -- FileMarks
    features text,                            -- of its picture, in Base64; NULL: not looked at yet
    source_root ${path},                      -- folder imports only
    source_path ${path},
    source_stamp text
  );
  CREATE INDEX assets_by_path ON assets (source_root, source_path) WHERE source_root IS NOT NULL;
  CREATE INDEX assets_by_start ON assets (valid_from) WHERE valid_from IS NOT NULL;
  CREATE INDEX assets_by_end ON assets (valid_until) WHERE valid_until IS NOT NULL;
  CREATE INDEX assets_by_file ON assets (sha256) WHERE sha256 IS NOT NULL;
  CREATE INDEX assets_without_features ON assets (id) WHERE sha256 IS NOT NULL AND features IS NULL;

  CREATE TABLE older_versions (
    asset bigint NOT NULL,
    version bigint NOT NULL,
    name text NOT NULL,
    date double precision NOT NULL,
    original text NOT NULL,
    sha256 ${path},
    crc32 bigint,
    size bigint NOT NULL,
    category integer NOT NULL,
    extension text NOT NULL,
    media_type text NOT NULL,
    width ${whole} NOT NULL,
    height ${whole} NOT NULL,
    pages ${whole} NOT NULL,
    duration double precision NOT NULL,
    color_space text NOT NULL,
    color_profile text NOT NULL,
    dpi double precision NOT NULL,
    bit_depth ${whole} NOT NULL,
    drawn_width double precision NOT NULL${zero},
    drawn_height double precision NOT NULL${zero},
    is_damaged integer NOT NULL${zero},
    is_transparent integer NOT NULL${zero},
    marks ${json},
    features text,
    PRIMARY KEY (asset, version)
  )${end};
  CREATE INDEX versions_by_file ON older_versions (sha256) WHERE sha256 IS NOT NULL;

  -- Texts of files by their content, and what is to be done for them: 0 to do, 1 done, 2 failed.
  CREATE TABLE file_texts (
    sha256 ${path} PRIMARY KEY,
    reading integer NOT NULL,                 -- of what the file contains
    recognition integer NOT NULL,             -- of what its pictures show
    pages ${json} NOT NULL,                   -- texts
    characters bigint NOT NULL,               -- UTF-16 units in them
    has_pages integer NOT NULL                -- 0: a file without pages, whose text is one
  );
  CREATE INDEX file_texts_to_read ON file_texts (sha256) WHERE reading = 0;
  CREATE INDEX file_texts_to_recognise ON file_texts (sha256) WHERE recognition = 0;

  CREATE TABLE asset_nodes (
    node bigint NOT NULL,
    asset bigint NOT NULL,
    PRIMARY KEY (node, asset)
  )${end};
  CREATE INDEX asset_nodes_by_asset ON asset_nodes (${assetAndNode});

  -- Derived from assets.fields: what node reference fields name.
  CREATE TABLE asset_references (
    node bigint NOT NULL,
    asset bigint NOT NULL,
    field bigint NOT NULL,
    PRIMARY KEY (node, asset, field)
  )${end};
  CREATE INDEX asset_references_by_asset ON asset_references (asset);

  CREATE TABLE relations (
    asset bigint NOT NULL,                    -- the one that names the other
    type bigint NOT NULL,                     -- relation type
    other bigint NOT NULL,
    PRIMARY KEY (asset, type, other)
  )${end};
  CREATE INDEX relations_by_other ON relations (other);

  CREATE TABLE public_urls (
    asset bigint NOT NULL,
    id bigint NOT NULL,
    name text NOT NULL,
    url text NOT NULL,
    provider text NOT NULL,
    PRIMARY KEY (asset, id)
  )${end};

  CREATE TABLE downloads (
    asset bigint NOT NULL,
    date ${path} NOT NULL,                    -- yyyy-MM-dd, UTC
    count bigint NOT NULL,
    PRIMARY KEY (asset, date)
  )${end};
  CREATE INDEX downloads_by_date ON downloads (date, asset, count);

  CREATE TABLE reviews (
    asset bigint NOT NULL,
    "user" bigint NOT NULL,
    date double precision NOT NULL,
    rating double precision,
    comment text NOT NULL,
    modified double precision,
    anonymous ${truth} NOT NULL${zero},       -- without a token; nobody can change it, and each of them counts in the mean
    PRIMARY KEY (asset, "user", date)
  )${end};
  CREATE INDEX reviews_by_date ON reviews (asset, date);
  -- The mean has the newest rating of each user with a token. Both indexes answer without reading a comment.
  CREATE INDEX reviews_without_token ON reviews (asset, rating) WHERE anonymous${isTrue};
  CREATE INDEX reviews_by_user ON reviews (asset, "user", date, rating) WHERE ${isFalse};

  CREATE TABLE pins (
    code ${path} PRIMARY KEY,
    title text NOT NULL,
    creator bigint,                           -- user
    node bigint NOT NULL,                     -- the configured parent node
    assets ${json} NOT NULL,                  -- IDs
    formats ${json} NOT NULL,                 -- IDs
    created ${whole} NOT NULL,
    expires ${whole} NOT NULL,
    endpoint text NOT NULL${empty},           -- '' is the main base address
    groups ${json},                           -- IDs; NULL: those of the creator
    anonymous integer NOT NULL,               -- 1: its creator had no token
    downloads bigint NOT NULL
  )${end};
  CREATE INDEX pins_by_expiry ON pins (expires);
  CREATE INDEX pins_by_creator ON pins (creator, created);

  -- Sessions that ended before their time, so that no copy of their cookie lives on.
  CREATE TABLE ended_sessions (
    number bigint PRIMARY KEY,                -- of each one higher than of all before
    mark ${path} NOT NULL,                    -- what the ended sessions have in common (../ended-sessions.ts)
    ended ${whole} NOT NULL,                  -- those ended that began until then
    expires ${whole} NOT NULL                 -- when the last of them would have ended anyway
  )${end};

  CREATE TABLE webhooks (
    id text PRIMARY KEY,                      -- of the settings
    state text,                               -- cursor up to which the receiver has accepted everything
    message text,                             -- JSON of the message on its way
    is_off integer NOT NULL,
    sender text NOT NULL,                     -- process that sends, until another may
    until double precision NOT NULL
  )${end};

  CREATE TABLE sources (
    root ${path} PRIMARY KEY,                 -- as source_root of nodes and assets
    identity text NOT NULL                    -- which folder it was at the last import
  )${end};
  `;
}
