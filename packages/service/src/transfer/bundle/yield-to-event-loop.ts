import { setImmediate } from 'node:timers/promises';

/** Yields to the event loop during long work, so that signals and timers are handled. Throws the signal's reason. */
export async function yieldToEventLoop(signal: AbortSignal): Promise<void> {
  await setImmediate();
  signal.throwIfAborted();
}
