import assert from 'node:assert/strict';
import { closeSync, existsSync, openSync, rmdirSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { MessageChannel } from 'node:worker_threads';
import pino from 'pino';
import { answerCalls, callsTo } from '../../../core/src/concurrency/calls.ts';
import { NoRoom, WorkerDied, WorkerNotStarted, WorkerTimeout } from '../../../core/src/concurrency/failures.ts';
import { smallDisk } from '../../../core/test/support/small-disk.ts';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { until } from '../../../core/test/support/until.ts';
import { PROCESS_CALLS, type ProcessCalls } from '../../src/app/process-calls.ts';
import { CatalogueBusy, CatalogueFull, DiskFailure } from '../../src/catalogue/catalogue-errors.ts';
import { openFailures } from '../../src/http/failure.ts';
import { openPinQueue } from '../../src/pins/pin-queue.ts';
import { openReviewQueue } from '../../src/reviews/review-queue.ts';
import { startApp } from '../support/app.ts';

test('whatever a full disk or a busy machine refuses is refused with 503, on other threads, too, and the log says why', async () => {
  const failing = (error: Error) => async () => {
    throw error;
  };
  const review = { asset: 1, user: 1, rating: 5, now: 0, isAnonymous: true, most: 0 };
  const pin = { isAnonymous: true, title: '', endpoint: '', node: 1, assets: [1], formats: [], created: 0, expires: 1 };
  const order = { plan: { box: 100, page: 0 }, category: 1 } as Parameters<ProcessCalls['renditions']['get']>[0];
  const request = { id: '7', signal: new AbortController().signal };
  for (const [error, message, logged, wait] of [
    [new CatalogueFull('the catalogue /data/catalogue.sqlite is full'), /catalogue/, /the disk is full/, 60],
    [
      new DiskFailure("the catalogue /data/catalogue.sqlite can't be read: disk I/O error"),
      /catalogue/,
      /disk I\/O error/,
      60,
    ],
    [new NoRoom('the disk is full'), /no room for new pictures/, /^/, 60],
    [new WorkerTimeout('the job took more than 10 s'), /too busy to draw/, /more than 10 s/, 5],
    [new WorkerDied('the worker process died'), /too busy to draw/, /process died/, 5],
    [new WorkerNotStarted('the system starts no process'), /too much work/, /^/, undefined],
    [new CatalogueBusy('database is locked'), /catalogue is busy/, /is locked/, undefined],
  ] as const) {
    const fail = failing(error);
    const queues = {
      pinQueue: openPinQueue({ addPins: fail, endPin: fail }),
      reviewQueue: openReviewQueue({ postReviews: fail }),
    };
    const { port1, port2 } = new MessageChannel();
    using _ = { [Symbol.dispose]: () => port1.close() };
    const own = {
      ...queues,
      renditions: { get: fail, looks: fail, noteLook: () => {} },
      documents: { pdf: fail, pageSizes: fail, pageWords: fail },
    } as Partial<ProcessCalls> as ProcessCalls;
    answerCalls(port1, PROCESS_CALLS, own, assert.fail);
    const remote = callsTo(port2, PROCESS_CALLS, assert.fail);
    for (const ask of [
      fail,
      () => queues.reviewQueue.post(review),
      () => remote.reviewQueue.post(review),
      () => remote.pinQueue.create(pin),
      () => remote.renditions.get(order, request),
    ]) {
      const lines: string[] = [];
      const log = pino({ base: null }, { write: (line: string) => void lines.push(line) });
      const refusal = openFailures(log)(await ask().catch((reason: unknown) => reason), request);
      assert.deepEqual([refusal.code, refusal.status, refusal.retryAfterSeconds], ['overloaded', 503, wait]);
      assert.doesNotMatch(refusal.message, /data/);
      assert.match(refusal.message, message);
      assert.match(lines.join(''), logged);
    }
  }
});

test('a service whose disk is full refuses writes, keeps serving reads, and recovers by itself', async (context) => {
  const disk = newFolder();
  context.after(() => rmdirSync(disk));
  using mounted = smallDisk(context, disk, 'size=48m');
  if (!mounted) return;
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = disk;
  try {
    await using app = await startApp({ ABS_PIN_PARENT_NODE: 20 });
    const ask = async (target: string) => {
      const response = await fetch(`${app.url}/${target}`);
      return { status: response.status, wait: response.headers.get('retry-after'), text: await response.text() };
    };
    const comment = 'A long word of praise. '.repeat(300);
    const writes = [
      `review.do?post=1000&rating=4&comment=${encodeURIComponent(comment)}`,
      'pin.do?create=1000&title=x',
    ];
    // Writes to the disk of its own accord, and would free its space again.
    await until(() => existsSync(join(app.data, 'search.index')));
    const filler = join(disk, 'filler');
    fill(filler);
    for (const write of writes) {
      const { status, wait, text } = await ask(write);
      assert.deepEqual([status, wait], [503, '60'], text);
      assert.doesNotMatch(text, /sqlite|abs-full/i);
    }
    assert.equal((await ask('asset.do?details=1000')).status, 200);
    assert.equal((await ask('review.do?get=1000')).status, 200);
    assert.equal((await ask('health')).status, 200);
    rmSync(filler);
    for (const write of writes) assert.equal((await ask(write)).status, 200);
    // The reserve is kept for them.
    const convert = 'asset.do?download=1000:2:width=20';
    assert.equal(JSON.parse((await ask('ready')).text).status, 'ready');
    fill(filler, 2 ** 21);
    assert.equal(JSON.parse((await ask('ready')).text).status, 'full');
    assert.match((await ask('metrics')).text, /^abs_disk_free_bytes \d{1,7}$.*^abs_disk_reserve_bytes 503\d{4}$/ms);
    assert.deepEqual([(await ask(convert)).status, (await ask(writes[0] ?? '')).status], [503, 200]);
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
});

/** Fills the disk to the last byte but some. */
function fill(path: string, spare = 0): void {
  const file = openSync(path, 'w');
  try {
    for (let bytes = 2 ** 20; bytes >= 1; ) {
      const { bavail, bsize } = statfsSync(path);
      try {
        assert.ok(spare === 0 || bavail * bsize - bytes >= spare);
        writeSync(file, Buffer.alloc(bytes));
      } catch {
        bytes = Math.floor(bytes / 2);
      }
    }
  } finally {
    closeSync(file);
  }
}
