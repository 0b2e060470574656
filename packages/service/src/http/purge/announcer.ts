import { setTimeout as pause } from 'node:timers/promises';
import { pauseAfter, type Schedule } from './schedule.ts';

/** Tells every cache in front that what it keeps may be old. */
export interface Announcement {
  /** Address of the cache. */
  readonly proxy: string;
  /** What the catalogue has reached. */
  readonly revision: number;
}

/**
 * Announces each revision of the catalogue to each proxy, and the one that it finds at the start, for what changed before is
 * unknown. A proxy is told of the newest revision alone, at most once in `lookMilliseconds`; one that fails is asked again,
 * less and less often, until it has heard of it. Nobody waits for this.
 */
export function openAnnouncer(options: {
  readonly proxies: readonly string[];
  readonly schedule: Schedule;
  revision(): number;
  /** Rejects where the proxy did not do it. */
  send(announcement: Announcement, signal: AbortSignal): Promise<void>;
  report(trouble: { readonly proxy: string; readonly failures: number; readonly error: unknown }): void;
}): AsyncDisposable {
  const { proxies, schedule, revision, send, report } = options;
  const stopper = new AbortController();
  const { signal } = stopper;

  async function follow(proxy: string): Promise<void> {
    let announced: number | undefined;
    let failures = 0;
    while (!signal.aborted) {
      try {
        const newest = revision();
        if (newest !== announced) await send({ proxy, revision: newest }, signal);
        announced = newest;
        failures = 0;
      } catch (error) {
        if (signal.aborted) return;
        failures += 1;
        report({ proxy, failures, error });
      }
      const milliseconds = failures === 0 ? schedule.lookMilliseconds : pauseAfter(failures, schedule);
      await pause(milliseconds, undefined, { signal }).catch(() => {});
    }
  }

  const followers = proxies.map(follow);
  return {
    [Symbol.asyncDispose]: async () => {
      stopper.abort();
      await Promise.all(followers);
    },
  };
}
