/** Stored pictures, which threads read from their files where memory for answers is short. */
import assert from 'node:assert/strict';
import { cpSync, readFileSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import sharp from 'sharp';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { packRendition, unpackRendition } from '../../../media/src/pictures/stored-file.ts';
import { serve } from '../app/breakable-service.ts';
import { type RunningApp, startApp } from '../support/app.ts';
import { importSample, SAMPLE } from '../support/sample.ts';

const PICTURE = '/asset.do?picture=1001&format=jpg&width=';
const LONG = `${PICTURE}500`;
/** The folder that only the staff sees. */
const SECRET = 6;

suite('stored pictures', () => {
  const bundle = newFolder();
  let app: RunningApp;
  let whole: Uint8Array;
  let etag: string;
  let width = 400;

  before(async () => {
    cpSync(SAMPLE, bundle, { recursive: true });
    const noise = { width: 500, height: 500, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 40 } } as const;
    await sharp({ create: { ...noise, background: 'black' } })
      .jpeg()
      .toFile(join(bundle, 'files/noise.jpg'));
    replaceAsset({ file: 'files/noise.jpg' });
    app = await startApp({ ABS_CACHE_MEGABYTES: 1 }, bundle);
  });
  after(async () => {
    await app[Symbol.asyncDispose]();
  });

  test('each answer has the bytes that the file has by then', async () => {
    const drawn = await get();
    ({ etag } = drawn);
    whole = drawn.bytes;
    assert.ok(whole.length > 90_000 && whole.length < 400_000, `${whole.length} bytes`);
    await displace();
    const known = unpackRendition(readFileSync(fileOf(etag)));
    assert.ok(known);
    const other = whole.toReversed();
    for (const bytes of [other, whole]) {
      writeFileSync(fileOf(etag), packRendition({ ...known, bytes }));
      assert.deepEqual((await get()).bytes, bytes);
    }
    const shorter = whole.slice(0, 60_000);
    writeFileSync(fileOf(etag), packRendition({ ...known, bytes: shorter }));
    assert.deepEqual((await get()).bytes, shorter);
    writeFileSync(fileOf(etag), packRendition({ ...known, bytes: whole }));
    await displace();
    assert.deepEqual((await get()).bytes, whole);
  });

  test('many at once, conditions and ranges are answered as ever', async () => {
    for (const { bytes } of await Promise.all(Array.from({ length: 50 }, () => get()))) assert.deepEqual(bytes, whole);
    const same = await fetch(app.url + LONG, { headers: { 'if-none-match': `"${etag}"` } });
    assert.deepEqual([same.status, await same.text()], [304, '']);
    const part = await fetch(app.url + LONG, { headers: { range: 'bytes=1000-1999' } });
    assert.deepEqual([part.status, new Uint8Array(await part.arrayBuffer())], [206, whole.slice(1000, 2000)]);
    const head = await fetch(app.url + LONG, { method: 'HEAD' });
    assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(whole.length)]);
  });

  test('a picture is drawn again if its file is gone, cut or damaged', async () => {
    const damages: readonly (() => void)[] = [
      () => rmSync(fileOf(etag)),
      () => rmSync(join(app.data, 'renditions'), { recursive: true }),
      () => truncateSync(fileOf(etag), 5000),
      () => {
        const file = readFileSync(fileOf(etag));
        file.writeUInt8(file.readUInt8(5000) ^ 1, 5000);
        writeFileSync(fileOf(etag), file);
        // Some systems count time in steps that two writes may share.
        utimesSync(fileOf(etag), 1, 1);
      },
    ];
    for (const damage of damages) {
      await displace();
      damage();
      for (let n = 0; n < 2; n++) assert.deepEqual(await get(), { bytes: whole, etag });
      assert.ok(unpackRendition(readFileSync(fileOf(etag))));
    }
  });

  test('every thread stops to answer with a picture at the commit that hides it', async () => {
    const data = newFolder();
    await importSample(data, bundle);
    const path = { path: data, break: () => {}, [Symbol.dispose]: () => {} };
    await using service = await serve(path, { ABS_THREADS: '2' });
    // Each connection may reach another thread.
    const statuses = async () => {
      const found = new Set<number>();
      for (let n = 0; n < 20; n++) {
        const answer = await fetch(service.url + LONG, { headers: { connection: 'close' } });
        await answer.arrayBuffer();
        found.add(answer.status);
      }
      return [...found];
    };
    assert.deepEqual(await statuses(), [200]);
    replaceAsset({ nodes: [SECRET] });
    await importSample(data, bundle);
    assert.deepEqual(await statuses(), [404]);
  });

  async function get() {
    const answer = await fetch(app.url + LONG);
    assert.equal(answer.status, 200);
    return { bytes: new Uint8Array(await answer.arrayBuffer()), etag: answer.headers.get('etag')?.slice(1, -1) ?? '' };
  }

  /** Asks for so many other pictures that the cache keeps no more than the headers of the first one. */
  async function displace(): Promise<void> {
    for (let n = 0; n < 12; n++) {
      width += 1;
      await (await fetch(`${app.url}${PICTURE}${width}`)).arrayBuffer();
    }
  }

  function fileOf(key: string): string {
    return join(app.data, 'renditions', key.slice(0, 2), `${key}.rendition`);
  }

  function replaceAsset(changes: Record<string, unknown>): void {
    const path = join(bundle, 'catalogue.json');
    const catalogue = JSON.parse(readFileSync(path, 'utf8'));
    catalogue.assets = catalogue.assets.map((asset: { id: number }) =>
      asset.id === 1001 ? { ...asset, ...changes } : asset,
    );
    writeFileSync(path, JSON.stringify(catalogue));
  }
});
