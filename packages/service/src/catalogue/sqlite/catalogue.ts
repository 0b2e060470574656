import type { AssetRecord } from '../../domain/model.ts';
import type { Review } from '../../domain/people.ts';
import type { Catalogue } from '../catalogue.ts';
import { openReader, reading } from './database.ts';
import { openModelReader } from './model.ts';
import { openNeighbourReader } from './neighbours.ts';
import { openOutlineReader } from './outlines.ts';
import { openPageReader } from './page-reader.ts';
import { openRecordReader } from './records.ts';
import { ASSET_COLUMNS, prepareCells, readAsset, readReview, readVersion, VERSION_COLUMNS } from './rows.ts';

/**
 * Opens a reader of the catalogue in a data folder, with its own database connection. Creates an empty catalogue if
 * there is none.
 */
export function openCatalogue(options: {
  readonly directory: string;
  /** Overrides the default language of the catalogue. */
  readonly defaultLanguage?: string;
}): Catalogue {
  const database = openReader(options.directory);
  const reader = openModelReader(database, options.defaultLanguage);
  const assets = openPageReader(database, ASSET_COLUMNS);
  const outlines = openOutlineReader(database, reader.revision);
  const beside = openNeighbourReader(database);
  const versions = prepareCells(
    database,
    `SELECT ${VERSION_COLUMNS}, 0 AS is_active FROM older_versions WHERE asset = :asset
     UNION ALL SELECT ${VERSION_COLUMNS}, 1 FROM assets WHERE id = :asset ORDER BY is_active, version`,
  );
  const relations = database.prepare(
    `SELECT type, other AS other, 0 AS reverse FROM relations WHERE asset = :asset
     UNION ALL SELECT type, asset, 1 FROM relations WHERE other = :asset
     ORDER BY type, other, reverse`,
  );
  const urls = database.prepare('SELECT id, name, url, provider FROM public_urls WHERE asset = ? ORDER BY id');
  const top = database.prepare(
    'SELECT asset, sum(count) AS downloads FROM downloads WHERE date >= ? GROUP BY asset HAVING downloads > 0 ORDER BY downloads DESC, asset',
  );

  const { directory } = options;
  return {
    revision: () => reading(directory, reader.revision),
    model: () => reading(directory, reader.model),
    assets: async (ids) => reading(directory, () => assets(ids)).map((cells) => readAsset(cells)),
    outlines: async (ids, admits) => reading(directory, () => outlines(ids, admits)),
    versions: async (asset) => reading(directory, () => versions.all({ asset })).map((cells) => readVersion(cells)),
    relations: async (asset) =>
      reading(directory, () => relations.all({ asset })).map(({ type, other, reverse }) => ({
        type: Number(type),
        to: Number(other),
        isReverse: reverse === 1,
      })),
    publicUrls: async (asset) =>
      reading(directory, () => urls.all(asset)).map(({ id, name, url, provider }) => ({
        id: Number(id),
        name: String(name),
        url: String(url),
        provider: String(provider),
      })),
    beside: async (asset) => reading(directory, () => beside(asset)),
    topDownloads: async (since) =>
      reading(directory, () => top.all(since)).map(({ asset, downloads }) => ({
        asset: Number(asset),
        downloads: Number(downloads),
      })),
    records: () => ({ assets: allRecords(options.directory), reviews: allReviews(options.directory) }),
    [Symbol.asyncDispose]: async () => database.close(),
  };
}

/** Uses its own connection, so that the long read keeps its snapshot while other queries run. */
function* allRecords(directory: string): Generator<AssetRecord> {
  using database = openReader(directory);
  database.exec('BEGIN');
  const record = openRecordReader(database);
  const next = database.prepare('SELECT id FROM assets WHERE id > ? ORDER BY id LIMIT 1000');
  for (let last = Number.MIN_SAFE_INTEGER, rows = next.all(last); rows.length > 0; rows = next.all(last)) {
    for (const { id } of rows) {
      last = Number(id);
      const found = record(last);
      if (found) yield found;
    }
  }
}

function* allReviews(directory: string): Generator<Review> {
  using database = openReader(directory);
  for (const row of database.prepare('SELECT * FROM reviews ORDER BY asset, user, date').iterate())
    yield readReview(row);
}
