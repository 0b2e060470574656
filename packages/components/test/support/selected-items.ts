import type { FileCategory } from '../../../core/src/domain/file-properties.ts';
import { prepareAssets } from './many-assets.ts';

/** Number of assets: more than a selection and the basket hold. */
export const COUNT = 2010;

/** Positions of assets that are no pictures. */
export const SOUND = 1;
export const DOCUMENT = 2;
export const FILM = 3;

const CATEGORIES: ReadonlyMap<number, FileCategory> = new Map([
  [SOUND, 4],
  [DOCUMENT, 2],
  [FILM, 3],
]);

const NAMES = new Map([
  [SOUND, 'picture 0000001 <img onerror=alert(1) src=x>.wav'],
  [DOCUMENT, `picture 0000002 ${'מסמך'.repeat(40)}.pdf`],
]);

export function nameAt(position: number): string {
  return NAMES.get(position) ?? `picture ${String(position).padStart(7, '0')}.jpg`;
}

/** Fills a data folder with a folder of more assets than can be selected, of several kinds. */
export async function manyItems(data: string): Promise<void> {
  await prepareAssets(data, { count: COUNT, nameAt, categoryAt: (position) => CATEGORIES.get(position) ?? 1 });
}
