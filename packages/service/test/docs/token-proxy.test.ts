/** The proxy of examples/token-proxy in front of a server that notes what reaches it. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startLocalServer } from '../support/local-server.ts';

const PROXY = fileURLToPath(new URL('../../../../examples/token-proxy/proxy.mjs', import.meta.url));

const received: string[] = [];
/** Answers everything but requests for `silence`. */
const service = await startLocalServer(({ url = '' }, response) => {
  received.push(url);
  if (!url.includes('silence')) response.end('{}');
});
after(() => service[Symbol.asyncDispose]());

async function startProxy(more: Readonly<Record<string, string>> = {}) {
  const env = { ...process.env, SERVICE: service.url, TOKEN: 'secret', PORT: '0', ...more };
  const proxy = spawn(process.execPath, [PROXY], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(proxy.stdout, 'data');
  const port = Number(new URL(String(line).trim()).port);
  return {
    /** Sends a target as it stands; `fetch` accepts only addresses. */
    get: async (path: string) => {
      const sent = request({ port, host: '127.0.0.1', path });
      sent.end();
      const [response] = await once(sent, 'response');
      const body = (await json(response)) as { readonly code?: string };
      return { status: response.statusCode, code: body.code };
    },
    [Symbol.dispose]: () => void proxy.kill(),
  };
}

test('a target that is no address is refused, and the proxy goes on', async () => {
  using proxy = await startProxy();
  assert.deepEqual(await proxy.get('//'), { status: 400, code: 'request_malformed' });
  assert.deepEqual(await proxy.get('/dam/node.do?search='), { status: 200, code: undefined });
});

test('neither a token nor the wish to empty caches reaches the service', async () => {
  using proxy = await startProxy();
  await proxy.get('/dam/node.do?search=lake&flush=true&token=another&paginate=2');
  assert.equal(received.at(-1), '/node.do?search=lake&paginate=2');
});

test('a service that stays silent is a 502', async () => {
  using proxy = await startProxy({ TIMEOUT_SECONDS: '0.2' });
  assert.deepEqual(await proxy.get('/dam/node.do?search=silence'), { status: 502, code: 'unreachable' });
});
