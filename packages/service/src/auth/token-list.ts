import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFolder } from '../platform/folders.ts';

/** A token made by `abs token create`. Only its hash is stored. */
export interface ListedToken {
  readonly id: number;
  /** Name chosen by the creator of the token; unique. */
  readonly name: string;
  /** ID of the user whom the token authenticates. */
  readonly user: number;
  /** SHA-256 of the token in UTF-8, 32 bytes. */
  readonly sha256: Uint8Array;
  /** UTC milliseconds, as all times here. */
  readonly created: number;
  readonly expires: number | undefined;
  /** Approximate time of the last use; undefined if never used. */
  readonly lastUsed: number | undefined;
}

/** Tokens of a data folder, in a file of their own, because they belong to a service and not to its catalogue. */
export interface TokenList extends Disposable {
  /** Returns a number that changes when any process adds or removes a token. Cheap enough for every request. */
  state(): number;
  all(): readonly ListedToken[];
  /** Adds a token; returns false if the name is taken. */
  add(token: Omit<ListedToken, 'id' | 'lastUsed'>): boolean;
  /** Removes a token and returns it; undefined if none has this name. */
  remove(name: string): ListedToken | undefined;
  /** Records a use, without a change of `state`. */
  touch(id: number, time: number): void;
}

/** Most tokens in a list: every presented token is compared with each of them. */
export const MOST_TOKENS = 10_000;

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

/** Opens the list of a data folder; creates it if necessary. */
export function openTokenList(directory: string): TokenList {
  makeFolder(directory);
  const database = new DatabaseSync(join(directory, 'tokens.sqlite'), { timeout: 10_000 });
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
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
    all: () => all.all().map(readToken),
    add: ({ name, user, sha256, created, expires }) =>
      change(() => {
        const count = Number(database.prepare('SELECT count(*) AS count FROM tokens').get()?.['count']);
        if (count >= MOST_TOKENS) throw new Error(`there are ${count} tokens; revoke those that nobody needs`);
        const { changes } = database
          .prepare(
            'INSERT INTO tokens (name, user, sha256, created, expires) VALUES (?, ?, ?, ?, ?) ON CONFLICT (name) DO NOTHING',
          )
          .run(name, user, sha256, created, expires ?? null);
        return changes === 1;
      }),
    remove: (name) =>
      change(() => {
        const [row] = database.prepare('DELETE FROM tokens WHERE name = ? RETURNING *').all(name);
        return row && readToken(row);
      }),
    touch: (id, time) => {
      // A power failure may lose the record of a use; waiting for the disk would delay requests.
      database.exec('PRAGMA synchronous = NORMAL');
      database.prepare('UPDATE tokens SET last_used = ? WHERE id = ?').run(time, id);
      database.exec('PRAGMA synchronous = FULL');
    },
    [Symbol.dispose]: () => database.close(),
  };
}

function readToken(row: Readonly<Record<string, unknown>>): ListedToken {
  const time = (value: unknown) => (value === null ? undefined : Number(value));
  return {
    id: Number(row['id']),
    name: String(row['name']),
    user: Number(row['user']),
    sha256: row['sha256'] as Uint8Array,
    created: Number(row['created']),
    expires: time(row['expires']),
    lastUsed: time(row['last_used']),
  };
}
