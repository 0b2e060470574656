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
const LAST = 'Connection: close\r\n';

const REFUSING = { admit: ({ refuse }: QueuedRequest) => refuse(), connectionAccepted: () => {} };
const CACHED = () => ({ status: 200, headers: { 'content-length': '6' }, body: Buffer.from('cached') });
const limiter = openMemoryRateLimiter(newRateCounts());
const environment = { ABS_RATE_LIMIT_PER_ADDRESS: '1', ABS_RATE_LIMIT_SECONDS: '3600' };
const rateLimit = openRequestLimit(loadConfig({ environment }), { addresses: limiter, tokens: limiter });

for (const [title, options, text, statuses] of [
  ['counts for the rate limit', { rateLimit }, asks() + asks(LAST), [200, 429]],
  ['is refused under overload', { admission: REFUSING }, asks(LAST), [503]],
  ['gets a cached answer', { cached: CACHED, handle: async () => assert.fail('it is cached') }, asks(LAST), [200]],
] as const)
  test(`a request with an unknown expectation ${title}`, async () => {
    await using server = await openServer({ ...BARE_SERVER, handle, ...options });
    using caller = callRaw(server.port, text);
    await until(() => caller.socket.closed);
    assert.deepEqual(statusesIn(caller.received()), statuses);
  });
