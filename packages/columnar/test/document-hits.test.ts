import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_FREQUENCY } from '../../core/src/domain/score.ts';
import { splitWords } from '../../core/src/domain/split-words.ts';
import { wordsOf } from '../../core/src/domain/words.ts';
import { attach, type Codes } from '../src/columns.ts';
import { bitsFor, setBits } from '../src/docs.ts';
import { documentHits } from '../src/document-hits.ts';
import { DocumentBuilder } from '../src/document-words.ts';
import { mergeDocuments } from '../src/merge-documents.ts';
import { MergedDocs } from '../src/merged-docs.ts';
import { openSegment } from '../src/open-segment.ts';
import type { Segment } from '../src/segment.ts';
import { type Random, seeded } from './random.ts';
import { occurrences } from './reference/texts.ts';

const WORDS = ['the', 'of', 'a', 'an', 'sea', 'seas', 'Straße', '東京', 'ﬁlm', 'l’été', 'x-y', 'Ærø', 'har\u00ADbour'];

/** Texts of pages: short ones and long ones, with words that nearly all have, and rare ones. */
function drawnDocuments(random: Random, count: number): (readonly string[])[] {
  return Array.from({ length: count }, () =>
    Array.from({ length: random.pick([0, 1, 1, 3]) }, () =>
      Array.from({ length: random.pick([0, 4, 40, 300]) }, () => drawnWord(random)).join(
        random.pick([' ', '\n', ', ']),
      ),
    ),
  );
}

function drawnWord(random: Random): string {
  return (random.chance(0.8) ? WORDS[random.pick([0, 0, 0, 1, 2])] : random.pick(WORDS)) ?? '';
}

for (const partWords of [100, 5000, undefined]) {
  test(`words, prefixes and phrases are counted in documents as a plain scan does, in parts of ${partWords} words`, () => {
    const random = seeded(7);
    // Some are so long that their places need three bytes, or have words at great distances or very often.
    const times = (word: string, count: number) => `${word} `.repeat(count);
    const far = Array.from({ length: 30 }, () => `${times('far', random.between(0, 9000))}the of a`).join(' ');
    const at65534 = `${times('of', 10)}${times('far', 200)}${times('of', 20)}${times('far', 65_304)}the of a`;
    const longer = [far, at65534, times('of a', 40_000)];
    const documents = drawnDocuments(random, 700);
    documents.splice(350, longer.length, ...longer.map((text) => [text]));
    const { parts, lengths } = built(documents, partWords);
    const segment = openSegment(columnsOf([], lengths), parts);
    const scanned = documents.map((pages) => pages.map(wordsOf));
    assert.deepEqual(
      [...lengths],
      scanned.map((pages) => pages.flat().length),
    );
    for (let i = 0; i < 150; i++) {
      const words = Array.from({ length: random.pick([1, 1, 2, 3]) }, () => drawnWord(random)).flatMap(wordsOf);
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

test('a beginning of thousands of words is counted in thousands of documents as a plain scan does', () => {
  const random = seeded(3);
  // All documents have words with "f" often enough; words that only the last documents have are far from the first.
  const documents = Array.from({ length: 6000 }, (_, doc) => {
    const own = Array.from({ length: 8 }, () => `w${random.between(0, random.pick([9, 300, 4000]))}`);
    const often = Array.from({ length: random.pick([0, 0, 0, 3, 4, 5, 40]) }, () => 'w1');
    return [
      [...own, ...often, ...(doc > 5990 ? [`w5last${doc}`] : []), ...Array.from({ length: 9 }, () => 'few fewer')].join(
        ' ',
      ),
    ];
  });
  const { parts, lengths } = built(documents);
  const segment = openSegment(columnsOf([], lengths), parts);
  const scanned = documents.map((pages) => pages.flatMap(wordsOf));
  for (const beginning of ['w', 'w1', 'w12', 'w5', 'w5l', 'f', 'z']) {
    const { docs, frequencies } = documentHits(segment, { words: [beginning], isPrefix: true, isExcluded: false });
    const expected = scanned.flatMap((words, doc) => {
      const count = words.filter((word) => word.startsWith(beginning)).length;
      return count === 0 ? [] : [[doc, Math.min(MAX_FREQUENCY, count)]];
    });
    assert.deepEqual(
      Array.from(docs, (doc, at) => [doc, frequencies[at]]),
      expected,
      beginning,
    );
  }
});

test('words of documents that are merged are those of a segment that is built of all that is left', () => {
  const random = seeded(11);
  for (const partWords of [100, 5000, undefined, undefined]) {
    const owners = drawnDocuments(random, 900).map((pages, id) => ({
      id,
      pages,
      source: random.pick([0, 0, 0, 1, 2, 3]),
    }));
    // Some of the docs of each source are in a later one, or gone.
    const isDeleted = owners.map(() => random.chance(0.2));
    const sources = [0, 1, 2, 3].map((source) => {
      const own = owners.filter((each) => each.source === source && (source < 3 || each.pages.length === 0));
      const deleted = bitsFor(own.length);
      setBits(deleted, Uint32Array.from(own.flatMap(({ id }, doc) => (isDeleted[id] ? [doc] : []))));
      const { parts, lengths } = built(
        own.map(({ pages }) => pages),
        random.pick([50, 3000]),
      );
      const columns = columnsOf(
        own.map(({ id }) => id),
        lengths,
      );
      return { open: openSegment(columns, parts), deleted, nodeParents: new Uint32Array(0) };
    });
    const merged = new MergedDocs(sources);
    const left = Array.from(merged.ids, (id) => owners[id]?.pages ?? []);
    const [found, expected] = [mergeDocuments(merged, sources, partWords), built(left, partWords)];
    assert.deepEqual([...found.lengths], [...expected.lengths]);
    assert.deepEqual(found.parts.map(attach), expected.parts.map(attach));
  }
});

test('nothing is left of documents that are all gone', () => {
  const { parts, lengths } = built([['sea']]);
  const open = openSegment(columnsOf([7], lengths), parts);
  const sources = [{ open, deleted: Uint32Array.of(1), nodeParents: new Uint32Array(0) }];
  const merged = mergeDocuments(new MergedDocs(sources), sources);
  assert.deepEqual([merged.parts, merged.lengths.length], [[], 0]);
});

function built(documents: readonly (readonly string[])[], partWords?: number) {
  const builder = new DocumentBuilder(partWords);
  for (const [doc, pages] of documents.entries()) if (pages.length > 0) builder.add(doc, pages.map(splitWords));
  return builder.end(documents.length);
}

function columnsOf(ids: readonly number[], documentLengths: Codes): Segment {
  const words = { vocabulary: { bytes: new Uint8Array(0), offsets: new Uint32Array(1) } };
  return { ids: Float64Array.from(ids), documentLengths, words } as unknown as Segment;
}
