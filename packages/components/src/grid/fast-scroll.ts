/** Screens per millisecond above which nobody recognizes a picture, so that loading it is of no use. */
const FAST = 8 / 1000;

/** Weight of the newest movement in the moving average of the speed, so low that a few notches of a wheel are not fast. */
const NEWEST_WEIGHT = 0.3;

/** Shorter times between two events of a browser say nothing of the speed. */
const MIN_MILLISECONDS = 8;

/** Whether a list scrolls so fast that nobody recognizes its pictures. */
export interface FastScroll {
  readonly isFast: boolean;
  /** Records a movement: its screens, from 0 and in any direction, and the milliseconds since the one before. */
  moved(screens: number, milliseconds: number): void;
  /** Sets the speed to 0, because scrolling has ended. */
  end(): void;
}

/** Starts at rest. A movement after more than `gap` milliseconds without one sets the speed to 0, because it may be a jump. */
export function openFastScroll(gap: number): FastScroll {
  let speed = 0;
  return {
    get isFast() {
      return speed > FAST;
    },
    moved: (screens, milliseconds) => {
      const newest = screens / Math.max(MIN_MILLISECONDS, milliseconds);
      speed = milliseconds > gap ? 0 : (1 - NEWEST_WEIGHT) * speed + NEWEST_WEIGHT * newest;
    },
    end: () => {
      speed = 0;
    },
  };
}
