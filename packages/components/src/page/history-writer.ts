import { readStored, writeStored } from '../catalogue/stored.ts';

/** The content of an entry of the history. */
interface Written {
  readonly state: Readonly<Record<string, unknown>>;
  /** Path, query and the part after `#`. */
  readonly address: string;
}

/** Writes entries of the history at a rate that browsers accept, without losing the last state of any entry. */
export interface HistoryWriter {
  /** State of the current entry, even if it is not written yet. */
  readonly state: Readonly<Record<string, unknown>>;
  /** Address of the current entry if it is not written yet; undefined if the window has it. */
  readonly address: string | undefined;
  /** Adds an entry. Returns false, and changes nothing, if the browser refuses it. */
  push(state: Written['state'], address: string): boolean;
  replace(state: Written['state'], address: string): void;
  /** Writes the current entry now if it is not written yet. */
  flush(): void;
  /** Call when the page is left or reloaded. Browsers ignore later changes of the history. */
  leave(): void;
  /** Call when the browser shows the page again as it was left. */
  resume(): void;
  /** Call when the person has gone to another entry. Writes what that entry lacked when it was left. */
  arrived(): void;
}

/** The parts of a window that the writer uses. */
export interface HistoryBrowser {
  readonly history: Pick<History, 'state' | 'pushState' | 'replaceState'>;
  /** Keeps what could not be written before the page was left. */
  readonly storage: () => Storage;
  /** Path of the page. Other pages of the same origin in this window keep their own entries. */
  readonly path: string;
  /** True if the page was reloaded. Chromium then forgets the state of an entry that was changed while the reload began. */
  readonly isReload: boolean;
  /** The time in milliseconds, from any origin. */
  readonly now: () => number;
  /** Calls `run` after a time. Returns a function that cancels the call. */
  readonly after: (milliseconds: number, run: () => void) => () => void;
}

/** What is kept of a page that is left. */
interface Kept {
  /** Key of the entry that it showed. */
  readonly current?: unknown;
  /** Content that entries may lack, by their keys. */
  readonly entries?: readonly [unknown, Written][];
}

/** Safari accepts at most 100 changes in 30 s; new entries count as changes. */
const INTERVAL_MILLISECONDS = 500;

/** Time until another try after the browser has refused a change. */
const REFUSED_MILLISECONDS = 5000;

/** Opens the writer of this window. It writes the first of several quick changes at once, and the last one after a pause. */
export function openHistoryWriter(browser: HistoryBrowser = ofWindow()): HistoryWriter {
  const { history, storage, now } = browser;
  const name = `abs-left-entries ${browser.path}`;
  const kept = takeKept();
  let waiting: Written | undefined;
  /** What was last written into the current entry. */
  let written: Written | undefined;
  let cancel: (() => void) | undefined;
  let lastWrite = Number.NEGATIVE_INFINITY;
  /** Content that entries lacked when they were left, by the key of the entry. */
  const left = new Map<unknown, Written>(kept.entries);
  let key: unknown;
  arrive(browser.isReload ? kept.current : undefined);

  function takeKept(): Kept {
    const stored = readStored(name, storage) as Kept | undefined;
    writeStored(name, undefined, storage);
    return Array.isArray(stored?.entries) ? stored : {};
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
      written = waiting;
      waiting = undefined;
    } catch {
      writeAfter(REFUSED_MILLISECONDS);
    }
  }

  /** Keeps what the current entry lacks, in case the person comes back to it. */
  function leaveEntry(): void {
    stopWaiting();
    if (waiting) left.set(key, waiting);
    waiting = undefined;
    written = undefined;
  }

  /** Completes the entry that the page now shows. Its key is `itsKey` if its state has none. */
  function arrive(itsKey?: unknown): void {
    leaveEntry();
    key = keyOf(history.state) ?? itsKey ?? Math.random();
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
      const wait = lastWrite + INTERVAL_MILLISECONDS - now();
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
      written = { state, address };
      return true;
    },
    flush,
    leave: () => {
      // Browsers ignore changes from the moment when a reload begins, which is some time before they say so.
      const current = waiting ?? written;
      const lacking = current ? [...left, [key, current]] : [...left];
      if (lacking.length > 0) writeStored(name, { current: key, entries: lacking }, storage);
    },
    // The page still has it in memory, and the stored copy would become outdated.
    resume: () => writeStored(name, undefined, storage),
    arrived: () => arrive(),
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
    isReload: performance
      .getEntriesByType('navigation')
      .some((entry) => (entry as PerformanceNavigationTiming).type === 'reload'),
    now: () => performance.now(),
    after: (milliseconds, run) => {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
  };
}
