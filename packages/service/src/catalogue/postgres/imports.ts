import { randomUUID } from 'node:crypto';
import { CatalogueUnreachable } from '../catalogue.ts';
import type { Imports } from '../imports.ts';
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
  const { query } = database;
  return {
    tryLock: async () => {
      await using stack = new AsyncDisposableStack();
      const transaction = stack.use(await database.begin('write'));
      const [row] = await transaction.query('SELECT pg_try_advisory_xact_lock($1)', [IMPORT_LOCK]);
      if (row?.[0] !== true) return undefined;
      const beat = setInterval(() => {
        // A failure means that the lock is lost, which the writes of the import will notice, too.
        transaction.query('SELECT 1').catch(() => clearInterval(beat));
      }, BEAT_MS);
      beat.unref();
      stack.defer(() => clearInterval(beat));
      return stack.move();
    },
    openJournal: async () => {
      const id = randomUUID();
      await query('INSERT INTO journals VALUES ($1)', [id]);
      return {
        add: async (key) => {
          const added = await query(
            `INSERT INTO journal_keys SELECT id, $2 FROM journals WHERE id = $1
             ON CONFLICT (journal, key) DO UPDATE SET key = excluded.key RETURNING 1`,
            [id, key],
          );
          if (added.length > 0) return;
          throw new CatalogueUnreachable('this import has lost its lock, and another one has removed its originals');
        },
        [Symbol.asyncDispose]: () => remove(id),
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
