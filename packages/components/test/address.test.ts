import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { withinLimits } from '../src/assets/asset-query.ts';
import { type PagePlace, readPlace, START, writePlace } from '../src/page/address.ts';

const id = fc.integer({ min: 1, max: 999_999 });
const day = fc.constantFrom('2020-02-29', '1999-12-31');
const number = fc.uniqueArray(id, { minLength: 1, maxLength: 3 });
const filter = fc.oneof(
  fc.record({ facet: fc.constant('fileExtensions'), values: fc.constantFrom(['jpg'], ['7z', 'mp3']) }),
  fc.record({ facet: fc.constantFrom('fileCategory', 'node_101', 'info_12'), values: number }),
  fc.record({ facet: fc.constant('info_13'), values: fc.constantFrom([true], ['Größe & Maß']) }),
);
const optional = { requiredKeys: [] };
const query = fc.record(
  {
    text: fc.constantFrom('lake', 'a&b=c#d', '"blue lake" -boat', 'Ärger'),
    node: id,
    filters: fc.uniqueArray(filter, { minLength: 1, maxLength: 3, selector: ({ facet }) => facet }),
    uploaded: fc.oneof(fc.record({ after: day }), fc.record({ before: day }), fc.record({ after: day, before: day })),
    modified: fc.record({ after: day }),
    ids: number,
    sorting: fc.record({ by: fc.constantFrom('name', 'info_12'), direction: fc.constantFrom('asc', 'desc') }),
    isTop: fc.constant(true),
  },
  optional,
);
const place = fc.record({
  query,
  kind: fc.constant(undefined),
  asset: fc.option(id, { nil: undefined }),
  position: fc.nat(1_000_000),
  locale: fc.constantFrom(undefined, 'de-AT'),
  basket: fc.constant(undefined),
});

test('an address restores the place that it was written for', () => {
  fc.assert(
    fc.property(place, (given) => {
      // Records of fast-check may have no prototype.
      const plain = structuredClone(given) as PagePlace;
      assert.deepEqual(readPlace(`#${writePlace(plain)}`), plain);
    }),
  );
});

test('an address that somebody has changed shows what it still says', () => {
  fc.assert(fc.property(fc.string(), (hash) => assert.ok(readPlace(`#${hash}`).position >= 0)));
  assert.deepEqual(
    readPlace('#node=x&asset=-1&at=1e9&uploaded=yesterday&info_1=a,b&sort=name-up&fileCategory=many'),
    START,
  );
});

test('addresses of earlier versions keep their meaning', () => {
  const { query: old, kind, asset, locale } = readPlace('#locale=en&kind=101&node=1&asset=1002');
  assert.deepEqual([old, kind, asset, locale], [{ node: 1 }, 101, 1002, 'en']);
  assert.deepEqual(readPlace('#view=top').query, { isTop: true });
  assert.deepEqual(readPlace('#q=lake&sort=score-desc').query, { text: 'lake' });
});

test('limits hold whatever is chosen', () => {
  const limits = { node: 5, filters: [{ facet: 'fileCategory', values: [1, 2] }] };
  assert.deepEqual(withinLimits({}, limits), limits);
  assert.deepEqual(withinLimits({ filters: [{ facet: 'fileCategory', values: [2, 3] }] }, limits).filters, [
    { facet: 'fileCategory', values: [2] },
  ]);
  assert.deepEqual(withinLimits({ filters: [{ facet: 'fileCategory', values: [3] }] }, limits).filters, limits.filters);
  const other = { facet: 'fileExtensions', values: ['jpg'] };
  assert.deepEqual(withinLimits({ node: 7, filters: [other] }, limits), {
    node: 7,
    filters: [...limits.filters, other],
  });
});
