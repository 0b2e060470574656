/** Sizes that decide where changes go, in assets except for `fullTexts`. */
export interface IndexLimits {
  /**
   * Maximum size of each growing delta, from the smallest to the largest. The smallest is rebuilt on each change, so it
   * stays small. When a delta overflows, its assets move to the next one, which is therefore rebuilt less often. What
   * overflows the last one becomes a settled delta, which never grows: rebuilding large deltas would delay the queries
   * that wait for them.
   */
  readonly deltas: readonly number[];
  /** Maximum size of a settled delta: the assets of a large import are not all in memory together. */
  readonly settled: number;
  /** Total size of all deltas at which a new base is due, unless `FULL_SHARE` of the base is more. */
  readonly full: number;
  /**
   * Number of texts placed among those of the base (including replaced texts) at which a new base is due, unless that
   * share of `TEXT_COLUMNS` columns of the base is more.
   */
  readonly fullTexts: number;
  /** More changes together than this, and than a third of the base, are visible sooner in a new base. */
  readonly rebuild: number;
}

export const INDEX_LIMITS: IndexLimits = {
  deltas: [16, 128, 1024, 8192],
  settled: 8192,
  full: 8192,
  fullTexts: 65_536,
  rebuild: 8192,
};
/** With a limit that grows with the base, building bases costs each change the same at any size. */
export const FULL_SHARE = 1 / 32;
/** Columns of text times languages in a usual catalogue. */
export const TEXT_COLUMNS = 8;
/** See `IndexLimits.rebuild`. */
export const REBUILD_SHARE = 1 / 3;
