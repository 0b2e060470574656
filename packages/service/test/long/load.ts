/** Loads that would fill the memory or occupy every thread without limits. `QUESTIONS` sets their number, a million by default. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askAllAtOnce, askDistinct } from '../http/many-requests.ts';
import { growthOf, type Point } from '../support/curves.ts';

const QUESTIONS = Number(process.env['QUESTIONS'] ?? 1_000_000);
const MEGABYTES = 24;
/** Maximum rise of memory from the first quarter of the requests to the end: a hundred bytes a request would reach it. */
const MAX_GROWTH = 64;
const MEGABYTE = 2 ** 20;

test(`memory stays within its limit after ${QUESTIONS} distinct requests`, async () => {
  const began = performance.now();
  const { kept, repeated, rssBytes, heapBytes, computed } = await askDistinct({
    questions: QUESTIONS,
    megabytes: MEGABYTES,
  });
  const told = (curve: readonly number[]) => curve.map((bytes) => (bytes / MEGABYTE).toFixed(0)).join(' ');
  console.log(
    `${((performance.now() - began) / 1000).toFixed(0)} s; process ${told(rssBytes)} MB; heap ${told(heapBytes)} MB`,
  );
  console.log(`results ${told(kept)} MB; by address ${told(repeated)} MB`);
  assert.equal(computed, QUESTIONS);
  // Answers by address have three quarters of the cache, results the rest.
  assert.ok(Math.max(...repeated) <= 0.75 * MEGABYTES * MEGABYTE);
  assert.ok(Math.max(...kept) <= 0.25 * MEGABYTES * MEGABYTE);
  for (const [name, curve] of Object.entries({ heap: heapBytes, process: rssBytes })) {
    const warm = curve.slice(curve.length / 4).map((bytes, i): Point => [i, bytes / MEGABYTE]);
    const growth = growthOf(warm);
    console.log(`${name}: growth ${growth.toFixed(1)} MB`);
    // Without figures of the system nothing can be compared.
    assert.ok(Number.isNaN(growth) || growth <= MAX_GROWTH, `${name} grew by ${growth} MB`);
  }
});

for (const threads of [1, 2]) {
  test(`a new request of 1,000 concurrent callers is computed once by each of ${threads} threads`, async () => {
    for (let round = 0; round < 5; round++) {
      const { computed, bodies, statuses } = await askAllAtOnce({ callers: 1000, threads });
      assert.deepEqual(statuses, new Map([[200, 1000]]));
      assert.equal(bodies.size, 1);
      assert.ok(computed >= 1 && computed <= threads, `${computed} computed`);
    }
  });
}
