/** What an answer costs with three nodes behind HAProxy, beside one node and beside three services that share nothing. */
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startHAProxy } from '../../test/support/servers/haproxy.ts';
import { asFastAsItGoes, steadily, writeScript } from '../http/load.ts';
import { type Running, startService } from '../http/servers.ts';
import { median, report } from '../report.ts';
import { CACHED_PATH, listPages } from './answers.ts';
import { PATIENT, portOf, startNodes } from './cluster.ts';
import { cpuSecondsOf, cpuSecondsOfServer, type NodeSettings, type Stores } from './stores.ts';

const COUNTS = [1, 3] as const;
const KINDS = ['shared', 'alone'] as const;
/**
 * Requests a second and connections for each node. A node that has less to do spends more on each answer: it reads fewer
 * requests at a time, and looks for commits as often as ever.
 */
const LOADS = { list: { perSecond: 40, connections: 1 }, cached: { perSecond: 1500, connections: 8 } } as const;
type LoadName = keyof typeof LOADS;
/** What each node is warmed up with: as much as it gets alone, so that all have compiled the same. */
const WARM_UP_CONNECTIONS = 8;
/** How much more an answer may grow with three nodes than with three services that share nothing but the machine. */
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

interface Places {
  readonly folder: string;
  /** Data folder of the museum in SQLite. */
  readonly local: string;
  readonly rounds: number;
  readonly seconds: number;
}

/**
 * Nodes, balancer, stores and load share the cores and caches of one machine, so the throughput can't grow with the nodes,
 * and each answer takes more processor time, even of services that share nothing else. What shows that the throughput would
 * grow is that it takes no more than theirs, with the same load for each node.
 */
export async function benchScale(stores: Stores, settings: NodeSettings, places: Places): Promise<void> {
  const { folder, local, rounds, seconds } = places;
  const paths = { list: listPages(), cached: [CACHED_PATH] };
  const figures = new Map<string, Figures[]>();
  for (const count of COUNTS) {
    await using stack = new AsyncDisposableStack();
    const start = async (nodes: readonly Running[]): Promise<Measured> => ({
      nodes,
      url: stack.use(await startHAProxy(nodes.map(portOf))).url,
    });
    const alone: Running[] = [];
    for (let at = 0; at < count; at += 1) {
      const own = stores.newFolder();
      cpSync(local, own, { recursive: true });
      alone.push(stack.use(await startService(own, { threads: 1, settings: PATIENT })));
    }
    const { nodes } = stack.use(await startNodes(stores, settings, count));
    const measured = { shared: await start(nodes), alone: await start(alone) };
    for (const name of ['list', 'cached'] as const) {
      for (const kind of KINDS) await warmUp(measured[kind], name);
      for (let round = 0; round < rounds; round += 1) {
        for (const kind of KINDS) {
          const own = figures.getOrInsertComputed(`${name} ${kind} ${count}`, () => []);
          own.push(await measure(measured[kind], name));
        }
      }
    }
  }
  tell('a list page of 50 entries that is not cached', 'list');
  tell('a cached answer', 'cached');

  async function warmUp({ nodes }: Measured, name: LoadName): Promise<void> {
    const script = writeScript(join(folder, `${name}.lua`), paths[name]);
    for (const { url } of nodes) await asFastAsItGoes(url, { seconds, connections: WARM_UP_CONNECTIONS, script });
  }

  async function measure({ nodes, url }: Measured, name: LoadName): Promise<Figures> {
    const urls = join(folder, `${name}.urls`);
    writeFileSync(urls, paths[name].map((path) => `${url}${path}\n`).join(''));
    const cpu = () => ({
      nodes: nodes.reduce((sum, { pid }) => sum + cpuSecondsOf(pid), 0),
      database: cpuSecondsOfServer(stores.database),
    });
    const before = cpu();
    const { perSecond: byStatus } = await steadily(folder, urls, {
      perSecond: LOADS[name].perSecond * nodes.length,
      seconds,
      connections: LOADS[name].connections * nodes.length,
    });
    const after = cpu();
    const perSecond = byStatus.get(200) ?? 0;
    if (byStatus.size !== 1) throw new Error(`answers by status: ${[...byStatus].join('; ')}`);
    const each = (part: 'nodes' | 'database') => ((after[part] - before[part]) / (perSecond * seconds)) * 1000;
    return { perSecond, nodes: each('nodes'), database: each('database') };
  }

  function tell(what: string, name: LoadName): void {
    const cost = (kind: string, count: number, part: keyof Figures) =>
      median((figures.get(`${name} ${kind} ${count}`) ?? []).map((figure) => figure[part]));
    const growthOf = (kind: string) => cost(kind, 3, 'nodes') / cost(kind, 1, 'nodes');
    const [shared, alone] = [growthOf('shared'), growthOf('alone')];
    const each = COUNTS.map(
      (count) =>
        `${count}: ${cost('shared', count, 'nodes').toFixed(3)} ms and ${cost('shared', count, 'database').toFixed(3)} ms in PostgreSQL, alone ${cost('alone', count, 'nodes').toFixed(3)} ms, ${cost('shared', count, 'perSecond').toFixed(0)}/s`,
    );
    report({
      name: `processor time of a node for ${what}: growth from one node to three behind HAProxy`,
      asked: `at most ${ASKED_GROWTH} times that of services that share only the machine`,
      measured: `${(shared / alone).toFixed(2)} times (${shared.toFixed(2)})`,
      peer: `those ${alone.toFixed(2)}; by nodes: ${each.join('; ')}`,
      isReached: shared <= ASKED_GROWTH * alone,
    });
  }
}
