import { setTimeout as pause } from 'node:timers/promises';

/** Tells a cache in front that its stored answers may be outdated. */
export interface PurgeRequest {
  /** Address of the cache. */
  readonly proxy: string;
  /** Newest revision of the catalogue. */
  readonly revision: number;
  /** Tags of the answers that may be outdated; undefined for all answers. */
  readonly tags: readonly string[] | undefined;
}

/**
 * Purges each proxy when the catalogue has a new revision. It starts with the current one, because earlier changes are
 * unknown. A proxy gets only the newest revision, at most once in `lookMilliseconds`. If a proxy fails, it retries with
 * growing pauses until that succeeds. No request waits for a purge.
 *
 * Where answers may be outdated for some time after a commit, a cache may store one after the purge. So what the commit concerns
 * is purged with each later commit until that time is over, and once more then.
 */
export function openCachePurge(options: {
  readonly proxies: readonly string[];
  readonly schedule: Schedule;
  revision(): Promise<number>;
  /**
   * Returns the tags of answers that may be outdated between two revisions; all if the first is undefined. Absent: answers
   * have no tags.
   */
  tagsBetween?(revisions: { readonly since: number | undefined; readonly until: number }): Promise<readonly string[]>;
  /** How long answers may show an older revision after a commit, in milliseconds; 0 by default. */
  readonly outdatedMilliseconds?: number;
  /** Rejects if the proxy did not accept the request. */
  send(purge: PurgeRequest, signal: AbortSignal): Promise<void>;
  report(trouble: { readonly proxy: string; readonly failures: number; readonly error: unknown }): void;
}): AsyncDisposable {
  const { proxies, schedule, revision, tagsBetween, outdatedMilliseconds = 0, send, report } = options;
  const stopper = new AbortController();
  const { signal } = stopper;

  async function follow(proxy: string): Promise<void> {
    let purgedRevision: number | undefined;
    /** Newest revision of which nothing older is in the cache, whatever answers showed for a while. */
    let settledRevision: number | undefined;
    /** Purged revisions, and when answers show them at the latest, so that the next purge is their last. */
    const unsettled: { readonly revision: number; readonly shown: number }[] = [];
    let failures = 0;
    while (!signal.aborted) {
      try {
        const newest = await revision();
        const now = performance.now();
        const isShown = ({ shown }: { readonly shown: number }) => shown <= now;
        if (newest !== purgedRevision || unsettled.some(isShown)) {
          const tags = await tagsBetween?.({ since: settledRevision, until: newest });
          await send({ proxy, revision: newest, tags }, signal);
          if (newest !== purgedRevision) unsettled.push({ revision: newest, shown: now + outdatedMilliseconds });
          while (unsettled[0] && isShown(unsettled[0])) settledRevision = unsettled.shift()?.revision;
        }
        purgedRevision = newest;
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

/** When to purge proxies, in milliseconds. */
export interface Schedule {
  /** Interval between two checks of the catalogue, and so between two purges. */
  readonly lookMilliseconds: number;
  /** Pause after the first failure. */
  readonly firstPauseMilliseconds: number;
  /** Longest pause after repeated failures. */
  readonly lastPauseMilliseconds: number;
}

/** The schedule of the service. */
export const SCHEDULE: Schedule = {
  lookMilliseconds: 250,
  firstPauseMilliseconds: 500,
  lastPauseMilliseconds: 30_000,
};

/** Pause after this many consecutive failures, at least one: it doubles up to `lastPauseMilliseconds`. */
export function pauseAfter(failures: number, { firstPauseMilliseconds, lastPauseMilliseconds }: Schedule): number {
  return Math.min(lastPauseMilliseconds, firstPauseMilliseconds * 2 ** Math.min(failures - 1, 30));
}

/** Timeout for a proxy's answer. */
const ANSWER_MILLISECONDS = 10_000;

/** Maximum size of the header with tags, which proxies read whole. */
const MAX_TAGS_BYTES = 4096;

/**
 * Sends a purge: a request with the method BAN to the proxy's address, or several where the tags are too many for one.
 * Rejects unless the proxy answers each with 2xx.
 */
export async function sendPurge({ proxy, revision, tags }: PurgeRequest, signal: AbortSignal): Promise<void> {
  if (!tags) return await sendOne(proxy, { 'x-abs-revision': String(revision) }, signal);
  for (const some of inHeaders(tags))
    await sendOne(proxy, { 'x-abs-revision': String(revision), 'x-abs-tags': some }, signal);
}

/** Joins tags with blanks, into as few texts as fit into headers. */
function inHeaders(tags: readonly string[]): readonly string[] {
  const headers: string[] = [];
  for (const tag of tags) {
    const last = headers.at(-1);
    if (last !== undefined && last.length + 1 + tag.length <= MAX_TAGS_BYTES) headers.push(`${headers.pop()} ${tag}`);
    else headers.push(tag);
  }
  return headers;
}

async function sendOne(proxy: string, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<void> {
  const response = await fetch(proxy, {
    method: 'BAN',
    headers,
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MILLISECONDS)]),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the proxy answered ${response.status}`);
}
