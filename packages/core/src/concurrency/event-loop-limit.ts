/** Most consecutive turns in which nobody proceeds because of `hold`. */
const MAX_HELD = 64;

/** Lets at most `most` callers proceed in each turn of the event loop. Further ones wait for the next turns. */
export class EventLoopLimit {
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  #left: number;
  #isScheduled = false;
  #isHeld = false;
  #turnsHeld = 0;

  constructor(most: number) {
    this.#most = most;
    this.#left = most;
  }

  /** Resolves when the caller may proceed, in the order of calls. */
  proceed(): Promise<void> {
    this.#schedule();
    if (this.#left === 0 || this.#isHeld) return new Promise((proceed) => this.#waiting.push(proceed));
    this.#left -= 1;
    return Promise.resolve();
  }

  /** Lets nobody proceed in this turn of the event loop; but after 64 such turns, callers get theirs. */
  hold(): void {
    this.#isHeld = true;
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      const isHeld = this.#isHeld && this.#turnsHeld < MAX_HELD;
      this.#turnsHeld = isHeld ? this.#turnsHeld + 1 : 0;
      this.#isHeld = false;
      const now = this.#waiting.splice(0, isHeld ? 0 : this.#most);
      this.#left = isHeld ? 0 : this.#most - now.length;
      if (now.length > 0 || this.#waiting.length > 0 || this.#left === 0) this.#schedule();
      for (const proceed of now) proceed();
    });
  }
}
