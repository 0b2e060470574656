import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, test } from 'node:test';
import { MessageChannel } from 'node:worker_threads';
import { answerCalls, callsTo } from '../../../core/src/concurrency/calls.ts';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { until } from '../../../core/test/support/until.ts';
import { PROCESS_CALLS, type ProcessCalls } from '../../src/app/process-calls.ts';
import { openAuditFile } from '../../src/auth/audit-file.ts';
import { completeLines } from '../support/complete-lines.ts';
import { auditLogContract } from './audit-log.contract.ts';

const NOW = Date.parse('2026-03-20T12:00:00Z');

/** Opens a log in a new folder. */
async function openLog() {
  const folder = newFolder();
  const path = join(folder, 'audit.log');
  const log = openAuditFile({ path, megabytes: 1, report: assert.fail });
  return {
    log,
    written: () => completeLines(path).map((line) => JSON.parse(line)),
    [Symbol.asyncDispose]: async () => {
      await log[Symbol.asyncDispose]();
    },
  };
}

auditLogContract('the audit log in a file', openLog);

auditLogContract('the audit log of another thread', async () => {
  const far = await openLog();
  const { port1, port2 } = new MessageChannel();
  answerCalls(port1, PROCESS_CALLS, { audit: far.log } as Partial<ProcessCalls> as ProcessCalls, assert.fail);
  return {
    log: callsTo(port2, PROCESS_CALLS, assert.fail).audit,
    written: far.written,
    [Symbol.asyncDispose]: async () => {
      port1.close();
      await far[Symbol.asyncDispose]();
    },
  };
});

describe('the audit log', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = newFolder();
    path = join(folder, 'audit.log');
  });

  const open = (megabytes = 1, report = (trouble: unknown): void => assert.fail(String(trouble))) =>
    openAuditFile({ path, megabytes, report, now: () => NOW });
  const lines = (of = path) =>
    readFileSync(of, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));

  test('holds all entries after it is closed, one object per line, readable by its owner only', async () => {
    {
      await using audit = open();
      audit.record({ event: 'sign_in_failed', address: '192.0.2.1', endpoint: 'press' });
      audit.record({ event: 'token_created', user: 3, details: { name: 'two\nlines "and" marks' } });
    }
    const time = '2026-03-20T12:00:00.000Z';
    assert.deepEqual(lines(), [
      { time, event: 'sign_in_failed', address: '192.0.2.1', endpoint: 'press' },
      { time, event: 'token_created', user: 3, name: 'two\nlines "and" marks' },
    ]);
    assert.equal(statSync(path).mode & 0o777, 0o600);
  });

  test('is written without being closed, even after the file was moved away', async () => {
    await using audit = open();
    const written = async () => {
      await until(() => existsSync(path) && statSync(path).size > 0);
      return lines().length;
    };
    audit.record({ event: 'cache_flushed' });
    assert.equal(await written(), 1);
    renameSync(path, join(folder, 'moved'));
    audit.record({ event: 'cache_flushed' });
    assert.equal(await written(), 1);
  });

  test('is rotated when it is large, so that it takes at most twice its size', async () => {
    const details = { text: 'x'.repeat(10_000) };
    for (let round = 0; round < 5; round += 1) {
      await using audit = open();
      for (let n = 0; n < 60; n += 1) audit.record({ event: 'cache_flushed', details });
    }
    assert.equal(lines().length, 60);
    assert.equal(lines(`${path}.1`).length, 120);
  });

  test('counts the entries that it had to drop', async () => {
    {
      await using audit = open();
      for (let n = 0; n < 10_007; n += 1) audit.record({ event: 'cache_flushed' });
    }
    const all = lines();
    assert.equal(all.length, 10_001);
    assert.deepEqual(all.at(-1), { time: '2026-03-20T12:00:00.000Z', event: 'left_out', count: 7 });
  });

  test('reports a disk that cannot be written, and writes the waiting entries once it can', async () => {
    const troubles: unknown[] = [];
    mkdirSync(path);
    const audit = open(1, (trouble) => troubles.push(trouble));
    audit.record({ event: 'cache_flushed', user: 1 });
    await audit[Symbol.asyncDispose]();
    assert.equal(troubles.length, 1);
    rmSync(path, { recursive: true });
    audit.record({ event: 'cache_flushed', user: 2 });
    await audit[Symbol.asyncDispose]();
    const users = lines().map(({ user }) => user);
    assert.deepEqual(users, [1, 2]);
  });
});
