import { randomUUID } from 'node:crypto';
import { openBatchedWriter } from '../../../../core/src/concurrency/batched-writer.ts';
import { type ImportLock, ImportLockLost, type Imports } from '../imports.ts';
import type { SqlQuery } from '../sql/sql.ts';
import type { Postgres } from './database.ts';

/** Key of the advisory lock that an import holds; any other number would do. */
const IMPORT_LOCK = 4_702_111_235;
/** Interval of the statements that keep the lock's transaction alive, in milliseconds. */
const BEAT_MS = 30_000;

/**
 * Coordinates the imports of all nodes. The lock lasts as long as its transaction, which poolers never share, and which
 * the server ends when the process or its connection dies.
 */
export function openPostgresImports(database: Postgres): Imports {
  const { query, queryWithoutSync } = database;
  return {
    tryLock: async () => {
      await using stack = new AsyncDisposableStack();
      const transaction = stack.use(await database.begin('write'));
      const [row] = await transaction.query('SELECT pg_try_advisory_xact_lock($1)', [IMPORT_LOCK]);
      if (row?.[0] !== true) return undefined;
      const holder = randomUUID();
      // Waits for a transaction of the last holder that is about to commit, and makes its later ones fail.
      await query('UPDATE import_holder SET holder = $1', [holder]);
      const losing = new AbortController();
      const confirm = async (): Promise<void> => {
        try {
          await transaction.query('SELECT 1');
        } catch (cause) {
          const error = new ImportLockLost({ cause });
          losing.abort(error);
          throw error;
        }
      };
      const beat = setInterval(() => {
        confirm().catch(() => clearInterval(beat));
      }, BEAT_MS);
      beat.unref();
      stack.defer(() => clearInterval(beat));
      const owned = stack.move();
      return { holder, lost: losing.signal, confirm, [Symbol.asyncDispose]: () => owned.disposeAsync() };
    },
    openJournal: async () => {
      const id = randomUUID();
      await query('INSERT INTO journals VALUES ($1)', [id]);
      return {
        add: openBatchedWriter(async (keys) => {
          // An import adds each of its originals, and a record that is lost leaves one unused file.
          const journals = await queryWithoutSync(
            `WITH journal AS (SELECT id FROM journals WHERE id = $1), added AS (
               INSERT INTO journal_keys SELECT id, unnest($2::text[]) FROM journal ON CONFLICT (journal, key) DO NOTHING
             ) SELECT FROM journal`,
            [id, keys],
          );
          if (journals.length === 0) throw new ImportLockLost();
          return keys.map(() => undefined);
        }),
        remove: () => remove(id),
        [Symbol.asyncDispose]: async () => {},
      };
    },
    leftJournals: async () =>
      (await query('SELECT id::text FROM journals')).map(([id]) => ({
        keys: async () =>
          (await query('SELECT key FROM journal_keys WHERE journal = $1', [id])).map(([key]) => String(key)),
        remove: () => remove(String(id)),
      })),
  };

  async function remove(id: string): Promise<void> {
    await query('DELETE FROM journals WHERE id = $1', [id]);
  }
}

/**
 * Holds the lock until the transaction ends: the next import waits that long. Call it just before the commit. Throws
 * ImportLockLost if another import has had the lock since.
 */
export async function holdImportLock(query: SqlQuery, { holder }: Pick<ImportLock, 'holder'>): Promise<void> {
  const held = await query('SELECT FROM import_holder WHERE holder = $1 FOR SHARE', [holder]);
  if (held.length === 0) throw new ImportLockLost();
}
