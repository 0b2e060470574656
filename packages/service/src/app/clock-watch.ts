/** Compares the clock of this machine with those of the servers that nodes share. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { ReadClock } from './storage.ts';

/** Difference of two clocks from which on it is reported, in milliseconds. The most exact clocks here count seconds. */
const MAX_SKEW_MS = 3_000;
/** Pause between two looks, in milliseconds. */
const PAUSE_MS = 60_000;

export const CLOCK_REMEDY = 'set both by NTP';

/**
 * Says how a clock differs from that of this machine; undefined if it does by less than three seconds. `milliseconds` is
 * that clock minus ours; undefined if it isn't known.
 */
export function clockWarning(clock: string, milliseconds: number | undefined): string | undefined {
  if (milliseconds === undefined || Math.abs(milliseconds) < MAX_SKEW_MS) return undefined;
  const seconds = Math.round(Math.abs(milliseconds) / 1000);
  return `${clock} is ${seconds} s ${milliseconds > 0 ? 'ahead of' : 'behind'} that of this machine`;
}

/** What looks at the clocks of servers have shown. */
export interface ClockWatch extends Disposable {
  /** Each clock minus that of this machine in seconds, by the name of the server. Without those that could not be read. */
  seconds(): Readonly<Record<string, number>>;
}

/** Looks at the clocks at once and then once a minute. Logs when one begins to differ, and when it is right again. */
export function openClockWatch(
  clocks: ReadonlyMap<string, ReadClock>,
  log: Pick<Logger, 'info' | 'warn'>,
  pauseMs: number = PAUSE_MS,
): ClockWatch {
  const closed = new AbortController();
  const seconds = new Map<string, number>();
  const wrong = new Set<string>();

  async function look(server: string, read: ReadClock): Promise<void> {
    // Those who need the server report that it doesn't answer.
    const milliseconds = await read(closed.signal).catch(() => undefined);
    if (closed.signal.aborted) return;
    if (milliseconds === undefined) {
      seconds.delete(server);
      return;
    }
    seconds.set(server, milliseconds / 1000);
    const clock = `the clock of the ${server}`;
    const warning = clockWarning(clock, milliseconds);
    if (warning === undefined) {
      if (wrong.delete(server)) log.info(`${clock} agrees with that of this machine again`);
    } else if (!wrong.has(server)) {
      wrong.add(server);
      log.warn(`${warning}; ${CLOCK_REMEDY}`);
    }
  }

  /** Each server by itself, because one may answer late. */
  async function watch(server: string, read: ReadClock): Promise<void> {
    const { signal } = closed;
    while (!signal.aborted) {
      await look(server, read);
      await pause(pauseMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  for (const [server, read] of clocks) void watch(server, read);
  return {
    seconds: () => Object.fromEntries(seconds),
    [Symbol.dispose]: () => closed.abort(new Error('the service was closed')),
  };
}
