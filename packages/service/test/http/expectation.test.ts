/** An unknown `Expect` header is ignored: it neither costs the answer nor bypasses a refusal. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../../core/test/support/until.ts';
import { loadConfig } from '../../src/config/load.ts';
import { newRateCounts, openMemoryRateLimiter } from '../../src/coordination/memory-rate-limiter.ts';
import type { QueuedRequest } from '../../src/http/overload/admission.ts';
import { openRequestLimit } from '../../src/http/request-limit.ts';
import { openServer } from '../../src/http/server.ts';
import { BARE_SERVER, callRaw, statusesIn } from '../support/bare-server.ts';

const handle = async () => ({ status: 200, headers: {}, body: 'done' });
const asks = (headers = '') => `GET /node.do HTTP/1.1\r\nHost: x\r\nExpect: zz\r\n${headers}\r\n`;
const REFUSING = { admit: ({ refuse }: QueuedRequest) => refuse(), connectionAccepted: () => {} };
const LAST = 'Connection: close\r\n';

test('a request with an unknown expectation counts for the rate limit', async () => {
  const limiter = openMemoryRateLimiter(newRateCounts());
  const config = loadConfig({ environment: { ABS_RATE_LIMIT_PER_ADDRESS: '1', ABS_RATE_LIMIT_SECONDS: '3600' } });
  const rateLimit = openRequestLimit(config, { addresses: limiter, tokens: limiter });
  await using server = await openServer({ ...BARE_SERVER, handle, rateLimit });
  using caller = callRaw(server.port, asks() + asks(LAST));
  await until(() => caller.socket.closed);
  assert.deepEqual(statusesIn(caller.received()), [200, 429]);
});

test('a request with an unknown expectation is refused under overload', async () => {
  await using server = await openServer({ ...BARE_SERVER, handle, admission: REFUSING });
  using caller = callRaw(server.port, asks(LAST));
  await until(() => caller.socket.closed);
  assert.deepEqual(statusesIn(caller.received()), [503]);
});

test('a cached answer is sent despite an unknown expectation', async () => {
  const cached = () => ({ status: 200, headers: { 'content-length': '6' }, body: Buffer.from('cached') });
  await using server = await openServer({ ...BARE_SERVER, handle, cached });
  using caller = callRaw(server.port, asks(LAST));
  await until(() => caller.socket.closed);
  assert.match(caller.received(), /^HTTP\/1\.1 200 .*\r\n\r\ncached$/s);
});
