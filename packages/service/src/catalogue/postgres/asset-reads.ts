import type { FileText } from '../../../../core/src/domain/file-text.ts';
import type { Asset, AssetOutline, PublicUrl, Version } from '../../../../core/src/domain/model.ts';
import { MAX_NEIGHBOURS, type NeighbourAsset, type RelatedAsset, type Snapshot } from '../catalogue.ts';
import {
  ASSET_COLUMNS,
  type Cells,
  OUTLINE_COLUMNS,
  PUBLIC_URL_COLUMNS,
  readAsset,
  readNodes,
  readOutline,
  readPeriod,
  readPublicUrl,
  readVersion,
  VERSION_COLUMNS,
} from '../rows.ts';
import { readFileText, selectDocuments } from '../sql/file-texts.ts';
import { openBatchedReader, type ReadByAsset } from './batches.ts';
import type { Postgres } from './database.ts';
import { openSharedReader } from './shared-reads.ts';
import { escapeNul } from './texts.ts';

/** Reads assets and what belongs to them, batched or shared over all callers. */
export interface AssetReads extends Pick<Snapshot, 'beside' | 'topDownloads'> {
  readonly assets: ReadByAsset<Asset>;
  readonly outlines: ReadByAsset<AssetOutline>;
  readonly versions: ReadByAsset<readonly Version[]>;
  readonly relations: ReadByAsset<readonly RelatedAsset[]>;
  readonly publicUrls: ReadByAsset<readonly PublicUrl[]>;
  readonly documents: ReadByAsset<FileText>;
}

/** Opens the reads of a database. `saw` receives the revision of each state that was read, before the rows. */
export function openAssetReads(query: Postgres['query'], saw: (revision: number) => void): AssetReads {
  /** Runs a query whose first column is never null, with the revision of the same state. */
  async function read(
    sql: string,
    values: readonly unknown[],
    { order = '', signal }: { readonly order?: string; readonly signal?: AbortSignal } = {},
  ): Promise<readonly Cells[]> {
    const rows = await query(
      `SELECT found.*, seen.revision FROM (SELECT revision FROM state) AS seen LEFT JOIN (${sql}) AS found ON true ${order}`,
      values,
      signal,
    );
    saw(Number(rows[0]?.at(-1)));
    return rows.filter(([first]) => first !== null);
  }

  const one = <Value>(sql: string, readOne: (cells: Cells) => Value) =>
    openBatchedReader<Value>(async (ids, signal) => {
      const rows = await read(sql, [ids], { signal });
      return new Map(rows.map((cells) => [Number(cells[0]), readOne(cells)]));
    });
  /** For queries whose first column is the ID of the asset. */
  const several = <Value>(sql: string, order: string, readOne: (cells: Cells) => Value) =>
    openBatchedReader<readonly Value[]>(async (ids, signal) => {
      const lists = new Map<number, Value[]>();
      for (const cells of await read(sql, [ids], { order, signal })) {
        lists.getOrInsertComputed(Number(cells[0]), () => []).push(readOne(cells));
      }
      return lists;
    });

  const beside = openSharedReader(async (asset: number) => {
    const [own] = await read('SELECT id, source_root, source_path FROM assets WHERE id = $1', [asset]);
    if (typeof own?.[1] !== 'string') return [];
    return await besideFile(read, { asset, root: own[1], path: String(own[2]) });
  });
  const topDownloads = openSharedReader(async (since: string) => {
    const rows = await read(
      'SELECT asset, sum(count) AS downloads FROM downloads WHERE date >= $1 GROUP BY asset HAVING sum(count) > 0',
      [since],
      { order: 'ORDER BY downloads DESC, asset' },
    );
    return rows.map(([asset, downloads]) => ({ asset: Number(asset), downloads: Number(downloads) }));
  });

  return {
    assets: one(`SELECT ${ASSET_COLUMNS} FROM assets WHERE id = ANY($1)`, (cells) => readAsset(cells)),
    outlines: one(`SELECT ${OUTLINE_COLUMNS} FROM assets WHERE id = ANY($1)`, (cells) => readOutline(cells)),
    versions: several(
      `SELECT asset, 0 AS is_active, ${VERSION_COLUMNS} FROM older_versions WHERE asset = ANY($1)
       UNION ALL SELECT id, 1, ${VERSION_COLUMNS} FROM assets WHERE id = ANY($1)`,
      'ORDER BY is_active, version',
      (cells) => readVersion(cells, 2),
    ),
    relations: several(
      `SELECT asset, type, other, false AS reverse FROM relations WHERE asset = ANY($1)
       UNION ALL SELECT other, type, asset, true FROM relations WHERE other = ANY($1)`,
      'ORDER BY type, other, reverse',
      ([, type, other, reverse]) => ({ type: Number(type), to: Number(other), isReverse: reverse === true }),
    ),
    publicUrls: several(
      `SELECT asset, ${PUBLIC_URL_COLUMNS} FROM public_urls WHERE asset = ANY($1)`,
      'ORDER BY id',
      ([, ...cells]) => readPublicUrl(cells),
    ),
    documents: one(selectDocuments('a.id = ANY($1)'), ([, ...cells]) => readFileText(cells)),
    beside: (asset, signal) => beside([asset], signal),
    topDownloads: (since, signal) => topDownloads([since], signal),
  };
}

/** Reads the other files of the same import in the folder of a file and below it. */
async function besideFile(
  read: (sql: string, values: readonly unknown[], options: { readonly order: string }) => Promise<readonly Cells[]>,
  { asset, root, path }: { readonly asset: number; readonly root: string; readonly path: string },
): Promise<readonly NeighbourAsset[]> {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  // `0` is the character after `/`, so this is the first text after all that start with the folder's path.
  const to = folder === '' ? '\u{10ffff}' : `${folder.slice(0, -1)}0`;
  const rows = await read(
    `SELECT * FROM (
       SELECT id, source_path, nodes, sha256, size, crc32, category, extension, valid_from, valid_until
       FROM assets
       WHERE source_root = $1 AND source_path > $2 AND source_path < $3 ORDER BY source_path LIMIT ${MAX_NEIGHBOURS}
     ) AS below WHERE sha256 IS NOT NULL AND id <> $4`,
    [escapeNul(root), escapeNul(folder), escapeNul(to), asset],
    { order: 'ORDER BY source_path' },
  );
  return rows.map(([, source, nodes, sha256, size, crc32, category, extension, from, until]) => ({
    name: String(source).slice(folder.length),
    nodes: readNodes(nodes),
    ...readPeriod(from, until),
    file: { sha256: String(sha256), size: Number(size), crc32: Number(crc32) },
    properties: {
      category: Number(category) as NeighbourAsset['properties']['category'],
      extension: String(extension),
    },
  }));
}
