/** The finished bytes of an answer and the data for its headers. Plain data. */
export interface CachedResult {
  readonly body: Uint8Array;
  /** Entity tag without quotes. */
  readonly etag: string;
  /** Number of matches on all pages, if the answer states it. */
  readonly total?: number;
}

/** Figures of a cache since it was opened. */
export interface ResultCacheFigures {
  readonly hits: number;
  readonly misses: number;
  readonly entries: number;
  /** Estimated memory of bodies, keys and the entries themselves. */
  readonly bytes: number;
}

/**
 * Cache of finished results by group and key. Callers put into the key everything the result depends on; the cache
 * never interprets it. The cache may lose any entry at any time.
 */
export interface ResultCache extends AsyncDisposable {
  get(group: string, key: string): Promise<CachedResult | undefined> | CachedResult | undefined;
  /** Stores a result that may be used again for at most `seconds`. */
  set(group: string, key: string, result: CachedResult, options: { seconds: number }): void;
  /** Removes all results of a group. */
  clear(group: string): void;
  figures(): ResultCacheFigures;
}
