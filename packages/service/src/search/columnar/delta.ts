/** Segments of which some docs may live no more, and small ones with the assets that they were made of. */
import type { Asset } from '../../domain/model.ts';
import { pack } from './columns.ts';
import { bitsFor, hasBit } from './docs.ts';
import { type OpenSegment, openSegment } from './open-segment.ts';
import { columnsOf, type Segment, wordsIn } from './segment.ts';
import type { SegmentData } from './view.ts';

export interface LivingSegment {
  readonly data: SegmentData;
  readonly open: OpenSegment;
  /** Words of the docs that live. */
  readonly words: number;
}

/** The segment after these assets have left it. */
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

/** Number of docs that live. */
export function livingIn({ data, open }: LivingSegment): number {
  return open.size - data.deadCount;
}

/** Some of what changed since the base was made. */
export interface Delta {
  /** Those that live. */
  readonly assets: ReadonlyMap<number, Asset>;
  /** Undefined while there was nothing to put into it. */
  readonly segment: LivingSegment | undefined;
}

export const EMPTY_DELTA: Delta = { assets: new Map(), segment: undefined };

export function deltaOf(
  assets: ReadonlyMap<number, Asset>,
  columns: Segment,
  { key, nodeParents }: Pick<SegmentData, 'key' | 'nodeParents'>,
): Delta {
  const data = { key, nodeParents, packed: pack(columnsOf(columns)), dead: bitsFor(columns.ids.length), deadCount: 0 };
  return { assets, segment: { data, open: openSegment(columns), words: wordsIn(columns) } };
}

/** The delta after these assets have left it. */
export function withoutAssets({ assets, segment }: Delta, ids: readonly number[]): Delta {
  if (!segment) return EMPTY_DELTA;
  const left = new Map(assets);
  for (const id of ids) left.delete(id);
  return { assets: left, segment: withoutDocs(segment, ids) };
}
