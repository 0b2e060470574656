import { availableParallelism } from 'node:os';
import type { Config } from '../config/settings.ts';

/** Nobody recognises a slow picture beforehand: what takes longer is drawn in a second queue. */
const QUICK_SECONDS = 2;

/**
 * Returns the limits of the processes for pictures, converted files and films. One film keeps several cores busy for
 * minutes: it has thirty times the time of a conversion, and films have an eighth of the processes and of the queue.
 */
export function mediaLimits({ render, conversion }: Pick<Config, 'render' | 'conversion'>) {
  const { queue } = render;
  const { seconds, megabytes } = conversion;
  const processes = render.processes || availableParallelism();
  return {
    pictures: { ...render, quickSeconds: QUICK_SECONDS },
    conversions: { processes, seconds, megabytes, queue },
    films: { processes: anEighth(processes), seconds: seconds * 30, megabytes: megabytes / 2, queue: anEighth(queue) },
  };
}

const anEighth = (count: number): number => Math.max(1, Math.floor(count / 8));

/** Returns how long a request waits for the start of its picture, or for the index to have all changes. */
export function shortWaitSeconds({ waitSeconds }: Config['overload']): number {
  return Math.max(1, waitSeconds / 4);
}
