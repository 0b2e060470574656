/** Milliseconds between two checks whether the pictures on the screen have arrived. */
const POLL = 250;
/** Milliseconds that other pictures wait at most. */
const MAX_WAIT = 3000;

/** Whether only tiles on the screen may be drawn, as after a jump, because pictures beside the screen would delay those on it. */
export class ScreenFirst {
  /** True from a jump until the pictures on the screen have arrived. */
  isOn = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #isWaiting: () => boolean;
  readonly #ended: () => void;

  /**
   * `isWaiting` returns true while pictures on the screen are missing; `ended` is called when none is, or after the maximum wait.
   */
  constructor(isWaiting: () => boolean, ended: () => void) {
    this.#isWaiting = isWaiting;
    this.#ended = ended;
  }

  /** Notes a jump. */
  start(): void {
    this.isOn = true;
    this.#wait(MAX_WAIT);
  }

  /** Allows all tiles with the next update. */
  stop(): void {
    clearTimeout(this.#timer);
    this.isOn = false;
  }

  #wait(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (milliseconds > POLL && this.#isWaiting()) return this.#wait(milliseconds - POLL);
      this.isOn = false;
      this.#ended();
    }, POLL);
  }
}
