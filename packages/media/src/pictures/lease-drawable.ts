import { type LocalOriginals, leaseOriginal } from '../derived/lease-original.ts';
import type { Prepared } from '../workers/pool.ts';
import type { KeyedSource } from './key.ts';
import type { DrawableFile, Neighbour } from './renderer.ts';

/**
 * Leases a file that is to be drawn and those beside it, such as the pictures of a 3D model. They stay on this machine
 * until the lease is disposed of. A file beside it that is missing is left out. Rejects if the file itself can't be
 * leased, or with the reason of the signal.
 */
export async function leaseDrawable(
  originals: LocalOriginals,
  { sha256, properties, beside }: KeyedSource,
  signal: AbortSignal,
): Promise<Prepared<DrawableFile>> {
  await using leases = new AsyncDisposableStack();
  const { path } = leases.use(await leaseOriginal(originals, sha256, signal));
  const located: Neighbour[] = [];
  for (const neighbour of beside ?? []) {
    const local = leases.use(await originals.leaseLocalFile(neighbour.sha256, { signal }));
    if (local) located.push({ ...neighbour, path: local.path });
  }
  const kept = leases.move();
  return {
    argument: { path, properties, ...(beside ? { beside: located } : {}) },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}
