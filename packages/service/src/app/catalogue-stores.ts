/** The stores that belong to the catalogue, and those in a data folder. */
import { statSync } from 'node:fs';
import type { IndexSource } from '../../../columnar/src/index-source.ts';
import type { SharedBases } from '../../../columnar/src/shared-bases.ts';
import type { TokenList } from '../auth/token-list.ts';
import { openTokenListInFolder } from '../auth/token-list-folder.ts';
import type { Catalogue, CatalogueWriter } from '../catalogue/catalogue.ts';
import type { LogSettings } from '../catalogue/change-notes.ts';
import type { DatabaseState } from '../catalogue/database-state.ts';
import type { EndedSessions, EndedSessionsWriter } from '../catalogue/ended-sessions.ts';
import type { Imports } from '../catalogue/imports.ts';
import { openCatalogue } from '../catalogue/sqlite/catalogue.ts';
import { databasePath } from '../catalogue/sqlite/database.ts';
import { openEndedSessions } from '../catalogue/sqlite/ended-sessions.ts';
import { openImportsInFolder } from '../catalogue/sqlite/imports.ts';
import { openIndexSource } from '../catalogue/sqlite/index-source.ts';
import { openPins } from '../catalogue/sqlite/pins.ts';
import { openReviews } from '../catalogue/sqlite/review-reads.ts';
import { verifyCatalogue } from '../catalogue/sqlite/verify.ts';
import { openCatalogueWriter } from '../catalogue/sqlite/writer.ts';
import type { Config } from '../config/settings.ts';
import type { Pins, PinsWriter } from '../pins/store/pin-store.ts';
import type { Reviews, ReviewsWriter } from '../reviews/store/review-store.ts';
import type { HasWebhookStates } from '../webhooks/store/webhook-state.ts';

/** The settings that say where the catalogue is. */
export interface CatalogueSettings extends Partial<Pick<Config, 'catalogue' | 'caFile' | 'changes' | 'endpoints'>> {
  /** The data folder. */
  readonly data: string;
  /** Replaces the catalogue's own default language. */
  readonly defaultLanguage?: string | null;
}

/** Opens each store of a catalogue. The caller disposes of what a method returns, and of the whole after that. */
export interface CatalogueStores extends AsyncDisposable {
  catalogue(): Catalogue;
  writer(): CatalogueWriter & PinsWriter & ReviewsWriter & HasWebhookStates & EndedSessionsWriter;
  pins(): Pins;
  endedSessions(): EndedSessions;
  reviews(): Reviews;
  indexSource(): IndexSource;
  /** The tokens that `abs token` makes. */
  tokens(): TokenList;
  readonly imports: Imports;
  /** Undefined for a catalogue in the data folder. */
  readonly sharedBases: SharedBases | undefined;
  /** Describes the problems of the catalogue itself, in one sentence each. */
  verifyCatalogue(): Promise<readonly string[]>;
  /** Identifies the catalogue. One put in its place has another identity, even with the same revision. */
  identity(): Promise<string>;
  /**
   * Returns a fingerprint of what is written in the catalogue and the list of tokens: two are equal only if nothing was written in
   * between. Undefined for a catalogue in the data folder.
   */
  writtenRows(): Promise<string | undefined>;
  /** Undefined for a catalogue in the data folder. */
  databaseState(): DatabaseState | undefined;
  /** Server's clock minus that of this machine in milliseconds; undefined for a catalogue in the data folder. */
  databaseClock(): Promise<number | undefined>;
  /** Rejects if there is no catalogue. */
  require(): Promise<void>;
  /**
   * Replaces the settings that the nodes of the catalogue have in common, and returns those of the node that started
   * before; undefined if no other node can use this catalogue.
   */
  exchangeSettings(settings: Readonly<Record<string, string>>): Promise<Readonly<Record<string, string>> | undefined>;
}

/** Replaces the default language of the catalogue itself. */
export interface DefaultLanguage {
  readonly defaultLanguage?: string;
}

/** Opens the stores of a catalogue in a data folder. */
export function storesInFolder(data: string, language: DefaultLanguage, log?: LogSettings): CatalogueStores {
  const at = { directory: data, ...language };
  return {
    catalogue: () => openCatalogue(at),
    writer: () => openCatalogueWriter({ ...at, ...log }),
    pins: () => openPins(at),
    endedSessions: () => openEndedSessions(at),
    reviews: () => openReviews(at),
    indexSource: () => openIndexSource(at),
    tokens: () => openTokenListInFolder(data),
    imports: openImportsInFolder(data),
    sharedBases: undefined,
    verifyCatalogue: () => verifyCatalogue(data),
    identity: async () => catalogueIdentity(data),
    require: async () => {
      const found = statSync(databasePath(data), { throwIfNoEntry: false });
      // Opening an empty file would also create a catalogue.
      if (!found || found.size === 0) throw new Error(`there is no catalogue in ${data}`);
    },
    writtenRows: async () => undefined,
    databaseState: () => undefined,
    databaseClock: async () => undefined,
    exchangeSettings: async () => undefined,
    [Symbol.asyncDispose]: async () => {},
  };
}

/** Identifies the SQLite database of a data folder, which must exist. */
export function catalogueIdentity(data: string): string {
  const { ino, birthtimeNs } = statSync(databasePath(data), { bigint: true });
  return `${ino}-${birthtimeNs}`;
}
