/** Opens the stores that the settings name. Nothing else names an adapter of the catalogue or of the originals. */
import { join } from 'node:path';
import type { IndexSource } from '../../../columnar/src/index-source.ts';
import { openOriginalsFolder } from '../../../core/src/originals/folder.ts';
import { type Originals, OriginalsUnreachable } from '../../../core/src/originals/originals.ts';
import { openOriginalsS3, type S3Originals } from '../../../core/src/originals/s3.ts';
import { newS3Counts, type S3Counts } from '../../../core/src/platform/s3/s3-counts.ts';
import { S3Error } from '../../../core/src/platform/s3/s3-errors.ts';
import { SharedFiles, SharedFilesUnreachable } from '../../../media/src/derived/shared-files.ts';
import type { TokenList } from '../auth/token-list.ts';
import type { Catalogue, CatalogueWriter } from '../catalogue/catalogue.ts';
import type { EndedSessions, EndedSessionsWriter } from '../catalogue/ended-sessions.ts';
import { ConfigError } from '../config/problems.ts';
import type { Config } from '../config/settings.ts';
import type { Pins, PinsWriter } from '../pins/store/pin-store.ts';
import type { Reviews, ReviewsWriter } from '../reviews/store/review-store.ts';
import type { HasWebhookStates } from '../webhooks/store/webhook-state.ts';
import { bucketSettings, derivedBucket } from './buckets.ts';
import type { CatalogueSettings, CatalogueStores } from './catalogue-stores.ts';
import { openCatalogueStores } from './open-catalogue-stores.ts';

/** Copies of originals that decoders need at the moment must fit, even where no picture is kept. */
const MIN_CACHE_MEGABYTES = 64;

/** The settings that say which stores there are; plain data, so that it can be sent to other threads. */
export interface StorageSettings
  extends CatalogueSettings,
    Partial<Pick<Config, 'originals' | 'derived' | 'search' | 'render'>> {}

/** Requests to S3 and OpenSearch by the store that they were sent to; stores that are elsewhere are missing. */
export type StoreCounts = Readonly<Partial<Record<'originals' | 'derived' | 'search', S3Counts>>>;

/** The stores of a service. Each is opened when it is first used; disposing closes all. */
export interface Storage
  extends Pick<
      CatalogueStores,
      'imports' | 'verifyCatalogue' | 'identity' | 'writtenRows' | 'databaseState' | 'exchangeSettings'
    >,
    AsyncDisposable {
  readonly catalogue: Catalogue;
  readonly writer: CatalogueWriter & PinsWriter & ReviewsWriter & HasWebhookStates & EndedSessionsWriter;
  readonly pins: Pins;
  readonly endedSessions: EndedSessions;
  readonly reviews: Reviews;
  readonly originals: Originals;
  /** Derived files that nodes share; undefined if each keeps its own. */
  readonly sharedFiles: SharedFiles | undefined;
  readonly indexSource: IndexSource;
  readonly tokens: TokenList;
  readonly storeCounts: StoreCounts;
  /**
   * Asks the stores of originals and of derived files whether they can be used. Returns a sentence for each that can't be
   * reached; a retry may succeed. Rejects with ConfigError if the settings are wrong.
   */
  checkFileStores(signal: AbortSignal): Promise<readonly string[]>;
  /** The clocks of the servers that hold stores, by the name of the server; empty if the data folder holds all. */
  readonly clocks: ReadonlyMap<string, ReadClock>;
}

/** Reads a server's clock minus that of this machine, in milliseconds; undefined if the server doesn't tell it. */
export type ReadClock = (signal: AbortSignal) => Promise<number | undefined>;

/** Returns the settings of the stores alone. */
export function storageSettings({
  data,
  defaultLanguage,
  caFile,
  catalogue,
  originals,
  derived,
  search,
  render,
}: Config): StorageSettings {
  return { data, defaultLanguage, caFile, catalogue, originals, derived, search, render };
}

/** Is told what fails in a store without failing a request; default: a process warning. */
type ReportStore = (error: Error) => void;

/** Opens the stores. Creates what is missing when it is used. */
export async function openStorage(settings: StorageSettings, report?: ReportStore): Promise<Storage> {
  return storageOf(await openCatalogueStores(settings), settings, report);
}

/**
 * Opens the stores of a catalogue that exists. Rejects if there is none, so that a command that only reads doesn't create
 * one at a mistyped path.
 */
export async function openExistingStorage(settings: StorageSettings): Promise<Storage> {
  await using stack = new AsyncDisposableStack();
  const stores = stack.use(await openCatalogueStores(settings));
  await stores.require();
  stack.move();
  return storageOf(stores, settings);
}

function storageOf(stores: CatalogueStores, settings: StorageSettings, report?: ReportStore): Storage {
  const stack = new AsyncDisposableStack();
  stack.use(stores);
  const opened = <T extends AsyncDisposable | undefined>(open: () => T): (() => T) => {
    let part: T | undefined;
    return () => {
      part ??= stack.use(open());
      return part;
    };
  };
  const catalogue = opened(stores.catalogue);
  const writer = opened(stores.writer);
  const pins = opened(stores.pins);
  const endedSessions = opened(stores.endedSessions);
  const reviews = opened(stores.reviews);
  const indexSource = opened(stores.indexSource);
  const tokens = opened(stores.tokens);
  const storeCounts = {
    ...(settings.originals?.url ? { originals: newS3Counts() } : {}),
    ...(settings.derived?.url ? { derived: newS3Counts() } : {}),
    ...(settings.search?.url ? { search: newS3Counts() } : {}),
  };
  const originals = opened(() => openOriginals(settings, storeCounts, report));
  const sharedFiles = opened(() => openSharedFiles(settings, storeCounts, report));
  const clocks = new Map<string, ReadClock>();
  if (settings.catalogue?.url) clocks.set('database', stores.databaseClock);
  if (settings.originals?.url) clocks.set('S3 server', async (signal) => await clockOf(originals(), signal));
  else if (settings.derived?.url) clocks.set('S3 server', async (signal) => await clockOf(sharedFiles(), signal));
  return {
    get catalogue() {
      return catalogue();
    },
    get writer() {
      return writer();
    },
    get pins() {
      return pins();
    },
    get endedSessions() {
      return endedSessions();
    },
    get reviews() {
      return reviews();
    },
    get originals() {
      return originals();
    },
    get sharedFiles() {
      return sharedFiles();
    },
    get indexSource() {
      return indexSource();
    },
    get tokens() {
      return tokens();
    },
    storeCounts,
    clocks,
    checkFileStores: async (signal) => {
      const stores = [originals(), sharedFiles()];
      const away = await Promise.all(stores.map((store) => whyAway(store, signal)));
      return [...new Set(away.filter((sentence) => sentence !== undefined))];
    },
    imports: stores.imports,
    verifyCatalogue: stores.verifyCatalogue,
    identity: stores.identity,
    writtenRows: stores.writtenRows,
    databaseState: stores.databaseState,
    exchangeSettings: stores.exchangeSettings,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

async function clockOf(
  store: Originals | S3Originals | SharedFiles | undefined,
  signal: AbortSignal,
): Promise<number | undefined> {
  return store && 'readClock' in store ? await store.readClock(signal) : undefined;
}

/** How long a start waits for a store of files. */
const CHECK_MILLISECONDS = 10_000;

async function whyAway(
  store: Originals | S3Originals | SharedFiles | undefined,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (store === undefined || !('checkAccess' in store)) return undefined;
  const limit = AbortSignal.timeout(CHECK_MILLISECONDS);
  try {
    await store.checkAccess(AbortSignal.any([signal, limit]));
    return undefined;
  } catch (error) {
    signal.throwIfAborted();
    if (limit.aborted) return 'originals.endpoint: the S3 server does not answer';
    if (!(error instanceof OriginalsUnreachable || error instanceof SharedFilesUnreachable)) throw error;
    // Without an answer, the server may only be away.
    if (!(error.cause instanceof S3Error)) return error.message;
    const [, source = '', message = ''] = /^([^:]*): (.*)$/s.exec(error.message) ?? [];
    throw new ConfigError([{ key: '', source, message }]);
  }
}

function openOriginals(
  { data, originals, render, caFile }: StorageSettings,
  { originals: counts }: StoreCounts,
  report?: ReportStore,
): Originals | S3Originals {
  if (!originals?.url) return openOriginalsFolder({ directory: join(data, 'originals') });
  return openOriginalsS3({
    s3: bucketSettings('originals.url', originals.url, { originals, caFile }),
    directory: join(data, 'originals-cache'),
    megabytes: Math.max(MIN_CACHE_MEGABYTES, render?.storeMegabytes ?? 0),
    counts,
    ...(report ? { report } : {}),
  });
}

function openSharedFiles(
  settings: StorageSettings,
  { derived: counts }: StoreCounts,
  report?: ReportStore,
): SharedFiles | undefined {
  const s3 = derivedBucket(settings);
  return s3 && new SharedFiles({ s3, counts, ...(report && { report }) });
}
