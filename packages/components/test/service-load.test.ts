import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startLocalServer } from '../../service/test/support/local-server.ts';
import { openServiceLoad } from '../src/catalogue/service-load.ts';

test('a service is busy from the answer that says so until one that does not, as long as it asks to wait', async () => {
  let answer: { readonly status: number; readonly retryAfter: string | undefined };
  await using server = await startLocalServer((_request, response) => {
    response
      .writeHead(answer.status, answer.retryAfter === undefined ? {} : { 'retry-after': answer.retryAfter })
      .end();
  });
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
    answer = { status, retryAfter };
    assert.equal((await load.fetch(server.url)).status, status);
    assert.equal(load.busySeconds, seconds, `${status} ${retryAfter}`);
  }
  // What was refused is not forgotten when others are answered, but when it is given up.
  const given = new AbortController();
  answer = { status: 429, retryAfter: '7' };
  await load.fetch(`${server.url}refused`, { signal: given.signal });
  answer = { status: 200, retryAfter: undefined };
  await load.fetch(`${server.url}other`);
  assert.equal(load.busySeconds, 7);
  given.abort();
  assert.equal(load.busySeconds, undefined);
});
