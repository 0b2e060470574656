/** Opens the stores that the settings name. Nothing else names an adapter of the catalogue or of the originals. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { TokenList } from '../auth/token-list.ts';
import { openTokenListInFolder } from '../auth/token-list-folder.ts';
import type { Catalogue, CatalogueWriter } from '../catalogue/catalogue.ts';
import type { Imports } from '../catalogue/imports.ts';
import type { IndexSource } from '../catalogue/index-source.ts';
import type { People, PeopleWriter } from '../catalogue/people.ts';
import { openCatalogue } from '../catalogue/sqlite/catalogue.ts';
import { databasePath } from '../catalogue/sqlite/database.ts';
import { openImportsInFolder } from '../catalogue/sqlite/imports.ts';
import { openIndexSource } from '../catalogue/sqlite/index-source.ts';
import { openPeople } from '../catalogue/sqlite/people.ts';
import { verifyCatalogue } from '../catalogue/sqlite/verify.ts';
import { openCatalogueWriter } from '../catalogue/sqlite/writer.ts';
import type { Config } from '../config/settings.ts';
import type { SharedFiles } from '../media/derived/shared-files.ts';
import { openDerivedS3 } from '../media/derived/shared-files-s3.ts';
import { openOriginalsFolder } from '../originals/folder.ts';
import type { Originals } from '../originals/originals.ts';
import { openOriginalsS3 } from '../originals/s3.ts';
import type { S3Settings } from '../platform/s3/s3-settings.ts';

/** The settings that say which stores there are; plain data, so that it can be sent to other threads. */
export interface StorageSettings extends Partial<Pick<Config, 'catalogue' | 'originals' | 'derived'>> {
  /** The data folder, which holds every store without an address of its own. */
  readonly data: string;
  /** Replaces the catalogue's own default language. */
  readonly defaultLanguage?: string | null;
}

/** The stores of a service. Each is opened when it is first used; disposing closes all. */
export interface Storage extends AsyncDisposable {
  readonly catalogue: Catalogue;
  readonly writer: CatalogueWriter & PeopleWriter;
  readonly people: People;
  readonly originals: Originals;
  /** Derived files that nodes share; undefined if each keeps its own. */
  readonly sharedFiles: SharedFiles | undefined;
  readonly indexSource: IndexSource;
  /** The tokens that `abs token` makes. */
  readonly tokens: TokenList;
  readonly imports: Imports;
  /** Describes the problems of the catalogue itself, in one sentence each. */
  verifyCatalogue(): Promise<readonly string[]>;
  /** Identifies the catalogue. One put in its place has another identity, even with the same revision. */
  identity(): Promise<string>;
}

/** The stores of a service that belong to its catalogue. */
type CatalogueStores = { readonly [Name in LazyName]: () => Storage[Name] } & Pick<
  Storage,
  'imports' | 'verifyCatalogue' | 'identity'
>;
type LazyName = 'catalogue' | 'writer' | 'people' | 'indexSource' | 'tokens';

/** Returns the settings of the stores alone. */
export function storageSettings({ data, defaultLanguage, catalogue, originals, derived }: Config): StorageSettings {
  return { data, defaultLanguage, catalogue, originals, derived };
}

/** Opens the stores. Creates what is missing when it is used. */
export async function openStorage(settings: StorageSettings): Promise<Storage> {
  const stack = new AsyncDisposableStack();
  const opened = <T extends AsyncDisposable | undefined>(open: () => T): (() => T) => {
    let part: T | undefined;
    return () => {
      part ??= stack.use(open());
      return part;
    };
  };
  const stores = storesInFolder(settings);
  const catalogue = opened(stores.catalogue);
  const writer = opened(stores.writer);
  const people = opened(stores.people);
  const indexSource = opened(stores.indexSource);
  const tokens = opened(stores.tokens);
  const originals = opened(() => openOriginals(settings));
  const sharedFiles = opened(() => openSharedFiles(settings));
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
    imports: stores.imports,
    verifyCatalogue: stores.verifyCatalogue,
    identity: stores.identity,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/**
 * Opens the stores of a catalogue that exists. Rejects if there is none, so that a command that only reads doesn't create
 * one at a mistyped path.
 */
export async function openExistingStorage(settings: StorageSettings): Promise<Storage> {
  const { data } = settings;
  const found = statSync(databasePath(data), { throwIfNoEntry: false });
  // Opening an empty file would also create a catalogue.
  if (!found || found.size === 0) throw new Error(`there is no catalogue in ${data}`);
  return await openStorage(settings);
}

function openOriginals({ data, originals }: StorageSettings): Originals {
  if (!originals?.url) return openOriginalsFolder({ directory: join(data, 'originals') });
  return openOriginalsS3({
    s3: s3Settings({ urlSetting: 'originals.url', url: originals.url }, originals),
    directory: join(data, 'originals-cache'),
    megabytes: originals.cacheMegabytes,
  });
}

function openSharedFiles({ originals, derived }: StorageSettings): SharedFiles | undefined {
  if (!originals || !derived?.url) return undefined;
  return openDerivedS3({ s3: s3Settings({ urlSetting: 'derived.url', url: derived.url }, originals) });
}

/** Returns what requests to a bucket need. The server and the key are the same for all buckets. */
function s3Settings(
  bucket: Pick<S3Settings, 'url' | 'urlSetting'>,
  { endpoint, region, pathStyle, accessKeyId, secretAccessKeyFile, caFile }: Config['originals'],
): S3Settings {
  if (accessKeyId === null || secretAccessKeyFile === null) {
    throw new Error(
      `originals.accessKeyId: ${bucket.urlSetting} needs an access key; AWS_ACCESS_KEY_ID gives one, too`,
    );
  }
  const key = { accessKeyId, secretAccessKey: secretAccessKeyFile.text, ca: caFile?.text };
  return { ...bucket, endpoint, region, pathStyle, ...key };
}

function storesInFolder({ data, defaultLanguage }: StorageSettings): CatalogueStores {
  const at = { directory: data, ...(typeof defaultLanguage === 'string' ? { defaultLanguage } : {}) };
  return {
    catalogue: () => openCatalogue(at),
    writer: () => openCatalogueWriter(at),
    people: () => openPeople(at),
    indexSource: () => openIndexSource(at),
    tokens: () => openTokenListInFolder(data),
    imports: openImportsInFolder(data),
    verifyCatalogue: async () => verifyCatalogue(data),
    identity: async () => catalogueIdentity(data),
  };
}

/** Identifies the SQLite database of a data folder, which must exist. */
export function catalogueIdentity(data: string): string {
  const { ino, birthtimeNs } = statSync(databasePath(data), { bigint: true });
  return `${ino}-${birthtimeNs}`;
}
