import assert from 'node:assert/strict';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { DamagedOriginal, OriginalsUnreachable } from '../../src/originals/originals.ts';
import { openOriginalsS3 } from '../../src/originals/s3.ts';
import { readAll } from '../../src/platform/byte-reader.ts';
import type { S3Settings } from '../../src/platform/s3/s3-settings.ts';
import { startRadosgw } from '../support/servers/radosgw.ts';
import { newFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';
import { originalsContract } from './originals.contract.ts';
import { opener, s3TransfersContract, source } from './s3-transfers.contract.ts';

const { signal } = new AbortController();
const started = await startRadosgw();

if (typeof started === 'string') {
  test('originals in S3', { skip: started }, () => {});
} else {
  const server = started;
  await server.makeBucket('originals');
  after(() => server[Symbol.asyncDispose]());
  const settings = server.settings('s3://originals');

  const open = opener(server);
  originalsContract('S3', async () => open());
  s3TransfersContract('S3', server, open);

  describe('S3: what can go wrong', () => {
    test('each wrong setting is named in one sentence, and no secret is', async () => {
      await server.addUser('STRANGER', 'another-secret');
      const wrong: readonly (readonly [Partial<S3Settings>, RegExp])[] = [
        [{ endpoint: 'http://127.0.0.1:1' }, /^originals\.endpoint: .* can't be reached \(ECONNREFUSED\)$/],
        [{ endpoint: server.url.replace('http', 'https') }, /^originals\.endpoint: .* does not speak HTTPS/],
        [{ endpoint: 'http://no-such-host.invalid' }, /^originals\.endpoint: .* can't be reached \(/],
        [{ url: 's3://no-such-bucket/files' }, /^originals\.url: there is no bucket "no-such-bucket" at http/],
        [{ accessKeyId: 'NOBODY' }, /^originals\.accessKeyId: .* does not know the key "NOBODY"$/],
        [{ secretAccessKey: 'wrong-secret' }, /^originals\.secretAccessKeyFile: the secret is not that of the key/],
        [
          { accessKeyId: 'STRANGER', secretAccessKey: 'another-secret' },
          /^originals\.accessKeyId: the key "STRANGER" lacks a right in "originals"/,
        ],
      ];
      for (const [changes, sentence] of wrong) {
        await using store = open(changes);
        using file = source(Buffer.from('x'));
        const { secretAccessKey } = { ...settings, ...changes };
        const isExplained = (error: unknown) => {
          assert.ok(error instanceof OriginalsUnreachable, String(error));
          assert.match(error.message, sentence);
          assert.ok(!JSON.stringify([error.message, error.cause, error.stack]).includes(secretAccessKey));
          return true;
        };
        await assert.rejects(store.checkAccess(signal), isExplained);
        await assert.rejects(store.size(file.key), isExplained);
        await assert.rejects(store.openReader(file.key, { signal }), isExplained);
        await assert.rejects(store.put(file.path, { signal }), isExplained);
      }
    });

    test('a wrong clock is named', async (context) => {
      await using store = open();
      context.mock.timers.enable({ apis: ['Date'], now: Date.now() - 3_600_000 });
      await assert.rejects(store.checkAccess(signal), /the clock of this machine .* 60 minutes behind/);
    });
  });

  describe('S3: a server that goes away', () => {
    test('reading goes on at the same byte after the server was killed', async () => {
      await using store = open();
      const bytes = randomBytes(20 * 2 ** 20);
      using file = source(bytes);
      const { sha256 } = await store.put(file.path, { signal });
      await using reader = await store.openReader(sha256, { signal });
      const read: Buffer[] = [];
      const into = Buffer.alloc(100_000);
      for (let at = 0, size = -1; size !== 0; at += size) {
        if (at > 5_000_000 && at - size <= 5_000_000) {
          await server.kill();
          await server.restart();
        }
        size = (await reader?.read(into)) ?? 0;
        read.push(Buffer.from(into.subarray(0, size)));
      }
      assert.ok(Buffer.concat(read).equals(bytes));
    });

    test('a server that is away makes requests fail, and they succeed when it is back', async () => {
      await using store = open();
      using file = source(randomBytes(1000));
      const { sha256 } = await store.put(file.path, { signal });
      await server.kill();
      await assert.rejects(store.openReader(sha256, { signal }), OriginalsUnreachable);
      await server.restart();
      await until(async () => {
        await using reader = await store.openReader(sha256, { signal }).catch(() => undefined);
        return reader !== undefined && (await readAll(reader)).length === 1000;
      });
    });
  });

  describe('S3: copies on this machine', () => {
    test('bytes other than those of the key are refused, and nothing of them stays', async () => {
      const url = `s3://originals/${randomUUID()}`;
      const key = createHash('sha256').update('right').digest('hex');
      await server.fetch(`/originals/${url.split('/').pop()}/${key}`, { method: 'PUT', body: 'wrong' });
      await using store = open({ url });
      await assert.rejects(store.leaseLocalFile(key, { signal }), DamagedOriginal);
      await assert.rejects(store.leaseLocalFile(key, { signal }), DamagedOriginal);
      using beside = source(Buffer.from('right'));
      await assert.rejects(store.copyTo(key, `${beside.path}-copy`, { signal }), DamagedOriginal);
    });

    test('an object of another size than its original is replaced', async () => {
      const url = `s3://originals/${randomUUID()}`;
      using file = source(Buffer.from('right'));
      await server.fetch(`/originals/${url.split('/').pop()}/${file.key}`, { method: 'PUT', body: 'short' + 'er' });
      await using store = open({ url });
      assert.equal((await store.put(file.path, { signal })).isNew, true);
      await using local = await store.leaseLocalFile(file.key, { signal });
      assert.equal(await readFile(local?.path ?? '', 'utf8'), 'right');
    });

    test('a leased copy outlives its eviction, and copies outlive a restart and the server', async () => {
      const folder = newFolder();
      const s3 = { ...settings, url: `s3://originals/${randomUUID()}` };
      const options = { s3, directory: join(folder, 'cache'), megabytes: 3, report: assert.fail };
      const files = [1, 2, 3].map(() => randomBytes(2 * 2 ** 20));
      const keys: string[] = [];
      {
        await using store = openOriginalsS3(options);
        const first = files[0] ?? Buffer.alloc(0);
        using source0 = source(first);
        await store.put(source0.path, { signal });
        await using held = await store.leaseLocalFile(source0.key, { signal });
        for (const bytes of files.slice(1)) {
          using each = source(bytes);
          await store.put(each.path, { signal });
          keys.push(each.key);
        }
        assert.deepEqual(await readFile(held?.path ?? ''), first);
      }
      await server.kill();
      try {
        await using store = openOriginalsS3(options);
        await using last = await store.leaseLocalFile(keys.at(-1) ?? '', { signal });
        assert.deepEqual(await readFile(last?.path ?? ''), files.at(-1));
        await assert.rejects(store.leaseLocalFile(keys[0] ?? '', { signal }), OriginalsUnreachable);
      } finally {
        await server.restart();
      }
    });
  });
}
