import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as immediate } from 'node:timers/promises';
import { CatalogueBusy, CatalogueUnreachable } from '../../src/catalogue/catalogue.ts';
import { MAX_ASSETS_AT_ONCE } from '../../src/catalogue/page-limit.ts';
import { openBatchedReader } from '../../src/catalogue/postgres/batches.ts';

/** Reads even IDs, each with itself as the value, when the test lets the read end. */
function openEvenIds(mostWaitMs?: number) {
  const reads: { readonly ids: readonly number[]; end(error?: Error): void }[] = [];
  const read = openBatchedReader<number>((ids) => {
    const { promise, resolve, reject } = Promise.withResolvers<ReadonlyMap<number, number>>();
    const values = new Map(ids.filter((id) => id % 2 === 0).map((id) => [id, id]));
    reads.push({ ids, end: (error) => (error ? reject(error) : resolve(values)) });
    return promise;
  }, mostWaitMs);
  return { read, reads };
}

test('calls of one turn of the event loop are one read, with every ID once', async () => {
  const { read, reads } = openEvenIds();
  const calls = [read([1, 2]), read([2, 4]), read([])];
  await immediate();
  assert.deepEqual(
    reads.map(({ ids }) => ids),
    [[1, 2, 4]],
  );
  reads[0]?.end();
  const [first, second, none] = await Promise.all(calls);
  assert.deepEqual([first?.get(1), first?.get(2), second?.get(4), none?.size], [undefined, 2, 4, 0]);
});

test('two reads run at a time, and calls in the meantime wait together for the next', async () => {
  const { read, reads } = openEvenIds();
  const calls: Promise<unknown>[] = [];
  for (let id = 0; id < 6; id += 1) {
    calls.push(read([id]));
    await immediate();
  }
  assert.deepEqual(
    reads.map(({ ids }) => ids),
    [[0], [1]],
  );
  reads[0]?.end();
  await calls[0];
  await immediate();
  assert.deepEqual(reads[2]?.ids, [2, 3, 4, 5]);
  for (const { end } of reads) end();
  await Promise.all(calls);
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
  assert.deepEqual(
    reads.map(({ ids }) => ids.length),
    [MAX_ASSETS_AT_ONCE, 1],
  );
  for (const { end } of reads) end();
  await Promise.all(calls);
});

test('reads that never end hold no caller for longer than the limit, and later ones take their turn', async () => {
  const { read, reads } = openEvenIds(500);
  const lost: Promise<void>[] = [];
  for (const id of [0, 2]) {
    lost.push(assert.rejects(read([id]), CatalogueUnreachable));
    await immediate();
  }
  const waiting = assert.rejects(read([4]), CatalogueBusy);
  // The event loop is so late that all have waited for too long.
  for (const start = performance.now(); performance.now() < start + 550; );
  await Promise.all([...lost, waiting]);
  assert.equal(reads.length, 2, 'what nobody waits for is not read');
  const later = read([6]);
  await immediate();
  reads[2]?.end();
  assert.equal((await later).get(6), 6);
  // The end of a lost read gives no turn a second time.
  for (const { end } of reads) end();
  const last: Promise<unknown>[] = [];
  for (let id = 8; id < 16; id += 2) {
    last.push(read([id]).catch(() => {}));
    await immediate();
  }
  assert.equal(reads.length, 5);
  await Promise.all(last);
});
