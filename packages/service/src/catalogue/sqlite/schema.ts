/**
 * The tables of a catalogue in a file. Texts are JSON as in the model.
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

export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE state (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    revision INTEGER NOT NULL,                -- of the last commit that changed the catalogue
    languages TEXT NOT NULL,                  -- JSON array
    default_language TEXT NOT NULL,
    last_node INTEGER NOT NULL DEFAULT 0,     -- highest ID of the nodes that were removed: IDs are never given again
    last_asset INTEGER NOT NULL DEFAULT 0,    -- the same of assets
    copied_from TEXT,                         -- identity of the catalogue that this one is an unchanged copy of
    cursor_key TEXT NOT NULL                  -- seals the cursors of changes
  );
  INSERT INTO state (id, revision, languages, default_language, cursor_key)
    VALUES (1, 0, '["en"]', 'en', hex(randomblob(32)));

  ${firstTables({
    key: 'integer',
    json: 'text',
    path: 'text',
    whole: 'integer',
    truth: 'integer',
    isTrue: ' = 1',
    isFalse: 'anonymous = 0',
    zero: ' DEFAULT 0',
    empty: " DEFAULT ''",
    end: ' WITHOUT ROWID',
    assetAndNode: 'asset, node',
  })}
  `,
  LOOK_AGAIN,
  LOOK_AGAIN,
];
