/** The finished bytes of an answer with what its headers need. Plain data. */
export interface KeptResult {
  readonly body: Uint8Array;
  /** Entity tag without quotes. */
  readonly etag: string;
  /** Matches of all pages, where the answer tells them. */
  readonly total?: number;
}

/** What a cache has done since it was opened. */
export interface ResultCacheFigures {
  readonly hits: number;
  readonly misses: number;
  readonly entries: number;
  /** Of bodies, keys and what else an entry takes. */
  readonly bytes: number;
}

/**
 * Finished results by group and key. Whoever asks puts into the key whatever decides the result; a cache never looks into it. It may
 * lose any entry at any time.
 */
export interface ResultCache extends AsyncDisposable {
  get(group: string, key: string): Promise<KeptResult | undefined> | KeptResult | undefined;
  /** `seconds` is the longest time that it may be given out again. */
  set(group: string, key: string, result: KeptResult, options: { seconds: number }): void;
  /** Forgets a group. */
  clear(group: string): void;
  figures(): ResultCacheFigures;
}
