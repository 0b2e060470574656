import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFolder } from '../platform/folders.ts';

/** A token that `abs token create` made. The token itself is nowhere. */
export interface ListedToken {
  readonly id: number;
  /** Given by whoever made it; no two have the same. */
  readonly name: string;
  /** ID of the user that it stands for. */
  readonly user: number;
  /** SHA-256 of the token in UTF-8, 32 bytes. */
  readonly sha256: Uint8Array;
  /** UTC milliseconds, as all times here. */
  readonly created: number;
  readonly expires: number | undefined;
  /** About when it was used last; undefined: never. */
  readonly lastUsed: number | undefined;
}

/** Tokens of a data folder, in a file of their own: they belong to a service, not to its catalogue. */
export interface TokenList extends Disposable {
  /**
   * Another number after each token that was added or removed, by whichever process. Cheap enough for every request.
   */
  state(): number;
  all(): readonly ListedToken[];
  /** False where the name is taken. */
  add(token: Omit<ListedToken, 'id' | 'lastUsed'>): boolean;
  /** The token that was removed; undefined where none has this name. */
  remove(name: string): ListedToken | undefined;
  /** Notes a use; no change of state. */
  touch(id: number, time: number): void;
}

/** Tokens that a list may hold: each is compared with every token that comes. */
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

/** Opens the list of a data folder; makes it where there is none. */
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
      // A use may be forgotten when the power fails; waiting for the disk would hold up the service.
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
