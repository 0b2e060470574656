import type { AssetRecord } from '../../../../core/src/domain/model.ts';
import {
  ASSET_COLUMNS,
  type Cells,
  PUBLIC_URL_COLUMNS,
  readAsset,
  readPublicUrl,
  readVersion,
  SOURCE_COLUMNS,
  VERSION_COLUMNS,
} from '../rows.ts';
import { type IdRange, selection } from './read-ahead.ts';
import type { Sql } from './sql.ts';

/** Returns complete records in ascending order of ID. */
export async function readRecords(sql: Sql, range: IdRange): Promise<readonly AssetRecord[]> {
  const rows = await sql.query(...selection(sql, `SELECT ${SOURCE_COLUMNS}, ${ASSET_COLUMNS} FROM assets`, range));
  if (rows.length === 0) return [];
  const ids = rows.map((row) => Number(row[3]));
  // A list of one would cost SQLite more than the rest of the query.
  const [isOfThem, them] = ids.length === 1 ? ['asset = $1', ids[0]] : [sql.isOneOf('asset', '$1'), sql.ids(ids)];
  /** Rows that belong to the assets, by asset, which is their first cell. */
  const partsOf = async (columns: string, table: string, order: string) => {
    const select = `SELECT asset, ${columns} FROM ${table} WHERE ${isOfThem} ORDER BY asset, ${order}`;
    const parts = Map.groupBy(await sql.query(select, [them]), ([asset]) => Number(asset));
    return (asset: number): readonly Cells[] => parts.get(asset) ?? [];
  };
  const older = await partsOf(VERSION_COLUMNS, 'older_versions', 'version');
  const relations = await partsOf('type, other', 'relations', 'type, other');
  const urls = await partsOf(PUBLIC_URL_COLUMNS, 'public_urls', 'id');
  const downloads = await partsOf('date, count', 'downloads', 'date');
  return rows.map((row) => {
    const [root, path, stamp] = row;
    const asset = readAsset(row, 3);
    return {
      ...asset,
      olderVersions: older(asset.id).map((cells) => readVersion(cells, 1)),
      relations: relations(asset.id).map(([, type, to]) => ({ type: Number(type), to: Number(to) })),
      publicUrls: urls(asset.id).map(([, ...cells]) => readPublicUrl(cells)),
      downloads: downloads(asset.id).map(([, date, count]) => ({ date: String(date), count: Number(count) })),
      ...(typeof root === 'string' ? { source: { root, path: String(path), stamp: String(stamp) } } : {}),
    };
  });
}
