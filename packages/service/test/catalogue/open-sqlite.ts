import { DatabaseSync } from 'node:sqlite';
import { temporaryFolder } from '../../../core/test/support/temporary-folder.ts';
import { openCatalogue } from '../../src/catalogue/sqlite/catalogue.ts';
import { databasePath } from '../../src/catalogue/sqlite/database.ts';
import { openEndedSessions } from '../../src/catalogue/sqlite/ended-sessions.ts';
import { openIndexSource } from '../../src/catalogue/sqlite/index-source.ts';
import { openPins } from '../../src/catalogue/sqlite/pins.ts';
import { openReviews } from '../../src/catalogue/sqlite/review-reads.ts';
import { openCatalogueWriter } from '../../src/catalogue/sqlite/writer.ts';

/** Opens an empty catalogue in a folder of its own, in every way. */
export async function openSqlite({ lockWaitSeconds = 60, now }: { lockWaitSeconds?: number; now?: () => number } = {}) {
  await using stack = new AsyncDisposableStack();
  const { path: directory } = stack.use(temporaryFolder());
  const writer = stack.use(openCatalogueWriter({ directory, lockWaitSeconds }));
  const catalogue = stack.use(openCatalogue({ directory, ...(now && { now }) }));
  const pins = stack.use(openPins({ directory }));
  const ended = stack.use(openEndedSessions({ directory }));
  const reviews = stack.use(openReviews({ directory }));
  const source = stack.use(openIndexSource({ directory }));
  /** Runs statements as another process does, without notice to this thread. */
  const run = (sql: string) => {
    using database = new DatabaseSync(databasePath(directory));
    database.exec(sql);
  };
  const owned = stack.move();
  return {
    directory,
    writer,
    catalogue,
    pins,
    ended,
    reviews,
    source,
    run,
    /** Trims the change log to the last revision. */
    forget: async () => run('DELETE FROM changes WHERE revision < (SELECT revision FROM state)'),
    /** Forgets the commits after a revision, as a restore of a backup does. */
    goBack: async (revision: number) =>
      run(`DELETE FROM changes WHERE revision > ${revision}; UPDATE state SET revision = ${revision}`),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
