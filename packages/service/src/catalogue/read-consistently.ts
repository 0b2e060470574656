import type { Catalogue, Snapshot } from './catalogue.ts';

/** Maximum number of attempts. If a commit interrupts each of them, the last result may mix several states. */
const MAX_TRIES = 5;

/**
 * Runs `work` on `first`, the newest snapshot. If a commit overtakes `work`, a part of its result may show that commit,
 * so it runs again on the snapshot that is then the newest, unless `signal` is aborted.
 */
export async function readConsistently<Value>(
  catalogue: Pick<Catalogue, 'snapshot'>,
  first: Snapshot,
  work: (snapshot: Snapshot) => Promise<Value>,
  signal: AbortSignal,
): Promise<Value> {
  for (let tries = 1, snapshot = first; ; tries++) {
    const value = await work(snapshot);
    const newest = await catalogue.snapshot();
    if (tries === MAX_TRIES || newest === snapshot) return value;
    signal.throwIfAborted();
    snapshot = newest;
  }
}
