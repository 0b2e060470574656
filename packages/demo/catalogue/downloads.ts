import { createRandom } from '../drawing/random.ts';
import type { Days } from './days.ts';

/**
 * Creates the download counts of an asset by day. Popular assets have many and recent downloads; many assets have none.
 */
export function makeDownloads(key: string, ago: number, days: Days) {
  const random = createRandom(`downloads/${key}`);
  const popularity = random.next() ** 3;
  if (popularity < 0.03) return [];
  const lately = Math.round(popularity * 14);
  const before = Math.round(popularity * 10);
  const dates = new Map<number, number>();
  for (let i = 0; i < lately + before; i += 1) {
    const day = i < lately ? random.whole(0, 29) : random.whole(31, 300);
    if (day <= ago) dates.set(day, (dates.get(day) ?? 0) + 1 + Math.floor(popularity * random.between(1, 18)));
  }
  return [...dates].toSorted(([a], [b]) => b - a).map(([day, count]) => ({ date: days.day(day), count }));
}
