import type { Asset } from '@asset-browsing-service/client';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Extent } from './zoom.ts';

/** The tiles of a picture, as OpenSeadragon takes them. */
export interface TileSource extends Extent {
  readonly [property: string]: unknown;
}

/** A tile that OpenSeadragon asks for. */
interface TileJob {
  readonly src: string;
  readonly userData: { request?: AbortController };
  finish(tile: ImageBitmap, request: null, type: 'imageBitmap'): void;
  fail(message: string, request: null): void;
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

/** How tiles are downloaded: with a token if need be, and until the signal aborts. */
export function tileDownload({ tokenProvider }: Catalogue, signal: AbortSignal) {
  async function load(address: string, single: AbortSignal): Promise<ImageBitmap> {
    const token = await tokenProvider?.();
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const answer = await fetch(address, { headers, signal: AbortSignal.any([signal, single]) });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return await createImageBitmap(await answer.blob());
  }
  return {
    downloadTileStart: (job: TileJob) => {
      job.userData.request = new AbortController();
      load(job.src, job.userData.request.signal).then(
        (tile) => job.finish(tile, null, 'imageBitmap'),
        (error) => job.fail(String(error), null),
      );
    },
    downloadTileAbort: ({ userData }: TileJob) => userData.request?.abort(),
  };
}
