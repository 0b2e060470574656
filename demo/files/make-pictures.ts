import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { PictureJob } from './picture-job.ts';

/** At most this many drawing threads; more would only fight for memory. */
const MOST_THREADS = 4;

/** Jobs under way per thread: while one is being encoded natively, the next is being drawn. */
const JOBS_PER_THREAD = 2;

/** Makes all picture files below `directory` on all cores. Throws the first problem; `onDone` is called after each file. */
export async function makePictures(
  jobs: readonly PictureJob[],
  directory: string,
  signal: AbortSignal,
  onDone: () => void,
): Promise<void> {
  const threads = Math.min(MOST_THREADS, availableParallelism(), Math.ceil(jobs.length / JOBS_PER_THREAD));
  const waiting = jobs.entries();
  const workers = Array.from(
    { length: threads },
    () => new Worker(new URL('./picture-worker.ts', import.meta.url), { workerData: { directory } }),
  );
  try {
    await Promise.all(workers.map((worker) => drain(worker, waiting, signal, onDone)));
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

function drain(
  worker: Worker,
  waiting: Iterator<[number, PictureJob]>,
  signal: AbortSignal,
  onDone: () => void,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let underWay = 0;
  let lastPath = '';
  const feed = (): void => {
    while (underWay < JOBS_PER_THREAD) {
      const next = waiting.next();
      if (next.done === true) break;
      const [number, job] = next.value;
      lastPath = job.path;
      underWay += 1;
      worker.postMessage({ number, job });
    }
    if (underWay === 0) resolve();
  };
  const stop = (): void => reject(signal.reason);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  worker.on('error', (error) => reject(new Error(`a drawing thread stopped near ${lastPath}`, { cause: error })));
  worker.on('message', ({ problem }: { problem?: string }) => {
    underWay -= 1;
    if (problem !== undefined) reject(new Error(`could not draw a picture near ${lastPath}: ${problem}`));
    onDone();
    feed();
  });
  feed();
  return promise.finally(() => signal.removeEventListener('abort', stop));
}
