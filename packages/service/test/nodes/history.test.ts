import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openHistory } from './history.ts';

test('a value that nobody has written, one older than before, and one older than allowed are wrong', () => {
  const now = 5000;
  const history = openHistory({ lagMilliseconds: 1000, now: () => now });
  const judge = (value: number, [start, end]: readonly [number, number], reader = 'a') =>
    history.judge({ reader, start, end, value, what: 'a search' });
  for (const value of [1, 2]) {
    history.begin(value);
    history.acknowledge(value);
  }
  assert.match(judge(3, [now, now]) ?? '', /shows 3, which nobody has written/);
  assert.equal(judge(1, [now, now + 10], 'b'), undefined);
  assert.equal(judge(2, [now, now + 10], 'b'), undefined);
  // It may have been read before the answer that was newer.
  assert.equal(judge(1, [now + 5, now + 20], 'b'), undefined);
  assert.match(judge(1, [now + 11, now + 20], 'b') ?? '', /after an answer of the same node that showed 2/);
  assert.equal(judge(1, [now + 11, now + 20], 'c'), undefined);
  assert.equal(judge(1, [now + 999, now + 1001], 'd'), undefined);
  assert.match(judge(1, [now + 1000, now + 1001], 'c') ?? '', /more than 1000 ms after 2 was acknowledged/);
});
