import type { Asset } from '@asset-browsing-service/client';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { openLaterPictures } from '../catalogue/later-pictures.ts';
import type { PictureSource } from '../catalogue/pictures.ts';
import type { Tile } from './tile-places.ts';

/** Gives the tiles of an asset, as `Pictures` gives whole pictures. */
export interface TileSources {
  of(tile: Tile): PictureSource;
  /** Frees the tiles that were fetched. */
  close(): void;
}

/**
 * Opens the tiles of an asset. With a token they are fetched, and kept apart from the pictures of the catalogue, which would have
 * to make room for them.
 */
export function openTileSources({ client, tokenProvider }: Catalogue, { id, version }: Asset): TileSources {
  const fetched = openLaterPictures();
  const { tile: operation } = client.asset;
  return {
    of: (tile) => {
      const query = { tile: id, version, ...tile };
      const key = operation.url(query);
      if (!tokenProvider) return key;
      return { key, lease: () => fetched.lease(key, (signal) => operation(query, { signal })) };
    },
    close: fetched.close,
  };
}
