/** Requests that two parsers could delimit differently, and callers that never finish one. */
import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { type RunningApp, startApp } from '../support/app.ts';
import { until } from '../support/until.ts';

/** A request hidden in the body of another one; its answer would reveal that it was read. */
const HIDDEN = 'GET /node.do?suggest=hidden HTTP/1.1\r\nHost: h\r\n\r\n';
const ABOUT = '/node.do?about=true';

describe('a raw connection', () => {
  let app: RunningApp;
  /** Does not wait long for requests. */
  let hasty: RunningApp;
  /** Waits for headers longer than a busy machine pauses. */
  let patient: RunningApp;
  before(async () => {
    app = await startApp({ ABS_HTTP_IDLE_SECONDS: 1 });
    hasty = await startApp({ ABS_HTTP_HEADERS_SECONDS: 2, ABS_HTTP_IDLE_SECONDS: 1, ABS_HTTP_CONNECTIONS: 400 });
    patient = await startApp({ ABS_HTTP_HEADERS_SECONDS: 5 });
  });
  after(async () => {
    await app?.[Symbol.asyncDispose]();
    await hasty?.[Symbol.asyncDispose]();
    await patient?.[Symbol.asyncDispose]();
  });

  function open(to = app): Socket {
    const socket = connect(Number(new URL(to.url).port), '127.0.0.1');
    socket.on('error', () => {});
    return socket;
  }

  /** Everything received until the service ends the connection. */
  async function send(text: string | Buffer): Promise<string> {
    const socket = open();
    socket.write(text);
    return await readAll(socket);
  }

  async function readAll(socket: Socket): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    let received = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.on('close', () => resolve(received));
    socket.setTimeout(120_000, () => {
      socket.destroy();
      reject(new Error(`neither answered nor closed: ${received}`));
    });
    return await promise;
  }

  const statuses = (answer: string) => [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
  const wasAnswered = () => app.log.some((line) => line.includes('suggest=hidden'));

  const get = (headers: string, body = '') => `GET ${ABOUT} HTTP/1.1\r\nHost: h\r\n${headers}\r\n${body}`;
  const post = (headers: string, body = '') => `POST ${ABOUT} HTTP/1.1\r\nHost: h\r\n${headers}\r\n${body}`;
  const chunked = `0\r\n\r\n${HIDDEN}`;

  for (const [what, text] of [
    ['CL.TE', post(`Content-Length: ${chunked.length}\r\nTransfer-Encoding: chunked\r\n`, chunked)],
    ['CL.TE of a GET', get(`Content-Length: ${chunked.length}\r\nTransfer-Encoding: chunked\r\n`, chunked)],
    ['TE.CL', post('Transfer-Encoding: chunked\r\nContent-Length: 4\r\n', `5c\r\n${HIDDEN}\r\n0\r\n\r\n`)],
    ['two different Content-Lengths', get(`Content-Length: 0\r\nContent-Length: ${HIDDEN.length}\r\n`, HIDDEN)],
    ['the same Content-Length twice', get('Content-Length: 0\r\nContent-Length: 0\r\n', HIDDEN)],
    ['a list of Content-Lengths', get(`Content-Length: 0, ${HIDDEN.length}\r\n`, HIDDEN)],
    ['Content-Length with a sign', get('Content-Length: +0\r\n', HIDDEN)],
    ['a negative Content-Length', get('Content-Length: -1\r\n', HIDDEN)],
    ['Content-Length in hexadecimal', get('Content-Length: 0x0\r\n', HIDDEN)],
    ['a Content-Length beyond all numbers', get('Content-Length: 99999999999999999999999\r\n', HIDDEN)],
    ['a Transfer-Encoding of another kind', post('Transfer-Encoding: xchunked\r\n', chunked)],
    ['chunked that is not the last coding', post('Transfer-Encoding: chunked, identity\r\n', chunked)],
    ['two Transfer-Encodings', post('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n', chunked)],
    ['a blank before the colon', get('Content-Length : 0\r\n', HIDDEN)],
    ['a tab before the colon', post('Transfer-Encoding\t: chunked\r\n', chunked)],
    ['a header that goes on in the next line', post('Transfer-Encoding:\r\n chunked\r\n', chunked)],
    ['a first header line that begins with a blank', `GET ${ABOUT} HTTP/1.1\r\n Host: h\r\n\r\n${HIDDEN}`],
    ['lines that end with LF alone', `GET ${ABOUT} HTTP/1.1\nHost: h\nContent-Length: 0\n\n${HIDDEN}`],
    ['one line that ends with LF alone', get('X: y\nContent-Length: 5\r\n', HIDDEN)],
    ['a line that ends with CR alone', get('X: y\rContent-Length: 5\r\n', HIDDEN)],
    ['a null byte in a header name', get('Con\0tent: 0\r\n', HIDDEN)],
    ['a null byte in a header value', get('X: a\0b\r\n', HIDDEN)],
    ['a null byte in the target', `GET ${ABOUT}&x=\0 HTTP/1.1\r\nHost: h\r\n\r\n${HIDDEN}`],
    ['a blank in the target', `GET ${ABOUT}&x= y HTTP/1.1\r\nHost: h\r\n\r\n${HIDDEN}`],
    ['an empty header name', get(': x\r\n', HIDDEN)],
    ['a chunk size with a sign', post('Transfer-Encoding: chunked\r\n', `+0\r\n\r\n${HIDDEN}`)],
    ['a chunk size in words', post('Transfer-Encoding: chunked\r\n', `zero\r\n\r\n${HIDDEN}`)],
    ['a chunk longer than it says', post('Transfer-Encoding: chunked\r\n', `1\r\nabc\r\n0\r\n\r\n${HIDDEN}`)],
    ['a chunk size beyond all numbers', post('Transfer-Encoding: chunked\r\n', `fffffffffffffffff\r\n${HIDDEN}`)],
    ['an extension of a chunk with LF', post('Transfer-Encoding: chunked\r\n', `0;a\n\r\n${HIDDEN}`)],
    ['HTTP/0.9', `GET ${ABOUT}\r\n\r\n${HIDDEN}`],
    ['HTTP/2 without negotiation', `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${HIDDEN}`],
    ['a method of a thousand letters', `${'A'.repeat(1000)} ${ABOUT} HTTP/1.1\r\nHost: h\r\n\r\n${HIDDEN}`],
    ['a method in small letters', `get ${ABOUT} HTTP/1.1\r\nHost: h\r\n\r\n${HIDDEN}`],
    ['TLS', Buffer.from('1603010200010001fc0303', 'hex')],
  ] as const) {
    test(`${what} is refused once, and what follows is not read`, async () => {
      const answer = await send(text);
      const [status = 0, ...more] = statuses(answer);
      assert.ok(status >= 400 && status < 500, answer);
      assert.deepEqual(more, [], answer);
      assert.match(answer, /^connection: close\r$/im);
      assert.match(answer, /\{"version":2,"status":4\d\d,/);
      assert.ok(!wasAnswered());
    });
  }

  for (const [what, text] of [
    ['two Hosts', get('Host: other\r\nConnection: close\r\n')],
    ['a header sent a hundred times', get(`${'X-A: b\r\n'.repeat(100)}Connection: close\r\n`)],
    ['trailers', post('Transfer-Encoding: chunked\r\n', '1\r\na\r\n0\r\nHost: other\r\nContent-Length: 9\r\n\r\n')],
    [
      'an address with scheme and host',
      get('').replace(ABOUT, `http://h${ABOUT}`).replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'),
    ],
  ] as const) {
    test(`${what}: one request, one answer`, async () => {
      assert.equal(statuses(await send(text)).length, 1);
    });
  }

  test('the body of a GET is not read as the next request', async () => {
    const answer = await send(get(`Content-Length: ${HIDDEN.length}\r\n`, HIDDEN) + get('Connection: close\r\n'));
    assert.deepEqual(statuses(answer), [200, 200]);
    assert.ok(!wasAnswered());
    const inChunks = await send(
      get('Transfer-Encoding: chunked\r\n', `${HIDDEN.length.toString(16)}\r\n${HIDDEN}\r\n0\r\n\r\n`) +
        get('Connection: close\r\n'),
    );
    assert.deepEqual(statuses(inChunks), [200, 200]);
    assert.ok(!wasAnswered());
  });

  test('pipelined requests are answered in order', async () => {
    const addresses = Array.from({ length: 50 }, (_, place) => `/asset.do?string=n${place}`);
    const last = addresses.length - 1;
    const answer = await send(
      addresses
        .map(
          (address, place) =>
            `GET ${address} HTTP/1.1\r\nHost: h\r\n${place === last ? 'Connection: close\r\n' : ''}\r\n`,
        )
        .join(''),
    );
    assert.deepEqual(
      [...answer.matchAll(/"data":\{"(n\d+)"/g)].map(([, name]) => name),
      addresses.map((_, place) => `n${place}`),
    );
  });

  for (const [what, headers] of [
    ['one header of 100 KB', `X: ${'a'.repeat(100_000)}\r\n`],
    ['headers of 100 KB together', Array.from({ length: 2000 }, (_, at) => `X-${at}: ${'a'.repeat(40)}\r\n`).join('')],
    ['ten thousand short headers', 'a:b\r\n'.repeat(10_000)],
  ] as const) {
    test(`${what} are too large`, async () => {
      const answer = await send(get(headers));
      assert.deepEqual(statuses(answer), [431]);
      assert.match(answer, /"status":431/);
    });
  }

  test('a refused body does not prevent the answer', async () => {
    for (let time = 0; time < 20; time += 1) {
      assert.deepEqual(statuses(await send(post('Content-Length: 60000\r\n', 'x'.repeat(60_000)))), [405]);
    }
    // Larger ones are not read to their end; the connection may be reset then.
    const large = await send(post('Content-Length: 50000000\r\n', 'x'.repeat(50_000_000)));
    assert.ok(statuses(large).length <= 1);
  });

  /** What a caller receives that sends the beginning and then repeats the rest. */
  async function drip(to: RunningApp, beginning: string, rest: string): Promise<string> {
    const socket = open(to);
    socket.write(beginning);
    const dripping = setInterval(() => socket.write(rest), 100);
    try {
      return await readAll(socket);
    } finally {
      clearInterval(dripping);
    }
  }

  test('connections with slow or missing headers are cut', async () => {
    const answers = await Promise.all([drip(hasty, '', ''), drip(hasty, 'GET / HTTP/1.1\r\nHost: h\r\n', 'X: y\r\n')]);
    for (const answer of answers) {
      assert.deepEqual(statuses(answer), [408]);
      assert.match(answer, /"status":408/);
    }
  });

  test('a connection with an endless body is cut', async () => {
    const headers = 'Host: h\r\nContent-Length: 1000000\r\n\r\n';
    const [posted, got] = await Promise.all([
      drip(patient, `POST ${ABOUT} HTTP/1.1\r\n${headers}`, 'x'),
      drip(patient, `GET ${ABOUT} HTTP/1.1\r\n${headers}`, 'x'),
    ]);
    assert.deepEqual(statuses(posted), [405]);
    assert.equal(statuses(got)[0], 200);
  });

  test('connections over the limit are closed, and idle ones make room', async () => {
    const sockets = Array.from({ length: 800 }, () => open(hasty));
    const closed = Promise.all(sockets.map((socket) => readAll(socket)));
    const isAnswered = async () =>
      fetch(hasty.url + ABOUT).then(
        (answer) => answer.text().then(() => true),
        () => false,
      );
    await until(isAnswered, 'idle connections keep everybody out');
    await closed;
  });
});
