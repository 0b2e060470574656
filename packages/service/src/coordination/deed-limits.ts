import type { DeedLimits, LimitedDeed, Rate, Taker } from './deed-limits-of-ports.ts';
import { networkOf } from './network-of.ts';

/** Callers that are remembered; those whose turns have all come back are forgotten first. */
const MOST_CALLERS = 100_000;

/** Counts in memory. `now` gives milliseconds that never go back. */
export function openDeedLimits({
  now = () => performance.now(),
  mostCallers = MOST_CALLERS,
}: {
  readonly now?: () => number;
  readonly mostCallers?: number;
} = {}): DeedLimits {
  /** What and who -> when all turns are back, in milliseconds; in the order of use. */
  const fullAt = new Map<string, number>();

  return {
    take: async (what, taker, rate) => {
      const { count, seconds } = rate;
      if (count === 0) return 0;
      const time = now();
      const key = keyOf(what, taker);
      const perTurn = millisecondsOf(rate);
      const full = Math.max(fullAt.get(key) ?? 0, time);
      const wait = full + perTurn - (time + seconds * 1000);
      // A rounding error is no time to wait.
      if (wait > 0.001) return Math.ceil(wait / 1000);
      fullAt.delete(key);
      fullAt.set(key, full + perTurn);
      if (fullAt.size > mostCallers) forget(time);
      return 0;
    },
    giveBack: async (what, taker, rate) => {
      const key = keyOf(what, taker);
      const full = fullAt.get(key);
      if (full !== undefined) fullAt.set(key, full - millisecondsOf(rate));
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

function keyOf(what: LimitedDeed, { address, endpoint, of = '' }: Taker): string {
  return `${what} ${networkOf(address)} ${endpoint} ${of}`;
}

/** After which one turn comes back. */
function millisecondsOf({ count, seconds }: Rate): number {
  return (seconds * 1000) / count;
}
