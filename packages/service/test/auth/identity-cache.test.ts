import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openIdentityCache } from '../../src/auth/identity-cache.ts';

test('an identity is cached until it expires, and not without an expiry', () => {
  let now = 1000;
  const cache = openIdentityCache({ now: () => now });
  cache.set('a', 0, { user: 1, expires: 2000 });
  cache.set('b', 0, { user: 2 });
  cache.set('c', 0, { user: 3, expires: 1000 });
  now = 1999;
  const users = ['a', 'b', 'c', 'd'].map((token) => cache.get(token, 0)?.user);
  assert.deepEqual(users, [1, undefined, undefined, undefined]);
  now = 2000;
  assert.equal(cache.get('a', 0), undefined);
});

test('a new state clears the cache, and an identity of an older state is not cached', () => {
  const cache = openIdentityCache({ now: () => 0 });
  cache.set('a', 1, { user: 1, expires: 10 });
  assert.equal(cache.get('a', 1)?.user, 1);
  assert.equal(cache.get('a', 2), undefined);
  cache.set('b', 1, { user: 2, expires: 10 });
  assert.equal(cache.get('b', 2), undefined);
  assert.equal(cache.get('b', 1), undefined);
});
