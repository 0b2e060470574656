import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RevisionCache } from './revision-cache.ts';

test('a result is made once per revision and key', () => {
  const cache = new RevisionCache<{ readonly n: number }>(10);
  let made = 0;
  const make = () => ({ n: ++made });
  assert.deepEqual([cache.get(1, 'a', make).n, cache.get(1, 'a', make).n, cache.get(1, 'b', make).n], [1, 1, 2]);
  assert.equal(cache.get(2, 'a', make).n, 3);
});

test('no more results are kept than the limit, and those asked for last', () => {
  const cache = new RevisionCache<{ readonly key: string }>(2);
  const made: string[] = [];
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b'])
    cache.get(1, key, () => {
      made.push(key);
      return { key };
    });
  assert.deepEqual(made, ['a', 'b', 'c', 'b']);
});

test('what can not be made is not remembered', () => {
  const cache = new RevisionCache<object>(2);
  assert.throws(() =>
    cache.get(1, 'a', () => {
      throw new Error('no');
    }),
  );
  assert.deepEqual(
    cache.get(1, 'a', () => ({ made: true })),
    { made: true },
  );
});
