/** Maximum number of IDs in one call of `Snapshot.assets` or `outlines`. */
export const MAX_ASSETS_AT_ONCE = 10_000;

/** Throws a RangeError for more than MAX_ASSETS_AT_ONCE IDs. */
export function refuseLongPage(ids: readonly number[]): void {
  if (ids.length > MAX_ASSETS_AT_ONCE) {
    throw new RangeError(`at most ${MAX_ASSETS_AT_ONCE} assets are read at once, not ${ids.length}`);
  }
}
