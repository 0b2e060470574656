/** Unions of terms, against sets. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CachedTerm, cachedTermOf } from '../../src/search/columnar/cached-term.ts';
import { disjunctionOf, type TermDocs } from '../../src/search/columnar/disjunction.ts';
import { bitsFor, drainBits, setBits } from '../../src/search/columnar/docs.ts';
import { countCodes, type Part } from '../../src/search/columnar/facet-parts.ts';
import type { OpenSegment } from '../../src/search/columnar/open-segment.ts';
import fc from '../support/fast-check.ts';

const SIZE = 300;
const CODES = Uint8Array.from({ length: SIZE }, (_, doc) => (doc * 7) % 11);
/** The documents of a term by score, in an order unrelated to their numbers. */
const relevance = (doc: number, term: number) => (doc * (31 + term)) % 97;

const lists = fc.array(
  fc.record({
    docs: fc.uniqueArray(fc.nat(SIZE - 1), { maxLength: SIZE }).map((each) => Uint32Array.from(each).sort()),
    isCached: fc.boolean(),
    best: fc.nat(12),
  }),
  { minLength: 1, maxLength: 5 },
);

function cached(docs: Uint32Array): CachedTerm {
  const bits = bitsFor(SIZE);
  setBits(bits, docs);
  return cachedTermOf({ bits, count: docs.length, live: docs.length }, () => {});
}

function bestOf(docs: Uint32Array, term: number, best: number): Uint32Array {
  return Uint32Array.from([...docs].sort((a, b) => relevance(b, term) - relevance(a, term) || a - b).slice(0, best));
}

test('a union has the documents of all terms, its parts are disjoint, and its candidates include the best', () => {
  fc.assert(
    fc.property(lists, fc.nat(10), (given, wanted) => {
      const terms = given.map(({ docs, isCached }): TermDocs => (isCached ? cached(docs) : docs));
      const segment = { bits: bitsFor(SIZE), twice: bitsFor(SIZE) } as OpenSegment;
      const {
        count,
        parts,
        best: named,
      } = disjunctionOf(segment, terms, wanted, (i) => {
        const { docs, best } = given[i] as (typeof given)[number];
        return bestOf(docs, i, best);
      });
      const docs = drainBits(segment.bits);
      const expected = [...new Set(given.flatMap((each) => [...each.docs]))].sort((a, b) => a - b);
      assert.deepEqual([...docs], expected);
      assert.equal(count, expected.length);

      assert.deepEqual(countOf(parts), countOf([{ docs, sign: 1 }]));

      const score = (doc: number) =>
        given.reduce((sum, each, term) => sum + (each.docs.includes(doc) ? 1 + relevance(doc, term) : 0), 0);
      const first = expected.sort((a, b) => score(b) - score(a) || a - b).slice(0, wanted);
      const isWhole = given.every((each) => !each.isCached || each.best >= each.docs.length);
      assert.ok(named !== undefined || !isWhole || wanted === 0);
      if (!named) return;
      assert.deepEqual(
        [...named],
        [...new Set(named)].sort((a, b) => a - b),
      );
      for (const doc of first) assert.ok(named.includes(doc), `${doc} is among the first ${wanted}`);
    }),
    { numRuns: 500 },
  );
});

function countOf(parts: readonly Part[]): Int32Array {
  const counts = new Int32Array(11);
  for (const part of parts) countCodes(counts, CODES, part);
  return counts;
}
