/** The configurations for several nodes, with the real programs in front of nodes that fail on request. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { describe, test } from 'node:test';
import { freePort } from '../../../core/test/support/free-port.ts';
import { until } from '../../../core/test/support/until.ts';
import { NO_HAPROXY, startHAProxy } from '../support/servers/haproxy.ts';
import { ask } from './ask.ts';
import { lackOf, startNginxNodes } from './proxy-programs.ts';

interface TestNode extends AsyncDisposable {
  readonly port: number;
  readonly name: string;
  /** Requests so far, without those for /ready. */
  readonly seen: IncomingMessage[];
  isReady: boolean;
  /** Cuts the connection of each request instead of answering. */
  isDying: boolean;
  /** Answers requests for /slow. */
  finish(): void;
}

async function startNode(name: string): Promise<TestNode> {
  const seen: IncomingMessage[] = [];
  const slow: ServerResponse[] = [];
  const server = createServer({ maxHeaderSize: 160 * 1024 }, (request, response) => {
    if (request.url === '/ready') {
      response.writeHead(node.isReady ? 200 : 503).end();
      return;
    }
    seen.push(request);
    if (node.isDying) request.socket.destroy();
    else if (request.url === '/slow') {
      response.write(`${name} begins`);
      slow.push(response);
    } else response.end(name);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const node: TestNode = {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    name,
    seen,
    isReady: true,
    isDying: false,
    finish: () => {
      for (const response of slow.splice(0)) response.end(' and ends');
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return node;
}

type StartBalancer = (
  nodes: readonly number[],
) => Promise<AsyncDisposable & { readonly url: string; readonly port: number }>;

async function start(startBalancer: StartBalancer) {
  await using stack = new AsyncDisposableStack();
  const nodes: TestNode[] = [];
  for (const name of ['one', 'two', 'three']) nodes.push(stack.use(await startNode(name)));
  const { url, port } = stack.use(await startBalancer(nodes.map(({ port }) => port)));
  const get = async (address: string, init?: RequestInit) => await fetch(url + address, init);
  /** The names of the nodes that answer `count` requests. */
  const answering = async (count: number) => {
    const names = new Set<string>();
    for (let n = 0; n < count; n++) names.add(await (await get(`/node.do?n=${n}`)).text());
    return names;
  };
  const seen = (address: string) => nodes.flatMap((node) => node.seen.filter(({ url }) => url === address));
  await until(async () => (await answering(9)).size === 3);
  const owned = stack.move();
  return { nodes, port, get, answering, seen, [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose]() };
}

function describeBalancer(name: string, startBalancer: StartBalancer, skip: string | false): void {
  describe(`${name} in front of three nodes`, { skip }, () => {
    test('callers cannot give themselves another address, and those of requests pass unchanged', async () => {
      await using world = await start(startBalancer);
      const forged = {
        ...{ 'x-forwarded-for': '6.6.6.6', 'x-forwarded-proto': 'https', 'x-forwarded-prefix': '/evil' },
        forwarded: 'for=6.6.6.6',
      };
      for (const address of ['/node.do?search=%6cake&x=%2F..', '/a%2Fb//c?d', `/node.do?x=${'y'.repeat(130_000)}`]) {
        assert.equal((await world.get(address, { headers: forged })).status, 200);
        const [request, ...more] = world.seen(address);
        assert.ok(request && more.length === 0, address.slice(0, 50));
        assert.equal(request.headers['x-forwarded-for'], '127.0.0.1');
        assert.equal(request.headers['x-forwarded-proto'], 'http');
        assert.match(String(request.headers['x-forwarded-host']), /^127\.0\.0\.1:\d+$/);
        assert.equal(request.headers.forwarded, undefined);
        assert.equal(request.headers['x-forwarded-prefix'], undefined);
      }
    });

    if (name === 'nginx')
      test('an address with 200 slow downloads is refused more, and others are not', async () => {
        await using world = await start(startBalancer);
        const slow = await Promise.all(Array.from({ length: 200 }, () => world.get('/slow')));
        const refused = await ask(world.port, '/node.do?about=true', { from: '127.0.0.1' });
        assert.deepEqual([refused.status, JSON.parse(refused.text).code], [429, 'limited']);
        assert.equal((await ask(world.port, '/node.do?about=true')).status, 200);
        for (const node of world.nodes) node.finish();
        for (const answer of slow) await answer.text();
      });

    test('a read whose node dies is answered by another node, and a write is not sent twice', async () => {
      await using world = await start(startBalancer);
      const [first] = world.nodes;
      assert.ok(first);
      first.isDying = true;
      for (let n = 0; n < 30; n++) assert.equal((await world.get(`/node.do?read=${n}`)).status, 200);
      for (const node of world.nodes) node.isDying = true;
      // HAProxy closes a connection that had answers before, as the node does.
      const failed = async (address: string, init?: RequestInit) => {
        const status = await world.get(address, init).then(
          (answer) => answer.status,
          () => 502,
        );
        assert.ok(status >= 502, address);
        assert.ok(world.seen(address).length <= 1, address);
      };
      const writes = ['/pin.do?create=1', '/press/pin.do?create=1', '/p%69n.do?create=2', '/review.do?post=1'];
      for (const address of writes) await failed(address);
      await failed('/node.do?x', { method: 'POST', body: 'y' });
    });

    test('metrics are not shown, a node that has ended gets no requests, and without any the service seems busy', async () => {
      await using world = await start(startBalancer);
      assert.equal((await world.get('/metrics')).status, 404);
      await world.nodes[0]?.[Symbol.asyncDispose]();
      assert.deepEqual(await world.answering(20), new Set(['two', 'three']));
      for (const node of world.nodes.slice(1)) await node[Symbol.asyncDispose]();
      let answer: Response | undefined;
      await until(async () => {
        // HAProxy closes a connection that had answers before, as the node does.
        answer = await world.get('/node.do?x').catch(() => undefined);
        return answer?.status === 503;
      });
      assert.ok(answer);
      assert.deepEqual([answer.headers.get('retry-after'), answer.headers.get('cache-control')], ['5', 'no-store']);
      assert.equal(answer.headers.get('content-type'), 'application/javascript; charset=UTF-8');
      const { status, code, data } = await answer.json();
      assert.deepEqual({ status, code, data }, { status: 503, code: 'unreachable', data: null });
    });
  });
}

const startNginx: StartBalancer = async (nodes) => await startNginxNodes(nodes, await freePort());
describeBalancer('HAProxy', startHAProxy, NO_HAPROXY);
describeBalancer('nginx', startNginx, lackOf('nginx'));

test('HAProxy sends a draining node nothing new, and its downloads to their end', { skip: NO_HAPROXY }, async () => {
  await using world = await start(startHAProxy);
  const download = await world.get('/slow');
  const node = world.nodes.find(({ seen }) => seen.some(({ url }) => url === '/slow'));
  assert.ok(node);
  node.isReady = false;
  await until(async () => !(await world.answering(9)).has(node.name));
  node.finish();
  assert.equal(await download.text(), `${node.name} begins and ends`);
  node.isReady = true;
  await until(async () => (await world.answering(9)).size === 3);
});
