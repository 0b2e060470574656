import { availableParallelism } from 'node:os';
import type { Config } from '../config/settings.ts';

/** Nobody recognises a slow picture beforehand: what takes longer is drawn in a second queue. */
const QUICK_SECONDS = 2;

/** A conversion draws whole pictures, often of many pages, where a picture is small. */
const CONVERSION = { seconds: 12, megabytes: 2 };
/** How many times as long as a conversion a film may take. */
const FILM_SECONDS = 30;
/** Less would not even hold one film. */
const MIN_STORE_MEGABYTES = 64;

/**
 * Returns the limits of the processes for pictures, converted files and films, all from those of pictures. One film keeps several
 * cores busy for minutes: films have an eighth of the processes and of the queue.
 */
export function mediaLimits({ render }: Pick<Config, 'render'>) {
  const { queue } = render;
  const seconds = render.seconds * CONVERSION.seconds;
  const megabytes = render.megabytes * CONVERSION.megabytes;
  const processes = render.processes || availableParallelism();
  return {
    pictures: { ...render, quickSeconds: QUICK_SECONDS },
    conversions: { processes, seconds, megabytes, queue },
    films: {
      processes: anEighth(processes),
      seconds: seconds * FILM_SECONDS,
      megabytes: render.megabytes,
      queue: anEighth(queue),
    },
  };
}

/** Returns the disk space for converted files, and again for films and sounds. */
export function conversionStoreMegabytes({ storeMegabytes }: Config['render']): number {
  return Math.max(MIN_STORE_MEGABYTES, 2 * storeMegabytes);
}

const anEighth = (count: number): number => Math.max(1, Math.floor(count / 8));

/** Returns how long a request waits for the start of its picture, or for the index to have all changes. */
export function shortWaitSeconds({ waitSeconds }: Config['overload']): number {
  return Math.max(1, waitSeconds / 4);
}
