import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askAllAtOnce, askDistinct } from './many-requests.ts';

test('results of thousands of distinct requests stay within the memory limit of the cache', async () => {
  const { kept, repeated, boundBytes, computed } = await askDistinct({ questions: 2000, megabytes: 1 });
  assert.equal(computed, 2000);
  for (const bytes of [...kept, ...repeated]) assert.ok(bytes <= boundBytes, `${bytes} of ${boundBytes} bytes`);
  // The last ones fill it, so the limit was reached.
  for (const bytes of [kept.at(-1), repeated.at(-1)]) assert.ok((bytes ?? 0) > boundBytes * 0.9);
});

test('the same new request of a thousand concurrent callers is computed once', async () => {
  const { computed, bodies, statuses } = await askAllAtOnce({ callers: 1000, threads: 1 });
  assert.deepEqual(statuses, new Map([[200, 1000]]));
  assert.equal(bodies.size, 1);
  assert.equal(computed, 1);
});
