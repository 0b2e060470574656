import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalogue, CatalogueWriter } from '../catalogue/catalogue.ts';
import type { People } from '../catalogue/people.ts';
import { openCatalogue } from '../catalogue/sqlite/catalogue.ts';
import { databasePath } from '../catalogue/sqlite/database.ts';
import { openPeople } from '../catalogue/sqlite/people.ts';
import { verifyCatalogue } from '../catalogue/sqlite/verify.ts';
import { openCatalogueWriter } from '../catalogue/sqlite/writer.ts';
import { openOriginalsFolder } from '../originals/folder.ts';
import type { Originals } from '../originals/originals.ts';

/** What a data folder holds. Each part is opened when it is first used; disposing closes all. */
export interface Storage extends AsyncDisposable {
  /** The catalogue as it is stored, with its own default language. */
  readonly catalogue: Catalogue;
  readonly writer: CatalogueWriter;
  readonly people: People;
  readonly originals: Originals;
  /** Describes the problems of the catalogue itself, in one sentence each. */
  verifyCatalogue(): readonly string[];
}

/** Opens the storage of a data folder. Creates what is missing when it is used. */
export function openStorage({ data }: { readonly data: string }): Storage {
  const stack = new AsyncDisposableStack();
  const opened = <T extends AsyncDisposable>(open: () => T): (() => T) => {
    let part: T | undefined;
    return () => {
      part ??= stack.use(open());
      return part;
    };
  };
  const catalogue = opened(() => openCatalogue({ directory: data }));
  const writer = opened(() => openCatalogueWriter({ directory: data }));
  const people = opened(() => openPeople({ directory: data }));
  const originals = opened(() => openOriginalsFolder({ directory: join(data, 'originals') }));
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
