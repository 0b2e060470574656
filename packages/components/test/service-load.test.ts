import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { openServiceLoad } from '../src/catalogue/service-load.ts';

test('a refused request is not forgotten when others are answered, but when it is given up', async () => {
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/refused' ? 429 : 200, { 'retry-after': '7' }).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  try {
    const load = openServiceLoad();
    const given = new AbortController();
    await load.fetch(`${base}refused`, { signal: given.signal });
    await load.fetch(`${base}other`);
    assert.equal(load.busySeconds, 7);
    given.abort();
    assert.equal(load.busySeconds, undefined);
  } finally {
    server.close();
    server.closeAllConnections();
  }
});

test('a service is busy from the answer that says so until one that does not, as long as it asks to wait', async () => {
  let answer: { readonly status: number; readonly retryAfter?: string } = { status: 200 };
  const server = createServer((_request, response) => {
    const { status, retryAfter } = answer;
    response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  try {
    const load = openServiceLoad();
    assert.equal(load.busySeconds, undefined);
    for (const [status, retryAfter, seconds] of [
      [503, '7', 7],
      [429, '30', 30],
      [503, undefined, 1],
      [503, 'Wed, 21 Oct 2026 07:28:00 GMT', 1],
      [404, '7', undefined],
      [200, undefined, undefined],
    ] as const) {
      answer = { status, ...(retryAfter !== undefined && { retryAfter }) };
      assert.equal((await load.fetch(address)).status, status);
      assert.equal(load.busySeconds, seconds, `${status} ${retryAfter}`);
    }
  } finally {
    server.close();
    server.closeAllConnections();
  }
});
