/** Pages of other origins may read every answer, refusals too (interface decisions 8). */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { until } from '../../../core/test/support/until.ts';
import { MAX_HEADER_BYTES } from '../../src/http/parser-refusals.ts';
import { openServer } from '../../src/http/server.ts';
import { appForAll, startApp } from '../support/app.ts';
import { BARE_SERVER, callRaw } from '../support/bare-server.ts';

const PRESS = 'https://press.example';
const ORIGIN = /^access-control-allow-origin: (.*?)\r$/im;

/** The bytes that a connection gets in reply until it ends. */
async function raw(port: number, text: string): Promise<string> {
  using caller = callRaw(port, text);
  await until(() => caller.socket.closed);
  return caller.received();
}

describe('cross-origin access', () => {
  const NEWS = 'https://news.example:8443';
  const endpoints = { press: { cors: { origins: [PRESS, NEWS] } } };
  const app = appForAll({ ABS_ENDPOINTS: JSON.stringify(endpoints) });
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(app.url + path, init);
    await answer.arrayBuffer();
    return answer;
  };

  test('any origin may read every answer, whatever its status', async () => {
    for (const [path, status] of [
      ['/node.do?tree=1', 200],
      ['/node.do?tree=x', 400],
      ['/nowhere/node.do?tree=1', 404],
      ['/nowhere', 404],
      [`/node.do?tree=${'1'.repeat(20_000)}`, 414],
      ['/pin/nothing', 404],
      ['/', 200],
      ['/health', 200],
      ['/ready', 200],
      ['/metrics', 200],
      ['/elements/none.js', 404],
    ] as const) {
      const answer = await ask(path);
      assert.equal(answer.status, status, path);
      assert.equal(answer.headers.get('access-control-allow-origin'), '*', path);
      assert.match(answer.headers.get('access-control-expose-headers') ?? '', /Retry-After/);
    }
  });

  test('only the configured origins of an endpoint may read its answers and refusals, and none merely like one', async () => {
    const others = [
      ...['https://press.example.evil.example', 'https://evil-press.example', 'http://press.example', 'null'],
      ...['https://press.example:8443', 'https://news.example', 'https://other.example'],
    ];
    for (const path of ['/press/node.do?tree=x', '/press/icons/none.svg', '/press/pin/nothing'])
      for (const origin of [PRESS, NEWS, ...others]) {
        const { headers } = await ask(path, { headers: { origin } });
        const allowed = others.includes(origin) ? null : origin;
        assert.equal(headers.get('access-control-allow-origin'), allowed, `${path} ${origin}`);
        assert.match(headers.get('vary') ?? '', /Origin/);
      }
  });

  test('any origin may read refusals of the HTTP parser and of a missing Host', async () => {
    for (const [text, status] of [
      ['nonsense\r\n\r\n', 400],
      ['GET /node.do?tree=1 HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
      ['CONNECT a:1 HTTP/1.1\r\nHost: x\r\n\r\n', 405],
      [`GET /?${'x'.repeat(2 * MAX_HEADER_BYTES)} HTTP/1.1\r\nHost: x\r\n\r\n`, 414],
      [`GET / HTTP/1.1\r\nHost: x\r\n${'X: a b\r\n'.repeat(MAX_HEADER_BYTES / 4)}\r\n`, 431],
    ] as const) {
      const answer = await raw(Number(new URL(app.url).port), text);
      assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `), text.slice(0, 40));
      assert.equal(ORIGIN.exec(answer)?.[1], '*', answer);
    }
  });

  test('preflights have a limit of their own, and pages can read a 429 and its Retry-After', async () => {
    await using limited = await startApp({
      ABS_ENDPOINTS: JSON.stringify({ press: { cors: { origins: [PRESS] } } }),
      ABS_RATE_LIMIT_PER_ADDRESS: 2,
      ABS_RATE_LIMIT_SECONDS: 3600,
    });
    const preflight = { method: 'OPTIONS', headers: { origin: PRESS, 'access-control-request-method': 'GET' } };
    const statusOf = async (init: RequestInit) => {
      const answer = await fetch(`${limited.url}/node.do?tree=1`, init);
      await answer.arrayBuffer();
      return answer.status;
    };
    const statuses: number[] = [];
    for (const init of [preflight, preflight, preflight, {}, {}]) statuses.push(await statusOf(init));
    assert.deepEqual(statuses, [204, 204, 429, 200, 200]);
    for (const [path, headers, status, readers] of [
      ['/node.do?tree=1', {}, 429, '*'],
      ['/press/node.do?tree=1', { origin: PRESS }, 429, PRESS],
      ['/node.do?tree=1&callback=f', {}, 200, '*'],
    ] as const) {
      const answer = await fetch(limited.url + path, { headers });
      await answer.arrayBuffer();
      assert.deepEqual([answer.status, answer.headers.get('access-control-allow-origin')], [status, readers]);
      assert.ok(Number(answer.headers.get('retry-after')) > 0);
    }
  });
});

for (const [how, cors, expected] of [
  ['of any', BARE_SERVER.cors, '*'],
  ['of one', () => ({ vary: 'Origin', 'access-control-allow-origin': PRESS }), PRESS],
] as const) {
  test(`under overload, a page ${how} origin can read the 503 and its Retry-After`, async () => {
    await using server = await openServer({
      ...BARE_SERVER,
      cors,
      admission: { admit: ({ refuse }) => refuse(), connectionAccepted: () => {} },
      handle: async () => assert.fail('all are refused'),
    });
    for (const query of ['', '?callback=f']) {
      const answer = await fetch(`http://127.0.0.1:${server.port}/${query}`);
      assert.match(await answer.text(), /"status":503/);
      assert.equal(answer.headers.get('access-control-allow-origin'), expected);
      assert.equal(answer.headers.get('retry-after'), '1');
    }
  });
}

test('pages can read the 503 of a stopping service', async () => {
  await using app = await startApp();
  app.stop();
  const answer = await fetch(`${app.url}/node.do?tree=1`);
  await answer.arrayBuffer();
  assert.deepEqual([answer.status, answer.headers.get('access-control-allow-origin')], [503, '*']);
});
