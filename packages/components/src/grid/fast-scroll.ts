/** Screens per millisecond above which nobody recognizes a picture, so that loading it is of no use. */
const FAST = 8 / 1000;

/** Weight of the newest movement in the moving average of the speed, so low that a few notches of a wheel are not fast. */
const NEWEST_WEIGHT = 0.3;

/** Shorter times between two events of a browser say nothing of the speed. */
const MIN_MILLISECONDS = 8;

/** Whether a list scrolls so fast that nobody recognizes its pictures. Starts at rest. */
export class FastScroll {
  #speed = 0;
  readonly #gap: number;

  /** A movement after more than `gap` milliseconds without one sets the speed to 0, because it may be a jump. */
  constructor(gap: number) {
    this.#gap = gap;
  }

  get isFast(): boolean {
    return this.#speed > FAST;
  }

  /** Records a movement: its screens, from 0 and in any direction, and the milliseconds since the one before. */
  moved(screens: number, milliseconds: number): void {
    const newest = screens / Math.max(MIN_MILLISECONDS, milliseconds);
    this.#speed = milliseconds > this.#gap ? 0 : (1 - NEWEST_WEIGHT) * this.#speed + NEWEST_WEIGHT * newest;
  }

  /** Sets the speed to 0, because scrolling has ended. */
  end(): void {
    this.#speed = 0;
  }
}
