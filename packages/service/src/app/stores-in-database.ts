import { join } from 'node:path';
import { openTokenListInDatabase } from '../auth/token-list-postgres.ts';
import type { LogSettings } from '../catalogue/change-notes.ts';
import { openPostgresCatalogue } from '../catalogue/postgres/catalogue.ts';
import { readPostgresClock } from '../catalogue/postgres/clock.ts';
import { openPostgres } from '../catalogue/postgres/database.ts';
import { openPostgresEndedSessions } from '../catalogue/postgres/ended-sessions.ts';
import { openPostgresImports } from '../catalogue/postgres/imports.ts';
import { openPostgresIndexSource } from '../catalogue/postgres/index-source.ts';
import { exchangeNodeSettings } from '../catalogue/postgres/node-settings.ts';
import { openPostgresPins } from '../catalogue/postgres/pins.ts';
import { openPostgresReviews } from '../catalogue/postgres/review-reads.ts';
import { openPostgresSharedBases } from '../catalogue/postgres/shared-bases.ts';
import { verifyPostgres } from '../catalogue/postgres/verify.ts';
import { openPostgresWriter } from '../catalogue/postgres/writer.ts';
import { writtenRows } from '../catalogue/postgres/written-rows.ts';
import type { Config } from '../config/settings.ts';
import type { CatalogueStores, DefaultLanguage } from './catalogue-stores.ts';

/** Name of the file in the data folder that holds which primary this node has used. */
const TIMELINE_FILE = 'catalogue.timeline';
/** How often the server is asked for its time at each look; one of the answers may have waited for something. */
const CLOCK_QUESTIONS = 3;

/** Opens the stores of a catalogue in a database that nodes share. `data` is the folder of this node. */
export function storesInDatabase(
  settings: Config['catalogue'] & Pick<Config, 'caFile'> & { readonly url: string },
  { data, log = {}, ...language }: DefaultLanguage & { readonly data: string; readonly log?: LogSettings },
): CatalogueStores {
  const { freshness, lagMilliseconds } = settings;
  const postgres = openPostgres({ ...settings, timelineFile: join(data, TIMELINE_FILE) });
  const bounded = { kind: 'bounded', lagMilliseconds } as const;
  return {
    catalogue: () =>
      openPostgresCatalogue({
        postgres,
        freshness: freshness === 'strict' ? { kind: 'strict' } : bounded,
        ...language,
      }),
    writer: () => openPostgresWriter(postgres, log),
    pins: () => openPostgresPins(postgres),
    endedSessions: () =>
      openPostgresEndedSessions(postgres, { lagMilliseconds: freshness === 'strict' ? 0 : lagMilliseconds }),
    reviews: () => openPostgresReviews(postgres),
    indexSource: () => openPostgresIndexSource(postgres, language),
    tokens: () => openTokenListInDatabase(postgres, { lagMilliseconds }),
    imports: openPostgresImports(postgres),
    sharedBases: openPostgresSharedBases(postgres),
    verifyCatalogue: () => verifyPostgres(postgres),
    identity: async () => String((await postgres.query('SELECT identity::text FROM state'))[0]?.[0]),
    require: async () => {
      const [row] = await postgres.query('SELECT revision FROM state');
      if (Number(row?.[0]) === 0) throw new Error(`there is no catalogue in ${postgres.name}; import something first`);
    },
    writtenRows: () => writtenRows(postgres),
    databaseState: postgres.state,
    databaseClock: async () => (await readPostgresClock(postgres.query, CLOCK_QUESTIONS)).clockMilliseconds,
    exchangeSettings: (settings) => exchangeNodeSettings(postgres, settings),
    [Symbol.asyncDispose]: () => postgres[Symbol.asyncDispose](),
  };
}
