import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MessageChannel } from 'node:worker_threads';
import { answerCalls, callsTo } from '../../../core/src/concurrency/calls.ts';
import { PROCESS_CALLS, type ProcessCalls } from '../../src/app/process-calls.ts';
import { openDownloadCounter } from '../../src/downloads/counter.ts';
import type { DownloadLog, SentPart } from '../../src/downloads/download-log.ts';

const WHOLE = { key: '', part: 'whole' } as const;
const DAY = Date.parse('2026-03-20T23:59:59.999Z');

function ledger() {
  const rows = new Map<string, number>();
  return {
    rows,
    addPinDownloads: async (counts: ReadonlyMap<string, number>) => {
      for (const [pin, count] of counts) rows.set(`PIN ${pin}`, (rows.get(`PIN ${pin}`) ?? 0) + count);
    },
    addDownloads: async (date: string, counts: ReadonlyMap<number, number>) => {
      for (const [asset, count] of counts) rows.set(`${date} ${asset}`, (rows.get(`${date} ${asset}`) ?? 0) + count);
    },
  };
}

test('counts are written by UTC day, and of PINs once for all assets of a ZIP, when the counter closes', async () => {
  const writer = ledger();
  let now = DAY;
  const counter = openDownloadCounter({ writer, report: assert.fail, now: () => now });
  counter.count([1, 2], WHOLE);
  counter.count([1], WHOLE);
  now += 1;
  counter.count([1], WHOLE);
  counter.count([1, 2], { ...WHOLE, pin: 'A' });
  await counter[Symbol.asyncDispose]();
  const today = { '2026-03-21 1': 2, '2026-03-21 2': 1 };
  assert.deepEqual(Object.fromEntries(writer.rows), { '2026-03-20 1': 2, '2026-03-20 2': 1, ...today, 'PIN A': 1 });
});

test('the end of a file counts with earlier bytes, once an hour for a caller, and not after the whole file', async () => {
  const writer = ledger();
  let now = DAY - 2 * 3_600_000;
  const counter = openDownloadCounter({ writer, report: assert.fail, now: () => now });
  const send = (asset: number, ...parts: readonly SentPart[]) => {
    for (const part of parts) counter.count([asset], { key: `${asset}`, part });
  };
  send(1, 'earlier', 'earlier', 'end', 'end', 'earlier', 'end');
  send(2, 'whole', 'end', 'whole', 'earlier');
  send(3, 'end', 'end');
  send(4, 'end', 'earlier');
  send(5, 'earlier', 'end');
  now += 3_600_001;
  send(5, 'end', 'earlier');
  send(6, 'earlier');
  now += 3_600_001;
  send(6, 'end');
  await counter[Symbol.asyncDispose]();
  const counts = [...writer.rows].map(([row, count]) => `${row.split(' ')[1]} ${count}`);
  assert.deepEqual(counts, ['1 1', '2 2', '4 1', '5 2']);
});

test('counts that could not be written are reported, and written later without a new download', async () => {
  const told: string[] = [];
  const { promise: written, resolve } = Promise.withResolvers<number | undefined>();
  await using counter = openDownloadCounter({
    writer: {
      addDownloads: async (_date, counts) => {
        if (told.length < 3) throw new Error('full');
        resolve(counts.get(7));
      },
      addPinDownloads: async () => {},
    },
    report: (trouble) => told.push(String(trouble)),
    retryMs: 1,
    now: () => DAY,
  });
  counter.count([7, 7], WHOLE);
  assert.equal(await written, 2);
  assert.deepEqual(told, ['Error: full', 'Error: full', 'Error: full']);
});

/** An empty log. */
interface OpenedDownloadLog extends AsyncDisposable {
  readonly log: DownloadLog;
  /** Durable downloads by asset. */
  counts(): ReadonlyMap<number, number>;
}

function downloadLogContract(name: string, open: () => Promise<OpenedDownloadLog>): void {
  describe(`${name}: download log`, () => {
    test('counts one download of each asset, and repeated assets again', async () => {
      await using opened = await open();
      opened.log.count([1, 2], WHOLE);
      opened.log.count([2], WHOLE);
      opened.log.count([], WHOLE);
      await opened.log.written();
      assert.deepEqual(Object.fromEntries(opened.counts()), { 1: 1, 2: 2 });
    });

    test('a flush waits for all earlier counts, and nothing is written twice', async () => {
      await using opened = await open();
      await opened.log.written();
      for (let asset = 1; asset <= 100; asset++) {
        opened.log.count([asset], WHOLE);
        if (asset % 10 > 0) continue;
        await opened.log.written();
        assert.equal(opened.counts().size, asset);
      }
      await Promise.all([opened.log.written(), opened.log.written()]);
      assert.ok(
        opened
          .counts()
          .values()
          .every((count) => count === 1),
      );
    });
  });
}

function openCounter() {
  const counts = new Map<number, number>();
  const writer = {
    addDownloads: async (_date: string, added: ReadonlyMap<number, number>) => {
      for (const [asset, count] of added) counts.set(asset, (counts.get(asset) ?? 0) + count);
    },
    addPinDownloads: async () => {},
  };
  return { counter: openDownloadCounter({ writer, report: assert.fail, now: () => DAY }), counts: () => counts };
}

downloadLogContract('a counter', async () => {
  const { counter, counts } = openCounter();
  return { log: counter, counts, [Symbol.asyncDispose]: () => counter[Symbol.asyncDispose]() };
});

downloadLogContract('a counter in another thread', async () => {
  const { counter, counts } = openCounter();
  const { port1, port2 } = new MessageChannel();
  answerCalls(port1, PROCESS_CALLS, { downloads: counter } as unknown as ProcessCalls, assert.fail);
  return {
    log: callsTo(port2, PROCESS_CALLS, assert.fail).downloads,
    counts,
    [Symbol.asyncDispose]: async () => {
      port1.close();
      await counter[Symbol.asyncDispose]();
    },
  };
});
