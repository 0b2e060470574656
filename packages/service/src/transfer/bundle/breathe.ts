import { setImmediate } from 'node:timers/promises';

/** Lets signals and timers of the process have their turn in the midst of long work; throws the signal's reason. */
export async function breathe(signal: AbortSignal): Promise<void> {
  await setImmediate();
  signal.throwIfAborted();
}
