/**
 * The tables of a catalogue in PostgreSQL. JSON is stored as `json`, which keeps the text as it was written; `jsonb`
 * refuses NUL characters and changes numbers. SQL must not look into it, because operators such as `->` refuse NUL
 * characters and unpaired surrogates, too. Columns of type `text` hold texts as `texts.ts` writes them. Paths are compared
 * byte by byte, as in SQLite.
 *
 * Each entry migrates a database from the version equal to its index to the next version. Released entries never
 * change; tests open the data of every release (packages/service/test/fixtures/releases/README.md).
 */
import { firstTables } from '../sql/first-tables.ts';

/** After a change of how it is told what pictures look like, servers look at all of them again. */
const LOOK_AGAIN = `
  UPDATE assets SET features = NULL WHERE features <> '';
  UPDATE older_versions SET features = NULL WHERE features <> '';
  `;

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
    copied_from text,                         -- identity of the catalogue that this one is an unchanged copy of
    cursor_key text NOT NULL DEFAULT gen_random_uuid()::text || gen_random_uuid()::text  -- seals the cursors of changes
  );
  INSERT INTO state (id, schema_version, revision, languages, default_language, last_node, last_asset)
    VALUES (1, 0, 0, '["en"]', 'en', 0, 0);

  ${firstTables({
    key: 'bigint',
    json: 'json',
    path: 'text COLLATE "C"',
    whole: 'double precision',
    truth: 'boolean',
    isTrue: '',
    isFalse: 'NOT anonymous',
    zero: '',
    empty: '',
    end: '',
    assetAndNode: 'asset',
  })}
  CREATE INDEX reviews_by_age ON reviews (date);

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
  `,
  LOOK_AGAIN,
  LOOK_AGAIN,
];
