/** Cached answers are sent in a single write, bypassing Node's own headers: the bytes must be those that Node would write. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import pino from 'pino';
import { openMetrics } from '../../src/http/metrics/metrics.ts';
import { openCachedSender } from '../../src/http/response-cache/send-cached.ts';
import { checkSingleWrite } from '../../src/http/response-cache/single-write.ts';
import { openUnsent } from '../../src/http/unsent.ts';
import { type RunningApp, startApp } from '../support/app.ts';

const ABOUT = 'GET /node.do?about=true HTTP/1.1\r\nHost: h\r\n';
const LAST = 'GET /node.do?suggest=zz&limit=1 HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n';

/** The header lines, and the body after them. */
interface Received {
  readonly status: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  /** Node writes `Date`, a single write `date`. */
  readonly isSingle: boolean;
}

/** All answers of a connection. */
function readAnswers(bytes: Buffer): Received[] {
  const answers: Received[] = [];
  for (let rest = bytes; rest.length > 0; ) {
    const end = rest.indexOf('\r\n\r\n');
    const [status = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n');
    const headers = new Map(
      lines.map((line) => {
        const [name = '', ...value] = line.split(': ');
        return [name.toLowerCase(), value.join(': ')];
      }),
    );
    const isSingle = lines.some((line) => line.startsWith('date: '));
    const size = status.includes(' 304 ') ? 0 : Number(headers.get('content-length'));
    answers.push({ status, headers, body: rest.subarray(end + 4, end + 4 + size).toString(), isSingle });
    rest = rest.subarray(end + 4 + size);
  }
  return answers;
}

describe('an answer in a single write', () => {
  let app: RunningApp;
  before(async () => {
    app = await startApp();
    // From now on it is cached, in the encoding that these requests accept.
    await ask(`${ABOUT}Connection: close\r\n\r\n`);
  });
  after(async () => {
    await app[Symbol.asyncDispose]();
  });

  async function ask(text: string): Promise<Received[]> {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    socket.setTimeout(30_000, () => socket.destroy(new Error('no end')));
    socket.write(text);
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk);
    return readAnswers(Buffer.concat(chunks));
  }

  const without = (names: readonly string[], { headers }: Received) =>
    Object.fromEntries([...headers].filter(([name]) => !names.includes(name)));

  test('equals Node’s, on connections that stay open and that end', async () => {
    const [open, last] = await ask(`${ABOUT}\r\n${LAST}`);
    const [closed] = await ask(`${ABOUT}Connection: close\r\n\r\n`);
    assert.ok(open && last && closed);
    assert.deepEqual([open.isSingle, last.isSingle, closed.isSingle], [true, false, false]);
    assert.equal(open.status, 'HTTP/1.1 200 OK');
    assert.equal(open.body, closed.body);
    assert.deepEqual(
      without(['date', 'connection', 'keep-alive'], open),
      without(['date', 'connection', 'keep-alive'], closed),
    );
    assert.equal(open.headers.get('connection'), 'keep-alive');
    assert.match(open.headers.get('keep-alive') ?? '', /^timeout=\d+$/);
    assert.equal(closed.headers.get('connection'), 'close');
    assert.ok(Math.abs(Date.parse(open.headers.get('date') ?? '') - Date.now()) < 60_000);
    assert.match(open.headers.get('date') ?? '', /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/);
  });

  test('keeps its place among slower answers of the connection', async () => {
    const other = 'GET /node.do?suggest=a HTTP/1.1\r\nHost: h\r\n\r\n';
    const answers = await ask(`${ABOUT}\r\n${other}${ABOUT}\r\n${ABOUT}\r\n${other}${ABOUT}\r\n${LAST}`);
    const isAbout = ({ body }: Received) => body.includes('"facetFields"');
    assert.deepEqual(answers.map(isAbout), [true, false, true, true, false, true, false]);
    assert.equal(answers[0]?.isSingle, true);
  });

  test('is a 304 without a body if the ETag matches', async () => {
    const [first] = await ask(`${ABOUT}\r\n${LAST}`);
    const condition = `If-None-Match: ${first?.headers.get('etag')}\r\n`;
    const [fresh, next] = await ask(`${ABOUT}${condition}\r\n${LAST}`);
    assert.equal(fresh?.status, 'HTTP/1.1 304 Not Modified');
    assert.equal(fresh.isSingle, true);
    assert.equal(fresh.headers.get('etag'), first?.headers.get('etag'));
    assert.equal(fresh.headers.get('content-type'), undefined);
    assert.match(next?.status ?? '', / 200 /);
  });

  test('ends the connection of an HTTP/1.0 client', async () => {
    const [answer, ...others] = await ask(ABOUT.replace('1.1', '1.0').concat('\r\n'));
    assert.match(answer?.status ?? '', / 200 /);
    assert.equal(others.length, 0);
  });
});

test('this Node passes the check at the start', async () => {
  assert.equal(await checkSingleWrite(), true);
});

test('an answer whose header contains a line break is left to Node', async () => {
  const find = () => ({ status: 200, headers: { 'x-name': 'a\r\nset-cookie: b' }, body: new Uint8Array(1) });
  const metrics = openMetrics(() => []);
  const cached = openCachedSender({
    find,
    metrics,
    log: pino({ enabled: false }),
    unsent: openUnsent({ megabytes: 1 }),
    idleSeconds: 1,
  });
  const server = createServer((request, response) => {
    if (!cached.send(request, response)) response.end('elsewhere');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  assert.deepEqual([answer.headers.get('set-cookie'), await answer.text()], [null, 'elsewhere']);
  server.closeAllConnections();
  server.close();
});
