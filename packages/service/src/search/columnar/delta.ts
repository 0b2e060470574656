/** Segments with dead docs, and deltas: small segments together with the assets they were built from. */
import type { Asset } from '../../domain/model.ts';
import { pack } from './columns.ts';
import { bitsFor, hasBit } from './docs.ts';
import { type OpenSegment, openSegment } from './open-segment.ts';
import { columnsOf, type Segment, wordsIn } from './segment.ts';
import type { SegmentData } from './view.ts';

/** A segment together with its dead docs, as the indexer keeps it. */
export interface LivingSegment {
  readonly data: SegmentData;
  readonly open: OpenSegment;
  /** Number of words of all live docs. */
  readonly words: number;
}

/** Returns the segment with the docs of these assets marked as dead. */
export function withoutDocs(segment: LivingSegment, assets: readonly number[]): LivingSegment {
  const { data, open } = segment;
  const dead = data.dead.slice();
  let { deadCount } = data;
  let { words } = segment;
  for (const id of assets) {
    const doc = open.docOf(id);
    if (doc === undefined || hasBit(dead, doc)) continue;
    dead[doc >>> 5] = (dead[doc >>> 5] as number) | (1 << (doc & 31));
    deadCount += 1;
    words -= open.columns.words.lengths[doc] as number;
  }
  return { data: { ...data, dead, deadCount }, open, words };
}

/** Returns the number of live docs. */
export function livingIn({ data, open }: LivingSegment): number {
  return open.size - data.deadCount;
}

/** Some of the assets that changed since the base was built. */
export interface Delta {
  /** The live assets. */
  readonly assets: ReadonlyMap<number, Asset>;
  /** Undefined if the delta is empty. */
  readonly segment: LivingSegment | undefined;
}

export const EMPTY_DELTA: Delta = { assets: new Map(), segment: undefined };

/** Creates a delta from assets and the segment built from them. */
export function deltaOf(
  assets: ReadonlyMap<number, Asset>,
  columns: Segment,
  { key, nodeParents }: Pick<SegmentData, 'key' | 'nodeParents'>,
): Delta {
  const data = { key, nodeParents, packed: pack(columnsOf(columns)), dead: bitsFor(columns.ids.length), deadCount: 0 };
  return { assets, segment: { data, open: openSegment(columns), words: wordsIn(columns) } };
}

/** Returns the delta without these assets. */
export function withoutAssets({ assets, segment }: Delta, ids: readonly number[]): Delta {
  if (!segment) return EMPTY_DELTA;
  const left = new Map(assets);
  for (const id of ids) left.delete(id);
  return { assets: left, segment: withoutDocs(segment, ids) };
}
