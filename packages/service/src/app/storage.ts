/** Opens the stores of a data folder. Nothing else names an adapter of the catalogue or of the originals. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { TokenList } from '../auth/token-list.ts';
import { openTokenListInFolder } from '../auth/token-list-folder.ts';
import type { Catalogue, CatalogueWriter } from '../catalogue/catalogue.ts';
import type { IndexSource } from '../catalogue/index-source.ts';
import type { People, PeopleWriter } from '../catalogue/people.ts';
import { openCatalogue } from '../catalogue/sqlite/catalogue.ts';
import { databasePath } from '../catalogue/sqlite/database.ts';
import { openIndexSource } from '../catalogue/sqlite/index-source.ts';
import { openPeople } from '../catalogue/sqlite/people.ts';
import { verifyCatalogue } from '../catalogue/sqlite/verify.ts';
import { openCatalogueWriter } from '../catalogue/sqlite/writer.ts';
import { openOriginalsFolder } from '../originals/folder.ts';
import type { Originals } from '../originals/originals.ts';

/** Where the stores are and how to read them. */
export interface StorageSettings {
  /** The data folder. */
  readonly data: string;
  /** Replaces the catalogue's own default language. */
  readonly defaultLanguage?: string | null;
}

/** What a data folder holds. Each part is opened when it is first used; disposing closes all. */
export interface Storage extends AsyncDisposable {
  readonly catalogue: Catalogue;
  readonly writer: CatalogueWriter & PeopleWriter;
  readonly people: People;
  readonly originals: Originals;
  readonly indexSource: IndexSource;
  /** The tokens that `abs token` makes. */
  readonly tokens: TokenList;
  /** Describes the problems of the catalogue itself, in one sentence each. */
  verifyCatalogue(): readonly string[];
}

/** Opens the storage of a data folder. Creates what is missing when it is used. */
export function openStorage({ data, defaultLanguage }: StorageSettings): Storage {
  const stack = new AsyncDisposableStack();
  const opened = <T extends AsyncDisposable>(open: () => T): (() => T) => {
    let part: T | undefined;
    return () => {
      part ??= stack.use(open());
      return part;
    };
  };
  const at = { directory: data, ...(typeof defaultLanguage === 'string' ? { defaultLanguage } : {}) };
  const catalogue = opened(() => openCatalogue(at));
  const writer = opened(() => openCatalogueWriter(at));
  const people = opened(() => openPeople(at));
  const originals = opened(() => openOriginalsFolder({ directory: join(data, 'originals') }));
  const indexSource = opened(() => openIndexSource(at));
  const tokens = opened(() => openTokenListInFolder(data));
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
    get indexSource() {
      return indexSource();
    },
    get tokens() {
      return tokens();
    },
    verifyCatalogue: () => verifyCatalogue(data),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/**
 * Throws if the data folder contains no catalogue, so that a command that only reads doesn't create one at a mistyped
 * path.
 */
export function requireCatalogue({ data }: { readonly data: string }): void {
  const found = statSync(databasePath(data), { throwIfNoEntry: false });
  // Opening an empty file would also create a catalogue.
  if (!found || found.size === 0) throw new Error(`there is no catalogue in ${data}`);
}

/** Identifies the catalogue of a data folder. One put in its place has another identity, even with the same revision. */
export function catalogueIdentity(data: string): string {
  const { ino, birthtimeNs } = statSync(databasePath(data), { bigint: true });
  return `${ino}-${birthtimeNs}`;
}
