/** Lets only so many pieces of work run at a time; the others wait in their order. */
export class Limiter {
  readonly #atOnce: number;
  readonly #waiting = new Set<() => Promise<unknown>>();
  #running = 0;
  #isScheduled = false;

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /**
   * Starts `work`, which must not throw, in its turn, but not in this turn of the event loop: so other calls can join it.
   * Returns a function that takes it out of the line, and returns false if it has started.
   */
  add(work: () => Promise<unknown>): () => boolean {
    // Equal functions have places of their own.
    const own = () => work();
    this.#waiting.add(own);
    this.#schedule();
    return () => this.#waiting.delete(own);
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      for (const work of this.#waiting) {
        if (this.#running === this.#atOnce) return;
        this.#waiting.delete(work);
        this.#running += 1;
        work()
          .finally(this.#end)
          .catch(() => {});
      }
    });
  }

  readonly #end = (): void => {
    this.#running -= 1;
    if (this.#waiting.size > 0) this.#schedule();
  };
}
