import { readStored, writeStored } from '../catalogue/stored.ts';

/** What is written into an entry of the history. */
interface Written {
  readonly state: Readonly<Record<string, unknown>>;
  readonly address: string;
}

/** Writes the entries of the history so seldom that browsers accept it, and never loses the last state of one. */
export interface HistoryWriter {
  /** State of the present entry, also if it is not written yet. */
  readonly state: Readonly<Record<string, unknown>>;
  /** Makes an entry. Returns false, and changes none, if the browser refuses it. */
  push(state: Written['state'], address: string): boolean;
  replace(state: Written['state'], address: string): void;
  /** Writes what still waits. */
  flush(): void;
  /** To be called when the page is left or reloaded, which no longer takes notice of what is written. */
  leave(): void;
  /** To be called when the person has gone to another entry, which gets what could not be written before it was left. */
  arrived(): void;
}

/** Safari refuses more than 100 changes in 30 s, with those of new entries. */
const LEAST_MILLISECONDS = 500;

/** Time until another try after the browser has refused a change. */
const REFUSED_MILLISECONDS = 5000;

/** Where this window keeps what could not be written before the page was left. */
const LEFT = 'abs-left-entry';

/** Opens the writer of this window. The first of several changes is written at once, the last one when they pause. */
export function openHistoryWriter(): HistoryWriter {
  let waiting: Written | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastWrite = Number.NEGATIVE_INFINITY;
  /** What entries still lacked when they were left, by their keys. */
  const left = new Map<unknown, Written>();
  let key: unknown = keyOf(history.state) ?? Math.random();
  takeLeft();

  /** Completes the entry that the page shows again. */
  function takeLeft(): void {
    const stored = readStored(LEFT, () => sessionStorage) as (Written & { readonly key: unknown }) | undefined;
    writeStored(LEFT, undefined, () => sessionStorage);
    if (stored?.key === undefined || stored.key !== keyOf(history.state)) return;
    waiting = { state: stored.state, address: stored.address };
    flush();
  }

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (!waiting) return;
    lastWrite = performance.now();
    try {
      history.replaceState({ ...waiting.state, key }, '', waiting.address);
      waiting = undefined;
    } catch {
      timer = setTimeout(flush, REFUSED_MILLISECONDS);
    }
  }

  function replace(state: Written['state'], address: string): void {
    waiting = { state, address };
    if (timer !== undefined) return;
    const wait = lastWrite + LEAST_MILLISECONDS - performance.now();
    if (wait <= 0) flush();
    else timer = setTimeout(flush, wait);
  }

  return {
    get state() {
      return waiting?.state ?? history.state ?? {};
    },
    replace,
    push: (state, address) => {
      flush();
      const next = Math.random();
      try {
        history.pushState({ ...state, key: next }, '', address);
        key = next;
        return true;
      } catch {
        return false;
      }
    },
    flush,
    leave: () => {
      if (waiting) writeStored(LEFT, { ...waiting, key }, () => sessionStorage);
    },
    arrived: () => {
      clearTimeout(timer);
      timer = undefined;
      if (waiting) left.set(key, waiting);
      key = keyOf(history.state) ?? Math.random();
      waiting = left.get(key);
      left.delete(key);
      flush();
    },
  };
}

function keyOf(state: unknown): unknown {
  return typeof state === 'object' && state !== null && 'key' in state ? state.key : undefined;
}
