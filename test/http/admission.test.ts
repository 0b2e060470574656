import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openAdmission } from '../../src/http/admission.ts';
import { startApp } from '../support/app.ts';

test('a turn takes on work up to its bound where the one before was long, and more out of the blue', async () => {
  const clock = { now: 0 };
  const admission = openAdmission(100, { now: () => clock.now });
  const turn = async (requests: number) => {
    const took: boolean[] = [];
    for (let i = 0; i < requests; i++) {
      took.push(admission.admits());
      clock.now += 40;
    }
    await nextTurn();
    return took.filter((each) => each).length;
  };
  assert.equal(await turn(5), 5, 'a burst');
  assert.equal(await turn(5), 3, 'the next turn in a row');
  assert.equal(admission.refused(), 2);
  assert.equal(await turn(1), 1);
  assert.equal(await turn(20), 13, 'a burst has an end, too');
});

test('of more requests than can be answered in time some are told to come back, and all are answered', async () => {
  await using app = await startApp({ ABS_OVERLOAD_MILLISECONDS: '10' });
  const asked = Array.from({ length: 1500 }, (_, i) =>
    fetch(`${app.url}/node.do?search=a*+-x${i}&search_facets=2&callback=f`),
  );
  const texts = await Promise.all(asked.map(async (answer) => await (await answer).text()));
  const statuses = Map.groupBy(texts, (text) => /"status":(\d+)/.exec(text)?.[1]);
  assert.deepEqual(new Set(statuses.keys()).difference(new Set(['200', '503'])), new Set());
  assert.ok((statuses.get('200')?.length ?? 0) > 0);
  for (const text of statuses.get('503') ?? [])
    assert.match(text, /^\/\*\*\/f\(\{"version":2,"status":503,"data":null/);
  assert.equal((await fetch(`${app.url}/node.do?search=a`)).status, 200);
});
