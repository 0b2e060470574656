import type { Waiter } from './wait-budget.ts';

/** Something that any node can make and all can fetch. */
export interface SharedWork<Value> {
  /** Returns what is stored, or undefined if there is nothing. */
  find(): Promise<Value | undefined>;
  /** Makes it and begins to store it where `find` of every node finds it. */
  make(): Promise<Value>;
  /** Resolves when what was made is stored there; default: when it is made. */
  whenStored?(): Promise<void>;
}

/**
 * Single-flight over all nodes: one of them makes a thing, the others wait for it. It saves work and guarantees nothing:
 * when nodes can't agree, or waiting takes too long, each makes the thing itself.
 */
export interface SharedFlight {
  /**
   * Makes the thing of that key, or finds what another node has made. Rejects with the error of `find` or `make`, or,
   * while it waits for another node, when the waiter gives up.
   */
  run<Value>(key: string, work: SharedWork<Value>, waiter: Waiter): Promise<Value>;
}
