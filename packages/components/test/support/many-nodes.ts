import { changeSample, nodeOf } from './records.ts';

/** IDs of the node with many children, of the lowest of a chain of nodes, and of one with odd names below it. */
export const WIDE = 10_000;
export const LOWEST = 20_040;
const ODD = 30_000;

/** Children of the wide node, and levels of the chain. */
export const SIBLINGS = 5000;
export const LEVELS = 40;

/** A name of 255 wide characters. */
export const LONG_NAME = '畫'.repeat(255);
export const MARKUP_NAME = '<img src=x onerror=alert(1)>';

/** Adds large and odd trees to the sample, in an empty data folder. */
export async function prepareNodes(data: string): Promise<void> {
  const nodes = [
    nodeOf(WIDE, 'Wide'),
    ...Array.from({ length: SIBLINGS }, (_, place) =>
      nodeOf(WIDE + 1 + place, `Sibling ${String(place + 1).padStart(4, '0')}`, WIDE),
    ),
    nodeOf(20_001, 'Level 1'),
    ...Array.from({ length: LEVELS - 1 }, (_, place) => nodeOf(20_002 + place, `Level ${place + 2}`, 20_001 + place)),
    nodeOf(ODD, 'Odd names'),
    nodeOf(ODD + 1, LONG_NAME, ODD),
    nodeOf(ODD + 2, MARKUP_NAME, ODD),
    nodeOf(ODD + 3, 'مجموعة الصور', ODD),
  ];
  await changeSample(data, async (changes) => {
    for (const each of nodes) await changes.put('node', each);
  });
}
