import type { DatabaseSync } from 'node:sqlite';
import type { Asset, FieldValue, Text } from '../../domain/model.ts';
import type { IndexedState, IndexSource } from '../index-source.ts';
import { openReader } from './database.ts';
import { openModelReader } from './model.ts';
import { ASSET_COLUMNS, prepareCells, readAsset } from './rows.ts';

/** Number of rows per read, a compromise between few calls and little memory. */
const BATCH = 2000;

/** Opens the source of a search index on the catalogue of a data folder, with its own database connection. */
export function openIndexSource({
  directory,
  defaultLanguage,
}: {
  readonly directory: string;
  readonly defaultLanguage?: string;
}): IndexSource {
  const database = openReader(directory);
  const models = openModelReader(database, defaultLanguage);
  const reader = openAssetReader(database);

  return {
    revision: models.revision,
    read: (work) => {
      database.exec('BEGIN');
      try {
        return work({ model: models.model(), ...reader });
      } finally {
        database.exec('COMMIT');
      }
    },
    [Symbol.dispose]: () => database.close(),
  };
}

function openAssetReader(database: DatabaseSync): Omit<IndexedState, 'model'> {
  const select = `SELECT ${ASSET_COLUMNS} FROM assets`;
  const batch = prepareCells(database, `${select} WHERE id > ? ORDER BY id LIMIT ${BATCH}`);
  const some = prepareCells(database, `${select} WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id`);
  const changed = prepareCells(database, `SELECT DISTINCT id FROM changes WHERE revision > ? AND kind = 'asset'`);
  const texts = {
    name: prepareCells(database, 'SELECT name FROM assets WHERE id = ?'),
    original: prepareCells(database, 'SELECT original FROM assets WHERE id = ?'),
  };
  const field = prepareCells(database, 'SELECT fields -> ? FROM assets WHERE id = ?');

  function* assets(): Generator<Asset> {
    for (let last = Number.MIN_SAFE_INTEGER; ; ) {
      const rows = batch.all(last);
      for (const row of rows) {
        const asset = readAsset(row);
        last = asset.id;
        yield asset;
      }
      if (rows.length < BATCH) return;
    }
  }

  return {
    assets,
    assetsOf: (ids) => some.all(JSON.stringify(ids)).map((row) => readAsset(row)),
    changedSince: (revision) => changed.all(revision).map(([id]) => Number(id)),
    text: (asset, of) => {
      if (typeof of === 'string') {
        const found = texts[of].get(asset)?.[0];
        return found === undefined ? undefined : String(found);
      }
      const json = field.get(`$."${of}"`, asset)?.[0];
      const value = typeof json === 'string' ? (JSON.parse(json) as FieldValue) : undefined;
      return isText(value) ? value : undefined;
    },
  };
}

function isText(value: FieldValue | undefined): value is Text {
  return typeof value === 'string' || (typeof value === 'object' && !Array.isArray(value));
}
