import type { Limits } from '../ports/limits.ts';
import { networkOf } from './network-of.ts';

/** Callers that are remembered; those whose turns have all come back are forgotten first. */
const MOST_CALLERS = 100_000;

/** Limits in memory. `now` gives milliseconds that never go back. */
export function openLimits({
  now = () => performance.now(),
  mostCallers = MOST_CALLERS,
}: {
  readonly now?: () => number;
  readonly mostCallers?: number;
} = {}): Limits {
  /** What and who -> when all turns are back, in milliseconds; in the order of use. */
  const fullAt = new Map<string, number>();

  return {
    take: async (what, address, { count, seconds }, { spend = true } = {}) => {
      if (count === 0) return 0;
      const time = now();
      const key = `${what} ${networkOf(address)}`;
      const perTurn = (seconds * 1000) / count;
      const full = Math.max(fullAt.get(key) ?? 0, time);
      const wait = full + perTurn - (time + seconds * 1000);
      // A rounding error is no time to wait.
      if (wait > 0.001) return Math.ceil(wait / 1000);
      if (!spend) return 0;
      fullAt.delete(key);
      fullAt.set(key, full + perTurn);
      if (fullAt.size > mostCallers) forget(time);
      return 0;
    },
  };

  function forget(time: number): void {
    for (const [key, full] of fullAt) if (full <= time) fullAt.delete(key);
    for (const key of fullAt.keys()) {
      // A tenth at once, so that a flood of addresses doesn't walk the list with every request.
      if (fullAt.size <= mostCallers * 0.9) return;
      fullAt.delete(key);
    }
  }
}
