import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { QueueFull, WorkerDied, WorkerNotStarted, WorkerTimeout } from '../../../core/src/concurrency/failures.ts';
import { CannotMake } from '../../src/derived/cannot-make.ts';
import { type PoolOptions, WorkerPool } from '../../src/workers/pool.ts';
import type { AnsweringCalls } from './answering-worker.ts';

const signal = new AbortController().signal;

function open(own: Partial<PoolOptions> = {}) {
  const module = new URL('./answering-worker.ts', import.meta.url);
  return new WorkerPool<AnsweringCalls>({ module, processes: 1, secondsPerJob: 99, queue: 10, megabytes: 300, ...own });
}

test('a job and its result keep buffers, maps and dates', async () => {
  await using pool = open();
  const value = { bytes: Buffer.from('ab'), map: new Map([[1, new Date(0)]]), nothing: undefined };
  const result = await pool.run('say', value, { signal });
  assert.deepEqual(result, value);
});

test('an error of the worker arrives with name, message and code, and the worker stays', async () => {
  await using pool = open();
  const before = await pool.run('name', undefined, { signal });
  await assert.rejects(pool.run('fail', undefined, { signal }), {
    name: 'RangeError',
    message: 'no such page',
    code: 'E_PAGE',
  });
  await assert.rejects(pool.run('function', undefined, { signal }), /could not be cloned/);
  assert.equal(await pool.run('name', undefined, { signal }), before);
});

test('a crash is WorkerDied caused by the end of its stderr, and the next job gets a new worker', async () => {
  await using pool = open();
  await assert.rejects(
    pool.run('crash', undefined, { signal }),
    (error) => error instanceof WorkerDied && String(error.cause).includes('giving up'),
  );
  assert.equal(await pool.run('say', 1, { signal }), 1);
});

test('a job past its deadline is killed even in a busy loop', async () => {
  await using pool = open({ secondsPerJob: 3 });
  await assert.rejects(pool.run('spin', undefined, { signal }), WorkerTimeout);
  await assert.rejects(pool.run('hang', undefined, { signal }), WorkerTimeout);
  assert.equal(await pool.run('say', 1, { signal }), 1);
});

test('a worker that starts too slowly is not taken for a fault of the job', async () => {
  await using pool = open({ startupSeconds: 0.001 });
  await assert.rejects(pool.run('say', 1, { signal }), WorkerNotStarted);
});

test('a process that the system refuses is not taken for a fault of the job', async () => {
  // More than a process may be given.
  await using pool = open({ env: { LONG: 'x'.repeat(2 ** 22) } });
  pool.startAhead();
  await assert.rejects(pool.run('say', 1, { signal }), WorkerNotStarted);
});

test('a job above the memory cap is killed', { skip: !existsSync('/proc/self/status') }, async () => {
  await using pool = open();
  await assert.rejects(pool.run('eat', undefined, { signal }), /more than 300 MB/);
  assert.equal(await pool.run('say', 1, { signal }), 1);
});

test('an abort removes a waiting job from the queue; a running one is finished by the same worker', async () => {
  await using pool = open();
  const before = await pool.run('name', undefined, { signal });
  const leaving = new AbortController();
  const first = pool.run('name', undefined, { signal: leaving.signal });
  const second = pool.run('name', undefined, { signal: leaving.signal });
  const third = pool.run('name', undefined, { signal });
  const reason = new Error('no longer needed');
  leaving.abort(reason);
  await assert.rejects(second, reason);
  assert.equal(await first, before);
  assert.equal(await third, before);
  await assert.rejects(pool.run('name', undefined, { signal: leaving.signal }), reason);
});

test('jobs of a lower rank run first, and a full queue evicts or refuses the highest rank', async () => {
  await using pool = open({ queue: 3 });
  const order: number[] = [];
  const run = async (rank: number) => {
    await pool.run('say', rank, { signal, rank });
    order.push(rank);
  };
  const running = run(9);
  const turnedAway = run(8);
  const waiting = [3, 2].map(run);
  const last = run(2.5);
  await assert.rejects(turnedAway, QueueFull);
  await assert.rejects(run(3), QueueFull);
  await Promise.all([running, ...waiting, last]);
  assert.deepEqual(order, [9, 2, 2.5, 3]);
});

test('a job that has waited for its budget leaves the queue, and the rest of a budget is reported', async () => {
  await using pool = open();
  const budget = { seconds: 0.1 };
  const running = pool.run('hang', undefined, { signal }).catch(() => {});
  await assert.rejects(pool.run('name', undefined, { signal, budget }), QueueFull);
  assert.equal(budget.seconds, 0);
  const leaving = new AbortController();
  const more = { seconds: 1000 };
  const left = pool.run('name', undefined, { signal: leaving.signal, budget: more });
  leaving.abort(new Error('gone'));
  await assert.rejects(left, { message: 'gone' });
  assert.ok(more.seconds < 1000 && more.seconds > 900);
  await pool[Symbol.asyncDispose]();
  await running;
});

test('a worker is replaced after its number of jobs', async () => {
  await using pool = open({ jobsPerProcess: 2 });
  const names = [];
  for (let index = 0; index < 4; index += 1) names.push(await pool.run('name', undefined, { signal }));
  assert.equal(names[0], names[1]);
  assert.equal(names[2], names[3]);
  assert.notEqual(names[1], names[2]);
});

test('a worker sees only the environment that it needs and is given', async () => {
  process.env['ABS_TEST_SECRET'] = 'x';
  try {
    await using pool = open({ env: { GIVEN: 'yes' } });
    const env = (await pool.run('environment', undefined, { signal })) as Record<string, string>;
    assert.deepEqual([env['GIVEN'], env['ABS_TEST_SECRET']], ['yes', undefined]);
  } finally {
    delete process.env['ABS_TEST_SECRET'];
  }
});

test('closing ends running and waiting jobs and all processes that the workers have started', async () => {
  const pool = open();
  const started = Number(await pool.run('start', undefined, { signal }));
  const jobs = [pool.run('hang', undefined, { signal }), pool.run('name', undefined, { signal })];
  const settled = Promise.allSettled(jobs);
  await pool[Symbol.asyncDispose]();
  for (const { status } of await settled) assert.equal(status, 'rejected');
  await gone(started);
  await assert.rejects(pool.run('name', undefined, { signal }), /closed/);
});

test('an idle pool lets the process end, and its workers end with it', async () => {
  const worker = new URL('./answering-worker.ts', import.meta.url);
  const pool = new URL('../../src/workers/pool.ts', import.meta.url);
  const script = `
    import { WorkerPool } from ${JSON.stringify(pool.href)};
    const pool = new WorkerPool({ module: new URL(${JSON.stringify(worker.href)}), processes: 1, secondsPerJob: 9, queue: 1, megabytes: 300 });
    console.log(await pool.run('name', undefined, { signal: new AbortController().signal }));`;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output] = await once(parent.stdout.setEncoding('utf8'), 'data');
  assert.deepEqual(await once(parent, 'exit'), [0, null]);
  await gone(Number(output));
});

/** Waits until a process is gone or at least a zombie. */
async function gone(pid: number): Promise<void> {
  assert.ok(pid > 0);
  for (;;) {
    try {
      process.kill(pid, 0);
      if (/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))) return;
    } catch {
      return;
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test('a refusal of the source reaches the caller as it was thrown, and the worker stays', async () => {
  await using pool = open();
  const before = await pool.run('name', undefined, { signal });
  await assert.rejects(
    pool.run('refuse', 'too_large', { signal }),
    (error) =>
      error instanceof CannotMake && error.reason === 'too_large' && error.message === 'the source is to blame',
  );
  assert.equal(await pool.run('name', undefined, { signal }), before);
});

test('what a job takes is prepared in its turn, and disposed of when the job has ended or failed', async () => {
  await using pool = open();
  let held = 0;
  let most = 0;
  const prepare =
    <Argument>(argument: Argument) =>
    async () => {
      held += 1;
      most = Math.max(most, held);
      const dispose = async () => {
        held -= 1;
      };
      return { argument, [Symbol.asyncDispose]: dispose };
    };
  const all = [1, 2, 3].map((value) => pool.run('say', prepare(value), { signal }));
  assert.deepEqual(await Promise.all(all), [1, 2, 3]);
  await assert.rejects(pool.run('fail', prepare(undefined), { signal }), { name: 'RangeError' });
  assert.deepEqual([most, held], [1, 0]);
  const failing = async () => Promise.reject(new Error('no file'));
  await assert.rejects(pool.run('say', failing, { signal }), /no file/);
  assert.equal(await pool.run('say', 4, { signal }), 4);
});

test('a process starts ahead of the first job, and in place of one that has ended', {
  skip: !existsSync('/proc/self/status'),
}, async () => {
  const own = () =>
    readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'latin1').split(' ').filter(Boolean);
  await using pool = open({ jobsPerProcess: 1 });
  const before = own();
  pool.startAhead();
  pool.startAhead();
  const [ahead, ...others] = own().filter((pid) => !before.includes(pid));
  assert.deepEqual([others, await pool.run('name', undefined, { signal })], [[], Number(ahead)]);
  assert.ok(!own().every((pid) => [...before, ahead].includes(pid)));
});
