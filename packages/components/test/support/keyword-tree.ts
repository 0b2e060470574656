import { assetOf, changeSample, keywordOf } from './records.ts';

/** Keywords: creators with painters and sculptors, and decades. */
export const CREATORS = 50_000;
export const PAINTERS = 50_001;
const SCULPTORS = 50_002;
const DECADES = 50_003;
const FIRST_DECADE = 50_004;
const FIRST_PAINTER = 51_000;

/** Number of painters, and of those with assets. */
const PAINTER_COUNT = 2000;
export const BUSY_PAINTERS = 300;

/** Number of assets of painters and of sculptors; the name of each third one contains "drawing". */
const PAINTED = 400;
const SCULPTED = 3;

/** Adds thousands of keywords in several levels to the sample, in an empty data folder. */
export async function prepareKeywords(data: string): Promise<void> {
  const nodes = [
    keywordOf(CREATORS, 'Creators'),
    keywordOf(PAINTERS, 'Painters', CREATORS),
    keywordOf(SCULPTORS, 'Sculptors', CREATORS),
    keywordOf(DECADES, 'Decades'),
    keywordOf(FIRST_DECADE, '1900s', DECADES),
    keywordOf(FIRST_DECADE + 1, '1910s', DECADES),
    ...Array.from({ length: PAINTER_COUNT }, (_, place) =>
      keywordOf(FIRST_PAINTER + place, `Painter ${String(place).padStart(4, '0')}`, PAINTERS),
    ),
  ];
  await changeSample(data, async (changes) => {
    for (const each of nodes) await changes.put('node', each);
    for (let place = 0; place < PAINTED + SCULPTED; place += 1) {
      const creator = place < PAINTED ? FIRST_PAINTER + (place % BUSY_PAINTERS) : SCULPTORS;
      const name = `${place % 3 === 0 ? 'drawing' : 'painting'} ${place}.jpg`;
      const nodes = [creator, FIRST_DECADE + (place % 2)];
      await changes.put('asset', assetOf(70_000 + place, name, { nodes, date: Date.UTC(2020, 0, 1) + place }));
    }
  });
}
