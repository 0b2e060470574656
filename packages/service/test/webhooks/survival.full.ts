/** The process that tells a receiver what changes is killed again and again, on one node and on one of three. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { seeded } from '../../../columnar/test/random.ts';
import { SEED } from '../../../core/test/support/seed.ts';
import { temporaryFolder } from '../../../core/test/support/temporary-folder.ts';
import { until } from '../../../core/test/support/until.ts';
import { openStorage, type Storage, storageSettings } from '../../src/app/storage.ts';
import { loadConfig } from '../../src/config/load.ts';
import { startLocalServer } from '../support/local-server.ts';
import { type LongService, startLongService } from '../support/long-service.ts';
import { importSample } from '../support/sample.ts';
import { NO_POSTGRES, startPostgres } from '../support/servers/postgres.ts';
import { NO_REDIS, startRedis } from '../support/servers/redis.ts';

const ROUNDS = Number(process.env['SURVIVAL_ROUNDS'] || 3);
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
/** Several messages in each round. */
const ASSETS = 300;
const MAX_COMMIT = 40;
const FIRST_ASSET = 100_000;
/** Until another process takes over, and a start on a busy machine. */
const A_TAKEOVER = { patience: 120 };

interface Arrival {
  readonly node: number;
  readonly id: string;
  readonly body: string;
}

test(`a receiver misses nothing, in order, after each of ${ROUNDS} kill -9 of the only node`, async () => {
  await killSenders(1, {});
});

test(`a receiver misses nothing, in order, after each of ${ROUNDS} kill -9 of the one of three nodes that sends`, {
  skip: NO_POSTGRES || NO_REDIS,
}, async () => {
  await using database = await startPostgres();
  await using redis = await startRedis();
  await killSenders(3, { ABS_CATALOGUE_URL: await database.createDatabase(), ABS_COORDINATION_URL: redis.url });
});

async function killSenders(count: number, settings: Readonly<Record<string, string>>): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const random = seeded(SEED);
  const { path, file } = stack.use(temporaryFolder());
  const secretFile = file('secret');
  writeFileSync(secretFile, SECRET);
  const receiver = stack.use(await openReceiver());

  const folders = Array.from({ length: count }, (_, node) => (count === 1 ? path : `${path}/node${node}`));
  const [data = path] = folders;
  const stores = storageSettings(loadConfig({ environment: settings, options: { data }, directory: path }));
  await importSample(stores);
  const storage = stack.use(await openStorage(stores));

  const nodes: LongService[] = [];
  stack.defer(async () => {
    for (const node of nodes) await node[Symbol.asyncDispose]();
  });
  // Each node has an address of its own at the receiver, which so knows the sender.
  const start = async (node: number) =>
    await startLongService(folders[node] as string, {
      ...settings,
      ABS_THREADS: '1',
      ABS_WEBHOOKS: JSON.stringify([{ id: 'shop', url: `${receiver.url}${node}`, secretFile, allowPrivate: true }]),
    });
  for (let node = 0; node < count; node++) nodes.push(await start(node));
  await until(async () => (await storage.writer.webhooks.list()).has('shop'), undefined, A_TAKEOVER);
  await until(async () => (await storage.writer.webhooks.list()).get('shop')?.cursor !== undefined);

  let last = FIRST_ASSET;
  for (let round = 0; round < ROUNDS; round++) {
    const { length: before } = receiver.arrivals;
    const end = last + ASSETS;
    while (last < end) last = await addAssets(storage, last, Math.min(end, last + random.between(1, MAX_COMMIT)));
    await until(() => receiver.arrivals.length > before, `nothing arrived in round ${round}`, A_TAKEOVER);
    await delay(random.between(0, 20));
    const sender = receiver.arrivals.at(-1)?.node as number;
    await nodes[sender]?.[Symbol.asyncDispose]();
    nodes[sender] = await start(sender);
  }

  const added = Array.from({ length: last - FIRST_ASSET }, (_, at) => FIRST_ASSET + at);
  await until(
    () => receiver.arrivals.at(-1)?.body.includes(`"id":${last - 1},`) === true,
    'the last is lost',
    A_TAKEOVER,
  );
  const senders = receiver.arrivals.map(({ node }) => node).filter((node, at, all) => node !== all[at - 1]);
  if (count > 1) assert.ok(senders.length > 1, 'only one node has sent');
  assert.deepEqual(assetsIn(receiver.arrivals), added);
}

/** Adds the assets with these IDs in one commit. Returns `end`. */
async function addAssets({ writer }: Storage, from: number, end: number): Promise<number> {
  await writer.change(async (changes) => {
    const sample = await changes.record(1003);
    assert.ok(sample);
    for (let id = from; id < end; id++) await changes.put('asset', { ...sample, id, olderVersions: [] });
  });
  return end;
}

/** The assets of all messages. A repeated message must be the last one, as it was. */
function assetsIn(arrivals: readonly Arrival[]): readonly number[] {
  const distinct = new Map<string, string>();
  for (const { id, body } of arrivals) {
    if (distinct.has(id)) assert.deepEqual([...distinct].at(-1), [id, body]);
    distinct.set(id, body);
  }
  return [...distinct.values()].flatMap((body) => {
    const { type, data } = JSON.parse(body) as { type: string; data: { changes: { type: string; id: number }[] } };
    assert.equal(type, 'catalogue.changed');
    return data.changes.filter((change) => change.type === 'asset').map(({ id }) => id);
  });
}

async function openReceiver() {
  const arrivals: Arrival[] = [];
  const accept = async (request: IncomingMessage) => {
    const body = String(await buffer(request));
    const id = String(request.headers['webhook-id']);
    new Webhook(SECRET).verify(body, request.headers as Record<string, string>);
    arrivals.push({ node: Number(request.url?.slice(1)), id, body });
  };
  const server = await startLocalServer((request, response) => {
    // What a kill cuts off has not arrived.
    accept(request).then(
      () => response.end(),
      () => response.writeHead(400).end(),
    );
  });
  return { ...server, arrivals };
}
