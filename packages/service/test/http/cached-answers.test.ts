/** Answers from the cache on connections that callers keep: nobody can tell them from those that were made. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import pino from 'pino';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { until } from '../../../core/test/support/until.ts';
import { StoredPictures } from '../../../media/src/pictures/stored-pictures.ts';
import { planFor } from '../../../media/test/pictures/pictures.ts';
import { Metrics } from '../../src/http/metrics/metrics.ts';
import { FileBuffers } from '../../src/http/response-cache/file-buffers.ts';
import { openCachedSender } from '../../src/http/response-cache/send-cached.ts';
import { openServer } from '../../src/http/server.ts';
import { Unsent } from '../../src/http/unsent.ts';
import { startApp } from '../support/app.ts';
import { BARE_SERVER, callRaw } from '../support/bare-server.ts';
import { startLocalServer } from '../support/local-server.ts';

const SOURCE = { sha256: 'a', properties: { mediaType: 'text/plain', width: 0, height: 0, pages: 0 } };

/** A body that is sent at once. */
const LONG = 'long'.repeat(32 * 1024);

/** What a connection receives until it ends, as one entry per answer, without what may differ. */
async function answersTo(port: number, text: string): Promise<readonly string[]> {
  using caller = callRaw(port, text);
  await until(() => caller.socket.closed);
  const answers = caller.received().split(/(?=HTTP\/1\.1 )/);
  return answers.map((answer) => answer.replace(/^(?:date|connection|keep-alive): .*\r\n/gim, '').toLowerCase());
}

test('a cached answer has the bytes of the first one, in its place among slower ones, and ends HTTP/1.0', async () => {
  await using app = await startApp();
  const port = Number(new URL(app.url).port);
  const about = 'GET /node.do?about=true HTTP/1.1\r\nHost: h\r\n';
  const [made = ''] = await answersTo(port, `${about}Connection: close\r\n\r\n`);
  assert.match(made, /^http\/1\.1 200 ok\r\n/);
  const [other = ''] = await answersTo(port, `${about.replace('about=true', 'suggest=a')}Connection: close\r\n\r\n`);
  const slower = (word: string) => `GET /node.do?suggest=a&img=${word} HTTP/1.1\r\nHost: h\r\n`;
  const asked = [about, slower('1'), about, about, slower('2'), about].map((request) => `${request}\r\n`);
  const bodyOf = (answer: string) => answer.slice(answer.indexOf('\r\n\r\n'));
  const answers = (await answersTo(port, `${asked.join('')}${about}Connection: close\r\n\r\n`)).map(bodyOf);
  const expected = [made, other, made, made, other, made, made].map(bodyOf);
  assert.deepEqual(answers, expected);
  assert.deepEqual(await answersTo(port, `${about}\r\n${about}Connection: close\r\n\r\n`), [made, made]);
  assert.equal((await answersTo(port, about.replace('1.1', '1.0').concat('\r\n'))).length, 1);
});

for (const hasSingleWrite of [true, false]) {
  test(`pipelined answers are complete and in order ${hasSingleWrite ? 'with' : 'without'} the faster way to send them`, async () => {
    await using server = await openServer({
      ...BARE_SERVER,
      checkSingleWrite: async () => hasSingleWrite,
      cached: ({ target }) => {
        const body = Buffer.from(target === '/long' ? LONG : target);
        return target === '/slow'
          ? undefined
          : { status: 200, headers: { 'content-length': String(body.length) }, body };
      },
      handle: async () => ({ status: 200, headers: { 'content-length': '4' }, body: 'slow' }),
    });
    const targets = ['/long', '/1', '/slow', '/2', '/long', '/3', '/long', '/long'];
    const asked = targets.map((target) => `GET ${target} HTTP/1.1\r\nHost: h\r\n`);
    const answers = await answersTo(server.port, `${asked.join('\r\n')}Connection: close\r\n\r\n`);
    assert.equal(answers.length, targets.length);
    for (const [place, target] of targets.entries()) {
      const body = target === '/long' ? LONG : target.replace('/slow', 'slow');
      const [head, ...rest] = (answers[place] ?? '').split('\r\n\r\n');
      assert.match(head ?? '', /^http\/1\.1 200 ok\r\n/);
      assert.ok(rest.join() === body, target);
    }
  });
}

test('an answer whose file is gone is made anew, and counts as none of the cache', async () => {
  const file = new StoredPictures({ directory: newFolder(), version: '' }).fileOf(SOURCE, planFor());
  const metrics = new Metrics(() => []);
  const headers = { 'content-length': '2' };
  await using server = await openServer({
    ...BARE_SERVER,
    metrics,
    cached: ({ target }) =>
      target === '/gone' ? { status: 200, headers, file } : { status: 200, headers, body: Buffer.from('ab') },
    handle: async () => ({ status: 200, headers, body: 'ba' }),
  });
  const hits = () => metrics.read().find(({ name }) => name === 'abs_response_cache_hits_total')?.values[0]?.value;
  for (const [path, body, count] of [
    ['/gone', 'ba', 0],
    ['/kept', 'ab', 1],
  ] as const) {
    assert.equal(await (await fetch(`http://127.0.0.1:${server.port}${path}`)).text(), body);
    assert.equal(hits(), count);
  }
});

test('a header of a cached answer cannot begin another header', async () => {
  const cached = openCachedSender({
    find: () => ({ status: 200, headers: { 'x-name': 'a\r\nset-cookie: b' }, body: new Uint8Array(1) }),
    metrics: new Metrics(() => []),
    log: pino({ enabled: false }),
    unsent: new Unsent({ megabytes: 1 }),
    fileBuffers: new FileBuffers(1),
    idleSeconds: 1,
    hasSingleWrite: true,
  });
  await using server = await startLocalServer((request, response) => {
    if (!cached(request, response, () => ({ origin: undefined, prefix: '' }))) response.end('made anew');
  });
  const answer = await fetch(server.url);
  assert.deepEqual([answer.headers.get('set-cookie'), await answer.text()], [null, 'made anew']);
});
