/** Requests that two parsers could delimit differently, and callers that never finish one. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { until } from '../../../core/test/support/until.ts';
import { appForAll } from '../support/app.ts';
import { callRaw, statusesIn } from '../support/bare-server.ts';

/** A request hidden in the body of another one; its answer would reveal that it was read. */
const HIDDEN = 'GET /node.do?suggest=hidden HTTP/1.1\r\nHost: h\r\n\r\n';
const ABOUT = '/node.do?about=true';

describe('a raw connection', () => {
  const app = appForAll({ ABS_HTTP_IDLE_SECONDS: 1 });
  /** Does not wait long for requests. */
  const hasty = appForAll({ ABS_HTTP_IDLE_SECONDS: 1 }, undefined, { headersSeconds: 2, connections: 50 });

  /** Everything received until the service ends the connection. */
  async function send(text: string | Buffer, to = app): Promise<string> {
    using caller = callRaw(Number(new URL(to.url).port), text);
    await until(() => caller.socket.closed);
    return caller.received();
  }

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
    ...[
      ...['gzip, chunked', 'identity, chunked', 'xchunked, chunked', 'chunked, chunked', 'identity', 'gzip', ''],
      ...['chunked;q=1'],
    ].flatMap((coding) => [
      [`the transfer coding ${coding || 'without a name'}`, post(`Transfer-Encoding: ${coding}\r\n`, chunked)] as const,
      [`the same of a GET: ${coding}`, get(`Transfer-Encoding: ${coding}\r\n`, chunked)] as const,
    ]),
    ['chunks in HTTP/1.0', get('Transfer-Encoding: chunked\r\n', chunked).replace('HTTP/1.1', 'HTTP/1.0')],
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
      const [status = 0, ...more] = statusesIn(answer);
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
    test(`${what}: one request, one answer`, async () => assert.equal(statusesIn(await send(text)).length, 1));
  }

  test('the body of a GET is not read as the next request', async () => {
    const answer = await send(get(`Content-Length: ${HIDDEN.length}\r\n`, HIDDEN) + get('Connection: close\r\n'));
    assert.deepEqual(statusesIn(answer), [200, 200]);
    assert.ok(!wasAnswered());
    const inChunks = await send(
      get('Transfer-Encoding: chunked\r\n', `${HIDDEN.length.toString(16)}\r\n${HIDDEN}\r\n0\r\n\r\n`) +
        get('Connection: close\r\n'),
    );
    assert.deepEqual(statusesIn(inChunks), [200, 200]);
    assert.ok(!wasAnswered());
  });

  test('a refused body does not prevent the answer', async () => {
    for (let time = 0; time < 20; time += 1)
      assert.deepEqual(statusesIn(await send(post('Content-Length: 60000\r\n', 'x'.repeat(60_000)))), [405]);
    // Larger ones are not read to their end; the connection may be reset then.
    const large = await send(post('Content-Length: 50000000\r\n', 'x'.repeat(50_000_000)));
    assert.ok(statusesIn(large).length <= 1);
  });

  /** What a caller receives that sends the beginning and then, again and again, the rest. */
  async function drip(beginning: string, rest: string): Promise<string> {
    using caller = callRaw(Number(new URL(hasty.url).port), beginning);
    await until(() => {
      if (caller.socket.writable) caller.socket.write(rest);
      return caller.socket.closed;
    });
    return caller.received();
  }

  test('connections with slow or missing headers, or with an endless body, are cut', async () => {
    const endless = ` ${ABOUT} HTTP/1.1\r\nHost: h\r\nContent-Length: 1000000\r\n\r\n`;
    const [silent, slow, posted, got] = await Promise.all([
      send('', hasty),
      drip('GET / HTTP/1.1\r\nHost: h\r\n', 'X: y\r\n'),
      drip(`POST${endless}`, 'x'),
      drip(`GET${endless}`, 'x'),
    ]);
    for (const answer of [silent, slow]) assert.match(answer, /^HTTP\/1\.1 408 .*"status":408/s);
    assert.deepEqual([statusesIn(posted)[0], statusesIn(got)[0]], [405, 200]);
  });

  test('connections over the limit are closed, and idle ones make room', async () => {
    const callers = Array.from({ length: 100 }, () => callRaw(Number(new URL(hasty.url).port), ''));
    const isAnswered = async () =>
      fetch(hasty.url + ABOUT).then(
        (answer) => answer.text().then(() => true),
        () => false,
      );
    await until(isAnswered, 'idle connections keep everybody out');
    await until(() => callers.every(({ socket }) => socket.closed));
  });
});
