import type { DatabaseSync } from 'node:sqlite';
import type { AssetRecord } from '../../domain/model.ts';
import { ASSET_COLUMNS, prepareCells, readAsset, readVersion, SOURCE_COLUMNS, VERSION_COLUMNS } from './rows.ts';

/** Opens a reader of complete asset records, for export and updates. */
export function openRecordReader(database: DatabaseSync): (asset: number) => AssetRecord | undefined {
  const asset = prepareCells(database, `SELECT ${SOURCE_COLUMNS}, ${ASSET_COLUMNS} FROM assets WHERE id = ?`);
  const older = prepareCells(
    database,
    `SELECT ${VERSION_COLUMNS} FROM older_versions WHERE asset = ? ORDER BY version`,
  );
  const relations = database.prepare('SELECT type, other FROM relations WHERE asset = ? ORDER BY type, other');
  const urls = database.prepare('SELECT id, name, url, provider FROM public_urls WHERE asset = ? ORDER BY id');
  const downloads = database.prepare('SELECT date, count FROM downloads WHERE asset = ? ORDER BY date');

  return (id) => {
    const cells = asset.get(id);
    if (!cells) return undefined;
    const [root, path, stamp] = cells;
    return {
      ...readAsset(cells, 3),
      olderVersions: older.all(id).map((each) => readVersion(each)),
      relations: relations.all(id).map(({ type, other }) => ({ type: Number(type), to: Number(other) })),
      publicUrls: urls.all(id).map((url) => ({
        id: Number(url['id']),
        name: String(url['name']),
        url: String(url['url']),
        provider: String(url['provider']),
      })),
      downloads: downloads.all(id).map(({ date, count }) => ({ date: String(date), count: Number(count) })),
      ...(typeof root === 'string' ? { source: { root, path: String(path), stamp: String(stamp) } } : {}),
    };
  };
}
