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
  const ask = async (round: number) => {
    const asked = Array.from({ length: 800 }, (_, i) =>
      fetch(`${app.url}/node.do?search=a*+-x${round}x${i}&search_facets=2&callback=f`),
    );
    const texts = await Promise.all(asked.map(async (answer) => await (await answer).text()));
    return Map.groupBy(texts, (text) => /"status":(\d+)/.exec(text)?.[1]);
  };
  let statuses = await ask(0);
  // A fast machine may answer one crowd in time.
  for (let round = 1; round < 10 && !statuses.has('503'); round++) statuses = await ask(round);
  assert.deepEqual(new Set(statuses.keys()).difference(new Set(['200', '503'])), new Set());
  assert.ok((statuses.get('200')?.length ?? 0) > 0);
  const turnedAway = statuses.get('503') ?? [];
  assert.ok(turnedAway.length > 0);
  for (const text of turnedAway) assert.match(text, /^\/\*\*\/f\(\{"version":2,"status":503,"data":null/);
  assert.equal((await fetch(`${app.url}/node.do?search=a`)).status, 200);
  const metrics = await (await fetch(`${app.url}/metrics`)).text();
  const counted = /^abs_requests_total\{operation="refused",status="503"\} (\d+)$/m.exec(metrics)?.[1];
  assert.ok(Number(counted) >= turnedAway.length, metrics);
});
