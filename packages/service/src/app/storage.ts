/** Opens the stores that the settings name. Nothing else names an adapter of the catalogue or of the originals. */
import { join } from 'node:path';
import type { TokenList } from '../auth/token-list.ts';
import type { Catalogue, CatalogueWriter } from '../catalogue/catalogue.ts';
import type { IndexSource } from '../catalogue/index-source.ts';
import type { People, PeopleWriter } from '../catalogue/people.ts';
import type { Config } from '../config/settings.ts';
import type { SharedFiles } from '../media/derived/shared-files.ts';
import { openDerivedS3 } from '../media/derived/shared-files-s3.ts';
import { openOriginalsFolder } from '../originals/folder.ts';
import type { Originals } from '../originals/originals.ts';
import { openOriginalsS3 } from '../originals/s3.ts';
import { newS3Counts, type S3Counts } from '../platform/s3/s3-counts.ts';
import type { S3Settings } from '../platform/s3/s3-settings.ts';
import type { CatalogueSettings, CatalogueStores } from './catalogue-stores.ts';
import { openCatalogueStores } from './open-catalogue-stores.ts';

/** The settings that say which stores there are; plain data, so that it can be sent to other threads. */
export interface StorageSettings extends CatalogueSettings, Partial<Pick<Config, 'originals' | 'derived'>> {}

/** Requests to S3 by the store that they were sent to; stores that are not in S3 are missing. */
export type StoreCounts = Readonly<Partial<Record<'originals' | 'derived', S3Counts>>>;

/** The stores of a service. Each is opened when it is first used; disposing closes all. */
export interface Storage
  extends Pick<CatalogueStores, 'imports' | 'verifyCatalogue' | 'identity' | 'databaseState' | 'agree'>,
    AsyncDisposable {
  readonly catalogue: Catalogue;
  readonly writer: CatalogueWriter & PeopleWriter;
  readonly people: People;
  readonly originals: Originals;
  /** Derived files that nodes share; undefined if each keeps its own. */
  readonly sharedFiles: SharedFiles | undefined;
  readonly indexSource: IndexSource;
  readonly tokens: TokenList;
  readonly storeCounts: StoreCounts;
}

/** Returns the settings of the stores alone. */
export function storageSettings({ data, defaultLanguage, catalogue, originals, derived }: Config): StorageSettings {
  return { data, defaultLanguage, catalogue, originals, derived };
}

/** Opens the stores. Creates what is missing when it is used. */
export async function openStorage(settings: StorageSettings): Promise<Storage> {
  return storageOf(await openCatalogueStores(settings), settings);
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

function storageOf(stores: CatalogueStores, settings: StorageSettings): Storage {
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
  const people = opened(stores.people);
  const indexSource = opened(stores.indexSource);
  const tokens = opened(stores.tokens);
  const storeCounts = {
    ...(settings.originals?.url ? { originals: newS3Counts() } : {}),
    ...(settings.derived?.url ? { derived: newS3Counts() } : {}),
  };
  const originals = opened(() => openOriginals(settings, storeCounts));
  const sharedFiles = opened(() => openSharedFiles(settings, storeCounts));
  return {
    get catalogue() {
      return catalogue();
    },
    get writer() {
      return writer();
    },
    get people() {
      return people();
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
    imports: stores.imports,
    verifyCatalogue: stores.verifyCatalogue,
    identity: stores.identity,
    databaseState: stores.databaseState,
    agree: stores.agree,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

function openOriginals({ data, originals }: StorageSettings, { originals: counts }: StoreCounts): Originals {
  if (!originals?.url) return openOriginalsFolder({ directory: join(data, 'originals') });
  return openOriginalsS3({
    s3: s3Settings('originals.url', originals.url, originals),
    directory: join(data, 'originals-cache'),
    megabytes: originals.cacheMegabytes,
    counts,
  });
}

function openSharedFiles(
  { originals, derived }: StorageSettings,
  { derived: counts }: StoreCounts,
): SharedFiles | undefined {
  if (!originals || !derived?.url) return undefined;
  return openDerivedS3({
    s3: s3Settings('derived.url', derived.url, originals),
    counts,
  });
}

/** Returns what requests to a bucket need. The server and the key are the same for all buckets. */
function s3Settings(
  urlSetting: 'originals.url' | 'derived.url',
  url: string,
  { endpoint, region, pathStyle, accessKeyId, secretAccessKeyFile, sessionTokenFile, caFile }: Config['originals'],
): S3Settings {
  if (accessKeyId === null || secretAccessKeyFile === null) {
    throw new Error(`originals.accessKeyId: ${urlSetting} needs an access key; AWS_ACCESS_KEY_ID gives one, too`);
  }
  return {
    url,
    endpoint,
    region,
    pathStyle,
    accessKeyId,
    secretAccessKey: secretAccessKeyFile.text,
    sessionToken: sessionTokenFile?.text,
    ca: caFile?.text,
    names: {
      url: urlSetting,
      endpoint: 'originals.endpoint',
      region: 'originals.region',
      accessKeyId: 'originals.accessKeyId',
      secretAccessKey: 'originals.secretAccessKeyFile',
      ca: 'originals.caFile',
    },
  };
}
