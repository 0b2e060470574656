/** ZIPs of converted files, which the cache may evict while they are sent. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { until } from '../../../core/test/support/until.ts';
import { admitInto } from '../../src/api/download-replies.ts';
import { type RunningApp, startApp } from '../support/app.ts';

const NOISE = { type: 'gaussian', mean: 128, sigma: 60 } as const;

describe('converted files that are evicted while they are sent', () => {
  let app: RunningApp;
  const folder = newFolder();
  before(async () => {
    const assets = [1, 2, 3].map((id) => ({ id, file: `${id}.png` }));
    for (const { file } of assets) {
      const size = { width: 1200, height: 1200, channels: 3 as const, background: '#000' };
      await sharp({ create: { ...size, noise: NOISE } })
        .png({ compressionLevel: 1 })
        .toFile(join(folder, file));
    }
    const formats = [{ id: 1, name: 'TIFF', convert: { to: 'tif' } }];
    const users = [{ id: 1, name: 'Service', service: true }];
    const catalogue = { languages: ['en'], users, download_formats: formats, assets };
    writeFileSync(join(folder, 'catalogue.json'), JSON.stringify(catalogue));
    app = await startApp({}, folder);
  });
  after(async () => {
    await app?.[Symbol.asyncDispose]();
  });

  async function begin(): Promise<IncomingMessage> {
    const [response] = await once(get(`${app.url}/asset.do?download=1:1,2:1,3:1`, { agent: false }), 'response');
    return response as IncomingMessage;
  }

  const isHeld = () =>
    spawnSync('sh', ['-c', `ls -l /proc/${process.pid}/fd`], { encoding: 'utf8' }).stdout.includes('/conversions/');

  async function letGo(): Promise<void> {
    if (process.platform !== 'linux') return;
    await until(() => !isHeld());
  }

  test('a ZIP that has begun is completed, and its leases are released', async () => {
    const whole = await buffer(await begin());
    const response = await begin();
    rmSync(join(app.data, 'conversions'), { recursive: true });
    const bytes = await buffer(response);
    assert.equal(bytes.length, Number(response.headers['content-length']));
    assert.equal(crc32(bytes), crc32(whole));
    await letGo();
  });
});

test('converted files that exceed the cache together are refused; originals, repetitions and a single file are not', () => {
  const admit = admitInto(10 * 2 ** 20);
  const file = (etag: string, megabytes: number, isOriginal = false) =>
    admit({ parameter: 'download', isOriginal, etag, size: megabytes * 2 ** 20 });
  file('a', 6);
  file('a', 6);
  file('original', 100, true);
  file('b', 4);
  assert.throws(() => file('c', 1), /^ApiError: download: the converted files together are larger than the 10 MB/);
  admitInto(2 ** 20)({ parameter: 'download', isOriginal: false, etag: 'one', size: 2 ** 21 });
});
