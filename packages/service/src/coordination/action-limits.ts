import type { ActionLimits, LimitedAction, Rate, Subject } from './action-limits-port.ts';
import { networkOf } from './network-of.ts';

/** Most callers in memory; those whose turns have all returned are removed first. */
const MOST_CALLERS = 100_000;

/** Opens limits that count in memory. `now` is a monotonic clock in milliseconds. */
export function openActionLimits({
  now = () => performance.now(),
  mostCallers = MOST_CALLERS,
}: {
  readonly now?: () => number;
  readonly mostCallers?: number;
} = {}): ActionLimits {
  /** Action and caller -> when all turns have returned, in milliseconds; in the order of use. */
  const fullAt = new Map<string, number>();

  return {
    take: async (what, subject, rate) => {
      const { count, seconds } = rate;
      if (count === 0) return 0;
      const time = now();
      const key = keyOf(what, subject);
      const perTurn = millisecondsOf(rate);
      const full = Math.max(fullAt.get(key) ?? 0, time);
      const wait = full + perTurn - (time + seconds * 1000);
      // Ignores rounding errors.
      if (wait > 0.001) return Math.ceil(wait / 1000);
      fullAt.delete(key);
      fullAt.set(key, full + perTurn);
      if (fullAt.size > mostCallers) forget(time);
      return 0;
    },
    refund: async (what, subject, rate) => {
      const key = keyOf(what, subject);
      const full = fullAt.get(key);
      if (full !== undefined) fullAt.set(key, full - millisecondsOf(rate));
    },
  };

  function forget(time: number): void {
    for (const [key, full] of fullAt) if (full <= time) fullAt.delete(key);
    for (const key of fullAt.keys()) {
      // Removes a tenth in one go, so that a flood of addresses doesn't cause a scan of the map with every request.
      if (fullAt.size <= mostCallers * 0.9) return;
      fullAt.delete(key);
    }
  }
}

function keyOf(what: LimitedAction, { address, endpoint, of = '' }: Subject): string {
  return `${what} ${networkOf(address)} ${endpoint} ${of}`;
}

/** Interval after which one turn returns. */
function millisecondsOf({ count, seconds }: Rate): number {
  return (seconds * 1000) / count;
}
