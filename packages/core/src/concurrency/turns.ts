/** Runs pieces of work one after another, for what can do only one thing at a time, such as a connection to a database. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs `work` when everything before it has ended, however it ended. Rejects with its error. */
  take<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work, work);
    this.#last = result;
    return result;
  }

  /** Resolves when everything that was asked for so far has ended. Never rejects. */
  async ended(): Promise<void> {
    await this.#last.catch(() => {});
  }
}
