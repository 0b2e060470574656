/** The catalogue of a backup: a copy of the database, in a file that nothing writes to. */
import { backup, DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import type { StoredFile } from '../../../../core/src/domain/model.ts';
import { databasePath } from './database.ts';
import { MIGRATIONS } from './schema.ts';
import { prepareCells } from './statements.ts';

/** An original that a saved catalogue names, and what it belongs to, for messages. */
interface SavedFile {
  readonly file: StoredFile;
  readonly owner: string;
}

export interface SavedCatalogue {
  readonly revision: number;
  /** The same in all states of a catalogue, and in no other catalogue. */
  readonly key: string;
  /** Files of all versions and icons, by SHA-256. */
  readonly files: ReadonlyMap<string, SavedFile>;
}

/**
 * Copies a database as it is at one moment, while others write to it. The copy keeps the version of the tables, so that the
 * program that made them can open it again.
 */
export async function saveDatabase(from: string, to: string): Promise<void> {
  using source = new DatabaseSync(from, { readOnly: true, timeout: 10_000 });
  // All pages in one step: in several, each commit of the service would start the copy again.
  await backup(source, to, { rate: 0x7fff_ffff });
}

/** Reads what a saved catalogue names. Throws if the folder has no catalogue that this program can read. */
export function readSavedCatalogue(folder: string): SavedCatalogue {
  const address = pathToFileURL(databasePath(folder));
  // The database was written with a log, which would otherwise be made beside the file.
  address.search = 'immutable=1';
  using database = new DatabaseSync(address, { readOnly: true });
  const [version] = prepareCells(database, 'PRAGMA user_version').get() ?? [];
  if (Number(version) > MIGRATIONS.length)
    throw new Error(`${databasePath(folder)} was made by a newer version of the program`);
  const [revision, key] = prepareCells(database, 'SELECT revision, cursor_key FROM state').get() ?? [];
  const icon = (key: string) => `document ->> '$.iconFile.${key}'`;
  const rows = prepareCells(
    database,
    `SELECT sha256, size, crc32, 'asset ' || id || ', version ' || version FROM assets WHERE sha256 IS NOT NULL
     UNION ALL SELECT sha256, size, crc32, 'asset ' || asset || ', version ' || version FROM older_versions
       WHERE sha256 IS NOT NULL
     UNION ALL SELECT ${icon('sha256')}, ${icon('size')}, ${icon('crc32')}, 'the icon of download format ' || id
       FROM definitions WHERE kind = 'download_format' AND ${icon('sha256')} IS NOT NULL`,
  ).all();
  const files = new Map(
    rows.map(([key, size, crc32, owner]) => {
      const sha256 = String(key);
      return [sha256, { file: { sha256, size: Number(size), crc32: Number(crc32) }, owner: String(owner) }];
    }),
  );
  return { revision: Number(revision), key: String(key), files };
}
