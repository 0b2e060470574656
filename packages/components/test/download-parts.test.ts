import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect } from '../../client/src/index.ts';
import { MAX_QUERY_BYTES } from '../../service/src/http/failure.ts';
import fc from '../../service/test/support/fast-check.ts';
import { partsOf } from '../src/download/parts.ts';

test('parts have at most the items of one download, and the last one has the rest', () => {
  const items = Array.from({ length: 2001 }, (_, index) => String(1000 + index));
  assert.deepEqual(partsOf(items, 1000), [
    { start: 0, end: 1000 },
    { start: 1000, end: 2000 },
    { start: 2000, end: 2001 },
  ]);
  assert.deepEqual(partsOf(items.slice(0, 1000), 1000), [{ start: 0, end: 1000 }]);
  assert.deepEqual(partsOf([], 1000), []);
});

test('all items are in a part, in their order, and the service reads the address of each part', () => {
  const { download } = connect('http://service.example/press/', { locale: 'de-AT' }).asset;
  const number = fc.integer({ min: 1, max: 2_000_000_000 });
  const item = fc
    .tuple(number, number, fc.integer({ min: 1, max: 10_000 }))
    .map(([id, format, width]) => `${id}:${format}:width=${width};crop=${width}x${width}+10+20`);
  const items = fc.array(fc.oneof(number.map(String), item), { minLength: 1, maxLength: 2000, size: 'max' });
  fc.assert(
    fc.property(items, fc.integer({ min: 1, max: 3000 }), (all, most) => {
      const parts = partsOf(all, most).map(({ start, end }) => all.slice(start, end));
      assert.deepEqual(parts.flat(), all);
      for (const part of parts) {
        assert.ok(part.length >= 1 && part.length <= most);
        const { search } = new URL(download.url({ download: part, format: 2_000_000_000, forcezip: true }));
        assert.ok(search.length <= MAX_QUERY_BYTES, `${search.length} bytes`);
      }
    }),
    { numRuns: 20 },
  );
});
