/** Bytes up to which a file is collected in memory before it is saved. */
export const MOST_IN_MEMORY = 256_000_000;

/** How a file gets to the disk. */
export type WayToSave =
  /** Collected in memory with a progress bar, then saved. */
  | 'memory'
  /** By the browser's own download, which needs an address without a token. */
  | 'browser'
  /** Written to the disk as it arrives, to a place that the person chooses first. */
  | 'disk'
  /** This browser can't save so much with a token. */
  | 'none';

/** Chooses how to save a file of `size` bytes, which is undefined if the service doesn't tell; it may be any then. */
export function wayToSave(
  size: number | undefined,
  { hasToken, hasPicker }: { readonly hasToken: boolean; readonly hasPicker: boolean },
): WayToSave {
  if (size !== undefined && size <= MOST_IN_MEMORY) return 'memory';
  if (!hasToken) return 'browser';
  return hasPicker ? 'disk' : 'none';
}
