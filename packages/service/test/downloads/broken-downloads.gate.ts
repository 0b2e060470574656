/** Interrupted downloads: callers that hang up or don't read, damaged files, a service that stops. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { pathInFolder } from '../../../core/src/originals/folder.ts';
import { until } from '../../../core/test/support/until.ts';
import { readMetrics } from '../support/metrics.ts';
import { openForAll } from '../support/open-for-all.ts';
import { startAppWith } from './bundle.ts';
import { sha256 } from './unpackers.ts';

const LARGE = 30_000_000;

describe('interrupted downloads', () => {
  const files = [
    { name: 'large.bin', content: randomBytes(LARGE) },
    { name: 'small.bin', content: randomBytes(5000) },
    { name: 'changed.bin', content: randomBytes(400_000) },
    { name: 'short.bin', content: randomBytes(5001) },
    { name: 'gone.bin', content: randomBytes(5002) },
    { name: 'worn.bin', content: randomBytes(5003) },
  ] as const;
  const zipOf = (...ids: readonly number[]) => `${app.url}/asset.do?download=${ids.join(',')}&forcezip=true`;
  const original = (place: number) =>
    join(app.data, 'originals', pathInFolder(sha256(files[place]?.content ?? Buffer.alloc(0))));
  const app = openForAll(() => startAppWith(files));
  before(() => {
    for (const place of [2, 3, 4, 5]) chmodSync(original(place), 0o644);
    const changed = Buffer.from(files[2].content);
    changed[399_999] = (changed[399_999] ?? 0) ^ 1;
    writeFileSync(original(2), changed);
    const worn = Buffer.from(files[5].content);
    worn[9] = (worn[9] ?? 0) ^ 1;
    writeFileSync(original(5), worn);
    truncateSync(original(3), 5000);
    rmSync(original(4));
  });

  test('a missing or truncated file is refused before the first byte', async () => {
    for (const [id, why] of Object.entries({ 4: 'the file of asset 4 is damaged', 5: 'asset 5 has no file' })) {
      for (const url of [zipOf(2, Number(id)), `${app.url}/asset.do?download=${id}`]) {
        const answer = await fetch(url);
        assert.equal(answer.status, 404);
        assert.equal((await answer.json()).message, `download: ${why}`);
      }
    }
  });

  test('a single file with changed bytes is cut before its last bytes, logged and counted', async () => {
    const seen = async () => (await readMetrics(app.url)).get('abs_damage_seen_total') ?? 0;
    const before = await seen();
    const lines = app.log.length;
    // A range may be the whole file, too.
    for (const [id, range] of [
      [3, undefined],
      [6, undefined],
      [6, 'bytes=0-'],
      [6, 'bytes=0-5002'],
      [6, 'bytes=-9999'],
    ] as const) {
      const headers = range === undefined ? {} : { range };
      const answering = fetch(`${app.url}/asset.do?download=${id}`, { headers });
      const body = answering.then((answer) => answer.arrayBuffer());
      await assert.rejects(body, range);
    }
    await until(async () => (await seen()) === before + 5, 'not counted');
    const told = app.log.slice(lines).join('');
    assert.match(told, /changed\.bin is damaged: its CRC-32 is/);
    assert.match(told, /worn\.bin is damaged: its CRC-32 is/);
    // Ranges can't be verified.
    const part = await fetch(`${app.url}/asset.do?download=3`, { headers: { range: 'bytes=0-99' } });
    assert.deepEqual(Buffer.from(await part.arrayBuffer()), files[2].content.subarray(0, 100));
    assert.equal((await fetch(`${app.url}/asset.do?download=4`)).status, 404);
    await until(async () => (await seen()) === before + 6, 'a refusal is not counted');
  });

  test('a changed member found before the answer begins is refused', async () => {
    const answer = await fetch(zipOf(2, 6));
    assert.deepEqual([answer.status, (await answer.json()).message], [404, 'download: the file of asset 6 is damaged']);
    assert.equal((await fetch(zipOf(2, 6), { method: 'HEAD' })).status, 200);
  });

  test('a changed member cuts the connection, and the log names it', async () => {
    const logged = app.log.length;
    const answer = await fetch(zipOf(2, 3));
    assert.equal(answer.status, 200);
    await assert.rejects(answer.arrayBuffer());
    await until(
      () => app.log.slice(logged).some((line) => line.includes('changed.bin is damaged: its CRC-32 is')),
      'not logged',
    );
    const part = await fetch(zipOf(2, 3), { headers: { range: 'bytes=0-99' } });
    assert.equal((await part.arrayBuffer()).byteLength, 100);
  });

  test('a caller that reads nothing is cut, and no download is counted', async () => {
    await using app = await startAppWith(files.slice(0, 2), {}, { stallSeconds: 2 });
    const { hostname, port, pathname, search } = new URL(`${app.url}/asset.do?download=1,2&forcezip=true`);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    socket.write(`GET ${pathname}${search} HTTP/1.1\r\nhost: x\r\n\r\n`);
    await once(socket, 'readable');
    socket.pause();
    await until(() => app.log.some((line) => line.includes('"cut":true') && line.includes('1,2')), 'not cut');
    socket.destroy();
    const top = await (await fetch(`${app.url}/node.do?top=10`)).json();
    assert.deepEqual(top.data, []);
  });

  test('callers who hang up leave no file open', { skip: process.platform !== 'linux' && 'wants /proc' }, async () => {
    const isOpen = () => {
      const { stdout } = spawnSync('sh', ['-c', `ls -l /proc/${process.pid}/fd`], { encoding: 'utf8' });
      return stdout.includes(join(app.data, 'originals'));
    };
    const stop = new AbortController();
    const answers = await Promise.all(Array.from({ length: 10 }, () => fetch(zipOf(1, 2), { signal: stop.signal })));
    assert.ok(isOpen());
    stop.abort();
    await Promise.allSettled(answers.map((answer) => answer.arrayBuffer()));
    await until(() => !isOpen(), 'files are still open');
  });

  test('a ZIP counts each of its assets after its last byte, and its end does not count again', async () => {
    const answer = await fetch(zipOf(1, 2));
    await answer.arrayBuffer();
    await (await fetch(zipOf(1, 2), { headers: { range: 'bytes=5-' } })).arrayBuffer();
    await fetch(zipOf(1, 2), { method: 'HEAD' });
    const top = async () => (await (await fetch(`${app.url}/node.do?top=10`)).json()).data;
    // The caller may have the last byte before the service knows that it was sent.
    await until(async () => (await top()).length > 0, 'not counted');
    const counts = (await top()).map(({ id, downloads }: { id: number; downloads: number }) => `${id} ${downloads}`);
    assert.deepEqual(counts, ['1 1', '2 1']);
  });

  test('a file fetched in pieces counts once, with the piece that has its last byte', async () => {
    const url = `${app.url}/asset.do?download=1`;
    const countOf = async () => {
      const { data } = await (await fetch(`${app.url}/node.do?top=10`)).json();
      return data.find(({ id }: { id: number }) => id === 1)?.downloads ?? 0;
    };
    const piece = async (range: string) => {
      const response = await fetch(url, { headers: { range: `bytes=${range}` } });
      assert.equal(response.status, 206);
      await response.arrayBuffer();
    };
    const before = await countOf();
    // The end alone is no download.
    await piece('-1');
    await piece('0-9');
    await piece('20-');
    await piece('10-19');
    await piece('20-');
    await until(async () => (await countOf()) > before, 'not counted');
    await piece('-1');
    await (await fetch(url)).arrayBuffer();
    await until(async () => (await countOf()) > before + 1, 'not counted');
    assert.equal(await countOf(), before + 2);
  });
});
