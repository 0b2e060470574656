/** The text of `/metrics`: what all threads count, and what exists once per process. */
import { randomUUID } from 'node:crypto';
import type { Bus } from '../coordination/bus.ts';
import { type ProcessState, processFigures, sharedFigures } from '../http/metrics/figures.ts';
import { exposition, type Metric } from '../http/metrics/metrics.ts';

/** Timeout for figures of other threads. A thread that exceeds it is busy, and its figures are left out. */
const TIMEOUT_MS = 2000;

type Text = Awaited<ReturnType<typeof exposition>>;
type Message = { readonly ask: string } | { readonly answer: string; readonly metrics: readonly Metric[] };

export function openMetricsText(options: {
  readonly bus: Bus;
  /** Number of threads that have opened the bus. */
  readonly threads: number;
  /** Returns the last revision that this thread has read, without a wait; undefined before the first. */
  revision(): number | undefined;
  read(): readonly Metric[];
  state(options: { readonly signal: AbortSignal }): Promise<ProcessState>;
}): () => Promise<Text> {
  const readAll = openAllThreads(options);

  return whileRunning(async () => {
    // Nothing here waits for the catalogue: operators need the figures most while it can't be read.
    const revision = options.revision();
    const shared = await options.state({ signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => undefined);
    const once = [...(shared ? sharedFigures(shared, revision ?? Number.NaN) : []), ...processFigures()];
    return await exposition(await readAll(), once);
  });
}

/** Returns a function that collects the metrics of all threads. Answers the questions of the others. */
function openAllThreads({
  bus,
  threads,
  read,
}: Pick<Parameters<typeof openMetricsText>[0], 'bus' | 'threads' | 'read'>): () => Promise<(readonly Metric[])[]> {
  const waiting = new Map<string, (metrics: readonly Metric[]) => void>();
  const publish = (message: Message) => bus.publish('metrics', message);
  bus.subscribe('metrics', (data) => {
    const message = data as Message;
    if ('ask' in message) publish({ answer: message.ask, metrics: read() });
    else waiting.get(message.answer)?.(message.metrics);
  });

  return async () => {
    const all = [read()];
    if (threads === 1) return all;
    const id = randomUUID();
    const { promise, resolve } = Promise.withResolvers<void>();
    const late = setTimeout(resolve, TIMEOUT_MS);
    waiting.set(id, (metrics) => {
      all.push(metrics);
      if (all.length === threads) resolve();
    });
    publish({ ask: id });
    await promise;
    clearTimeout(late);
    waiting.delete(id);
    return all;
  };
}

/** Calls that arrive while `read` is running share its result, so that many callers cost no more than one. */
export function whileRunning<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let running: Promise<Value> | undefined;
  return () => {
    running ??= read().finally(() => {
      running = undefined;
    });
    return running;
  };
}
