import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as immediate } from 'node:timers/promises';
import { CatalogueBusy, CatalogueUnreachable } from '../../src/catalogue/catalogue-errors.ts';
import { MAX_ASSETS_AT_ONCE } from '../../src/catalogue/page-limit.ts';
import { openBatchedReader } from '../../src/catalogue/postgres/batches.ts';
import { openManualTimers } from '../support/manual-timers.ts';

const MAX_WAIT_MS = 1000;

/** Reads even IDs, each with itself as the value, when the test lets the read end, or its signal does. */
function openEvenIds() {
  const timers = openManualTimers();
  const reads: { readonly ids: readonly number[]; end(error?: Error): void; readonly signal: AbortSignal }[] = [];
  const read = openBatchedReader<number>(
    (ids, signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<ReadonlyMap<number, number>>();
      const values = new Map(ids.filter((id) => id % 2 === 0).map((id) => [id, id]));
      reads.push({ ids, signal, end: (error) => (error ? reject(error) : resolve(values)) });
      return promise;
    },
    { maxWaitMs: MAX_WAIT_MS, startTimer: timers.start },
  );
  return { read, reads, timers };
}

test('calls of one turn of the event loop are one read, with every ID once', async () => {
  const { read, reads } = openEvenIds();
  const calls = [read([1, 2]), read([2, 4]), read([])];
  await immediate();
  const ids = reads.map(({ ids }) => ids);
  assert.deepEqual(ids, [[1, 2, 4]]);
  reads[0]?.end();
  const [first, second, none] = await Promise.all(calls);
  assert.deepEqual([first?.get(1), first?.get(2), second?.get(4), none?.size], [undefined, 2, 4, 0]);
});

test('a read that fails rejects its callers alone, and later calls are read', async () => {
  const { read, reads } = openEvenIds();
  const failing = read([2]);
  await immediate();
  const fine = read([4]);
  await immediate();
  reads[0]?.end(new Error('connection lost'));
  await assert.rejects(failing, /connection lost/);
  reads[1]?.end();
  assert.equal((await fine).get(4), 4);
  const later = read([2]);
  await immediate();
  reads[2]?.end();
  assert.equal((await later).get(2), 2);
});

test('no read has more IDs than one call may have', async () => {
  const { read, reads } = openEvenIds();
  const page = Array.from({ length: MAX_ASSETS_AT_ONCE - 1 }, (_, id) => id);
  const calls = [read(page), read([1_000_001]), read([1_000_002])];
  await immediate();
  const counts = reads.map(({ ids }) => ids.length);
  assert.deepEqual(counts, [MAX_ASSETS_AT_ONCE, 1]);
  for (const { end } of reads) end();
  await Promise.all(calls);
});

test('callers wait no longer than the limit, and a read that is stopped then keeps its turn until it has ended', async () => {
  const { read, reads, timers } = openEvenIds();
  const lost: Promise<void>[] = [];
  for (const id of [0, 2]) {
    lost.push(assert.rejects(read([id]), CatalogueUnreachable));
    await immediate();
  }
  const waiting = assert.rejects(read([4]), CatalogueBusy);
  await immediate();
  timers.pass(MAX_WAIT_MS - 1);
  assert.ok(reads.every(({ signal }) => !signal.aborted));
  timers.pass(1);
  await Promise.all([...lost, waiting]);
  assert.ok(reads.every(({ signal }) => signal.aborted));
  const later = [read([6]), read([8])];
  await immediate();
  assert.equal(reads.length, 2, 'a read begins although two have not ended');
  reads[0]?.end(new Error('its connection was ended'));
  await immediate();
  await immediate();
  assert.deepEqual(reads[2]?.ids, [6, 8], 'what nobody waits for is not read');
  reads[2]?.end();
  assert.equal((await Promise.all(later))[0]?.get(6), 6);
  // The end of a lost read gives its turn once.
  reads[1]?.end();
  const last: Promise<unknown>[] = [];
  for (let id = 10; id < 18; id += 2) {
    last.push(read([id]));
    await immediate();
  }
  assert.equal(reads.length, 5);
  for (const { end } of reads) end();
  await immediate();
  await immediate();
  reads[5]?.end();
  await Promise.all(last);
});
