/** Nodes whose servers are behind a network that is slow, loses packets and cuts connections. */
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { readMetrics } from '../support/metrics.ts';
import type { Radosgw } from '../support/servers/radosgw.ts';
import type { SlowProxy } from '../support/slow-proxy.ts';
import { A_START, until } from '../support/until.ts';
import { openBundle } from './generations.ts';
import { type NodeProgram, openPrograms, type ServerName } from './programs.ts';
import type { Outcome } from './requests.ts';
import { startTraffic } from './traffic.ts';

/** `NODES_ROUNDS=25` is the full form. A round has one cut connection to each server. */
export const ROUNDS = Number(process.env['NODES_ROUNDS'] || 2);
/** What a test of all rounds takes at most. */
export const TIMEOUT_MS = 600_000 + ROUNDS * 60_000;
/** Both ways together. */
export const ROUND_TRIP_MS = 50;
export const LOST_PERCENT = 1;
const LAG_MS = 5000;
const CONNECTIONS = 4;
const NODES = 2;
/** Requests of each test of a queue: more than there are connections to the database. */
const AT_ONCE = 100;
/** Metrics of what waits in a node. */
const QUEUES = /^abs_(?:database_waiting|queue_length\{queue=)/;

interface SlowNetwork {
  readonly store: Radosgw;
  /** Starts the proxy in front of a server. */
  startProxy(port: number): Promise<SlowProxy>;
  /** Where nodes find the proxies; default 127.0.0.1. */
  readonly host?: string;
  /** Called when all nodes run, before there is any traffic. */
  begin?(proxies: readonly SlowProxy[]): void;
}

/** Asserts that all answers are right or 503, that nothing piles up and that no acknowledged write is lost. */
export async function testSlowNetwork({ store, startProxy, host, begin }: SlowNetwork): Promise<void> {
  using bundle = openBundle();
  await using stack = new AsyncDisposableStack();
  const proxies = new Map<ServerName, SlowProxy>();
  const programs = stack.use(
    await openPrograms({
      count: NODES,
      bundle: bundle.path,
      store,
      ...(host === undefined ? {} : { host }),
      settings: { ABS_CATALOGUE_LAG_MILLISECONDS: `${LAG_MS}`, ABS_CATALOGUE_CONNECTIONS: `${CONNECTIONS}` },
      portFor: async (server, port) => {
        const proxy = stack.use(await startProxy(port));
        proxies.set(server, proxy);
        return proxy.port;
      },
    }),
  );
  const { nodes } = programs;
  begin?.([...proxies.values()]);
  const mayBeCut = (kind: Outcome['kind']) => kind === 'file' || kind === 'download';
  const traffic = await startTraffic(nodes, bundle, { lagMilliseconds: LAG_MS, mayBeCut });
  stack.defer(() => traffic.stop());
  const { outcomes, wrongs } = traffic.requests;
  const longest = new Map<string, number>();

  for (let round = 0; round < ROUNDS; round += 1) {
    for (const proxy of proxies.values()) proxy.cut();
    const [node = nodes[0]] = [nodes[round % NODES]];
    assert.ok(node);
    const path = (at: number) => `/node.do?search=item&limit=1&offset=${at}&cache=false`;
    const asked = Array.from({ length: AT_ONCE }, (_, at) => traffic.requests.ask(node, path(at), 'read'));
    let isOver = false;
    const answered = Promise.all(asked).finally(() => {
      isOver = true;
    });
    while (!isOver) await noteQueues(node, longest);
    await answered;
    await pause(1000);
    assert.deepEqual(wrongs.slice(0, 10), []);
  }
  const mostConnections = proxies.get('database')?.mostOpen() ?? Infinity;
  // One thread: its pool, that of the main thread, two of the index, and one connection that follows for each.
  assert.ok(mostConnections <= NODES * (4 * CONNECTIONS + 4), `${mostConnections} connections`);

  await traffic.stop();
  for (const { url } of nodes) {
    const isIdle = async () => (await readMetrics(url)).get('abs_database_waiting') === 0;
    await until(isIdle, 'requests wait for the database although nobody asks', A_START);
    await until(async () => (await fetch(`${url}/ready`)).status === 200, undefined, A_START);
  }
  for (const node of nodes) assert.deepEqual(await traffic.lost(node), []);
  assert.deepEqual(wrongs.slice(0, 10), []);
  for (const kind of ['read', 'write', 'file', 'download'] as const) console.log(describe(kind, outcomes));
  console.log(`${traffic.acknowledged()} acknowledged writes, none lost; at most ${mostConnections} connections`);
  const queues = [...longest].filter(([, most]) => most > 0);
  console.log(`longest queues: ${queues.map(([name, most]) => `${name} ${most}`).join(', ') || 'none'}`);
}

async function noteQueues({ url }: NodeProgram, longest: Map<string, number>): Promise<void> {
  for (const [name, length] of await readMetrics(url)) {
    if (QUEUES.test(name)) longest.set(name, Math.max(longest.get(name) ?? 0, length));
  }
}

function describe(kind: Outcome['kind'], outcomes: readonly Outcome[]): string {
  const own = outcomes.filter((each) => each.kind === kind);
  const count = (result: Outcome['result']) => own.filter((each) => each.result === result).length;
  const times = own.map(({ start, end }) => end - start).sort((one, other) => one - other);
  const share = (part: number) => Math.round(times[Math.floor(times.length * part)] ?? 0);
  return `${kind}: ${count('right')} right, ${count('refused')} refused with 503, ${count('cut')} cut; \
p50 ${share(0.5)} ms, p99 ${share(0.99)} ms`;
}
