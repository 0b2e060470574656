/** Nodes of one thread each, over stores that they share. */
import { type Running, startService } from '../http/servers.ts';
import type { NodeSettings, Stores } from './stores.ts';

/** Load takes what the nodes can answer, so none of it is refused. */
export const PATIENT: NodeSettings = { ABS_OVERLOAD_MAX_WAIT_MILLISECONDS: '60000' };

/** Starts nodes with empty data folders; resolves when all are ready. */
export async function startNodes(stores: Stores, settings: NodeSettings, count: number): Promise<Nodes> {
  await using stack = new AsyncDisposableStack();
  const nodes: Running[] = [];
  for (let node = 0; node < count; node += 1) {
    nodes.push(
      stack.use(await startService(stores.newFolder(), { threads: 1, settings: { ...PATIENT, ...settings } })),
    );
  }
  const owned = stack.move();
  return { nodes, [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose]() };
}

interface Nodes extends AsyncDisposable {
  readonly nodes: readonly Running[];
}

export const portOf = ({ url }: Running) => Number(new URL(url).port);
