/** Sizes that decide where changes go, in assets except for `fullTexts`. */
export interface IndexLimits {
  /**
   * Maximum sizes of the smallest growing deltas; each further one is `GROWTH` times as large, up to the size at which a
   * new base is due. Each change is merged with the smallest, which is therefore small. What overflows a delta moves to
   * the next one, which is merged less often; what overflows the last one becomes a settled delta, which never grows.
   */
  readonly deltas: readonly number[];
  /** How many changed assets are read and added together: those of a large import are not all in memory. */
  readonly batch: number;
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
  batch: 8192,
  full: 8192,
  fullTexts: 65_536,
  rebuild: 8192,
};
/** With a limit that grows with the base, merging bases costs each change the same at any size. */
export const FULL_SHARE = 1 / 32;
const GROWTH = 8;
/** Columns of text times languages in a usual catalogue. */
export const TEXT_COLUMNS = 8;
/** See `IndexLimits.rebuild`. */
export const REBUILD_SHARE = 1 / 3;

/** The total size of all deltas at which a new base is due. */
export function fullSize({ full }: IndexLimits, docs: number): number {
  return Math.max(full, docs * FULL_SHARE);
}

/** The maximum sizes of the growing deltas of a base. */
export function deltaSizes(limits: IndexLimits, docs: number): readonly number[] {
  const sizes = [...limits.deltas];
  const most = fullSize(limits, docs);
  for (let size = (sizes.at(-1) ?? 1) * GROWTH; size <= most; size *= GROWTH) sizes.push(size);
  return sizes;
}
