import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_FREQUENCY } from '../../core/src/domain/score.ts';
import { splitWords } from '../../core/src/domain/split-words.ts';
import { wordsOf } from '../../core/src/domain/words.ts';
import { documentHits } from '../src/document-hits.ts';
import { DocumentBuilder } from '../src/document-words.ts';
import { openSegment } from '../src/open-segment.ts';
import type { Segment } from '../src/segment.ts';
import { seeded } from './random.ts';
import { occurrences } from './reference/texts.ts';

const WORDS = ['the', 'of', 'a', 'an', 'sea', 'seas', 'Straße', '東京', 'ﬁlm', 'l’été', 'x-y', 'Ærø', 'har\u00ADbour'];

for (const partWords of [100, 5000, undefined]) {
  test(`words, prefixes and phrases are counted in documents as a plain scan does, in parts of ${partWords} words`, () => {
    const random = seeded(7);
    // Short ones and long ones, with words that nearly all have, and rare ones.
    const word = () => (random.chance(0.8) ? WORDS[random.pick([0, 0, 0, 1, 2])] : random.pick(WORDS)) ?? '';
    const documents = Array.from({ length: 700 }, () =>
      Array.from({ length: random.pick([0, 1, 1, 3]) }, () =>
        Array.from({ length: random.pick([0, 4, 40, 300]) }, word).join(random.pick([' ', '\n', ', '])),
      ),
    );
    const builder = new DocumentBuilder(partWords);
    for (const [doc, pages] of documents.entries()) if (pages.length > 0) builder.add(doc, pages.map(splitWords));
    const { parts, lengths } = builder.end(documents.length);
    const segment = openSegment(NO_COLUMNS, parts);
    const scanned = documents.map((pages) => pages.map(wordsOf));
    assert.deepEqual(
      [...lengths],
      scanned.map((pages) => pages.flat().length),
    );
    for (let i = 0; i < 150; i++) {
      const words = Array.from({ length: random.pick([1, 1, 2, 3]) }, word).flatMap(wordsOf);
      const isPrefix = random.chance(0.3);
      if (isPrefix) words.push([...(words.pop() ?? '')].slice(0, 1).join(''));
      const term = { words, isPrefix, isExcluded: false };
      const expected = scanned.flatMap((pages, doc) => {
        const count = pages.reduce((sum, page) => sum + occurrences(page, term), 0);
        return count === 0 ? [] : [[doc, Math.min(MAX_FREQUENCY, count)]];
      });
      const { docs, frequencies } = documentHits(segment, term);
      const found = Array.from(docs, (doc, at) => [doc, frequencies[at]]);
      assert.deepEqual(found, expected, JSON.stringify(term));
    }
  });
}

const NO_COLUMNS = {
  ids: new Float64Array(0),
  words: { vocabulary: { bytes: new Uint8Array(0), offsets: new Uint32Array(1) } },
} as unknown as Segment;
