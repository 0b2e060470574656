/** Several nodes of one service in this process, on the real servers that they share. */
import { mkdtempSync, rmSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storageSettings } from '../../src/app/storage.ts';
import { loadConfig } from '../../src/config/load.ts';
import { type RunningApp, startNode } from '../support/app.ts';
import { importSample } from '../support/sample.ts';
import { startPostgres } from '../support/servers/postgres.ts';

export interface Cluster extends AsyncDisposable {
  readonly nodes: readonly RunningApp[];
  /** The settings that all nodes share, as environment variables. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** Starts the servers, imports the sample, and starts the nodes with these settings. */
export async function openCluster(count: number, own: Readonly<Record<string, unknown>> = {}): Promise<Cluster> {
  await using stack = new AsyncDisposableStack();
  const server = stack.use(await startPostgres());
  const shared = mkdtempSync(join(tmpdir(), 'abs-nodes-'));
  stack.defer(() => rmSync(shared, { recursive: true, force: true }));
  const settings = { ABS_CATALOGUE_URL: await server.createDatabase(), ...own };
  const environment = Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, String(value)]));
  await importSample(storageSettings(loadConfig({ environment, options: { data: shared }, directory: shared })));
  // As operators do who mount a folder for the originals on every machine.
  const mount = (data: string) => symlink(join(shared, 'originals'), join(data, 'originals'));
  const nodes: RunningApp[] = [];
  for (let node = 0; node < count; node += 1) nodes.push(stack.use(await startNode(settings, mount)));
  const owned = stack.move();
  return { nodes, settings, [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose]() };
}
