import type { Originals } from '../../../../core/src/originals/originals.ts';
import type { UsedFile } from '../files-in-use.ts';

/** What the databases of a backup say of the catalogue. */
export interface Saved {
  readonly revision: number;
  /** The same in all states of a catalogue, and in no other. */
  readonly key: string;
  /** Files of all versions and icons, by SHA-256. */
  readonly files: ReadonlyMap<string, UsedFile>;
}

/** The files in the folder of a backup. */
export interface BackupStore extends AsyncDisposable {
  readonly directory: string;
  readonly originals: Originals;
  /** Path of an original, which may not exist. */
  pathOf(key: string): string;
  /** Reads what the databases in one of its folders name. Throws if there is no catalogue that this program can read. */
  readSaved(folder: string): Saved;
}
