import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTokens } from '../src/page/picker-tokens.ts';

test('requests that were refused for the same token ask for another one once', async () => {
  const asked: boolean[] = [];
  const provider = openTokens(async (isRefused) => {
    asked.push(isRefused);
    await Promise.resolve();
    return `T${asked.length - 1}`;
  });
  assert.equal(await provider(), 'T0');
  assert.deepEqual(await Promise.all([provider('T0'), provider('T0'), provider()]), ['T1', 'T1', 'T2']);
  assert.equal(await provider('T1'), 'T2', 'a late refusal of an old token says nothing of the new one');
  assert.equal(await provider('T2'), 'T3');
  assert.deepEqual(asked, [false, true, false, true]);
});

test('a question that fails is asked again for the next request', async () => {
  let isFailing = true;
  const provider = openTokens(async () => {
    if (isFailing) throw new Error('the page is gone');
    return 'T';
  });
  await assert.rejects(async () => await provider(), /gone/);
  isFailing = false;
  assert.equal(await provider(), 'T');
});
