/** Several nodes of one service in this process, on the real servers that they share. */

import type { Radosgw } from '../../../core/test/support/servers/radosgw.ts';
import { temporaryFolder } from '../../../core/test/support/temporary-folder.ts';
import { storageSettings } from '../../src/app/storage.ts';
import { loadConfig } from '../../src/config/load.ts';
import { type RunningApp, startNode } from '../support/app.ts';
import { importSample, NOW } from '../support/sample.ts';
import { startHAProxy } from '../support/servers/haproxy.ts';
import { type PostgresServer, startPostgres } from '../support/servers/postgres.ts';
import { startRedis } from '../support/servers/redis.ts';

export interface Cluster extends AsyncDisposable {
  readonly nodes: readonly RunningApp[];
  /** The clock of all nodes, which stands still. */
  readonly clock: { now: number };
  readonly database: PostgresServer;
  /** Address of the load balancer. */
  readonly balancer: string;
}

/** Starts PostgreSQL, Redis and HAProxy, imports the sample, and starts nodes. Disposing ends the store, too. */
export async function openCluster(
  count: number,
  store: Radosgw,
  own: Readonly<Record<string, unknown>> = {},
): Promise<Cluster> {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await startPostgres());
  stack.use(store);
  await store.makeBucket('nodes');
  const settings: Record<string, unknown> = {
    ABS_CATALOGUE_URL: await database.createDatabase(),
    // No node counts as outdated while its database answers, however slow the machine is.
    ABS_CATALOGUE_LAG_MILLISECONDS: 10_000,
    ABS_ORIGINALS_URL: 's3://nodes/originals',
    ABS_DERIVED_URL: 's3://nodes/derived',
    ABS_ORIGINALS_ENDPOINT: store.url,
    ABS_ORIGINALS_PATH_STYLE: 'true',
    AWS_ACCESS_KEY_ID: store.accessKeyId,
    AWS_SECRET_ACCESS_KEY: store.secretAccessKey,
    ABS_COORDINATION_URL: stack.use(await startRedis()).url,
    ...own,
  };
  const environment = Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, String(value)]));
  const { path } = stack.use(temporaryFolder());
  await importSample(storageSettings(loadConfig({ environment, options: { data: path }, directory: path })));
  const nodes: RunningApp[] = [];
  const clock = { now: NOW };
  for (let node = 0; node < count; node += 1) {
    nodes.push(stack.use(await startNode(settings, undefined, { clock: () => clock.now })));
  }
  const balancer = stack.use(await startHAProxy(nodes.map(({ url }) => Number(new URL(url).port)))).url;
  const owned = stack.move();
  return { nodes, clock, database, balancer, [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose]() };
}
