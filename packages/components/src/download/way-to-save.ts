/** The largest file, in bytes, that is collected in memory before it is saved. */
export const MAX_BYTES_IN_MEMORY = 256_000_000;

/** How a file gets to the disk. */
export type WayToSave =
  /** Collected in memory with a progress bar, then saved. */
  | 'memory'
  /** By the browser's own download, which needs an address without a token. */
  | 'browser'
  /** Written to the disk as it arrives, to a place that the person chooses first. */
  | 'disk'
  /**
   * Written as it arrives to the storage that the browser keeps for the site, then saved from there, which not every browser
   * can.
   */
  | 'storage';

/**
 * Chooses how to save a file of `size` bytes. One of unknown size is left to the browser; with a token, which not every browser can
 * save in another way, it is collected in memory as long as it is not too large.
 */
export function wayToSave(
  size: number | undefined,
  { hasToken, hasPicker }: { readonly hasToken: boolean; readonly hasPicker: boolean },
): WayToSave {
  if (size === undefined ? hasToken : size <= MAX_BYTES_IN_MEMORY) return 'memory';
  if (!hasToken) return 'browser';
  return hasPicker ? 'disk' : 'storage';
}
