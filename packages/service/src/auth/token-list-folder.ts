import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFolder } from '../../../core/src/platform/folders.ts';
import { keepWriteAheadLog } from '../../../core/src/platform/write-ahead-log.ts';
import { readListedToken, refuseFullList, type TokenList } from './token-list.ts';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS state (id INTEGER PRIMARY KEY CHECK (id = 1), number INTEGER NOT NULL);
  INSERT OR IGNORE INTO state VALUES (1, 0);
  CREATE TABLE IF NOT EXISTS tokens (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    user INTEGER NOT NULL,
    sha256 BLOB NOT NULL UNIQUE,
    created INTEGER NOT NULL,
    expires INTEGER,
    last_used INTEGER
  )`;

export function tokensPath(directory: string): string {
  return join(directory, 'tokens.sqlite');
}

/**
 * Opens the list of a data folder; creates it if necessary. It is in a file of its own, because tokens belong to a
 * service and not to its catalogue.
 */
export function openTokenListInFolder(directory: string): TokenList {
  makeFolder(directory);
  const database = new DatabaseSync(tokensPath(directory), { timeout: 10_000 });
  try {
    keepWriteAheadLog(database);
    database.exec('PRAGMA synchronous = FULL');
    database.exec(`BEGIN IMMEDIATE; ${SCHEMA}; COMMIT`);
  } catch (cause) {
    database.close();
    throw new Error(`the tokens in ${directory} can't be opened`, { cause });
  }
  const state = database.prepare('SELECT number FROM state');
  const all = database.prepare('SELECT * FROM tokens ORDER BY name');

  function change<T>(work: () => T): T {
    database.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      database.exec('UPDATE state SET number = number + 1; COMMIT');
      return result;
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK');
      throw error;
    }
  }

  return {
    state: () => Number(state.get()?.['number']),
    all: async () => all.all().map(readListedToken),
    add: async ({ name, user, sha256, created, expires }) =>
      change(() => {
        refuseFullList(Number(database.prepare('SELECT count(*) AS count FROM tokens').get()?.['count']));
        const { changes } = database
          .prepare(
            'INSERT INTO tokens (name, user, sha256, created, expires) VALUES (?, ?, ?, ?, ?) ON CONFLICT (name) DO NOTHING',
          )
          .run(name, user, sha256, created, expires ?? null);
        return changes === 1;
      }),
    remove: async (name) =>
      change(() => {
        const [row] = database.prepare('DELETE FROM tokens WHERE name = ? RETURNING *').all(name);
        return row && readListedToken(row);
      }),
    touch: async (id, time) => {
      // A power failure may lose the record of a use; waiting for the disk would delay requests.
      database.exec('PRAGMA synchronous = NORMAL');
      database.prepare('UPDATE tokens SET last_used = ? WHERE id = ?').run(time, id);
      database.exec('PRAGMA synchronous = FULL');
    },
    [Symbol.asyncDispose]: async () => database.close(),
  };
}
