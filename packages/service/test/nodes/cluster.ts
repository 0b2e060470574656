/** Several nodes of one service in this process, on the real servers that they share. */
import { mkdtempSync, rmSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { openStorage, type Storage, storageSettings } from '../../src/app/storage.ts';
import { loadConfig } from '../../src/config/load.ts';
import { type RunningApp, startNode } from '../support/app.ts';
import { importSample } from '../support/sample.ts';
import { NO_HAPROXY, startHAProxy } from '../support/servers/haproxy.ts';
import { type PostgresServer, startPostgres } from '../support/servers/postgres.ts';
import { startRadosgw } from '../support/servers/radosgw.ts';
import { NO_REDIS, startRedis } from '../support/servers/redis.ts';
import { A_START, until } from '../support/until.ts';

export interface Cluster extends AsyncDisposable {
  readonly nodes: readonly RunningApp[];
  readonly database: PostgresServer;
  /** Address of the load balancer; undefined if HAProxy is missing. */
  readonly balancer: string | undefined;
  /** Why tests are weaker than elsewhere: one reason for each server that is missing here. */
  readonly missing: readonly string[];
  /** Opens the stores of the nodes, as another program of the service does. */
  openStores(): Promise<Storage>;
  /** Resolves when every node has the last commit. */
  follow(): Promise<void>;
}

/** Shows each server that is missing here as a skipped part of a test. */
export async function showMissing({ missing }: Cluster, context: TestContext): Promise<void> {
  for (const reason of missing) await context.test('a server takes part', { skip: reason }, () => {});
}

/**
 * Starts PostgreSQL and those of an S3 store, Redis and HAProxy that are here, imports the sample unless `isEmpty`, and
 * starts nodes with these settings. Without an S3 store the nodes share a folder.
 */
export async function openCluster(
  count: number,
  own: Readonly<Record<string, unknown>> = {},
  { isEmpty = false } = {},
): Promise<Cluster> {
  await using stack = new AsyncDisposableStack();
  const missing: string[] = [];
  const database = stack.use(await startPostgres());
  const folder = mkdtempSync(join(tmpdir(), 'abs-nodes-'));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  const settings: Record<string, unknown> = {
    ABS_CATALOGUE_URL: await database.createDatabase(),
    // No node counts as outdated while its database answers, however slow the machine is.
    ABS_CATALOGUE_LAG_MILLISECONDS: 10_000,
    ...own,
  };

  const bucket = await startRadosgw();
  if (typeof bucket === 'string') missing.push(bucket);
  else {
    stack.use(bucket);
    await bucket.makeBucket('nodes');
    Object.assign(settings, {
      ABS_ORIGINALS_URL: 's3://nodes/originals',
      ABS_DERIVED_URL: 's3://nodes/derived',
      ABS_ORIGINALS_ENDPOINT: bucket.url,
      ABS_ORIGINALS_PATH_STYLE: 'true',
      AWS_ACCESS_KEY_ID: bucket.accessKeyId,
      AWS_SECRET_ACCESS_KEY: bucket.secretAccessKey,
    });
  }
  if (NO_REDIS !== false) missing.push(NO_REDIS);
  else settings['ABS_COORDINATION_URL'] = stack.use(await startRedis()).url;

  const environment = Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, String(value)]));
  const stores = storageSettings(loadConfig({ environment, options: { data: folder }, directory: folder }));
  if (!isEmpty) await importSample(stores);
  // As operators do who mount a folder for the originals on every machine.
  const mount = async (data: string) => {
    if (typeof bucket === 'string') await symlink(join(folder, 'originals'), join(data, 'originals'));
  };
  const nodes: RunningApp[] = [];
  for (let node = 0; node < count; node += 1) nodes.push(stack.use(await startNode(settings, mount)));
  if (NO_HAPROXY !== false) missing.push(NO_HAPROXY);
  const ports = nodes.map(({ url }) => Number(new URL(url).port));
  const balancer = NO_HAPROXY === false ? stack.use(await startHAProxy(ports)).url : undefined;
  const owned = stack.move();
  return {
    nodes,
    database,
    balancer,
    missing,
    openStores: () => openStorage(stores),
    follow: async () => {
      await using storage = await openStorage(stores);
      const { revision } = await storage.indexSource.lastCommit();
      for (const { url } of nodes) await until(async () => (await revisionOf(url)) >= revision, undefined, A_START);
    },
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}

async function revisionOf(url: string): Promise<number> {
  return Number((await (await fetch(`${url}/health`)).json()).revision);
}
