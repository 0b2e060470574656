import { resolve } from 'node:path';
import { inspectPostgres, type PostgresFacts } from '../../catalogue/postgres/inspect.ts';
import { inspectSqlite } from '../../catalogue/sqlite/inspect.ts';
import type { Config } from '../../config/settings.ts';
import { comparableSettings, disagreements } from '../comparable-settings.ts';
import { unknownNames } from '../settings-warnings.ts';
import { openExistingStorage } from '../storage.ts';
import { threadCount } from '../thread-count.ts';
import { refersToCatalogue } from '../unknown-names.ts';
import { clockFindings, type Diagnosis, shownBytes, shownTime } from './diagnosis.ts';

/** Round trip to the database above which each answer that no cache has is noticeably slower. */
const SLOW_TRIP_MS = 10;
/** Threads with connections of their own besides the HTTP threads: the main thread, and that of the search index. */
const OTHER_THREADS = 2;

/** Looks at the catalogue, without converting it. */
export async function* checkCatalogue(config: Config): AsyncGenerator<Diagnosis> {
  const { url } = config.catalogue;
  if (url === null) return yield* checkSqlite(config);
  const facts = await inspectPostgres({ ...config.catalogue, caFile: config.caFile, url });
  yield* checkServer(facts, config);
  yield* checkTables(facts, config);
}

async function* checkSqlite(config: Config): AsyncGenerator<Diagnosis> {
  const part = 'catalogue';
  const { data } = config;
  const facts = inspectSqlite(data);
  if (!facts) {
    const remedy = 'import something, or check the setting data';
    yield { part, state: 'warning', text: `there is no catalogue in ${resolve(data)} yet`, remedy };
    return;
  }
  yield { part, state: 'ok', text: `SQLite, ${shownBytes(facts.bytes)}: ${contentsText(facts)}` };
  yield* schemaFindings(part, facts.missingMigrations);
  yield* nameFindings(config, facts.missingMigrations);
}

/** Warns of names in the settings that the catalogue lacks, where looking doesn't convert it. */
async function* nameFindings(config: Config, missingMigrations: number): AsyncGenerator<Diagnosis> {
  if (missingMigrations !== 0 || !refersToCatalogue(config)) return;
  await using storage = await openExistingStorage(config);
  for (const text of await unknownNames(config, storage)) yield { part: 'settings', state: 'warning', text };
}

const PART = 'database';

function* checkServer(facts: PostgresFacts, config: Config): Generator<Diagnosis> {
  const { name, version, roundTripMilliseconds: trip, isEncrypted, standbys, bytes } = facts;
  const standbyText = standbys === 0 ? '' : `, ${standbys} standbys`;
  const connection = isEncrypted ? 'encrypted' : 'not encrypted';
  yield {
    part: PART,
    state: 'ok',
    text: `PostgreSQL ${version} at ${name}, ${connection}${standbyText}, ${shownBytes(bytes)}, round trip ${shownTime(trip)}`,
  };
  if (facts.isStandby) {
    const remedy = 'name the primary in catalogue.url';
    yield { part: PART, state: 'problem', text: 'the server takes no writes: it is a standby or read-only', remedy };
  }
  if (Number.parseInt(version, 10) < 15) {
    yield { part: PART, state: 'problem', text: `PostgreSQL ${version} is too old`, remedy: 'use 15 or newer' };
  }
  if (facts.encoding !== 'UTF8') {
    const remedy = "create the database with ENCODING 'UTF8'";
    yield { part: PART, state: 'problem', text: `the encoding is ${facts.encoding}`, remedy };
  }
  if (facts.lackingRights.length > 0) {
    const remedy = 'make the user the owner of the database and of its tables';
    yield { part: PART, state: 'problem', text: `the user lacks ${facts.lackingRights.join(', ')}`, remedy };
  }
  if (trip > SLOW_TRIP_MS) {
    const remedy = 'run the node closer to the database';
    yield { part: PART, state: 'warning', text: `a round trip takes ${shownTime(trip)}`, remedy };
  }
  const threads = threadCount(config.threads);
  const needed = (threads + OTHER_THREADS) * config.catalogue.connections + threads;
  if (needed > facts.maxConnections) {
    const text = `one node may use ${needed} connections, and the server allows ${facts.maxConnections} in all`;
    const remedy = 'lower catalogue.connections, raise max_connections, or put a pooler in between';
    yield { part: PART, state: 'warning', text, remedy };
  }
  yield* clockFindings(PART, facts.clockMilliseconds);
}

async function* checkTables({ tables }: PostgresFacts, config: Config): AsyncGenerator<Diagnosis> {
  if (!tables) {
    const remedy = 'the first start or import makes them';
    yield { part: 'catalogue', state: 'warning', text: 'the database has no tables yet', remedy };
    return;
  }
  yield { part: 'catalogue', state: 'ok', text: contentsText(tables) };
  yield* schemaFindings('catalogue', tables.missingMigrations);
  yield* nameFindings(config, tables.missingMigrations);
  for (const text of tables.agreement ? disagreements(comparableSettings(config), tables.agreement) : []) {
    yield { part: 'nodes', state: 'warning', text, remedy: 'use the same configuration on all nodes' };
  }
}

function* schemaFindings(part: string, missingMigrations: number): Generator<Diagnosis> {
  if (missingMigrations < 0) {
    const remedy = 'update this program';
    yield { part, state: 'problem', text: 'the catalogue was made by a newer version of the program', remedy };
  }
  if (missingMigrations > 0) {
    const remedy = 'make a backup first: older versions then refuse it';
    yield {
      part,
      state: 'warning',
      text: 'the next start converts the catalogue to the format of this version',
      remedy,
    };
  }
}

function contentsText(facts: { readonly assets: number; readonly originals: number; readonly originalBytes: number }) {
  return `${facts.assets} assets with ${facts.originals} originals of ${shownBytes(facts.originalBytes)}`;
}
