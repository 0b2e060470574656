import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { until } from '../../../core/test/support/until.ts';
import { openClockWatch } from '../../src/app/clock-watch.ts';
import type { ReadClock } from '../../src/app/storage.ts';

/** A log whose entries are collected. */
function openList() {
  const entries: string[] = [];
  const write = (line: string) => {
    const { level, msg } = JSON.parse(line);
    entries.push(`${pino.levels.labels[level]}: ${msg}`);
  };
  return { entries, log: pino({}, { write }) };
}

test('a clock that begins to differ is logged once, and again when it is right', async () => {
  const { entries, log } = openList();
  let difference: number | undefined = 2999;
  let looks = 0;
  const read = async () => {
    looks += 1;
    return difference;
  };
  using watch = openClockWatch(new Map([['database', read]]), log, 1);
  const lookAgain = async () => {
    // The next one begins after this call, and has ended when the one after it begins.
    const enough = looks + 2;
    await until(() => looks >= enough);
  };
  await lookAgain();
  assert.deepEqual(watch.seconds(), { database: 2.999 });
  assert.deepEqual(entries, []);

  difference = -3000;
  await lookAgain();
  difference = -70_400;
  await lookAgain();
  assert.deepEqual(watch.seconds(), { database: -70.4 });
  const behind = 'warn: the clock of the database is 3 s behind that of this machine; set both by NTP';
  assert.deepEqual(entries, [behind]);

  difference = undefined;
  await lookAgain();
  assert.deepEqual(watch.seconds(), {});
  difference = 0;
  await lookAgain();
  const right = 'info: the clock of the database agrees with that of this machine again';
  assert.deepEqual(entries, [behind, right]);

  difference = 4500;
  await lookAgain();
  const ahead = 'warn: the clock of the database is 5 s ahead of that of this machine; set both by NTP';
  assert.deepEqual(entries, [behind, right, ahead]);
});

test('a server that does not answer has no clock, holds up no other, and is not asked after the end', async () => {
  const { entries, log } = openList();
  const stopped = Promise.withResolvers<void>();
  const clocks = new Map<string, ReadClock>([
    ['database', async () => await Promise.reject(new Error('it is away'))],
    ['S3 server', async () => 10_000],
    [
      'silent server',
      async (signal: AbortSignal) => {
        signal.addEventListener('abort', () => stopped.resolve());
        return await new Promise<undefined>(() => {});
      },
    ],
  ]);
  const watch = openClockWatch(clocks, log);
  await until(() => 'S3 server' in watch.seconds());
  assert.deepEqual(watch.seconds(), { 'S3 server': 10 });
  assert.equal(entries.length, 1);
  watch[Symbol.dispose]();
  await stopped.promise;
});
