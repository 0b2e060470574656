import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openIdentityCache } from '../../src/auth/identity-cache.ts';

test('an identity is kept until it expires, and not where it does not say when', () => {
  let now = 1000;
  const kept = openIdentityCache({ now: () => now });
  kept.keep('a', 0, { user: 1, expires: 2000 });
  kept.keep('b', 0, { user: 2 });
  kept.keep('c', 0, { user: 3, expires: 1000 });
  now = 1999;
  assert.deepEqual(
    ['a', 'b', 'c', 'd'].map((token) => kept.find(token, 0)?.user),
    [1, undefined, undefined, undefined],
  );
  now = 2000;
  assert.equal(kept.find('a', 0), undefined);
});

test('a new state forgets everything, and what was told of an older one comes too late', () => {
  const kept = openIdentityCache({ now: () => 0 });
  kept.keep('a', 1, { user: 1, expires: 10 });
  assert.equal(kept.find('a', 1)?.user, 1);
  assert.equal(kept.find('a', 2), undefined);
  kept.keep('b', 1, { user: 2, expires: 10 });
  assert.equal(kept.find('b', 2), undefined);
  assert.equal(kept.find('b', 1), undefined);
});

test('the tokens used least recently go first', () => {
  const kept = openIdentityCache({ most: 2, now: () => 0 });
  for (const token of ['a', 'b', 'a', 'c']) {
    if (!kept.find(token, 0)) kept.keep(token, 0, { user: 1, expires: 10 });
  }
  assert.deepEqual(
    ['a', 'b', 'c'].map((token) => kept.find(token, 0) !== undefined),
    [true, false, true],
  );
});
