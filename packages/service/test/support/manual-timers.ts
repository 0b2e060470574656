import type { StartTimer } from '../../../core/src/platform/start-timer.ts';

/** Timers of a clock that only the test moves. */
export interface ManualTimers {
  readonly start: StartTimer;
  /** Lets so many milliseconds pass, and calls what is late then. */
  pass(milliseconds: number): void;
  /** True if a timer that was started for so many milliseconds has neither ended nor been disposed of. */
  isRunning(milliseconds: number): boolean;
}

export function openManualTimers(): ManualTimers {
  const timers = new Set<{ readonly late: () => void; readonly at: number; readonly milliseconds: number }>();
  let now = 0;
  return {
    start: (late, milliseconds) => {
      const timer = { late, at: now + milliseconds, milliseconds };
      timers.add(timer);
      return { [Symbol.dispose]: () => void timers.delete(timer) };
    },
    pass: (milliseconds) => {
      now += milliseconds;
      for (const timer of [...timers]) if (timer.at <= now && timers.delete(timer)) timer.late();
    },
    isRunning: (milliseconds) => [...timers].some((timer) => timer.milliseconds === milliseconds),
  };
}
