import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as immediate } from 'node:timers/promises';
import { openSharedReader } from '../../src/catalogue/postgres/shared-reads.ts';

/** Reads the number that the test ends a read with. */
function openNumbers() {
  const reads: { readonly of: string; end(value: number | Error): void }[] = [];
  const read = openSharedReader((of: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    reads.push({ of, end: (value) => (typeof value === 'number' ? resolve(value) : reject(value)) });
    return promise;
  });
  return { read, reads, begun: () => reads.map(({ of }) => of) };
}

test('equal calls share a read that has not begun, and not one that has', async () => {
  const { read, reads, begun } = openNumbers();
  const together = [read('a'), read('a'), read('a')];
  await immediate();
  const later = read('a');
  await immediate();
  assert.deepEqual(begun(), ['a', 'a']);
  reads[0]?.end(1);
  reads[1]?.end(2);
  assert.deepEqual(await Promise.all(together), [1, 1, 1]);
  assert.equal(await later, 2);
});

test('two reads run at a time, and others begin in the order of their calls when one ends', async () => {
  const { read, reads, begun } = openNumbers();
  const calls = ['a', 'b', 'c', 'd', 'c'].map((of) => read(of));
  await immediate();
  assert.deepEqual(begun(), ['a', 'b']);
  reads[1]?.end(1);
  await immediate();
  assert.deepEqual(begun(), ['a', 'b', 'c']);
  for (const { end } of reads) end(2);
  await immediate();
  reads[3]?.end(3);
  assert.deepEqual(await Promise.all(calls), [2, 1, 2, 3, 2]);
});

test('a read that fails rejects its own calls, and others go on', async () => {
  const { read, reads } = openNumbers();
  const failing = [read('a'), read('a')].map((call) => assert.rejects(call, /not now/));
  await immediate();
  reads[0]?.end(new Error('not now'));
  await Promise.all(failing);
  const next = read('a');
  await immediate();
  reads[1]?.end(1);
  assert.equal(await next, 1);
});
