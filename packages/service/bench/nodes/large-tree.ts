/** A catalogue of 100,000 nodes in PostgreSQL beside the same in SQLite: start, memory and answers of a node. */
import { Agent } from 'node:http';
import type { CatalogueWriter } from '../../src/catalogue/catalogue.ts';
import { openPostgres } from '../../src/catalogue/postgres/database.ts';
import { openPostgresWriter } from '../../src/catalogue/postgres/writer.ts';
import { openCatalogueWriter } from '../../src/catalogue/sqlite/writer.ts';
import { assetOf } from '../../test/search/contract-samples.ts';
import { startService } from '../http/servers.ts';
import { median, ms, report, time } from '../report.ts';
import { drawFrom } from '../search/random.ts';
import { megabytesOf, receive } from '../service.ts';
import type { NodeSettings, Stores } from './stores.ts';

const KEYWORD = 103;
const NODES = 100_000;
const CHILDREN = 10;
const ASSETS = 20_000;
const LINKS = 5;
/** An inner node with more than a thousand nodes below it. */
const INNER = 15;
/** How much more than over SQLite. */
const ASKED = { start: 2, memory: 1.25, answer: 1.25 };

const TREES = {
  'the whole tree with counts': `/node.do?tree=-1&kind=${KEYWORD}&asset_count=true&recursive=true&cache=false`,
  'its two upper levels with counts': `/node.do?tree=-1&kind=${KEYWORD}&depth=2&asset_count=true&recursive=true&cache=false`,
  'a branch of it': `/node.do?tree=${INNER}&cache=false`,
};
type TreeName = keyof typeof TREES;
const TREE_NAMES = Object.keys(TREES) as readonly TreeName[];

interface Measured {
  readonly start: number[];
  readonly memory: number[];
  readonly answers: Readonly<Record<TreeName, number[]>>;
}

export async function benchLargeTree(stores: Stores, rounds: number): Promise<void> {
  const places = { local: stores.newFolder(), shared: stores.newFolder() };
  const settings = await stores.create();
  {
    await using writer = openCatalogueWriter({ directory: places.local });
    await fill(writer);
    await using postgres = openPostgres({ url: settings['ABS_CATALOGUE_URL'] ?? '', connections: 3 });
    await using sharedWriter = openPostgresWriter(postgres);
    await fill(sharedWriter);
  }
  const [local, shared] = [newMeasured(), newMeasured()];
  // The first round is a warm-up: it builds the search index.
  for (let round = 0; round <= rounds; round += 1) {
    await measure(places.local, {}, round > 0 ? local : newMeasured());
    await measure(places.shared, settings, round > 0 ? shared : newMeasured());
  }
  const tell = (
    name: string,
    asked: number,
    of: (measured: Measured) => readonly number[],
    unit: (value: number) => string,
  ) => {
    const [ours, peer] = [median(of(shared)), median(of(local))];
    report({
      name: `${name} over PostgreSQL, ${NODES} nodes`,
      asked: `at most ${asked} times SQLite`,
      measured: `${(ours / peer).toFixed(2)} times (${unit(ours)})`,
      peer: `over SQLite ${unit(peer)}`,
      isReached: ours <= asked * peer,
    });
  };
  tell('start of a node until it is ready', ASKED.start, ({ start }) => start, ms);
  for (const name of TREE_NAMES) tell(name, ASKED.answer, ({ answers }) => answers[name], ms);
  tell(
    'memory after these answers',
    ASKED.memory,
    ({ memory }) => memory,
    (value) => `${value.toFixed(0)} MB`,
  );
}

function newMeasured(): Measured {
  const answers = Object.fromEntries(TREE_NAMES.map((name) => [name, []])) as unknown as Measured['answers'];
  return { start: [], memory: [], answers };
}

async function measure(data: string, settings: NodeSettings, measured: Measured): Promise<void> {
  const begun = performance.now();
  await using node = await startService(data, { threads: 1, settings });
  measured.start.push(performance.now() - begun);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (const name of TREE_NAMES) {
    const own: number[] = [];
    for (let again = 0; again < 5; again += 1) own.push(await time(() => receive(node.url + TREES[name], agent)));
    measured.answers[name].push(median(own));
  }
  agent.destroy();
  measured.memory.push(megabytesOf(node.pid, 'VmRSS'));
}

/** Writes the tree and assets that are linked to some of its nodes; always the same. */
async function fill(writer: CatalogueWriter): Promise<void> {
  const draw = drawFrom(5);
  await writer.change(async (changes) => {
    await changes.put('node_type', { id: KEYWORD, key: 'keyword', name: 'Keywords', isPermissionDefining: false });
    for (let id = 1; id <= NODES; id += 1) {
      const parent = Math.floor((id - 1) / CHILDREN);
      const place = { id, type: KEYWORD, ...(parent > 0 && { parent }), position: 0 };
      await changes.put('node', { ...place, name: `keyword ${id}`, fields: new Map() });
    }
    for (let id = 1; id <= ASSETS; id += 1) {
      const nodes = Array.from({ length: LINKS }, () => 1 + Math.floor(draw() * NODES));
      await changes.put('asset', assetOf(id, { nodes: [...new Set(nodes)] }));
    }
  });
}
