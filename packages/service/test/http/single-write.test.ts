/** Cached answers are sent in a single write, bypassing Node's own headers: the bytes must be those that Node would write. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { type Duplex, duplexPair } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import pino from 'pino';
import type { Answer, PlainRequest } from '../../src/http/answer.ts';
import { type Metrics, openMetrics } from '../../src/http/metrics/metrics.ts';
import { openCachedSender } from '../../src/http/response-cache/send-cached.ts';
import { checkSingleWrite } from '../../src/http/response-cache/single-write.ts';
import { openServer } from '../../src/http/server.ts';
import { openUnsent } from '../../src/http/unsent.ts';
import { type RunningApp, startApp } from '../support/app.ts';
import { BARE_SERVER, callRaw } from '../support/bare-server.ts';
import { until } from '../support/until.ts';

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
    socket.setTimeout(120_000, () => socket.destroy(new Error('no end')));
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

for (const hasSingleWrite of [true, false]) {
  const way = hasSingleWrite ? 'in a single write' : 'by Node';

  test(`pipelined answers that are sent ${way} are complete and in order`, { timeout: 120_000 }, async () => {
    await using server = await openServer({
      ...BARE_SERVER,
      checkSingleWrite: async () => hasSingleWrite,
      cached: ({ target }) =>
        target.startsWith('/slow')
          ? undefined
          : { status: 200, headers: { 'content-length': '2' }, body: Buffer.from(target) },
      handle: async () => ({ status: 200, headers: { 'content-length': '4' }, body: 'slow' }),
    });
    const asked = ['/1', '/slow', '/2', '/3'].map((target) => `GET ${target} HTTP/1.1\r\nHost: h\r\n`);
    using caller = callRaw(server.port, `${asked.join('\r\n')}Connection: close\r\n\r\n`);
    await until(() => caller.socket.closed);
    const answers = readAnswers(Buffer.from(caller.received(), 'latin1'));
    assert.deepEqual(
      answers.map(({ status, body }) => [status, body]),
      ['/1', 'slow', '/2', '/3'].map((body) => ['HTTP/1.1 200 OK', body]),
    );
    assert.equal(answers[0]?.isSingle, hasSingleWrite);
    assert.equal(answers[0]?.headers.get('connection'), 'keep-alive');
  });
}

/** A server that sends all answers through `openCachedSender`, and others as `elsewhere`. */
async function openCachedServer(options: {
  find(request: PlainRequest): Answer;
  readonly metrics: Metrics;
  onRequest?(response: ServerResponse): void;
}) {
  const cached = openCachedSender({
    ...options,
    log: pino({ enabled: false }),
    unsent: openUnsent({ megabytes: 1 }),
    idleSeconds: 1,
    hasSingleWrite: true,
  });
  const server = createServer((request, response) => {
    options.onRequest?.(response);
    if (!cached(request, response)) response.end('elsewhere');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    connect: (connection: Duplex) => server.emit('connection', connection),
    [Symbol.dispose]: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

test('an answer whose header contains a line break is left to Node', async () => {
  const find = () => ({ status: 200, headers: { 'x-name': 'a\r\nset-cookie: b' }, body: new Uint8Array(1) });
  using server = await openCachedServer({ find, metrics: openMetrics(() => []) });
  const answer = await fetch(`http://127.0.0.1:${server.port}/`);
  assert.deepEqual([answer.headers.get('set-cookie'), await answer.text()], [null, 'elsewhere']);
});

test('a write that fails ends its own connection, and other answers of the same turn are sent', {
  timeout: 120_000,
}, async () => {
  const counted: string[] = [];
  const metrics = { ...openMetrics(() => []), counter: (operation: string) => () => void counted.push(operation) };
  const find = ({ target }: PlainRequest) => ({
    status: 200,
    headers: { 'content-length': '2' },
    body: Buffer.from(target),
    operation: target,
  });
  using server = await openCachedServer({
    find,
    metrics,
    onRequest: (response) => {
      if (response.req.url === '/1') response.once('finish', () => assert.fail('broken'));
    },
  });
  // Connections within this process, so that both requests arrive in one turn of the event loop.
  const [broken, other] = ['/1', '/2'].map((target) => {
    const [client, connection] = duplexPair();
    server.connect(connection);
    client.write(`GET ${target} HTTP/1.1\r\nHost: h\r\n\r\n`);
    return { client, connection };
  });
  let received = '';
  other?.client.on('data', (bytes: Buffer) => {
    received += bytes.toString('latin1');
  });
  await until(() => received.endsWith('/2') && broken?.connection.destroyed === true);
  assert.deepEqual(counted, ['/2']);
});
