import type { DatabaseSync } from 'node:sqlite';
import type { NodeCountQuery } from '../../../src/search/search-index.ts';
import { bindIds } from './condition.ts';
import { countDistinct, type LinkedAssets } from './count.ts';
import type { Perspective } from './perspective.ts';
import type { PreOrder } from './pre-order.ts';
import { isVisible } from './visible.ts';

/** Counts the visible assets of every node of a type; nodes without any are left out. */
export function countByNode(
  database: DatabaseSync,
  order: PreOrder,
  perspective: Perspective,
  query: NodeCountQuery,
): ReadonlyMap<number, number> {
  const { trees } = perspective.model;
  if (!query.recursive && !query.references && !perspective.viewer.hidesNodes && perspective.viewer.seesEveryAsset) {
    return countAssignments(database, (id) => trees.get(id)?.type === query.type);
  }
  const places = placesWithin(order, (id) => trees.get(id)?.type === query.type).filter((place) =>
    perspective.viewer.canViewNode(order.ids[place] ?? -1),
  );
  const counts = countDistinct(order, linkedAssets(database, order, places, query.references), {
    recursive: query.recursive,
    hidden: hiddenAssets(database, perspective),
  });

  const result = new Map<number, number>();
  order.ids.forEach((id, place) => {
    const count = counts[place] ?? 0;
    if (count > 0 && trees.get(id)?.type === query.type) result.set(id, count);
  });
  return result;
}

/** The most common request: the assets of each node itself, all visible. An asset is assigned to a node once, so rows are assets. */
function countAssignments(database: DatabaseSync, fits: (id: number) => boolean): ReadonlyMap<number, number> {
  const statement = database.prepare('SELECT node, count(*) FROM asset_nodes GROUP BY node');
  statement.setReturnArrays(true);
  const rows = statement.all() as unknown as [number, number][];
  return new Map(rows.filter(([node]) => fits(node)));
}

/** Places of the matching nodes and of everything below them, ascending. */
function placesWithin({ ids, parent }: PreOrder, fits: (id: number) => boolean): readonly number[] {
  const isWithin = new Uint8Array(ids.length);
  ids.forEach((id, place) => {
    if (fits(id) || isWithin[parent[place] ?? -1] === 1) isWithin[place] = 1;
  });
  return Array.from(ids.keys()).filter((place) => isWithin[place] === 1);
}

/**
 * The assets linked to the nodes at these places, place by place. One JSON array per node and kind of link leaves SQLite
 * several times faster than one row per link.
 */
function linkedAssets(
  database: DatabaseSync,
  { ids }: PreOrder,
  places: readonly number[],
  references: boolean,
): readonly LinkedAssets[] {
  const assetsIn = (table: string) => `(SELECT json_group_array(asset) FROM ${table} WHERE node = wanted.value)`;
  const statement = database.prepare(
    `SELECT wanted.key, ${assetsIn('asset_nodes')}, ${references ? assetsIn('asset_references') : "'[]'"}
     FROM json_each(?) AS wanted`,
  );
  statement.setReturnArrays(true);
  const rows = statement.all(bindIds(places.map((place) => ids[place] ?? -1))) as unknown as [number, string, string][];
  return rows
    .sort(([a], [b]) => a - b)
    .flatMap(([index, assigned, referring]) =>
      [assigned, referring].map((json) => ({ place: places[index] ?? -1, assets: JSON.parse(json) as number[] })),
    );
}

function hiddenAssets(database: DatabaseSync, { model, viewer }: Perspective): ReadonlySet<number> {
  if (viewer.seesEveryAsset) return new Set();
  const visible = isVisible(model, viewer);
  const statement = database.prepare(`SELECT asset.id FROM assets AS asset WHERE NOT (${visible.sql})`);
  statement.setReturnArrays(true);
  return new Set((statement.all(...visible.bindings) as unknown as [number][]).map(([asset]) => asset));
}
