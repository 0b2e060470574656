/** How soon a change is visible on every node behind HAProxy. */
import { Agent, get } from 'node:http';
import { text } from 'node:stream/consumers';
import { openPostgres } from '../../src/catalogue/postgres/database.ts';
import { openPostgresWriter } from '../../src/catalogue/postgres/writer.ts';
import { startHAProxy } from '../../test/support/servers/haproxy.ts';
import { ms, percentile, report } from '../report.ts';
import { portOf, startNodes } from './cluster.ts';
import type { NodeSettings, Stores } from './stores.ts';

const NODES = 3;
const ASKED_P99_MS = 200;
/** `catalogue.lagMilliseconds`, unless configured. */
const LAG_MS = 1000;
const GIVE_UP_MS = 10_000;
/** Between two questions to one node, so that asking leaves the processor to the nodes. */
const PAUSE_MS = 10;
/** Requests through HAProxy after each change, of which none may be older. */
const ASKED_AFTERWARDS = 6;
const FIRST_ASSET = 100_000;
const AUTHOR = 1;

export async function benchVisibleOnAll(stores: Stores, settings: NodeSettings, changes: number): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const postgres = stack.use(openPostgres({ url: settings['ABS_CATALOGUE_URL'] ?? '', connections: 2 }));
  const writer = stack.use(openPostgresWriter(postgres));
  // Reviews need an author.
  await writer.change((change) => change.put('user', { id: AUTHOR, name: 'Author', groups: [], isService: true }));
  const nodeSettings = { ...settings, ABS_SERVICE_USER: String(AUTHOR), ABS_REVIEW_PER_MINUTE: '0' };
  const { nodes } = stack.use(await startNodes(stores, nodeSettings, NODES));
  const balancer = stack.use(await startHAProxy(nodes.map(portOf)));
  const agent = new Agent({ keepAlive: true });
  stack.defer(() => agent.destroy());
  const isIn = async (url: string, path: string, word: string) => (await textOf(url + path, agent)).includes(word);

  async function measure(change: (place: number) => Promise<{ readonly path: string; readonly word: string }>) {
    const times: number[] = [];
    let outdated = 0;
    for (let place = 0; place < changes; place += 1) {
      const { path, word } = await change(place);
      const committed = performance.now();
      const untilSeen = async (url: string) => {
        while (!(await isIn(url, path, word))) {
          if (performance.now() - committed > GIVE_UP_MS) throw new Error(`${word} was committed and is not on ${url}`);
          await new Promise((done) => setTimeout(done, PAUSE_MS));
        }
        return performance.now() - committed;
      };
      times.push(Math.max(...(await Promise.all(nodes.map(({ url }) => untilSeen(url))))));
      const asked = Array.from({ length: ASKED_AFTERWARDS }, () => isIn(balancer.url, path, word));
      outdated += (await Promise.all(asked)).filter((isNew) => !isNew).length;
    }
    return { times, outdated };
  }

  const renamed = await measure(async (place) => {
    const word = `renamed${place}`;
    const id = FIRST_ASSET + place;
    await writer.change(async (change) => {
      const asset = await change.record(id);
      if (!asset) throw new Error(`the museum has no asset ${id}`);
      await change.put('asset', { ...asset, active: { ...asset.active, name: `${word}.png` } });
    });
    return { path: `/node.do?search=${word}&paginate=1`, word: `${word}.png` };
  });
  tell('an asset renamed by an import, in searches', renamed);
  const reviewed = await measure(async (place) => {
    const word = `reviewed${place}`;
    const id = FIRST_ASSET + place;
    await textOf(`${balancer.url}/review.do?post=${id}&rating=3&comment=${word}`, agent);
    return { path: `/review.do?get=${id}`, word };
  });
  tell('a review posted through HAProxy', reviewed);
}

function tell(name: string, { times, outdated }: { readonly times: readonly number[]; readonly outdated: number }) {
  const [p99, slowest] = [percentile(times, 99), Math.max(...times)];
  report({
    name: `${name}: visible on all of ${NODES} nodes, ${times.length} changes`,
    asked: `p99 ${ms(ASKED_P99_MS)}, none after ${ms(LAG_MS)}, and none older through HAProxy afterwards`,
    measured: `p99 ${ms(p99)} (median ${ms(percentile(times, 50))}, slowest ${ms(slowest)}; older ${outdated})`,
    isReached: p99 <= ASKED_P99_MS && slowest <= LAG_MS && outdated === 0,
  });
}

async function textOf(address: string, agent: Agent): Promise<string> {
  return await new Promise((resolve, reject) => {
    get(address, { agent }, (response) => {
      const whole = text(response);
      if (response.statusCode === 200) whole.then(resolve, reject);
      else whole.then((told) => reject(new Error(`${address} answers ${response.statusCode}: ${told}`)), reject);
    }).once('error', reject);
  });
}
