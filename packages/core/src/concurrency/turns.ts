/** Runs pieces of work one after another, in the order of the calls. */
export interface Turns {
  /** Runs `work` when everything before it has ended, however it ended. Rejects with its error. */
  take<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Resolves when everything that was asked for so far has ended. Never rejects. */
  ended(): Promise<void>;
}

/** Opens turns for what can do only one thing at a time, such as a connection to a database. */
export function openTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve();
  return {
    take: (work) => {
      const result = last.then(work, work);
      last = result;
      return result;
    },
    ended: async () => {
      await last.catch(() => {});
    },
  };
}
