import type { Asset } from '@asset-browsing-service/client';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Extent } from './zoom.ts';

/** The tiles of a picture, as OpenSeadragon takes them. */
export interface TileSource extends Extent {
  readonly [property: string]: unknown;
}

/** Is told of tiles that are drawn. */
export interface TileDrawing {
  arrived(): void;
  failed(): void;
  /** All tiles that are seen have come or failed, or not any more. */
  completed(isComplete: boolean): void;
}

/** Loads what describes the tiles of an asset; undefined if it has none. */
export async function loadTileSource(
  { client }: Catalogue,
  { id, version }: Asset,
  signal: AbortSignal,
): Promise<TileSource | undefined> {
  const { width, height, side, levels } = await client.asset.tiles({ tiles: id, version }, { signal });
  if (levels === 0) return undefined;
  const getTileUrl = (level: number, column: number, row: number) =>
    client.asset.tile.url({ tile: id, version, level, column, row });
  return { width, height, tileSize: side, minLevel: 0, maxLevel: levels - 1, getTileUrl };
}
