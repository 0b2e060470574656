import type { DatabaseSync } from 'node:sqlite';
import type { AssetRecord } from '../../../../core/src/domain/model.ts';
import { PIN_COLUMNS, readPin } from '../pin-rows.ts';
import type { Records } from '../records.ts';
import { REVIEW_COLUMNS, readReview } from '../review-rows.ts';
import { ASSET_COLUMNS, type Cells, readAsset, readVersion, SOURCE_COLUMNS, VERSION_COLUMNS } from '../rows.ts';
import { openReader } from './database.ts';
import { openModelReader } from './model.ts';
import { openPublicUrls, prepareCells } from './statements.ts';

/** Number of objects per batch, a compromise between few calls and little memory. */
const BATCH = 1000;

/**
 * Opens the objects of the newest state. Uses its own connection, whose transaction holds the state while others write.
 */
export function openRecords({
  directory,
  defaultLanguage,
}: {
  readonly directory: string;
  readonly defaultLanguage?: string;
}): Records {
  using stack = new DisposableStack();
  const database = stack.use(openReader(directory));
  database.exec('BEGIN');
  const record = openRecordReader(database);
  const model = openModelReader(database, defaultLanguage).model();
  const [node, asset, copiedFrom] =
    prepareCells(
      database,
      `SELECT max(last_node, (SELECT ifnull(max(id), 0) FROM nodes)),
         max(last_asset, (SELECT ifnull(max(id), 0) FROM assets)), copied_from FROM state`,
    ).get() ?? [];
  const owned = stack.move();
  return {
    model,
    lastIds: { node: Number(node), asset: Number(asset) },
    copiedFrom: typeof copiedFrom === 'string' ? copiedFrom : undefined,
    assets: async function* () {
      const next = database.prepare(`SELECT id FROM assets WHERE id > ? ORDER BY id LIMIT ${BATCH}`);
      for (let ids = next.all(Number.MIN_SAFE_INTEGER); ids.length > 0; ids = next.all(ids.at(-1)?.['id'] ?? 0)) {
        yield ids.flatMap(({ id }) => record(Number(id)) ?? []);
      }
    },
    reviews: () => batches(database, `SELECT ${REVIEW_COLUMNS} FROM reviews ORDER BY asset, user, date`, readReview),
    pins: () => batches(database, `SELECT ${PIN_COLUMNS} FROM pins ORDER BY code`, readPin),
    [Symbol.asyncDispose]: async () => owned.dispose(),
  };
}

async function* batches<T>(
  database: DatabaseSync,
  sql: string,
  read: (cells: Cells) => T,
): AsyncGenerator<readonly T[]> {
  let batch: T[] = [];
  for (const cells of prepareCells(database, sql).iterate()) {
    batch.push(read(cells));
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

/** Opens a reader of complete asset records, for export and updates. */
export function openRecordReader(database: DatabaseSync): (asset: number) => AssetRecord | undefined {
  const asset = prepareCells(database, `SELECT ${SOURCE_COLUMNS}, ${ASSET_COLUMNS} FROM assets WHERE id = ?`);
  const older = prepareCells(
    database,
    `SELECT ${VERSION_COLUMNS} FROM older_versions WHERE asset = ? ORDER BY version`,
  );
  const relations = database.prepare('SELECT type, other FROM relations WHERE asset = ? ORDER BY type, other');
  const publicUrls = openPublicUrls(database);
  const downloads = database.prepare('SELECT date, count FROM downloads WHERE asset = ? ORDER BY date');

  return (id) => {
    const cells = asset.get(id);
    if (!cells) return undefined;
    const [root, path, stamp] = cells;
    return {
      ...readAsset(cells, 3),
      olderVersions: older.all(id).map((each) => readVersion(each)),
      relations: relations.all(id).map(({ type, other }) => ({ type: Number(type), to: Number(other) })),
      publicUrls: publicUrls(id),
      downloads: downloads.all(id).map(({ date, count }) => ({ date: String(date), count: Number(count) })),
      ...(typeof root === 'string' ? { source: { root, path: String(path), stamp: String(stamp) } } : {}),
    };
  };
}
