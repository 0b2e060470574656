import { join } from 'node:path';
import type { FileCategory } from '../../../core/src/domain/file-properties.ts';
import type { AssetRecord } from '../../../core/src/domain/model.ts';
import { openStorage } from '../../../service/src/app/storage.ts';
import { copySample, SAMPLE } from '../../../service/test/support/sample.ts';
import { assetOf, nodeOf } from './records.ts';

const usualName = (position: number): string => `picture ${String(position).padStart(7, '0')}.jpg`;

/** The folder that the assets are in, and the ID of the first one. */
export const MANY_NODE = 900;
export const FIRST_ID = 100_000;

/** Files of the sample that the assets share. */
export const PICTURES = ['dawn.jpg', 'turned.jpg', 'small.png'];
/** Sizes in pixels that the records state, so that rows of pictures differ. */
export const SIZES = [
  [3000, 2000],
  [2000, 3000],
  [1600, 1600],
  [4000, 1000],
  [1920, 1080],
] as const;

/** What a test decides of the assets. */
export interface ManyAssets {
  readonly count: number;
  /** Names ascend with positions, because lists are ordered by them. */
  readonly nameAt?: (position: number) => string;
  /** Number of the file category. Default: that of pictures. */
  readonly categoryAt?: (position: number) => FileCategory;
  /** IDs of the nodes of an asset. Default: `MANY_NODE` alone. */
  readonly nodesAt?: (position: number) => readonly number[];
}

/** Number of the assets of `manyAssets`, and the name of the first one. */
export const MANY = 2000;
export const HOSTILE = '<img onerror=alert(1) src=x>.jpg';

/** A catalogue with many assets, of which the first two have names that are hard to show. */
export async function manyAssets(data: string): Promise<void> {
  const names = [HOSTILE, `A${'漢'.repeat(240)}`];
  await prepareAssets(data, { count: MANY, nameAt: (position) => names[position] ?? usualName(position) });
}

/** Adds a folder of assets with pictures of different shapes to the sample, in an empty data folder. */
export async function prepareAssets(
  data: string,
  { count, nameAt = usualName, categoryAt = () => 1, nodesAt = () => [MANY_NODE] }: ManyAssets,
): Promise<void> {
  await copySample(data);
  await using storage = await openStorage({ data });
  const { writer, originals } = storage;
  const signal = AbortSignal.timeout(600_000);
  const files = await Promise.all(
    PICTURES.map(async (name) => {
      const { sha256, size, crc32 } = await originals.put(join(SAMPLE, 'files', name), { signal });
      return { sha256, size, crc32 };
    }),
  );

  function assetAt(position: number): AssetRecord {
    const [width, height] = SIZES[position % SIZES.length] ?? [1, 1];
    return assetOf(FIRST_ID + position, nameAt(position), {
      nodes: nodesAt(position),
      // Four a day.
      date: Date.UTC(2020, 0, 1) + position * 21_600_000,
      file: files[position % files.length],
      properties: { category: categoryAt(position), width, height },
    });
  }

  await writer.change(async (changes) => {
    await changes.put('node', nodeOf(MANY_NODE, 'Many'));
    for (let position = 0; position < count; position += 1) await changes.put('asset', assetAt(position));
  });
}
