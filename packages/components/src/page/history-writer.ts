import { readStored, writeStored } from '../catalogue/stored.ts';

/** What is written into an entry of the history. */
interface Written {
  readonly state: Readonly<Record<string, unknown>>;
  /** Path, query and the part after `#`. */
  readonly address: string;
}

/** Writes the entries of the history so seldom that browsers accept it, and never loses the last state of one. */
export interface HistoryWriter {
  /** State of the present entry, also if it is not written yet. */
  readonly state: Readonly<Record<string, unknown>>;
  /** Address of the present entry, also if it is not written yet; undefined if it is that of the window. */
  readonly address: string | undefined;
  /** Makes an entry. Returns false, and changes none, if the browser refuses it. */
  push(state: Written['state'], address: string): boolean;
  replace(state: Written['state'], address: string): void;
  /** Writes what still waits. */
  flush(): void;
  /** To be called when the page is left or reloaded: browsers ignore what is written from then on. */
  leave(): void;
  /** To be called when the page is shown again as it was left. */
  resume(): void;
  /** To be called when the person has gone to another entry, which gets what could not be written before it was left. */
  arrived(): void;
}

/** What the writer needs of a window. */
export interface HistoryBrowser {
  readonly history: Pick<History, 'state' | 'pushState' | 'replaceState'>;
  /** Where this window keeps what could not be written before the page was left. */
  readonly storage: () => Storage;
  /** Path of the page. Others of the same origin, which a window may show in between, keep their own entries. */
  readonly path: string;
  /** Milliseconds since any moment. */
  readonly now: () => number;
  /** Calls `run` after so many milliseconds, unless the function that it returns is called before. */
  readonly after: (milliseconds: number, run: () => void) => () => void;
}

/** Safari accepts at most 100 changes in 30 s; new entries count as changes. */
const LEAST_MILLISECONDS = 500;

/** Time until another try after the browser has refused a change. */
const REFUSED_MILLISECONDS = 5000;

/** Opens the writer of this window. The first of several changes is written at once, the last one when they pause. */
export function openHistoryWriter(browser: HistoryBrowser = ofWindow()): HistoryWriter {
  const { history, storage, now } = browser;
  const kept = `abs-left-entries ${browser.path}`;
  let waiting: Written | undefined;
  let cancel: (() => void) | undefined;
  let lastWrite = Number.NEGATIVE_INFINITY;
  /** What entries still lacked when they were left, by their keys. */
  const left = new Map<unknown, Written>(readLeft());
  let key: unknown;
  arrived();

  function readLeft(): readonly [unknown, Written][] {
    const stored = readStored(kept, storage);
    writeStored(kept, undefined, storage);
    return Array.isArray(stored) ? stored : [];
  }

  function stopWaiting(): void {
    cancel?.();
    cancel = undefined;
  }

  function writeAfter(milliseconds: number): void {
    cancel = browser.after(milliseconds, flush);
  }

  function flush(): void {
    stopWaiting();
    if (!waiting) return;
    lastWrite = now();
    try {
      history.replaceState({ ...waiting.state, key }, '', waiting.address);
      waiting = undefined;
    } catch {
      writeAfter(REFUSED_MILLISECONDS);
    }
  }

  /** Notes what the present entry lacks, for the case that the person comes back to it. */
  function leaveEntry(): void {
    stopWaiting();
    if (waiting) left.set(key, waiting);
    waiting = undefined;
  }

  /** Completes the entry that the page shows now. */
  function arrived(): void {
    leaveEntry();
    key = keyOf(history.state) ?? Math.random();
    waiting = left.get(key);
    left.delete(key);
    flush();
  }

  return {
    get state() {
      return waiting?.state ?? history.state ?? {};
    },
    get address() {
      return waiting?.address;
    },
    replace: (state, address) => {
      waiting = { state, address };
      if (cancel) return;
      const wait = lastWrite + LEAST_MILLISECONDS - now();
      if (wait <= 0) flush();
      else writeAfter(wait);
    },
    push: (state, address) => {
      flush();
      const next = Math.random();
      try {
        history.pushState({ ...state, key: next }, '', address);
      } catch {
        return false;
      }
      leaveEntry();
      key = next;
      return true;
    },
    flush,
    leave: () => {
      const lacking = waiting ? [...left, [key, waiting]] : [...left];
      if (lacking.length > 0) writeStored(kept, lacking, storage);
    },
    // The page still has it in memory; kept, it would be older than what is written from now on.
    resume: () => writeStored(kept, undefined, storage),
    arrived,
  };
}

function keyOf(state: unknown): unknown {
  return typeof state === 'object' && state !== null && 'key' in state ? state.key : undefined;
}

function ofWindow(): HistoryBrowser {
  return {
    history,
    storage: () => sessionStorage,
    path: location.pathname,
    now: () => performance.now(),
    after: (milliseconds, run) => {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
  };
}
