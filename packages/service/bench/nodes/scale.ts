/** One, two and three nodes behind HAProxy: their throughput together, and what an answer costs. */
import { join } from 'node:path';
import { startHAProxy } from '../../test/support/servers/haproxy.ts';
import { asFastAsItGoes, writeScript } from '../http/load.ts';
import type { Running } from '../http/servers.ts';
import { median, report } from '../report.ts';
import { CACHED_PATH, listPages } from './answers.ts';
import { portOf, startNodes } from './cluster.ts';
import { cpuSecondsOf, cpuSecondsOfServer, type NodeSettings, type Stores } from './stores.ts';

const COUNTS = [1, 2, 3];
/** Through HAProxy, for each node, so that each has the same load however many there are. */
const CONNECTIONS = 8;
/** How much more processor time an answer may take with three nodes than with one. */
const ASKED_GROWTH = 1.1;

interface Figures {
  readonly perSecond: number;
  /** Milliseconds of a processor for each answer, in the nodes and in PostgreSQL. */
  readonly nodes: number;
  readonly database: number;
}

/** Nodes behind the address of a balancer. */
interface Measured {
  readonly nodes: readonly Running[];
  readonly url: string;
}

/**
 * Nodes, balancer, stores and load share the cores of one machine, so the throughput can't grow with the nodes. What shows
 * that it would is that an answer costs no more processor time.
 */
export async function benchScale(
  stores: Stores,
  settings: NodeSettings,
  { folder, rounds, seconds }: { readonly folder: string; readonly rounds: number; readonly seconds: number },
): Promise<void> {
  const script = writeScript(join(folder, 'list-pages.lua'), listPages());
  const cached = new Map<number, readonly Figures[]>();
  const uncached = new Map<number, readonly Figures[]>();
  for (const count of COUNTS) {
    // Only the nodes that answer, because others would follow the catalogue all the same.
    await using started = await startNodes(stores, settings, count);
    await using balancer = await startHAProxy(started.nodes.map(portOf));
    const measured = { nodes: started.nodes, url: balancer.url };
    uncached.set(count, await measureRounds(measured, false));
    cached.set(count, await measureRounds(measured, true));
  }
  tell('a list page of 50 entries that is not cached', uncached);
  tell('a cached answer', cached);

  async function measureRounds(measured: Measured, isCached: boolean): Promise<readonly Figures[]> {
    // A warm-up.
    await measure(measured, isCached);
    const figures: Figures[] = [];
    for (let round = 0; round < rounds; round += 1) figures.push(await measure(measured, isCached));
    return figures;
  }

  async function measure({ nodes, url }: Measured, isCached: boolean): Promise<Figures> {
    const cpu = () => ({
      nodes: nodes.reduce((sum, { pid }) => sum + cpuSecondsOf(pid), 0),
      database: cpuSecondsOfServer(stores.database),
    });
    const before = cpu();
    const { perSecond } = await asFastAsItGoes(`${url}${isCached ? CACHED_PATH : ''}`, {
      seconds,
      connections: CONNECTIONS * nodes.length,
      ...(isCached ? {} : { script }),
    });
    const after = cpu();
    const each = (part: 'nodes' | 'database') => ((after[part] - before[part]) / (perSecond * seconds)) * 1000;
    return { perSecond, nodes: each('nodes'), database: each('database') };
  }
}

function tell(name: string, figures: ReadonlyMap<number, readonly Figures[]>): void {
  const cost = (count: number, part: 'nodes' | 'database' | 'perSecond') =>
    median((figures.get(count) ?? []).map((figure) => figure[part]));
  const most = Math.max(...COUNTS);
  const growth = cost(most, 'nodes') / cost(1, 'nodes');
  const each = COUNTS.map(
    (count) =>
      `${count}: ${cost(count, 'nodes').toFixed(3)} ms and ${cost(count, 'database').toFixed(3)} ms in PostgreSQL, ${cost(count, 'perSecond').toFixed(0)}/s`,
  );
  report({
    name: `processor time of a node for ${name}, with ${most} nodes behind HAProxy`,
    asked: `at most ${ASKED_GROWTH} times that with one`,
    measured: `${growth.toFixed(2)} times`,
    peer: `by nodes: ${each.join('; ')}`,
    isReached: growth <= ASKED_GROWTH,
  });
}
