import type { DatabaseSync } from 'node:sqlite';
import type { FileCategory } from '../../../../core/src/domain/file-properties.ts';
import { MAX_NEIGHBOURS, type NeighbourAsset } from '../catalogue.ts';
import { readNodes, readPeriod } from '../rows.ts';

/** Prepares the queries of `Catalogue.beside`. */
export function openNeighbourReader(database: DatabaseSync): (asset: number) => readonly NeighbourAsset[] {
  const own = database.prepare('SELECT source_root AS root, source_path AS path FROM assets WHERE id = ?');
  const below = database.prepare(
    `SELECT * FROM (
       SELECT id, source_path AS path, nodes, sha256, size, crc32, category, extension, valid_from, valid_until
       FROM assets
       WHERE source_root = :root AND source_path > :from AND source_path < :to ORDER BY source_path LIMIT ${MAX_NEIGHBOURS}
     ) WHERE sha256 IS NOT NULL AND id <> :asset`,
  );
  return (asset) => {
    const { root = null, path = null } = own.get(asset) ?? {};
    if (root === null || path === null) return [];
    const folder = String(path).slice(0, String(path).lastIndexOf('/') + 1);
    // `0` is the character after `/`, so this is the first text after all that start with the folder's path.
    const to = folder === '' ? '\u{10ffff}' : `${folder.slice(0, -1)}0`;
    return below.all({ root, from: folder, to, asset }).map((row) => ({
      name: String(row['path']).slice(folder.length),
      nodes: readNodes(row['nodes']),
      ...readPeriod(row['valid_from'], row['valid_until']),
      file: { sha256: String(row['sha256']), size: Number(row['size']), crc32: Number(row['crc32']) },
      properties: { category: Number(row['category']) as FileCategory, extension: String(row['extension']) },
    }));
  };
}
