import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openMemoryResultCache } from '../../src/http/response-cache/result-cache.ts';
import { Results } from '../../src/http/response-cache/results.ts';

const { signal } = new AbortController();
const QUESTION = { group: '', key: 'key', seconds: 60, now: 0 };

test('the same request of a thousand concurrent callers is computed once, and not again while it is cached', async () => {
  const results = new Results(openMemoryResultCache({ megabytes: 1 }));
  let computed = 0;
  const compute = async () => {
    computed += 1;
    return { data: [1], total: 1 };
  };
  const all = await Promise.all(Array.from({ length: 1000 }, () => results.getOrCompute(QUESTION, signal, compute)));
  assert.equal(computed, 1);
  assert.equal(Buffer.from(all[0]?.body ?? []).toString(), '{"version":2,"status":200,"data":[1],"total":1}');
  assert.equal((await results.getOrCompute(QUESTION, signal, compute)).etag, all[999]?.etag);
  await results.getOrCompute({ ...QUESTION, key: 'other' }, signal, compute);
  assert.equal(computed, 2);
});

test('what was begun before the cache is cleared is neither cached nor given to later callers', async () => {
  const results = new Results(openMemoryResultCache({ megabytes: 1 }));
  const old = Promise.withResolvers<{ data: string }>();
  const early = results.getOrCompute(QUESTION, signal, () => old.promise);
  await Promise.resolve();
  results.clear('another group');
  const joined = results.getOrCompute(QUESTION, signal, () => assert.fail('it is being computed'));
  await Promise.resolve();
  results.clear(QUESTION.group);
  const fresh = await results.getOrCompute(QUESTION, signal, async () => ({ data: 'new '.repeat(1000) }));
  old.resolve({ data: 'old '.repeat(1000) });
  assert.equal(await early, await joined);
  await results.encoded(QUESTION, await early, 'br');
  const cached = await results.getOrCompute(QUESTION, signal, () => assert.fail('it is cached'));
  assert.equal(cached.etag, fresh.etag);
  assert.equal((await results.encoded(QUESTION, cached, 'br')).result.etag, `${fresh.etag}-br`);
});

test('results that change with time are not cached, nor are those with a maximum age of 0', async () => {
  const results = new Results(openMemoryResultCache({ megabytes: 1 }));
  let computed = 0;
  for (const maxAgeSeconds of [60, 60]) {
    const { maxAgeSeconds: told } = await results.getOrCompute(QUESTION, signal, async () => {
      computed += 1;
      return { data: computed, maxAgeSeconds };
    });
    assert.equal(told, 60);
  }
  for (let i = 0; i < 2; i++) {
    await results.getOrCompute({ ...QUESTION, seconds: 0 }, signal, async () => {
      computed += 1;
      return { data: computed };
    });
  }
  assert.equal(computed, 4);
});

test('a result is given only at instants at which it holds, whichever way the clock moves', async () => {
  const results = new Results(openMemoryResultCache({ megabytes: 1 }));
  const at = (now: number) => {
    const state = Math.floor(now / 10);
    const holds = { since: now, until: 10 * (state + 1) };
    return results.getOrCompute({ ...QUESTION, now }, signal, async () => ({ data: state, holds }));
  };
  const told = async (now: number) => JSON.parse(Buffer.from((await at(now)).body).toString()).data;
  const steps = [0, 9, 10, 25, 3, 19];
  const computed: unknown[] = [];
  for (const now of steps) computed.push(await told(now));
  assert.deepEqual(computed, [0, 0, 1, 2, 0, 1]);
  assert.deepEqual(await Promise.all([29, 30, 31].map(told)), [2, 3, 3], 'at the same time');
  const before = results.computed;
  await told(31);
  assert.equal(results.computed, before);
});
